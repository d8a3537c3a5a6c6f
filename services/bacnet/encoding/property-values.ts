/** Values of properties: typed where the standard defines a constructed type, else primitive values. */

import { objectTypes } from '../object-types'
import { DamagedFrame } from '../octets'
import { properties } from '../property-ids'
import { calendarEntry, dailySchedule, dateRange, dateTime, specialEvent, timeStamp } from './calendar'
import { type Codec, choice, type Decoded, decodeWhole, enclosed, rawValues, series } from './codec'
import { eventParameters } from './event-parameters'
import { eventLogRecord, logMultipleRecord, logRecord } from './log-records'
import {
  addressBinding,
  countScale,
  covSubscription,
  destination,
  deviceObjectPropertyReference,
  deviceObjectReference,
  objectPropertyReference,
  objectTag,
  recipient,
} from './references'
import { type Primitive, primitive, primitives } from './values'

/** A slot of a priority array; null is a free one. */
const prioritySlot = choice({
  primitive,
  constructed: enclosed(0, rawValues),
  dateTime: enclosed(1, dateTime),
})

/** Constructed types by property. Of an array, all elements are decoded, or the one that was read by its index. */
const constructed = {
  priorityArray: series(prioritySlot, 16),
  weeklySchedule: series(dailySchedule, 7),
  exceptionSchedule: series(specialEvent),
  effectivePeriod: series(dateRange, 1),
  dateList: series(calendarEntry),
  recipientList: series(destination),
  eventTimeStamps: series(timeStamp, 3),
  eventParameters: series(eventParameters, 1),
  logDeviceObjectProperty: series(deviceObjectPropertyReference),
  listOfObjectPropertyReferences: series(deviceObjectPropertyReference),
  activeCovSubscriptions: series(covSubscription),
  subordinateList: series(deviceObjectReference),
  deviceAddressBinding: series(addressBinding),
  timeSynchronizationRecipients: series(recipient),
  utcTimeSynchronizationRecipients: series(recipient),
  restartNotificationRecipients: series(recipient),
  scale: series(countScale, 1),
  tags: series(objectTag),
  objectPropertyReference: series(deviceObjectPropertyReference, 1),
  controlledVariableReference: series(objectPropertyReference, 1),
  manipulatedVariableReference: series(objectPropertyReference, 1),
  lastRestoreTime: series(timeStamp, 1),
  timeOfDeviceRestart: series(timeStamp, 1),
} as const

/** `Log_Buffer`, by the type of the log. */
const logBuffers = {
  logRecords: series(logRecord),
  logMultipleRecords: series(logMultipleRecord),
  eventLogRecords: series(eventLogRecord),
} as const

const codecs = { ...constructed, ...logBuffers }
type Codecs = typeof codecs

export type PropertyValue =
  | { kind: 'primitives'; values: Primitive[] }
  | { [Kind in keyof Codecs]: { kind: Kind; values: Decoded<Codecs[Kind]> } }[keyof Codecs]
  /** Whole values of a type that is not known here, or a damaged one; `reason` says which. */
  | { kind: 'octets'; octets: Uint8Array; reason: string }

interface PropertyRef {
  objectType: number
  property: number
  arrayIndex?: number | undefined
}

const kindByNumber = new Map<number, keyof Codecs>(
  (Object.keys(constructed) as (keyof typeof constructed)[]).map((name) => [properties[name], name]),
)

const recordKinds = new Map<number, keyof Codecs>([
  [objectTypes.trendLog, 'logRecords'],
  [objectTypes.trendLogMultiple, 'logMultipleRecords'],
  [objectTypes.eventLog, 'eventLogRecords'],
])

/** Returns what the octets of one property say. A damaged value is returned as octets: others beside it stay readable. */
export function decodeProperty(ref: PropertyRef, octets: Uint8Array): PropertyValue {
  const kind = ref.arrayIndex === 0 ? undefined : kindOf(ref)
  try {
    if (kind) return { kind, values: decodeWhole(codecs[kind] as Codec<never>, octets) } as PropertyValue
    return { kind: 'primitives', values: decodeWhole(primitives, octets) }
  } catch (error) {
    if (error instanceof DamagedFrame) return { kind: 'octets', octets: octets.slice(), reason: error.message }
    throw error
  }
}

function kindOf({ objectType, property }: PropertyRef): keyof Codecs | undefined {
  return property === properties.logBuffer ? recordKinds.get(objectType) : kindByNumber.get(property)
}
