/** Search in a customer by name, path, number or address; the URL is the search (journey 13). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { address, href, nodeHref } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { unknownParams } from '~/kit/list/unknown-params'
import { ownCustomer } from '~/kit/place/own-customer.server'
import type { PageHandle } from '~/ui/handle'
import { activeCounts } from './active-counts.server'
import { orTrouble, searchCustomer } from './find.server'
import { kindTabs } from './kinds.server'
import { matchPeople } from './people.server'
import { redirectToOnly } from './redirect-to-only.server'
import { parseSearchRequest } from './search-request'
import { SearchView } from './view'

export const handle = {
  title: (data, t) => (data.filter.q ? t('main:search.titleOf', { words: data.filter.q }) : t('main:view.search')),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('search', args.params)
  const reader = await readerFor(args, { view: 'search' })
  const { filter, after, isSearched, isFromBox } = parseSearchRequest(args.request, reader)
  const search = { words: filter.q, kind: filter.kind, after }
  const { customerId } = at
  const work = isSearched ? searchCustomer(reader, customerId, search) : Promise.resolve(null)
  const isList = isSearched && !isFromBox
  const [{ result: results, refused, trouble }, people, tabs, watched] = await Promise.all([
    orTrouble(args.request, work),
    isSearched ? matchPeople(reader, at.tenantId, filter.q) : null,
    kindTabs(reader, { customerId, filter, isSearched: isList }, (tabFilter) => href('search', at, tabFilter)),
    isList ? activeCounts(reader, at, filter.q) : [],
    ownCustomer(reader.read, at),
  ])
  const rows = (results?.rows ?? []).map((row) => ({
    id: row.id,
    type: row.type,
    name: row.name,
    href: nodeHref(at, row.path, row),
    path: row.path.map(({ name }) => name),
    field: row.field,
    value: row.value,
  }))
  if (isFromBox) redirectToOnly({ words: filter.q, results, rows, people, listHref: href('search', at, filter) })
  return {
    tabs,
    watched,
    bareHref: href('search', at),
    suggestionsHref: href('searchSuggestions', at),
    widerHref: href('tenantSearch', { tenantId: at.tenantId }, filter),
    filter,
    isSearched,
    unclear: unknownParams(args.request, filter, refused),
    refused,
    isPartial: results?.isPartial ?? false,
    trouble,
    people: people && { counted: people.counted, href: people.href },
    rows,
    total: results?.total,
    firstHref: after ? href('search', at, filter) : undefined,
    nextHref: results?.next ? href('search', at, { ...filter, after: results.next }) : undefined,
    age: reader.age(),
    crumbs: [{ name: translator(reader.language)('main:view.search'), href: href('search', at, filter) }],
  }
}

export default function SearchPage() {
  return <SearchView {...useLoaderData<typeof loader>()} />
}
