import { useT } from '~/i18n/use-t'
import { ButtonLink } from './link'

/** Seconds between refreshes a person may ask for. */
export const refreshSeconds = 10

/**
 * A link that shows the page anew, and the choice to have that done every ten seconds. Nothing refreshes unasked
 * (WCAG 2.2.1); while it does, stopping is one link away. `isAuto` pages send a `Refresh` header.
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

/** The page's own request to be loaded again; drawn only when the person asked for it. */
export function AutoRefresh({ isAuto }: { isAuto: boolean }) {
  return isAuto ? <meta httpEquiv="refresh" content={String(refreshSeconds)} /> : null
}
