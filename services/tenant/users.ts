/** The people of a tenant (domain §9.2, §9.4, §15). */

import type { tenant } from '../contracts/tenant'
import { answer, type Call, type Handlers } from '../kit/call'
import { requireCurrent } from '../kit/etag'
import { namedPage } from '../kit/named-page'
import { defaultPageSize } from '../kit/paging'
import { forEach, refuse } from '../kit/refusal'
import { scopeOfTenant } from '../kit/scope'
import type { Value } from '../kit/store'
import type { World } from '../kit/world'
import { customersInSight, findUser, holdsPermissionOn, isSelf } from './people'
import { keepAnAdmin } from './roles'
import { type UserRow, userOf, usersWithRole } from './rows'
import { saveUser } from './save-user'
import { pattern } from './search'

type Contract = Pick<typeof tenant, 'listUsers' | 'getUser' | 'updateUser' | 'removeUsers'>

export const users: Handlers<Contract> = {
  listUsers({ params, query, caller, world, require }) {
    require(scopeOfTenant(world.store, params.id))
    const insight = customersInSight(caller, 'user.read', params.id)
    return listPeople(world, query, {
      sql: `u.tenant_id = ? AND (? OR ${holdsPermissionOn})`,
      parameters: [params.id, insight ? 0 : 1, JSON.stringify(insight ?? [])],
      insightOf: () => insight,
    })
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
    saveUser(world, row, body)
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

interface Sight {
  /** A condition on `u`, and its parameters. */
  sql: string
  parameters: Value[]
  /** Returns the customers listed with a person; null for all of them. */
  insightOf(row: UserRow): string[] | null
}

/** Returns a page of visible people by name. */
export function listPeople(
  world: World,
  query: Call<(typeof tenant)['listUsers']>['query'],
  { sql, parameters, insightOf }: Sight,
) {
  const { store, settings } = world
  const { admin } = settings.roleIds
  const { search, role, pageSize = defaultPageSize, continuationToken } = query
  const from = `${usersWithRole} u WHERE ${sql} AND (? IS NULL OR u.role = ?)
    AND (u.first_name || ' ' || u.last_name LIKE ? ESCAPE '\\' OR u.email LIKE ? ESCAPE '\\')`
  const like = pattern(search)
  const filter = [admin, admin, ...parameters, role ?? null, role ?? null, like, like]
  const { rows, total, next } = namedPage<UserRow>(store, {
    names: `SELECT u.id, u.last_name || char(9) || u.first_name AS name FROM ${from}`,
    parameters: filter,
    rows: `SELECT * FROM ${usersWithRole} u WHERE u.id`,
    rowParameters: [admin, admin],
    pageSize,
    continuationToken,
  })
  return answer(
    rows.map((row) => told(world, row, insightOf(row))),
    { total, next },
  )
}

/** Returns a person as the service returns them: a customer admin only sees roles in their own customers. */
function told(world: World, row: UserRow, insight: string[] | null) {
  const user = userOf(world, row)
  return insight
    ? {
        ...user,
        customerPermissions: user.customerPermissions?.filter(({ customerId }) => insight.includes(customerId)),
      }
    : user
}
