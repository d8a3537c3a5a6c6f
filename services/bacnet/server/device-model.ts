/** What a served device consists of, and where the values of its points come from. */
import type { ObjectId } from '../encoding/primitives'
import type { PropertyValue } from '../encoding/property-values'
import type { Primitive } from '../encoding/values'
import type { ApduSize } from '../frames/apdu'
import { objectTypes } from '../object-types'
import type { PropertyName } from '../property-ids'
import type { errorNumbersOf } from '../refusals'

const { analogInput, analogOutput, analogValue } = objectTypes
const { binaryInput, binaryOutput, binaryValue } = objectTypes
const { multiStateInput, multiStateOutput, multiStateValue } = objectTypes

/** Types of objects that a device can have beside itself. */
export const servedTypes = [
  ...[analogInput, analogOutput, analogValue],
  ...[binaryInput, binaryOutput, binaryValue],
  ...[multiStateInput, multiStateOutput, multiStateValue],
] as const
type ServedType = (typeof servedTypes)[number]

/** An object of a device. Its values are numbers: those of binaries are 0 and 1, states count from 1. */
export interface ServedPoint {
  type: ServedType
  instance: number
  name: string
  description: string
  /** The number of the unit; of analog objects. */
  units: number
  min: number | null
  max: number | null
  resolution: number | null
  covIncrement: number
  /** The inactive one first; empty for analog objects. */
  stateTexts: readonly string[]
  /** Whether it has a priority array. */
  isCommandable: boolean
}

/** What a point reads now. */
export interface ServedState {
  /** Null when the device does not know it. */
  value: number | null
  relinquishDefault: number | null
  /** All sixteen levels; null where none is held. */
  levels: readonly (number | null)[]
  /** The number of a `BACnetReliability`. */
  reliability: number
}

/** The values behind a device. */
export interface PointSource {
  /** Returns what every point reads now, by its key. */
  states(): ReadonlyMap<string, ServedState>
  /** Writes or releases (null) a level. Returns false when the device refuses. */
  command(point: ServedPoint, level: number, value: number | null): boolean
  /** Whether the device answers nothing now. */
  isSilent(): boolean
}

/** The octets of a value, or those of the elements of an array. */
export type PropertyContent = { value: Uint8Array } | { elements: readonly Uint8Array[] }

/** A property that is there and cannot be read, such as a log, which is read in ranges. */
export const unreadable: PropertyContent = { value: new Uint8Array(0) }

/** An object beside the points, with its properties in the order in which it lists them. */
export interface ServedObject extends ObjectId {
  name: string
  properties: readonly (readonly [PropertyName, PropertyContent])[]
}

/** Why a device does not write a property. */
export type WriteRefusal = Extract<
  keyof typeof errorNumbersOf,
  'invalidDataType' | 'valueOutOfRange' | 'writeAccessDenied'
>

/** The objects of a device beside its points. */
export interface ObjectSource {
  /** Returns all of them as they are now. */
  all(): readonly ServedObject[]
  /** Writes a property as a whole. Returns why the device refuses, or null. */
  write(object: ServedObject, property: number, value: PropertyValue): WriteRefusal | null
}

/** A log of the values of an object at equal intervals; its records count from 1. */
export interface ServedLog {
  instance: number
  name: string
  of: ObjectId
  intervalMs: number
  bufferSize: number
  /** One interval before the first record, ms. */
  startedAt: number
  /** The number of the newest record; 0 for none. */
  newest: number
}

/** The trend logs of a device. */
export interface LogSource {
  all(): readonly ServedLog[]
  /** Returns some records that the log has, from a number on; the value is null where there was none. */
  records(log: ServedLog, first: number, count: number): readonly { at: number; value: number | null }[]
}

/** The configuration of a device as one file. */
export interface BackupSource {
  read(): Uint8Array
  /** Replaces the configuration. Returns false when it is none of this device. */
  restore(octets: Uint8Array): boolean
}

export interface DeviceModel {
  instance: number
  name: string
  description: string
  location: string
  modelName: string
  firmware: string
  serialNumber: string
  /** Its clock shows the time of this zone. */
  timeZone: string
  maxApdu: ApduSize
  sendsSegments: boolean
  maxSubscriptions: number
  /** What starting it again and silencing it require; null for nothing. */
  password: string | null
  points: readonly ServedPoint[]
}

/** Who makes the served devices: a number that is reserved for tests (ASHRAE's list of vendors). */
export const servedVendor = { id: 555, name: 'Plantroom' } as const

export const isAnalog = ({ type }: Pick<ServedPoint, 'type'>): boolean =>
  type === analogInput || type === analogOutput || type === analogValue

export const isBinary = ({ type }: Pick<ServedPoint, 'type'>): boolean =>
  type === binaryInput || type === binaryOutput || type === binaryValue

/** Returns a value of a point in the type of its object. */
export function servedValue(point: ServedPoint, value: number): Primitive {
  if (isAnalog(point)) return { type: 'real', value }
  return isBinary(point) ? { type: 'enumerated', value } : { type: 'unsigned', value }
}
