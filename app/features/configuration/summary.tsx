/** The configuration state of a customer, a site group or a site: every kind by state, with links to the boards. */

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPanel, type Reader, readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { capabilitiesFor, flagsFor, limitFor } from '~/changes'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { useT } from '~/i18n/use-t'
import { redirectSelection } from '~/kit/list/redirect-selection.server'
import { hasNoControllers, NoControllers, ReadFrom } from '~/kit/place/watched'
import type { Watched } from '~/kit/place/watched.server'
import { watchedAt } from '~/kit/place/watched.server'
import { noGroup } from '~/paths'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { Select, TextInput } from '~/ui/field'
import { Form, HiddenFields } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Table, type TableColumn } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { mayOpen } from '~/views'
import { configurationStatuses } from './configuration-status'
import { findSelectedPlace, placeOptions } from './place-options.server'
import { type KindName, saveChangeOf } from './shared/kind'
import { KindTabs } from './shared/kind-tabs'
import { boardHref, type ConfigurationPlace, sendingHref, settingsHref, summaryHref } from './shared/place'
import { visibleKinds } from './shared/place.server'
import { type KindCounts, loadConfigurationSummary } from './summary.server'

export const handle = {
  title: ({ place }, t) =>
    place.level === 'customer' ? t('main:view.configuration') : t('main:configuration.of', { name: place.name }),
  menu: 'configuration',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'configuration')
  const reader = await readerFor(args, { view: 'configuration' })
  const { tenantId, customerId, groupId, siteId } = mount.at
  const at = { tenantId, customerId, ...(groupId && { groupId }), ...(siteId && { siteId }) }
  const kinds = visibleKinds(reader)
  const changeable = kinds.filter((kind) => capabilitiesFor(saveChangeOf[kind]).some(reader.may))
  await redirectToSettings(args.request, { reader: reader, at, kinds: changeable })
  const offersChanges = changeable.length > 0 && reader.features.multipleConfiguration
  const [place, summary, places] = await Promise.all([
    loadMountedPlace(reader, mount),
    asPanel(loadConfigurationSummary(reader.call, mount.at)),
    offersChanges ? placeOptions(reader, at) : [],
  ])
  return {
    at,
    place,
    summary,
    kinds,
    places,
    changeable: offersChanges ? changeable : [],
    maySend: reader.may('config.send') && flagsFor('configuration.send', 2).every((flag) => reader.features[flag]),
    watched: await watchedAt(reader, mount.at, {
      rows: (summary.ok && summary.value.sites) || [],
      trouble: !summary.ok,
    }),
    templates: mayOpen('templates', reader),
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

/** Redirects to the settings of the selected kind, at the place that was selected or typed exactly. */
async function redirectToSettings(
  request: Request,
  { reader, at, kinds }: { reader: Reader; at: At; kinds: readonly KindName[] },
): Promise<void> {
  const address = new URL(request.url)
  const { searchParams: search } = address
  const selection = search.has('to') ? await findSelectedPlace(reader, at, search) : null
  search.delete('place')
  if (selection?.isTyped) search.delete('q')
  const place = selection?.at ?? at
  redirectSelection(
    new Request(address),
    Object.fromEntries(kinds.map((kind) => [kind, settingsHref({ ...place, kind })])),
  )
}

export default function Configuration() {
  const t = useT()
  const { at, place, places, summary, watched, kinds, changeable, maySend, templates } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PlaceHead place={place} title={t('main:configuration.of', { name: place.name })} />
      <KindTabs at={at} kinds={kinds} current={null} templates={templates} />
      {summary.ok ? (
        <>
          {summary.value.incomplete && (
            <Notice tone="info" quiet>
              {t('main:configuration.summary.partial')}
            </Notice>
          )}
          <Kinds at={at} kinds={kinds} counts={summary.value.counts} maySend={maySend} />
          {changeable.length > 0 && <Start kinds={changeable} places={places} all={place.name} />}
          {!at.siteId && summary.value.sites && (
            <Sites
              at={at}
              kinds={kinds}
              sites={summary.value.sites}
              further={summary.value.moreSites}
              watched={watched}
            />
          )}
        </>
      ) : (
        <Unavailable detail={serviceProblemText(t, summary.problem)} />
      )}
    </Stack>
  )
}

/** Starts a bulk change: a site or site group, or a search, and the kind of settings. */
function Start({
  kinds,
  places,
  all,
}: {
  kinds: readonly KindName[]
  places: readonly { value: string; label: string }[]
  /** The name of the whole place. */
  all: string
}) {
  const t = useT()
  return (
    <Section title={t('main:configuration.start.title')}>
      <form method="get" className="flex flex-col gap-3">
        <HiddenFields values={{ all: '1' }} />
        {places.length > 0 && (
          <Select
            name="place"
            label={t('main:configuration.start.place')}
            options={[{ value: '', label: t('main:configuration.start.all', { name: all }) }, ...places]}
            className="max-w-md"
          />
        )}
        <TextInput
          name="q"
          type="search"
          label={t('main:configuration.board.search')}
          hint={t('main:configuration.start.hint')}
          maxLength={200}
          className="max-w-md"
        />
        <div className="flex flex-wrap gap-2">
          {kinds.map((kind) => (
            <Button key={kind} small name="to" value={kind}>
              {t(`main:${kind}.change`)}
            </Button>
          ))}
        </div>
      </form>
    </Section>
  )
}

type At = Omit<ConfigurationPlace, 'kind'>

/** One row per kind: the number of controllers by state, and the sends. */
function Kinds({
  at,
  kinds,
  counts,
  maySend,
}: {
  at: At
  kinds: readonly KindName[]
  counts: KindCounts
  maySend: boolean
}) {
  const t = useT()
  const columns: TableColumn<KindName>[] = [
    {
      key: 'kind',
      title: t('main:configuration.summary.kind'),
      isRowHeader: true,
      cell: (kind) => <A href={boardHref({ ...at, kind })}>{t(`main:view.${kind}`)}</A>,
    },
    ...configurationStatuses.map(
      (state): TableColumn<KindName> => ({
        key: state,
        title: t(`main:configuration.summary.state.${state}`),
        align: 'end',
        cell: (kind) => (
          <Count
            count={counts[kind][state]}
            href={boardHref({ ...at, kind }, { state })}
            name={`${t(`main:view.${kind}`)}, ${t(`main:configuration.board.filters.${state}`)}`}
          />
        ),
      }),
    ),
    ...(maySend
      ? [
          {
            key: 'send',
            title: t('main:configuration.summary.send'),
            cell: (kind: KindName) => <Sends at={{ ...at, kind }} counts={counts[kind]} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <div className="list-head">
        <h2>{t('main:configuration.summary.kinds')}</h2>
      </div>
      <Section flush>
        <Table caption={t('main:configuration.summary.kinds')} columns={columns} rows={kinds} rowKey={(kind) => kind} />
      </Section>
    </>
  )
}

/** Each send shows its plan first; above the limit of one plan it links to the board instead. */
function Sends({ at, counts }: { at: ConfigurationPlace; counts: KindCounts[KindName] }) {
  const t = useT()
  const max = limitFor('configuration.send')
  const offered = (['dirty', 'failed'] as const).filter((state) => counts[state])
  return (
    <div className="no-print flex flex-wrap gap-2 whitespace-nowrap">
      {offered.map((state) =>
        (counts[state] ?? 0) > max ? (
          <A key={state} href={boardHref(at, { state })}>
            {t(`main:configuration.summary.${state === 'dirty' ? 'chooseUnsent' : 'chooseFailed'}`)}
          </A>
        ) : (
          <Form key={state} action={sendingHref(at)} hidden={{ all: '1', state }} className="">
            <Button small>{t(`main:configuration.summary.${state === 'dirty' ? 'sendUnsent' : 'sendFailed'}`)}</Button>
          </Form>
        ),
      )}
    </div>
  )
}

/** A count that links to its controllers; a dash where unknown, and no link for 0. */
function Count({ count, href, name }: { count: number | undefined; href: string; name: string }) {
  const t = useT()
  const format = useFormat()
  if (count === undefined) return <span className="text-faint">{t('main:configuration.summary.none')}</span>
  if (count === 0) return <span className="text-faint">0</span>
  return (
    <A href={href} aria-label={`${format.number(count)}, ${name}`}>
      {format.number(count)}
    </A>
  )
}

type Site = NonNullable<
  Extract<ReturnType<typeof useLoaderData<typeof loader>>['summary'], { ok: true }>['value']['sites']
>[number]

/** The sites with open work, one column per kind; each cell links to the board of that kind and site. */
function Sites({
  at,
  kinds,
  sites,
  further,
  watched,
}: {
  at: At
  kinds: readonly KindName[]
  sites: readonly Site[]
  watched: Watched | null
  further: number
}) {
  const t = useT()
  const atSite = ({ id, groupId }: Site) => ({ ...at, groupId: groupId ?? noGroup, siteId: id })
  const columns: TableColumn<Site>[] = [
    {
      key: 'site',
      title: t('entity.site'),
      isRowHeader: true,
      cell: (site) => (
        <A href={summaryHref(atSite(site))}>
          <bdi>{site.name}</bdi>
        </A>
      ),
    },
    ...kinds.map(
      (kind): TableColumn<Site> => ({
        key: kind,
        title: t(`main:view.${kind}`),
        cell: (site) => <OpenStates at={{ ...atSite(site), kind }} counts={site.counts[kind]} />,
      }),
    ),
  ]
  return (
    <Section title={t('main:configuration.summary.sites')} flush>
      <Table
        caption={t('main:configuration.summary.sites')}
        columns={columns}
        rows={sites}
        rowKey={({ id }) => id}
        empty={
          watched && hasNoControllers(watched) ? (
            <NoControllers add={watched.add} />
          ) : (
            <EmptyState title={t('main:configuration.summary.inStep')}>
              {t('main:configuration.summary.inStepText')} {watched && <ReadFrom watched={watched} />}
            </EmptyState>
          )
        }
      />
      {further > 0 && (
        <p className="px-4 py-2 text-soft">{t('main:configuration.summary.further', { count: further })}</p>
      )}
    </Section>
  )
}

/** The states of a controller that has saved settings. */
const openStates = configurationStatuses.filter((state) => state !== 'notSet')

function OpenStates({ at, counts }: { at: ConfigurationPlace; counts: KindCounts[KindName] }) {
  const t = useT()
  const open = openStates.filter((state) => counts[state])
  if (open.length === 0) return <span className="text-faint">{t('main:configuration.summary.none')}</span>
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1.5">
      {open.map((state) => (
        <A key={state} href={boardHref(at, { state })}>
          {t(`main:configuration.summary.open.${state}`, { count: counts[state] ?? 0 })}
        </A>
      ))}
    </span>
  )
}
