/** Records of invited people; the person behind one is bound at the first sign-in (domain §9.2). */
import { randomUUID } from 'node:crypto'
import { defaultInitials, unusedInitials } from './initials'
import type { World } from './world'

export interface Invitation {
  tenantId: string
  email: string
  firstName: string
  lastName: string
  initials?: string
  language?: 'en' | 'fr'
  region?: string | null
  unit?: 'metric' | 'us'
}

/** Writes the record and returns its id. The address must be free in the tenant. */
export function invite({ store, clock }: World, person: Invitation): string {
  const id = randomUUID()
  const initials = person.initials || defaultInitials(person)
  store.run(
    `INSERT INTO tenant_user (id, tenant_id, email, first_name, last_name, initials, language, region, unit, created_at, version)
     VALUES (?,?,?,?,?,?,?,?,?,?,1)`,
    id,
    person.tenantId,
    person.email,
    person.firstName,
    person.lastName,
    unusedInitials(store, { tenantId: person.tenantId, userId: id, initials }),
    person.language ?? 'en',
    person.region ?? null,
    person.unit ?? 'metric',
    clock.now(),
  )
  return id
}

/** Guesses names from an address: `jane.doe@…` is Jane Doe until she changes it. */
export function namesFrom(email: string): { firstName: string; lastName: string } {
  const [first = '', ...others] = (email.split('@')[0] ?? '')
    .split(/[._+-]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return { firstName: first, lastName: others.join(' ') }
}
