/** The kinds as tabs of a search, each with a count: one small read per kind. */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { type Counted, countedIn } from '~/domain/counted'
import { kindsAsked, kindsFor, type SearchFilter } from './asked'

type Kind = SearchFilter['kind']

export interface KindTab {
  /** Null for all kinds. */
  kind: Kind
  href: string
  isCurrent: boolean
  /** Null where the count is unavailable. */
  count: Counted | null
}

/** Returns the tabs for one customer or for all; none while nothing is searched. */
export async function kindTabs(
  reader: Pick<Reader, 'ask' | 'may' | 'features'>,
  { customerId, filter, isSearched }: { customerId?: string; filter: SearchFilter; isSearched: boolean },
  hrefOf: (filter: SearchFilter) => string,
): Promise<KindTab[]> {
  if (!isSearched) return []
  const count = (kind: Kind) =>
    withFallback<Counted | null>(
      site.search,
      async () =>
        countedIn(
          await reader.ask(site.search, {
            query: { customerId, q: filter.q, kinds: kindsAsked(reader, kind), pageSize: 1 },
          }),
        ),
      async () => null,
    ).catch((error: unknown) => {
      if (error instanceof ServiceError) return null
      throw error
    })
  return Promise.all(
    [null, ...kindsFor(reader)].map(async (kind) => ({
      kind,
      href: hrefOf({ ...filter, kind }),
      isCurrent: kind === filter.kind,
      count: await count(kind),
    })),
  )
}
