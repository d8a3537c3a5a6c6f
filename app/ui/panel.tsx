import { useLocation } from '@remix-run/react'
import { errorText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { A } from './link'
import { Notice } from './notice'
import { usePageContext } from './page-context'
import { useFormat } from './use-format'

/**
 * Replaces a part of the page while its service is unavailable: the reason, a retry link, and the request id. `detail`
 * is a message key.
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

/** Reports rows of the page's lists that could not be read. */
export function UnreadableRows({ rows }: { rows: number }) {
  const t = useT()
  if (rows === 0) return null
  return (
    <Notice tone="warn" quiet>
      {t('panel.unread', { count: rows })}
    </Notice>
  )
}

/**
 * Reports the age of data that was read by walking the tree, with a link to read it again; `againHref` is the page's
 * address for that.
 */
export function WalkAge({ ageSeconds, rereadHref }: { ageSeconds: number | null; rereadHref: string }) {
  const t = useT()
  if (ageSeconds === null) return null
  const minutes = Math.floor(ageSeconds / 60)
  return (
    <p className="text-sm text-soft">
      {minutes === 0 ? t('panel.walkedJustNow') : t('panel.walked', { count: minutes })}{' '}
      <A className="no-print" href={rereadHref}>
        {t('panel.readAgain')}
      </A>
    </p>
  )
}

/** Reports that the page shows cached responses, and their age. */
export function Stale({ ageSeconds }: { ageSeconds: number | null }) {
  const t = useT()
  const format = useFormat()
  if (ageSeconds === null) return null
  return (
    <div data-age="">
      <Notice tone="warn" quiet>
        {t('panel.stale', { age: format.duration(ageSeconds) })}
      </Notice>
    </div>
  )
}
