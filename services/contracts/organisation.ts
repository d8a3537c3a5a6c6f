/** Tenants, customers and people, as the tenant service returns and saves them (spec §3, domain §9.1, §9.2, §15). */
import { z } from 'zod'
import { ETag, freeLine, freeText, Id, Language, Timestamp, Unit } from './scalars'

export const TenantOnboardingStatus = z.enum([
  'notOnboarded',
  'inProgress',
  'onboarded',
  'failed',
  'offboarding',
  'offboarded',
])

/** Filter of tenants: each tenant is in one of these states, and a disabled one only in that (domain §9.1). */
export const TenantState = z.enum(['onboarded', 'notOnboarded', 'disabled'])
export type TenantState = z.infer<typeof TenantState>

/** Anybody can have an address there, so such a domain identifies nobody; it is a warning, not an error. */
export const publicMailDomains: ReadonlySet<string> = new Set([
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'laposte.net',
  'live.com',
  'orange.fr',
  'outlook.com',
  'proton.me',
  'videotron.ca',
  'yahoo.ca',
  'yahoo.com',
  'yahoo.fr',
])

/** `tenantId` is the printed code (a slug); `id` is used in addresses and references. */
export const Tenant = z.looseObject({
  id: Id,
  tenantId: z.string(),
  name: z.string(),
  totalUsers: z.number().int().optional(),
  allInitials: z.array(z.string()).optional(),
  customerId: z.string().optional(),
  onboardingStatus: TenantOnboardingStatus.optional(),
  isDisabled: z.boolean().optional(),
  isOnboarded: z.boolean().optional(),
  domains: z.array(z.string()).optional(),
  eTag: ETag.optional(),
})
export type Tenant = z.infer<typeof Tenant>

/** `customerId` is the printed code (`CUS1001`); `tenantId` is the tenant's `id`. */
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

/** A role in one customer; `roleId` is the id of user or admin. */
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

const Name = freeLine(1000).refine((text) => text.length >= 1 && text.length <= 80, { error: 'errors.user.name' })

/** The saved fields of a person, without address and roles. */
export const UserUpdate = z.object({
  eTag: ETag.optional(),
  firstName: Name,
  lastName: Name,
  /** Up to three letters, with a digit added when they clash in a tenant; empty means the default ones. */
  initials: freeText(100)
    .refine((text) => /^(\p{L}{1,3}\d{0,2})?$/u.test(text), { error: 'errors.user.initials' })
    .optional(),
  language: z.enum(Language.options, { error: 'errors.user.language' }).optional(),
  region: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'errors.user.region' })
    .nullish(),
  unit: z.enum(Unit.options, { error: 'errors.user.unit' }).optional(),
})

/** A person to offboard, or to delete (domain §15). */
export const RemovedUser = z.union([Id, z.object({ userId: Id, mode: z.enum(['offboard', 'delete']) })])

/** The fields of their record that people may change themselves (spec §7). */
export const ProfileUpdate = UserUpdate.partial()
