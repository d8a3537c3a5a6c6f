/** The tenant service: tenants, customers, people and what they may do (spec §7, domain §9, §15, §16). */
import { z } from 'zod'
import { read, service, write } from './endpoint'
import { ETag, Flag, freeText, Id, Language, Paging, Timestamp, Unit } from './scalars'

export const OnboardingStatus = z.enum([
  'notOnboarded',
  'inProgress',
  'onboarded',
  'failed',
  'offboarding',
  'offboarded',
])

/** `tenantId` is the printed code (a slug); `id` is what addresses and references carry. */
export const Tenant = z.looseObject({
  id: Id,
  tenantId: z.string(),
  name: z.string(),
  totalUsers: z.number().int().optional(),
  allInitials: z.array(z.string()).optional(),
  customerId: z.string().optional(),
  onboardingStatus: OnboardingStatus.optional(),
  isDisabled: z.boolean().optional(),
  isOnboarded: z.boolean().optional(),
  domains: z.array(z.string()).optional(),
  eTag: ETag.optional(),
})
export type Tenant = z.infer<typeof Tenant>

/** `customerId` is the printed code (`CUS1001`); `tenantId` holds the tenant's `id`. */
export const Customer = z.looseObject({
  id: Id,
  customerId: z.string(),
  name: z.string(),
  tenantId: Id,
  eTag: ETag.optional(),
  siteCount: z.number().int().default(0),
  projectCount: z.number().int().default(0),
  siteGroupCount: z.number().int().default(0),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  archived: z.boolean().default(false),
})
export type Customer = z.infer<typeof Customer>

/** A tenant role of a person: ids only. */
export const Permission = z.looseObject({ tenantId: Id, userId: Id, roleId: Id })
export type Permission = z.infer<typeof Permission>

/** A role in one customer; `roleId` is the user's or the admin's id. */
export const CustomerPermission = z.looseObject({
  customerId: Id,
  userId: Id,
  roleId: Id,
  customerName: z.string().optional(),
})
export type CustomerPermission = z.infer<typeof CustomerPermission>

export const TenantUser = z.looseObject({
  id: Id,
  created: Timestamp.optional(),
  tenantId: Id,
  email: z.string(),
  firstName: z
    .string()
    .nullish()
    .transform((name) => name ?? ''),
  lastName: z
    .string()
    .nullish()
    .transform((name) => name ?? ''),
  initials: z.string().nullish(),
  language: Language.catch('en').optional(),
  region: z.string().nullish(),
  unit: Unit.catch('metric').optional(),
  fullName: z.string().optional(),
  role: z.string().nullish(),
  customerPermissions: z.array(CustomerPermission).optional(),
  eTag: ETag.optional(),
})
export type TenantUser = z.infer<typeof TenantUser>

/** Everything about the caller that the console derives its current user from (spec §3). `tenants[].tenantId` holds the tenant's id. */
export const UsersInfo = z.looseObject({
  userPermissions: z.array(Permission),
  tenantUsers: z.array(TenantUser),
  customers: z.array(Customer),
  customerUserPermissions: z.array(CustomerPermission),
  tenants: z.array(z.looseObject({ tenantId: Id, name: z.string() })),
})
export type UsersInfo = z.infer<typeof UsersInfo>

export const UserUpdate = z.object({
  eTag: ETag.optional(),
  firstName: freeText(80),
  lastName: freeText(80),
  initials: freeText(3).optional(),
  language: Language.optional(),
  region: z.string().max(2).nullish(),
  unit: Unit.optional(),
})

export const RemovedUser = z.union([Id, z.object({ userId: Id, mode: z.enum(['offboard', 'delete']) })])

export const tenant = service('tenant', {
  listCustomers: read('GET /tenants/{id}/customers', {
    area: 'customers',
    capability: 'customer.read',
    paged: true,
    query: z.object({ ...Paging, archived: Flag, search: z.string().max(200).optional() }),
    reply: z.array(Customer),
    meaning: 'The customers of a tenant that the caller may see.',
  }),
  getCustomer: read('GET /customers/{id}', {
    area: 'customers',
    capability: 'customer.read',
    reply: Customer,
    meaning: 'One customer.',
  }),
  listTenants: read('GET /tenants', {
    area: 'tenants',
    capability: 'tenant.list',
    paged: true,
    query: z.object({ ...Paging, search: z.string().max(200).optional() }),
    reply: z.array(Tenant),
    meaning: 'The tenants the caller may enter; all of them for a super-admin.',
  }),
  getTenant: read('GET /tenants/{id}', {
    area: 'tenants',
    capability: 'tenant.read',
    reply: Tenant,
    meaning: 'One tenant.',
  }),
  listPermissions: read('GET /tenants/{id}/permissions', {
    area: 'users',
    capability: 'user.read',
    reply: z.array(Permission),
    meaning: 'Every tenant role held in a tenant.',
  }),
  getUserPermissions: read('GET /tenants/{id}/users/{userId}/permissions', {
    area: 'users',
    capability: 'user.readPermissions',
    reply: z.array(Permission),
    meaning: 'The tenant roles of one person.',
  }),
  listCustomerPermissions: read('GET /tenants/{id}/customer-permissions', {
    area: 'customerPermissions',
    capability: 'custperm.read',
    reply: z.array(CustomerPermission),
    meaning: 'Every customer role held in a tenant.',
  }),
  getUserCustomerPermissions: read('GET /tenants/{id}/users/{userId}/customer-permissions', {
    area: 'customerPermissions',
    capability: 'user.readPermissions',
    reply: z.array(CustomerPermission),
    meaning: 'The customer roles of one person.',
  }),
  removeRole: write('DELETE /tenants/{id}/users/roles/{roleId}', {
    area: 'users',
    capability: 'role.manage',
    body: z.array(Id).min(1).max(500),
    reply: z.array(Permission),
    errors: [4100, 4908, 4909],
    meaning: 'Take a tenant role from people; answers the tenant roles they keep.',
  }),
  addRole: write('POST /tenants/{id}/users/roles/{roleId}', {
    area: 'users',
    capability: 'role.manage',
    body: z.array(Id).min(1).max(500),
    reply: z.array(Permission),
    errors: [4100, 4907, 4909],
    meaning: 'Give a tenant role to people; answers the tenant roles they hold.',
  }),
  removeCustomerPermissions: write('DELETE /tenants/{id}/customer-permissions', {
    area: 'customerPermissions',
    capability: 'custperm.manage',
    body: z.array(CustomerPermission).min(1).max(500),
    reply: z.array(CustomerPermission),
    errors: [4100, 4909],
    meaning: 'Take customer roles from people; answers the permissions that were removed.',
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
    meaning: 'Give people a role in one customer; the customer comes from the body, else from the header.',
  }),
  usersInfo: read('GET /users/info', {
    area: 'currentUser',
    capability: 'self.read',
    query: z.object({ super: Flag }),
    reply: UsersInfo,
    meaning: 'Who the caller is and may be; `super=true` asks for the super check.',
  }),
  listUsers: read('GET /tenants/{id}/users', {
    area: 'users',
    capability: 'user.read',
    paged: true,
    query: z.object({ ...Paging, search: z.string().max(200).optional(), role: z.string().max(40).optional() }),
    reply: z.array(TenantUser),
    meaning: 'The people of a tenant.',
  }),
  removeUsers: write('DELETE /tenants/{id}/users', {
    area: 'users',
    capability: 'user.manage',
    body: z.array(RemovedUser).min(1).max(500),
    status: 204,
    reply: z.unknown(),
    errors: [4100, 4908, 4909],
    meaning: 'End the access of people (offboard), or delete records of people without roles.',
  }),
  getUser: read('GET /tenants/{id}/users/{userId}', {
    area: 'users',
    capability: 'user.read',
    reply: TenantUser,
    meaning: 'One person of a tenant.',
  }),
  updateUser: write('PUT /tenants/{id}/users/{userId}', {
    area: 'users',
    capability: 'user.manage',
    body: UserUpdate,
    reply: TenantUser,
    errors: [4009],
    meaning: 'Save a person, after the role calls.',
  }),
})
