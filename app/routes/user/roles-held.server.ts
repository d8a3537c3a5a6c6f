/** What a change of somebody's roles begins from: the roles held, the customers to choose from, and what may be given. */
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { displayName } from '~/domain/current-user'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { isLastAdmin, ownCustomers, rolesHeld } from '~/things/user/held.server'
import { customerSizes } from './customer-sizes.server'

/** As many customers as one page of the service holds; the others are found by searching. */
const customersShown = 200

export async function rolesPageData(made: Reader, at: ParamsFor<'userRoles'>, request: Request) {
  const { read, panel, may, person, features, language, age } = made
  if (!may('role.manage') && !features.customerUser) throw new Response(null, { status: 404 })
  const path = { id: at.tenantId, userId: at.userId }
  const search = new URL(request.url).searchParams.get('q')?.trim().slice(0, 200) ?? ''
  const [user, permissions, customerPermissions, everyones, customers, sizes] = await Promise.all([
    read(tenant.getUser, { path }),
    read(tenant.getUserPermissions, { path }),
    read(tenant.getUserCustomerPermissions, { path }),
    may('role.manage') ? read(tenant.listPermissions, { path: { id: at.tenantId } }) : [],
    panel(tenant.listCustomers, {
      path: { id: at.tenantId },
      query: { pageSize: customersShown, search: search || undefined },
    }),
    customerSizes(made, at.tenantId),
  ])
  const held = rolesHeld(permissions, customerPermissions)
  const own = ownCustomers(made)
  const listed = (customers.ok ? customers.value : []).filter(({ id }) => !own || own.includes(id))
  const name = displayName(user) || user.email
  return {
    at,
    user: { name },
    tenantName: person.info.tenants.find((one) => one.tenantId === at.tenantId)?.name ?? '',
    tenantRole: held.tenantRole,
    customers: withHeld(listed, customerPermissions).map((customer) => ({
      ...customer,
      role: held.customerRoles.find(({ customerId }) => customerId === customer.id)?.role ?? null,
    })),
    customersAreKnown: customers.ok,
    isCut: customers.ok && (customers.value.length === customersShown || search !== ''),
    search,
    mayTenant: may('role.manage'),
    mayCustomers: features.customerUser && (may('role.manage') || may('custperm.manage')),
    isSelf: person.info.tenantUsers.some(({ id }) => id === at.userId),
    isLastAdmin: isLastAdmin(everyones, at.userId),
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

/** The customers to choose from; those in which a role is held come first, listed or not. */
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
