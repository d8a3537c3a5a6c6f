/** Notices on a controller that is not onboarded, offline or busy with a deployment. */
import type { EnrichedDevice } from '~/domain/device'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { LogTime } from '~/ui/time'
import type { DeviceHeading } from './shared/header'

type State = Pick<
  EnrichedDevice,
  'isOnboarded' | 'isConnected' | 'isDeployingPackages' | 'awaitsDeployment' | 'deployment'
>

export function DeviceNotices({
  device,
  links,
  awaited,
  timeZone,
}: {
  device: State
  links: DeviceHeading['links']
  /** The scheduled start of its deployment. */
  awaited: string | null
  timeZone: string | undefined
}) {
  const t = useT()
  const deployments = links.views.find(({ name }) => name === 'deployments')
  const { status, message } = device.deployment
  if (device.isDeployingPackages) {
    return (
      <Notice tone="info" quiet title={t(device.awaitsDeployment ? 'device.awaitsDeployment' : 'device.deploying')}>
        {awaited ? (
          <p>
            {t('main:deployment.page.scheduledFor')} <LogTime at={awaited} timeZone={timeZone} />
          </p>
        ) : (
          <>
            {status && t(`deploymentStatus.${status}`)}
            {message && <bdi className="block">{message}</bdi>}
          </>
        )}
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
