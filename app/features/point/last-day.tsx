/** A chart of the last day of the point, with the spans in which its controller logged nothing. */
import { serviceProblemText } from '~/change/problem-text'
import { RuleTrends } from '~/features/fault/shared/rule-trends'
import { NotStoredNotice } from '~/features/trend/shared/not-stored-notice'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { windowSearch } from '~/ui/chart/window'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { overrideSpans } from './override-spans'
import type { PointData } from './point-page.server'

export function LastDayChart({ data: { lastDay, place, row, levels, writes } }: { data: PointData }) {
  const t = useT()
  const title = t('main:point.lastDay')
  if (!lastDay) return null
  if (!lastDay.ok)
    return (
      <Section title={title}>
        <Unavailable detail={serviceProblemText(t, lastDay.problem)} />
      </Section>
    )
  if (!lastDay.value) return null
  const { charts, timeZone, notStored } = lastDay.value
  const overridden = overrideSpans({ levels, writes: writes.ok ? writes.value.writes : [] }, charts.window)
  const label = t('main:point.held.override')
  const drawn = (
    <RuleTrends
      charts={charts}
      caption={title}
      of={row.name}
      strips={
        overridden.length > 0 ? [{ label, spans: overridden.map((span) => ({ ...span, label, tone: 'warn' })) }] : []
      }
      zoomHref={(range) => href('customerTrends', place, { ...windowSearch(range), point: row.id })}
      csvHref={href('customerTrendsCsv', place, { ...windowSearch(charts.window), point: row.id })}
      valueAt={{
        action: href('customerTrends', place),
        hidden: { ...windowSearch(charts.window), point: row.id },
        timeZone,
      }}
    />
  )
  if (!notStored) return drawn
  const notice = <NotStoredNotice {...notStored} timeZone={timeZone} />
  if (charts.charts.length === 0 && !charts.stripsWindow) return <Section title={title}>{notice}</Section>
  return (
    <>
      {notice}
      {drawn}
    </>
  )
}
