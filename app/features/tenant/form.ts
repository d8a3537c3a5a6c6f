/** The forms of a tenant (spec §5, domain §9.1). */
import { z } from 'zod'
import { freeLine } from '#contracts/scalars'
import type { Tenant } from '#contracts/tenant'
import { readTenantDomains, showTenantDomains } from '~/domain/tenant-domains'
import type { InputValues } from '~/kit/edit/fields'
import { shapeOf } from '~/kit/edit/schema'
import { tenantFields } from './shared/fields'

const maxDomains = 50
const maxDomainLength = 253

const name = freeLine(tenantFields.name.maxLength).refine((text) => text.length >= 2, { error: 'errors:tenant.name' })

const domains = z
  .string()
  .max(tenantFields.domains.maxLength)
  .default('')
  .transform(readTenantDomains)
  .refine((list) => list.length <= maxDomains, { error: 'errors:tenant.tooManyDomains' })
  .refine((list) => list.every((domain) => domain.length <= maxDomainLength), { error: 'errors:tenant.domain' })

export const TenantCreationForm = z.object({
  name,
  tenantId: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, { error: 'errors:tenant.code' })
    .optional(),
  domains,
})
export type TenantCreationForm = z.infer<typeof TenantCreationForm>

const { isDisabled } = shapeOf(tenantFields, 'en')
export const TenantEditForm = z.object({ name, domains, isDisabled })
export type TenantEditForm = z.infer<typeof TenantEditForm>

type TenantValues = Pick<Tenant, 'name' | 'domains' | 'isDisabled'> & { mayDisable: boolean }

/** Returns the form values of a tenant; the checkbox only if the person may change it. */
export function tenantToForm({ name, domains = [], isDisabled, mayDisable }: TenantValues): InputValues {
  const values = { name, domains: showTenantDomains(domains) }
  return mayDisable ? { ...values, isDisabled: isDisabled ? 'on' : '' } : values
}
