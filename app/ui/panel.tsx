import { useLocation } from '@remix-run/react'
import { errorText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { A } from './link'
import { Notice } from './notice'
import { usePageContext } from './page-context'
import { useFormat } from './use-format'

/**
 * Stands where a part of the page would, while the service behind it is down: why, the way to try again, and the request to
 * name. `detail` is a message key.
 */
export function Unavailable({ detail }: { detail?: string }) {
  const t = useT()
  const { requestId } = usePageContext()
  const { pathname, search } = useLocation()
  return (
    <Notice tone="warn" quiet title={t('panel.unavailable')}>
      <p>
        {detail ? errorText(t, detail) : t('panel.unavailableText')}{' '}
        <A href={`${pathname}${search}`}>{t('action.retry')}</A>
      </p>
      {requestId && <p className="text-sm text-soft">{t('errors:page.requestId', { id: requestId })}</p>}
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

/** Says how old what was read one by one is, and leads to having it read again; `againHref` is this page's address then. */
export function Walked({ ageSeconds, againHref }: { ageSeconds: number | null; againHref: string }) {
  const t = useT()
  if (ageSeconds === null) return null
  const minutes = Math.floor(ageSeconds / 60)
  return (
    <p className="text-sm text-soft">
      {minutes === 0 ? t('panel.walkedJustNow') : t('panel.walked', { count: minutes })}{' '}
      <A className="no-print" href={againHref}>
        {t('panel.readAgain')}
      </A>
    </p>
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
