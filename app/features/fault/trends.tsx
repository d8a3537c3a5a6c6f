/** The points of a fault over a time window in the URL, in the site's time zone and the reader's units. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import { serviceProblemText } from '~/change/problem-text'
import { address, href, type QueryParams } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { momentInSearch, spanWith, typedMoment } from '~/ui/chart/moment'
import { Ranges } from '~/ui/chart/ranges'
import { parseChartWindow, validWindowParams, windowHidden, windowSearch } from '~/ui/chart/window'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { faultWindow, readFaultAtSite } from './fault.server'
import { FaultHeader } from './fault-head'
import { faultBudgetMs } from './faults.server'
import { faultRow } from './shared/row'
import { RuleTrends } from './shared/rule-trends'
import { ruleCharts } from './shared/rule-trends.server'
import { lastSeenMs, trendsPanel } from './shared/trends.server'

export const handle = {
  title: ({ row }, t) => t('main:fault.trendOf', { rule: row.rule, equipment: row.equipment }),
  menu: 'faults',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('faultTrends', args.params)
  const reader = await readerFor(args, { view: 'faults', budgetMs: faultBudgetMs })
  const { fault, timeZone } = await readFaultAtSite(reader, at)
  const search = new URL(args.request.url).searchParams
  const mark = momentInSearch(search)
  const typed = parseChartWindow(search, lastSeenMs(fault), faultWindow(fault))
  const window = mark === null ? typed : { ...typed, ...spanWith(typed, mark) }
  const trends = await trendsPanel(reader, fault, window)
  const row = faultRow(at, fault)
  const t = translator(reader.language)
  const system = unitSystemOf(reader.person, at.tenantId)
  return {
    at,
    row,
    window,
    mark,
    timeZone,
    isEmpty: trends.ok && trends.value.series.every(({ samples }) => samples.length === 0),
    trends: trends.ok
      ? { ok: true as const, value: ruleCharts(trends.value, { timeZone, system, language: reader.language }) }
      : trends,
    ignored: unknownParams(args.request, { ...validWindowParams(search), at: mark, atZone: '-' }),
    crumbs: [
      { name: t('main:view.faults'), href: href('customerFaults', at) },
      { name: row.equipment, href: href('fault', at) },
      { name: t('main:fault.trend'), href: href('faultTrends', at) },
    ],
    age: reader.age(),
  }
}

export default function FaultTrendsPage() {
  const t = useT()
  const { at, row, window, mark, timeZone, trends, isEmpty } = useLoaderData<typeof loader>()
  const trendsHref = (search: QueryParams) => href('faultTrends', at, search)
  return (
    <Stack>
      <FaultHeader row={row} actions={<ButtonLink href={row.href}>{t('main:fault.one')}</ButtonLink>} />
      <Ranges window={window} href={trendsHref} />
      {!trends.ok && <Unavailable detail={serviceProblemText(t, trends.problem)} />}
      {isEmpty && (
        <Section>
          <EmptyState title={t('main:fault.noTrend')}>{t('main:fault.noTrendText')}</EmptyState>
        </Section>
      )}
      {trends.ok && !isEmpty && (
        <RuleTrends
          charts={trends.value}
          equipmentType={row.equipmentType}
          zoomHref={(stretch) => trendsHref(windowSearch(stretch))}
          csvHref={href('faultTrendsCsv', at, windowSearch(window))}
          mark={mark}
          valueAt={{
            hidden: windowHidden(window),
            timeZone,
            typed: mark === null ? undefined : typedMoment(mark, timeZone),
          }}
        />
      )}
    </Stack>
  )
}
