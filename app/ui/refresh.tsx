import { useNavigate, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'
import { useT } from '~/i18n/use-t'
import { ButtonLink } from './link'

/** Seconds between refreshes of a page that is kept current. */
export const refreshSeconds = 10

/**
 * Shows the page anew, and has that done every few seconds or not any more. A page that is kept current unasked, because
 * work runs that ends by itself, gives its paused address as `href`: pausing is one link away, with scripts or without
 * (WCAG 2.2.2).
 */
export function Refresh({
  href,
  autoHref,
  isAuto,
  seconds = refreshSeconds,
}: {
  href: string
  autoHref: string
  isAuto: boolean
  seconds?: number
}) {
  const t = useT()
  return (
    <>
      {isAuto && (
        <span className="not-on-phones text-soft">{t('action.stopAutoRefreshHint', { count: seconds })} </span>
      )}
      <ButtonLink small href={isAuto ? autoHref : href}>
        {t('action.refresh')}
      </ButtonLink>
      <ButtonLink small look="quiet" href={isAuto ? href : autoHref}>
        {t(isAuto ? 'action.stopAutoRefresh' : 'action.startAutoRefresh', { count: seconds })}
      </ButtonLink>
    </>
  )
}

/**
 * Keeps a page current: read again in place where scripts run, loaded again by its own request where they do not; at an
 * address that says so, since what asks by itself is no sign of a person. A page that nobody looks at, or that cannot
 * reach the console, waits.
 */
export function AutoRefresh({ isAuto, autoHref }: { isAuto: boolean; autoHref: string }) {
  const navigate = useNavigate()
  const { state } = useNavigation()
  const isDue = isAuto && state === 'idle'
  useEffect(() => {
    if (!isDue) return
    let isOver = false
    const timer = setInterval(async () => {
      if (!document.hidden && (await isConsoleThere()) && !isOver)
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
 * The same for pages without React: loaded again by the page's small script, which leaves somebody alone who ticked or
 * typed something, and by the page's own request where no script runs.
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

/** A read that does not get through would put an error in the place of the page: asked first, by the least there is. */
async function isConsoleThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout((refreshSeconds - 1) * 1_000)
    return (await fetch('/healthz', { cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}
