import { useT } from '~/i18n/use-t'
import { usePageContext } from '../page-context'
import { useFormat } from '../use-format'
import type { ChartSpan } from './buckets'

/** The time range in the site's time zone, and in the reader's where that differs. */
export function ChartClock({ window: { from, to, timeZone: zone } }: { window: ChartSpan & { timeZone: string } }) {
  const t = useT()
  const format = useFormat()
  const { timeZone: own, isTimeZoneKnown } = usePageContext()
  const [begin, end] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const between = (where: string) => `${format.minute(begin, where)} – ${format.minute(end, where)}`
  const name = format.time(end, zone).slice(6)
  const isOther = isTimeZoneKnown && own !== zone && between(own) !== between(zone)
  return (
    <>
      {t('chart.siteTime', { between: between(zone), zone: name })}
      {isOther && ` (${between(own)} ${t('time.yours')})`}
    </>
  )
}
