/** The e-mail domains of a tenant (spec §5, domain §9.1). */
import { publicMailDomains } from '../contracts/organisation'
import type { Tenant } from '../contracts/tenant'
import { fail } from '../kit/api-error'
import { domainOf } from '../kit/email-address'
import type { Store } from '../kit/store'

const mostDomains = 50
/**
 * Returns the domains to store: entries without a letter or digit of any script are dropped, the others normalized and
 * deduplicated. Throws 4901 with a key per entry that is invalid or belongs to a tenant other than `tenantId`, the nil
 * id for a new one.
 */
export function parseDomains(store: Store, texts: readonly string[], tenantId: string): string[] {
  const errors: Record<string, string> = {}
  const domains = new Set<string>()
  for (const [index, text] of texts.entries()) {
    if (!/[\p{L}\p{N}_]/u.test(text)) continue
    const domain = domainOf(text)
    if (!domain) errors[`domains.${index}`] = 'errors.tenant.domain'
    else if (isTaken(store, domain, tenantId)) errors[`domains.${index}`] = 'errors.tenant.domainTaken'
    else domains.add(domain)
  }
  if (domains.size > mostDomains) errors.domains = 'errors.tenant.tooManyDomains'
  if (Object.keys(errors).length) fail(4901, { errors })
  return [...domains]
}

/** Returns the tenant with a warning for each domain of a public mail provider. */
export function withWarnings(tenant: Tenant): Tenant {
  const warnings = (tenant.domains ?? [])
    .filter((domain) => publicMailDomains.has(domain))
    .map((value) => ({ field: 'domains', key: 'errors.tenant.publicDomain', value }))
  return warnings.length ? { ...tenant, warnings } : tenant
}

const isTaken = (store: Store, domain: string, tenantId: string) =>
  store.get(
    'SELECT 1 FROM tenant t WHERE t.id <> ? AND EXISTS (SELECT 1 FROM json_each(t.domains) d WHERE d.value = ?)',
    tenantId,
    domain,
  ) !== undefined
