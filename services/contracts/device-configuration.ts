/** The device configuration service: network settings, sends and their state (spec §3, §5, domain §5). */
import { z } from 'zod'
import { configurationKinds, maxControllersPerCall, readManyCall } from './configuration-kinds'
import { read, service, write } from './endpoint'
import { interfaceNames } from './network-names'
import { NetworkValue } from './network-value'
import { accepted, ETag, Id, Paging, page, Timestamp } from './scalars'
import { LogLine } from './send-log'
import { ConfigState, ConfigurationType, ProcessState, SendState } from './site'

export * from './network-value'
export { LogLine } from './send-log'

/** The settings of one controller; `supportedInterfaces` lists the interfaces that have a value. */
export const Network = NetworkValue.extend({
  eTag: ETag.nullish(),
  deviceId: Id.optional(),
  supportedInterfaces: z.array(z.enum(interfaceNames)).optional(),
})
export type Network = z.infer<typeof Network>

/**
 * Omitted fields keep their value; `null` clears (DHCP on). With many controllers `eTag` is null and `eTags` may name
 * each.
 */
export const NetworkSave = z.object({
  eTag: ETag.nullable(),
  deviceIds: z.array(Id).min(1).max(maxControllersPerCall),
  value: NetworkValue,
  eTags: z.record(Id, ETag).optional(),
})
export type NetworkSave = z.infer<typeof NetworkSave>

/** The state of every kind of configuration of a controller (spec §3). */
export const DeviceStatus = z.looseObject({
  deviceId: Id,
  gfx: ConfigState.extend({
    fileName: z.string().nullish(),
    processState: z
      .union([ProcessState, z.literal('')])
      .nullish()
      .catch(null),
    sendState: z
      .union([SendState, z.literal('')])
      .nullish()
      .catch(null),
  }).nullish(),
  time: ConfigState.nullish(),
  bacnet: ConfigState.nullish(),
  network: ConfigState.nullish(),
  users: ConfigState.nullish(),
})
export type DeviceStatus = z.infer<typeof DeviceStatus>

/** The newest send of one kind to one controller. */
export const Send = z.looseObject({
  deviceId: Id,
  name: z.string(),
  hostId: z.string().nullish(),
  kind: ConfigurationType,
  sendState: SendState,
  operationId: z.string().nullish(),
  attempt: z.number().int().nullish(),
  queuedAt: Timestamp.nullish(),
  /** When a send that waits for its controller expires. */
  waitsUntil: Timestamp.nullish(),
})
export type Send = z.infer<typeof Send>

export const deviceConfiguration = service('device-configuration', {
  getNetwork: read('GET /devices/{id}/network', {
    area: 'network',
    capability: 'config.read',
    reply: Network,
    meaning: 'Get the saved network settings of a controller.',
  }),
  networkOfMany: read('POST /x/devices/network', {
    area: 'network',
    ...readManyCall(Network),
    meaning: 'List the saved network settings of many controllers.',
  }),
  networkSendLogs: read('GET /devices/{id}/network/send/logs', {
    area: 'network',
    capability: 'config.log',
    reply: z.array(LogLine),
    meaning: 'Get the send log of the network settings, newest line last.',
  }),
  saveNetwork: write('POST /devices/network', {
    area: 'network',
    capability: 'config.write',
    body: NetworkSave,
    reply: z.looseObject({ data: z.array(Network) }),
    errors: [4009, 4100, 4501],
    meaning: 'Save the same network settings for many controllers; omitted fields keep their values.',
  }),
  getInfo: read('GET /devices/{id}/info', {
    area: 'deviceConfiguration',
    capability: 'config.read',
    reply: DeviceStatus,
    meaning: 'Get the state of every kind of configuration of a controller.',
  }),
  findInfo: read('GET devices/info', {
    area: 'deviceConfiguration',
    capability: 'config.read',
    query: z.object({ underTwinId: Id, continuationToken: z.string().optional() }),
    reply: z.array(DeviceStatus),
    errors: [4410],
    meaning: 'List the state of every kind of configuration of each controller below a node of the tree.',
  }),
  send: write('POST /devices/configuration/send', {
    area: 'deviceConfiguration',
    capability: 'config.send',
    status: 202,
    body: z.object({
      deviceIds: z.array(Id).min(1).max(maxControllersPerCall),
      configurationTypes: z.array(ConfigurationType).min(1).max(5),
    }),
    reply: accepted(
      z.looseObject({
        deviceId: Id,
        results: z.array(z.looseObject({ type: ConfigurationType, sendState: SendState })),
      }),
    ),
    errors: [4100, 4304, 4503, 4505],
    meaning: 'Send saved configuration to controllers; sends to offline controllers wait.',
  }),
  findSends: read('GET /x/sends', {
    area: 'deviceConfiguration',
    capability: 'config.read',
    extension: true,
    query: z.object({
      ...Paging,
      customerId: Id.optional(),
      deviceId: Id.optional(),
      operationId: z.string().max(100).optional(),
      kind: ConfigurationType.optional(),
      /** Default: any of these. */
      state: z.enum(['queued', 'running', 'failed']).optional(),
      /** Queued at this moment or later. */
      since: Timestamp.optional(),
    }),
    reply: page(Send).extend({ counts: z.partialRecord(SendState, z.number()).nullish() }),
    meaning: 'List queued, running and failed sends: the newest of each kind for each controller.',
  }),
  cancelSends: write('POST /x/sends/cancel', {
    area: 'deviceConfiguration',
    capability: 'config.send',
    extension: true,
    body: z.object({
      deviceIds: z.array(Id).min(1).max(maxControllersPerCall),
      types: z.array(ConfigurationType).min(1).max(5),
    }),
    reply: z.looseObject({
      data: z.array(
        z.looseObject({
          deviceId: Id,
          results: z.array(z.looseObject({ type: ConfigurationType, sendState: SendState })),
        }),
      ),
    }),
    errors: [4100],
    meaning: 'Cancel sends that no controller has picked up yet; the configuration stays saved.',
  }),
  ...configurationKinds,
})
