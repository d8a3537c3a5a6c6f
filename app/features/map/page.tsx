/** The sites of a customer on a map, with a numbered list beside it (flag `treeMapView`). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { address, href, type Place } from '~/hrefs'
import { countText } from '~/i18n/counted'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { noGroup } from '~/paths'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Columns, PageHeader, Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { boxText, isInside, parseBox } from './box'
import type { Mark } from './drawing.server'
import { placeLabels } from './labels'
import { type LocatedSite, readSiteLocations } from './site-locations.server'

export const handle = {
  title: (data, t) => t('main:map.titleOf', { name: data.customer }),
  menu: 'map',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerMap', args.params)
  const reader = await readerFor(args, { view: 'map' })
  const query = new URL(args.request.url).searchParams
  const box = parseBox(query.get('box'))
  const from = Math.max(Math.trunc(Number(query.get('after'))) || 0, 0)
  const [customer, locations] = await Promise.all([
    ownCustomer(reader.read, at),
    readSiteLocations(reader, at.customerId),
  ])
  const sites = box ? locations.sites.filter((one) => one.at && isInside(box, one.at)) : locations.sites
  const placed = sites.flatMap(({ id, at: where }) => (where ? [{ id, ...where }] : []))
  const rows = sites.map((one, index) => ({ ...one, number: index + 1, href: siteHref(at, one) }))
  const t = translator(reader.language)
  // The world's coasts need more memory than everything else drawn, so they are loaded with the first map.
  const { drawMap } = await import('./drawing.server')
  const drawing = drawMap(placed)
  const marks = (drawing?.marks ?? []).map((mark) => markData(t, mark, { at, rows }))
  const labels = drawing ? placeLabels(marks, drawing) : []
  const keptQuery = { box: box && query.get('box') }
  return {
    customer: customer.name,
    rows: rows.slice(from, from + pageSize),
    total: { ...locations.total, ...(box && { count: sites.length }) },
    unclear: unknownParams(args.request, { box }),
    unplaced: sites.length - placed.length,
    drawing: drawing && { ...drawing, marks: marks.map((mark, place) => ({ ...mark, label: labels[place] ?? null })) },
    allHref: box ? href('customerMap', at) : null,
    firstHref: from > 0 ? href('customerMap', at, keptQuery) : undefined,
    nextHref:
      from + pageSize < rows.length ? href('customerMap', at, { ...keptQuery, after: from + pageSize }) : undefined,
    age: reader.age(),
    crumbs: [{ name: t('main:view.map'), href: href('customerMap', at) }],
  }
}

const pageSize = 50
/** The maximum number of names in the title of a mark. */
const maxNames = 5

function siteHref(at: Place, { id, siteGroupId }: LocatedSite): string {
  return href('site', { ...at, groupId: siteGroupId ?? noGroup, siteId: id })
}

type Numbered = LocatedSite & { number: number; href: string }

/** A single site links to its page; several close together to a map of only these, or to the list beside it. */
function markData(t: Translate, { x, y, ids }: Mark, { at, rows }: { at: Place; rows: readonly Numbered[] }) {
  const marked = new Set(ids)
  const sites = rows.filter(({ id }) => marked.has(id))
  const places = sites.flatMap(({ at: where }) => where ?? [])
  const [only] = sites
  const isAll = rows.every(({ id, at: where }) => !where || marked.has(id))
  const count = ids.length
  const offline = sites.reduce((sum, one) => sum + (one.offline ?? 0), 0)
  const name = count === 1 && only ? only.name : countText(t, 'sites', { count, isCapped: false })
  const states = offline > 0 ? [offlineText(t, offline)] : []
  return {
    x,
    y,
    count,
    number: only?.number ?? 0,
    radius: count === 1 ? 12 : 15,
    hasTrouble: offline > 0,
    href: count === 1 && only ? only.href : isAll ? `#${listId}` : href('customerMap', at, { box: boxText(places) }),
    names: sites.slice(0, maxNames).map((one) => one.name),
    /** The label beside it: its name, and its offline controllers. */
    lines: [cut(name), ...states],
    states,
  }
}

/** The maximum length of a name beside a mark; the title and the list have it whole. */
const maxLetters = 26
const cut = (name: string) => ([...name].length > maxLetters ? `${[...name].slice(0, maxLetters - 1).join('')}…` : name)

const offlineText = (t: Translate, count: number) =>
  t('main:overview.places.offline', { counted: countText(t, 'plain', { count, isCapped: false }) })

const listId = 'sites'

export default function MapPage() {
  const t = useT()
  const { rows, total, unplaced, allHref, firstHref, nextHref } = useLoaderData<typeof loader>()
  const sites = countText(t, 'sites', total)
  return (
    <>
      <PageHeader
        name={t('main:view.map')}
        status={
          total.count > 0 && (
            <p className="text-soft">
              {unplaced > 0 ? t('main:map.sitesSome', { sites, count: unplaced }) : sites}
              {allHref && (
                <>
                  {' · '}
                  <A href={allHref}>{t('main:map.showAll')}</A>
                </>
              )}
            </p>
          )
        }
      />
      <Columns>
        <Section flush>
          <Picture />
        </Section>
        <Section flush>
          <span id={listId} />
          <Table
            caption={t('main:map.list')}
            rows={rows}
            rowKey={(row) => row.id}
            columns={[
              {
                key: 'number',
                title: t('main:map.number'),
                align: 'end',
                cell: (row) => (row.at ? row.number : '–'),
              },
              {
                key: 'name',
                title: t('field.name'),
                isRowHeader: true,
                cell: (row) => (
                  <A href={row.href}>
                    <bdi>{row.name}</bdi>
                  </A>
                ),
              },
              { key: 'place', title: t('main:map.place'), cell: (row) => row.place || t('main:map.unplaced') },
              {
                key: 'offline',
                title: t('field.state'),
                cell: ({ offline }) =>
                  offline !== null && (
                    <Badge tone={offline > 0 ? 'danger' : 'ok'}>
                      {offline > 0 ? offlineText(t, offline) : t('main:overview.places.noneOffline')}
                    </Badge>
                  ),
              },
            ]}
            empty={<EmptyState title={t('main:map.empty')} />}
          />
          <Pager
            caption={t('main:map.list')}
            rowCount={rows.length}
            total={total}
            firstHref={firstHref}
            nextHref={nextHref}
          />
        </Section>
      </Columns>
    </>
  )
}

function Picture() {
  const t = useT()
  const { drawing } = useLoaderData<typeof loader>()
  if (!drawing) return <EmptyState title={t('main:map.nothing')}>{t('main:map.nothingHint')}</EmptyState>
  return (
    <nav aria-label={t('main:map.caption')}>
      <svg viewBox={`0 0 ${drawing.width} ${drawing.height}`} className="h-auto w-full rounded-lg bg-sunken">
        <title>{t('main:map.caption')}</title>
        <path d={drawing.land} className="fill-canvas stroke-edge" strokeWidth={0.75} />
        <path d={drawing.borders} className="fill-none stroke-edge" strokeWidth={0.75} strokeDasharray="4 3" />
        {drawing.marks.map(({ x, y, count, number, radius, hasTrouble, href, names, states, lines, label }) => (
          <a key={`${x} ${y}`} href={href} className={hasTrouble ? 'mark trouble' : 'mark'}>
            <title>
              {[
                count > names.length
                  ? t('main:map.markOfMany', { names: names.join(', '), count: count - names.length })
                  : names.join(', '),
                ...states,
              ].join(' · ')}
            </title>
            {hasTrouble ? (
              <path d={diamond(x, y, radius + 3)} strokeWidth={1.5} />
            ) : (
              <circle cx={x} cy={y} r={radius} strokeWidth={1.5} />
            )}
            <text x={x} y={y} dy="0.36em" textAnchor="middle" className="number">
              {count === 1 ? number : `×${count}`}
            </text>
            {label && (
              <text x={label.x} y={label.y} dy="0.36em" textAnchor={label.anchor} className="words">
                {lines.map((line, place) => (
                  <tspan
                    key={line}
                    x={label.x}
                    dy={place === 0 ? undefined : 13}
                    className={place > 0 ? 'said' : undefined}
                  >
                    {line}
                  </tspan>
                ))}
              </text>
            )}
          </a>
        ))}
      </svg>
    </nav>
  )
}

/** The shape of an alert, as in every list. */
const diamond = (x: number, y: number, reach: number) =>
  `M${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}L${x - reach} ${y}Z`
