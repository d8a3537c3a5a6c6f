/** Shows when and why the controller stored no values of the points, in the time of the site. */

import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { timeZoneOrUtc } from '~/ui/format'
import { Notice } from '~/ui/notice'
import { useFormat } from '~/ui/use-format'
import type { NotStoredSpan, NotStoredSpans } from '../not-stored'

export function NotStoredNotice({ spans, more, timeZone }: NotStoredSpans & { timeZone: string }) {
  const t = useT()
  const format = useFormat()
  const zone = timeZoneOrUtc(timeZone)
  const isKnown = (at: string) => !Number.isNaN(Date.parse(at))
  const minute = (at: string) => (isKnown(at) ? format.minute(at, zone) : t('word.unknown'))
  const text = ({ from, to, reason, names }: NotStoredSpan) => {
    const between = `${minute(from)} – ${minute(to)}`
    const clock = format.time(isKnown(to) ? to : from, zone).slice(6)
    const when = clock ? t('chart.siteTime', { between, zone: clock }) : between
    const span = reason ? t('main:trend.unkeptSpan', { when, reason: reasonText(t, reason) }) : when
    return names ? t('main:trend.unkeptOf', { span, names: format.list(names) }) : span
  }
  return (
    <Notice tone="info" quiet title={t('main:trend.unkeptTitle')}>
      <ul className="flex flex-col gap-1">
        {spans.map((span) => (
          <li key={`${span.from} ${span.to} ${span.reason}`}>{text(span)}</li>
        ))}
        {more > 0 && <li>{t('main:trend.unkeptMore', { count: more })}</li>}
      </ul>
    </Notice>
  )
}

/** Returns the label of a reason; unknown reasons are shown as received. */
function reasonText(t: Translate, reason: string): string {
  return reason === 'off' || reason === 'notChosen' || reason === 'forgotten'
    ? t(`main:trend.unkeptReason.${reason}`)
    : reason
}
