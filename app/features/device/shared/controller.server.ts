/**
 * Loads what every page of a controller starts with: the controller at its canonical address, its heading and its
 * breadcrumbs (spec §3, design §4).
 */
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { href, type Place } from '~/hrefs'
import { crumbsOf } from '~/kit/place/crumbs'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import type { ParamsFor, PathName, paths } from '~/paths'
import { deviceHeading } from './header'

/** Names of the paths at or below a controller. */
type Below = {
  [Name in PathName]: (typeof paths)[Name] extends `${typeof paths.device}${string}` ? Name : never
}[PathName]

/**
 * Loads the controller, its site and the catalogues in parallel. Throws a redirect if the controller has another
 * address.
 */
export async function controllerAt<Name extends Below>(
  reader: Reader,
  args: { name: Name; at: ParamsFor<Name> & ParamsFor<'device'> & Place; request: Request },
) {
  const { name, at, request } = args
  const [placed, catalogues] = await Promise.all([
    locateOrRedirect({ reader, name, at, request }, reader.read(site.getDevice, { path: { id: at.deviceId } })),
    reader.catalogues(),
  ])
  const { node: device, path } = placed
  return {
    device,
    heading: deviceHeading(reader, { at, device, catalogues }),
    timeZone: (placed.site?.ok && placed.site.value.timeZone) || null,
    crumbs: crumbsOf(at, path, { name: device.name, href: href('device', at) }),
  }
}
