import { errorText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { Notice } from './notice'
import { useFormat } from './use-format'

/** Stands where a part of the page would, while the service behind it is down. `detail` is a message key. */
export function Unavailable({ detail }: { detail?: string }) {
  const t = useT()
  return (
    <Notice tone="warn" quiet title={t('panel.unavailable')}>
      {detail ? errorText(t, detail) : t('panel.unavailableText')}
    </Notice>
  )
}

/** Says that rows of the page's lists were left out, because they could not be read. */
export function Unread({ rows }: { rows: number }) {
  const t = useT()
  if (rows === 0) return null
  return (
    <Notice tone="warn" quiet>
      {t('panel.unread', { count: rows })}
    </Notice>
  )
}

/** Says that the page shows the last known answers, and how old they are. */
export function Stale({ ageSeconds }: { ageSeconds: number | null }) {
  const t = useT()
  const format = useFormat()
  if (ageSeconds === null) return null
  return (
    <Notice tone="warn" quiet>
      {t('panel.stale', { age: format.duration(ageSeconds) })}
    </Notice>
  )
}
