/** Search in all customers of a tenant that the person may see, for example for a host id of unknown origin. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { SearchMatch } from '#contracts/search'
import { tenant } from '#contracts/tenant'
import { readerFor } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { unknownParams } from '~/kit/list/unknown-params'
import type { PageHandle } from '~/ui/handle'
import { orTrouble, searchTenant } from './find.server'
import { kindTabs } from './kinds.server'
import { matchPeople } from './people.server'
import { redirectToOnly } from './redirect-to-only.server'
import { parseSearchRequest } from './search-request'
import { tenantMatchHref } from './tenant-match-href'
import { SearchView } from './view'

export const handle = {
  title: (data, t) => (data.filter.q ? t('main:search.titleOf', { words: data.filter.q }) : t('main:view.search')),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('tenantSearch', args.params)
  const reader = await readerFor(args, { view: 'search' })
  const { filter, after, isSearched, isFromBox } = parseSearchRequest(args.request, reader)
  const search = { words: filter.q, kind: filter.kind, after }
  // A super-admin has a role even in a tenant that does not exist.
  if (!isSearched && reader.may('tenant.read')) await reader.read(tenant.getTenant, { path: { id: at.tenantId } })
  const work = isSearched ? searchTenant(reader, at.tenantId, search) : Promise.resolve(null)
  const [{ result: results, refused, trouble }, people, tabs] = await Promise.all([
    orTrouble(args.request, work),
    isSearched ? matchPeople(reader, at.tenantId, filter.q) : null,
    kindTabs(reader, { filter, isSearched: isSearched && !isFromBox }, (one) => href('tenantSearch', at, one)),
  ])
  const rows = (results?.rows ?? []).map((row) => rowOf(at.tenantId, row))
  const listHref = href('tenantSearch', at, filter)
  if (isFromBox) redirectToOnly({ words: filter.q, results, rows, people, listHref, isTenantWide: true })
  return {
    tabs,
    bareHref: href('tenantSearch', at),
    suggestionsHref: href('tenantSearchSuggestions', at),
    filter,
    isSearched,
    unclear: unknownParams(args.request, filter, refused),
    refused,
    isPartial: results?.isPartial ?? false,
    searchedCustomers: results?.searchedCustomers,
    trouble,
    people: people && { counted: people.counted, href: people.href },
    rows,
    total: results?.total,
    firstHref: after ? href('tenantSearch', at, filter) : undefined,
    nextHref: results?.next ? href('tenantSearch', at, { ...filter, after: results.next }) : undefined,
    age: reader.age(),
    crumbs: [{ name: translator(reader.language)('main:view.search'), href: href('tenantSearch', at, filter) }],
  }
}

function rowOf(tenantId: string, match: SearchMatch) {
  const { id, type, name, path, field, value, customer } = match
  const at = customer && { tenantId, customerId: customer.id }
  return {
    id,
    type,
    name,
    href: tenantMatchHref(tenantId, match),
    path: path.map((above) => above.name),
    field,
    value,
    customer: at && { name: customer.name, href: href('customer', at) },
  }
}

export default function TenantSearchPage() {
  return <SearchView {...useLoaderData<typeof loader>()} />
}
