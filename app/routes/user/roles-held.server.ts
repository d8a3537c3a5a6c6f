/** The data of the form of a person's roles: present roles, customers to select from, and what may be assigned. */
import { type Customer, type CustomerPermission, type Permission, tenant } from '#contracts/tenant'
import type { Panel, Reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { displayName } from '~/domain/current-user'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { isLastAdmin, ownCustomers, rolesHeld } from '~/things/user/held.server'
import { customerSizes } from './customer-sizes.server'

/** The page size of the service; further customers are found by search. */
const customersShown = 200

export async function rolesPageData(made: Reader, at: ParamsFor<'userRoles'>, request: Request) {
  const { read, may, person, features, language, age } = made
  if (!may('role.manage') && !features.customerUser) throw new Response(null, { status: 404 })
  const path = { id: at.tenantId, userId: at.userId }
  const search = new URL(request.url).searchParams.get('q')?.trim().slice(0, 200) ?? ''
  const [user, permissions, customerPermissions, customers, sizes] = await Promise.all([
    read(tenant.getUser, { path }),
    read(tenant.getUserPermissions, { path }),
    read(tenant.getUserCustomerPermissions, { path }),
    customersToChoose(made, at, { search, most: customersShown }),
    customerSizes(made, at.tenantId),
  ])
  const own = ownCustomers(made)
  const name = displayName(user) || user.email
  return {
    ...(await rolesChoice(made, at, { permissions, customerPermissions, customers })),
    isCut: customers.ok && (customers.value.length === customersShown || search !== ''),
    search,
    user: { name },
    isSelf: person.info.tenantUsers.some(({ id }) => id === at.userId),
    isRootTenant: at.tenantId === config().rootTenantId,
    sizes: sizes && { ...sizes, customers: sizes.customers.filter(({ id }) => !own || own.includes(id)) },
    age: age(),
    crumbs: [
      { name: translator(language)('main:view.users'), href: href('users', at) },
      { name, href: href('user', at) },
      { name: translator(language)('main:user.page.changeRoles'), href: href('userRoles', at) },
    ],
  }
}

export type RolesPageData = Awaited<ReturnType<typeof rolesPageData>>

/** Returns the first customers of the tenant, or those that match a search. */
export function customersToChoose(
  { panel }: Reader,
  { tenantId }: Pick<ParamsFor<'userRoles'>, 'tenantId'>,
  { search, most }: { search?: string; most: number },
): Promise<Panel<Customer[]>> {
  return panel(tenant.listCustomers, {
    path: { id: tenantId },
    query: { pageSize: most, search: search || undefined },
  })
}

interface RolesKnown {
  permissions: readonly Permission[]
  customerPermissions: readonly CustomerPermission[]
  customers: Panel<readonly Customer[]>
}

/** Returns the data of the form, for each page that shows it. */
export async function rolesChoice(
  made: Reader,
  at: ParamsFor<'userRoles'>,
  { permissions, customerPermissions, customers }: RolesKnown,
) {
  const { read, may, person, features } = made
  const held = rolesHeld(permissions, customerPermissions)
  const own = ownCustomers(made)
  const listed = (customers.ok ? customers.value : []).filter(({ id }) => !own || own.includes(id))
  // Only an administrator can be the last one.
  const isAdmin = held.tenantRole === 'admin' && may('role.manage')
  const everyones = isAdmin ? await read(tenant.listPermissions, { path: { id: at.tenantId } }) : []
  return {
    at,
    tenantName: person.info.tenants.find((one) => one.tenantId === at.tenantId)?.name ?? '',
    tenantRole: held.tenantRole,
    customers: withHeld(listed, customerPermissions).map((customer) => ({
      ...customer,
      role: held.customerRoles.find(({ customerId }) => customerId === customer.id)?.role ?? null,
    })),
    customersAreKnown: customers.ok,
    mayTenant: may('role.manage'),
    mayCustomers: features.customerUser && (may('role.manage') || may('custperm.manage')),
    isLastAdmin: isLastAdmin(everyones, at.userId),
  }
}

export type RolesChoice = Awaited<ReturnType<typeof rolesChoice>>

/** Returns the customers to select from; those with a role first, listed or not. */
function withHeld(
  listed: readonly { id: string; customerId: string; name: string }[],
  held: readonly { customerId: string; customerName?: string }[],
): { id: string; code: string; name: string }[] {
  const codes = new Map(listed.map(({ id, customerId }) => [id, customerId]))
  return [
    ...held.map(({ customerId: id, customerName }) => ({ id, code: codes.get(id) ?? '', name: customerName ?? id })),
    ...listed.flatMap(({ id, customerId: code, name }) =>
      held.some(({ customerId }) => customerId === id) ? [] : [{ id, code, name }],
    ),
  ]
}
