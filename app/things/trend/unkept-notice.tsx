/** Says when the controller kept nothing of the points that are shown, and why, by the clock of the site. */
import { useT } from '~/i18n/use-t'
import { knownZone } from '~/ui/format'
import { Notice } from '~/ui/notice'
import { useFormat } from '~/ui/use-format'
import type { UnkeptSpan, UnkeptSpans } from './not-kept'

export function UnkeptNotice({ spans, more, timeZone }: UnkeptSpans & { timeZone: string }) {
  const t = useT()
  const format = useFormat()
  const zone = knownZone(timeZone)
  const text = ({ from, to, reason, names }: UnkeptSpan) => {
    const between = `${format.minute(from, zone)} – ${format.minute(to, zone)}`
    const when = t('chart.siteTime', { between, zone: format.time(to, zone).slice(6) })
    const span = t('main:trend.unkeptSpan', { when, reason: t(`main:trend.unkeptReason.${reason}`) })
    return names ? t('main:trend.unkeptOf', { span, names: format.list(names) }) : span
  }
  return (
    <Notice tone="info" quiet title={t('main:trend.unkeptTitle')}>
      <ul>
        {spans.map((span) => (
          <li key={`${span.from} ${span.to} ${span.reason}`}>{text(span)}</li>
        ))}
        {more > 0 && <li>{t('main:trend.unkeptMore', { count: more })}</li>}
      </ul>
    </Notice>
  )
}
