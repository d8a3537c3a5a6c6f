/**
 * Schedule and Calendar objects as the console has them, and the changes of a document as writes of their properties.
 * What the console does not have stays in the device: it is left out of the document, and written back octet for octet
 * where it shares a property with what is changed.
 */
import { commandableTypes } from '../../contracts/schedule-checks'
import { exceptionText, type PartTexts, type SchedulePartName } from '../../contracts/schedule-parts'
import type {
  Calendar,
  Interval,
  ObjectOnController,
  Period,
  Schedule,
  ScheduleException,
} from '../../contracts/schedules'
import type { ScheduleState } from '../../link/port'
import { calendarEntry, dailySchedule, dateRange, type SpecialEvent, specialEvent } from '../encoding/calendar'
import { type Decoded, encodeWhole, series } from '../encoding/codec'
import type { ObjectId } from '../encoding/primitives'
import type { PropertyValue } from '../encoding/property-values'
import { deviceObjectPropertyReference } from '../encoding/references'
import { type Primitive, primitive } from '../encoding/values'
import { objectTypes } from '../object-types'
import { type PropertyName, properties } from '../property-ids'
import { objectTypeName, objectTypeNumber } from './event-mapping'
import { flagsOfBits, numberOf, primitiveOf, reliabilityName, textOf } from './point-objects'
import {
  type DeviceEntry,
  deviceDayOf,
  deviceEntryOf,
  deviceRangeOf,
  entryOf,
  intervalsOfDay,
  rangeOf,
  type TimeAndValue,
} from './schedule-days'
import { type ScheduleSubject, type ScheduleValueType, scheduleValueTypeOf } from './schedule-values'

/** An object as it was read: what it did not return is missing. */
export interface ReadObject {
  object: ObjectId
  values: ReadonlyMap<PropertyName, PropertyValue>
}

/** A schedule as it was read, with what the console makes of it. */
export interface MappedSchedule {
  read: ReadObject
  schedule: Schedule
  type: ScheduleValueType
  /**
   * The exceptions in their order: those that the document has, and null for those that are kept, and for the unused
   * places of a device with a fixed number of them.
   */
  exceptions: readonly { event: SpecialEvent; mapped: ScheduleException | null; isUnused: boolean }[]
  targets: readonly { reference: Target; isKept: boolean }[]
}

export interface MappedCalendar {
  read: ReadObject
  calendar: Calendar
  entries: readonly { entry: DeviceEntry; isKept: boolean }[]
}

type Target = Decoded<typeof deviceObjectPropertyReference>

export interface PropertyWrite {
  property: number
  value: Uint8Array
  /** The elements of an array, for a device to which the whole is too long; resized when it has another number of them. */
  elements?: readonly Uint8Array[]
  isResized?: boolean
}

/** The properties of a part. */
export const propertyOfPart: Readonly<Record<SchedulePartName, PropertyName>> = {
  name: 'objectName',
  description: 'description',
  effectivePeriod: 'effectivePeriod',
  weeklySchedule: 'weeklySchedule',
  exceptionSchedule: 'exceptionSchedule',
  scheduleDefault: 'scheduleDefault',
  listOfObjectPropertyReferences: 'listOfObjectPropertyReferences',
  priorityForWriting: 'priorityForWriting',
  outOfService: 'outOfService',
  dateList: 'dateList',
}

const [maxName, maxDescription, maxPriority] = [64, 256, 16]
/** Unprintable characters, which no input has. */
const unprintable = /[\p{Cc}\p{Cf}]/gu

export const calendarKey = (instance: number) => `cal-${instance}`
/** Returns the instance of the calendar of a key; null when it is none of the device. */
export function calendarOfKey(key: string): number | null {
  const digits = /^cal-(\d{1,7})$/.exec(key)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Reads the texts of an object; parts whose text is another one here than in the device are fixed. */
function labelsOf({ object, values }: ReadObject, fixed: SchedulePartName[]) {
  const label = (part: 'name' | 'description', max: number) => {
    const text = textOf(values.get(propertyOfPart[part]))
    const own = (text ?? '').replace(unprintable, ' ').trim().slice(0, max)
    if (text === undefined || own !== text) fixed.push(part)
    return own
  }
  return {
    name: label('name', maxName) || `${objectTypeName(object.type)} ${object.instance}`,
    description: label('description', maxDescription),
  }
}

/** Returns a calendar as the console has it; null when its days could not be read. */
export function mapCalendar(read: ReadObject): MappedCalendar | null {
  const list = read.values.get('dateList')
  if (list?.kind !== 'dateList') return null
  const fixed: SchedulePartName[] = []
  const { name } = labelsOf(read, fixed)
  const mapped = list.values.map((entry) => ({ entry, own: entryOf(entry) }))
  const { instance } = read.object
  return {
    read,
    entries: mapped.map(({ entry, own }) => ({ entry, isKept: own === null })),
    calendar: {
      ...{ key: calendarKey(instance), objectInstance: instance, name },
      dateList: mapped.flatMap(({ own }) => own ?? []),
      onController: onController({
        fixed: fixed.filter((part) => part !== 'description'),
        keptEntries: mapped.filter(({ own }) => own === null).length,
      }),
    },
  }
}

const onController = (own: Partial<ObjectOnController>): ObjectOnController => ({
  ...{ fixed: [], keptEntries: 0, keptTargets: [] },
  ...own,
})

export interface ScheduleSurroundings {
  /** The instance of the device. */
  device: number
  /** Names of its calendars, by their instance. */
  calendars: ReadonlyMap<number, string>
  subject: ScheduleSubject | null
}

/** Returns the objects of the device itself that a schedule commands, and that are points. */
export function commandedObjects({ values }: ReadObject, device: number): ObjectId[] {
  return targetsIn(values.get('listOfObjectPropertyReferences'))
    .filter((target) => isOwnValue(target, device))
    .map(({ object }) => object)
}

const targetsIn = (value: PropertyValue | undefined): readonly Target[] =>
  value?.kind === 'listOfObjectPropertyReferences' ? value.values : []

const isOwnValue = ({ property, arrayIndex, device }: Target, own: number) =>
  property === properties.presentValue && arrayIndex === undefined && (device === undefined || device.instance === own)

/** Returns a schedule as the console has it, or why it has none. */
export function mapSchedule(
  read: ReadObject,
  surroundings: ScheduleSurroundings,
): MappedSchedule | { reason: 'valueType' | 'damaged' } {
  const { object, values } = read
  const week = values.get('weeklySchedule')
  const special = values.get('exceptionSchedule')
  const standard = values.get('scheduleDefault')
  if ([week, special, standard].some((value) => value?.kind === 'octets')) return { reason: 'damaged' }
  const days = week?.kind === 'weeklySchedule' && week.values.length === 7 ? week.values : null
  const events = special?.kind === 'exceptionSchedule' ? special.values : null
  const own = standard && primitiveOf(standard)
  const targets = targetsIn(values.get('listOfObjectPropertyReferences'))
  const type = scheduleValueTypeOf(
    [...(own ? [own] : []), ...valuesIn(days ?? []), ...valuesIn((events ?? []).map((one) => one.timesAndValues))],
    targets.filter((one) => isOwnValue(one, surroundings.device)).map((one) => one.object.type),
    surroundings.subject,
  )
  if (!type) return { reason: 'valueType' }
  const fixed: SchedulePartName[] = []
  const { name, description } = labelsOf(read, fixed)
  const need = <Value>(part: SchedulePartName, value: Value | null | undefined, instead: Value): Value => {
    if (value !== null && value !== undefined) return value
    fixed.push(part)
    return instead
  }
  const week7 = days?.map((day) => intervalsOfDay(day, type)) ?? [null]
  const range = values.get('effectivePeriod')
  const defaultValue = own && type.toValue(own)
  if (defaultValue === undefined) fixed.push('scheduleDefault')
  const priority = numberOf(values.get('priorityForWriting'))
  const exceptions = exceptionsOf(events ?? [], type, surroundings)
  if (!events) fixed.push('exceptionSchedule')
  const mappedTargets = targets.map((reference) => ({
    reference,
    isKept: !isOwnValue(reference, surroundings.device) || !isCommandable(reference, type),
  }))
  if (!values.has('listOfObjectPropertyReferences')) fixed.push('listOfObjectPropertyReferences')
  const schedule: Schedule = {
    key: `sch-${object.instance}`,
    objectInstance: object.instance,
    ...{ name, description, valueType: type.valueType, facets: type.facets },
    effectivePeriod: need('effectivePeriod', periodIn(range), { start: null, end: null }),
    weeklySchedule: need(
      'weeklySchedule',
      week7.some((day) => day === null) ? null : (week7 as Interval[][]),
      emptyWeek(),
    ),
    exceptionSchedule: exceptions.flatMap(({ mapped }) => mapped ?? []),
    scheduleDefault: defaultValue ?? null,
    listOfObjectPropertyReferences: mappedTargets.flatMap(({ reference, isKept }) =>
      isKept ? [] : [targetOf(reference)],
    ),
    priorityForWriting: need('priorityForWriting', isPriority(priority) ? priority : null, maxPriority),
    outOfService: need('outOfService', switchIn(values.get('outOfService')), false),
    onController: onController({
      fixed,
      keptEntries: exceptions.filter(({ mapped, isUnused }) => !mapped && !isUnused).length,
      keptTargets: mappedTargets.flatMap(({ reference, isKept }) => (isKept ? [targetText(reference)] : [])),
    }),
  }
  return { read, schedule, type, exceptions, targets: mappedTargets }
}

const emptyWeek = (): Interval[][] => Array.from({ length: 7 }, () => [])
const isPriority = (value: number | undefined): value is number =>
  value !== undefined && value >= 1 && value <= maxPriority
const valuesIn = (days: readonly (readonly TimeAndValue[])[]): Primitive[] => days.flat().map(({ value }) => value)

function periodIn(value: PropertyValue | undefined) {
  const range = value?.kind === 'effectivePeriod' ? value.values[0] : undefined
  return range && rangeOf(range)
}

function switchIn(value: PropertyValue | undefined): boolean | undefined {
  const one = value && primitiveOf(value)
  return one?.type === 'boolean' ? one.value : undefined
}

/** Returns what the device states of a schedule now; nothing where it does not. */
export function stateOf({ object, values }: ReadObject, type: ScheduleValueType): ScheduleState {
  const present = values.get('presentValue')
  const one = present && primitiveOf(present)
  const presentValue = one && type.toValue(one)
  const flags = values.get('statusFlags')
  const statusFlags = flags && flagsOfBits(flags)
  const number = numberOf(values.get('reliability'))
  return {
    objectInstance: object.instance,
    ...(presentValue === undefined ? {} : { presentValue }),
    ...(statusFlags ? { statusFlags } : {}),
    ...(number === undefined ? {} : { reliability: reliabilityName(number) }),
  }
}

const isCommandable = ({ object }: Target, { valueType }: ScheduleValueType) =>
  commandableTypes[valueType].includes(objectTypeName(object.type))

const targetOf = ({ object }: Target) => ({
  deviceInstance: null,
  objectType: objectTypeName(object.type),
  objectInstance: object.instance,
  propertyIdentifier: 'presentValue',
  pointId: null,
})

const targetText = ({ object, property, device }: Target) =>
  [
    `${objectTypeName(object.type)} ${object.instance}`,
    ...(property === properties.presentValue ? [] : [`property ${property}`]),
    ...(device ? [`@${device.instance}`] : []),
  ].join(' ')

function exceptionsOf(
  events: readonly SpecialEvent[],
  type: ScheduleValueType,
  { calendars }: ScheduleSurroundings,
): MappedSchedule['exceptions'] {
  return events.map((event, at) => {
    const { period, timesAndValues, priority } = event
    const intervals = intervalsOfDay(timesAndValues, type)
    const own = period.kind === 'calendarEntry' ? entryOf(period.value) : calendarIn(period.value, calendars)
    if (!own || !intervals || !isPriority(priority))
      return { event, mapped: null, isUnused: timesAndValues.length === 0 }
    const mapped: ScheduleException = {
      ...{ key: `exc-${at + 1}`, name: exceptionName(own, calendars), eventPriority: priority, period: own },
      // An exception without a value gives way; without intervals, it would be the default for the whole day.
      intervals: intervals.length > 0 ? intervals : [{ start: '00:00', end: '24:00', value: null }],
    }
    return { event, mapped, isUnused: false }
  })
}

/** Returns a name for an exception, which has none in the device; empty where its days say it. */
function exceptionName(period: Period, calendars: ReadonlyMap<number, string>): string {
  if (period.type === 'date') return period.date
  return period.type === 'calendarReference' ? (calendars.get(calendarOfKey(period.calendarKey) ?? -1) ?? '') : ''
}

function calendarIn({ type, instance }: ObjectId, calendars: ReadonlyMap<number, string>) {
  const isKnown = type === objectTypes.calendar && calendars.has(instance)
  return isKnown ? { type: 'calendarReference' as const, calendarKey: calendarKey(instance) } : null
}

/** Thrown for a part that the device has no way to express. */
export class Inexpressible extends Error {}

/** Returns how a part of a schedule is written. Throws `Inexpressible` when the device cannot have it. */
export function scheduleWrite(part: SchedulePartName, wanted: Schedule, device: MappedSchedule): PropertyWrite {
  const property = properties[propertyOfPart[part]]
  switch (part) {
    case 'weeklySchedule': {
      const own = device.read.values.get('weeklySchedule')
      const days = own?.kind === 'weeklySchedule' ? own.values : []
      const elements = wanted.weeklySchedule.map((intervals, day) => {
        const isSame = JSON.stringify(intervals) === JSON.stringify(device.schedule.weeklySchedule[day])
        return encodeWhole(dailySchedule, isSame ? (days[day] ?? []) : deviceDayOf(intervals, device.type))
      })
      return { property, elements, value: joined(elements) }
    }
    case 'exceptionSchedule': {
      const elements = eventsOf(wanted, device).map((event) => encodeWhole(specialEvent, event))
      return { property, elements, value: joined(elements), isResized: elements.length !== device.exceptions.length }
    }
    case 'listOfObjectPropertyReferences': {
      const references = withKept(
        wanted.listOfObjectPropertyReferences.map(
          ({ objectType, objectInstance }): Target => ({
            object: { type: objectTypeNumber(objectType) ?? 0, instance: objectInstance },
            property: properties.presentValue,
          }),
        ),
        device.targets.map(({ reference, isKept }) => (isKept ? reference : null)),
      )
      return { property, value: encodeWhole(series(deviceObjectPropertyReference), references) }
    }
    case 'effectivePeriod':
      return { property, value: encodeWhole(dateRange, deviceRangeOf(wanted.effectivePeriod)) }
    case 'scheduleDefault':
      return { property, value: encodeWhole(primitive, device.type.toPrimitive(wanted.scheduleDefault)) }
    case 'priorityForWriting':
      return { property, value: encodeWhole(primitive, { type: 'unsigned', value: wanted.priorityForWriting }) }
    case 'outOfService':
      return { property, value: encodeWhole(primitive, { type: 'boolean', value: wanted.outOfService }) }
    case 'name':
    case 'description':
      return { property, value: textValue(wanted[part]) }
    case 'dateList':
      throw new RangeError('a schedule has no list of dates')
  }
}

export function calendarWrite(part: SchedulePartName, wanted: Calendar, device: MappedCalendar): PropertyWrite {
  const property = properties[propertyOfPart[part]]
  if (part === 'name') return { property, value: textValue(wanted.name) }
  const entries = withKept(
    wanted.dateList.map(deviceEntryOf),
    device.entries.map(({ entry, isKept }) => (isKept ? entry : null)),
  )
  return { property, value: encodeWhole(series(calendarEntry), entries) }
}

const textValue = (text: string) => encodeWhole(primitive, { type: 'characterString', value: { text } })
const joined = (elements: readonly Uint8Array[]) => Uint8Array.from(elements.flatMap((one) => [...one]))

/** Returns elements with those that the document leaves out at their places. */
function withKept<Element>(wanted: readonly Element[], device: readonly (Element | null)[]): Element[] {
  const all = [...wanted]
  for (const [at, kept] of device.entries()) if (kept !== null) all.splice(Math.min(at, all.length), 0, kept)
  return all
}

/**
 * Returns the exceptions of a document: those that the device has stay as they are there. Where the device has unused
 * places, these are taken first and given back, so that the number of places stays.
 */
function eventsOf(wanted: Schedule, { schedule, exceptions, type }: MappedSchedule): SpecialEvent[] {
  const own = exceptions.flatMap(({ event, mapped }) =>
    mapped ? [{ event, text: exceptionText(mapped, schedule.scheduleDefault, calendarOfKey) }] : [],
  )
  const events = wanted.exceptionSchedule.map((exception): SpecialEvent => {
    const text = exceptionText(exception, wanted.scheduleDefault, calendarOfKey)
    const at = own.findIndex((one) => one.text === text)
    return own.splice(at, at < 0 ? 0 : 1)[0]?.event ?? eventOf(exception, wanted, type)
  })
  const used = withKept(
    events,
    exceptions.map(({ event, mapped, isUnused }) => (mapped || isUnused ? null : event)),
  )
  const unused = exceptions.find(({ isUnused }) => isUnused)?.event
  const free = Math.max(0, exceptions.length - used.length)
  return unused ? [...used, ...Array.from({ length: free }, () => unused)] : used
}

function eventOf(
  { period, eventPriority, intervals }: ScheduleException,
  { scheduleDefault }: Schedule,
  type: ScheduleValueType,
): SpecialEvent {
  // A day at the default is a value there; released, it would follow the week.
  if (intervals.length === 0 && scheduleDefault === null) throw new Inexpressible()
  const closed: Interval[] = [{ start: '00:00', end: '24:00', value: scheduleDefault }]
  return {
    period:
      period.type === 'calendarReference'
        ? {
            kind: 'calendarReference',
            value: { type: objectTypes.calendar, instance: calendarOfKey(period.calendarKey) ?? 0 },
          }
        : { kind: 'calendarEntry', value: deviceEntryOf(period) },
    timesAndValues: deviceDayOf(intervals.length > 0 ? intervals : closed, type),
    priority: eventPriority,
  }
}

/** Returns the parts of an object that the document and the device have, without those that are fixed. */
export const writableParts = (texts: PartTexts, fixed: readonly SchedulePartName[]): PartTexts =>
  Object.fromEntries(Object.entries(texts).filter(([part]) => !fixed.includes(part as SchedulePartName)))
