/** What the words name in a customer: by the extension, or by the calls of the specification (domain §17). */
import type { Found } from '#contracts/search'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { isCutShort } from '~/backend/whole-lists'
import { type Counted, countedIn } from '~/domain/counted'
import { walkDevices } from '../device/walk-devices.server'

export interface Search {
  customerId: string
  words: string
  kind: string | null
  after: string | null
}

export interface FoundPage {
  rows: Found[]
  total: Counted
  next: string | null
  /** Made of the specification's calls inside a bound: buildings and spaces are missing. */
  isPartial: boolean
}

const pageSize = 50

export async function findAnything(reader: Reader, search: Search): Promise<FoundPage> {
  const { customerId, words, kind, after } = search
  try {
    return await withFallback<FoundPage>(
      site.search,
      async () => {
        const found = await reader.ask(site.search, {
          query: { customerId, q: words, kinds: kind ?? undefined, pageSize, continuationToken: after ?? undefined },
        })
        return {
          rows: found.data,
          total: countedIn(found),
          next: found.continuationToken ?? null,
          isPartial: false,
        }
      },
      () => walked(reader, search),
    )
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

async function walked(reader: Reader, { customerId, words, kind, after }: Search): Promise<FoundPage> {
  const path = { id: customerId }
  const [groups, sites, { devices, isCut }] = await Promise.all([
    reader.read(site.listSiteGroups, { path }),
    reader.read(site.listSites, { path }),
    !kind || kind === 'device' ? walkDevices(reader, customerId, { search: words }) : { devices: [], isCut: false },
  ])
  const wanted = words.toLocaleLowerCase()
  const match = (value: string | null | undefined) => value?.toLocaleLowerCase().includes(wanted) === true
  const all: Found[] = [
    ...groups
      .filter(({ name }) => match(name))
      .map(({ id, name }) => ({ id, name, type: 'group' as const, path: [], field: 'name' as const, value: name })),
    ...sites.flatMap((one): Found[] => {
      const { id, name } = one
      const place = [one.address, one.postalCode, one.city, one.state, one.country].filter(Boolean).join(', ')
      const above = one.siteGroupId ? groups.find((group) => group.id === one.siteGroupId) : undefined
      const ancestors = above ? [{ id: above.id, name: above.name, type: 'group' as const }] : []
      const found = { id, name, type: 'site' as const, path: ancestors }
      if (match(name)) return [{ ...found, field: 'name', value: name }]
      return match(place) ? [{ ...found, field: 'address', value: place }] : []
    }),
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
  ].filter(({ type }) => !kind || type === kind)
  const from = Number(after) || 0
  return {
    rows: all.slice(from, from + pageSize),
    total: { count: all.length, isCapped: isCut || isCutShort(sites) },
    next: from + pageSize < all.length ? String(from + pageSize) : null,
    isPartial: true,
  }
}
