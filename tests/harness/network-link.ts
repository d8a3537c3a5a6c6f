/** A link to an invented network of controllers, for tests: who answers and which objects they list can be changed. */
import {
  type ControllerSearch,
  type FoundController,
  type LinkConfiguration,
  LinkError,
  type LinkEvents,
  type ObjectDescription,
  type PartialLink,
} from '../../services/link/port'

export interface InventedNetwork {
  search: ControllerSearch
  /** The objects of each controller that answers, by instance. */
  objects: Map<number, ObjectDescription[]>
  /** What the link was configured with last. */
  configuration: LinkConfiguration
  /** The ranges that were searched. */
  ranges: unknown[]
  /** The objects that were searched for; null in a search for all. */
  objectsAsked: unknown[]
  /** Delays the answer of a search. */
  gate: Promise<void> | null
  events: LinkEvents | null
}

export const inventedNetwork = (): InventedNetwork => ({
  search: { controllers: [], duplicates: [], problem: null },
  objects: new Map(),
  configuration: { networks: [], controllers: [] },
  ranges: [],
  objectsAsked: [],
  gate: null,
  events: null,
})

export function answering(instance: number, details: Partial<FoundController> = {}): FoundController {
  return {
    instance,
    address: `10.0.4.${instance % 250}:47808`,
    networkNumber: null,
    vendorId: 555,
    vendorName: 'Test Controls',
    modelName: 'TC-9',
    firmware: '4.2',
    serialNumber: `SN-${instance}`,
    name: `AHU-${instance}`,
    description: null,
    location: null,
    answeredAfterMs: 40,
    state: 'read',
    ...details,
  }
}

export function listedObject(
  objectType: ObjectDescription['objectType'],
  objectInstance: number,
  name: string,
  details: Partial<ObjectDescription> = {},
): ObjectDescription {
  const isBinary = objectType.startsWith('binary')
  return {
    objectType,
    objectInstance,
    name,
    displayName: name,
    kind: isBinary ? 'boolean' : 'number',
    unit: isBinary ? null : 'degC',
    precision: 1,
    min: null,
    max: null,
    states: isBinary ? ['Off', 'On'] : null,
    covIncrement: 0.1,
    isWritable: false,
    ...details,
  }
}

/** Returns a link that reads and searches, and writes nothing. */
export function createNetworkLink(network: InventedNetwork): PartialLink {
  const instanceOf = (deviceId: string) =>
    network.configuration.controllers.find((one) => one.deviceId === deviceId)?.instance ?? -1
  return {
    can: new Set(['points']),
    async start(events) {
      network.events = events
    },
    configure(configuration) {
      network.configuration = configuration
    },
    async find(_networkId, range, object = null) {
      network.ranges.push(range)
      network.objectsAsked.push(object)
      await network.gate
      return network.search
    },
    async *objects(deviceId) {
      const objects = network.objects.get(instanceOf(deviceId))
      if (!objects) throw new LinkError('unreachable')
      yield* objects
    },
    async read(_deviceId, points) {
      return points.map(({ id, kind }) => ({
        pointId: id,
        at: Date.parse('2026-03-09T12:00:00.000Z'),
        value: kind === 'boolean' ? true : 21.5,
        relinquishDefault: null,
        levels: [],
      }))
    },
  }
}
