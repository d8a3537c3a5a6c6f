/** The initials of a person's record (spec §5, §9, domain §9.1). */
import type { Store } from './store'

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
