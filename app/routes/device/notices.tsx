/** What has to be known before anything is done with a controller: nobody onboarded it, it is silent, it is busy. */
import type { EnrichedDevice } from '~/domain/device'
import { useT } from '~/i18n/use-t'
import type { DeviceHeading } from '~/things/device/header'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'

type State = Pick<EnrichedDevice, 'isOnboarded' | 'isConnected' | 'isDeployingPackages' | 'deployment'>

export function DeviceNotices({ device, links }: { device: State; links: DeviceHeading['links'] }) {
  const t = useT()
  const deployments = links.views.find(({ name }) => name === 'deployments')
  const { status, message } = device.deployment
  if (device.isDeployingPackages) {
    return (
      <Notice tone="info" quiet title={t('device.deploying')}>
        {status && t(`deploymentStatus.${status}`)}
        {message && <bdi className="block">{message}</bdi>}
        {deployments && <A href={deployments.href}>{t('main:device.followDeployment')}</A>}
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
