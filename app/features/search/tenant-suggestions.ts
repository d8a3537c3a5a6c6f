/** Suggestions for the search box of a tenant's pages, of every customer that the person may see. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { parseSearchRequest } from './search-request'
import { suggestionResponse } from './suggestions.server'
import { tenantMatchHref } from './tenant-match-href'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('tenantSearchSuggestions', args.params)
  const reader = await readerFor(args, { view: 'search' })
  const { filter, isSearched } = parseSearchRequest(args.request, reader)
  return suggestionResponse(
    reader,
    isSearched
      ? {
          words: filter.q,
          listHref: href('tenantSearch', at, { q: filter.q }),
          hrefOf: (match) => tenantMatchHref(at.tenantId, match),
        }
      : null,
  )
}
