/** The network settings of every controller of a site: what is saved, waiting, sent or failed (spec §4, journey 3). */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { findEntries } from '~/audit/find-entries.server'
import { serviceText } from '~/audit/problem-text'
import { sightOf } from '~/audit/sight.server'
import { asPanel, reader } from '~/backend/reader.server'
import { sendProgress } from '~/domain/send-state'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { flagFor } from '~/mutations'
import { Button } from '~/ui/button'
import { Select, TextInput } from '~/ui/field'
import { Filters, Form } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Progress } from '~/ui/progress'
import { Refresh, refreshSeconds } from '~/ui/refresh'
import { crumbsOf } from '../crumbs'
import { notUnderstood } from '../not-understood'
import { atRightAddress } from '../right-address.server'
import { SiteHeader, siteLinks } from '../site/header'
import { BoardTable } from './board-table'
import { filterIn, largestChoice, stateFilters } from './choice'
import { controllerStates } from './controller-states.server'
import { SendAll } from './send-all'

export const handle = {
  title: (data, t) => t('main:network.board.title', { site: data.site.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.isAuto ? [{ httpEquiv: 'refresh', content: String(refreshSeconds) }] : []

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteNetwork', args.params)
  const made = await reader(args, { capability: 'config.read' })
  const { ask, read, may, features, language } = made
  const search = new URL(args.request.url).searchParams
  const filter = filterIn(search)
  const shown = {
    ...filter,
    change: search.get('change') || null,
    after: search.get('after') || null,
    auto: search.get('auto') === String(refreshSeconds) ? refreshSeconds : null,
  }
  const ids = shown.change ? await touchedBy(made, at.tenantId, shown.change) : undefined
  const wanted = { siteId: at.siteId, ...filter, ids, after: shown.after ?? undefined }
  const [{ node, path, site: placed }, states] = await Promise.all([
    atRightAddress(
      { reader: made, name: 'siteNetwork', at, request: args.request },
      read(site.getSite, { path: { id: at.siteId } }),
    ),
    asPanel(controllerStates(ask, wanted)),
  ])
  const many = flagFor('configuration.send', 2)
  const t = translator(language)
  const self = { id: node.id, name: node.name, type: 'site' as const }
  return {
    at,
    site: {
      name: node.name,
      archived: node.archived,
      links: siteLinks(made, at),
      timeZone: node.timeZone ?? (placed?.ok ? placed.value.timeZone : null) ?? null,
    },
    states,
    unclear: notUnderstood(args.request, { state: filter.state, q: filter.search, change: shown.change }),
    shown,
    isAuto: shown.auto !== null,
    mayChange: may('config.write'),
    maySend: may('config.send'),
    mayReadLog: may('config.log'),
    forMany: !many || features[many],
    crumbs: crumbsOf(at, [...path, self], { name: t('main:network.board.crumb'), href: href('siteNetwork', at) }),
    age: made.age(),
  }
}

export type BoardData = Awaited<ReturnType<typeof loader>>

/** The controllers one change touched, as far as the person sees the trail. */
async function touchedBy(
  made: Awaited<ReturnType<typeof reader>>,
  tenantId: string,
  changeId: string,
): Promise<Set<string>> {
  const { entries } = await findEntries({ tenantId, changeId, sight: sightOf(made), limit: largestChoice })
  return new Set(entries.map(({ subject }) => subject.id))
}

export default function NetworkBoard() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { at, states, shown } = data
  const own = { state: shown.state, q: shown.search, change: shown.change }
  return (
    <>
      <SiteHeader
        site={data.site}
        view="network"
        actions={
          <Refresh
            href={href('siteNetwork', at, { ...own, after: shown.after })}
            autoHref={href('siteNetwork', at, { ...own, after: shown.after, auto: refreshSeconds })}
            isAuto={data.isAuto}
          />
        }
      />
      <Stack>
        {shown.change && <OfChange data={data} />}
        <Filters
          clearHref={shown.state || shown.search ? href('siteNetwork', at, { change: shown.change }) : undefined}
          keep={{ change: shown.change }}
        >
          <TextInput
            name="q"
            type="search"
            label={t('main:network.board.search')}
            defaultValue={shown.search}
            maxLength={200}
          />
          <Select
            name="state"
            label={t('main:network.board.filter')}
            defaultValue={shown.state ?? ''}
            options={[
              { value: '', label: t('main:network.board.filterAll') },
              ...stateFilters.map((state) => ({ value: state, label: t(`main:network.board.filters.${state}`) })),
            ]}
          />
        </Filters>
        {data.maySend && data.forMany && !shown.change && data.unclear.length === 0 && <SendAll at={at} />}
        <Section title={t('main:network.controllers')} flush>
          {states.ok ? (
            <BoardTable data={data} page={states.value} />
          ) : (
            <div className="p-4">
              <Unavailable detail={serviceText(t, states.problem)} />
            </div>
          )}
        </Section>
      </Stack>
    </>
  )
}

/** After a send: how far it is, and the way back to all controllers. */
function OfChange({ data }: { data: BoardData }) {
  const t = useT()
  const { at, states } = data
  const rows = states.ok ? states.value.rows : []
  const again = rows.filter(({ sendState }) => sendState === 'failed').map(({ id }) => id)
  const progress = sendProgress(
    rows.map(({ sendState, isConnected }) => ({ state: sendState, connected: isConnected })),
  )
  const { succeeded, running, waiting, failed, total } = progress
  return (
    <Notice
      tone={failed > 0 ? 'warn' : 'info'}
      quiet
      title={t('main:network.board.summary', { succeeded, running, waiting, failed })}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Progress label={t('main:network.board.progress')} done={succeeded + failed} total={total} />
        {data.maySend && again.length > 0 && (
          <Form action={href('siteNetworkSending', at)} hidden={{ device: again }} className="">
            <Button>{t('main:network.board.again', { count: again.length })}</Button>
          </Form>
        )}
        <span>
          {t('main:network.board.ofChange')} <A href={href('siteNetwork', at)}>{t('main:network.board.showAll')}</A>
        </span>
      </div>
    </Notice>
  )
}
