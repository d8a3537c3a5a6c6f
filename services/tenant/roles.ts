/** Tenant roles: list, grant and revoke (spec §4, §6, domain §9.2, §16). */
import type { Permission, tenant } from '../contracts/tenant'
import { fail, forEachEntity } from '../kit/api-error'
import type { Handlers, ServiceCall } from '../kit/call'
import { scopeOfTenant } from '../kit/scope'
import type { World } from '../kit/world'
import { findUser, isSelf, visibleCustomers } from './people'
import { permissionsOf } from './rows'

type Contract = Pick<typeof tenant, 'listPermissions' | 'getUserPermissions' | 'addRole' | 'removeRole'>
type RoleCall = ServiceCall<(typeof tenant)['addRole']> | ServiceCall<(typeof tenant)['removeRole']>

export const roles: Handlers<Contract> = {
  listPermissions({ params, caller, world, require }) {
    require(scopeOfTenant(world.store, params.id))
    // A customer admin only sees people with customer roles, who have no tenant role.
    if (visibleCustomers(caller, 'user.read', params.id)) return []
    return world.store.all<Permission>(
      'SELECT tenant_id AS tenantId, user_id AS userId, role_id AS roleId FROM permission WHERE tenant_id = ? ORDER BY user_id, role_id',
      params.id,
    )
  },

  getUserPermissions({ params, caller, world, require }) {
    const scope = scopeOfTenant(world.store, params.id)
    require(scope && { ...scope, userId: params.userId })
    const insight = isSelf(caller, params.userId) ? null : visibleCustomers(caller, 'user.readPermissions', params.id)
    return permissionsOf(world, findUser(world, { tenantId: params.id, userId: params.userId }, insight).id)
  },

  addRole(call) {
    return changeRole(call, ({ store }, { tenantId, userId, roleId }) => {
      if (store.get('SELECT 1 FROM customer_permission WHERE user_id = ?', userId)) fail(4907)
      store.run(
        'INSERT INTO permission (tenant_id, user_id, role_id) VALUES (?,?,?) ON CONFLICT DO NOTHING',
        tenantId,
        userId,
        roleId,
      )
    })
  },

  removeRole(call) {
    return changeRole(call, (world, { tenantId, userId, roleId }) => {
      if (roleId === world.settings.roleIds.admin) requireAnotherAdmin(world, { tenantId, userId })
      world.store.run('DELETE FROM permission WHERE user_id = ? AND role_id = ?', userId, roleId)
    })
  },
}

/** Changes a role of each person separately; returns the tenant roles of those that succeeded. */
function changeRole(call: RoleCall, change: (world: World, permission: Permission) => void): Permission[] {
  const { params, body, caller, world, touched } = call
  const { id: tenantId, roleId } = params
  call.require(scopeOfTenant(world.store, tenantId))
  if (!Object.values(world.settings.roleIds).includes(roleId)) fail(4005)
  return forEachEntity([...new Set(body)], { id: (userId) => userId, savepoint: world.store.transaction }, (userId) => {
    if (isSelf(caller, userId)) fail(4909)
    findUser(world, { tenantId, userId }, null)
    change(world, { tenantId, userId, roleId })
    touched(userId)
    return permissionsOf(world, userId)
  }).flat()
}

/** Throws 4908 for a change that would leave a tenant without an admin. */
export function requireAnotherAdmin(
  { store, settings }: World,
  { tenantId, userId }: { tenantId: string; userId: string },
): void {
  const { admin } = settings.roleIds
  if (!store.get('SELECT 1 FROM permission WHERE user_id = ? AND role_id = ?', userId, admin)) return
  if (
    !store.get('SELECT 1 FROM permission WHERE tenant_id = ? AND role_id = ? AND user_id <> ?', tenantId, admin, userId)
  )
    fail(4908)
}
