/** A search of a network: who answers, and what each one says of itself. */
import type { ControllerSearch, FoundController, InstanceRange, SearchProblem } from '../../link/port'
import type { BacnetClient } from '../client/bacnet-client'
import { type DiscoveredDevice, discover } from '../client/discovery'
import type { PropertyResult } from '../client/multiple-reader'
import { objectTypes } from '../object-types'
import { toHex } from '../octets'
import type { Peer } from '../peer'
import { type PropertyName, properties } from '../property-ids'
import { isUnanswered } from '../refusals'
import type { Timers } from '../timers'
import { textOf } from './point-objects'

interface SearchOptions {
  client: BacnetClient
  timers: Timers
  range: InstanceRange | null
  problem(): SearchProblem | null
}

/** Devices answer for this long; the second question follows in the middle. */
const waitMs = 4_000
/** A device that has not said who it is by then counts as silent. */
const maxReadMs = 15_000

/** What a device says of itself, by the field of the result. */
const described = {
  name: 'objectName',
  vendorName: 'vendorName',
  modelName: 'modelName',
  firmware: 'firmwareRevision',
  serialNumber: 'serialNumber',
  description: 'description',
  location: 'location',
} as const satisfies Partial<Record<keyof FoundController, PropertyName>>

type Description = Pick<FoundController, keyof typeof described | 'state'>

const silent: Description = {
  ...{ name: null, vendorName: null, modelName: null, firmware: null, serialNumber: null },
  ...{ description: null, location: null, state: 'silent' },
}

/** Asks the local network and all others, and reads each device as soon as it answers. */
export async function searchNetwork({ client, timers, range, problem }: SearchOptions): Promise<ControllerSearch> {
  const descriptions = new Map<DiscoveredDevice, Promise<Description>>()
  const endsAt = timers.now() + maxReadMs
  const { devices, duplicates } = await discover(client, {
    ...(range && { range }),
    ...{ scopes: ['local', 'global'], waitMs, timers },
    onDevice: (device) => descriptions.set(device, describe(client, device)),
  })
  const isLate = new Promise<Description>((resolve) => timers.after(endsAt - timers.now(), () => resolve(silent)))
  const controllers = await Promise.all(
    devices.map(async (device): Promise<FoundController> => {
      const { instance, peer, vendorId, answeredAfterMs } = device
      const description = await Promise.race([descriptions.get(device) ?? isLate, isLate])
      const networkNumber = peer.station?.network ?? null
      return { instance, address: placeText(peer), networkNumber, vendorId, answeredAfterMs, ...description }
    }),
  )
  return {
    controllers,
    duplicates: duplicates.map(({ instance, devices: all }) => ({
      instance,
      addresses: all.map(({ peer }) => placeText(peer)),
    })),
    problem: problem(),
  }
}

/** Returns where a device is, in words. */
export function placeText({ address, port, station }: Peer): string {
  const endpoint = `${address}:${port}`
  return station ? `${station.network}:${toHex(station.mac)} via ${endpoint}` : endpoint
}

async function describe(client: BacnetClient, { instance, ...address }: DiscoveredDevice): Promise<Description> {
  const object = { type: objectTypes.device, instance }
  const fields = Object.entries(described)
  const results = await client
    .device(address)
    .readProperties(fields.map(([, name]) => ({ object, property: properties[name] })))
  const texts = fields.map(([field], at) => [field, textIn(results[at])] as const)
  return { ...silent, ...Object.fromEntries(texts), state: stateOf(results) }
}

function textIn(result: PropertyResult | undefined): string | null {
  return (result && 'value' in result && textOf(result.value)) || null
}

function stateOf(results: readonly PropertyResult[]): FoundController['state'] {
  if (results.some((result) => 'value' in result)) return 'read'
  const [first] = results
  return first && 'failure' in first && !isUnanswered(first.failure) ? 'refused' : 'silent'
}
