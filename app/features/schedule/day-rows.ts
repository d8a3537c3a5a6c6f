/** Rows of a day view: what the schedules of a place do on a day, those that lack an exception of the others first. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isWithin } from '#contracts/schedule-days'
import type { PlacedDocument, Schedule } from '#contracts/schedules'
import { type DayClock, dayClock } from '~/domain/controller-clock'
import { exceptionsOn, type ScheduleContext, type ScheduleReason, scheduleSpans } from '~/domain/schedule-day'
import type { PlaceParams } from '~/kit/place/place-params'
import type { BlockTone } from '~/ui/chart/day-strip'
import { timeZoneOrUtc } from '~/ui/format'
import { scheduleHref, scheduleId } from './shared/row'
import { toneScale } from './tones'

export interface DayStretch {
  /** Seconds of the day, by the clock of the controller. */
  start: number
  end: number
  /** Fractions of the day, from 0 to 1. */
  from: number
  to: number
  value: Schedule['scheduleDefault']
  tone: BlockTone
  because: ScheduleReason
  /** Name of the deciding exception. */
  exception: string | null
}

export interface DayRow {
  id: string
  href: string | null
  name: string
  device: string
  hostId: string
  place: string
  timeZone: string
  facets: Schedule['facets']
  /** Length of the day in hours: 24, except when clocks change. */
  hours: number
  stretches: DayStretch[]
  /** Names of the exceptions that apply on the day, highest priority first. */
  exceptions: string[]
  /** Other schedules have an exception on the day, and this one runs its normal week. */
  lacksException: boolean
}

/** A clock change on the day: the time zone, and the seconds of the day before and after it. */
export interface ClockChange {
  timeZone: string
  from: number
  to: number
}

export interface ScheduleDay {
  /** Computed on demand, because a page shows few of many. */
  rows: (() => DayRow)[]
  clockChanges: ClockChange[]
  /** Number of schedules with each exception. */
  exceptions: { name: string; count: number }[]
  withoutException: number
}

/** Schedules processed before other requests have their turn. */
const batchSize = 200

/** Returns the day of all schedules. */
export async function dayOfSchedules(
  documents: readonly PlacedDocument[],
  { at, date }: { at: PlaceParams; date: string },
): Promise<ScheduleDay> {
  const clocks = new Map<string, DayClock>()
  const clockOf = (zone: string) => {
    const clock = clocks.get(zone) ?? dayClock(date, zone)
    clocks.set(zone, clock)
    return clock
  }
  const all: (DayExceptions & { document: PlacedDocument; running: ScheduleContext; clock: DayClock })[] = []
  for (const document of documents) {
    const timeZone = timeZoneOrUtc(document.timeZone)
    for (const schedule of document.schedules) {
      const running = { schedule, calendars: document.calendars, timeZone }
      all.push({ ...exceptionsOfDay(running, date), document, running, clock: clockOf(timeZone) })
      if (all.length % batchSize === 0) await yieldToEventLoop()
    }
  }
  const hasExceptions = all.some(({ exceptions }) => exceptions.length > 0)
  const lacksException = ({ exceptions, isInEffect }: DayExceptions) =>
    hasExceptions && exceptions.length === 0 && isInEffect
  const [withoutException, others] = [all.filter(lacksException), all.filter((one) => !lacksException(one))]
  return {
    rows: [...withoutException, ...others].map(
      (one, index) => () => rowOf(one, { at, date, lacksException: index < withoutException.length }),
    ),
    clockChanges: [...clocks].flatMap(([timeZone, { jump }]) =>
      jump ? [{ timeZone, from: jump.from, to: jump.to }] : [],
    ),
    exceptions: countNames(all.flatMap(({ exceptions }) => [...new Set(exceptions)])),
    withoutException: withoutException.length,
  }
}

interface DayExceptions {
  /** Names of the exceptions that apply on the day, highest priority first. */
  exceptions: string[]
  /** False if the schedule is out of service or outside of its effective period, and so writes its default. */
  isInEffect: boolean
}

const exceptionsOfDay = (running: ScheduleContext, date: string): DayExceptions => ({
  exceptions: exceptionsOn(running, date).map((one) => one.name || one.key),
  isInEffect: !running.schedule.outOfService && isWithin(date, running.schedule.effectivePeriod),
})

function rowOf(
  {
    document,
    running,
    clock,
    exceptions,
  }: DayExceptions & { document: PlacedDocument; running: ScheduleContext; clock: DayClock },
  { at, date, lacksException }: { at: PlaceParams; date: string; lacksException: boolean },
): DayRow {
  const { schedule, timeZone } = running
  const { deviceId, hostId, deviceName, path } = document
  const { key, name, facets } = schedule
  const tone = toneScale({ ...schedule, values: valuesOf(schedule) })
  const part = (moment: number) => (moment - clock.from) / (clock.to - clock.from)
  const exceptionNames = new Map(schedule.exceptionSchedule.map((one) => [one.key, one.name || one.key]))
  return {
    id: scheduleId({ deviceId, key }),
    href: scheduleHref(at, { deviceId, key, path }),
    name: name || key,
    device: deviceName,
    hostId,
    place: path.map((node) => node.name).join(' / '),
    timeZone,
    facets,
    hours: (clock.to - clock.from) / 3_600_000,
    stretches: scheduleSpans(running, date, clock).map(({ start, end, from, to, value, because, exception }) => ({
      start,
      end,
      from: part(from),
      to: part(to),
      value,
      tone: tone(value),
      because,
      exception: exception === undefined ? null : (exceptionNames.get(exception) ?? exception),
    })),
    exceptions,
    lacksException,
  }
}

/** Returns the values of the week and its exceptions: a tone means the same on every day. */
const valuesOf = ({ weeklySchedule, exceptionSchedule }: Schedule) =>
  [...weeklySchedule, ...exceptionSchedule.map(({ intervals }) => intervals)].flat().map(({ value }) => value)

function countNames(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).sort((one, other) => other.count - one.count)
}
