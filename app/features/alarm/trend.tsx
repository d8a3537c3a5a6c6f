/** The trend of the alarm's point around the alarm, with its limit and when it was in alarm. */
import { serviceProblemText } from '~/change/problem-text'
import { fromMetric, isQuantity, unitSymbol } from '~/domain/units'
import { NotStoredNotice } from '~/features/trend/shared/not-stored-notice'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { TrendChart } from '~/ui/chart/trend'
import { windowSearch } from '~/ui/chart/window'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { usePageContext } from '~/ui/page-context'
import { Unavailable } from '~/ui/panel'
import { useFormat } from '~/ui/use-format'
import type { AlarmPageData } from './alarm-page.server'
import { AlarmStrip, spansWithin } from './strip'

type Props = Pick<AlarmPageData, 'at' | 'alarm' | 'trend' | 'spans'> & { timeZone: string | undefined }

export function AlarmTrend({ at, alarm, trend, spans, timeZone }: Props) {
  const t = useT()
  const title = t('main:alarm.trend.title')
  const [series] = trend.lastDay?.trends.series ?? []
  if (trend.lastDay && series)
    return (
      <>
        {trend.lastDay.notStored && <NotStoredNotice {...trend.lastDay.notStored} timeZone={trend.lastDay.timeZone} />}
        <PointChart {...{ at, alarm, trend, spans, series }} timeZone={trend.lastDay.timeZone} />
      </>
    )
  return (
    <Section title={title} aside={trend.trendsHref && <A href={trend.trendsHref}>{t('main:alarm.trend.open')}</A>}>
      <div className="flex flex-col gap-3">
        {trend.problem ? (
          <Unavailable detail={serviceProblemText(t, trend.problem)} />
        ) : (
          <p className="text-soft">{t(`main:alarm.trend.${trend.missing ?? 'notKnown'}`)}</p>
        )}
        {trend.lastDay?.notStored && <NotStoredNotice {...trend.lastDay.notStored} timeZone={trend.lastDay.timeZone} />}
        <AlarmStrip spans={spans} window={trend.window} timeZone={timeZone} />
      </div>
    </Section>
  )
}

type Series = NonNullable<AlarmPageData['trend']['lastDay']>['trends']['series'][number]

function PointChart({
  at,
  alarm,
  trend,
  spans,
  series,
  timeZone,
}: Omit<Props, 'timeZone'> & { series: Series; timeZone: string }) {
  const t = useT()
  const format = useFormat()
  const { unit: system } = usePageContext()
  const quantity = isQuantity(series.unit ?? '') ? (series.unit as Parameters<typeof unitSymbol>[0]) : null
  const ownUnits = (value: number) => (quantity ? fromMetric(value, { quantity, system }) : value)
  const symbol = quantity ? unitSymbol(quantity, system) : (series.unit ?? '')
  const { limit } = alarm
  return (
    <TrendChart
      caption={t('main:alarm.trend.title')}
      name={t('main:alarm.trend.of', { point: alarm.point || series.name })}
      window={trend.window}
      timeZone={timeZone}
      lines={[
        {
          key: 'point',
          short: series.role,
          name: alarm.point || series.name,
          isStep: series.isHeld === true,
          samples: series.samples.map(([at, value]) => ({
            at: Date.parse(at),
            value: typeof value === 'number' ? ownUnits(value) : null,
          })),
        },
      ]}
      limits={
        typeof limit?.value === 'number'
          ? [{ key: 'limit', label: t('main:alarm.trend.limit'), value: ownUnits(limit.value) }]
          : []
      }
      strips={[
        {
          label: t('main:alarm.trend.band'),
          spans: spansWithin(spans, trend.window).map(({ from, to }) => ({
            from,
            to,
            label: t('main:alarm.trend.band'),
            tone: 'danger' as const,
          })),
        },
      ]}
      text={(value) => [format.number(value, 1), symbol].filter(Boolean).join('\u00a0')}
      zoomHref={(span) => href('customerTrends', at, { ...windowSearch(span), point: trend.pointId })}
      csvHref={trend.csvHref ?? undefined}
    />
  )
}
