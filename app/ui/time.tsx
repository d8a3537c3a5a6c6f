/**
 * Moments, by one policy: near ones by how far they are from the making of the page, with the exact time as a title, for
 * who listens and on paper; older ones by day and minute; with seconds and zone only in logs. Files always have the exact one.
 */
import { useT } from '~/i18n/use-t'
import { usePageContext } from './page-context'
import { useFormat } from './use-format'

interface TimeProps {
  at: string
  /** The zone of the site that it concerns; the reader's own unless said. */
  timeZone?: string | undefined
}

/** When something was, or will be. */
export function Time({ at, timeZone }: TimeProps) {
  const t = useT()
  const format = useFormat()
  const { now } = usePageContext()
  const distance = now ? format.distance(at, now) : null
  return (
    <time dateTime={at} title={useExact(at, timeZone)} className={distance ? 'near' : undefined}>
      {distance ? t(`time.${distance.way}`, { span: distance.span }) : format.minute(at, timeZone)}
    </time>
  )
}

/**
 * The line of a log: to the second, in the time of the site, with the reader's own time beside it when that is known and
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

/** `2026-03-09 14:05:00 EST (20:05 CET your time)` */
function useExact(at: string, timeZone: string | undefined): string {
  const t = useT()
  const format = useFormat()
  const own = useOwnTime(at, timeZone)
  const exact = format.dateTime(at, timeZone)
  return own ? `${exact} (${own} ${t('time.yours')})` : exact
}

/** The same moment by the reader's clock; null where that is not known, or says the same. */
function useOwnTime(at: string, timeZone: string | undefined): string | null {
  const format = useFormat()
  const { timeZone: own, isTimeZoneKnown } = usePageContext()
  const isSame = !timeZone || timeZone === own || format.dateTime(at, timeZone) === format.dateTime(at, own)
  return isTimeZoneKnown && !isSame ? format.time(at, own) : null
}
