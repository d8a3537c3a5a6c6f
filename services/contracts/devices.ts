/** Controllers as inventory: add, change, remove, import, check availability (spec §3, §7, domain §6.2, §15). */
import { z } from 'zod'
import { read, write } from './endpoint'
import { ETag, freeLine, freeText, Id, Timestamp } from './scalars'
import { Device } from './site-shapes'

/** Up to 200 controllers in one call, as `deviceIds`. */
export const DeviceIds = z.object({ deviceIds: z.array(Id).min(1).max(200) })

/** The file of `PUT /devices/assets/builder`. */
export const builderFile = { maxBytes: 200 * 1024 * 1024, tooLarge: 'errors.assets.size' } as const

/** Keys that begin with `$` appear as name/value pairs to people (spec §3). */
export const AdditionalProperties = z
  .record(
    z.string().regex(/^\$?[\p{L}\p{N}][\p{L}\p{N} _.-]{0,59}$/u, { error: 'errors.device.propertyName' }),
    z.union([freeText(500), z.number(), z.boolean(), z.null()]),
  )
  .refine((properties) => Object.keys(properties).length <= 50, { error: 'errors.device.properties' })

const described = {
  name: freeLine(100).refine((text) => text !== '', { error: 'errors.field.required' }),
  description: freeText(1000).nullish(),
  spaceServed: freeLine(200).nullish(),
  /** Id of a controller model or its type code. */
  productId: Id.nullish(),
  additionalProperties: AdditionalProperties.nullish(),
}

/** `hostId` is known before onboarding when it was read from the label. */
export const NewDevice = z.object({ ...described, hostId: z.string().max(100).nullish() })

export const DeviceChange = z.object({ ...described, spaceId: Id.optional(), eTag: ETag.nullish() }).partial()

/** Why a controller is unavailable; absent when it is available. */
export const UnavailableReason = z.enum(['offline', 'notOnboarded', 'licence', 'packageMissing', 'timeout', 'unknown'])
export type UnavailableReason = z.infer<typeof UnavailableReason>

export const OnboardingAvailability = z.looseObject({
  deviceId: Id,
  deviceOnboardingAvailability: z.looseObject({
    available: z.boolean(),
    timestamp: Timestamp,
    reason: UnavailableReason.optional(),
  }),
})
export const TunnelingAvailability = z.looseObject({
  deviceId: Id,
  deviceRemoteTunnelingAvailability: z.looseObject({
    isConnected: z.boolean(),
    timestamp: Timestamp,
    reason: UnavailableReason.optional(),
  }),
})

export const deviceCalls = {
  createDevices: write('POST /spaces/{id}/devices', {
    area: 'devices',
    capability: 'device.write',
    status: 201,
    body: z.object({ device: NewDevice, quantity: z.number().int().min(1).max(100).default(1) }),
    reply: z.array(Device),
    errors: [4202, 4301, 4302],
    meaning: 'Add controllers of one kind to a space, named `VAV`, `VAV-2` and so on.',
  }),
  updateDevice: write('PUT /devices/{id}', {
    area: 'devices',
    capability: 'device.write',
    body: DeviceChange,
    reply: Device,
    errors: [4008, 4009, 4010, 4202, 4203, 4306],
    meaning: 'Update a controller, or move it within its site; omitted fields keep their values.',
  }),
  deleteDevices: write('DELETE /devices', {
    area: 'devices',
    capability: 'device.write',
    status: 204,
    body: z
      .array(Id)
      .min(1)
      .max(200)
      .or(DeviceIds.transform(({ deviceIds }) => deviceIds)),
    reply: z.unknown(),
    errors: [4100, 4202, 4306],
    meaning: 'Delete controllers with all their data.',
  }),
  buildAssets: write('PUT /devices/assets/builder', {
    area: 'devices',
    capability: 'device.write',
    status: 201,
    upload: builderFile,
    body: z.object({ siteId: Id }),
    reply: z.array(Device),
    errors: [4007, 4100, 4202],
    meaning: 'Add the controllers listed in a .csv or .json file to the spaces of a site: every row, or none.',
  }),
  syncState: write('POST /devices/sync-state', {
    area: 'devices',
    capability: 'device.test',
    status: 202,
    body: DeviceIds,
    reply: z.array(z.looseObject({ deviceId: Id, syncState: z.literal('queued'), requestedAt: Timestamp })),
    errors: [4100],
    meaning: 'Refresh the state of controllers; the new state is available a few seconds later.',
  }),
  testOnboardingAvailability: read('POST /devices/onboarding/test-availability', {
    area: 'onboarding',
    capability: 'device.test',
    body: DeviceIds,
    reply: z.array(OnboardingAvailability),
    meaning: 'Check whether controllers can be reached for onboarding.',
  }),
  testTunnelingAvailability: read('POST /devices/remote-tunneling/test-availability', {
    area: 'tunneling',
    capability: 'device.test',
    body: DeviceIds,
    reply: z.array(TunnelingAvailability),
    meaning: 'Check whether tunnels can be opened to controllers.',
  }),
}
