/** The roles of the signed-in person, tenant by tenant and customer by customer. */
import { type Person, roleAt } from '~/backend/person.server'
import { customerPermissionsIn, type EffectiveRole } from '~/domain/effective-role'
import { href } from '~/hrefs'

export interface OwnRole extends EffectiveRole {
  id: string
  kind: 'tenant' | 'customer'
  name: string
  href: string | null
}

/** Returns the effective role in each tenant of the person, and in each customer with a role. */
export function ownRoles(person: Person): OwnRole[] {
  const { info } = person
  const nameOf = (tenantId: string) => info.tenants.find((one) => one.tenantId === tenantId)?.name ?? tenantId
  return info.tenantUsers.flatMap(({ tenantId }): OwnRole[] => {
    const tenantRole = roleAt(person, { tenantId })
    if (!tenantRole) return []
    const own = { id: tenantId, kind: 'tenant' as const, name: nameOf(tenantId), ...tenantRole }
    const customers = customerPermissionsIn(info, tenantId).flatMap(({ customerId, customerName }): OwnRole[] => {
      const customerRole = roleAt(person, { tenantId, customerId })
      const name = customerName ?? info.customers.find((one) => one.id === customerId)?.name ?? customerId
      return customerRole
        ? [
            {
              id: customerId,
              kind: 'customer',
              name,
              href: href('customer', { tenantId, customerId }),
              ...customerRole,
            },
          ]
        : []
    })
    return [{ ...own, href: tenantRole.role === 'no-access' ? null : href('tenant', { tenantId }) }, ...customers]
  })
}
