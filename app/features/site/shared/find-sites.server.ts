/** Finds the sites of a customer, one page or all of them (domain §17). */
import { type Site, site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { isCutShort } from '~/backend/whole-lists'
import type { TotalCount } from '~/domain/count'
import { matchesSiteFilter, type SiteFilter, siteQuery } from '../filter'

/** Maximum number of sites that are listed here or changed together. */
const maxSites = 2_000

export interface SiteListPage {
  sites: Site[]
  total: TotalCount | number
  next: string | null
  /** Filtered here within a bound, because the backend ignores the filter: some sites may be missing. */
  incomplete: boolean
}

/** Returns one page of the sites that match. */
export async function findSites(
  reader: Pick<Reader, 'page' | 'read'>,
  search: { customerId: string; filter: SiteFilter; after: string | undefined; pageSize: number },
): Promise<SiteListPage> {
  const { customerId, filter, after, pageSize } = search
  const from = offsetOf(after)
  if (from === null && (filter.groupId?.length ?? 0) < 2) {
    const page = await reader.page(site.listSites, {
      path: { id: customerId },
      query: { ...siteQuery(filter), pageSize, continuationToken: after },
    })
    if (page.reply.every((one) => matchesSiteFilter(one, filter)))
      return {
        sites: page.reply,
        total: page.totalCount ?? page.reply.length,
        next: page.continuationToken,
        incomplete: false,
      }
  }
  const { sites: all, isCut } = await everySite(reader.read, { customerId, filter })
  const start = from ?? 0
  return {
    sites: all.slice(start, start + pageSize),
    total: { count: all.length, isCapped: isCut },
    next: start + pageSize < all.length ? `${offsetPrefix}${start + pageSize}` : null,
    incomplete: isCut,
  }
}

/** Returns every site that matches, at most 2,000. `withProject` leaves out others, unless the backend ignores it. */
export async function everySite(
  read: Reader['call'],
  { customerId, filter, withProject }: { customerId: string; filter: SiteFilter; withProject?: true },
): Promise<{ sites: Site[]; isCut: boolean }> {
  const reply = await read(site.listSites, {
    path: { id: customerId },
    query: { ...siteQuery(filter), ...(withProject && { withProject }) },
  })
  const sites = reply.filter((one) => matchesSiteFilter(one, filter))
  return { sites: sites.slice(0, maxSites), isCut: sites.length > maxSites || isCutShort(reply) }
}

/** Prefix of the cursor of a list filtered here, which is a row offset. */
const offsetPrefix = 'from-'

function offsetOf(after: string | undefined): number | null {
  const [, rows] = after?.match(/^from-(\d{1,4})$/) ?? []
  return rows === undefined ? null : Number(rows)
}
