/**
 * The port between the services and whatever is a controller. A link speaks one protocol. Requests are asynchronous and
 * may be repeated; notifications return nothing, are made within the transaction that queues the work, and the link
 * starts that work after it. What happens at a controller arrives as an event (`LinkEvents`).
 */
import type { EventState, EventType, PerTransition, Transition } from '../contracts/alarms'
import type { BackupPart } from '../contracts/configuration-templates'
import type { SearchedObject } from '../contracts/controller-networks'
import type { NetworkValue } from '../contracts/network-value'
import type { OnboardingStepName } from '../contracts/onboarding'
import type { ObjectType, PointKind, Value } from '../contracts/points'
import type { Calendar, Schedule, ScheduleDelivery, UnreadableSchedule } from '../contracts/schedules'
import type { LogLine } from '../contracts/send-log'
import type { ConfigurationType, DeploymentStatus, InstalledPackage, PackageAction } from '../contracts/site-shapes'
import type { TunnelService } from '../contracts/tunnels'

/** What a link can do. What is missing is answered with `unsupported`. */
export type LinkCapability =
  | 'points'
  | 'write'
  | 'schedules'
  | 'events'
  | 'time'
  | 'clock'
  | 'bacnet'
  | 'network'
  | 'users'
  | 'gfx'
  | 'packages'
  | 'onboarding'
  | 'backup'
  | 'trends'
  | 'management'
  | 'fileBackup'
  | 'tunnel'
  | 'modelObjects'

/** Why a controller did not do what was requested. */
export type LinkRefusal = 'unsupported' | 'unreachable' | 'refused'

/** Rejects a request to a link. */
export class LinkError extends Error {
  constructor(
    readonly refusal: LinkRefusal,
    /** Why the controller refused, in one word of its protocol; null when it did not say. */
    readonly answer: string | null = null,
    /** Whether the controller may have done it all the same, as when its link ended before the answer. */
    readonly mayHaveRun = false,
  ) {
    super(`The controller answered: ${answer ?? refusal}`)
  }
}

/** Names an object of a controller. */
export interface PointRef {
  id: string
  device_id: string
  object_type: string
  object_instance: number
  kind: string
}

/** One level of a priority array that is not empty. */
export interface PointLevel {
  /** 1 to 16; 1 is the strongest. */
  level: number
  value: Value
  /** When it was written, ms; the moment of the reading where that is not known. */
  at: number
  /** Whether a schedule of the controller wrote it. */
  isScheduled: boolean
}

/** The levels of a point that hold a value. */
export interface HeldLevels {
  pointId: string
  /** Strongest first. */
  levels: readonly PointLevel[]
}

/** The status flags of an object (`overridden` is a switch on the hardware). */
export interface PointFlags {
  inAlarm: boolean
  fault: boolean
  overridden: boolean
  outOfService: boolean
}

/** What a controller returns for one object. */
export interface PointReading {
  pointId: string
  /** When the controller was heard, ms. */
  at: number
  /** Null when it is not known. */
  value: Value | null
  /** The value once every level is released; null when it is not known. */
  relinquishDefault: Value | null
  /** Strongest first. */
  levels: readonly PointLevel[]
  /** Absent when the controller has none. */
  flags?: PointFlags | undefined
  /** Why a value cannot be relied on, in the words of the protocol; absent when nothing speaks against it. */
  reliability?: string | undefined
}

/** What a controller held before a write that it accepted, and holds after it. */
export interface WriteAnswer {
  /** Its levels before; null when they could not be read, or not before the write began. */
  before: readonly PointLevel[] | null
  /** Null when it does not answer any more. */
  after: PointReading | null
}

/** A group in which a controller lists objects; texts are empty where it does not say. */
export interface ObjectGroup {
  name: string
  description: string
  /** What kind of group it is, in the words of the controller. */
  subtype: string
}

/** Where an object is in the groups of its controller. */
export interface ObjectGrouping {
  /** The outermost first; at least one. */
  groups: readonly ObjectGroup[]
  /** What the innermost group calls the object; empty where it does not say. */
  annotation: string
}

/** An object that a controller lists. */
export interface ObjectDescription {
  objectType: ObjectType
  objectInstance: number
  name: string
  displayName: string
  kind: PointKind
  unit: string | null
  precision: number
  min: number | null
  max: number | null
  states: readonly string[] | null
  covIncrement: number
  isWritable: boolean
  /** Absent for an object in no group; null when that is not known, so that what was known before stays. */
  grouping?: ObjectGrouping | null | undefined
}

/** An object that every controller of a model has; its names come after that of the controller. */
export interface ModelObject extends Omit<ObjectDescription, 'grouping'> {
  /** The value once every level is released; null for what is measured. */
  relinquishDefault: Value | null
  /** What it is, in the words of the link, which reads it back. */
  behaviour: string
}

/** An object of a controller, whether it is a point or not. */
export interface ObjectRef {
  objectType: string
  objectInstance: number
}

/** A transition of an object. */
export interface EventTransition {
  /** The state entered. */
  into: EventState
  /** Its time stamp in the words of the link, which reads it back; empty where the controller has none. */
  stamp: string
}

/** An alarm of a controller. */
export interface EventRef {
  alarmId: string
  deviceId: string
  pointId: string | null
  /** The name of the person who acknowledges it. */
  by: string
  /** What waits for an acknowledgement at the controller; empty where the services raised the alarm. */
  pending: readonly (ObjectRef & EventTransition)[]
}

/** A log that a controller keeps of the value of one of its objects. */
export interface TrendLog {
  objectType: 'trendLog' | 'trendLogMultiple'
  objectInstance: number
  /** Which of the values it records, from 0. */
  member: number
  name: string
  /** The object whose value it is. */
  of: ObjectRef
}

/** Which records of a log to read. */
export interface TrendRequest {
  log: Pick<TrendLog, 'objectType' | 'objectInstance' | 'member'>
  point: PointRef
  /** Where the page before ended, as it says; null for the first one. */
  position: string | null
  /** The first page begins after this moment, ms, where the controller finds it. */
  since: number
}

/** What a log says from a moment on; the value is null when it was lost. */
export type LogReading = Pick<Measurement, 'at' | 'value' | 'quality'>

/** A part of a log. */
export interface TrendPage {
  /** In the order of the records; the first is the last one of the page before, where the log still has it. */
  readings: readonly LogReading[]
  /** How many records no page before had. */
  records: number
  /** How many records were overwritten before they were read. */
  missed: number
  /** Where it ends, in the words of the link, which reads it back; null while nothing was read. */
  position: string | null
  hasMore: boolean
  /** Until when the last reading is valid at most, ms. */
  until: number
  /** By how much the clock of the controller is ahead, ms, which the readings allow for; null when it is not known. */
  clockAheadMs: number | null
}

/** An address on a network of controllers. */
export interface NetworkAddress {
  address: string
  port: number
}

/** A network over which a link reaches controllers. */
export interface LinkNetwork {
  id: string
  /** The address of the interface to use, never that of all interfaces. */
  own: NetworkAddress
  /** Where a broadcast is sent. */
  broadcastTo: readonly NetworkAddress[]
  /** Where this side registers as a foreign device; null when controllers are on the same subnet. */
  bbmd: (NetworkAddress & { lifetimeSeconds: number }) | null
}

/** A controller to watch, and the objects whose values are kept. */
export interface WatchedController {
  deviceId: string
  networkId: string
  instance: number
  points: readonly PointRef[]
  /** The time zone of its site, in which its clock runs. */
  timeZone: string
  /** The objects that may be written: all that can be commanded, or some. */
  writable: 'all' | readonly ObjectRef[]
}

/** All that a link has to know; it replaces what it knew before. */
export interface LinkConfiguration {
  networks: readonly LinkNetwork[]
  controllers: readonly WatchedController[]
}

export interface InstanceRange {
  low: number
  high: number
}

/** A controller as it answers on its network; null where it does not say. */
export interface FoundController {
  instance: number
  /** Where it is, in words: `10.0.4.7:47808`, or `2001:0c via 10.0.4.1:47808` behind a router. */
  address: string
  /** The number of the network behind a router; null on the network itself. */
  networkNumber: number | null
  vendorId: number | null
  vendorName: string | null
  modelName: string | null
  firmware: string | null
  serialNumber: string | null
  name: string | null
  description: string | null
  location: string | null
  /** From the last question to the first answer. */
  answeredAfterMs: number
  /** Whether it let its own object be read: `silent` when it answered nothing more. */
  state: 'read' | 'silent' | 'refused'
  /** In a search for an object: those that it has, with their names. */
  objects?: readonly (ObjectRef & { name: string })[] | undefined
}

/** Why a search may have missed controllers. */
export type SearchProblem = 'noInterface' | 'portInUse' | 'bbmdSilent' | 'bbmdRefused'

export interface ControllerSearch {
  /** By instance; without those that are there twice. */
  controllers: readonly FoundController[]
  /** Instances to which several controllers answer: none of them can be addressed. */
  duplicates: readonly { instance: number; addresses: readonly string[] }[]
  problem: SearchProblem | null
}

/** What a controller states about itself; null where it is not known. */
export interface ControllerInfo {
  /** The address from which it reaches the services. */
  publicAddress: string | null
  macAddress: string | null
  /** The network settings it runs on, as JSON. */
  network: string | null
}

/** The own clock of a controller. */
export interface ClockReading {
  /** Milliseconds since 1970. */
  time: number
  /** When it was set by its time servers last, ms; null when it is not known, or never was. */
  syncedAt: number | null
}

/** The settings that a new controller has, of those that are sent to it. */
export interface NewSettings {
  network: NetworkValue
}

/** The states of a controller, and why it started last, as it may state them. */
export const systemStatuses = [
  'operational',
  'operationalReadOnly',
  'downloadRequired',
  'downloadInProgress',
  'nonOperational',
  'backupInProgress',
] as const
export const restartReasons = [
  'unknown',
  'coldStart',
  'warmStart',
  'powerLost',
  'powerOff',
  'watchdog',
  'softwareWatchdog',
  'suspended',
  'activateChanges',
] as const

/** What a controller of another maker states about itself; null where it does not say. */
export interface ControllerIdentity {
  vendorName: string | null
  modelName: string | null
  firmware: string | null
  applicationSoftware: string | null
  serialNumber: string | null
  description: string | null
  location: string | null
  protocolVersion: number | null
  protocolRevision: number | null
  /** What it can do, in the words of its protocol. */
  services: readonly string[] | null
  systemStatus: (typeof systemStatuses)[number] | null
  restartReason: (typeof restartReasons)[number] | null
}

/** An order to a controller; its password is kept nowhere. */
export type ManagementOrder = { password: string | null } & (
  | { kind: 'restart'; start: 'warm' | 'cold' }
  /** It does not speak, or not unasked, for some minutes. */
  | { kind: 'silence'; isComplete: boolean; minutes: number }
  | { kind: 'speak' }
)

/** A file of the configuration of a controller. */
export interface BackupFile {
  instance: number
  name: string
  access: 'stream' | 'record'
  /** In base64: the octets of a stream, or of each record. */
  pieces: readonly string[]
}

export interface ControllerBackup {
  files: readonly BackupFile[]
}

/** How far a backup or restore is, in octets; the total is null when it is not known. */
export interface BackupProgress {
  done: number
  total: number | null
}

/** The content of the schedules of a controller. */
export interface ScheduleContent {
  calendars: readonly Calendar[]
  schedules: readonly Schedule[]
}

/** The schedules of a controller as they were read, with those that cannot be shown. */
export interface ReadSchedules extends ScheduleContent {
  unreadable: readonly UnreadableSchedule[]
}

/** What a controller states of one schedule now; what is missing is not known. */
export type ScheduleState = Pick<Schedule, 'objectInstance' | 'presentValue' | 'reliability'> & {
  statusFlags?: PointFlags | undefined
}

/** How a controller took schedules: object by object, and what it has afterwards. */
export interface SentSchedules {
  deliveries: readonly ScheduleDelivery[]
  read: ReadSchedules
}

/** Saved settings of one kind on their way to a controller. */
export interface ConfigurationSend {
  /** Names this attempt among all of the controller: one that is requested again has the same. */
  id: string
  type: ConfigurationType
  /**
   * As JSON: the whole settings of `network`, `time` and `bacnet`, the password of `users`, and the name, size and
   * SHA-256 of the file of `gfx`, which a link can fetch (`ReadFilePart`).
   */
  content: unknown
}

/** One line of the log of a send. */
export type SendLine = Pick<LogLine, 'level' | 'message'> & { code: string; step: string }

/** How a send goes: the controller has picked it up, does something, has confirmed it, or failed. */
export type SendReport = { sendId: string } & (
  | { is: 'started' | 'succeeded' }
  | ({ is: 'line' } & SendLine)
  | ({ is: 'failed' } & Omit<SendLine, 'level'>)
)

/** A package to install on a controller or to remove from it. */
export interface PackageOperation {
  /** Its place in the deployment, from 0. */
  position: number
  type: PackageAction
  packageName: string
  fromVersion: string | null
  /** Null to remove it. */
  toVersion: string | null
  /** The size of the package, bytes; null when it is not known. */
  size: number | null
  /** The files of the package that the services have; a link can fetch them (`ReadFilePart`). */
  files: readonly PackageFile[]
}

/** A file of a package, for one architecture of controllers. */
export interface PackageFile {
  architecture: string
  size: number
  sha256: string
}

/** What a deployment has still to do at a controller, in its order. */
export interface PackageDeployment {
  id: string
  operations: readonly PackageOperation[]
}

/** The state that one operation of a deployment has reached; a failure ends the deployment. */
export interface DeploymentReport {
  deploymentId: string
  position: number
  status: Exclude<DeploymentStatus, 'NotStarted'>
  /** Why it failed. */
  message?: string | undefined
}

/** A controller that is to be onboarded. */
export interface OnboardingOrder {
  id: string
  /** On its label. */
  hostId: string
  /** The first step that is not over. */
  step: OnboardingStepName
  /** Until when it has to connect for the first time, ms. */
  connectBy: number
}

/**
 * How an onboarding goes. A step that ends, ends those before it that were left out: those that are not the controller's
 * own, as that it belongs to this customer now.
 */
export type OnboardingReport = { onboardingId: string } & (
  | { is: 'ended'; step: Exclude<OnboardingStepName, 'firstConnection' | 'inventory' | 'packages'> }
  /** `address` is where the controller connected from; null when it is not known. */
  | { is: 'ended'; step: 'firstConnection'; address: string | null }
  | { is: 'ended'; step: 'inventory'; serialNumber: string | null }
  /** The packages that the controller was delivered with. */
  | { is: 'ended'; step: 'packages'; packages: readonly InstalledPackage[] }
  | { is: 'failed'; code: string; message: string }
)

/**
 * How the build of a version of graphics goes: it waits for its turn, has begun, has done a step, can be sent, or failed.
 */
export type BuildReport = { version: number } & (
  | { is: 'queued' | 'started' | 'completed' }
  | { is: 'line' | 'failed'; step: string; message: string }
)

/** Settings of a controller to back up. */
export interface SettingsBackup {
  id: string
  includes: readonly BackupPart[]
}

/**
 * The parts of a backup of settings that can be restored, as JSON: what the controller runs, each part complete as in a
 * `ConfigurationSend`. A part that the controller does not have is absent.
 */
export interface SettingsContent {
  network?: unknown
  time?: unknown
  bacnet?: unknown
  gfx?: unknown
}

/** How a backup of settings goes. */
export type SettingsBackupReport = { backupId: string } & (
  | { is: 'started' }
  | { is: 'completed'; content: SettingsContent }
  | { is: 'failed'; code: string; message: string }
)

/** A tunnel to a controller. */
export interface TunnelOrder {
  id: string
  service: TunnelService
  /** On the controller. */
  targetPort: number
  /** When the link closes it by itself, ms, unless it was to be closed before. */
  closesAt: number
}

/** Where a tunnel is reached once it is open; the services keep it only in their reply to the person who opened it. */
export interface TunnelAddress {
  url: string
}

/** How a tunnel goes; it is over once it is closed or has failed. Traffic is the octets since it is open. */
export type TunnelReport = { tunnelId: string } & (
  | { is: 'opening' | 'open' | 'closed' | 'failed' }
  | { is: 'traffic'; bytesIn: number; bytesOut: number }
)

/** What a report changed: nothing, the state of the work, or that was its end. */
export type WorkProgress = 'none' | 'moved' | 'over'

/** What the services change at a controller, by the capability it needs; `change` stands for any. */
export type LinkChange = LinkCapability | 'change'

export interface ControllerLink {
  readonly can: ReadonlySet<LinkCapability>
  /** `readPart` reads the files of its work; absent where a link gets no work. */
  start(events: LinkEvents, readPart?: ReadFilePart): Promise<void>
  stop(): Promise<void>

  /** Notifies of all networks and controllers of the protocol: at the start, and whenever one of them changes. */
  configure(configuration: LinkConfiguration): void
  /** Returns who answers on a configured network, within a range of instances or all; of those, who has an object. */
  find(networkId: string, range: InstanceRange | null, object?: SearchedObject | null): Promise<ControllerSearch>

  /** Returns the controllers that would not accept a change now, and why. */
  refusals(deviceIds: readonly string[], change: LinkChange): Promise<ReadonlyMap<string, LinkRefusal>>
  /** Returns whether a controller answers on its network, onboarded or not. */
  answers(deviceId: string): Promise<boolean>
  /** Returns what some controllers state about themselves; silent ones are left out. */
  infos(deviceIds: readonly string[]): Promise<ReadonlyMap<string, ControllerInfo>>
  /** Reads what a controller states about itself. */
  identify(deviceId: string): Promise<ControllerIdentity>
  /** Tells a controller something to do with itself; not to be repeated. */
  manage(deviceId: string, order: ManagementOrder): Promise<void>
  /** Reads the files of a controller's configuration; reports `backupProgress`. */
  backUpFiles(deviceId: string, password: string | null): Promise<ControllerBackup>
  /** Writes the files of a controller's configuration; reports `backupProgress`. */
  restoreFiles(deviceId: string, backup: ControllerBackup, password: string | null): Promise<void>
  /** Returns the own clocks of some controllers; those that are not known are left out. */
  clocks(deviceIds: readonly string[]): Promise<ReadonlyMap<string, ClockReading>>
  /** Lists the packages on a controller; the same name may occur twice. */
  packages(deviceId: string): Promise<readonly InstalledPackage[]>
  /** Sets the clock of a controller to the present time; without `time`, which is all its settings. */
  setClock(deviceId: string): Promise<void>
  /** Lists the objects of a controller. */
  objects(deviceId: string): AsyncIterable<ObjectDescription>
  /** Returns the objects of some models, whose controllers all have the same and list none by themselves. */
  modelObjects(models: readonly string[]): Promise<ReadonlyMap<string, readonly ModelObject[]>>
  /** Returns the readings of some objects of one controller; what is not known is left out. */
  read(deviceId: string, points: readonly PointRef[]): Promise<readonly PointReading[]>
  /** Writes one level of an object, and reads its levels before and after; null releases it. */
  write(point: PointRef, level: number, value: Value | null): Promise<WriteAnswer>
  acknowledge(event: EventRef): Promise<void>
  /** Lists the logs that a controller keeps of its objects. */
  trendLogs(deviceId: string): Promise<readonly TrendLog[]>
  /** Returns a part of a log, the oldest first. */
  trendPage(deviceId: string, request: TrendRequest): Promise<TrendPage>
  /**
   * Replaces the schedules of a controller. `base` is what it had when they were edited, and it may have any part of
   * `attempts`, which were sent since, whether it answered or not: a link that writes object by object writes none that
   * somebody else changed since. Returns null for a controller that accepts all or nothing. Requested again, as after a
   * restart, it answers once for what is on its way.
   */
  sendSchedules(
    deviceId: string,
    content: ScheduleContent,
    base: ScheduleContent | null,
    attempts: readonly ScheduleContent[],
  ): Promise<SentSchedules | null>

  /**
   * Begins to send settings to a controller, which does one such work at a time; reports `sendProgress` until it has
   * succeeded or failed. Requested again with the same id, it goes on with what it does, or reports how that ended.
   */
  sendConfiguration(deviceId: string, send: ConfigurationSend): Promise<void>
  /**
   * Begins to install and remove packages, one after the other; reports `deploymentProgress` until all have succeeded or
   * one has failed. Requested again with the same id, it goes on with what it does, or reports how that ended.
   */
  deploy(deviceId: string, deployment: PackageDeployment): Promise<void>
  /**
   * Begins to onboard a controller; reports `onboardingProgress` until every step is over or one has failed. Requested
   * again with the same id, it goes on with `step`.
   */
  onboard(deviceId: string, order: OnboardingOrder): Promise<void>
  /**
   * Begins to back up the settings that a controller runs; reports `settingsBackupProgress` until that is completed or
   * has failed. Requested again with the same id, it goes on with what it does, or reports how that ended. Settings are
   * restored by `sendConfiguration`.
   */
  backUpSettings(deviceId: string, backup: SettingsBackup): Promise<void>
  /**
   * Begins to open a tunnel to a controller and returns where it will be reached; reports `tunnelProgress` until it is
   * over. Requested again with the same id, it is the same tunnel.
   */
  openTunnel(deviceId: string, order: TunnelOrder): Promise<TunnelAddress>

  /** Notifies that a controller was added; a link to which settings can be sent reports `newSettings`. */
  added(deviceId: string): void
  /**
   * Notifies that sends, deployments, backups of settings or an onboarding are queued; from `at` on, ms. Unless a link
   * paces itself, which reports `ready`, the first of them is requested.
   */
  workQueued(deviceId: string, at?: number): void
  /** Notifies that a send or deployment that has not begun, an onboarding or a backup of settings is not wanted any more. */
  workAborted(deviceId: string, workId: string): void
  /**
   * Notifies that a version of graphics is to be built; reports `buildProgress`. Those of a link that builds none are
   * sent as they are.
   */
  buildQueued(deviceId: string, version: number): void
  /** Notifies that schedules are saved and wait; unless a link paces itself, `sendSchedules` follows. */
  schedulesSaved(deviceId: string): void
  /** Notifies that a tunnel is not wanted any more: the link closes it and reports that, also of one it does not know. */
  tunnelAborted(deviceId: string, tunnelId: string): void
  /** Notifies that a backup or restore of files is not wanted any more. */
  backupAborted(deviceId: string): void
}

/** An alarm event as a controller reports it. */
export interface LinkAlarm {
  /** A kind of the catalogue of alarms. */
  kind: string
  into: EventState
  /** The object it is about; null for the controller itself. */
  pointId: string | null
  presentValue?: number | string | null
}

/** A transition that a controller reports of one of its objects. */
export interface DeviceEvent extends ObjectRef, EventTransition {
  /** The point that the object is; null for none. */
  pointId: string | null
  objectName: string
  eventType: EventType
  /** By the controller's own clock, ms; null when it has none. */
  controllerTime: number | null
  /** 0 to 255; 0 is the highest. */
  priority: number
  notificationClass: number | null
  /** The text of the controller; null for none. */
  text: string | null
  presentValue: number | string | null
  limit: { kind: 'high' | 'low' | 'state'; value: number | string; deadband: number | null } | null
  /** Whether this transition requires an acknowledgement; null when it is not known. */
  isAckRequired: boolean | null
  /** The transitions that are acknowledged; null when it is not known. */
  acknowledged: PerTransition | null
}

/** A value that a controller measured, or that was lost. */
export interface Measurement {
  pointId: string
  /** Milliseconds since 1970. */
  at: number
  /** Null when it is lost. */
  value: Value | null
  /** `uncertain` when the controller reports that the point is faulty or out of service. */
  quality: 'good' | 'uncertain' | 'lost'
}

/** When a controller uses more points than its licence includes, ms; without an end where none is known. */
export interface LicenceExcess {
  from: number
  until: number | null
}

/** What a link reports, about the controllers of its protocol. */
export interface LinkEvents {
  /** The controller is heard again, or its link was started again: tunnels from before are over. */
  up(deviceId: string): void
  /** The controller is silent; it was last heard at `lastHeardAt`, ms. */
  down(deviceId: string, lastHeardAt: number): void
  /** Values for the history, whenever they change and once a minute at most. */
  values(deviceId: string, measurements: readonly Measurement[]): void
  /** All levels of points, as the controller holds them now, whoever wrote them; reported when one of them changes. */
  levels(deviceId: string, points: readonly HeldLevels[]): void
  alarm(deviceId: string, alarm: LinkAlarm): void
  /** The controller can begin the next of what is queued, or take its schedules; only of links that pace themselves. */
  ready(deviceId: string, queue?: 'work' | 'schedules'): void
  /** How a send goes; a repeated report changes nothing. */
  sendProgress(deviceId: string, report: SendReport): void
  /** How a deployment goes; a repeated report changes nothing. */
  deploymentProgress(deviceId: string, report: DeploymentReport): void
  /** How an onboarding goes; a repeated report changes nothing. */
  onboardingProgress(deviceId: string, report: OnboardingReport): void
  /** How the build of graphics goes; a repeated report changes nothing. */
  buildProgress(deviceId: string, report: BuildReport): void
  /** How a backup of settings goes; a repeated report changes nothing. */
  settingsBackupProgress(deviceId: string, report: SettingsBackupReport): void
  /** How a tunnel goes; a repeated report changes nothing. */
  tunnelProgress(deviceId: string, report: TunnelReport): void
  /** How far the backup or restore of files is. */
  backupProgress(deviceId: string, progress: BackupProgress): void
  /** An object of the controller entered a state; a repeated report changes nothing. */
  transition(deviceId: string, event: DeviceEvent): void
  /** Every object of the controller that is in alarm or waits for an acknowledgement: all others do neither. */
  eventSummary(deviceId: string, events: readonly DeviceEvent[]): void
  /** Transitions of an object were acknowledged at the controller or by another workstation. */
  acknowledged(deviceId: string, object: ObjectRef, transitions: readonly Transition[]): void
  /** The list of objects of a controller changed: `objects` returns the new one. */
  objectsChanged(deviceId: string): void
  /** The schedules of a controller were changed there. */
  schedulesChanged(deviceId: string, content: ScheduleContent): void
  /** The schedules of a controller as it has them now, whether they changed or not. */
  schedulesRead(deviceId: string, read: ReadSchedules): void
  /** The settings that a controller has when it is added. */
  newSettings(deviceId: string, settings: NewSettings): void
  /** All times at which a controller uses more points than its licence includes; others are forgotten. */
  licenceExceeded(deviceId: string, times: readonly LicenceExcess[]): void
  /** What a controller states of its schedules now, whenever that changes. */
  scheduleStates(deviceId: string, states: readonly ScheduleState[]): void
}

/** Names a file of work that a link was requested to do. */
export interface WorkFile {
  /** The id of the send or deployment. */
  workId: string
  /** As the work has it. */
  sha256: string
}

/**
 * Returns a part of a file in base64, from an offset on; empty at its end. Rejects as `refused` with `notRequested` for
 * anything but a file of work that this link is at, `noBytes` where the services do not have it, and `busy` for more
 * than a few parts at the same time.
 */
export type ReadFilePart = (deviceId: string, file: WorkFile, offset: number) => Promise<{ content: string }>

/** Sends the schedules of a controller that wait, after the current transaction, and stores how that ends. */
export type DeliverSchedules = (
  deviceId: string,
  send: (
    content: ScheduleContent,
    base: ScheduleContent | null,
    attempts: readonly ScheduleContent[],
  ) => Promise<SentSchedules | null>,
) => void

/** Requests the next work of a controller from its link, from `at` on, ms. */
export type RequestWork = (deviceId: string, at?: number) => void

/** A link with only some of its operations; all others are answered with `unsupported`. */
export type PartialLink = Pick<ControllerLink, 'can'> & Partial<ControllerLink>
