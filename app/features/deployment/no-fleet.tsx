import { useT } from '~/i18n/use-t'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'

/** Shown when the backend cannot list deployments across controllers: a link to the controllers instead. */
export function NoFleet({ devicesHref }: { devicesHref: string }) {
  const t = useT()
  return (
    <Notice tone="info" quiet title={t('main:deployment.noFleet')}>
      <p className="mb-2">{t('main:deployment.noFleetText')}</p>
      <ButtonLink small href={devicesHref}>
        {t('main:deployment.toDevices')}
      </ButtonLink>
    </Notice>
  )
}
