/** The points of a fault over a time window in the URL, in the site's time zone and the reader's units. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { serviceText } from '~/change/problem-text'
import { address, href, type Search } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { notUnderstood } from '~/screens/list/not-understood'
import { faultRow } from '~/things/fault/row'
import { RuleTrends } from '~/things/fault/rule-trends'
import { newestOf, trendsOf } from '~/things/fault/trends.server'
import { Ranges } from '~/ui/chart/ranges'
import { knownWindow, windowIn, windowWord } from '~/ui/chart/window'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { faultHere, windowOf } from './fault.server'
import { FaultHead } from './fault-head'
import { budget } from './faults.server'

export const handle = {
  title: ({ row }, t) => t('main:fault.trendOf', { rule: row.rule, equipment: row.equipment }),
  menu: 'faults',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('faultTrends', args.params)
  const made = await reader(args, { view: 'faults', budget })
  const { fault, timeZone } = await faultHere(made, at)
  const search = new URL(args.request.url).searchParams
  const window = windowIn(search, newestOf(fault), windowOf(fault))
  const trends = await trendsOf(made, fault, window)
  const row = faultRow(at, fault)
  const t = translator(made.language)
  return {
    at,
    row,
    window,
    trends,
    timeZone,
    unclear: notUnderstood(args.request, knownWindow(search)),
    crumbs: [
      { name: t('main:view.faults'), href: href('customerFaults', at) },
      { name: row.equipment, href: href('fault', at) },
      { name: t('main:fault.trend'), href: href('faultTrends', at) },
    ],
    age: made.age(),
  }
}

export default function FaultTrendsPage() {
  const t = useT()
  const { at, row, window, trends, timeZone } = useLoaderData<typeof loader>()
  const here = (search: Search) => href('faultTrends', at, search)
  const isEmpty = trends.ok && trends.value.series.every(({ samples }) => samples.length === 0)
  return (
    <Stack>
      <FaultHead row={row} actions={<ButtonLink href={row.href}>{t('main:fault.one')}</ButtonLink>} />
      <Ranges window={window} href={here} />
      {!trends.ok && <Unavailable detail={serviceText(t, trends.problem)} />}
      {isEmpty && (
        <Section>
          <EmptyState title={t('main:fault.noTrend')}>{t('main:fault.noTrendText')}</EmptyState>
        </Section>
      )}
      {trends.ok && !isEmpty && (
        <RuleTrends
          trends={trends.value as never}
          timeZone={timeZone}
          zoomHref={(stretch) => here(windowWord(stretch))}
          csvHref={href('faultTrendsCsv', at, windowWord(window))}
        />
      )}
    </Stack>
  )
}
