/** What a person's own records say of them in a tenant: how they read and type there. */
import type { UnitSystem } from '~/domain/units'
import type { Person } from './person.server'

type OwnRecord = Person['info']['tenantUsers'][number]

/** Their record in the tenant; who enters it without one keeps the first they have anywhere. */
export function ownRecord({ info }: Person, tenantId: string | undefined): OwnRecord | undefined {
  return info.tenantUsers.find((one) => one.tenantId === tenantId) ?? info.tenantUsers[0]
}

/** The units they read and type in: pages, forms and files say the same. */
export function unitsOf(person: Person, tenantId: string | undefined): UnitSystem {
  return ownRecord(person, tenantId)?.unit ?? 'metric'
}
