/**
 * Searches a customer, or all customers of a tenant: by the extension, or by the calls of the specification (domain
 * §17).
 */
import type { SearchMatch } from '#contracts/search'
import { site } from '#contracts/site'
import { tenant } from '#contracts/tenant'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { isCatalogueCode, type Problem, problemOf, ServiceError } from '~/backend/service-error'
import { toWalker, walkDevices } from '~/backend/walk-devices.server'
import { isCutShort } from '~/backend/whole-lists'
import { countInReply, type TotalCount } from '~/domain/count'
import { findOrRefused } from '~/kit/list/refused-filter.server'
import type { RefusedParams } from '~/kit/list/unknown-params'
import { kindsParam, searchableKinds } from './search-request'

export interface SearchQuery {
  words: string
  kind: string | null
  after: string | null
}

export interface SearchResults {
  rows: SearchMatch[]
  total: TotalCount
  next: string | null
  /** True for results of the specification's calls: bounded, without buildings, spaces, equipment and points. */
  isPartial: boolean
  /** How many customers were searched one by one, where there are more. */
  searchedCustomers?: number
}

const pageSize = 50
/** Customers searched without the extension, and how many of them concurrently. */
const maxCustomers = 10
const customerConcurrency = 3

/** Searches one customer. */
export function searchCustomer(reader: Reader, customerId: string, search: SearchQuery): Promise<SearchResults> {
  return searchOrFallback(reader, search, {
    customerId,
    fallback: async () => pageOf(await walkCustomer(reader, customerId, search), search),
  })
}

/** Searches every customer of a tenant that the person may see. */
export function searchTenant(reader: Reader, tenantId: string, search: SearchQuery): Promise<SearchResults> {
  return searchOrFallback(reader, search, { fallback: () => walkCustomers(reader, tenantId, search) })
}

async function searchOrFallback(
  reader: Reader,
  { words, kind, after }: SearchQuery,
  { customerId, fallback }: { customerId?: string; fallback: () => Promise<SearchResults> },
): Promise<SearchResults> {
  return withFallback<SearchResults>(
    site.search,
    async () => {
      const reply = await reader.call(site.search, {
        query: {
          customerId,
          q: words,
          kinds: kindsParam(reader, kind),
          pageSize,
          continuationToken: after ?? undefined,
        },
      })
      return {
        rows: reply.data,
        total: countInReply(reply),
        next: reply.continuationToken ?? null,
        isPartial: false,
      }
    },
    fallback,
  )
}

/** Returns the results, the invalid parameters, or the problem of the service. */
export async function orTrouble(
  request: Request,
  work: Promise<SearchResults | null>,
): Promise<{ result: SearchResults | null; refused: RefusedParams; trouble: Problem | null }> {
  try {
    return { ...(await findOrRefused(request, work, null)), trouble: null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (!isForeignError(error)) throw problemResponse(error)
    return { result: null, refused: {}, trouble: problemOf(error) }
  }
}

/** Whether the error concerns something other than the place, which is all that a search names. */
const isForeignError = (error: ServiceError) => error.status === 404 && !error.isMissing && isCatalogueCode(error.code)

/** Searches the first customers by name, one by one. */
async function walkCustomers(reader: Reader, tenantId: string, search: SearchQuery): Promise<SearchResults> {
  const customers = await reader.page(tenant.listCustomers, {
    path: { id: tenantId },
    query: { pageSize: maxCustomers },
  })
  const all = await inParallel(customers.reply.slice(0, maxCustomers), customerConcurrency, async ({ id, name }) =>
    withCustomer({ id, name }, await walkCustomer(reader, id, search)),
  )
  const hasMore = Boolean(customers.continuationToken) || customers.reply.length > maxCustomers
  const walk = { matches: all.flatMap(({ matches }) => matches), isCut: hasMore || all.some(({ isCut }) => isCut) }
  return { ...pageOf(walk, search), ...(hasMore ? { searchedCustomers: maxCustomers } : {}) }
}

const withCustomer = (customer: { id: string; name: string }, { matches, isCut }: Walk): Walk => ({
  matches: matches.map((one) => ({ ...one, customer })),
  isCut,
})

interface Walk {
  matches: SearchMatch[]
  /** Whether a list was not read to its end. */
  isCut: boolean
}

function pageOf({ matches: all, isCut }: Walk, { after }: SearchQuery): SearchResults {
  const from = Number(after) || 0
  return {
    rows: all.slice(from, from + pageSize),
    total: { count: all.length, isCapped: isCut },
    next: from + pageSize < all.length ? String(from + pageSize) : null,
    isPartial: true,
  }
}

async function walkCustomer(reader: Reader, customerId: string, { words, kind }: SearchQuery): Promise<Walk> {
  const path = { id: customerId }
  const walker = toWalker(reader)
  const [groups, sites, { devices, isCut }] = await Promise.all([
    walker.read(site.listSiteGroups, { path }),
    walker.read(site.listSites, { path }),
    !kind || kind === 'device' ? walkDevices(walker, customerId, { search: words }) : { devices: [], isCut: false },
  ])
  const needle = words.toLocaleLowerCase()
  const isMatch = (value: string | null | undefined) => value?.toLocaleLowerCase().includes(needle) === true
  const groupPath = (groupId: string | null | undefined) =>
    groups.filter(({ id }) => id === groupId).map(({ id, name }) => ({ id, name, type: 'group' as const }))
  const all: SearchMatch[] = [
    ...groups
      .filter(({ name }) => isMatch(name))
      .map(({ id, name }): SearchMatch => ({ id, name, type: 'group', path: [], field: 'name', value: name })),
    ...sites.flatMap((one): SearchMatch[] => {
      const { id, name } = one
      const address = [one.address, one.postalCode, one.city, one.state, one.country].filter(Boolean).join(', ')
      const place = { id, name, type: 'site' as const, path: groupPath(one.siteGroupId) }
      if (isMatch(name)) return [{ ...place, field: 'name', value: name }]
      return isMatch(address) ? [{ ...place, field: 'address', value: address }] : []
    }),
    ...sites.flatMap(({ id, name, siteGroupId, projects = [] }) =>
      projects
        .filter((project) => isMatch(project.name))
        .map(
          (project): SearchMatch => ({
            ...project,
            type: 'project',
            path: [...groupPath(siteGroupId), { id, name, type: 'site' }],
            field: 'name',
            value: project.name,
          }),
        ),
    ),
    ...devices.map(({ id, name, hostId, path: above = [] }): SearchMatch => {
      const isName = isMatch(name)
      return {
        id,
        name,
        hostId,
        type: 'device',
        path: above,
        field: isName ? 'name' : 'hostId',
        value: isName ? name : (hostId ?? ''),
      }
    }),
  ]
  const kinds = searchableKinds(reader)
  return {
    matches: all.filter(({ type }) => (kind ? type === kind : kinds.some((one) => one === type))),
    isCut: isCut || isCutShort(sites),
  }
}
