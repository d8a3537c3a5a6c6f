/** Suggestions for the search box of a customer's pages, as JSON for the script of the page. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address, href, nodeHref } from '~/hrefs'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { parseSearchRequest } from './search-request'
import { suggestionResponse } from './suggestions.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('searchSuggestions', args.params)
  const reader = await readerFor(args, { view: 'search' })
  const { filter, isSearched } = parseSearchRequest(args.request, reader)
  await ownCustomer(reader.read, at)
  return suggestionResponse(
    reader,
    isSearched
      ? {
          words: filter.q,
          customerId: at.customerId,
          listHref: href('search', at, { q: filter.q }),
          hrefOf: (match) => nodeHref(at, match.path, match),
        }
      : null,
  )
}
