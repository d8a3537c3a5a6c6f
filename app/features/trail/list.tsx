/** The trail of a tenant, newest first, with filters in the address (design §8). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { isRefused } from '~/kit/list/unknown-params'
import { choicesFor } from '~/trail/filter-choices'
import { type ChangeMatches, findChanges } from '~/trail/find-changes.server'
import type { TrailEntry } from '~/trail/find-entries.server'
import { queueSearch } from '~/trail/search-queue.server'
import { visibleTo } from '~/trail/visible-to.server'
import { EmptyState } from '~/ui/empty-state'
import { zoneName } from '~/ui/format'
import type { PageHandle } from '~/ui/handle'
import { actionLink, HeadActions } from '~/ui/head'
import { A, ButtonLink } from '~/ui/link'
import { PageHeader, Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { ownTimeZone } from '~/ui/time-zone.server'
import { useFormat } from '~/ui/use-format'
import { type Filter, isFiltered, widerFilter, withoutPage } from './filter'
import { TrailFilters } from './filters'
import { trailRow } from './row.server'
import { TrailTable } from './table'
import { invalidParams, parseTrailQuery, refusedParams, storeFilter, timeZoneOfQuery } from './trail-query.server'

export const handle = { title: (_, t) => t('main:view.trail'), menu: 'trail' } satisfies PageHandle<typeof loader>

/** Milliseconds before an incomplete search is shown. */
const searchBudgetMs = 200

const nothing: ChangeMatches = { changes: [], next: null, isCut: false }

export async function loader(args: LoaderFunctionArgs) {
  const at = address('trail', args.params)
  const reader = await readerFor(args, { view: 'trail' })
  const filter = parseTrailQuery(args.request)
  const refused = refusedParams(filter)
  const { changes, next, isCut } = isRefused(refused)
    ? nothing
    : await queueSearch(reader.session.id, () =>
        findChanges({ ...storeFilter(filter, at.tenantId), visibleTo: visibleTo(reader), patienceMs: searchBudgetMs }),
      )
  const pageless = withoutPage(filter)
  const wider = widerFilter(filter)
  const t = translator(reader.language)
  return {
    at,
    filter,
    choices: choicesFor(reader.features),
    zone: timeZoneOfQuery(filter, ownTimeZone(args.request)),
    unclear: invalidParams(args.request, filter),
    refused,
    narrowing: narrowingOf(filter, changes[0]?.entries[0]),
    widerHref: wider && href('trail', at, { ...wider }),
    rows: changes.map((change) =>
      trailRow({ t, language: reader.language }, { ...at, features: reader.features }, change),
    ),
    firstHref: filter.after ? href('trail', at, pageless) : undefined,
    isCut,
    nextHref: next ? href('trail', at, { ...pageless, after: next }) : undefined,
    files: reader.may('trail.export')
      ? {
          csv: isRefused(refused) ? null : href('trailCsv', at, pageless),
          matching: isFiltered(filter) && !isRefused(refused) ? href('trailExport', at, pageless) : null,
          whole: href('trailExport', at),
        }
      : null,
    crumbs: [{ name: t('main:view.trail'), href: href('trail', at) }],
  }
}

/** Returns the one subject, place or person the list is filtered by, with the name in its newest record. */
function narrowingOf({ id, under, actor }: Filter, newest: TrailEntry | undefined) {
  const path = newest?.subject.path ?? []
  if (id) return { by: 'id' as const, name: newest?.subject.name ?? id }
  if (under) {
    const match = [...path, ...(newest ? [newest.subject] : [])].find((node) => node.id === under)
    return { by: 'under' as const, name: match?.name ?? null }
  }
  return actor ? { by: 'actor' as const, name: newest?.actor.name ?? actor } : null
}

export default function TrailList() {
  const t = useT()
  const { at, choices, rows, firstHref, nextHref, isCut, filter, refused, zone } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        name={t('main:view.trail')}
        status={<span className="text-soft">{t('main:trail.intro')}</span>}
        actions={<Files />}
      />
      <TrailFilters filter={filter} zone={zone} clearHref={href('trail', at)} choices={choices} />
      <ActiveFilters />
      <Section flush>
        <TrailTable
          rows={rows}
          zone={zone}
          empty={
            isRefused(refused) ? (
              <EmptyState
                title={t('list.refused')}
                offers={[{ label: t('action.clearFilters'), href: href('trail', at) }]}
              />
            ) : isCut ? (
              <EmptyState title={t('main:trail.noneYet')} />
            ) : !isFiltered(filter) ? (
              <EmptyState title={t('main:trail.nothing')} />
            ) : (
              <EmptyState
                title={t('main:trail.empty')}
                offers={[{ label: t('action.clearFilters'), href: href('trail', at) }]}
              >
                {t('main:trail.emptyHint')}
              </EmptyState>
            )
          }
        />
        {isCut && nextHref && (
          <p className="flex flex-wrap items-center gap-3 px-4 py-2">
            <span className="text-soft">{t('main:trail.cut')}</span>
            <ButtonLink small href={nextHref}>
              {t('main:trail.searchOn')}
            </ButtonLink>
          </p>
        )}
        <Pager
          caption={t('main:trail.caption')}
          rowCount={rows.length}
          firstHref={firstHref}
          nextHref={isCut ? undefined : nextHref}
        />
      </Section>
      <p className="flex flex-wrap gap-x-3 text-sm text-soft">
        <span>{t('main:trail.zone', { zone: zoneName(zone) })}</span>
        <A href={`${href('profile', {})}#time-zone`}>{t('main:trail.chooseZone')}</A>
      </p>
      <p className="text-sm text-soft">{t('main:trail.verify')}</p>
    </>
  )
}

function Files() {
  const t = useT()
  const { files } = useLoaderData<typeof loader>()
  if (!files) return null
  return (
    <HeadActions
      others={[
        actionLink(t('action.download'), files.csv),
        actionLink(t('main:trail.exportMatching'), files.matching),
        actionLink(t('main:trail.export'), files.whole),
      ]}
    />
  )
}

function ActiveFilters() {
  const t = useT()
  const format = useFormat()
  const { at, filter, narrowing, widerHref } = useLoaderData<typeof loader>()
  return (
    <>
      {narrowing && <SubjectFilter narrowing={narrowing} at={at} filter={filter} widerHref={widerHref} />}
      {filter.since && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="font-medium">
            {t('field.since')} <time dateTime={filter.since}>{format.minute(filter.since)}</time>
          </span>
          <A href={href('trail', at, { ...withoutPage(filter), since: undefined })}>
            {t('main:trail.filter.everything')}
          </A>
        </p>
      )}
    </>
  )
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function SubjectFilter({
  narrowing,
  at,
  filter,
  widerHref,
}: Pick<Data, 'at' | 'filter' | 'widerHref'> & { narrowing: NonNullable<Data['narrowing']> }) {
  const t = useT()
  const without = { ...withoutPage(filter), [narrowing.by]: undefined }
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <bdi className="font-medium">
        {narrowing.name === null
          ? t('main:trail.filter.somewhere')
          : t(`main:trail.filter.only.${narrowing.by}`, { name: narrowing.name })}
      </bdi>
      {widerHref && <A href={widerHref}>{t('main:trail.filter.below')}</A>}
      <A href={href('trail', at, without)}>{t('main:trail.filter.everything')}</A>
    </p>
  )
}
