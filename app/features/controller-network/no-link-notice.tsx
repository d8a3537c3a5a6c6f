/** Says that this installation cannot reach controllers on networks, and what to do. */
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'

export function NoLinkNotice() {
  const t = useT()
  return (
    <Notice tone="warn" quiet title={t('main:controllerNetwork.noLink')}>
      {t('main:controllerNetwork.noLinkText')} <code>LINK_PROGRAMS=bacnet=bacnet-link</code>
    </Notice>
  )
}
