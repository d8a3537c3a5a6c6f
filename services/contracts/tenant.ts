/** The tenant service: tenants, customers, people and their roles (spec §7, domain §9, §15, §16). */
import { z } from 'zod'
import { read, service, write } from './endpoint'
import {
  Customer,
  CustomerPermission,
  Permission,
  RemovedUser,
  Tenant,
  TenantState,
  TenantUser,
  UserUpdate,
} from './organisation'
import { Flag, Id, Paging } from './scalars'
import { administration } from './tenant-administration'

export {
  Customer,
  CustomerPermission,
  Permission,
  RemovedUser,
  Tenant,
  TenantOnboardingStatus as OnboardingStatus,
  TenantState,
  TenantUser,
  UserUpdate,
} from './organisation'

/**
 * The data about the caller from which the console derives its current user (spec §3). `tenants[].tenantId` is the
 * tenant's id.
 */
export const UsersInfo = z.looseObject({
  userPermissions: z.array(Permission),
  tenantUsers: z.array(TenantUser),
  customers: z.array(Customer),
  customerUserPermissions: z.array(CustomerPermission),
  tenants: z.array(z.looseObject({ tenantId: Id, name: z.string() })),
})
export type UsersInfo = z.infer<typeof UsersInfo>

export const tenant = service('tenant', {
  listCustomers: read('GET /tenants/{id}/customers', {
    area: 'customers',
    capability: 'customer.read',
    paged: true,
    query: z.object({ ...Paging, archived: Flag, search: z.string().max(200).optional() }),
    reply: z.array(Customer),
    meaning: 'List the customers of a tenant that the caller may see.',
  }),
  getCustomer: read('GET /customers/{id}', {
    area: 'customers',
    capability: 'customer.read',
    reply: Customer,
    meaning: 'Get one customer.',
  }),
  listTenants: read('GET /tenants', {
    area: 'tenants',
    capability: 'tenant.list',
    paged: true,
    query: z.object({ ...Paging, search: z.string().max(200).optional(), state: TenantState.optional() }),
    reply: z.array(Tenant),
    meaning: 'List the tenants that the caller may enter; all of them for a super-admin.',
  }),
  getTenant: read('GET /tenants/{id}', {
    area: 'tenants',
    capability: 'tenant.read',
    reply: Tenant,
    meaning: 'Get one tenant.',
  }),
  listPermissions: read('GET /tenants/{id}/permissions', {
    area: 'users',
    capability: 'user.read',
    reply: z.array(Permission),
    meaning: 'List every tenant role in a tenant.',
  }),
  getUserPermissions: read('GET /tenants/{id}/users/{userId}/permissions', {
    area: 'users',
    capability: 'user.readPermissions',
    reply: z.array(Permission),
    meaning: 'List the tenant roles of one user.',
  }),
  listCustomerPermissions: read('GET /tenants/{id}/customer-permissions', {
    area: 'customerPermissions',
    capability: 'custperm.read',
    reply: z.array(CustomerPermission),
    meaning: 'List every customer role in a tenant.',
  }),
  getUserCustomerPermissions: read('GET /tenants/{id}/users/{userId}/customer-permissions', {
    area: 'customerPermissions',
    capability: 'user.readPermissions',
    reply: z.array(CustomerPermission),
    meaning: 'List the customer roles of one user.',
  }),
  removeRole: write('DELETE /tenants/{id}/users/roles/{roleId}', {
    area: 'users',
    capability: 'role.manage',
    body: z.array(Id).min(1).max(500),
    reply: z.array(Permission),
    errors: [4100, 4908, 4909],
    meaning: 'Remove a tenant role from users; returns the tenant roles they still have.',
  }),
  addRole: write('POST /tenants/{id}/users/roles/{roleId}', {
    area: 'users',
    capability: 'role.manage',
    body: z.array(Id).min(1).max(500),
    reply: z.array(Permission),
    errors: [4100, 4907, 4909],
    meaning: 'Assign a tenant role to users; returns the tenant roles they have.',
  }),
  removeCustomerPermissions: write('DELETE /tenants/{id}/customer-permissions', {
    area: 'customerPermissions',
    capability: 'custperm.manage',
    body: z.array(CustomerPermission).min(1).max(500),
    reply: z.array(CustomerPermission),
    errors: [4100, 4909],
    meaning: 'Remove customer roles from users; returns the permissions that were removed.',
  }),
  addCustomerPermissions: write('POST /tenants/{id}/customer-permissions', {
    area: 'customerPermissions',
    capability: 'custperm.manage',
    body: z.object({
      roleInCustomer: z.enum(['customer-user', 'customer-admin']),
      userIds: z.array(Id).min(1).max(500),
      customerId: Id.optional(),
    }),
    reply: z.array(CustomerPermission),
    errors: [4100, 4906, 4907, 4909],
    meaning: 'Assign users a role in one customer; the customer is read from the body, else from the header.',
  }),
  usersInfo: read('GET /users/info', {
    area: 'currentUser',
    capability: 'self.read',
    query: z.object({ super: Flag }),
    reply: UsersInfo,
    meaning: 'Get the caller’s identity and permissions; `super=true` requests the super check.',
  }),
  listUsers: read('GET /tenants/{id}/users', {
    area: 'users',
    capability: 'user.read',
    paged: true,
    query: z.object({ ...Paging, search: z.string().max(200).optional(), role: z.string().max(40).optional() }),
    reply: z.array(TenantUser),
    meaning: 'List the users of a tenant.',
  }),
  removeUsers: write('DELETE /tenants/{id}/users', {
    area: 'users',
    capability: 'user.manage',
    body: z.array(RemovedUser).min(1).max(500),
    status: 204,
    reply: z.unknown(),
    errors: [4100, 4908, 4909],
    meaning: 'End users’ access (offboard), or delete the records of users without roles.',
  }),
  getUser: read('GET /tenants/{id}/users/{userId}', {
    area: 'users',
    capability: 'user.read',
    reply: TenantUser,
    meaning: 'Get one user of a tenant.',
  }),
  updateUser: write('PUT /tenants/{id}/users/{userId}', {
    area: 'users',
    capability: 'user.manage',
    body: UserUpdate,
    reply: TenantUser,
    errors: [4009],
    meaning: 'Update a user, after the role calls.',
  }),
  ...administration,
})
