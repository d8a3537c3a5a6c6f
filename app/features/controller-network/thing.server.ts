/** How pages and changes load a network of controllers of a site. */
import type { ControllerNetwork } from '#contracts/controller-networks'
import type { PathNode } from '#contracts/scalars'
import { site as contract, type Site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Thing } from '~/kit/edit/thing.server'
import { locatePlace } from '~/kit/place/locate-place.server'
import { siteAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import type { Crumb } from '~/ui/breadcrumb'
import { controllerNetworkToForm, settingsOf } from './form'

/** A network with its path, as the trail names it. */
export type ControllerNetworkEntity = ControllerNetwork & { path: PathNode[]; site: Pick<Site, 'id' | 'name'> }

export const controllerNetworkThing: Thing<'controllerNetwork', ControllerNetworkEntity> = {
  kind: 'controllerNetwork',
  async loadPage(reader, { at, page, request }) {
    const siteArgs = { kind: 'site', at, page, request } as const
    const [{ now: site, crumbs }, { data }] = await Promise.all([
      locatePlace(reader, siteArgs, reader.read(contract.getSite, { path: { id: at.siteId } })),
      reader.read(contract.getControllerNetwork, { path: { id: at.controllerNetworkId } }),
    ])
    return { now: inSite(data, site), crumbs: [...crumbs, ...networkCrumbs(reader, at, data.name)] }
  },
  async load({ read }, at) {
    const [site, { data }] = await Promise.all([
      siteAt(read, at),
      read(contract.getControllerNetwork, { path: { id: at.controllerNetworkId } }),
    ])
    return inSite(data, site)
  },
  toForm: (network) => controllerNetworkToForm(settingsOf(network)),
}

/** Returns the breadcrumbs below the site: the list, then the network. */
function networkCrumbs(
  { language }: Pick<Reader, 'language'>,
  at: ParamsFor<'controllerNetwork'>,
  name: string,
): Crumb[] {
  return [
    { name: translator(language)('main:view.controllerNetworks'), href: href('siteControllerNetworks', at) },
    { name, href: href('controllerNetwork', at) },
  ]
}

/** Throws 404 if the network belongs to another site. */
function inSite(network: ControllerNetwork, site: Site): ControllerNetworkEntity {
  if (network.siteId !== site.id) throw new Response(null, { status: 404 })
  const { id, name, path = [] } = site
  return { ...network, site: { id, name }, path: [...path, { id, name, type: 'site' }] }
}
