import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useT } from '~/i18n/use-t'
import { refreshSeconds } from '~/ui/refresh'

/**
 * Renders whether the page's script follows the points of the page, which are those of elements with `data-point`, and
 * the button that pauses it (WCAG 2.2.2). Without scripts it is hidden.
 */
export function LiveMarker({ href }: { href: string | null }) {
  const t = useT()
  const { key } = useLocation()
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page shows other points
  useEffect(() => {
    const announce = () => {
      // Whatever loads later than this knows that the page is React's now.
      document.documentElement.dataset.hydrated = ''
      document.dispatchEvent(new Event('live:page'))
    }
    document.addEventListener('live:changed', revalidate)
    announce()
    return () => {
      document.removeEventListener('live:changed', revalidate)
      announce()
    }
  }, [href, key, revalidate])
  if (!href) return null
  return (
    <span
      hidden
      className="live no-print"
      data-live={href}
      data-old={t('main:pointLive.unheard')}
      data-connecting={t('main:pointLive.connecting')}
      data-on={t('main:pointLive.on')}
      data-polled={t('main:pointLive.polled', { seconds: refreshSeconds })}
      data-lost={t('main:pointLive.lost')}
      data-paused={t('main:pointLive.paused')}
      data-pause={t('main:pointLive.pause')}
      data-resume={t('main:pointLive.resume')}
    >
      <span />
      <button type="button" className="button small quiet">
        {t('main:pointLive.pause')}
      </button>
    </span>
  )
}
