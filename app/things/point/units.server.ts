/** In which units somebody reads and types, in the tenant of an address. */
import type { Person } from '~/backend/person.server'
import type { UnitSystem } from '~/domain/units'

export function unitsOf({ person }: { person: Person }, { tenantId }: { tenantId: string }): UnitSystem {
  return person.info.tenantUsers.find((record) => record.tenantId === tenantId)?.unit ?? 'metric'
}
