/** The trend of the alarm's point around the alarm, with its limit and when it was in alarm. */
import { serviceProblemText } from '~/change/problem-text'
import { RuleTrends } from '~/features/fault/shared/rule-trends'
import { NotStoredNotice } from '~/features/trend/shared/not-stored-notice'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { windowSearch } from '~/ui/chart/window'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import type { AlarmPageData } from './alarm-page.server'
import { AlarmStrip, spansWithin } from './strip'

type Props = Pick<AlarmPageData, 'at' | 'alarm' | 'trend' | 'spans'> & { timeZone: string | undefined }

export function AlarmTrend({ at, alarm, trend, spans, timeZone }: Props) {
  const t = useT()
  const title = t('main:alarm.trend.title')
  const { lastDay } = trend
  if (lastDay && (lastDay.charts.charts.length > 0 || lastDay.charts.stripsWindow))
    return (
      <>
        {lastDay.notStored && <NotStoredNotice {...lastDay.notStored} timeZone={lastDay.timeZone} />}
        <RuleTrends
          charts={lastDay.charts}
          caption={title}
          of={alarm.point || undefined}
          strips={[
            {
              label: t('main:alarm.trend.band'),
              spans: spansWithin(spans, trend.window).map(({ from, to }) => ({
                from,
                to,
                label: t('main:alarm.trend.band'),
                tone: 'danger',
              })),
            },
          ]}
          zoomHref={(span) => href('customerTrends', at, { ...windowSearch(span), point: trend.pointId })}
          valueAt={{
            action: href('customerTrends', at),
            hidden: { ...windowSearch(trend.window), point: trend.pointId },
            timeZone: lastDay.timeZone,
          }}
          {...(trend.csvHref && { csvHref: trend.csvHref })}
        />
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
        {lastDay?.notStored && <NotStoredNotice {...lastDay.notStored} timeZone={lastDay.timeZone} />}
        <AlarmStrip spans={spans} window={trend.window} timeZone={timeZone} />
      </div>
    </Section>
  )
}
