/** Reads how a controller on a network is reached. */
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
  const { data } = await reader.read(site.getDeviceLink, { path: { id: at.deviceId } })
  if (!data) return null
  const { protocol, networkId, networkName, instance, vendorName, modelName } = data
  return {
    protocol,
    networkName,
    networkHref: href('controllerNetwork', { ...at, controllerNetworkId: networkId }),
    instance,
    writing: await writingOf(reader, at, data.isWritable),
    address: data.address ?? null,
    model: [vendorName, modelName].filter(Boolean).join(' ') || null,
    firmware: data.firmware ?? null,
    serialNumber: data.serialNumber ?? null,
    objectsReadAt: data.objectsReadAt ?? null,
  }
}

/** Returns whether the controller may be written to, and where that is changed; null when its link cannot write. */
async function writingOf(reader: Reader, at: ParamsFor<'device'>, canWrite: boolean): Promise<LinkOfDevice['writing']> {
  if (!canWrite) return null
  const { data } = await reader.read(site.getControllerWriting, { path: { id: at.deviceId } })
  if (!data) return null
  const state = !data.isOn ? 'off' : data.objects === null ? 'on' : 'onSome'
  return { state, href: reader.may('config.write') ? href('deviceWriting', at) : null }
}
