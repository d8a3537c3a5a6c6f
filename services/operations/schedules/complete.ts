/** Completion of a document as entered, with defaults for all omitted fields (domain §3.1). */
import type { Calendar, Facets, Schedule, ScheduleSave, ScheduleValue, ValueType } from '../../contracts/schedules'

type EnteredSchedule = ScheduleSave['schedules'][number]

/** Returns the complete document. Values are still as entered: `checkDocument` reports those that do not fit. */
export function completeDocument(entered: ScheduleSave): { calendars: Calendar[]; schedules: Schedule[] } {
  const calendarKeys = nextKey('cal', entered.calendars)
  const calendarInstances = nextInstance(entered.calendars)
  const scheduleKeys = nextKey('sch', entered.schedules)
  const scheduleInstances = nextInstance(entered.schedules)
  return {
    calendars: entered.calendars.map((calendar) => ({
      ...calendar,
      key: calendar.key ?? calendarKeys(),
      objectInstance: calendar.objectInstance ?? calendarInstances(),
    })),
    schedules: entered.schedules.map((schedule) =>
      completeSchedule(schedule, {
        key: schedule.key ?? scheduleKeys(),
        objectInstance: schedule.objectInstance ?? scheduleInstances(),
      }),
    ),
  }
}

function completeSchedule(entered: EnteredSchedule, labels: Pick<Schedule, 'key' | 'objectInstance'>): Schedule {
  const facets = entered.facets ?? (entered.valueType === 'boolean' ? occupancy : {})
  const exceptionKeys = nextKey('exc', entered.exceptionSchedule)
  return {
    ...labels,
    name: entered.name,
    description: entered.description ?? '',
    valueType: entered.valueType,
    facets,
    effectivePeriod: entered.effectivePeriod ?? { start: null, end: null },
    weeklySchedule: (entered.weeklySchedule ?? Array.from({ length: 7 }, () => [])) as Schedule['weeklySchedule'],
    exceptionSchedule: entered.exceptionSchedule.map((exception) => ({
      ...exception,
      key: exception.key ?? exceptionKeys(),
      name: exception.name ?? '',
    })) as Schedule['exceptionSchedule'],
    scheduleDefault: (entered.scheduleDefault ?? usualDefault(entered.valueType, facets)) as ScheduleValue,
    listOfObjectPropertyReferences: entered.listOfObjectPropertyReferences.map((target) => ({
      ...target,
      deviceInstance: target.deviceInstance ?? null,
      propertyIdentifier: target.propertyIdentifier ?? 'presentValue',
      pointId: target.pointId ?? null,
    })),
    priorityForWriting: entered.priorityForWriting,
    outOfService: entered.outOfService,
  }
}

const occupancy: Facets = { trueText: 'Occupied', falseText: 'Unoccupied' }

function usualDefault(valueType: ValueType, { range, min, max }: Facets): ScheduleValue {
  if (valueType === 'boolean') return false
  if (valueType === 'enum') return range?.[0]?.value ?? null
  return Math.min(Math.max(0, min ?? 0), max ?? Number.POSITIVE_INFINITY)
}

/** Returns `sch-1`, `sch-2` …, without those in use. */
function nextKey(prefix: string, siblings: readonly { key?: string }[]): () => string {
  const used = new Set(siblings.map(({ key }) => key))
  let number = 0
  return () => {
    do number += 1
    while (used.has(`${prefix}-${number}`))
    return `${prefix}-${number}`
  }
}

/** Returns the free object instances, from 1. */
function nextInstance(siblings: readonly { objectInstance?: number | null }[]): () => number {
  const used = new Set(siblings.map(({ objectInstance }) => objectInstance))
  let number = 0
  return () => {
    do number += 1
    while (used.has(number))
    return number
  }
}
