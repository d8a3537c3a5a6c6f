/**
 * Searches a customer, or all customers of a tenant: by the extension, or by the calls of the specification (domain
 * §17).
 */
import type { Found } from '#contracts/search'
import { site } from '#contracts/site'
import { tenant } from '#contracts/tenant'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { isOfCatalogue, type Problem, problemOf, ServiceError } from '~/backend/service-error'
import { walkDevices, walkerOf } from '~/backend/walk-devices.server'
import { isCutShort } from '~/backend/whole-lists'
import { type Counted, countedIn } from '~/domain/counted'
import type { Refused } from '~/screens/list/not-understood'
import { orRefused } from '~/screens/list/refused-filter.server'
import { kindsAsked, kindsFor } from './asked'

export interface Search {
  words: string
  kind: string | null
  after: string | null
}

export interface FoundPage {
  rows: Found[]
  total: Counted
  next: string | null
  /** True for results of the specification's calls: bounded, without buildings, spaces, equipment and points. */
  isPartial: boolean
  /** How many customers were searched one by one, where there are more. */
  customersSeen?: number
}

const pageSize = 50
/** Customers searched without the extension, and how many of them concurrently. */
const mostCustomers = 10
const customersAtOnce = 3

/** Searches one customer. */
export function findAnything(reader: Reader, customerId: string, search: Search): Promise<FoundPage> {
  return found(reader, search, {
    customerId,
    plain: async () => pageIn(await walked(reader, customerId, search), search),
  })
}

/** Searches every customer of a tenant that the person may see. */
export function findInTenant(reader: Reader, tenantId: string, search: Search): Promise<FoundPage> {
  return found(reader, search, { plain: () => walkedCustomers(reader, tenantId, search) })
}

async function found(
  reader: Reader,
  { words, kind, after }: Search,
  { customerId, plain }: { customerId?: string; plain: () => Promise<FoundPage> },
): Promise<FoundPage> {
  return withFallback<FoundPage>(
    site.search,
    async () => {
      const found = await reader.ask(site.search, {
        query: {
          customerId,
          q: words,
          kinds: kindsAsked(reader, kind),
          pageSize,
          continuationToken: after ?? undefined,
        },
      })
      return {
        rows: found.data,
        total: countedIn(found),
        next: found.continuationToken ?? null,
        isPartial: false,
      }
    },
    plain,
  )
}

/** Returns the results, the invalid parameters, or the problem of the service. */
export async function orTold(
  request: Request,
  work: Promise<FoundPage | null>,
): Promise<{ found: FoundPage | null; refused: Refused; trouble: Problem | null }> {
  try {
    return { ...(await orRefused(request, work, null)), trouble: null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (!isOfSomethingElse(error)) throw problemResponse(error)
    return { found: null, refused: {}, trouble: problemOf(error) }
  }
}

/** Whether the error concerns something other than the place, which is all that a search names. */
const isOfSomethingElse = (error: ServiceError) =>
  error.status === 404 && !error.isNotThere && isOfCatalogue(error.code)

/** Searches the first customers by name, one by one. */
async function walkedCustomers(reader: Reader, tenantId: string, search: Search): Promise<FoundPage> {
  const customers = await reader.page(tenant.listCustomers, {
    path: { id: tenantId },
    query: { pageSize: mostCustomers },
  })
  const all = await inParallel(customers.reply.slice(0, mostCustomers), customersAtOnce, async ({ id, name }) =>
    of({ id, name }, await walked(reader, id, search)),
  )
  const isMore = Boolean(customers.continuationToken) || customers.reply.length > mostCustomers
  const walk = { found: all.flatMap(({ found }) => found), isCut: isMore || all.some(({ isCut }) => isCut) }
  return { ...pageIn(walk, search), ...(isMore ? { customersSeen: mostCustomers } : {}) }
}

const of = (customer: { id: string; name: string }, { found, isCut }: Walk): Walk => ({
  found: found.map((one) => ({ ...one, customer })),
  isCut,
})

interface Walk {
  found: Found[]
  /** Whether a list was not read to its end. */
  isCut: boolean
}

function pageIn({ found: all, isCut }: Walk, { after }: Search): FoundPage {
  const from = Number(after) || 0
  return {
    rows: all.slice(from, from + pageSize),
    total: { count: all.length, isCapped: isCut },
    next: from + pageSize < all.length ? String(from + pageSize) : null,
    isPartial: true,
  }
}

async function walked(reader: Reader, customerId: string, { words, kind }: Search): Promise<Walk> {
  const path = { id: customerId }
  const walker = walkerOf(reader)
  const [groups, sites, { devices, isCut }] = await Promise.all([
    walker.read(site.listSiteGroups, { path }),
    walker.read(site.listSites, { path }),
    !kind || kind === 'device' ? walkDevices(walker, customerId, { search: words }) : { devices: [], isCut: false },
  ])
  const wanted = words.toLocaleLowerCase()
  const match = (value: string | null | undefined) => value?.toLocaleLowerCase().includes(wanted) === true
  const groupAbove = (groupId: string | null | undefined) =>
    groups.filter(({ id }) => id === groupId).map(({ id, name }) => ({ id, name, type: 'group' as const }))
  const all: Found[] = [
    ...groups
      .filter(({ name }) => match(name))
      .map(({ id, name }): Found => ({ id, name, type: 'group', path: [], field: 'name', value: name })),
    ...sites.flatMap((one): Found[] => {
      const { id, name } = one
      const place = [one.address, one.postalCode, one.city, one.state, one.country].filter(Boolean).join(', ')
      const found = { id, name, type: 'site' as const, path: groupAbove(one.siteGroupId) }
      if (match(name)) return [{ ...found, field: 'name', value: name }]
      return match(place) ? [{ ...found, field: 'address', value: place }] : []
    }),
    ...sites.flatMap(({ id, name, siteGroupId, projects = [] }) =>
      projects
        .filter((project) => match(project.name))
        .map(
          (project): Found => ({
            ...project,
            type: 'project',
            path: [...groupAbove(siteGroupId), { id, name, type: 'site' }],
            field: 'name',
            value: project.name,
          }),
        ),
    ),
    ...devices.map(({ id, name, hostId, path: above = [] }): Found => {
      const isName = match(name)
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
  const offered = kindsFor(reader)
  return {
    found: all.filter(({ type }) => (kind ? type === kind : offered.some((one) => one === type))),
    isCut: isCut || isCutShort(sites),
  }
}
