/** A chart of the last day of the point, with the spans in which its controller logged nothing. */
import { serviceText } from '~/change/problem-text'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { RuleTrends } from '~/things/fault/rule-trends'
import { UnkeptNotice } from '~/things/trend/unkept-notice'
import { windowWord } from '~/ui/chart/window'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import type { PointData } from './point-page.server'

export function LastDay({ data: { lastDay, place, row } }: { data: PointData }) {
  const t = useT()
  const title = t('main:point.lastDay')
  if (!lastDay) return null
  if (!lastDay.ok)
    return (
      <Section title={title}>
        <Unavailable detail={serviceText(t, lastDay.problem)} />
      </Section>
    )
  if (!lastDay.value) return null
  const { trends, timeZone, unkept } = lastDay.value
  const window = { from: Date.parse(trends.from), to: Date.parse(trends.to) }
  const charts = (
    <RuleTrends
      trends={{ ...trends, series: trends.series.map((one) => ({ ...one, name: title })) } as never}
      timeZone={timeZone}
      of={row.name}
      zoomHref={(stretch) => href('customerTrends', place, { ...windowWord(stretch), point: row.id })}
      csvHref={href('customerTrendsCsv', place, { ...windowWord(window), point: row.id })}
    />
  )
  if (!unkept) return charts
  const notice = <UnkeptNotice {...unkept} timeZone={timeZone} />
  if (trends.series.length === 0) return <Section title={title}>{notice}</Section>
  return (
    <>
      {notice}
      {charts}
    </>
  )
}
