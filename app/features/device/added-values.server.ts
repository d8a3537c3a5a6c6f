/** The values of the columns that a reader adds to a list of controllers: at most one call per column and page. */
import type { Alarm } from '#contracts/alarms'
import { deviceConfiguration, type Network } from '#contracts/device-configuration'
import { operations } from '#contracts/operations'
import type { Device } from '#contracts/site'
import { asPanel, type Reader } from '~/backend/reader.server'
import { href, type Place, placeParams } from '~/hrefs'
import type { AddedValues } from './shared/row'

/** The page limit of the call for alarms. */
const maxAlarms = 200

/** The columns whose values are part of a controller, but left out of a plain list. */
const detailColumns = ['description', 'spaceServed']

export const needsDetails = (columns: readonly string[]) => detailColumns.some((name) => columns.includes(name))

/** Returns the added values of a page of controllers. What cannot be read is null. */
export async function addedValues(
  reader: Reader,
  { at, devices, columns }: { at: Place; devices: readonly Device[]; columns: readonly string[] },
): Promise<(device: Device) => AddedValues> {
  const ids = devices.map(({ id }) => id)
  const [networks, alarms] = await Promise.all([
    columns.includes('address') && reader.may('config.read') ? networksOf(reader, ids) : null,
    columns.includes('alarms') && reader.may('alarm.read') ? activeAlarms(reader, ids) : null,
  ])
  return (device) => ({
    description: device.description,
    spaceServed: device.spaceServed ?? '',
    address: addressText(networks?.find(({ deviceId }) => deviceId === device.id)),
    alarms: alarms && countAlarms(at, device, alarms),
  })
}

async function networksOf(reader: Reader, deviceIds: string[]): Promise<Network[] | null> {
  if (deviceIds.length === 0) return []
  const reply = await asPanel(reader.call(deviceConfiguration.networkOfMany, { body: { deviceIds } }))
  return reply.ok ? reply.value.data : null
}

/** Returns the fixed addresses of the interfaces in use; null if there is none, as with DHCP. */
function addressText(network: Network | undefined): string | null {
  if (!network) return null
  const interfaces = [network.bridge, network.primary, network.secondary, network.auxiliary]
  const addresses = interfaces.flatMap((one) =>
    one?.enabled && one.ipv4?.ipAddress && !one.ipv4.dhcpEnabled ? [one.ipv4.ipAddress] : [],
  )
  return addresses.length > 0 ? addresses.join(', ') : null
}

/** Returns the active alarms of the controllers; null if there are more than one call returns. */
async function activeAlarms(reader: Reader, deviceIds: string[]): Promise<Alarm[] | null> {
  if (deviceIds.length === 0) return []
  const body = { deviceIds, isActive: true, pageSize: maxAlarms }
  const reply = await asPanel(reader.call(operations.findAlarms, { body }))
  return reply.ok && !reply.value.continuationToken ? reply.value.data : null
}

function countAlarms(place: Place, { id, path }: Device, alarms: readonly Alarm[]): AddedValues['alarms'] {
  const params = { ...placeParams(place, path ?? []), deviceId: id }
  const count = alarms.filter(({ deviceId }) => deviceId === id).length
  return { count, href: params.spaceId ? href('deviceAlarms', params) : null }
}
