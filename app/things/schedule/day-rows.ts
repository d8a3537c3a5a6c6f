/** What the schedules of a place do on a day, a row each; those first that do not know what the others keep. */
import type { PlacedDocument, Schedule } from '#contracts/schedules'
import { type ClockDay, clockDay } from '~/domain/controller-clock'
import { type Because, exceptionsOn, type Running, stretchesOf } from '~/domain/schedule-day'
import type { PlaceParams } from '~/screens/place/mount.server'
import { knownZone } from '~/ui/format'
import { scheduleHref, scheduleId } from './row'

export interface DayStretch {
  /** Times of day in seconds, by the clock of the controller. */
  start: number
  end: number
  /** Parts of the day, from 0 to 1. */
  from: number
  to: number
  value: Schedule['scheduleDefault']
  /** Whether something runs then, as against being let rest. */
  isOn: boolean
  because: Because
  /** What the exception is called that decides. */
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
  /** How long the day is there: 24, but where clocks jump. */
  hours: number
  stretches: DayStretch[]
  /** The exceptions that mean the day, the strongest first. */
  known: string[]
  /** Others keep an exception on the day, and this one runs as in any week. */
  isUnaware: boolean
}

/** When clocks jump on the day: in which zone, and from which to which time of day in seconds. */
export interface Jump {
  timeZone: string
  from: number
  to: number
}

export interface Day {
  rows: DayRow[]
  jumps: Jump[]
  /** How many schedules keep each exception. */
  kept: { name: string; count: number }[]
  unaware: number
}

/** The day of all of them. */
export function dayOf(documents: readonly PlacedDocument[], { at, date }: { at: PlaceParams; date: string }): Day {
  const clocks = new Map<string, ClockDay>()
  const clockOf = (zone: string) => {
    const clock = clocks.get(zone) ?? clockDay(date, zone)
    clocks.set(zone, clock)
    return clock
  }
  const all = documents.flatMap((document) => {
    const timeZone = knownZone(document.timeZone)
    return document.schedules.map((schedule) =>
      rowOf({ schedule, calendars: document.calendars, timeZone }, { at, date, document, clock: clockOf(timeZone) }),
    )
  })
  const isKept = all.some(({ known }) => known.length > 0)
  const rows = all
    .map((row) => ({ ...row, isUnaware: isKept && row.known.length === 0 && row.stretches.some(isInEffect) }))
    .sort((one, other) => Number(other.isUnaware) - Number(one.isUnaware))
  return {
    rows,
    jumps: [...clocks].flatMap(([timeZone, { jump }]) => (jump ? [{ timeZone, from: jump.from, to: jump.to }] : [])),
    kept: tallied(rows.flatMap(({ known }) => [...new Set(known)])),
    unaware: rows.filter(({ isUnaware }) => isUnaware).length,
  }
}

/** One that is not in effect keeps to its default whatever the day. */
const isInEffect = ({ because }: DayStretch) => because !== 'outside' && because !== 'outOfService'

function rowOf(
  running: Running,
  { at, date, document, clock }: { at: PlaceParams; date: string; document: PlacedDocument; clock: ClockDay },
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
    stretches: stretchesOf(running, date).map(({ start, end, from, to, value, because, exception }) => ({
      start,
      end,
      from: part(from),
      to: part(to),
      value,
      isOn: value !== null && value !== scheduleDefault && value !== false,
      because,
      exception: exception === undefined ? null : (named.get(exception) ?? exception),
    })),
    known: exceptionsOn(running, date).map((one) => one.name || one.key),
    isUnaware: false,
  }
}

function tallied(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).sort((one, other) => other.count - one.count)
}
