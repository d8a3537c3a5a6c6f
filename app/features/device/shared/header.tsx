/** The header of a controller's pages: its identity and state, tabs and actions. */
import type { ReactNode } from 'react'
import type { Device } from '#contracts/site'
import type { Catalogues } from '~/backend/catalogues.server'
import type { Reader } from '~/backend/reader.server'
import { capabilitiesFor } from '~/changes'
import { type KindName, saveChangeOf } from '~/features/configuration/shared/kind'
import { settingsHref } from '~/features/configuration/shared/place'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { viewLinks, viewTabs } from '~/kit/place/tabs'
import type { ParamsFor } from '~/paths'
import { type ActionLink, actionLink, Head } from '~/ui/head'
import type { ViewName } from '~/views'
import { DeviceState } from './columns'
import { type Offered, offeredFor } from './link-capabilities'
import { deviceRow } from './row'

/** Returns the links to views and changes that the person may open. */
function deviceLinks(
  reader: Pick<Reader, 'may' | 'features'>,
  at: ParamsFor<'device'>,
  { kind, offered }: { kind: KindName; offered: Offered },
) {
  const { may } = reader
  return {
    views: viewLinks('device', reader, at).filter(({ name }) => offered.view(name)),
    change:
      offered.change(kind) && capabilitiesFor(saveChangeOf[kind]).some(may)
        ? { kind, href: settingsHref({ ...at, kind }, { device: at.deviceId }) }
        : null,
    edit: may('device.write') ? href('deviceSettings', at) : null,
    deletion: may('device.write') ? href('devicesDeletion', at, { device: at.deviceId }) : null,
    deploy: may('deploy.run') && offered.packages ? href('newDeployment', at, { device: at.deviceId }) : null,
    replacing:
      may('config.write') && reader.features.configurationTemplates && offered.replacing
        ? href('deviceReplacing', at)
        : null,
    history: may('trail.read') ? href('trail', at, { kind: 'device', id: at.deviceId }) : null,
  }
}

/** Returns the data of the header, for a loader. `kind` is the configuration kind of its change button. */
export function deviceHeading(
  reader: Pick<Reader, 'may' | 'features'>,
  args: { at: ParamsFor<'device'>; device: Device; catalogues: Catalogues; kind?: KindName },
) {
  const { at, device, catalogues, kind = 'network' } = args
  const { name, hostId, model, type, isConnected, isOnboarded, isDeploying, awaitsDeployment } = deviceRow(
    at,
    device,
    catalogues,
  )
  const state = { isConnected, isOnboarded, isDeploying, awaitsDeployment }
  // The host id of a controller on a network is made of ids, and its page has its instance.
  return {
    name,
    hostId: device.link ? '' : hostId,
    model,
    type,
    ...state,
    links: deviceLinks(reader, at, { kind, offered: offeredFor(device) }),
  }
}

export type DeviceHeading = ReturnType<typeof deviceHeading>

/** `status`, `actions` and `beside` are additions of one view to the common header. */
export function DeviceHeader({
  device,
  view,
  status,
  actions,
  beside,
}: {
  device: DeviceHeading
  view: ViewName
  status?: ReactNode
  actions?: ReactNode
  beside?: ActionLink
}) {
  const t = useT()
  const { links, model, type, hostId } = device
  const isOverview = view === 'device'
  const change = links.change && actionLink(t(`main:${links.change.kind}.change`), links.change.href)
  const isOfChange = isOverview || view === links.change?.kind
  return (
    <Head
      name={device.name}
      facts={[
        <DeviceState key="state" row={device} />,
        isOverview && (model ? t('main:device.kind', { model, type }) : t('entity.device')),
        hostId && <span className="font-mono">{hostId}</span>,
        status,
      ]}
      tabs={viewTabs(t, links.views, view)}
      actions={actions}
      primary={isOverview && actionLink(t('main:device.deploy'), links.deploy)}
      others={[beside, isOfChange && change, isOverview && actionLink(t('action.edit'), links.edit)]}
      more={[
        !isOfChange && change,
        !isOverview && actionLink(t('main:device.deploy'), links.deploy),
        !isOverview && actionLink(t('action.edit'), links.edit),
        actionLink(t('main:replacing.link'), links.replacing),
        actionLink(t('main:trail.history'), links.history),
      ]}
      danger={[actionLink(t('main:site.deletion.short'), links.deletion)]}
    />
  )
}
