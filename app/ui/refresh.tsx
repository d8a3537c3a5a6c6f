import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useT } from '~/i18n/use-t'
import { ButtonLink } from './link'

/** Seconds between refreshes a person may ask for. */
export const refreshSeconds = 10

/**
 * A link that shows the page anew, and the choice to have that done every ten seconds. Nothing refreshes unasked
 * (WCAG 2.2.1); while it does, stopping is one link away.
 */
export function Refresh({ href, autoHref, isAuto }: { href: string; autoHref: string; isAuto: boolean }) {
  const t = useT()
  return (
    <>
      <ButtonLink small href={isAuto ? autoHref : href}>
        {t('action.refresh')}
      </ButtonLink>
      {isAuto ? (
        <ButtonLink small look="quiet" href={href}>
          {t('action.stopAutoRefresh')}
        </ButtonLink>
      ) : (
        <ButtonLink small look="quiet" href={autoHref}>
          {t('action.startAutoRefresh', { count: refreshSeconds })}
        </ButtonLink>
      )}
    </>
  )
}

/**
 * Keeps a page current once the person asked for it: read again in place where scripts run, loaded again by its own
 * request where they do not. A page that nobody looks at, or that cannot reach the console, waits.
 */
export function AutoRefresh({ isAuto }: { isAuto: boolean }) {
  const { revalidate, state } = useRevalidator()
  const isDue = isAuto && state === 'idle'
  useEffect(() => {
    if (!isDue) return
    let isOver = false
    const timer = setInterval(async () => {
      if (!document.hidden && (await isConsoleThere()) && !isOver) revalidate()
    }, refreshSeconds * 1_000)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isDue, revalidate])
  if (!isAuto) return null
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(refreshSeconds)} />
    </noscript>
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
