/** Reads the Schedule and Calendar objects of a device, however little it can send at once. */
import type { ReadSchedules } from '../../link/port'
import type { RemoteDevice } from '../client/remote-device'
import { type ObjectId, objectKey } from '../encoding/primitives'
import type { PropertyValue } from '../encoding/property-values'
import { objectTypes } from '../object-types'
import { type PropertyName, properties } from '../property-ids'
import { errorNumbersOf, isAbsent, isRequestFailure, isUnanswered, RequestFailure } from '../refusals'
import { describeObjects } from './inventory'
import { numberOf, pointObjectOf, textOf, unitPropertiesOf, unitScaleIn } from './point-objects'
import {
  commandedObjects,
  type MappedCalendar,
  type MappedSchedule,
  mapCalendar,
  mapSchedule,
  type ReadObject,
} from './schedule-mapping'
import type { ScheduleSubject } from './schedule-values'

/** All schedules and calendars of a device, as the console has them. */
export interface DeviceSchedules {
  calendars: ReadonlyMap<number, MappedCalendar>
  schedules: ReadonlyMap<number, MappedSchedule>
  unreadable: ReadSchedules['unreadable']
}

/** Short properties, which are read together, and long ones, which may not fit in one answer. */
const shortProperties = [
  'objectName',
  'description',
  'effectivePeriod',
  'scheduleDefault',
  'listOfObjectPropertyReferences',
  'priorityForWriting',
  'outOfService',
] as const satisfies PropertyName[]
const labelProperties = ['objectName', 'description'] as const satisfies PropertyName[]
/** A longer list is damaged. */
const maxElements = 512
const elementsAtOnce = 20

export const isSchedule = ({ type }: ObjectId) => type === objectTypes.schedule || type === objectTypes.calendar

/** Returns what a device has of some schedules and calendars. Throws `RequestFailure` when it does not answer. */
export async function readSchedules(
  device: RemoteDevice,
  instance: number,
  objects: readonly ObjectId[],
): Promise<DeviceSchedules> {
  const calendars = new Map<number, MappedCalendar>()
  const schedules = new Map<number, MappedSchedule>()
  const unreadable: ReadSchedules['unreadable'][number][] = []
  for (const object of objects.filter(({ type }) => type === objectTypes.calendar)) {
    const read = await readCalendar(device, object)
    const mapped = read && mapCalendar(read)
    if (mapped) calendars.set(object.instance, mapped)
    else if (read) unreadable.push(unreadableOf('calendar', read, 'refused'))
  }
  const names = new Map([...calendars].map(([number, { calendar }]) => [number, calendar.name]))
  const subjects = createSubjects(device)
  for (const object of objects.filter(({ type }) => type === objectTypes.schedule)) {
    const read = await readSchedule(device, object)
    if (!read) continue
    const subject = await subjects.of(commandedObjects(read, instance))
    const mapped = mapSchedule(read, { device: instance, calendars: names, subject })
    if ('reason' in mapped) unreadable.push(unreadableOf('schedule', read, mapped.reason))
    else schedules.set(object.instance, mapped)
  }
  return { calendars, schedules, unreadable }
}

/** Returns the content as the services have it. */
export const contentOf = ({ calendars, schedules, unreadable }: DeviceSchedules): ReadSchedules => ({
  calendars: [...calendars.values()].map(({ calendar }) => calendar),
  schedules: [...schedules.values()].map(({ schedule }) => schedule),
  unreadable,
})

function unreadableOf(
  objectType: 'schedule' | 'calendar',
  { object: { instance }, values }: ReadObject,
  reason: ReadSchedules['unreadable'][number]['reason'],
) {
  const name = (textOf(values.get('objectName')) ?? '').slice(0, 64)
  return { objectType, objectInstance: instance, name: name || `${objectType} ${instance}`, reason }
}

async function readSchedule(device: RemoteDevice, object: ObjectId): Promise<ReadObject | null> {
  const values = await readShort(device, object, shortProperties)
  if (!values) return null
  for (const name of ['weeklySchedule', 'exceptionSchedule'] as const) {
    const value = await readLong(device, object, name)
    if (value) values.set(name, value)
  }
  return { object, values }
}

async function readCalendar(device: RemoteDevice, object: ObjectId): Promise<ReadObject | null> {
  const values = await readShort(device, object, labelProperties)
  if (!values) return null
  const dates = await readLong(device, object, 'dateList')
  if (dates) values.set('dateList', dates)
  return { object, values }
}

/** Reads some properties of one object; null when the device does not have it. */
export async function readShort(
  device: RemoteDevice,
  object: ObjectId,
  names: readonly PropertyName[],
): Promise<Map<PropertyName, PropertyValue> | null> {
  const results = await device.readProperties(names.map((name) => ({ object, property: properties[name] })))
  const values = new Map<PropertyName, PropertyValue>()
  let isThere = false
  for (const [at, name] of names.entries()) {
    const result = results[at]
    if (result && 'value' in result) values.set(name, result.value)
    else if (result && isUnanswered(result.failure)) throw new RequestFailure(result.failure)
    const isUnknown =
      result &&
      'failure' in result &&
      result.failure.kind === 'error' &&
      result.failure.errorCode === errorNumbersOf.unknownObject
    isThere ||= !isUnknown
  }
  return isThere ? values : null
}

type LongProperty = 'weeklySchedule' | 'exceptionSchedule' | 'dateList'

/** Reads one property as a whole, else in parts; undefined when the device does not have or return it. */
async function readLong(
  device: RemoteDevice,
  object: ObjectId,
  name: LongProperty,
): Promise<PropertyValue | undefined> {
  const ref = { object, property: properties[name] }
  try {
    return await device.readProperty(ref)
  } catch (error) {
    if (!isRequestFailure(error) || isUnanswered(error.failure)) throw error
    if (isAbsent(error.failure)) return undefined
  }
  try {
    return name === 'dateList' ? await readList(device, object) : await readElements(device, object, name)
  } catch (error) {
    if (!isRequestFailure(error) || isUnanswered(error.failure)) throw error
    return undefined
  }
}

async function readElements(
  device: RemoteDevice,
  object: ObjectId,
  name: 'weeklySchedule' | 'exceptionSchedule',
): Promise<PropertyValue | undefined> {
  const ref = { object, property: properties[name] }
  const count = name === 'weeklySchedule' ? 7 : (numberOf(await device.readProperty({ ...ref, arrayIndex: 0 })) ?? 0)
  const refs = Array.from({ length: Math.min(count, maxElements) }, (_, at) => ({ ...ref, arrayIndex: at + 1 }))
  const elements = await device.readProperties(refs)
  const values = elements.flatMap((result) => ('value' in result ? [result.value] : []))
  if (values.length < count) return undefined
  if (name === 'weeklySchedule')
    return { kind: name, values: values.flatMap((value) => (value.kind === name ? value.values : [])) }
  return { kind: name, values: values.flatMap((value) => (value.kind === name ? value.values : [])) }
}

async function readList(device: RemoteDevice, object: ObjectId): Promise<PropertyValue> {
  const all: Extract<PropertyValue, { kind: 'dateList' }>['values'] = []
  for (let hasMore = true; hasMore && all.length < maxElements; ) {
    const place = { kind: 'byPosition' as const, value: { index: all.length + 1, count: elementsAtOnce } }
    const part = await device.readRange({ object, property: properties.dateList }, place)
    if (part.value.kind !== 'dateList') return part.value
    all.push(...part.value.values)
    hasMore = part.hasMore && part.value.values.length > 0
  }
  return { kind: 'dateList', values: all }
}

/** Reads what schedules command, each object once. */
function createSubjects(device: RemoteDevice) {
  const known = new Map<string, ScheduleSubject | null>()
  return {
    /** Returns the first of some objects that the device describes. */
    async of(objects: readonly ObjectId[]): Promise<ScheduleSubject | null> {
      const first = objects.find(({ type }) => pointObjectOf(type))
      if (!first) return null
      const key = objectKey(first)
      const subject = known.has(key) ? known.get(key) : await readSubject(device, first)
      known.set(key, subject ?? null)
      return subject ?? null
    },
  }
}

async function readSubject(device: RemoteDevice, object: ObjectId): Promise<ScheduleSubject | null> {
  const [description] = await describeObjects(device, [object])
  if (!description) return null
  const point = description.kind === 'number' ? pointObjectOf(object.type) : undefined
  const units = point ? await readShort(device, object, unitPropertiesOf(point)) : null
  return {
    ...{ type: object.type, description },
    scale: point ? unitScaleIn(point, (name) => units?.get(name)) : null,
  }
}
