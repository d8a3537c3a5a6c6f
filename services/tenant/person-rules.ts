/** Validation of a person's record (spec §5, domain §9.1, §9.2). */
import { fail } from '../kit/api-error'
import type { Store } from '../kit/store'
import { domainOf } from './domains'

/** Returns the address in lower case and its domain in ASCII; null when it is not an address. */
export function emailOf(text: string): { email: string; domain: string } | null {
  const [, local, rest] = /^([^\s@"(),:;<>[\]\\]{1,64})@([^\s@]+)$/.exec(text.trim().toLowerCase()) ?? []
  const domain = rest === undefined ? null : domainOf(rest)
  if (!local || !domain || /^\.|\.\.|\.$/.test(local)) return null
  const email = `${local}@${domain}`
  return email.length <= 254 ? { email, domain } : null
}

/** Returns the address to store. Throws for an invalid one, or one outside the tenant's domains, if it has any. */
export function parseEmail(text: string, { domains, field }: { domains: readonly string[]; field: string }): string {
  const address = emailOf(text) ?? fail(4000, { errors: { [field]: 'errors.user.email' } })
  if (domains.length && !domains.includes(address.domain)) fail(4000, { errors: { [field]: 'errors.user.domain' } })
  return address.email
}

/** Returns the first letters of the first and the last name; UU without either (spec §5, §9). */
export const defaultInitials = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  firstName.charAt(0) + lastName.charAt(0) || 'UU'

/** Returns initials that are unique in the tenant: a digit is added on a clash (domain §9.1). */
export function unusedInitials(
  store: Store,
  { tenantId, userId, initials }: { tenantId: string; userId: string; initials: string },
): string {
  const upper = initials.toUpperCase()
  const used = new Set(
    store
      .all<{ initials: string }>('SELECT initials FROM tenant_user WHERE tenant_id = ? AND id <> ?', tenantId, userId)
      .map(({ initials }) => initials),
  )
  if (!used.has(upper)) return upper
  const stem = upper.replace(/(?<!\d)\d+$/, '')
  for (let digit = 2; ; digit += 1) {
    if (!used.has(`${stem}${digit}`)) return `${stem}${digit}`
  }
}
