/**
 * The parts of schedules and calendars as texts that are equal when the parts mean the same to a controller: times are
 * transitions, and names and keys of exceptions, which no controller has, do not count.
 */
import type { fixedParts } from './schedule-names'
import { transitionsOf } from './schedule-transitions'
import type {
  Calendar,
  CalendarEntry,
  Interval,
  ObjectOnController,
  Period,
  Schedule,
  ScheduleException,
  ScheduleValue,
} from './schedules'

export type SchedulePartName = (typeof fixedParts)[number]
export type PartTexts = Partial<Record<SchedulePartName, string>>

/** `calendarOf` returns the instance of a calendar by its key. */
export function schedulePartTexts(schedule: Schedule, calendarOf: (key: string) => number | null): PartTexts {
  const { effectivePeriod, weeklySchedule, exceptionSchedule, scheduleDefault } = schedule
  return {
    name: schedule.name,
    description: schedule.description,
    effectivePeriod: JSON.stringify([effectivePeriod.start, effectivePeriod.end]),
    weeklySchedule: JSON.stringify(weeklySchedule.map(dayText)),
    exceptionSchedule: JSON.stringify(exceptionSchedule.map((one) => exceptionText(one, scheduleDefault, calendarOf))),
    scheduleDefault: valueText(scheduleDefault),
    listOfObjectPropertyReferences: JSON.stringify(
      schedule.listOfObjectPropertyReferences.map(({ objectType, objectInstance }) => [objectType, objectInstance]),
    ),
    priorityForWriting: String(schedule.priorityForWriting),
    outOfService: String(schedule.outOfService),
  }
}

export const calendarPartTexts = ({ name, dateList }: Calendar): PartTexts => ({
  name,
  dateList: JSON.stringify(dateList.map(entryText)),
})

/** Whether a document has all that decides over the values of a schedule of a controller. */
export const isAllKnown = (onController: ObjectOnController | undefined): boolean =>
  !onController ||
  (onController.keptEntries === 0 &&
    !onController.fixed.some((part) => part === 'weeklySchedule' || part === 'effectivePeriod'))

/** Returns the parts of which the texts differ. */
export const differingParts = (one: PartTexts, other: PartTexts): SchedulePartName[] =>
  (Object.keys(one) as SchedulePartName[]).filter((part) => one[part] !== other[part])

/** Returns what an exception says, without its name. */
export function exceptionText(
  { period, eventPriority, intervals }: ScheduleException,
  scheduleDefault: ScheduleValue,
  calendarOf: (key: string) => number | null,
): string {
  const closed: Interval[] = [{ start: '00:00', end: '24:00', value: scheduleDefault }]
  return JSON.stringify([
    periodText(period, calendarOf),
    eventPriority,
    dayText(intervals.length > 0 ? intervals : closed),
  ])
}

const periodText = (period: Period, calendarOf: (key: string) => number | null): string =>
  period.type === 'calendarReference' ? `calendar ${calendarOf(period.calendarKey)}` : entryText(period)

function entryText(entry: CalendarEntry): string {
  switch (entry.type) {
    case 'date':
      return entry.date
    case 'dateRange':
      return `${entry.start} ${entry.end}`
    case 'weekNDay':
      return `${entry.month} ${entry.week} ${entry.dayOfWeek}`
  }
}

/** Returns the transitions of a day; those that change nothing do not count. */
function dayText(intervals: readonly Interval[]): string {
  let last = valueText(null)
  return transitionsOf(intervals)
    .flatMap(({ time, value }) => {
      const text = valueText(value)
      if (text === last) return []
      last = text
      return [`${time}=${text}`]
    })
    .join(' ')
}

/** Controllers store numbers with seven digits. */
const valueText = (value: ScheduleValue): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(6))) : String(value)
