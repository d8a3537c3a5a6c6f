/** A search of a network: who answers, and what each one says of itself. */
import type { SearchedObject } from '../../contracts/controller-networks'
import type { ControllerSearch, FoundController, InstanceRange, SearchProblem } from '../../link/port'
import type { BacnetClient } from '../client/bacnet-client'
import { type DiscoveredDevice, discover, discoverHolders, type ObjectHolder } from '../client/discovery'
import type { PropertyResult } from '../client/multiple-reader'
import { apduSizes } from '../frames/apdu'
import { segmentation, type WhoHas } from '../messages/who-is'
import { objectTypes } from '../object-types'
import { toHex } from '../octets'
import type { Peer } from '../peer'
import { type PropertyName, properties } from '../property-ids'
import { isUnanswered } from '../refusals'
import type { Timers } from '../timers'
import { objectTypeName } from './event-mapping'
import { numberOf, textOf } from './point-objects'

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

type Description = Pick<FoundController, keyof typeof described | 'state' | 'vendorId'>

const silent: Description = {
  ...{ name: null, vendorName: null, modelName: null, firmware: null, serialNumber: null },
  ...{ description: null, location: null, vendorId: null, state: 'silent' },
}

/** Asks the local network and all others, and reads each device as soon as it answers. */
export async function searchNetwork(options: SearchOptions): Promise<ControllerSearch> {
  const { client, timers, range } = options
  const reading = readingFor(options)
  const { devices, duplicates } = await discover(client, {
    ...(range && { range }),
    ...{ scopes: ['local', 'global'], waitMs, timers },
    onDevice: reading.begin,
  })
  return reading.result({ devices, duplicates })
}

/** Asks who has an object, and reads each device as soon as it answers. */
export async function searchObject(options: SearchOptions, object: SearchedObject): Promise<ControllerSearch> {
  const { client, timers, range } = options
  const reading = readingFor<ObjectHolder & Unidentified>(options)
  const found = new Map<ObjectHolder, ObjectHolder & Unidentified>()
  const { devices, duplicates } = await discoverHolders(client, questionFor(object), {
    ...(range && { range }),
    ...{ scopes: ['local', 'global'], waitMs, timers },
    onHolder(holder) {
      const device = { ...holder, ...unidentified }
      found.set(holder, device)
      reading.begin(device)
    },
  })
  const identified = (all: readonly ObjectHolder[]) => all.flatMap((one) => found.get(one) ?? [])
  return reading.result({
    devices: identified(devices),
    duplicates: duplicates.map(({ instance, devices: all }) => ({ instance, devices: identified(all) })),
  })
}

/** An I-Have does not say what its device accepts. The request for its names fits in the smallest message. */
const unidentified = { maxApdu: apduSizes[3], segmentation: segmentation.none, vendorId: null }
type Unidentified = typeof unidentified

/** Returns the question for an object. */
function questionFor(object: SearchedObject): WhoHas['object'] {
  if ('name' in object) return { kind: 'name', value: { text: object.name } }
  const { objectType, objectInstance: instance } = object
  return { kind: 'identifier', value: { type: objectTypes[objectType], instance } }
}

type FoundDevice = Pick<DiscoveredDevice, 'instance' | 'peer' | 'maxApdu' | 'segmentation' | 'answeredAfterMs'> & {
  /** Null where it did not say. */
  vendorId: number | null
  objects?: ObjectHolder['objects']
}

/** Reads devices as they are found, until the time for that is over. */
function readingFor<Device extends FoundDevice>({ client, timers, problem }: SearchOptions) {
  const descriptions = new Map<Device, Promise<Description>>()
  const endsAt = timers.now() + maxReadMs
  return {
    begin: (device: Device) => void descriptions.set(device, describe(client, device)),
    async result({ devices, duplicates }: Found<Device>): Promise<ControllerSearch> {
      const isLate = new Promise<Description>((resolve) => timers.after(endsAt - timers.now(), () => resolve(silent)))
      const controllers = await Promise.all(
        devices.map(async (device): Promise<FoundController> => {
          const { instance, peer, answeredAfterMs, objects } = device
          const { vendorId, ...description } = await Promise.race([descriptions.get(device) ?? isLate, isLate])
          return {
            ...{ instance, address: placeText(peer), networkNumber: peer.station?.network ?? null, answeredAfterMs },
            ...{ ...description, vendorId: device.vendorId ?? vendorId },
            ...(objects && { objects: objects.map(foundObject) }),
          }
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
    },
  }
}

interface Found<Device> {
  devices: readonly Device[]
  duplicates: readonly { instance: number; devices: readonly Device[] }[]
}

const foundObject = ({ object: { type, instance }, name }: ObjectHolder['objects'][number]) => ({
  ...{ objectType: objectTypeName(type), objectInstance: instance, name: name.slice(0, 1_000) },
})

/** Returns where a device is, in words. */
export function placeText({ address, port, station }: Peer): string {
  const endpoint = `${address}:${port}`
  return station ? `${station.network}:${toHex(station.mac)} via ${endpoint}` : endpoint
}

async function describe(
  client: BacnetClient,
  { instance, peer, maxApdu, segmentation: segments, vendorId }: FoundDevice,
): Promise<Description> {
  const object = { type: objectTypes.device, instance }
  const fields = Object.entries(described)
  const names = [...fields.map(([, name]) => name), ...(vendorId === null ? (['vendorIdentifier'] as const) : [])]
  const results = await client
    .device({ peer, maxApdu, segmentation: segments })
    .readProperties(names.map((name) => ({ object, property: properties[name] })))
  const texts = fields.map(([field], at) => [field, textIn(results[at])] as const)
  const vendor = results[fields.length]
  return {
    ...silent,
    ...Object.fromEntries(texts),
    vendorId: (vendor && 'value' in vendor ? numberOf(vendor.value) : undefined) ?? null,
    state: stateOf(results),
  }
}

function textIn(result: PropertyResult | undefined): string | null {
  return (result && 'value' in result && textOf(result.value)) || null
}

function stateOf(results: readonly PropertyResult[]): FoundController['state'] {
  if (results.some((result) => 'value' in result)) return 'read'
  const [first] = results
  return first && 'failure' in first && !isUnanswered(first.failure) ? 'refused' : 'silent'
}
