/** The people of a tenant (domain §9.2, §9.4, §15). */

import type { z } from 'zod'
import type { tenant, UserUpdate } from '../contracts/tenant'
import { answer, type Handlers } from '../kit/call'
import { requireCurrent } from '../kit/etag'
import { defaultPageSize, keyOf, pageOf } from '../kit/paging'
import { forEach, refuse } from '../kit/refusal'
import { scopeOfTenant } from '../kit/scope'
import type { World } from '../kit/world'
import { customersInSight, findUser, holdsPermissionOn, isSelf } from './people'
import { keepAnAdmin } from './roles'
import { type UserRow, userOf, usersWithRole } from './rows'
import { pattern } from './search'

type Contract = Pick<typeof tenant, 'listUsers' | 'getUser' | 'updateUser' | 'removeUsers'>

export const users: Handlers<Contract> = {
  listUsers({ params, query, caller, world, require }) {
    const { store, settings } = world
    require(scopeOfTenant(store, params.id))
    const { search, role, pageSize = defaultPageSize, continuationToken } = query
    const insight = customersInSight(caller, 'user.read', params.id)
    const from = `${usersWithRole} u WHERE u.tenant_id = ? AND (? OR ${holdsPermissionOn}) AND (? IS NULL OR u.role = ?)
      AND (u.first_name || ' ' || u.last_name LIKE ? ESCAPE '\\' OR u.email LIKE ? ESCAPE '\\')`
    const like = pattern(search)
    const { admin } = settings.roleIds
    const filter = [
      admin,
      admin,
      params.id,
      insight ? 0 : 1,
      JSON.stringify(insight ?? []),
      role ?? null,
      role ?? null,
      like,
      like,
    ]
    const after = continuationToken ? keyOf(continuationToken, 3) : ['', '', '']
    const rows = store.all<UserRow>(
      `SELECT * FROM ${from} AND (u.last_name, u.first_name, u.id) > (?, ?, ?) ORDER BY u.last_name, u.first_name, u.id LIMIT ?`,
      ...filter,
      ...after,
      pageSize + 1,
    )
    const page = pageOf(rows, pageSize, (row) => [row.last_name, row.first_name, row.id])
    const total = store.get<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, ...filter)?.n ?? 0
    return answer(
      page.rows.map((row) => told(world, row, insight)),
      { total, next: page.next },
    )
  },

  getUser({ params, caller, world, require }) {
    require(scopeOfTenant(world.store, params.id))
    const insight = customersInSight(caller, 'user.read', params.id)
    return told(world, findUser(world, { tenantId: params.id, userId: params.userId }, insight), insight)
  },

  updateUser({ params, body, headers, world, require, touched }) {
    require(scopeOfTenant(world.store, params.id))
    const at = { tenantId: params.id, userId: params.userId }
    const row = findUser(world, at, null)
    requireCurrent({
      body: body.eTag,
      ifMatch: headers['if-match'],
      current: { ...userOf(world, row), eTag: `v${row.version}` },
    })
    save(world, row, body)
    touched(row.id)
    return userOf(world, findUser(world, at, null))
  },

  /** Offboarding ends access and keeps the record; deleting removes the record of a person without roles. */
  removeUsers({ params, body, caller, world, require, touched }) {
    const { store } = world
    require(scopeOfTenant(store, params.id))
    const wanted = body.map((entry) =>
      typeof entry === 'string' ? { userId: entry, mode: 'offboard' as const } : entry,
    )
    forEach(wanted, { id: ({ userId }) => userId, part: store.transaction }, ({ userId, mode }) => {
      if (isSelf(caller, userId)) refuse(4909)
      const { role } = findUser(world, { tenantId: params.id, userId }, null)
      if (mode === 'delete') {
        if (role !== 'no-access') refuse(4000, { errors: { mode: 'errors.user.hasRoles' } })
        store.run('DELETE FROM tenant_user WHERE id = ?', userId)
      } else {
        keepAnAdmin(world, { tenantId: params.id, userId })
        store.run('DELETE FROM permission WHERE user_id = ?', userId)
        store.run('DELETE FROM customer_permission WHERE user_id = ?', userId)
      }
      touched(userId)
      return userId
    })
    return undefined
  },
}

/** A customer admin sees of a person's customer roles those on the own customers. */
function told(world: World, row: UserRow, insight: string[] | null) {
  const user = userOf(world, row)
  return insight
    ? {
        ...user,
        customerPermissions: user.customerPermissions?.filter(({ customerId }) => insight.includes(customerId)),
      }
    : user
}

function save({ store }: World, row: UserRow, body: z.output<typeof UserUpdate>): void {
  const errors: Record<string, string> = {}
  if (!body.firstName) errors.firstName = 'errors.user.name'
  if (!body.lastName) errors.lastName = 'errors.user.name'
  if (body.initials && !/^\p{L}{1,3}\d{0,2}$/u.test(body.initials)) errors.initials = 'errors.user.initials'
  if (body.region && !/^[A-Z]{2}$/.test(body.region)) errors.region = 'errors.user.region'
  if (Object.keys(errors).length) refuse(4000, { errors })

  const wanted = body.initials === undefined ? row.initials : body.initials || defaultInitials(body)
  store.run(
    'UPDATE tenant_user SET first_name = ?, last_name = ?, initials = ?, language = ?, region = ?, unit = ?, version = version + 1 WHERE id = ?',
    body.firstName,
    body.lastName,
    unusedInitials(store, row, wanted.toUpperCase()),
    body.language ?? row.language,
    body.region === undefined ? row.region : body.region,
    body.unit ?? row.unit,
    row.id,
  )
}

/** First letter of the first name and of the last name (spec §5). */
const defaultInitials = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  firstName.charAt(0) + lastName.charAt(0) || 'UU'

/** Initials are unique in a tenant: a digit follows on a clash (domain §9.1). */
function unusedInitials(store: World['store'], row: UserRow, wanted: string): string {
  const taken = new Set(
    store
      .all<{ initials: string }>(
        'SELECT initials FROM tenant_user WHERE tenant_id = ? AND id <> ?',
        row.tenant_id,
        row.id,
      )
      .map(({ initials }) => initials),
  )
  if (!taken.has(wanted)) return wanted
  const stem = wanted.replace(/\d+$/, '')
  for (let digit = 2; ; digit += 1) {
    if (!taken.has(`${stem}${digit}`)) return `${stem}${digit}`
  }
}
