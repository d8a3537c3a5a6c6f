/** A person's own record in a tenant: how they read and type there. */
import type { UnitSystem } from '~/domain/units'
import type { Person } from './person.server'

type OwnRecord = Person['info']['tenantUsers'][number]

/** Returns the person's record in the tenant, else the first one they have. */
export function ownRecord({ info }: Person, tenantId: string | undefined): OwnRecord | undefined {
  return info.tenantUsers.find((one) => one.tenantId === tenantId) ?? info.tenantUsers[0]
}

/** Returns the unit system of the person, the same for pages, forms and files. */
export function unitsOf(person: Person, tenantId: string | undefined): UnitSystem {
  return ownRecord(person, tenantId)?.unit ?? 'metric'
}
