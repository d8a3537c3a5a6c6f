/** Which objects of a device are points, what their values mean, and how they are read. */
import type { ObjectType, PointKind, Value } from '../../contracts/points'
import type { PointFlags } from '../../link/port'
import { commandValue } from '../client/device-writer'
import type { PropertyValue } from '../encoding/property-values'
import type { Primitive } from '../encoding/values'
import { objectTypes } from '../object-types'
import type { PropertyName } from '../property-ids'
import { type UnitScale, unitScaleOf } from './units'

export interface PointObject {
  objectType: ObjectType
  /** The number of the type. */
  type: number
  kind: PointKind
  /** Whether it has a priority array; `perhaps` when that is up to the device. */
  isCommandable: 'always' | 'perhaps' | 'never'
}

const table: readonly (readonly [ObjectType, PointKind, PointObject['isCommandable']])[] = [
  ['analogInput', 'number', 'never'],
  ['analogOutput', 'number', 'always'],
  ['analogValue', 'number', 'perhaps'],
  ['binaryInput', 'boolean', 'never'],
  ['binaryOutput', 'boolean', 'always'],
  ['binaryValue', 'boolean', 'perhaps'],
  ['multiStateInput', 'enum', 'never'],
  ['multiStateOutput', 'enum', 'always'],
  ['multiStateValue', 'enum', 'perhaps'],
  ['accumulator', 'number', 'never'],
  ['pulseConverter', 'number', 'never'],
  ['loop', 'number', 'never'],
  ['characterStringValue', 'string', 'perhaps'],
  ['integerValue', 'number', 'perhaps'],
  ['largeAnalogValue', 'number', 'perhaps'],
  ['positiveIntegerValue', 'number', 'perhaps'],
  ['lightingOutput', 'number', 'always'],
  ['binaryLightingOutput', 'enum', 'always'],
]

const points: readonly PointObject[] = table.map(([objectType, kind, isCommandable]) => ({
  ...{ objectType, kind, isCommandable },
  type: objectTypes[objectType],
}))
const byName = new Map<string, PointObject>(points.map((point) => [point.objectType, point]))
const byNumber = new Map<number, PointObject>(points.map((point) => [point.type, point]))

/** Returns what a type of object is as a point; undefined when it is none. */
export const pointObjectOf = (type: string | number): PointObject | undefined =>
  typeof type === 'number' ? byNumber.get(type) : byName.get(type)

/** States of a `BACnetBinaryLightingPV`, which count from zero. */
export const lightingStates = ['Off', 'On', 'Warn', 'Warn off', 'Warn relinquish', 'Stop']

/** Larger numbers stand for "no limit" and "not a value". */
const maxNumber = 1e30
/** A 32-bit number of a device has as many digits. */
const realDigits = 7
/** Counters and 64-bit numbers keep more of them. */
const doubleDigits = 15

/** Returns the first primitive value of a property; undefined when it has none. */
export function primitiveOf(value: PropertyValue): Primitive | undefined {
  return value.kind === 'primitives' ? value.values[0] : undefined
}

/** Returns the number of a property; undefined when it has none. */
export function numberOf(value: PropertyValue | undefined): number | undefined {
  const one = value && primitiveOf(value)
  switch (one?.type) {
    case 'real':
    case 'double':
    case 'unsigned':
    case 'signed':
    case 'enumerated':
      return Number.isFinite(one.value) && Math.abs(one.value) < maxNumber ? one.value : undefined
    default:
      return undefined
  }
}

/** Returns the text of a property; undefined when it has none. */
export function textOf(value: PropertyValue | undefined): string | undefined {
  const one = value && primitiveOf(value)
  return one?.type === 'characterString' ? one.value.text.trim() : undefined
}

/** Returns a number in the unit of the console. */
export const scaled = (
  value: number,
  { factor, offset }: Pick<UnitScale, 'factor' | 'offset'>,
  digits = realDigits,
): number => (factor === 1 && offset === 0 ? value : Number((value * factor + offset).toPrecision(digits)))

/** Returns the properties that say what a number of an object means. */
export const unitPropertiesOf = ({ objectType }: PointObject): readonly PropertyName[] =>
  objectType === 'loop' ? ['outputUnits'] : objectType === 'accumulator' ? ['units', 'scale'] : ['units']

/** Returns how a number of an object becomes one of the console; null when the device does not say what it means. */
export function unitScaleIn(
  { objectType }: PointObject,
  read: (name: PropertyName) => PropertyValue | undefined,
): UnitScale | null {
  const unit = numberOf(read(objectType === 'loop' ? 'outputUnits' : 'units'))
  if (unit === undefined) return null
  const scale = unitScaleOf(unit)
  if (objectType !== 'accumulator') return scale
  const count = countFactorOf(read('scale'))
  // Counts are no amounts of the unit.
  return count === null ? null : { ...scale, factor: scale.factor * count }
}

/** Returns the amount of one count; null when it is none. */
function countFactorOf(value: PropertyValue | undefined): number | null {
  const scale = value?.kind === 'scale' ? value.values[0] : undefined
  if (!scale) return null
  const factor = scale.kind === 'factor' ? Number(scale.value.toPrecision(realDigits)) : Number(`1e${scale.value}`)
  return factor > 0 && factor < maxNumber ? factor : null
}

/** Returns a value of an object as the console has it; null when it is none. */
export function pointValueOf(one: Primitive | undefined, point: PointObject, scale: UnitScale | null): Value | null {
  if (!one) return null
  if (point.kind === 'string') return one.type === 'characterString' ? one.value.text : null
  if (one.type === 'boolean') return point.kind === 'boolean' ? one.value : null
  const value = numberOf({ kind: 'primitives', values: [one] })
  if (value === undefined) return null
  if (point.kind === 'boolean') return value === 0 ? false : value === 1 ? true : null
  if (point.kind === 'enum') {
    const state = point.objectType === 'binaryLightingOutput' ? value + 1 : value
    return Number.isInteger(state) && state >= 1 ? state : null
  }
  if (one.type !== 'real') return scale ? scaled(value, scale, doubleDigits) : value
  const digits = Number(value.toPrecision(realDigits))
  return scale ? scaled(digits, scale) : digits
}

/** Returns a value of the console as an object has it; undefined when it cannot be commanded so. */
export function commandOf(value: Value, point: PointObject, scale: UnitScale | null): Primitive | undefined {
  if (point.isCommandable === 'never') return undefined
  if (point.kind === 'string')
    return typeof value === 'string' ? { type: 'characterString', value: { text: value } } : undefined
  if (point.kind === 'boolean') return typeof value === 'boolean' ? commandValue(point.type, value ? 1 : 0) : undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  if (point.kind === 'enum') {
    const state = point.objectType === 'binaryLightingOutput' ? value - 1 : value
    return Number.isInteger(state) ? commandValue(point.type, state) : undefined
  }
  const own = scale ? (value - scale.offset) / scale.factor : value
  return commandValue(point.type, isWhole(point) ? Math.round(own) : own)
}

const isWhole = ({ objectType }: PointObject) => objectType === 'integerValue' || objectType === 'positiveIntegerValue'

/** Returns the status flags of an object; undefined when the property is none. */
export function flagsOfBits(value: PropertyValue): PointFlags | undefined {
  const one = primitiveOf(value)
  if (one?.type !== 'bitString') return undefined
  const [inAlarm = false, fault = false, overridden = false, outOfService = false] = one.value
  return { inAlarm, fault, overridden, outOfService }
}

const reliabilities: Readonly<Record<number, string>> = {
  0: 'noFaultDetected',
  1: 'noSensor',
  2: 'overRange',
  3: 'underRange',
  4: 'openLoop',
  5: 'shortedLoop',
  6: 'noOutput',
  7: 'unreliableOther',
  8: 'processError',
  9: 'multiStateFault',
  10: 'configurationError',
  12: 'communicationFailure',
  13: 'memberFault',
  14: 'monitoredObjectFault',
  15: 'tripped',
  16: 'lampFailure',
  17: 'activationFailure',
  18: 'renewDhcpFailure',
  19: 'renewFdRegistrationFailure',
  20: 'restartAutoNegotiationFailure',
  21: 'restartFailure',
  22: 'proprietaryCommandFailure',
  23: 'faultsListed',
  24: 'referencedObjectFault',
  25: 'multiStateOutOfRange',
}

/** Returns the name of a reliability (`BACnetReliability`); one of a vendor is named by its number. */
export const reliabilityName = (number: number): string => reliabilities[number] ?? `BACnet ${number}`
