/** The people of a tenant (domain §9.2, §9.4, §15). */

import type { tenant } from '../contracts/tenant'
import { fail, forEachEntity } from '../kit/api-error'
import { type Handlers, replyWith, type ServiceCall } from '../kit/call'
import { requireCurrent } from '../kit/etag'
import { pageByName } from '../kit/page-by-name'
import { defaultPageSize } from '../kit/paging'
import { scopeOfTenant } from '../kit/scope'
import type { SqlValue } from '../kit/store'
import type { World } from '../kit/world'
import { likePattern } from './like-pattern'
import { findUser, hasPermissionOn, isSelf, visibleCustomers } from './people'
import { requireAnotherAdmin } from './roles'
import { toUser, type UserRecord, usersWithRole } from './rows'
import { saveUser } from './save-user'

type Contract = Pick<typeof tenant, 'listUsers' | 'getUser' | 'updateUser' | 'removeUsers'>

export const users: Handlers<Contract> = {
  listUsers({ params, query, caller, world, require }) {
    require(scopeOfTenant(world.store, params.id))
    const insight = visibleCustomers(caller, 'user.read', params.id)
    return listPeople(world, query, {
      sql: `u.tenant_id = ? AND (? OR ${hasPermissionOn})`,
      parameters: [params.id, insight ? 0 : 1, JSON.stringify(insight ?? [])],
      insightOf: () => insight,
    })
  },

  getUser({ params, caller, world, require }) {
    require(scopeOfTenant(world.store, params.id))
    const insight = visibleCustomers(caller, 'user.read', params.id)
    return toListedUser(world, findUser(world, { tenantId: params.id, userId: params.userId }, insight), insight)
  },

  updateUser({ params, body, headers, world, require, touched }) {
    require(scopeOfTenant(world.store, params.id))
    const at = { tenantId: params.id, userId: params.userId }
    const row = findUser(world, at, null)
    requireCurrent({
      body: body.eTag,
      ifMatch: headers['if-match'],
      current: { ...toUser(world, row), eTag: `v${row.version}` },
    })
    saveUser(world, row, body)
    touched(row.id)
    return toUser(world, findUser(world, at, null))
  },

  /** Offboarding ends access and keeps the record; deleting removes the record of a person without roles. */
  removeUsers({ params, body, caller, world, require, touched }) {
    const { store } = world
    require(scopeOfTenant(store, params.id))
    const entries = body.map((entry) =>
      typeof entry === 'string' ? { userId: entry, mode: 'offboard' as const } : entry,
    )
    forEachEntity(entries, { id: ({ userId }) => userId, savepoint: store.transaction }, ({ userId, mode }) => {
      if (isSelf(caller, userId)) fail(4909)
      const { role } = findUser(world, { tenantId: params.id, userId }, null)
      if (mode === 'delete') {
        if (role !== 'no-access') fail(4000, { errors: { mode: 'errors.user.hasRoles' } })
        store.run('DELETE FROM tenant_user WHERE id = ?', userId)
      } else {
        requireAnotherAdmin(world, { tenantId: params.id, userId })
        store.run('DELETE FROM permission WHERE user_id = ?', userId)
        store.run('DELETE FROM customer_permission WHERE user_id = ?', userId)
      }
      touched(userId)
      return userId
    })
    return undefined
  },
}

interface VisiblePeople {
  /** A condition on `u`, and its parameters. */
  sql: string
  parameters: SqlValue[]
  /** Returns the customers listed with a person; null for all of them. */
  insightOf(row: UserRecord): string[] | null
}

/** Returns a page of visible people by name. */
export function listPeople(
  world: World,
  query: ServiceCall<(typeof tenant)['listUsers']>['query'],
  { sql, parameters, insightOf }: VisiblePeople,
) {
  const { store, settings } = world
  const { admin } = settings.roleIds
  const { search, role, pageSize = defaultPageSize, continuationToken } = query
  const from = `${usersWithRole} u WHERE ${sql} AND (? IS NULL OR u.role = ?)
    AND (u.first_name || ' ' || u.last_name LIKE ? ESCAPE '\\' OR u.email LIKE ? ESCAPE '\\')`
  const like = likePattern(search)
  const filter = [admin, admin, ...parameters, role ?? null, role ?? null, like, like]
  const { rows, total, next } = pageByName<UserRecord>(store, {
    names: `SELECT u.id, u.last_name || char(9) || u.first_name AS name FROM ${from}`,
    parameters: filter,
    rows: `SELECT * FROM ${usersWithRole} u WHERE u.id`,
    rowParameters: [admin, admin],
    pageSize,
    continuationToken,
  })
  return replyWith(
    rows.map((row) => toListedUser(world, row, insightOf(row))),
    { total, next },
  )
}

/** Returns a person as the service returns them: a customer admin only sees roles in their own customers. */
function toListedUser(world: World, row: UserRecord, insight: string[] | null) {
  const user = toUser(world, row)
  return insight
    ? {
        ...user,
        customerPermissions: user.customerPermissions?.filter(({ customerId }) => insight.includes(customerId)),
      }
    : user
}
