/** Validation of a person's record (spec §5, domain §9.1, §9.2). */
import { fail } from '../kit/api-error'
import { emailOf } from '../kit/email-address'

/** Returns the address to store. Throws for an invalid one, or one outside the tenant's domains, if it has any. */
export function parseEmail(text: string, { domains, field }: { domains: readonly string[]; field: string }): string {
  const address = emailOf(text) ?? fail(4000, { errors: { [field]: 'errors.user.email' } })
  if (domains.length && !domains.includes(address.domain)) fail(4000, { errors: { [field]: 'errors.user.domain' } })
  return address.email
}
