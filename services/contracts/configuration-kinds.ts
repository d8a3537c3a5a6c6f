/**
 * The kinds of configuration other than the network: graphics, time, BACnet, the admin user (spec §3, §7, domain
 * §5.6–§5.9).
 */
import { z } from 'zod'
import { mstpPorts } from './bacnet-names'
import { BacnetValue } from './bacnet-value'
import { read, write } from './endpoint'
import { ETag, Id, Timestamp } from './scalars'
import { LogLine } from './send-log'
import { ConfigState, ProcessState, SendState } from './site-shapes'
import { TimeValue } from './time-value'

/** Each clock is asked several times, so a call with more would take too long. */
export const maxClocksPerCall = 20

/** Maximum number of controllers in one call. */
export const maxControllersPerCall = 500

/** With one controller `eTag` is its own; with many it is null, and `eTags` may name each. */
const save = {
  eTag: ETag.nullable(),
  deviceIds: z.array(Id).min(1).max(maxControllersPerCall),
  eTags: z.record(Id, ETag).optional(),
}

export const gfxMaxBytes = 100 * 1024 * 1024

/** The first three are empty for a controller that never had a file (spec §3, §8). */
export const GfxInfo = z.looseObject({
  deviceId: Id.optional(),
  fileName: z.string(),
  processState: z.union([ProcessState, z.literal('')]),
  sendState: z.union([SendState, z.literal('')]),
  /** Bytes. */
  size: z.number().int().nullish(),
  sha256: z.string().nullish(),
  projectName: z.string().nullish(),
  projectVersion: z.string().nullish(),
  uploadedAt: Timestamp.nullish(),
  uploadedBy: z.string().nullish(),
  lastSentTime: Timestamp.nullish(),
  isDirty: z.boolean().nullish(),
})
export type GfxInfo = z.infer<typeof GfxInfo>

/** Text fields of the form; `deviceIds` repeats for each controller. */
const GfxUpload = z.object({
  deviceIds: z.union([Id.transform((id) => [id]), z.array(Id)]).pipe(z.array(Id).min(1).max(50)),
})

export const TimeZone = z.looseObject({
  id: z.string(),
  label: z.string(),
  /** Standard time, such as `-05:00`. */
  offset: z.string(),
  /** Equals `offset` where the clocks never change. */
  dstOffset: z.string(),
  observesDst: z.boolean(),
})
export type TimeZone = z.infer<typeof TimeZone>

export const DeviceTime = TimeValue.loose().extend({
  eTag: ETag.nullish(),
  deviceId: Id.optional(),
  /** The controller's own clock, with its offset from UTC. */
  currentDeviceTime: z.string().nullish(),
  /** Current offset of the zone from UTC. */
  offsetSec: z.number().int().nullish(),
  dstActive: z.boolean().nullish(),
  nextDstTransition: Timestamp.nullish(),
  lastNtpSync: Timestamp.nullish(),
  /** False for a controller of which only the clock can be set. */
  hasSettings: z.boolean().optional(),
  /** Whether its clock can be set by itself; absent where it follows the settings. */
  clockSetting: z.enum(['possible', 'writingOff']).optional(),
})
export type DeviceTime = z.infer<typeof DeviceTime>

export const Bacnet = BacnetValue.extend({
  eTag: ETag.nullish(),
  deviceId: Id.optional(),
  /** The RS-485 ports of the model. */
  supportedPorts: z.array(z.enum(mstpPorts)).optional(),
  /** The ports that Modbus RTU uses. */
  modbusPorts: z.array(z.enum(mstpPorts)).optional(),
})
export type Bacnet = z.infer<typeof Bacnet>

/** A password is never returned. */
export const AdminUser = ConfigState.extend({
  deviceId: Id.optional(),
  adminPassword: z.null().optional(),
  eTag: ETag.nullish(),
  passwordSetAt: Timestamp.nullish(),
})
export type AdminUser = z.infer<typeof AdminUser>

/** The settings of many controllers in one reply; controllers that do not exist are left out (domain §17). */
export const readManyCall = <Saved extends z.ZodType>(
  saved: Saved,
  capability: 'config.read' | 'config.adminuser' = 'config.read',
) =>
  ({
    capability,
    extension: true,
    body: z.object({ deviceIds: z.array(Id).min(1).max(maxControllersPerCall) }),
    reply: z.looseObject({ data: z.array(saved) }),
  }) as const

/** The kinds whose settings are values with fields. */
export const SettingType = z.enum(['network', 'time', 'bacnet'])
export type SettingType = z.infer<typeof SettingType>

const AnySettings = z.looseObject({})

/** Null when nothing was sent yet, or when the value is unknown. */
export const Stand = z.looseObject({
  deviceId: Id,
  saved: AnySettings,
  /** The settings in the running or last send. */
  sent: AnySettings.nullish(),
  /** The settings the controller runs with. */
  running: AnySettings.nullish(),
  changedBy: z.string().nullish(),
  changedAt: Timestamp.nullish(),
})
export type Stand = z.infer<typeof Stand>

/** Maximum number of controllers in one reply. */
export const maxControllersPerReply = 50

const sendLog = (meaning: string) => ({ capability: 'config.log', reply: z.array(LogLine), meaning }) as const

/** Spread into the contract of the device configuration service. */
export const configurationKinds = {
  getGfx: read('GET /devices/{id}/gfx', {
    area: 'gfx',
    capability: 'config.read',
    reply: GfxInfo,
    errors: [4004],
    meaning: 'Get the graphics file of a controller with its build and send state; code 4004 when there is none.',
  }),
  uploadGfx: write('PUT /devices/gfx', {
    area: 'gfx',
    capability: 'config.write',
    upload: { maxBytes: gfxMaxBytes, tooLarge: 'errors.gfx.size' },
    body: GfxUpload,
    reply: z.looseObject({ data: z.array(GfxInfo) }),
    errors: [4007, 4100, 4202, 4310, 4504, 4506],
    meaning: 'Upload a graphics file for controllers; it is then built for each of them.',
  }),
  gfxContent: read('GET /devices/{id}/gfx/content', {
    area: 'gfx',
    capability: 'config.log',
    download: true,
    reply: z.unknown(),
    errors: [4004],
    meaning: 'Download the graphics file.',
  }),
  gfxBuildLog: read('GET /devices/{id}/gfx/build/log', {
    area: 'gfx',
    ...sendLog('Get the build log of the graphics file, newest line last.'),
  }),
  gfxSendLog: read('GET /devices/{id}/gfx/send/log', {
    area: 'gfx',
    ...sendLog('Get the send log of the graphics file, newest line last.'),
  }),
  configurationStand: read('GET /x/devices/{id}/configuration/{kind}', {
    area: 'deviceConfiguration',
    capability: 'config.read',
    extension: true,
    reply: Stand,
    meaning: 'Get the saved, the last sent and the running settings of a controller; never a password.',
  }),
  configurationStands: read('GET /x/configuration/{kind}', {
    area: 'deviceConfiguration',
    capability: 'config.read',
    extension: true,
    query: z.object({
      /** At most 50 ids, separated by commas. */
      deviceIds: z.string().max(10_000).default(''),
    }),
    reply: z.looseObject({ data: z.array(Stand) }),
    meaning:
      'Get the saved, the last sent and the running settings of many controllers; ids that do not exist are omitted.',
  }),
  listTimeZones: read('GET time/timezones', {
    area: 'timeZones',
    capability: 'config.read',
    reply: z.array(TimeZone),
    meaning: 'List the time zones that a controller can be set to.',
  }),
  getTime: read('GET /devices/{id}/time', {
    area: 'deviceTime',
    capability: 'config.read',
    reply: DeviceTime,
    meaning: 'Get the saved time settings of a controller and the reading of its clock.',
  }),
  timeOfMany: read('POST /x/devices/time', {
    area: 'deviceTime',
    ...readManyCall(DeviceTime),
    meaning: 'List the saved time settings of many controllers.',
  }),
  timeSendLogs: read('GET /devices/{id}/time/send/logs', {
    area: 'deviceTime',
    ...sendLog('Get the send log of the time settings, newest line last.'),
  }),
  saveTime: write('POST /devices/time', {
    area: 'deviceTime',
    capability: 'config.write',
    body: z.object({ ...save, value: TimeValue }),
    reply: z.looseObject({ data: z.array(DeviceTime) }),
    errors: [4009, 4100, 4202, 4508],
    meaning: 'Save the same time settings for many controllers; omitted fields keep their values.',
  }),
  setClocks: write('POST /x/devices/clocks', {
    area: 'deviceTime',
    capability: 'config.send',
    extension: true,
    body: z.object({ deviceIds: z.array(Id).min(1).max(maxClocksPerCall) }),
    reply: z.looseObject({ data: z.array(DeviceTime) }),
    errors: [4100],
    meaning: 'Set the clocks of controllers to the present time; each is read afterwards.',
  }),
  getBacnet: read('GET /devices/{id}/bacnet', {
    area: 'BACnet',
    capability: 'config.read',
    reply: Bacnet,
    meaning: 'Get the saved BACnet settings of a controller.',
  }),
  bacnetOfMany: read('POST /x/devices/bacnet', {
    area: 'BACnet',
    ...readManyCall(Bacnet),
    meaning: 'List the saved BACnet settings of many controllers.',
  }),
  bacnetSendLogs: read('GET /devices/{id}/bacnet/send/logs', {
    area: 'BACnet',
    ...sendLog('Get the send log of the BACnet settings, newest line last.'),
  }),
  saveBacnet: write('POST /devices/bacnet', {
    area: 'BACnet',
    capability: 'config.write',
    body: z.object({
      ...save,
      value: BacnetValue,
      /** Device instances in the order of `deviceIds`: this one, then `increment` more for each. */
      startInstance: z.number().optional(),
      increment: z.number().int().min(1).max(1000).default(1),
    }),
    reply: z.looseObject({ data: z.array(Bacnet) }),
    errors: [4009, 4100, 4202, 4502],
    meaning: 'Save the same BACnet settings for many controllers, with a separate device instance for each.',
  }),
  getAdminUser: read('GET /devices/{id}/admin-user', {
    area: 'admin',
    capability: 'config.adminuser',
    reply: AdminUser,
    meaning: 'Get when the admin password of a controller was set and sent; never the password.',
  }),
  adminUserOfMany: read('POST /x/devices/admin-user', {
    area: 'admin',
    ...readManyCall(AdminUser, 'config.adminuser'),
    meaning: 'List when the admin passwords of many controllers were set and sent; never a password.',
  }),
  adminUserSendLogs: read('GET /devices/{id}/admin-user/send/logs', {
    area: 'admin',
    ...sendLog('Get the send log of the admin password, newest line last.'),
  }),
  saveAdminUser: write('POST /devices/admin-user', {
    area: 'admin',
    capability: 'config.adminuser',
    body: z.object({ ...save, adminPassword: z.string().max(1000) }),
    reply: z.looseObject({ data: z.array(AdminUser) }),
    errors: [4009, 4100, 4202, 4509],
    meaning: 'Set the admin password of many controllers, ready to be sent to them.',
  }),
}
