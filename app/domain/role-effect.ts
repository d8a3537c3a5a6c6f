/** The customers and sites that a change of roles opens or closes (domain §9.3). */
import type { RoleAssignments } from '~/domain/role-changes'

export interface CustomerSize {
  id: string
  name: string
  siteCount: number
}

export interface RoleEffect {
  gained: CustomerSize[]
  lost: CustomerSize[]
}

/**
 * Returns the customers a person may enter after the change but not before, and the reverse. A role in the tenant opens
 * all `customers`; customer roles open only theirs.
 */
export function roleEffect(
  before: RoleAssignments,
  after: RoleAssignments,
  customers: readonly CustomerSize[],
): RoleEffect {
  const had = customersOpenTo(before, customers)
  const has = customersOpenTo(after, customers)
  return {
    gained: customers.filter(({ id }) => has.has(id) && !had.has(id)),
    lost: customers.filter(({ id }) => had.has(id) && !has.has(id)),
  }
}

/** Returns the number of sites in some customers. */
export function siteCountOf(customers: readonly CustomerSize[]): number {
  return customers.reduce((sum, { siteCount }) => sum + siteCount, 0)
}

function customersOpenTo(
  { tenantRole, customerRoles }: RoleAssignments,
  customers: readonly CustomerSize[],
): Set<string> {
  if (customerRoles.length > 0) return new Set(customerRoles.map(({ customerId }) => customerId))
  return new Set(tenantRole ? customers.map(({ id }) => id) : [])
}
