/** The data of the form of a person's roles: present roles, customers to select from, and what may be assigned. */
import { type Customer, type CustomerPermission, type Permission, tenant } from '#contracts/tenant'
import type { Panel, Reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { displayName } from '~/domain/current-user'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { unknownParams } from '~/kit/list/unknown-params'
import type { ParamsFor } from '~/paths'
import { customerSizes } from './customer-sizes.server'
import { grantableCustomers, isLastAdmin, rolesFromPermissions } from './roles.server'

/** The page size of the service; further customers are found by search. */
const maxCustomers = 200

export async function rolesPageData(reader: Reader, at: ParamsFor<'userRoles'>, request: Request) {
  const { read, may, person, features, language, age } = reader
  if (!may('role.manage') && !features.customerUser) throw new Response(null, { status: 404 })
  const path = { id: at.tenantId, userId: at.userId }
  const search = new URL(request.url).searchParams.get('q')?.trim().slice(0, 200) ?? ''
  const [user, permissions, customerPermissions, customers, sizes] = await Promise.all([
    read(tenant.getUser, { path }),
    read(tenant.getUserPermissions, { path }),
    read(tenant.getUserCustomerPermissions, { path }),
    customerChoices(reader, at, { search, max: maxCustomers }),
    customerSizes(reader, at.tenantId),
  ])
  const own = grantableCustomers(reader)
  const name = displayName(user) || user.email
  return {
    ...(await roleChoices(reader, at, { permissions, customerPermissions, customers })),
    isCut: customers.ok && (customers.value.length === maxCustomers || search !== ''),
    search,
    user: { name },
    isSelf: person.info.tenantUsers.some(({ id }) => id === at.userId),
    isRootTenant: at.tenantId === config().rootTenantId,
    sizes: sizes && { ...sizes, customers: sizes.customers.filter(({ id }) => !own || own.includes(id)) },
    ignored: unknownParams(request, { q: '-', changed: '-' }),
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
export function customerChoices(
  { panel }: Reader,
  { tenantId }: Pick<ParamsFor<'userRoles'>, 'tenantId'>,
  { search, max }: { search?: string; max: number },
): Promise<Panel<Customer[]>> {
  return panel(tenant.listCustomers, {
    path: { id: tenantId },
    query: { pageSize: max, search: search || undefined },
  })
}

interface RolesRead {
  permissions: readonly Permission[]
  customerPermissions: readonly CustomerPermission[]
  customers: Panel<readonly Customer[]>
}

/** Returns the data of the form, for each page that shows it. */
export async function roleChoices(
  reader: Reader,
  at: ParamsFor<'userRoles'>,
  { permissions, customerPermissions, customers }: RolesRead,
) {
  const { read, may, person, features } = reader
  const current = rolesFromPermissions(permissions, customerPermissions)
  const own = grantableCustomers(reader)
  const listed = (customers.ok ? customers.value : []).filter(({ id }) => !own || own.includes(id))
  // Only an administrator can be the last one.
  const isAdmin = current.tenantRole === 'admin' && may('role.manage')
  const allPermissions = isAdmin ? await read(tenant.listPermissions, { path: { id: at.tenantId } }) : []
  return {
    at,
    tenantName: person.info.tenants.find((one) => one.tenantId === at.tenantId)?.name ?? '',
    tenantRole: current.tenantRole,
    customers: withOwnCustomers(listed, customerPermissions).map((customer) => ({
      ...customer,
      role: current.customerRoles.find(({ customerId }) => customerId === customer.id)?.role ?? null,
    })),
    customersAreKnown: customers.ok,
    mayTenant: may('role.manage'),
    mayCustomers: features.customerUser && (may('role.manage') || may('custperm.manage')),
    isLastAdmin: isLastAdmin(allPermissions, at.userId),
  }
}

export type RoleChoices = Awaited<ReturnType<typeof roleChoices>>

/** Returns the customers to select from; those with a role first, listed or not. */
function withOwnCustomers(
  listed: readonly { id: string; customerId: string; name: string }[],
  permissions: readonly { customerId: string; customerName?: string }[],
): { id: string; code: string; name: string }[] {
  const codes = new Map(listed.map(({ id, customerId }) => [id, customerId]))
  return [
    ...permissions.map(({ customerId: id, customerName }) => ({
      id,
      code: codes.get(id) ?? '',
      name: customerName ?? id,
    })),
    ...listed.flatMap(({ id, customerId: code, name }) =>
      permissions.some(({ customerId }) => customerId === id) ? [] : [{ id, code, name }],
    ),
  ]
}
