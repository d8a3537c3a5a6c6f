/** Rows of a day view: what the schedules of a place do on a day, those that lack an exception of the others first. */
import { setImmediate as turn } from 'node:timers/promises'
import { isWithin } from '#contracts/schedule-days'
import type { PlacedDocument, Schedule } from '#contracts/schedules'
import { type DayClock, dayClock } from '~/domain/controller-clock'
import { type Because, exceptionsOn, type Running, stretchesOf } from '~/domain/schedule-day'
import type { PlaceParams } from '~/screens/place/mount.server'
import { knownZone } from '~/ui/format'
import { scheduleHref, scheduleId } from './row'

export interface DayStretch {
  /** Seconds of the day, by the clock of the controller. */
  start: number
  end: number
  /** Fractions of the day, from 0 to 1. */
  from: number
  to: number
  value: Schedule['scheduleDefault']
  /** Whether the value differs from the default, so that equipment runs. */
  isOn: boolean
  because: Because
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
  known: string[]
  /** Other schedules have an exception on the day, and this one runs its normal week. */
  isUnaware: boolean
}

/** A clock change on the day: the time zone, and the seconds of the day before and after it. */
export interface Jump {
  timeZone: string
  from: number
  to: number
}

export interface Day {
  /** Computed on demand, because a page shows few of many. */
  rows: (() => DayRow)[]
  jumps: Jump[]
  /** Number of schedules with each exception. */
  kept: { name: string; count: number }[]
  unaware: number
}

/** Schedules processed before other requests have their turn. */
const inOneTurn = 200

/** Returns the day of all schedules. */
export async function dayOf(
  documents: readonly PlacedDocument[],
  { at, date }: { at: PlaceParams; date: string },
): Promise<Day> {
  const clocks = new Map<string, DayClock>()
  const clockOf = (zone: string) => {
    const clock = clocks.get(zone) ?? dayClock(date, zone)
    clocks.set(zone, clock)
    return clock
  }
  const all: (Known & { document: PlacedDocument; running: Running; clock: DayClock })[] = []
  for (const document of documents) {
    const timeZone = knownZone(document.timeZone)
    for (const schedule of document.schedules) {
      const running = { schedule, calendars: document.calendars, timeZone }
      all.push({ ...knownOn(running, date), document, running, clock: clockOf(timeZone) })
      if (all.length % inOneTurn === 0) await turn()
    }
  }
  const isKept = all.some(({ known }) => known.length > 0)
  const isUnaware = ({ known, isInEffect }: Known) => isKept && known.length === 0 && isInEffect
  const [unaware, others] = [all.filter(isUnaware), all.filter((one) => !isUnaware(one))]
  return {
    rows: [...unaware, ...others].map(
      (one, index) => () => rowOf(one, { at, date, isUnaware: index < unaware.length }),
    ),
    jumps: [...clocks].flatMap(([timeZone, { jump }]) => (jump ? [{ timeZone, from: jump.from, to: jump.to }] : [])),
    kept: tallied(all.flatMap(({ known }) => [...new Set(known)])),
    unaware: unaware.length,
  }
}

interface Known {
  /** Names of the exceptions that apply on the day, highest priority first. */
  known: string[]
  /** False if the schedule is out of service or outside of its effective period, and so writes its default. */
  isInEffect: boolean
}

const knownOn = (running: Running, date: string): Known => ({
  known: exceptionsOn(running, date).map((one) => one.name || one.key),
  isInEffect: !running.schedule.outOfService && isWithin(date, running.schedule.effectivePeriod),
})

function rowOf(
  { document, running, clock, known }: Known & { document: PlacedDocument; running: Running; clock: DayClock },
  { at, date, isUnaware }: { at: PlaceParams; date: string; isUnaware: boolean },
): DayRow {
  const { schedule, timeZone } = running
  const { deviceId, hostId, deviceName, path } = document
  const { key, name, facets, scheduleDefault } = schedule
  const part = (moment: number) => (moment - clock.from) / (clock.to - clock.from)
  const named = new Map(schedule.exceptionSchedule.map((one) => [one.key, one.name || one.key]))
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
    stretches: stretchesOf(running, date, clock).map(({ start, end, from, to, value, because, exception }) => ({
      start,
      end,
      from: part(from),
      to: part(to),
      value,
      isOn: value !== null && value !== scheduleDefault && value !== false,
      because,
      exception: exception === undefined ? null : (named.get(exception) ?? exception),
    })),
    known,
    isUnaware,
  }
}

function tallied(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).sort((one, other) => other.count - one.count)
}
