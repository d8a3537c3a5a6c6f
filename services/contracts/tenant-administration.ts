/**
 * Administration in the tenant service: create, change and archive tenants and customers, invite people (domain §9,
 * §15).
 */
import { z } from 'zod'
import { read, write } from './endpoint'
import { Customer, Permission, ProfileUpdate, Tenant, TenantUser, UserUpdate } from './organisation'
import { accepted, ETag, Flag, freeLine, freeText, Id, Paging } from './scalars'

/** One per line to a person; lines without a word character are dropped before saving (spec §5). */
const Domains = z.array(z.string().max(400)).max(500)

export const TenantCreation = z.object({
  /** The printed code, `^[a-z][a-z0-9-]*$`; derived from the name by default, and permanent. */
  tenantId: z.string().max(40).optional(),
  name: freeLine(120),
  domains: Domains.default([]),
})

export const TenantUpdate = z.object({
  eTag: ETag.optional(),
  tenantId: z.string().optional(),
  name: freeLine(120).optional(),
  domains: Domains.optional(),
  /** Only a super-admin may change it. */
  isDisabled: z.boolean().optional(),
})

/** `tenantId` is the code or the id of an existing tenant, or the code of a new one. */
export const TenantOnboarding = z.object({
  tenantId: z.string().min(1).max(200),
  name: freeLine(120).optional(),
  domains: Domains.optional(),
  adminEmail: z.string().max(400),
})

export const CustomerCreation = z.object({ name: freeLine(120), description: freeText(2000).optional() })

/** The customer body, or `archived` alone: both are `PUT /customers/{id}` (spec §7). */
export const CustomerUpdate = z
  .object({
    eTag: ETag.optional(),
    name: freeLine(120).optional(),
    description: freeText(2000).nullish(),
    archived: z.boolean().optional(),
  })
  .refine(({ name, archived }) => name !== undefined || archived !== undefined, {
    path: ['name'],
    error: 'errors.field.required',
  })

export const UserCreation = UserUpdate.omit({ eTag: true }).extend({ email: z.string().max(400) })

/** Spread into the contract of the tenant service. */
export const administration = {
  createTenant: write('POST /tenants', {
    area: 'tenants',
    capability: 'tenant.create',
    status: 201,
    body: TenantCreation,
    reply: Tenant,
    errors: [4008, 4901],
    meaning: 'Create a tenant that is not onboarded yet.',
  }),
  updateTenant: write('PUT /tenants/{id}', {
    area: 'tenants',
    capability: 'tenant.update',
    body: TenantUpdate,
    reply: Tenant,
    errors: [4008, 4009, 4901, 4904],
    meaning: 'Update the name and the domains of a tenant, or disable it; only a super-admin disables.',
  }),
  onboardTenant: write('POST /tenants/onboard', {
    area: 'tenants',
    capability: 'tenant.onboard',
    status: 202,
    body: TenantOnboarding,
    reply: accepted(Tenant),
    errors: [4008, 4901, 4907],
    meaning: 'Onboard a tenant and invite its administrator; retries an onboarding that failed.',
  }),
  offboardTenant: write('DELETE /tenants/{id}/offboard', {
    area: 'tenants',
    capability: 'tenant.onboard',
    status: 202,
    query: z.object({ force: Flag }),
    reply: accepted(Tenant),
    errors: [4903, 4904],
    meaning: 'Offboard a tenant and end its users’ access; refused while it has onboarded controllers, unless forced.',
  }),
  allInitials: read('GET /tenants/{id}/all-initials', {
    area: 'initials',
    capability: 'user.read',
    reply: z.array(z.looseObject({ userId: Id, initials: z.string(), fullName: z.string() })),
    meaning: 'List the initials of the users of a tenant.',
  }),
  listAllPermissions: read('GET /tenants/permissions', {
    area: 'users',
    capability: 'user.read',
    reply: z.array(Permission),
    meaning: 'List every tenant role in the tenants whose users the caller may read.',
  }),
  listAllUsers: read('GET /tenants/users', {
    area: 'users',
    capability: 'user.read',
    paged: true,
    query: z.object({ ...Paging, search: z.string().max(200).optional(), role: z.string().max(40).optional() }),
    reply: z.array(TenantUser),
    meaning: 'List the users of all tenants whose users the caller may read.',
  }),
  createCustomer: write('POST /tenants/{id}/customers', {
    area: 'customers',
    capability: 'customer.create',
    status: 201,
    body: CustomerCreation,
    reply: Customer,
    errors: [4008],
    meaning: 'Create a customer in a tenant; the service assigns its code.',
  }),
  updateCustomer: write('PUT /customers/{id}', {
    area: 'customers',
    capability: 'customer.update',
    body: CustomerUpdate,
    reply: Customer,
    errors: [4008, 4009, 4202],
    meaning: 'Update, archive or restore a customer; archiving requires a higher permission than updating.',
  }),
  deleteCustomer: write('DELETE /customers/{id}', {
    area: 'customers',
    capability: 'customer.delete',
    status: 204,
    reply: z.unknown(),
    errors: [4201, 4202],
    meaning: 'Delete a customer without sites.',
  }),
  createUser: write('POST /tenants/{id}/users', {
    area: 'users',
    capability: 'user.manage',
    status: 201,
    body: UserCreation,
    reply: TenantUser,
    errors: [4902],
    meaning: 'Invite a user to a tenant; roles are assigned afterwards.',
  }),
  updateProfile: write('PUT /tenants/{id}/users/{userId}/update-profile', {
    area: 'currentUser',
    capability: 'self.update',
    body: ProfileUpdate,
    reply: TenantUser,
    errors: [4009],
    meaning: 'Update one’s own name, initials, language, region and units; omitted fields keep their values.',
  }),
}
