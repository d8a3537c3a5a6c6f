/** What has to be known before anything is done with a controller: nobody onboarded it, it is silent, it is busy. */
import type { EnrichedDevice } from '~/domain/device'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'

type State = Pick<EnrichedDevice, 'isOnboarded' | 'isConnected' | 'isDeployingPackages' | 'deployment'>

export function DeviceNotices({ device, links }: { device: State; links: { deployments: string | null } }) {
  const t = useT()
  const { status, message } = device.deployment
  if (device.isDeployingPackages) {
    return (
      <Notice tone="info" quiet title={t('device.deploying')}>
        {status && t(`deploymentStatus.${status}`)}
        {message && <bdi className="block">{message}</bdi>}
        {links.deployments && <A href={links.deployments}>{t('main:device.followDeployment')}</A>}
      </Notice>
    )
  }
  if (!device.isOnboarded) {
    return (
      <Notice tone="info" quiet title={t('device.notOnboarded')}>
        {t('main:device.notOnboardedText')}
      </Notice>
    )
  }
  if (!device.isConnected) {
    return (
      <Notice tone="warn" quiet title={t('device.offline')}>
        {t('main:device.offlineText')}
      </Notice>
    )
  }
  return null
}
