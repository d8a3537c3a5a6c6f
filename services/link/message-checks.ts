/** Checks of what a link in another process sends: it is a program of its own, and may be wrong. */
import { z } from 'zod'
import { EventState, EventType, PerTransition, Transition } from '../contracts/alarms'
import { NetworkValue } from '../contracts/network-value'
import { OnboardingStepName } from '../contracts/onboarding'
import { ObjectType, PointKind, Value } from '../contracts/points'
import { Calendar, Schedule, ScheduleDelivery, ScheduleValue, UnreadableSchedule } from '../contracts/schedules'
import { DeploymentStatus } from '../contracts/site-shapes'
import type { EarlierRequest, LinkRequest } from './messages'
import { type LinkEvents, restartReasons, systemStatuses } from './port'

const id = z.string()
const moment = z.number()
const text = z.string().nullable()
const bound = z.number().nullable()
const value = Value.nullable()

const PointFlags = z.object({
  inAlarm: z.boolean(),
  fault: z.boolean(),
  overridden: z.boolean(),
  outOfService: z.boolean(),
})
const levels = z.array(
  z.object({ level: z.number().int().min(1).max(16), value: Value, at: moment, isScheduled: z.boolean() }),
)
const PointReading = z.object({
  pointId: id,
  at: moment,
  value,
  relinquishDefault: value,
  levels,
  flags: PointFlags.optional(),
  reliability: z.string().optional(),
})

const ObjectDescription = z.object({
  objectType: ObjectType,
  objectInstance: z.number().int().min(0),
  name: z.string(),
  displayName: z.string(),
  kind: PointKind,
  unit: text,
  precision: z.number().int(),
  min: bound,
  max: bound,
  states: z.array(z.string()).nullable(),
  covIncrement: z.number(),
  isWritable: z.boolean(),
  grouping: z
    .object({
      groups: z
        .array(z.object({ name: z.string().max(200), description: z.string().max(200), subtype: z.string().max(200) }))
        .min(1)
        .max(8),
      annotation: z.string().max(200),
    })
    .nullish(),
})

const ModelObject = ObjectDescription.omit({ grouping: true }).extend({
  relinquishDefault: value,
  behaviour: z.string().max(60),
})

/** Agents of an earlier version return the time alone. */
const ClockReading = z.union([
  z.object({ time: moment, syncedAt: bound }),
  moment.transform((time) => ({ time, syncedAt: null })),
])
const InstalledPackage = z.object({ name: z.string().max(60), version: z.string().max(60) })

const instance = z.number().int().min(0).max(4_194_302)
const ControllerSearch = z.object({
  controllers: z.array(
    z.object({
      instance,
      address: z.string(),
      networkNumber: z.number().int().nullable(),
      vendorId: z.number().int().nullable(),
      vendorName: text,
      modelName: text,
      firmware: text,
      serialNumber: text,
      name: text,
      description: text,
      location: text,
      answeredAfterMs: z.number(),
      state: z.enum(['read', 'silent', 'refused']),
      objects: z
        .array(
          z.object({
            objectType: z.string().max(64),
            objectInstance: z.number().int().min(0),
            name: z.string().max(1_000),
          }),
        )
        .max(100)
        .optional(),
    }),
  ),
  duplicates: z.array(z.object({ instance, addresses: z.array(z.string()) })),
  problem: z.enum(['noInterface', 'portInUse', 'bbmdSilent', 'bbmdRefused']).nullable(),
})

const LogRef = z.object({
  objectType: z.enum(['trendLog', 'trendLogMultiple']),
  objectInstance: z.number().int().min(0),
  member: z.number().int().min(0),
})
const TrendPage = z.object({
  readings: z.array(z.object({ at: moment, value, quality: z.enum(['good', 'uncertain', 'lost']) })),
  records: z.number().int().min(0),
  missed: z.number().int().min(0),
  position: z.string().max(200).nullable(),
  hasMore: z.boolean(),
  until: moment,
  clockAheadMs: bound,
})
const ScheduleContent = z.object({ calendars: z.array(Calendar), schedules: z.array(Schedule) })
const ReadSchedules = ScheduleContent.extend({ unreadable: z.array(UnreadableSchedule) })
const ScheduleState = z.object({
  objectInstance: z.number().int(),
  presentValue: ScheduleValue.optional(),
  statusFlags: PointFlags.optional(),
  reliability: z.string().max(100).optional(),
})

const Identity = z.object({
  vendorName: text,
  modelName: text,
  firmware: text,
  applicationSoftware: text,
  serialNumber: text,
  description: text,
  location: text,
  protocolVersion: bound,
  protocolRevision: bound,
  services: z.array(z.string().max(60)).nullable(),
  systemStatus: z.enum(systemStatuses).nullable(),
  restartReason: z.enum(restartReasons).nullable(),
})
const ControllerBackup = z.object({
  files: z.array(
    z.object({
      instance: z.number().int().min(0),
      name: z.string().max(1_000),
      access: z.enum(['stream', 'record']),
      pieces: z.array(z.base64()),
    }),
  ),
})

const ControllerInfo = z.object({ publicAddress: text, macAddress: text, network: text })

/** The results of requests. */
export const resultSchemas = {
  find: ControllerSearch,
  refusals: z.array(z.tuple([id, z.enum(['unsupported', 'unreachable', 'refused'])])),
  answers: z.boolean(),
  infos: z.array(z.tuple([id, ControllerInfo])),
  info: ControllerInfo,
  clocks: z.array(z.tuple([id, ClockReading])),
  clock: ClockReading.nullable(),
  packages: z.array(InstalledPackage),
  setClock: z.null(),
  objects: z.array(ObjectDescription),
  modelObjects: z.array(z.tuple([z.string(), z.array(ModelObject)])),
  read: z.array(PointReading),
  write: z.object({ before: levels.nullable(), after: PointReading.nullable() }),
  acknowledge: z.null(),
  trendLogs: z.array(
    LogRef.extend({
      name: z.string().max(1_000),
      of: z.object({ objectType: z.string().max(64), objectInstance: z.number().int().min(0) }),
    }),
  ),
  trendPage: TrendPage,
  identify: Identity,
  manage: z.null(),
  backUpFiles: ControllerBackup,
  restoreFiles: z.null(),
  sendSchedules: z.object({ deliveries: z.array(ScheduleDelivery), read: ReadSchedules }).nullable(),
  sendConfiguration: z.null(),
  deploy: z.null(),
  onboard: z.null(),
  backUpSettings: z.null(),
  openTunnel: z.object({ url: z.url({ protocol: /^(https?|ssh|tcp|udp)$/ }).max(2_000) }),
} as const satisfies Record<LinkRequest | EarlierRequest, z.ZodType>

const Measurement = z.object({ pointId: id, at: moment, value, quality: z.enum(['good', 'uncertain', 'lost']) })
const Alarm = z.object({
  kind: z.string(),
  into: EventState,
  pointId: text,
  presentValue: z.union([z.number(), z.string()]).nullish(),
})

const ObjectRef = z.object({ objectType: z.string().max(64), objectInstance: z.number().int().min(0) })
const DeviceEvent = ObjectRef.extend({
  into: EventState,
  stamp: z.string().max(200),
  pointId: text,
  objectName: z.string().max(1_000),
  eventType: EventType,
  controllerTime: bound,
  priority: z.number().int().min(0).max(255),
  notificationClass: z.number().int().nullable(),
  text: z.string().max(1_000).nullable(),
  presentValue: z.union([z.number(), z.string()]).nullable(),
  limit: z
    .object({ kind: z.enum(['high', 'low', 'state']), value: z.union([z.number(), z.string()]), deadband: bound })
    .nullable(),
  isAckRequired: z.boolean().nullable(),
  acknowledged: PerTransition.nullable(),
})

const word = z.string().max(60)
const sentence = z.string().max(1_000)
const SendReport = z.discriminatedUnion('is', [
  z.object({ sendId: id, is: z.literal('started') }),
  z.object({ sendId: id, is: z.literal('succeeded') }),
  z.object({
    ...{ sendId: id, is: z.literal('line'), code: word, step: word, message: sentence },
    level: z.enum(['debug', 'info', 'warning', 'error']),
  }),
  z.object({ sendId: id, is: z.literal('failed'), code: word, step: word, message: sentence }),
])
const DeploymentReport = z.object({
  deploymentId: id,
  position: z.number().int().min(0),
  status: DeploymentStatus.exclude(['NotStarted']),
  message: sentence.optional(),
})
const ended = { onboardingId: id, is: z.literal('ended') }
const OnboardingReport = z.union([
  z.object({ ...ended, step: OnboardingStepName.exclude(['firstConnection', 'inventory', 'packages']) }),
  z.object({ ...ended, step: z.literal('firstConnection'), address: word.nullable() }),
  z.object({ ...ended, step: z.literal('inventory'), serialNumber: word.nullable() }),
  z.object({ ...ended, step: z.literal('packages'), packages: z.array(InstalledPackage) }),
  z.object({ onboardingId: id, is: z.literal('failed'), code: word, message: sentence }),
])

const version = z.number().int()
const BuildReport = z.union([
  z.object({ version, is: z.enum(['queued', 'started', 'completed']) }),
  z.object({ version, is: z.enum(['line', 'failed']), step: word, message: sentence }),
])

const SettingsBackupReport = z.discriminatedUnion('is', [
  z.object({ backupId: id, is: z.literal('started') }),
  z.object({
    ...{ backupId: id, is: z.literal('completed') },
    // What is in a part is checked where it is stored.
    content: z.object({
      network: z.unknown().optional(),
      time: z.unknown().optional(),
      bacnet: z.unknown().optional(),
      gfx: z.unknown().optional(),
    }),
  }),
  z.object({ backupId: id, is: z.literal('failed'), code: word, message: sentence }),
])

const octets = z.number().int().min(0)
const TunnelReport = z.discriminatedUnion('is', [
  z.object({ tunnelId: id, is: z.enum(['opening', 'open', 'closed', 'failed']) }),
  z.object({ tunnelId: id, is: z.literal('traffic'), bytesIn: octets, bytesOut: octets }),
])

/** The arguments of events. */
export const eventSchemas = {
  up: z.tuple([id]),
  down: z.tuple([id, moment]),
  values: z.tuple([id, z.array(Measurement)]),
  levels: z.tuple([id, z.array(z.object({ pointId: id, levels }))]),
  alarm: z.tuple([id, Alarm]),
  ready: z.tuple([id, z.enum(['work', 'schedules']).optional()]),
  sendProgress: z.tuple([id, SendReport]),
  deploymentProgress: z.tuple([id, DeploymentReport]),
  onboardingProgress: z.tuple([id, OnboardingReport]),
  buildProgress: z.tuple([id, BuildReport]),
  settingsBackupProgress: z.tuple([id, SettingsBackupReport]),
  tunnelProgress: z.tuple([id, TunnelReport]),
  backupProgress: z.tuple([id, z.object({ done: z.number(), total: bound })]),
  transition: z.tuple([id, DeviceEvent]),
  eventSummary: z.tuple([id, z.array(DeviceEvent)]),
  acknowledged: z.tuple([id, ObjectRef, z.array(Transition)]),
  objectsChanged: z.tuple([id]),
  schedulesChanged: z.tuple([id, ScheduleContent]),
  schedulesRead: z.tuple([id, ReadSchedules]),
  newSettings: z.tuple([id, z.object({ network: NetworkValue })]),
  licenceExceeded: z.tuple([id, z.array(z.object({ from: moment, until: bound })).max(100)]),
  scheduleStates: z.tuple([id, z.array(ScheduleState)]),
} as const satisfies Record<keyof LinkEvents, z.ZodType>
