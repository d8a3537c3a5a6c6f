/** Finds the sites of a customer, one page or all of them (domain §17). */
import { type Site, site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { isCutShort } from '~/backend/whole-lists'
import type { Counted } from '~/domain/counted'
import { matches, queryOf, type SiteFilter } from './filter'

/** Maximum number of sites that are listed here or changed together. */
const mostSites = 2_000

export interface FoundSites {
  sites: Site[]
  total: Counted | number
  next: string | null
  /** Filtered here within a bound, because the backend ignores the filter: some sites may be missing. */
  isPartial: boolean
}

/** Returns one page of the sites that match. */
export async function findSites(
  reader: Pick<Reader, 'page' | 'read'>,
  given: { customerId: string; filter: SiteFilter; after: string | undefined; pageSize: number },
): Promise<FoundSites> {
  const { customerId, filter, after, pageSize } = given
  const from = fromOf(after)
  if (from === null && (filter.groupId?.length ?? 0) < 2) {
    const found = await reader.page(site.listSites, {
      path: { id: customerId },
      query: { ...queryOf(filter), pageSize, continuationToken: after },
    })
    if (found.reply.every((one) => matches(one, filter)))
      return {
        sites: found.reply,
        total: found.totalCount ?? found.reply.length,
        next: found.continuationToken,
        isPartial: false,
      }
  }
  const { sites: all, isCut } = await everySite(reader.read, { customerId, filter })
  const start = from ?? 0
  return {
    sites: all.slice(start, start + pageSize),
    total: { count: all.length, isCapped: isCut },
    next: start + pageSize < all.length ? `${walked}${start + pageSize}` : null,
    isPartial: isCut,
  }
}

/** Returns every site that matches, at most 2,000. */
export async function everySite(
  read: Reader['ask'],
  { customerId, filter }: { customerId: string; filter: SiteFilter },
): Promise<{ sites: Site[]; isCut: boolean }> {
  const listed = await read(site.listSites, { path: { id: customerId }, query: queryOf(filter) })
  const sites = listed.filter((one) => matches(one, filter))
  return { sites: sites.slice(0, mostSites), isCut: sites.length > mostSites || isCutShort(listed) }
}

/** Prefix of the cursor of a list filtered here, which is a row offset. */
const walked = 'from-'

function fromOf(after: string | undefined): number | null {
  const [, rows] = after?.match(/^from-(\d{1,4})$/) ?? []
  return rows === undefined ? null : Number(rows)
}
