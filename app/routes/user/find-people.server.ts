/** People of a tenant, or of all of them, as an address narrows and sorts them. */
import { type TenantUser, tenant } from '#contracts/tenant'
import { bareList, pagesOf } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { displayName, initialsOf } from '~/domain/current-user'
import type { Column, PeopleSearch } from './filter'
import { shownRole } from './shown-role.server'

export interface FoundPeople {
  people: TenantUser[]
  total: number | null
  /** What `after` is for the next page; null at the end. */
  next: string | null
  /** More people are there than can be looked through for this filter or sort. */
  isCut: boolean
}

/** What is found where nothing can be looked for. */
export const noPeople: FoundPeople = { people: [], total: 0, next: null, isCut: false }

const largestPage = 200
/** How many people are looked through for a page, for what the service cannot filter or sort itself. */
const mostPeople = 2_000

/**
 * One page of people. Name and role are filtered by the service, which lists by last name; the customer, the initials
 * and any other order are found by looking through the first `most` who match the rest. `tenantId` null: all tenants.
 */
export async function findPeople(
  reader: Pick<Reader, 'page'>,
  given: { tenantId: string | null; search: PeopleSearch; pageSize: number; most?: number },
): Promise<FoundPeople> {
  const { tenantId, search, pageSize, most = mostPeople } = given
  if (!search.customer && !search.initials && !search.sort) {
    const found = await ask(reader, tenantId, search, pageSize, search.after)
    return { people: found.reply, total: found.totalCount, next: found.continuationToken, isCut: false }
  }
  const { people, isCut } = await lookThrough(reader, { tenantId, search, most })
  const matching = people.filter((person) => matches(person, search)).sort(orderOf(search.sort))
  const from = Number(search.after) || 0
  const next = from + pageSize
  return {
    people: matching.slice(from, next),
    total: matching.length,
    next: next < matching.length ? String(next) : null,
    isCut,
  }
}

async function lookThrough(
  reader: Pick<Reader, 'page'>,
  { tenantId, search, most }: { tenantId: string | null; search: PeopleSearch; most: number },
) {
  const people: TenantUser[] = []
  const read = async (after: string | undefined) => {
    const { reply, continuationToken } = await ask(reader, tenantId, search, largestPage, after)
    return { reply, continuationToken }
  }
  for await (const { page, isCut } of pagesOf(read, bareList)) {
    people.push(...page.reply)
    if (isCut || (people.length >= most && page.continuationToken !== null)) return { people, isCut: true }
  }
  return { people, isCut: false }
}

function ask(
  { page }: Pick<Reader, 'page'>,
  tenantId: string | null,
  { q, role }: PeopleSearch,
  pageSize: number,
  after: string | null | undefined,
) {
  const asked = role === 'super-admin' ? 'admin' : role
  const query = { pageSize, search: q, role: asked, continuationToken: after ?? undefined }
  return tenantId ? page(tenant.listUsers, { path: { id: tenantId }, query }) : page(tenant.listAllUsers, { query })
}

function matches(person: TenantUser, { customer, initials }: PeopleSearch): boolean {
  const holds = person.customerPermissions?.some(({ customerId }) => customerId === customer) ?? false
  const hasInitials = initialsOf(person)
    .toLocaleUpperCase()
    .startsWith((initials ?? '').toLocaleUpperCase())
  return (!customer || holds) && hasInitials
}

const keyOf: Record<Column, (person: TenantUser) => string> = {
  name: ({ lastName, firstName }) => `${lastName} ${firstName}`,
  email: ({ email }) => email,
  initials: initialsOf,
  role: ({ role, tenantId }) => shownRole(role, tenantId) ?? '',
  created: ({ created }) => created ?? '',
}

function orderOf(sort: PeopleSearch['sort']): (a: TenantUser, b: TenantUser) => number {
  const key = keyOf[(sort?.replace(/^-/, '') ?? 'name') as Column]
  const direction = sort?.startsWith('-') ? -1 : 1
  const byName = (a: TenantUser, b: TenantUser) =>
    displayName(a).localeCompare(displayName(b)) || (a.id < b.id ? -1 : 1)
  return (a, b) => direction * key(a).localeCompare(key(b), undefined, { numeric: true }) || byName(a, b)
}
