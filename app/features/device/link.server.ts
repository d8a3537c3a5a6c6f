/** Reads how a controller on a network is reached. */
import type { ControllerWriting } from '#contracts/controller-writing'
import { type Device, site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { LinkOfDevice } from './link-facts'

/** Returns null for a controller that is not on a network of controllers. */
export async function linkOfDevice(
  reader: Reader,
  at: ParamsFor<'device'>,
  device: Pick<Device, 'link'>,
): Promise<LinkOfDevice | null> {
  if (!device.link) return null
  const path = { id: at.deviceId }
  const [{ data }, { data: switched }] = await Promise.all([
    reader.read(site.getDeviceLink, { path }),
    reader.read(site.getControllerWriting, { path }),
  ])
  if (!data) return null
  const { protocol, networkId, networkName, instance, vendorName, modelName } = data
  return {
    protocol,
    networkName,
    networkHref: href('controllerNetwork', { ...at, controllerNetworkId: networkId }),
    instance,
    writing: data.isWritable && switched ? writingOf(reader, at, switched) : null,
    address: data.address ?? null,
    model: [vendorName, modelName].filter(Boolean).join(' ') || null,
    firmware: data.firmware ?? null,
    serialNumber: data.serialNumber ?? null,
    objectsReadAt: data.objectsReadAt ?? null,
    vanishedPoints: data.vanishedPoints ?? 0,
  }
}

/** Returns whether the controller may be written to, and where that is changed. */
function writingOf(reader: Reader, at: ParamsFor<'device'>, { isOn, objects }: ControllerWriting) {
  const state = !isOn ? ('off' as const) : objects === null ? ('on' as const) : ('onSome' as const)
  return { state, href: reader.may('config.write') ? href('deviceWriting', at) : null }
}
