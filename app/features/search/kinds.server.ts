/** The kinds as tabs of a search, each with a count: one small read per kind. */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { countInReply, type TotalCount } from '~/domain/count'
import { kindsParam, type SearchFilter, searchableKinds } from './search-request'

type TabKind = SearchFilter['kind']

export interface KindTab {
  /** Null for all kinds. */
  kind: TabKind
  href: string
  isCurrent: boolean
  /** Null where the count is unavailable. */
  count: TotalCount | null
}

/** Returns the tabs for one customer or for all; none while nothing is searched. */
export async function kindTabs(
  reader: Pick<Reader, 'call' | 'may' | 'features'>,
  { customerId, filter, isSearched }: { customerId?: string; filter: SearchFilter; isSearched: boolean },
  hrefOf: (filter: SearchFilter) => string,
): Promise<KindTab[]> {
  if (!isSearched) return []
  const count = (kind: TabKind) =>
    withFallback<TotalCount | null>(
      site.search,
      async () =>
        countInReply(
          await reader.call(site.search, {
            query: { customerId, q: filter.q, kinds: kindsParam(reader, kind), pageSize: 1 },
          }),
        ),
      async () => null,
    ).catch((error: unknown) => {
      if (error instanceof ServiceError) return null
      throw error
    })
  return Promise.all(
    [null, ...searchableKinds(reader)].map(async (kind) => ({
      kind,
      href: hrefOf({ ...filter, kind }),
      isCurrent: kind === filter.kind,
      count: await count(kind),
    })),
  )
}
