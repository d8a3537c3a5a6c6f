/** The head of every view of a controller: what it is, how it is, its other views, and what can be done with it. */
import type { ReactNode } from 'react'
import type { Device } from '#contracts/site'
import type { Catalogues } from '~/backend/catalogues.server'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { ParamsFor } from '~/paths'
import { ButtonLink } from '~/ui/link'
import { PageHeader } from '~/ui/page'
import { OnboardedBadge } from '~/ui/states'
import { DeviceState } from './columns'
import { deviceRow } from './row'

export type DeviceView = 'overview' | 'network' | 'deployments' | 'onboarding' | 'tunnels'

/** Where a controller's views and changes are, as far as the person may. */
function deviceLinks({ may }: Pick<Reader, 'may'>, at: ParamsFor<'device'>) {
  return {
    overview: href('device', at),
    network: may('config.read') ? href('deviceNetwork', at) : null,
    deployments: may('deploy.read') ? href('deviceDeployments', at) : null,
    onboarding: href('deviceOnboarding', at),
    tunnels: may('tunnel.read') ? href('deviceTunnels', at) : null,
    changeNetwork: may('config.write') ? href('siteNetworkSettings', at, { device: at.deviceId }) : null,
    edit: may('device.write') ? href('deviceSettings', at) : null,
    deletion: may('device.write') ? href('devicesDeletion', at, { device: at.deviceId }) : null,
    deploy: may('deploy.run') ? href('newDeployment', at, { device: at.deviceId }) : null,
    history: may('trail.read') ? href('trail', at, { kind: 'device', id: at.deviceId }) : null,
  }
}

/** What the head shows, for a loader to answer. */
export function deviceHeading(
  reader: Pick<Reader, 'may'>,
  given: { at: ParamsFor<'device'>; device: Device; catalogues: Catalogues },
) {
  const { at, device, catalogues } = given
  const { name, hostId, model, type, isConnected, isOnboarded, isDeploying } = deviceRow(at, device, catalogues)
  return { name, hostId, model, type, isConnected, isOnboarded, isDeploying, links: deviceLinks(reader, at) }
}

export type DeviceHeading = ReturnType<typeof deviceHeading>

/** `status` and `actions` are what one view adds to the head of all. */
export function DeviceHeader({
  device,
  view,
  status,
  actions,
}: {
  device: DeviceHeading
  view: DeviceView
  status?: ReactNode
  actions?: ReactNode
}) {
  const t = useT()
  const { links, model, type, hostId } = device
  const tabs = (['overview', 'network', 'deployments', 'onboarding', 'tunnels'] as const).flatMap((name) => {
    const address = links[name]
    return address ? [{ label: t(`main:device.views.${name}`), href: address, isCurrent: name === view }] : []
  })
  return (
    <PageHeader
      kind={
        <>
          {model ? t('main:device.kind', { model, type }) : t('entity.device')}
          {hostId && <span className="ms-2 font-mono">{hostId}</span>}
        </>
      }
      name={device.name}
      status={
        <>
          {device.isOnboarded && <OnboardedBadge isOnboarded />}
          <DeviceState row={device} />
          {status}
        </>
      }
      tabs={tabs}
      actions={
        <>
          {actions}
          {links.changeNetwork && <ButtonLink href={links.changeNetwork}>{t('main:device.changeNetwork')}</ButtonLink>}
          {links.deploy && <ButtonLink href={links.deploy}>{t('main:device.deploy')}</ButtonLink>}
          {links.edit && <ButtonLink href={links.edit}>{t('action.edit')}</ButtonLink>}
          {links.deletion && <ButtonLink href={links.deletion}>{t('main:site.deletion.short')}</ButtonLink>}
          {links.history && (
            <ButtonLink look="quiet" href={links.history}>
              {t('main:device.history')}
            </ButtonLink>
          )}
        </>
      }
    />
  )
}
