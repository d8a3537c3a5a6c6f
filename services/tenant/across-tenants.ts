/** People and their roles, of every tenant whose people the caller may read (spec §7, domain §9.4). */
import type { Permission, tenant } from '../contracts/tenant'
import type { Handlers } from '../kit/call'
import { requireSomewhere, territoryOf } from '../kit/caller'
import { scopeOfTenant } from '../kit/scope'
import { hasPermissionOn, visibleCustomers } from './people'
import { listPeople } from './users'

type Contract = Pick<typeof tenant, 'listAllPermissions' | 'listAllUsers' | 'allInitials'>

export const acrossTenants: Handlers<Contract> = {
  /** People with customer roles have no tenant role and are not listed. */
  listAllPermissions({ caller, world }) {
    requireSomewhere(caller, 'user.read')
    const { everything, tenantIds } = territoryOf(caller, 'user.read')
    return world.store.all<Permission>(
      `SELECT tenant_id AS tenantId, user_id AS userId, role_id AS roleId FROM permission
       WHERE ? OR tenant_id IN (SELECT value FROM json_each(?)) ORDER BY tenant_id, user_id, role_id`,
      everything ? 1 : 0,
      JSON.stringify(tenantIds),
    )
  },

  listAllUsers({ query, caller, world }) {
    requireSomewhere(caller, 'user.read')
    const { everything, tenantIds, customerIds } = territoryOf(caller, 'user.read')
    return listPeople(world, query, {
      sql: `(? OR u.tenant_id IN (SELECT value FROM json_each(?)) OR ${hasPermissionOn})`,
      parameters: [everything ? 1 : 0, JSON.stringify(tenantIds), JSON.stringify(customerIds)],
      insightOf: ({ tenant_id }) => (everything || tenantIds.includes(tenant_id) ? null : customerIds),
    })
  },

  allInitials({ params, caller, world, require }) {
    require(scopeOfTenant(world.store, params.id))
    const insight = visibleCustomers(caller, 'user.read', params.id)
    return world.store.all<{ userId: string; initials: string; fullName: string }>(
      `SELECT u.id AS userId, u.initials, trim(u.first_name || ' ' || u.last_name) AS fullName FROM tenant_user u
       WHERE u.tenant_id = ? AND (? OR ${hasPermissionOn}) ORDER BY u.initials, u.id`,
      params.id,
      insight ? 0 : 1,
      JSON.stringify(insight ?? []),
    )
  },
}
