/** The properties of the objects of a served device, each as the octets of its value or of its elements. */
import { timeStamp } from '../encoding/calendar'
import { encodeWhole } from '../encoding/codec'
import { objectKey } from '../encoding/primitives'
import { covSubscription } from '../encoding/references'
import { type Primitive, primitive } from '../encoding/values'
import { dateTimeIn } from '../encoding/zoned-date-time'
import { objectTypes } from '../object-types'
import { type PropertyName, properties } from '../property-ids'
import { confirmedServices, unconfirmedServices } from '../service-numbers'
import {
  type DeviceModel,
  isAnalog,
  isBinary,
  type PropertyContent,
  type ServedObject,
  type ServedPoint,
  type ServedState,
  servedTypes,
  servedValue,
  servedVendor,
} from './device-model'
import { backupStates, backupTimeoutSeconds, configurationFile, type FileBackup } from './file-backup'

/** The properties of an object by their number, in the order in which it lists them. */
export type ObjectContent = ReadonlyMap<number, PropertyContent>

/** Those that `REQUIRED` does not stand for. */
const optionalNames: readonly PropertyName[] = [
  ...(['description', 'location', 'serialNumber', 'localDate', 'localTime', 'utcOffset'] as const),
  ...(['daylightSavingsStatus', 'activeCovSubscriptions', 'timeOfDeviceRestart', 'lastRestartReason'] as const),
  ...(['reliability', 'minPresValue', 'maxPresValue', 'resolution', 'covIncrement'] as const),
  ...(['inactiveText', 'activeText', 'stateText'] as const),
  ...(['weeklySchedule', 'exceptionSchedule'] as const),
  ...(['configurationFiles', 'lastRestoreTime', 'backupFailureTimeout', 'backupAndRestoreState'] as const),
  ...(['backupPreparationTime', 'restorePreparationTime', 'restoreCompletionTime'] as const),
]
export const optionalProperties: ReadonlySet<number> = new Set(optionalNames.map((name) => properties[name]))

/** Those that `Property_List` leaves out (clause 12.1.1.4). */
const unlisted: readonly PropertyName[] = ['objectIdentifier', 'objectName', 'objectType', 'propertyList']

const octetsOf = (one: Primitive): Uint8Array => encodeWhole(primitive, one)
const value = (one: Primitive): PropertyContent => ({ value: octetsOf(one) })
const text = (one: string) => value({ type: 'characterString', value: { text: one } })
const unsigned = (one: number) => value({ type: 'unsigned', value: one })
const enumerated = (one: number) => value({ type: 'enumerated', value: one })
const real = (one: number) => value({ type: 'real', value: one })
const flag = (one: boolean) => value({ type: 'boolean', value: one })
const bits = (one: boolean[]) => value({ type: 'bitString', value: one })
const bitsAt = (numbers: readonly number[], length: number) =>
  bits(Array.from({ length }, (_, at) => numbers.includes(at)))
const elements = (all: readonly Primitive[]): PropertyContent => ({ elements: all.map(octetsOf) })
const emptyList: PropertyContent = { value: new Uint8Array(0) }

type Named = readonly (readonly [PropertyName, PropertyContent] | null)[]

/** Returns the properties by number, and adds the list of them. */
function contentOf(named: Named): ObjectContent {
  const content = new Map<number, PropertyContent>()
  for (const one of named) if (one) content.set(properties[one[0]], one[1])
  const hidden = unlisted.map((name) => properties[name] as number)
  const listed = [...content.keys()].filter((number) => !hidden.includes(number))
  content.set(
    properties.propertyList,
    elements(listed.map((number): Primitive => ({ type: 'enumerated', value: number }))),
  )
  return content
}

const identity = (type: number, instance: number, name: string): Named => [
  ['objectIdentifier', value({ type: 'objectId', value: { type, instance } })],
  ['objectName', text(name)],
  ['objectType', enumerated(type)],
]

/** Process error: the device has no value. */
const noValue = 8

/** Returns the flags of a point: in alarm, fault, overridden, out of service. */
export const statusFlagsOf = (state: ServedState | undefined): boolean[] => [
  // Its event state is normal: it reports no events.
  false,
  reliabilityOf(state) !== 0,
  false,
  false,
]

const reliabilityOf = (state: ServedState | undefined): number =>
  state === undefined || state.value === null ? state?.reliability || noValue : state.reliability

/** Returns the present value of a point; without one, what its type begins with. */
export const presentValueOf = (point: ServedPoint, state: ServedState | undefined): Primitive =>
  servedValue(point, state?.value ?? (isAnalog(point) || isBinary(point) ? 0 : 1))

/** Returns the properties of a point. */
export function pointContent(point: ServedPoint, state: ServedState | undefined): ObjectContent {
  return contentOf([
    ...identity(point.type, point.instance, point.name),
    ['presentValue', value(presentValueOf(point, state))],
    ['description', text(point.description)],
    ['statusFlags', bits(statusFlagsOf(state))],
    ['eventState', enumerated(0)],
    ['reliability', enumerated(reliabilityOf(state))],
    ['outOfService', flag(false)],
    ...kindContent(point),
    ...(point.isCommandable ? commandContent(point, state) : []),
  ])
}

function kindContent(point: ServedPoint): Named {
  const { stateTexts } = point
  if (isAnalog(point))
    return [
      ['units', enumerated(point.units)],
      point.min === null ? null : ['minPresValue', real(point.min)],
      point.max === null ? null : ['maxPresValue', real(point.max)],
      point.resolution === null ? null : ['resolution', real(point.resolution)],
      ['covIncrement', real(point.covIncrement)],
    ]
  if (isBinary(point))
    return [
      point.type === objectTypes.binaryValue ? null : ['polarity', enumerated(0)],
      ['inactiveText', text(stateTexts[0] ?? 'Inactive')],
      ['activeText', text(stateTexts[1] ?? 'Active')],
    ]
  return [
    ['numberOfStates', unsigned(stateTexts.length)],
    ['stateText', elements(stateTexts.map((one): Primitive => ({ type: 'characterString', value: { text: one } })))],
  ]
}

function commandContent(point: ServedPoint, state: ServedState | undefined): Named {
  const levels = Array.from({ length: 16 }, (_, at): Primitive => {
    const held = state?.levels[at] ?? null
    return held === null ? { type: 'null', value: null } : servedValue(point, held)
  })
  const fallback = state?.relinquishDefault ?? (isAnalog(point) || isBinary(point) ? 0 : 1)
  return [
    ['priorityArray', elements(levels)],
    ['relinquishDefault', value(servedValue(point, fallback))],
  ]
}

/** What a device states that changes while it runs. */
export interface DeviceNow {
  now: number
  startedAt: number
  restartReason: number
  backup: FileBackup
  subscriptions: readonly Parameters<typeof covSubscription.encode>[1][]
}

/** Executed here; nothing else is answered. */
const services: readonly number[] = [
  confirmedServices.subscribeCov,
  confirmedServices.readProperty,
  confirmedServices.readPropertyMultiple,
  confirmedServices.writeProperty,
  confirmedServices.atomicReadFile,
  confirmedServices.atomicWriteFile,
  confirmedServices.deviceCommunicationControl,
  confirmedServices.reinitializeDevice,
]
/** Placed later than their numbers. */
const readRangeBit = 35
/** Its clock is that of this machine: it is set to the present time already, and keeps no other. */
const clockBits = [unconfirmedServices.timeSynchronization + 26, 36]
/** `BACnetServicesSupported` counts the unconfirmed services from here on; the last two are placed later. */
const whoHasBit = 33
const whoIsBit = unconfirmedServices.whoIs + 26

/** Returns the properties of the object of a device. */
export function deviceContent(
  device: DeviceModel,
  { now, startedAt, restartReason, backup, subscriptions }: DeviceNow,
  others: readonly ServedObject[],
): ObjectContent {
  const { instance, points, timeZone } = device
  const { date, time } = dateTimeIn(timeZone, now)
  const { standardMinutes, isDaylight } = zoneAt(timeZone, now)
  const objects = [
    { type: objectTypes.device, instance },
    ...[...points, ...others].map(({ type, instance: own }) => ({ type, instance: own })),
  ]
  const types = new Set([objectTypes.device, ...servedTypes, ...others.map(({ type }) => type)])
  return contentOf([
    ...identity(objectTypes.device, instance, device.name),
    ['systemStatus', enumerated(systemStatusOf(backup))],
    ['vendorName', text(servedVendor.name)],
    ['vendorIdentifier', unsigned(servedVendor.id)],
    ['modelName', text(device.modelName)],
    ['firmwareRevision', text(device.firmware)],
    ['applicationSoftwareVersion', text('1')],
    ['location', text(device.location)],
    ['description', text(device.description)],
    ['protocolVersion', unsigned(1)],
    ['protocolRevision', unsigned(14)],
    ['protocolServicesSupported', bitsAt([...services, ...clockBits, whoHasBit, whoIsBit, readRangeBit], 40)],
    ['protocolObjectTypesSupported', bitsAt([...types], 55)],
    ['objectList', elements(objects.map((one): Primitive => ({ type: 'objectId', value: one })))],
    ['maxApduLengthAccepted', unsigned(device.maxApdu)],
    ['segmentationSupported', enumerated(device.sendsSegments ? 1 : 3)],
    ['localDate', value({ type: 'date', value: date })],
    ['localTime', value({ type: 'time', value: time })],
    // Westward, and without daylight saving (clause 12.11.26).
    ['utcOffset', value({ type: 'signed', value: -standardMinutes })],
    ['daylightSavingsStatus', flag(isDaylight)],
    device.sendsSegments ? ['apduSegmentTimeout', unsigned(5_000)] : null,
    ['apduTimeout', unsigned(10_000)],
    ['numberOfApduRetries', unsigned(3)],
    ['deviceAddressBinding', emptyList],
    ['databaseRevision', unsigned(backup.revision)],
    ['serialNumber', text(device.serialNumber)],
    ['activeCovSubscriptions', { value: joined(subscriptions.map((one) => encodeWhole(covSubscription, one))) }],
    ['timeOfDeviceRestart', { value: timeStampOctets(timeZone, startedAt) }],
    ['lastRestartReason', enumerated(restartReason)],
    ['configurationFiles', elements([{ type: 'objectId', value: configurationFile }])],
    [
      'lastRestoreTime',
      { value: backup.restoredAt === null ? neverOctets : timeStampOctets(timeZone, backup.restoredAt) },
    ],
    ['backupFailureTimeout', unsigned(backupTimeoutSeconds)],
    ['backupAndRestoreState', enumerated(backup.state)],
    ['backupPreparationTime', unsigned(0)],
    ['restorePreparationTime', unsigned(0)],
    ['restoreCompletionTime', unsigned(0)],
  ])
}

/** Returns a `BACnetTimeStamp` with date and time. */
const timeStampOctets = (timeZone: string, at: number) =>
  encodeWhole(timeStamp, { kind: 'dateTime', value: dateTimeIn(timeZone, at) })

/** A time stamp whose parts are all open: nothing was restored yet. */
const neverOctets = encodeWhole(timeStamp, {
  kind: 'dateTime',
  value: {
    date: { year: null, month: null, day: null, weekday: null },
    time: { hour: null, minute: null, second: null, hundredths: null },
  },
})

/** `BACnetDeviceStatus`: operational, in a download, or in a backup. */
function systemStatusOf({ state }: FileBackup): number {
  if (state === backupStates.backup) return 5
  return state === backupStates.restore ? 3 : 0
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

/** Returns by how much a zone is ahead of UTC without daylight saving, and whether that is in force. */
function zoneAt(timeZone: string, now: number): { standardMinutes: number; isDaylight: boolean } {
  const year = new Date(now).getUTCFullYear()
  const minutesAt = (at: number) => {
    const { date, time } = dateTimeIn(timeZone, at)
    const wall = Date.UTC(date.year ?? 0, (date.month ?? 1) - 1, date.day ?? 1, time.hour ?? 0, time.minute ?? 0)
    return Math.round((wall - at) / 60_000)
  }
  const standardMinutes = Math.min(minutesAt(Date.UTC(year, 0, 1)), minutesAt(Date.UTC(year, 6, 1)))
  return { standardMinutes, isDaylight: minutesAt(now - (now % 60_000)) !== standardMinutes }
}

/** What the objects of a device read now. */
export interface DeviceReadings {
  states(): ReadonlyMap<string, ServedState>
  now(): DeviceNow
  /** The objects beside the points. */
  others(): readonly ServedObject[]
}

/** Returns the content of every object of a device by its key, made when it is read. */
export function contentsOf(
  device: DeviceModel,
  { states, now, others }: DeviceReadings,
): (key: string) => ObjectContent | undefined {
  const byKey = new Map(device.points.map((point) => [objectKey(point), point]))
  const own = objectKey({ type: objectTypes.device, instance: device.instance })
  const contentNow = (key: string) => {
    const point = byKey.get(key)
    if (point) return pointContent(point, states().get(key))
    if (key === own) return deviceContent(device, now(), others())
    const other = others().find((one) => objectKey(one) === key)
    return other && contentOf([...identity(other.type, other.instance, other.name), ...other.properties])
  }
  const read = new Map<string, ObjectContent>()
  return (key) => {
    const content = read.get(key) ?? contentNow(key)
    if (content) read.set(key, content)
    return content
  }
}
