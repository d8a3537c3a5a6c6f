/** Search in a customer by name, path, number or address; the URL is the search (journey 13). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { address, href, nodeHref } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { notUnderstood } from '~/screens/list/not-understood'
import { ownCustomer } from '~/screens/place/own-customer.server'
import type { PageHandle } from '~/ui/handle'
import { searchIn } from './asked'
import { findAnything, orTold } from './find.server'
import { kindTabs } from './kinds.server'
import { peopleFor } from './people.server'
import { leadStraight } from './straight.server'
import { SearchView } from './view'
import { watchedFor } from './watched.server'

export const handle = {
  title: (data, t) => (data.filter.q ? t('main:search.titleOf', { words: data.filter.q }) : t('main:view.search')),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('search', args.params)
  const made = await reader(args, { view: 'search' })
  const { filter, after, isSearched, isFromBox } = searchIn(args.request, made)
  const search = { words: filter.q, kind: filter.kind, after }
  const { customerId } = at
  const asked = isSearched ? findAnything(made, customerId, search) : Promise.resolve(null)
  const isList = isSearched && !isFromBox
  const [{ found, refused, trouble }, people, tabs, watched] = await Promise.all([
    orTold(args.request, asked),
    isSearched ? peopleFor(made, at.tenantId, filter.q) : null,
    kindTabs(made, { customerId, filter, isSearched: isList }, (asked) => href('search', at, asked)),
    isList ? watchedFor(made, at, filter.q) : [],
    ownCustomer(made.read, at),
  ])
  const rows = (found?.rows ?? []).map((row) => ({
    id: row.id,
    type: row.type,
    name: row.name,
    href: nodeHref(at, row.path, row),
    path: row.path.map(({ name }) => name),
    field: row.field,
    value: row.value,
  }))
  if (isFromBox) leadStraight({ words: filter.q, found, rows, people, listHref: href('search', at, filter) })
  return {
    tabs,
    watched,
    bareHref: href('search', at),
    widerHref: href('tenantSearch', { tenantId: at.tenantId }, filter),
    filter,
    isSearched,
    unclear: notUnderstood(args.request, filter, refused),
    refused,
    isPartial: found?.isPartial ?? false,
    trouble,
    people: people && { counted: people.counted, href: people.href },
    rows,
    total: found?.total,
    firstHref: after ? href('search', at, filter) : undefined,
    nextHref: found?.next ? href('search', at, { ...filter, after: found.next }) : undefined,
    age: made.age(),
    crumbs: [{ name: translator(made.language)('main:view.search'), href: href('search', at, filter) }],
  }
}

export default function SearchPage() {
  return <SearchView {...useLoaderData<typeof loader>()} />
}
