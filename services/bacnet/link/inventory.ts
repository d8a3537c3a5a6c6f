/** The objects of a device that are points: its list, and what it says of each. */
import type { ObjectDescription } from '../../link/port'
import type { RemoteDevice } from '../client/remote-device'
import { type ObjectId, objectKey } from '../encoding/primitives'
import type { PropertyValue } from '../encoding/property-values'
import type { Primitive } from '../encoding/values'
import { objectTypes } from '../object-types'
import { type PropertyName, properties } from '../property-ids'
import { errorNumbersOf, type Failure, isRequestFailure, isUnanswered } from '../refusals'
import { readEntries, valueIn } from './array-reading'
import {
  lightingStates,
  numberOf,
  type PointObject,
  pointObjectOf,
  scaled,
  textOf,
  unitPropertiesOf,
  unitScaleIn,
} from './point-objects'
import { readGroupings } from './structured-views'
import type { UnitScale } from './units'

/** Objects whose properties are read together. */
const batchSize = 20
/** A longer list is damaged: the objects of the largest controllers are a tenth. */
const maxObjects = 20_000
const maxStates = 500
const maxPrecision = 4
/** Objects whose numbers are whole. */
const wholeTypes: ReadonlySet<string> = new Set(['integerValue', 'positiveIntegerValue', 'accumulator'])

/** Returns all points of a device. Throws `RequestFailure` when it does not answer, also in the middle. */
export async function listPoints(device: RemoteDevice, instance: number): Promise<ObjectDescription[]> {
  const listed = await listObjects(device, instance)
  const seen = new Set<string>()
  const objects = listed.filter(({ type, instance: number }) => {
    const key = objectKey({ type, instance: number })
    const isNew = pointObjectOf(type) !== undefined && !seen.has(key)
    seen.add(key)
    return isNew
  })
  const points: ObjectDescription[] = []
  for (let at = 0; at < objects.length; at += batchSize)
    points.push(...(await describeObjects(device, objects.slice(at, at + batchSize))))
  const groupings = await readGroupings(device, instance, listed)
  return points.map((point) => {
    const key = objectKey({ type: objectTypes[point.objectType], instance: point.objectInstance })
    const grouping = groupings ? groupings.get(key) : null
    return grouping === undefined ? point : { ...point, grouping }
  })
}

/** Returns all objects of a device: the list as a whole; by its index where the device cannot send it in one answer. */
export async function listObjects(device: RemoteDevice, instance: number): Promise<ObjectId[]> {
  const ref = { object: { type: objectTypes.device, instance }, property: properties.objectList }
  try {
    return objectIdsIn(await device.readProperty(ref))
  } catch (error) {
    if (!isRequestFailure(error) || isUnanswered(error.failure)) throw error
  }
  return (await readEntries(device, ref, maxObjects)).flatMap((value) => (value ? objectIdsIn(value) : []))
}

const objectIdsIn = (value: PropertyValue): ObjectId[] =>
  value.kind === 'primitives' ? value.values.flatMap((one) => (one.type === 'objectId' ? [one.value] : [])) : []

/** What is read of an object, beside its name and description. */
function detailsOf(point: PointObject): PropertyName[] {
  const { kind, objectType, isCommandable } = point
  const array: PropertyName[] = isCommandable === 'perhaps' ? ['relinquishDefault'] : []
  if (kind === 'number') return [...unitPropertiesOf(point), ...numberDetailsOf(point), ...array]
  if (kind === 'boolean') return ['inactiveText', 'activeText', ...array]
  return kind === 'enum' && objectType !== 'binaryLightingOutput' ? ['numberOfStates', 'stateText', ...array] : array
}

function numberDetailsOf({ objectType }: PointObject): PropertyName[] {
  // What a counter ends at is no limit.
  if (objectType === 'accumulator') return []
  if (objectType === 'loop') return ['minimumOutput', 'maximumOutput', 'covIncrement']
  return ['minPresValue', 'maxPresValue', 'resolution', 'covIncrement']
}

/** Returns what a device says of some of its points; those that it does not have are left out. */
export async function describeObjects(
  device: RemoteDevice,
  objects: readonly ObjectId[],
): Promise<ObjectDescription[]> {
  const wanted = objects.flatMap((object) => {
    const point = pointObjectOf(object.type)
    return point ? [{ object, point, names: ['objectName', 'description', ...detailsOf(point)] as PropertyName[] }] : []
  })
  const refs = wanted.flatMap(({ object, names }) => names.map((name) => ({ object, property: properties[name] })))
  const results = await device.readProperties(refs)
  results.forEach(valueIn)
  let at = 0
  const descriptions: ObjectDescription[] = []
  for (const { object, point, names } of wanted) {
    const own = results.slice(at, at + names.length)
    at += names.length
    if (own.every((result) => 'failure' in result && isUnknownObject(result.failure))) continue
    const values = new Map<PropertyName, PropertyValue>()
    for (const [index, name] of names.entries()) {
      const result = own[index]
      if (result && 'value' in result) values.set(name, result.value)
    }
    if (point.kind === 'enum' && !values.has('stateText')) await readStatesOneByOne(device, object, values)
    descriptions.push(descriptionOf(object, point, values))
  }
  return descriptions
}

/** Whether the list of a device names an object that it does not have. */
const isUnknownObject = (failure: Failure) =>
  failure.kind === 'error' && failure.errorCode === errorNumbersOf.unknownObject

/** Reads the texts of the states where they do not fit in one answer. */
async function readStatesOneByOne(
  device: RemoteDevice,
  object: ObjectId,
  values: Map<PropertyName, PropertyValue>,
): Promise<void> {
  const count = Math.min(numberOf(values.get('numberOfStates')) ?? 0, maxStates)
  const refs = Array.from({ length: count }, (_, at) => ({
    object,
    property: properties.stateText,
    arrayIndex: at + 1,
  }))
  const results = await device.readProperties(refs)
  const texts = results.map((result) => ('value' in result ? result.value : undefined))
  if (!texts.some((text) => text)) return
  const states = texts.flatMap((text) => (text?.kind === 'primitives' ? text.values.slice(0, 1) : [emptyText]))
  values.set('stateText', { kind: 'primitives', values: states })
}

const emptyText: Primitive = { type: 'characterString', value: { text: '' } }

function descriptionOf(
  { instance }: ObjectId,
  point: PointObject,
  values: ReadonlyMap<PropertyName, PropertyValue>,
): ObjectDescription {
  const { objectType, kind } = point
  const name = textOf(values.get('objectName')) || `${objectType} ${instance}`
  const scale = kind === 'number' ? unitScaleIn(point, (name) => values.get(name)) : null
  const range = kind === 'number' ? rangeOf(point, values, scale) : null
  const increment = numberOf(values.get('covIncrement'))
  return {
    ...{ objectType, objectInstance: instance, name, kind },
    displayName: textOf(values.get('description')) || name,
    unit: scale?.unit ?? null,
    precision: kind === 'number' ? precisionOf(point, values, scale) : 0,
    min: range?.min ?? null,
    max: range?.max ?? null,
    states: statesOf(point, values),
    covIncrement: increment === undefined ? 0 : scaled(increment, { factor: scale?.factor ?? 1, offset: 0 }),
    isWritable: point.isCommandable === 'always' || values.has('relinquishDefault'),
  }
}

function rangeOf(
  { objectType }: PointObject,
  values: ReadonlyMap<PropertyName, PropertyValue>,
  scale: UnitScale | null,
) {
  const isLoop = objectType === 'loop'
  const names = isLoop ? (['minimumOutput', 'maximumOutput'] as const) : (['minPresValue', 'maxPresValue'] as const)
  const limits = names.map((name) => {
    const limit = numberOf(values.get(name))
    return limit === undefined ? null : scaled(limit, scale ?? { factor: 1, offset: 0 })
  })
  const [min = null, max = null] = limits
  // Devices send 0 and 0 where they have no limits.
  return min !== null && max !== null && min >= max ? null : { min, max }
}

/** Returns the digits after the point: those of the resolution, else one for what is measured and none for what is counted. */
function precisionOf(point: PointObject, values: ReadonlyMap<PropertyName, PropertyValue>, scale: UnitScale | null) {
  const isCounted = wholeTypes.has(point.objectType)
  // A counter counts in steps of its scale.
  const step = point.objectType === 'accumulator' ? 1 : (numberOf(values.get('resolution')) ?? 0)
  const resolution = step * (scale?.factor ?? 1)
  if (!(resolution > 0)) return isCounted ? 0 : 1
  return Math.min(maxPrecision, Math.max(0, Math.ceil(-Math.log10(resolution) - 1e-6)))
}

/** Returns the texts of the states, from the first; of a boolean that of false, then that of true. */
function statesOf(point: PointObject, values: ReadonlyMap<PropertyName, PropertyValue>): string[] | null {
  if (point.kind === 'boolean') {
    return [textOf(values.get('inactiveText')) || 'Inactive', textOf(values.get('activeText')) || 'Active']
  }
  if (point.kind !== 'enum') return null
  if (point.objectType === 'binaryLightingOutput') return lightingStates
  const texts = values.get('stateText')
  const named = texts?.kind === 'primitives' ? texts.values : []
  const count = Math.min(numberOf(values.get('numberOfStates')) ?? named.length, maxStates)
  return Array.from({ length: count }, (_, at) => {
    const one = named[at]
    return (one?.type === 'characterString' && one.value.text.trim()) || String(at + 1)
  })
}
