import { useT } from '~/i18n/use-t'

/** Has the page's small script keep the readings of its points current; without scripts nothing is here. */
export function Follow({ href }: { href: string | null }) {
  const t = useT()
  return href ? <span hidden data-live={href} data-old={t('main:point.unheard')} /> : null
}
