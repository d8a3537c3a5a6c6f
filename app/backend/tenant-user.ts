/** A person's own record in a tenant: how they read and type there. */
import type { UnitSystem } from '~/domain/units'
import type { Person } from './person.server'

type TenantUser = Person['info']['tenantUsers'][number]

/** Returns the person's record in the tenant, else the first one they have. */
export function tenantUserOf({ info }: Person, tenantId: string | undefined): TenantUser | undefined {
  return info.tenantUsers.find((one) => one.tenantId === tenantId) ?? info.tenantUsers[0]
}

/** Returns the unit system of the person, the same for pages, forms and files. */
export function unitSystemOf(person: Person, tenantId: string | undefined): UnitSystem {
  return tenantUserOf(person, tenantId)?.unit ?? 'metric'
}
