/** The networks over which a site reaches controllers of other makers, and the search for these controllers. */
import { z } from 'zod'
import { bacnetObjectTypes, maxDeviceInstance } from './bacnet-names'
import { bacnetPort, findingStates, isBroadcastIpv4, isNamedIpv4 } from './controller-network-names'
import { read, write } from './endpoint'
import { ETag, freeLine, Id, Paging, PathNode, page, Timestamp } from './scalars'
import { Device } from './site-shapes'

const NamedAddress = z.string().trim().refine(isNamedIpv4, { error: 'errors.networks.address' })
const Port = z.number().int().min(1, { error: 'errors.networks.port' }).max(65_535, { error: 'errors.networks.port' })
const Instance = z.number().int().min(0).max(maxDeviceInstance, { error: 'errors.networks.instance' })

const BroadcastTarget = z.object({
  address: z.string().trim().refine(isBroadcastIpv4, { error: 'errors.networks.broadcast' }),
  port: Port.default(bacnetPort),
})

const BroadcastManager = z.object({
  address: NamedAddress,
  port: Port.default(bacnetPort),
  lifetimeSeconds: z
    .number()
    .int()
    .min(30, { error: 'errors.networks.lifetime' })
    .max(65_535, { error: 'errors.networks.lifetime' })
    .default(300),
})

const networkFields = {
  name: freeLine(80).refine((name) => name !== '', { error: 'errors.field.required' }),
  /** The interface of this installation, or of the site agent. */
  address: NamedAddress,
  port: Port.default(bacnetPort),
  broadcastTo: z.array(BroadcastTarget).max(32, { error: 'errors.networks.broadcasts' }).default([]),
  /** Where this installation or the agent registers as a foreign device; null when the controllers are on the same subnet. */
  bbmd: BroadcastManager.nullish(),
  lowestInstance: Instance.default(0),
  highestInstance: Instance.default(maxDeviceInstance),
  /** The site agent that reaches it; null when this installation itself does. */
  agentId: Id.nullish(),
}

/** A network needs somewhere to ask, and its instances an order. */
export const NewControllerNetwork = z
  .object(networkFields)
  .refine(({ broadcastTo, bbmd }) => broadcastTo.length > 0 || bbmd, {
    error: 'errors.networks.nowhere',
    path: ['broadcastTo'],
  })
  .refine(({ lowestInstance, highestInstance }) => lowestInstance <= highestInstance, {
    error: 'errors.networks.instanceOrder',
    path: ['highestInstance'],
  })
export const ControllerNetworkChange = NewControllerNetwork.and(z.object({ eTag: ETag.optional() }))

export const ControllerNetwork = z.looseObject({
  id: Id,
  eTag: ETag.optional(),
  siteId: Id,
  /** Names the link that reaches its controllers. */
  protocol: z.string(),
  /** The site agent that reaches it; null when this installation itself does. */
  agentId: Id.nullish(),
  name: z.string(),
  address: z.string(),
  port: z.number().int(),
  broadcastTo: z.array(z.looseObject({ address: z.string(), port: z.number().int() })),
  bbmd: z.looseObject({ address: z.string(), port: z.number().int(), lifetimeSeconds: z.number().int() }).nullish(),
  lowestInstance: z.number().int(),
  highestInstance: z.number().int(),
  /** How many controllers of the site are on it. */
  controllers: z.number().int(),
  /** Whether there is a link that reaches it. */
  hasLink: z.boolean(),
})
export type ControllerNetwork = z.infer<typeof ControllerNetwork>

/** Why a search may have missed controllers. */
export const NetworkProblem = z.enum(['noInterface', 'portInUse', 'bbmdSilent', 'bbmdRefused'])
export type NetworkProblem = z.infer<typeof NetworkProblem>

/** How a search ended: `unsupported` without a link, `unreachable` when the link did not answer in time. */
export const NetworkSearchState = z.enum(['running', 'completed', 'unsupported', 'unreachable'])

/**
 * What a search found: `new` can be added, `known` is in the tree. `late` answered slowly, `silent` answered no further
 * request, `refused` refused it. `duplicate` is an instance of several controllers, `missing` is in the tree and did
 * not answer.
 */
export const FindingState = z.enum(findingStates)
export type FindingState = z.infer<typeof FindingState>

/** An object to search for: by its name, or by its type and instance. */
export const SearchedObject = z.union([
  z.object({
    name: freeLine(200).refine((name) => name !== '', { error: 'errors.field.required' }),
  }),
  z.object({ objectType: z.enum(bacnetObjectTypes), objectInstance: Instance }),
])
export type SearchedObject = z.infer<typeof SearchedObject>

export const NetworkSearch = z.looseObject({
  state: NetworkSearchState,
  /** The object that was searched for; null in a search for all controllers. */
  object: SearchedObject.nullish(),
  requestedAt: Timestamp,
  requestedBy: z.string().nullish(),
  completedAt: Timestamp.nullish(),
  problem: NetworkProblem.nullish(),
  /** Of the search that completed last. */
  counts: z.partialRecord(FindingState, z.number().int()),
})
export type NetworkSearch = z.infer<typeof NetworkSearch>

/** One row of the result of a search; what a controller did not say is null. */
export const NetworkFinding = z.looseObject({
  instance: z.number().int(),
  /** What is known of it: `new` or `known` with `late`, `silent` or `refused`; or `duplicate`, or `missing`. */
  states: z.array(FindingState),
  addresses: z.array(z.string()),
  networkNumber: z.number().int().nullish(),
  vendorName: z.string().nullish(),
  vendorId: z.number().int().nullish(),
  modelName: z.string().nullish(),
  firmware: z.string().nullish(),
  serialNumber: z.string().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  location: z.string().nullish(),
  answeredAfterMs: z.number().nullish(),
  /** In a search for an object: those that it has, with their names. */
  objects: z
    .array(z.looseObject({ objectType: z.string(), objectInstance: z.number().int(), name: z.string() }))
    .optional(),
  /** The controller of the tree that it is. */
  device: z.looseObject({ id: Id, name: z.string(), path: z.array(PathNode).optional() }).nullish(),
  /** Since when the controller of the tree is silent. */
  silentSince: Timestamp.nullish(),
})
export type NetworkFinding = z.infer<typeof NetworkFinding>

/** The link to a controller: how it is reached, and what it can do. */
export const DeviceLink = z.looseObject({
  protocol: z.string(),
  networkId: Id,
  networkName: z.string(),
  instance: z.number().int(),
  address: z.string().nullish(),
  vendorName: z.string().nullish(),
  modelName: z.string().nullish(),
  firmware: z.string().nullish(),
  serialNumber: z.string().nullish(),
  isWritable: z.boolean(),
  /** When its objects were read; null until then. */
  objectsReadAt: Timestamp.nullish(),
  /** Points that it does not list any more. */
  vanishedPoints: z.number().int().optional(),
})
export type DeviceLink = z.infer<typeof DeviceLink>

const networkErrors = [4008, 4202]

/** Spread into the contract of the site service. */
export const controllerNetworkCalls = {
  listControllerNetworks: read('GET /x/sites/{id}/controller-networks', {
    area: 'sites',
    capability: 'hierarchy.read',
    extension: true,
    reply: z.looseObject({ data: z.array(ControllerNetwork), hasLink: z.boolean() }),
    meaning: 'List the networks over which a site reaches controllers, and whether this installation has a link.',
  }),
  createControllerNetwork: write('POST /x/sites/{id}/controller-networks', {
    area: 'sites',
    capability: 'hierarchy.write',
    extension: true,
    status: 201,
    body: NewControllerNetwork,
    reply: z.looseObject({ data: ControllerNetwork }),
    errors: networkErrors,
    meaning: 'Add a network over which a site reaches controllers.',
  }),
  getControllerNetwork: read('GET /x/controller-networks/{id}', {
    area: 'sites',
    capability: 'hierarchy.read',
    extension: true,
    reply: z.looseObject({ data: ControllerNetwork }),
    meaning: 'Get one network of controllers.',
  }),
  updateControllerNetwork: write('PUT /x/controller-networks/{id}', {
    area: 'sites',
    capability: 'hierarchy.write',
    extension: true,
    body: ControllerNetworkChange,
    reply: z.looseObject({ data: ControllerNetwork }),
    errors: [...networkErrors, 4009],
    meaning: 'Replace the settings of a network of controllers.',
  }),
  deleteControllerNetwork: write('DELETE /x/controller-networks/{id}', {
    area: 'sites',
    capability: 'hierarchy.write',
    extension: true,
    status: 204,
    reply: z.unknown(),
    errors: [4201, 4202],
    meaning: 'Delete a network that no controller is on.',
  }),
  searchNetwork: write('POST /x/controller-networks/{id}/searches', {
    area: 'onboarding',
    capability: 'device.onboard',
    extension: true,
    status: 202,
    body: z.object({ object: SearchedObject.nullish() }).optional(),
    reply: z.looseObject({ data: NetworkSearch }),
    errors: [4202, 4310],
    meaning:
      'Search a network for controllers, or for those that have an object; the result replaces that of the previous search.',
  }),
  getNetworkSearch: read('GET /x/controller-networks/{id}/search', {
    area: 'onboarding',
    capability: 'device.read',
    extension: true,
    reply: z.looseObject({ data: NetworkSearch.nullable() }),
    meaning: 'Get the newest search of a network, with the counts of the last result; null before the first.',
  }),
  findNetworkControllers: read('GET /x/controller-networks/{id}/findings', {
    area: 'onboarding',
    capability: 'device.read',
    extension: true,
    query: z.object({
      ...Paging,
      state: FindingState.optional(),
      search: z.string().max(200).optional(),
      /** Up to 500 instances, separated by commas. */
      instances: z
        .string()
        .regex(/^\d{1,7}(,\d{1,7}){0,499}$/)
        .optional(),
    }),
    reply: page(NetworkFinding),
    meaning: 'List what the last search of a network found and missed, by instance.',
  }),
  addFoundControllers: write('POST /x/spaces/{id}/found-controllers', {
    area: 'devices',
    capability: 'device.onboard',
    extension: true,
    status: 201,
    body: z.object({
      networkId: Id,
      controllers: z
        .array(
          z.object({
            /** Names it in a refusal; by default its instance. */
            key: Id.optional(),
            instance: Instance,
            name: freeLine(100)
              .refine((name) => name !== '', { error: 'errors.field.required' })
              .optional(),
          }),
        )
        .min(1)
        .max(200),
    }),
    reply: z.looseObject({ data: z.array(Device) }),
    errors: [4100, 4202, 4207, 4302],
    meaning: 'Add controllers that a search found to a space, in service; their objects are read afterwards.',
  }),
  getDeviceLink: read('GET /x/devices/{id}/link', {
    area: 'devices',
    capability: 'device.read',
    extension: true,
    reply: z.looseObject({ data: DeviceLink.nullable() }),
    meaning: 'Get how a controller on a network of controllers is reached; null for every other one.',
  }),
}
