/**
 * The schedules of a simulated controller as Schedule and Calendar objects (BACnet clauses 12.9 and 12.24): they are what
 * it runs, and what is written to them is what it runs from then on.
 */
import { commandValue } from '../../bacnet/client/device-writer'
import { encodeWhole } from '../../bacnet/encoding/codec'
import type { ObjectId } from '../../bacnet/encoding/primitives'
import { decodeProperty, type PropertyValue } from '../../bacnet/encoding/property-values'
import { type Primitive, primitive } from '../../bacnet/encoding/values'
import { objectTypeNumber } from '../../bacnet/link/event-mapping'
import {
  calendarKey,
  calendarWrite,
  mapCalendar,
  mapSchedule,
  type PropertyWrite,
  propertyOfPart,
  scheduleWrite,
} from '../../bacnet/link/schedule-mapping'
import { type ScheduleValueType, scheduleValueTypeOf } from '../../bacnet/link/schedule-values'
import { objectTypes } from '../../bacnet/object-types'
import { type PropertyName, properties } from '../../bacnet/property-ids'
import type { ObjectSource, PropertyContent, ServedObject, WriteRefusal } from '../../bacnet/server/device-model'
import { checkDocument } from '../../contracts/schedule-checks'
import { matchesDay } from '../../contracts/schedule-days'
import type { SchedulePartName } from '../../contracts/schedule-parts'
import type { Calendar, Schedule, ScheduleTarget } from '../../contracts/schedules'
import { localTimeAt } from '../../kit/local-time'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import { scheduleValueAt } from '../../operations/schedules/resolution'
import { scheduleRunsOf } from '../building/schedule-levels'
import { activeInjection, matchesNamed } from '../fleet/injections'

export interface ScheduledDevice {
  deviceId: string
  /** Its instance on the network. */
  instance: number
  timeZone: string
  /** Whether it has a point that can be commanded. */
  isCommandable(target: ScheduleTarget): boolean
}

/** The document of a controller with the keys that its objects give its calendars. */
interface KeyedDocument {
  calendars: readonly Calendar[]
  schedules: readonly Schedule[]
}

/** What a controller runs. */
export interface DeviceDocument {
  now(): KeyedDocument
  /** Runs another document from now on. Returns false for one that the controller cannot run. */
  save(document: KeyedDocument): boolean
}

export const deviceDocument = (world: World, { deviceId, isCommandable }: ScheduledDevice): DeviceDocument => ({
  now() {
    const run = scheduleRunsOf(world, deviceId, world.clock.now() + 1).at(-1)
    return run ? keyedByInstance(run) : { calendars: [], schedules: [] }
  },
  save({ calendars, schedules }) {
    if (Object.keys(checkDocument({ calendars, schedules }, isCommandable).problems).length > 0) return false
    const { store, clock } = world
    store.transaction(() => {
      keepRun(store, deviceId)
      store.run(
        'INSERT OR REPLACE INTO schedule_run (device_id, from_at, calendars, schedules) VALUES (?,?,?,?)',
        deviceId,
        clock.now(),
        JSON.stringify(calendars),
        JSON.stringify(schedules),
      )
    })
    return true
  },
})

/** Returns the Schedule and Calendar objects of a controller; without schedules, there are none. */
export function deviceSchedules(world: World, device: ScheduledDevice, document: DeviceDocument): ObjectSource {
  const { deviceId, timeZone } = device
  return {
    all() {
      const { calendars, schedules } = document.now()
      const now = world.clock.now()
      const { date } = localTimeAt(now, timeZone)
      return [
        ...calendars.map((one) => calendarObject(one, matchesDay(reference(one), date, calendars))),
        ...schedules.map((schedule) =>
          scheduleObject(schedule, scheduleValueAt({ schedule, calendars, timeZone }, now)),
        ),
      ]
    },
    write(object, property, value) {
      if (activeInjection(world, deviceId, 'rejectConfig', matchesNamed({ type: 'schedules' })))
        return 'writeAccessDenied'
      const part = partNames.find((one) => properties[propertyOfPart[one]] === property)
      if (!part) return 'writeAccessDenied'
      const changed = changedBy(document.now(), device, { object, part, value })
      if (typeof changed === 'string') return changed
      return document.save(changed) ? null : 'valueOutOfRange'
    },
  }
}

/** Stores what a controller runs, so that it does not depend on what the services have saved for it any more. */
export function keepRun(store: Store, deviceId: string): void {
  store.run(
    `INSERT INTO schedule_run (device_id, from_at, calendars, schedules)
     SELECT device_id, 0, calendars, schedules FROM host_schedule
     WHERE device_id = ? AND NOT EXISTS (SELECT 1 FROM schedule_run WHERE device_id = host_schedule.device_id)`,
    deviceId,
  )
}

const partNames = Object.keys(propertyOfPart) as SchedulePartName[]
const reference = ({ key }: Calendar) => ({ type: 'calendarReference', calendarKey: key }) as const

const keyedDocuments = new WeakMap<object, KeyedDocument>()

/** Returns the same document for the same run. */
function keyedByInstance(run: KeyedDocument): KeyedDocument {
  const known = keyedDocuments.get(run.schedules)
  if (known) return known
  const keys = new Map(run.calendars.map(({ key, objectInstance }) => [key, calendarKey(objectInstance)]))
  const document = {
    calendars: run.calendars.map((one) => ({ ...one, key: calendarKey(one.objectInstance) })),
    schedules: run.schedules.map((schedule) => ({
      ...schedule,
      exceptionSchedule: schedule.exceptionSchedule.map((one) => {
        const { period } = one
        if (period.type !== 'calendarReference') return one
        return { ...one, period: { ...period, calendarKey: keys.get(period.calendarKey) ?? period.calendarKey } }
      }),
    })),
  }
  keyedDocuments.set(run.schedules, document)
  return document
}

type Properties = readonly (readonly [PropertyName, PropertyContent])[]

const octetsOf = (one: Primitive): PropertyContent => ({ value: encodeWhole(primitive, one) })
const contentOf = ({ value, elements }: PropertyWrite): PropertyContent => (elements ? { elements } : { value })

function calendarObject(calendar: Calendar, isActive: boolean): ServedObject {
  const read = { object: { type: objectTypes.calendar, instance: calendar.objectInstance }, values: new Map() }
  const dates = calendarWrite('dateList', calendar, { read, calendar, entries: [] })
  return {
    ...read.object,
    name: calendar.name,
    properties: [
      ['presentValue', octetsOf({ type: 'boolean', value: isActive })],
      ['dateList', contentOf(dates)],
    ],
  }
}

/** Parts of a schedule that are its properties; its name is that of the object. */
const scheduleParts = [
  'description',
  'effectivePeriod',
  'weeklySchedule',
  'exceptionSchedule',
  'scheduleDefault',
  'listOfObjectPropertyReferences',
  'priorityForWriting',
  'outOfService',
] as const satisfies SchedulePartName[]

const settings = new WeakMap<Schedule, Properties>()

function scheduleObject(schedule: Schedule, value: Schedule['scheduleDefault']): ServedObject {
  const object = { type: objectTypes.schedule, instance: schedule.objectInstance }
  const own = settings.get(schedule) ?? settingsOf(schedule, object)
  settings.set(schedule, own)
  const flags = [false, false, false, schedule.outOfService]
  return {
    ...object,
    name: schedule.name,
    properties: [
      ['presentValue', octetsOf(typeOf(schedule).toPrimitive(value))],
      ...own,
      ['statusFlags', octetsOf({ type: 'bitString', value: flags })],
      ['reliability', octetsOf({ type: 'enumerated', value: 0 })],
    ],
  }
}

function settingsOf(schedule: Schedule, object: ObjectId): Properties {
  const { scheduleDefault, exceptionSchedule } = schedule
  const wanted = {
    ...schedule,
    // A day that is closed without a default has no value.
    exceptionSchedule: exceptionSchedule.map((one) =>
      one.intervals.length > 0 || scheduleDefault !== null
        ? one
        : { ...one, intervals: [{ start: '00:00', end: '24:00', value: null }] },
    ),
  }
  // Nothing of it is in a device yet, so that all of it is written.
  const device = {
    read: { object, values: new Map() },
    schedule: { ...schedule, weeklySchedule: [] },
    type: typeOf(schedule),
    ...{ exceptions: [], targets: [] },
  }
  return scheduleParts.map((part) => [propertyOfPart[part], contentOf(scheduleWrite(part, wanted, device))] as const)
}

/** Returns a value of the type that a schedule has on the network: that of what it commands. */
function kindOf({ valueType, listOfObjectPropertyReferences: [target] }: Schedule): Primitive {
  switch (valueType) {
    case 'boolean':
      return { type: 'enumerated', value: 0 }
    case 'enum':
      return { type: 'unsigned', value: 1 }
    case 'number':
      return { type: 'real', value: 0 }
    case 'integer':
      return commandValue(objectTypeNumber(target?.objectType ?? '') ?? -1, 1) ?? { type: 'signed', value: 0 }
  }
}

function typeOf(schedule: Schedule): ScheduleValueType {
  const type = scheduleValueTypeOf([kindOf(schedule)], [], null)
  if (!type) throw new RangeError(`${schedule.valueType} is no type of schedules`)
  return type
}

interface Change {
  object: ServedObject
  part: SchedulePartName
  value: PropertyValue
}

/** Returns the document after a change, or why the device does not take it. */
function changedBy(document: KeyedDocument, device: ScheduledDevice, change: Change): KeyedDocument | WriteRefusal {
  const { object, part, value } = change
  const { calendars, schedules } = document
  const values = valuesOf(object)
  const current = values.get(propertyOfPart[part])
  const read = { object, values: values.set(propertyOfPart[part], value) }
  const calendar = calendars.find((one) => object.type === objectTypes.calendar && isOf(one, object))
  if (calendar) {
    const mapped = isSameType(current, value, null) ? mapCalendar(read) : null
    if (!mapped) return 'invalidDataType'
    if (!isKnown(mapped.calendar, part)) return 'valueOutOfRange'
    const own = withPart(calendar, mapped.calendar, part)
    return { calendars: calendars.map((one) => (one === calendar ? own : one)), schedules }
  }
  const schedule = schedules.find((one) => isOf(one, object))
  if (!schedule) return 'writeAccessDenied'
  const kind = kindOf(schedule)
  if (!isSameType(current, value, part === 'scheduleDefault' ? kind : null) || !isOfKind(value, kind))
    return 'invalidDataType'
  const names = new Map(calendars.map((one) => [one.objectInstance, one.name]))
  const mapped = mapSchedule(read, { device: device.instance, calendars: names, subject: null })
  if ('reason' in mapped) return 'invalidDataType'
  if (!isKnown(mapped.schedule, part)) return 'valueOutOfRange'
  const own = withPart(schedule, mapped.schedule, part)
  return { calendars, schedules: schedules.map((one) => (one === schedule ? own : one)) }
}

/** Returns what an object reads, with its name. */
function valuesOf({ type, name, properties: own }: ServedObject): Map<PropertyName, PropertyValue> {
  const values = new Map<PropertyName, PropertyValue>([
    ['objectName', { kind: 'primitives', values: [{ type: 'characterString', value: { text: name } }] }],
  ])
  for (const [property, content] of own) {
    const octets = 'value' in content ? content.value : new Uint8Array(Buffer.concat(content.elements))
    values.set(property, decodeProperty({ objectType: type, property: properties[property] }, octets))
  }
  return values
}

const isOf = ({ objectInstance }: Calendar | Schedule, { instance }: ObjectId) => objectInstance === instance

/** Returns an object with a part of the one that was read. */
const withPart = <One extends Calendar | Schedule>(one: One, read: One, part: SchedulePartName): One => ({
  ...one,
  [part]: read[part as keyof One],
})

/** Whether all of a part is something that the simulation has as well. */
const isKnown = ({ onController }: Calendar | Schedule, part: SchedulePartName) =>
  !onController?.fixed.includes(part) && !onController?.keptEntries && (onController?.keptTargets.length ?? 0) === 0

function isSameType(current: PropertyValue | undefined, written: PropertyValue, kind: Primitive | null): boolean {
  if (written.kind !== 'primitives') return written.kind === current?.kind
  const types = current?.kind === 'primitives' ? current.values.map(({ type }) => type) : []
  const [one, ...more] = written.values
  if (!one || more.length > 0) return false
  return kind ? one.type === kind.type || one.type === 'null' : types.includes(one.type)
}

/** Whether the values of a week or of exceptions are of a type, or release. */
function isOfKind(value: PropertyValue, { type }: Primitive): boolean {
  const days =
    value.kind === 'weeklySchedule'
      ? value.values
      : value.kind === 'exceptionSchedule'
        ? value.values.map(({ timesAndValues }) => timesAndValues)
        : []
  return days.flat().every(({ value: own }) => own.type === 'null' || own.type === type)
}
