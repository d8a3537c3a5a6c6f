/** The sites of a customer on a map, and beside it the list with the same numbers (flag treeMapView). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { noGroup } from '~/paths'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Columns, PageHeader, Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { ownCustomer } from '../own-customer.server'
import { draw } from './drawing.server'

export const handle = {
  title: (data, t) => t('main:map.titleOf', { name: data.customer }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerMap', args.params)
  const made = await reader(args, { capability: 'hierarchy.read' })
  if (!made.features.treeMapView) throw new Response(null, { status: 404 })
  const after = new URL(args.request.url).searchParams.get('after') ?? undefined
  const [customer, sites] = await Promise.all([
    ownCustomer(made.read, at),
    made.page(site.listSites, { path: { id: at.customerId }, query: { pageSize: 50, continuationToken: after } }),
  ])
  const rows = sites.reply.map((one, index) => ({
    id: one.id,
    number: index + 1,
    name: one.name,
    href: href('site', { ...at, groupId: one.siteGroupId ?? noGroup, siteId: one.id }),
    place: [one.city, one.country].filter(Boolean).join(', '),
    isPlaced: isPlaced(one),
    offline: one.counts?.offline ?? null,
  }))
  const token = sites.continuationToken
  return {
    customer: customer.name,
    rows,
    total: sites.totalCount ?? undefined,
    drawing: draw(sites.reply.filter(isPlaced)),
    firstHref: after ? href('customerMap', at) : undefined,
    nextHref: token ? href('customerMap', at, { after: token }) : undefined,
    age: made.age(),
    crumbs: [{ name: translator(made.language)('main:map.title'), href: href('customerMap', at) }],
  }
}

function isPlaced<One extends { latitude?: number | null | undefined; longitude?: number | null | undefined }>(
  one: One,
): one is One & { latitude: number; longitude: number } {
  return typeof one.latitude === 'number' && typeof one.longitude === 'number'
}

export default function MapPage() {
  const t = useT()
  const { rows, total, firstHref, nextHref } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader name={t('main:map.title')} />
      <Columns>
        <Section flush>
          <Picture />
        </Section>
        <Section flush>
          <Table
            caption={t('main:map.list')}
            rows={rows}
            rowKey={(row) => row.id}
            columns={[
              {
                key: 'number',
                title: t('main:map.number'),
                align: 'end',
                cell: (row) => (row.isPlaced ? row.number : '–'),
              },
              {
                key: 'name',
                title: t('field.name'),
                isRowHeader: true,
                cell: (row) => (
                  <A href={row.href} id={`site-${row.id}`}>
                    <bdi>{row.name}</bdi>
                  </A>
                ),
              },
              { key: 'place', title: t('main:map.place'), cell: (row) => row.place || t('main:map.unplaced') },
              { key: 'offline', title: t('main:map.offline'), align: 'end', cell: (row) => row.offline },
            ]}
            empty={<EmptyState title={t('main:map.empty')} />}
          />
          <Pager
            caption={t('main:map.list')}
            shown={rows.length}
            total={total}
            firstHref={firstHref}
            nextHref={nextHref}
          />
        </Section>
      </Columns>
    </>
  )
}

/** Each mark leads to its site, or to the first of its sites in the list. */
function Picture() {
  const t = useT()
  const { drawing, rows } = useLoaderData<typeof loader>()
  if (!drawing) return <EmptyState title={t('main:map.nothing')}>{t('main:map.nothingHint')}</EmptyState>
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (
    <nav aria-label={t('main:map.caption')}>
      <svg viewBox={`0 0 ${drawing.width} ${drawing.height}`} className="h-auto w-full rounded-lg bg-sunken">
        <title>{t('main:map.caption')}</title>
        <path d={drawing.land} className="fill-surface stroke-edge" strokeWidth={0.75} />
        <path d={drawing.borders} className="fill-none stroke-edge" strokeWidth={0.75} strokeDasharray="4 3" />
        {drawing.marks.map(({ x, y, ids }) => {
          const sites = ids.flatMap((id) => byId.get(id) ?? [])
          const [first] = sites
          if (!first) return null
          const isOne = sites.length === 1
          return (
            <a key={first.id} href={isOne ? first.href : `#site-${first.id}`}>
              <title>{sites.map(({ name }) => name).join(', ')}</title>
              <circle
                cx={x}
                cy={y}
                r={isOne ? 12 : 15}
                className="fill-accent stroke-surface max-sm:[r:26px]"
                strokeWidth={1.5}
              />
              <text
                x={x}
                y={y}
                dy="0.36em"
                textAnchor="middle"
                className="fill-on-accent text-[0.7rem] font-semibold max-sm:text-[1.4rem]"
              >
                {isOne ? first.number : `×${sites.length}`}
              </text>
            </a>
          )
        })}
      </svg>
    </nav>
  )
}
