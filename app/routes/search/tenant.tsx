/** Search in all customers of a tenant that the person may see, for example for a host id of unknown origin. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Found } from '#contracts/search'
import { tenant } from '#contracts/tenant'
import { reader } from '~/backend/reader.server'
import { address, href, nodeHref } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { notUnderstood } from '~/screens/list/not-understood'
import type { PageHandle } from '~/ui/handle'
import { searchIn } from './asked'
import { findInTenant, orTold } from './find.server'
import { kindTabs } from './kinds.server'
import { peopleFor } from './people.server'
import { leadStraight } from './straight.server'
import { SearchView } from './view'

export const handle = {
  title: (data, t) => (data.filter.q ? t('main:search.titleOf', { words: data.filter.q }) : t('main:view.search')),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('tenantSearch', args.params)
  const made = await reader(args, { view: 'search' })
  const { filter, after, isSearched, isFromBox } = searchIn(args.request, made)
  const search = { words: filter.q, kind: filter.kind, after }
  // A super-admin has a role even in a tenant that does not exist.
  if (!isSearched && made.may('tenant.read')) await made.read(tenant.getTenant, { path: { id: at.tenantId } })
  const asked = isSearched ? findInTenant(made, at.tenantId, search) : Promise.resolve(null)
  const [{ found, refused, trouble }, people, tabs] = await Promise.all([
    orTold(args.request, asked),
    isSearched ? peopleFor(made, at.tenantId, filter.q) : null,
    kindTabs(made, { filter, isSearched: isSearched && !isFromBox }, (one) => href('tenantSearch', at, one)),
  ])
  const rows = (found?.rows ?? []).map((row) => rowOf(at.tenantId, row))
  const listHref = href('tenantSearch', at, filter)
  if (isFromBox) leadStraight({ words: filter.q, found, rows, people, listHref, isOfTenant: true })
  return {
    tabs,
    bareHref: href('tenantSearch', at),
    filter,
    isSearched,
    unclear: notUnderstood(args.request, filter, refused),
    refused,
    isPartial: found?.isPartial ?? false,
    customersSeen: found?.customersSeen,
    trouble,
    people: people && { counted: people.counted, href: people.href },
    rows,
    total: found?.total,
    firstHref: after ? href('tenantSearch', at, filter) : undefined,
    nextHref: found?.next ? href('tenantSearch', at, { ...filter, after: found.next }) : undefined,
    age: made.age(),
    crumbs: [{ name: translator(made.language)('main:view.search'), href: href('tenantSearch', at, filter) }],
  }
}

/** Without the customer of a result, only a controller can be linked. */
function rowOf(tenantId: string, { id, type, name, path, field, value, customer }: Found) {
  const at = customer && { tenantId, customerId: customer.id }
  const byId = type === 'device' ? href('deviceById', { tenantId, deviceId: id }) : null
  return {
    id,
    type,
    name,
    href: at ? nodeHref(at, path, { id, type }) : byId,
    path: path.map((above) => above.name),
    field,
    value,
    customer: at && { name: customer.name, href: href('customer', at) },
  }
}

export default function TenantSearchPage() {
  return <SearchView {...useLoaderData<typeof loader>()} />
}
