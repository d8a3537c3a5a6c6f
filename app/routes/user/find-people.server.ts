/** Finds people of one tenant or of all, with filters and sort. */

import type { RoleName } from '#contracts/permissions'
import { type TenantUser, tenant } from '#contracts/tenant'
import { bareList, pagesOf } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { displayName, initialsOf } from '~/domain/current-user'
import { isAmong } from '~/screens/list/filter'
import type { PeopleFilter } from './filter'
import { shownRole } from './shown-role.server'

export interface FoundPeople {
  people: TenantUser[]
  total: number | null
  /** The `after` of the next page; null at the end. */
  next: string | null
  /** Whether the search stopped at its limit. */
  isCut: boolean
}

export const sorts = ['name', 'email', 'initials', 'role', 'created'] as const
type Sort = (typeof sorts)[number]

export interface PeopleWanted {
  /** Null for all tenants. */
  tenantId: string | null
  filter: PeopleFilter
  /** A column, with `-` for descending; by last name without it. */
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
  /** The limit of people that are read for a filter or sort that the service does not have. */
  most?: number | undefined
}

const largestPage = 200

/**
 * Returns one page of people. The service filters by name and one role, and sorts by last name; several roles are read
 * one by one. Several roles, customer, initials and other sorts are applied here to the first `max` matches.
 */
export async function findPeople(reader: Pick<Reader, 'page'>, wanted: PeopleWanted): Promise<FoundPeople> {
  const { filter, sort, after, pageSize } = wanted
  const [role, ...otherRoles] = filter.role ?? []
  if (!filter.customer && !filter.initials && !sort && otherRoles.length === 0) {
    const found = await ask(reader, wanted, { pageSize, after, role })
    return { people: found.reply, total: found.totalCount, next: found.continuationToken, isCut: false }
  }
  const { people, isCut } = await lookThrough(reader, wanted)
  const matching = people.filter((person) => matches(person, filter)).sort(orderOf(sort))
  const from = Number(after) || 0
  const next = from + pageSize
  return {
    people: matching.slice(from, next),
    total: matching.length,
    next: next < matching.length ? String(next) : null,
    isCut,
  }
}

/** Returns the people of all roles without duplicates. */
async function lookThrough(reader: Pick<Reader, 'page'>, wanted: PeopleWanted) {
  const roles = wanted.filter.role ?? [undefined]
  const found = await Promise.all(roles.map((role) => lookThroughRole(reader, wanted, role)))
  const people = new Map(
    found.flatMap((one) => one.people).map((person) => [`${person.tenantId} ${person.id}`, person]),
  )
  return { people: [...people.values()], isCut: found.some(({ isCut }) => isCut) }
}

async function lookThroughRole(reader: Pick<Reader, 'page'>, wanted: PeopleWanted, role: RoleName | undefined) {
  const { most = 2_000 } = wanted
  const people: TenantUser[] = []
  const read = async (after: string | undefined) => {
    const { reply, continuationToken } = await ask(reader, wanted, { pageSize: largestPage, after, role })
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
  { tenantId, filter: { q } }: Pick<PeopleWanted, 'tenantId' | 'filter'>,
  { pageSize, after, role }: Pick<PeopleWanted, 'pageSize' | 'after'> & { role: RoleName | undefined },
) {
  const asked = role === 'super-admin' ? 'admin' : role
  const query = { pageSize, search: q, role: asked, continuationToken: after }
  return tenantId ? page(tenant.listUsers, { path: { id: tenantId }, query }) : page(tenant.listAllUsers, { query })
}

function matches(person: TenantUser, { customer, initials }: PeopleFilter): boolean {
  const holds = person.customerPermissions?.some(({ customerId }) => isAmong(customer, customerId)) ?? false
  const hasInitials = initialsOf(person)
    .toLocaleUpperCase()
    .startsWith((initials ?? '').toLocaleUpperCase())
  return (!customer || holds) && hasInitials
}

const keyOf: Record<Sort, (person: TenantUser) => string> = {
  name: ({ lastName, firstName }) => `${lastName} ${firstName}`,
  email: ({ email }) => email,
  initials: initialsOf,
  role: ({ role, tenantId }) => shownRole(role, tenantId) ?? '',
  created: ({ created }) => created ?? '',
}

function orderOf(sort: string | undefined): (a: TenantUser, b: TenantUser) => number {
  const key = keyOf[(sort?.replace(/^-/, '') ?? 'name') as Sort]
  const direction = sort?.startsWith('-') ? -1 : 1
  const byName = (a: TenantUser, b: TenantUser) =>
    displayName(a).localeCompare(displayName(b), 'en') || (a.id < b.id ? -1 : 1)
  return (a, b) => direction * key(a).localeCompare(key(b), 'en', { numeric: true }) || byName(a, b)
}
