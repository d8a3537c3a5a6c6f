import { useT } from '~/i18n/use-t'

/** Renders the element by which the page's script updates the values of its points; without scripts it does nothing. */
export function LiveMarker({ href }: { href: string | null }) {
  const t = useT()
  return href ? <span hidden data-live={href} data-old={t('main:point.unheard')} /> : null
}
