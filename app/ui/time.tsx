import { useT } from '~/i18n/use-t'
import { usePageContext } from './page-context'
import { useFormat } from './use-format'

/**
 * A moment in the time of the site it concerns, with the reader's own time beside it when that is known and differs.
 * Without a site, the reader's own.
 */
export function Time({ at, timeZone, showOwn = true }: { at: string; timeZone?: string; showOwn?: boolean }) {
  const t = useT()
  const format = useFormat()
  const { timeZone: own, isTimeZoneKnown } = usePageContext()
  const zone = timeZone ?? own
  const here = format.dateTime(at, zone)
  const there = format.dateTime(at, own)
  return (
    <time dateTime={at}>
      <span className="inline-block">{here}</span>
      {showOwn && isTimeZoneKnown && zone !== own && there !== here && (
        <span className="inline-block text-faint">
          &nbsp;({format.time(at, own)} {t('time.yours')})
        </span>
      )}
    </time>
  )
}

/** The same in a column: day and minute, the whole as a tooltip. */
export function ShortTime({ at, timeZone }: { at: string; timeZone?: string | undefined }) {
  const format = useFormat()
  const own = usePageContext().timeZone
  const zone = timeZone ?? own
  return (
    <time dateTime={at} title={format.dateTime(at, zone)}>
      {format.minute(at, zone)}
    </time>
  )
}

/** How long ago, counted from the moment the page was made (`now`), with the exact time as a tooltip. */
export function RelativeTime({ at, now, timeZone }: { at: string; now: string; timeZone?: string }) {
  const format = useFormat()
  const own = usePageContext().timeZone
  return (
    <time dateTime={at} title={format.dateTime(at, timeZone ?? own)} className="whitespace-nowrap">
      {format.relative(at, now)}
    </time>
  )
}
