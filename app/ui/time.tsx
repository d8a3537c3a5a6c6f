/**
 * Times by one policy. Recent ones are relative to the render time of the page, with the exact time as title, for
 * screen readers and in print; older ones have date and minute. Only logs show seconds and zone. Files always have the
 * exact time.
 */
import { useT } from '~/i18n/use-t'
import { usePageContext } from './page-context'
import { useFormat } from './use-format'

interface TimeProps {
  at: string
  /** The time zone of the site; the reader's by default. */
  timeZone?: string | undefined
}

/** A time, past or future. */
export function Time({ at, timeZone }: TimeProps) {
  const t = useT()
  const format = useFormat()
  const { now } = usePageContext()
  const distance = now ? format.distance(at, now) : null
  return (
    <time dateTime={at} title={useExact(at, timeZone)} className={distance ? 'near' : undefined}>
      {distance ? t(`time.${distance.tense}`, { span: distance.span }) : <Minute at={at} timeZone={timeZone} />}
    </time>
  )
}

/** A recent time relative to now, an older one as its day; the exact time is the title. */
export function ShortTime({ at }: { at: string }) {
  const format = useFormat()
  const { now } = usePageContext()
  if (format.distance(at, now)) return <Time at={at} />
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.date(at)}
    </time>
  )
}

/** Date and minute, with the zone where it is another than that of the other times the reader sees. */
function Minute({ at, timeZone }: TimeProps) {
  const format = useFormat()
  const isOther = timeZone !== undefined && format.dateTime(at, timeZone) !== format.dateTime(at)
  return isOther ? `${format.date(at, timeZone)} ${format.time(at, timeZone)}` : format.minute(at, timeZone)
}

/**
 * The time of a log line: to the second in the site's time zone, with the reader's own beside it where it is known and
 * differs.
 */
export function LogTime({ at, timeZone, showOwn = true }: TimeProps & { showOwn?: boolean }) {
  const t = useT()
  const format = useFormat()
  const own = useOwnTime(at, timeZone)
  return (
    <time dateTime={at}>
      <span className="inline-block">{format.dateTime(at, timeZone)}</span>
      {showOwn && own && (
        <span className="inline-block text-faint">
          &nbsp;({own} {t('time.yours')})
        </span>
      )}
    </time>
  )
}

/** Returns `2026-03-09 14:05:00 EST (20:05 CET your time)`. */
function useExact(at: string, timeZone: string | undefined): string {
  const t = useT()
  const format = useFormat()
  const own = useOwnTime(at, timeZone)
  const exact = format.dateTime(at, timeZone)
  return own ? `${exact} (${own} ${t('time.yours')})` : exact
}

/** Returns the time in the reader's time zone; null if that is unknown, or the same. */
function useOwnTime(at: string, timeZone: string | undefined): string | null {
  const format = useFormat()
  const { timeZone: own, isTimeZoneKnown } = usePageContext()
  const isSame = !timeZone || timeZone === own || format.dateTime(at, timeZone) === format.dateTime(at, own)
  return isTimeZoneKnown && !isSame ? format.time(at, own) : null
}
