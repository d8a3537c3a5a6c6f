/** What a record of a person must look like (spec §5, domain §9.1, §9.2). */
import { refuse } from '../kit/refusal'
import type { Store } from '../kit/store'
import { domainOf } from './domains'

/** The address in lower case and its domain in ASCII; null for what is no address. */
export function emailOf(text: string): { email: string; domain: string } | null {
  const [, local, rest] = /^([^\s@"(),:;<>[\]\\]{1,64})@([^\s@]+)$/.exec(text.trim().toLowerCase()) ?? []
  const domain = rest === undefined ? null : domainOf(rest)
  if (!local || !domain || /^\.|\.\.|\.$/.test(local)) return null
  const email = `${local}@${domain}`
  return email.length <= 254 ? { email, domain } : null
}

/** The address to store; refuses one that is none, or outside the tenant's domains when it names any. */
export function acceptEmail(text: string, { domains, field }: { domains: readonly string[]; field: string }): string {
  const found = emailOf(text) ?? refuse(4000, { errors: { [field]: 'errors.user.email' } })
  if (domains.length && !domains.includes(found.domain)) refuse(4000, { errors: { [field]: 'errors.user.domain' } })
  return found.email
}

/** First letter of the first name and of the last name; UU when there is neither (spec §5, §9). */
export const defaultInitials = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  firstName.charAt(0) + lastName.charAt(0) || 'UU'

/** Initials are unique in a tenant: a digit follows on a clash (domain §9.1). */
export function unusedInitials(
  store: Store,
  { tenantId, userId, wanted }: { tenantId: string; userId: string; wanted: string },
): string {
  const upper = wanted.toUpperCase()
  const taken = new Set(
    store
      .all<{ initials: string }>('SELECT initials FROM tenant_user WHERE tenant_id = ? AND id <> ?', tenantId, userId)
      .map(({ initials }) => initials),
  )
  if (!taken.has(upper)) return upper
  const stem = upper.replace(/(?<!\d)\d+$/, '')
  for (let digit = 2; ; digit += 1) {
    if (!taken.has(`${stem}${digit}`)) return `${stem}${digit}`
  }
}
