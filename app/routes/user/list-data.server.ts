/** What a list of people shows, for one tenant's list as for that of all tenants. */
import type { RoleName } from '#contracts/permissions'
import { type TenantUser, tenant } from '#contracts/tenant'
import { asPanel, type Reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { displayName, initialsOf } from '~/domain/current-user'
import { customerRole } from '~/domain/effective-role'
import { href, type Search } from '~/hrefs'
import { leadOn } from '~/screens/list/lead-on.server'
import { notUnderstood } from '~/screens/list/not-understood'
import { orRefused } from '~/screens/list/refused-filter.server'
import { type Column, columns, filtersOf, isFiltered, peopleSearch, sortOf } from './filter'
import { findPeople, noPeople } from './find-people.server'
import { shownRole } from './shown-role.server'

const pageSize = 50

const tenantLevel = ['admin', 'user', 'customer-admin', 'customer-user', 'no-access'] as const satisfies RoleName[]
const customerLevel = ['customer-admin', 'customer-user'] as const satisfies RoleName[]

export type PersonRow = ReturnType<typeof personRow>

/** A person as a row; `tenants` gives the tenant's name where people of several are listed. */
export function personRow(user: TenantUser, tenants?: ReadonlyMap<string, string>) {
  return {
    id: user.id,
    name: displayName(user) || user.email,
    initials: initialsOf(user),
    email: user.email,
    role: shownRole(user.role, user.tenantId),
    customers: (user.customerPermissions ?? []).map(({ customerId, customerName, roleId }) => ({
      name: customerName ?? customerId,
      role: customerRole(roleId, config().roleIds),
    })),
    tenantId: user.tenantId,
    tenant: tenants ? (tenants.get(user.tenantId) ?? user.tenantId) : null,
    created: user.created ?? null,
  }
}

/** The rows an address asks for and the links around them. `listHref` writes the list's own address. */
export async function peopleListData(
  reader: Reader,
  given: {
    tenantId: string | null
    request: Request
    listHref: (search: Search) => string
    csvHref: (search: Search) => string
  },
) {
  const { tenantId, request, listHref, csvHref } = given
  const { may, person } = reader
  const seesEveryone = may('role.manage')
  const bulk = tenantId !== null && seesEveryone ? bulkLinks(tenantId) : {}
  leadOn(request, bulk)
  const search = peopleSearch(new URL(request.url).searchParams)
  const [{ found, refused }, customers] = await Promise.all([
    orRefused(request, findPeople(reader, { tenantId, search, pageSize }), noPeople),
    tenantId
      ? asPanel(reader.ask(tenant.listCustomers, { path: { id: tenantId }, query: { pageSize: 200 } }))
      : { ok: true as const, value: [] },
  ])
  const known = { user: [], to: '-', all: '-', sort: search.sort, ...filtersOf(search) }
  const unclear = notUnderstood(request, known, refused)
  const filters = filtersOf(search)
  const tenants = tenantId ? undefined : new Map(person.info.tenants.map((one) => [one.tenantId, one.name]))
  const roles: readonly RoleName[] = seesEveryone ? tenantLevel : customerLevel
  const sort = (column: Column) => {
    const { next, direction } = sortOf(search, column)
    return { href: listHref({ ...filters, sort: next }), direction }
  }
  return {
    rows: found.people.map((user) => personRow(user, tenants)),
    total: found.total,
    isCut: found.isCut,
    search,
    unclear,
    refused,
    isFiltered: isFiltered(search),
    roles,
    customers: customers.ok ? customers.value.map(({ id, name }) => ({ value: id, label: name })) : [],
    seesEveryone,
    hasTenants: tenantId === null,
    sorts: Object.fromEntries(columns.map((column) => [column, sort(column)])) as Record<
      Column,
      ReturnType<typeof sort>
    >,
    links: {
      list: listHref({}),
      clear: listHref({ sort: search.sort }),
      first: search.after ? listHref({ ...filters, sort: search.sort }) : null,
      next: found.next && listHref({ ...filters, sort: search.sort, after: found.next }),
      csv: csvHref({ ...filters, sort: search.sort }),
      /** What can be done with those that are ticked. */
      bulk: unclear.length > 0 ? [] : (Object.keys(bulk) as Move[]),
    },
  }
}

export type PeopleListData = Awaited<ReturnType<typeof peopleListData>>

type Move = 'give' | 'take' | 'offboard' | 'delete'

function bulkLinks(tenantId: string): Record<Move, string> {
  return {
    give: href('usersRoleGiving', { tenantId }),
    take: href('usersRoleTaking', { tenantId }),
    offboard: href('usersOffboarding', { tenantId }),
    delete: href('usersDeletion', { tenantId }),
  }
}
