/** Customer roles: set per customer, never beside a tenant role (spec §6, domain §9.2, §16). */
import type { CustomerPermission, tenant } from '../contracts/tenant'
import { fail, forEachEntity } from '../kit/api-error'
import type { Handlers, ServiceCall } from '../kit/call'
import { scopeOfCustomer, scopeOfTenant } from '../kit/scope'
import { findUser, isSelf, visibleCustomers } from './people'
import { customerPermissionsOf, selectCustomerPermissions } from './rows'

type Contract = Pick<
  typeof tenant,
  'listCustomerPermissions' | 'getUserCustomerPermissions' | 'removeCustomerPermissions' | 'addCustomerPermissions'
>

export const customerPermissions: Handlers<Contract> = {
  listCustomerPermissions({ params, caller, world, require }) {
    require(scopeOfTenant(world.store, params.id))
    const insight = visibleCustomers(caller, 'custperm.read', params.id)
    return world.store.all<CustomerPermission>(
      `${selectCustomerPermissions} WHERE cp.tenant_id = ? AND (? OR cp.customer_id IN (SELECT value FROM json_each(?)))
       ORDER BY c.name, cp.customer_id, cp.user_id`,
      params.id,
      insight ? 0 : 1,
      JSON.stringify(insight ?? []),
    )
  },

  getUserCustomerPermissions({ params, caller, world, require }) {
    const scope = scopeOfTenant(world.store, params.id)
    require(scope && { ...scope, userId: params.userId })
    const insight = isSelf(caller, params.userId) ? null : visibleCustomers(caller, 'user.readPermissions', params.id)
    const user = findUser(world, { tenantId: params.id, userId: params.userId }, insight)
    return customerPermissionsOf(world, user.id).filter(({ customerId }) => !insight || insight.includes(customerId))
  },

  removeCustomerPermissions(call) {
    const { params, body, world, touched } = call
    call.require(scopeOfTenant(world.store, params.id))
    return forEachEntity(
      body,
      { id: ({ userId }) => userId, savepoint: world.store.transaction },
      ({ customerId, userId, roleId }) => {
        findUser(world, { tenantId: params.id, userId }, requireCustomer(call, { customerId, userId }))
        const existing = customerPermissionsOf(world, userId).find(
          (permission) => permission.customerId === customerId && permission.roleId === roleId,
        )
        if (!existing) fail(4005)
        world.store.run('DELETE FROM customer_permission WHERE customer_id = ? AND user_id = ?', customerId, userId)
        touched(userId)
        return existing
      },
    )
  },

  addCustomerPermissions(call) {
    const { params, body, world, touched } = call
    call.require(scopeOfTenant(world.store, params.id))
    const customerId = body.customerId ?? call.customerId ?? fail(4906)
    const roleId = world.settings.roleIds[body.roleInCustomer === 'customer-admin' ? 'admin' : 'user']
    return forEachEntity(
      [...new Set(body.userIds)],
      { id: (userId) => userId, savepoint: world.store.transaction },
      (userId) => {
        requireCustomer(call, { customerId, userId })
        // A change of role removes first and then adds (domain §16): in between, the person is visible to no customer
        // admin.
        findUser(world, { tenantId: params.id, userId }, null)
        if (world.store.get('SELECT 1 FROM permission WHERE user_id = ?', userId)) fail(4907)
        world.store.run(
          `INSERT INTO customer_permission (tenant_id, customer_id, user_id, role_id) VALUES (?,?,?,?)
         ON CONFLICT (customer_id, user_id) DO UPDATE SET role_id = excluded.role_id`,
          params.id,
          customerId,
          userId,
          roleId,
        )
        touched(userId)
        return (
          customerPermissionsOf(world, userId).find((permission) => permission.customerId === customerId) ?? fail(4005)
        )
      },
    )
  },
}

type PermissionCall =
  | ServiceCall<(typeof tenant)['removeCustomerPermissions']>
  | ServiceCall<(typeof tenant)['addCustomerPermissions']>

/**
 * Throws unless the customer is one of this tenant that the caller administers, and the person is somebody else.
 * Returns the customers visible to the caller.
 */
function requireCustomer(
  { params, caller, world, require }: PermissionCall,
  at: { customerId: string; userId: string },
): string[] | null {
  const scope = scopeOfCustomer(world.store, at.customerId)
  require(scope?.tenantId === params.id ? scope : undefined)
  if (isSelf(caller, at.userId)) fail(4909)
  return visibleCustomers(caller, 'custperm.manage', params.id)
}
