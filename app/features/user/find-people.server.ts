/** Finds people of one tenant or of all, with filters and sort. */

import type { RoleName } from '#contracts/permissions'
import { type TenantUser, tenant } from '#contracts/tenant'
import { bareList, pagesOf } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { displayName, initialsOf } from '~/domain/current-user'
import { matchesAny } from '~/kit/list/filter'
import { consoleRole } from './console-role.server'
import type { PeopleFilter } from './filter'

export interface PeopleResults {
  people: TenantUser[]
  total: number | null
  /** The `after` of the next page; null at the end. */
  next: string | null
  /** Whether the search stopped at its limit. */
  isCut: boolean
}

export const sorts = ['name', 'email', 'initials', 'role', 'created'] as const
type Sort = (typeof sorts)[number]

export interface PeopleQuery {
  /** Null for all tenants. */
  tenantId: string | null
  filter: PeopleFilter
  /** A column, with `-` for descending; by last name without it. */
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
  /** The limit of people that are read for a filter or sort that the service does not have. */
  max?: number | undefined
}

const maxPageSize = 200

/**
 * Returns one page of people. The service filters by name and one role, and sorts by last name; several roles are read
 * one by one. Several roles, customer, initials and other sorts are applied here to the first `max` matches.
 */
export async function findPeople(reader: Pick<Reader, 'page'>, query: PeopleQuery): Promise<PeopleResults> {
  const { filter, sort, after, pageSize } = query
  const [role, ...otherRoles] = filter.role ?? []
  if (!filter.customer && !filter.initials && !sort && otherRoles.length === 0) {
    const reply = await readPage(reader, query, { pageSize, after, role })
    return { people: reply.reply, total: reply.totalCount, next: reply.continuationToken, isCut: false }
  }
  const { people, isCut } = await readAll(reader, query)
  const matchedPeople = people.filter((person) => matches(person, filter)).sort(orderOf(sort))
  const from = Number(after) || 0
  const next = from + pageSize
  return {
    people: matchedPeople.slice(from, next),
    total: matchedPeople.length,
    next: next < matchedPeople.length ? String(next) : null,
    isCut,
  }
}

/** Returns the people of all roles without duplicates. */
async function readAll(reader: Pick<Reader, 'page'>, query: PeopleQuery) {
  const roles = query.filter.role ?? [undefined]
  const perRole = await Promise.all(roles.map((role) => readRole(reader, query, role)))
  const people = new Map(
    perRole.flatMap((one) => one.people).map((person) => [`${person.tenantId} ${person.id}`, person]),
  )
  return { people: [...people.values()], isCut: perRole.some(({ isCut }) => isCut) }
}

async function readRole(reader: Pick<Reader, 'page'>, query: PeopleQuery, role: RoleName | undefined) {
  const { max = 2_000 } = query
  const people: TenantUser[] = []
  const read = async (after: string | undefined) => {
    const { reply, continuationToken } = await readPage(reader, query, { pageSize: maxPageSize, after, role })
    return { reply, continuationToken }
  }
  for await (const { page, isCut } of pagesOf(read, bareList)) {
    people.push(...page.reply)
    if (isCut || (people.length >= max && page.continuationToken !== null)) return { people, isCut: true }
  }
  return { people, isCut: false }
}

function readPage(
  { page }: Pick<Reader, 'page'>,
  { tenantId, filter: { q } }: Pick<PeopleQuery, 'tenantId' | 'filter'>,
  { pageSize, after, role }: Pick<PeopleQuery, 'pageSize' | 'after'> & { role: RoleName | undefined },
) {
  const roleParam = role === 'super-admin' ? 'admin' : role
  const request = { pageSize, search: q, role: roleParam, continuationToken: after }
  return tenantId
    ? page(tenant.listUsers, { path: { id: tenantId }, query: request })
    : page(tenant.listAllUsers, { query: request })
}

function matches(person: TenantUser, { customer, initials }: PeopleFilter): boolean {
  const hasRole = person.customerPermissions?.some(({ customerId }) => matchesAny(customer, customerId)) ?? false
  const hasInitials = initialsOf(person)
    .toLocaleUpperCase()
    .startsWith((initials ?? '').toLocaleUpperCase())
  return (!customer || hasRole) && hasInitials
}

const keyOf: Record<Sort, (person: TenantUser) => string> = {
  name: ({ lastName, firstName }) => `${lastName} ${firstName}`,
  email: ({ email }) => email,
  initials: initialsOf,
  role: ({ role, tenantId }) => consoleRole(role, tenantId) ?? '',
  created: ({ created }) => created ?? '',
}

function orderOf(sort: string | undefined): (a: TenantUser, b: TenantUser) => number {
  const key = keyOf[(sort?.replace(/^-/, '') ?? 'name') as Sort]
  const direction = sort?.startsWith('-') ? -1 : 1
  const byName = (a: TenantUser, b: TenantUser) =>
    displayName(a).localeCompare(displayName(b), 'en') || (a.id < b.id ? -1 : 1)
  return (a, b) => direction * key(a).localeCompare(key(b), 'en', { numeric: true }) || byName(a, b)
}
