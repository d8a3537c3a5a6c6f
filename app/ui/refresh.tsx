import { useNavigate, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'
import { useT } from '~/i18n/use-t'
import { Icon } from './icons'
import { A, ButtonLink } from './link'

/** The interval of automatic refresh in seconds. */
export const refreshSeconds = 10

/**
 * Links to refresh the page, and to switch automatic refresh. A page that refreshes because work is running passes its
 * paused address as `href`, so that pausing is one link away, with or without scripts (WCAG 2.2.2).
 */
export function Refresh({
  href,
  autoHref,
  isAuto,
  seconds = refreshSeconds,
  isFolded = false,
}: {
  href: string
  autoHref: string
  isAuto: boolean
  seconds?: number
  /** On a phone the start of automatic refresh is in a menu, so that the buttons are beside the heading. */
  isFolded?: boolean
}) {
  const t = useT()
  const start = t('action.startAutoRefresh', { count: seconds })
  return (
    <>
      {isAuto && (
        <span className="not-on-phones text-soft">{t('action.stopAutoRefreshHint', { count: seconds })} </span>
      )}
      <ButtonLink small href={isAuto ? autoHref : href}>
        {t('action.refresh')}
      </ButtonLink>
      {isAuto ? (
        <ButtonLink small look="quiet" href={href}>
          {t('action.stopAutoRefresh')}
        </ButtonLink>
      ) : (
        <ButtonLink small look="quiet" href={autoHref} className={isFolded ? 'auto-start not-on-phones' : 'auto-start'}>
          {start}
        </ButtonLink>
      )}
      {isFolded && !isAuto && (
        <details className="more-actions auto-menu on-phones" data-menu="">
          <summary className="button small">
            <Icon name="down" className="size-3.5" />
            <span className="sr-only">{t('action.autoRefresh')}</span>
          </summary>
          <div>
            <ul>
              <li>
                <A href={autoHref}>{start}</A>
              </li>
            </ul>
          </div>
        </details>
      )}
    </>
  )
}

/**
 * Refreshes a page: in place with scripts, otherwise by reloading. The address marks the request as automatic, because
 * it is no sign of a person. Pauses while the tab is hidden or the console is unreachable.
 */
export function AutoRefresh({ isAuto, autoHref }: { isAuto: boolean; autoHref: string }) {
  const navigate = useNavigate()
  const { state } = useNavigation()
  const isDue = isAuto && state === 'idle'
  useEffect(() => {
    if (!isDue) return
    let isOver = false
    const timer = setInterval(async () => {
      if (!document.hidden && (await isConsoleReachable()) && !isOver)
        navigate(autoHref, { replace: true, preventScrollReset: true })
    }, refreshSeconds * 1_000)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isDue, autoHref, navigate])
  if (!isAuto) return null
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${refreshSeconds}; url=${autoHref}`} />
    </noscript>
  )
}

/**
 * Automatic refresh for pages without React: the page's small script reloads unless something was ticked or typed;
 * without scripts the page reloads itself.
 */
export function AutoReload({ seconds }: { seconds: number }) {
  return (
    <>
      <span hidden data-reload={seconds} />
      <noscript>
        <meta httpEquiv="refresh" content={String(seconds)} />
      </noscript>
    </>
  )
}

/** Returns the interval in seconds at which an address, or that of a wall, asks to be read again; null without one. */
export function refreshSecondsIn(search: URLSearchParams): number | null {
  const seconds = Number(search.get(search.get('wall') === '1' ? 'every' : 'auto'))
  return Number.isInteger(seconds) && seconds >= 5 && seconds <= 3_600 ? seconds : null
}

/** Reloads an error page that scripts have put in place of a page which refreshes itself; others have a header. */
export function ReloadAfter({ seconds }: { seconds: number }) {
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), seconds * 1_000)
    return () => clearTimeout(timer)
  }, [seconds])
  return null
}

/** A failed read would replace the page with an error, so a minimal request is sent first. */
async function isConsoleReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout((refreshSeconds - 1) * 1_000)
    return (await fetch('/healthz', { cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}
