/**
 * What enters the days of a unit: what is wrong with it, and what people and schedules command, each from its moment
 * on. A minute shows what holds at its end, so that the last minute of a trend is what the point shows now.
 */
import type { Value } from '../contracts/points'
import { addDays } from '../contracts/schedule-days'
import type { World } from '../kit/world'
import { dayMs, faultsBetween, type LocalDay, strengthOf, wallOf } from '../operations/units'
import { midnight, type Stage, steps, undisturbed } from './course'
import { isMeant, runsOf, sayingsOf } from './schedule-levels'
import { type BuildingUnit, lineOf } from './units'

export const minuteMs = 60_000

/** A level of the priority array of an object, for as long as it is taken; ms or steps. */
interface Held {
  key: string
  level: number
  value: number
  from: number
  until: number
  /** From when and until when the unit follows it, in steps, where that is not at once. */
  followed?: { from: number; until: number }
}

interface WriteRow {
  point_id: string
  at: number
  level: number
  new_value: string | null
  expires_at: number | null
}

/** As courses reckon: states as numbers. */
export const numberOf = (value: Value | null): number =>
  typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? value : Number.NaN

interface Written extends Held {
  /** Another value came in its place. */
  isReplaced?: boolean
}

/** What was written to the points of a unit before a moment, level by level. */
function writtenTo({ store }: World, unit: BuildingUnit, before: number): Written[] {
  if (unit.points.size === 0) return []
  const keys = new Map([...unit.points].map(([key, { id }]) => [id, key]))
  const rows = store.all<WriteRow>(
    `SELECT point_id, at, level, new_value, expires_at FROM point_write
     WHERE point_id IN (SELECT value FROM json_each(?)) AND at < ? ORDER BY at, id`,
    JSON.stringify([...keys.keys()]),
    before,
  )
  const open = new Map<string, Written>()
  const all: Written[] = []
  for (const { point_id, at, level, new_value, expires_at } of rows) {
    const slot = `${point_id} ${level}`
    const last = open.get(slot)
    if (last) {
      last.isReplaced = new_value !== null && last.until >= at
      last.until = Math.min(last.until, at)
    }
    open.delete(slot)
    if (new_value === null) continue
    const held = {
      key: keys.get(point_id) ?? '',
      level,
      value: numberOf(JSON.parse(new_value) as Value),
      from: at,
      until: expires_at ?? Number.POSITIVE_INFINITY,
    }
    open.set(slot, held)
    all.push(held)
  }
  return all
}

/** What the schedules of its controller say over two days, in steps. */
function scheduledFor(
  world: World,
  unit: BuildingUnit,
  { date, end }: LocalDay,
  stepOf: (at: number) => number,
): Held[] {
  const points = [...unit.points]
  if (points.length === 0) return []
  const all: Held[] = []
  for (const run of runsOf(world, unit.deviceId, end)) {
    const [begun, over] = [stepOf(run.from), stepOf(run.until)]
    if (over <= 0) continue
    for (const schedule of run.schedules) {
      const keys = points
        .filter(([, point]) => schedule.listOfObjectPropertyReferences.some((target) => isMeant(target, point)))
        .map(([key]) => key)
      if (keys.length === 0) continue
      for (const [offset, day] of [
        [0, addDays(date, -1)],
        [midnight, date],
      ] as const) {
        const sayings = sayingsOf(run, schedule, day)
        for (const [index, { seconds, value }] of sayings.entries()) {
          const next = sayings[index + 1]?.seconds ?? 86_400
          const from = Math.max(begun, offset + Math.floor(seconds / 60))
          const until = Math.min(over, offset + Math.floor(next / 60))
          if (until <= from) continue
          const level = schedule.priorityForWriting
          for (const key of keys) all.push({ key, level, value: numberOf(value), from, until })
        }
      }
    }
  }
  return all
}

interface ExcursionRow {
  point_id: string
  from_at: number
  until_at: number | null
  mean: number
}

/** A status that goes its own way is so for the whole unit: a fan that fails moves no air. */
function failedOn({ store }: World, unit: BuildingUnit, from: number, to: number): Held[] {
  const states = [...unit.points].filter(([key]) => lineOf(unit.kind, key)?.kind !== 'number')
  if (states.length === 0) return []
  const keys = new Map(states.map(([key, { id }]) => [id, key]))
  return store
    .all<ExcursionRow>(
      `SELECT point_id, from_at, until_at, mean FROM excursion
       WHERE point_id IN (SELECT value FROM json_each(?)) AND from_at < ? AND coalesce(until_at, ?) > ?`,
      JSON.stringify([...keys.keys()]),
      to,
      to,
      from,
    )
    .map(({ point_id, from_at, until_at, mean }) => ({
      key: keys.get(point_id) ?? '',
      level: 0,
      value: mean,
      from: from_at,
      until: until_at ?? Number.POSITIVE_INFINITY,
    }))
}

/** What enters a local day and the one before it. */
export interface Entering {
  stages: readonly Stage[]
  /** What commanded objects show, by key: at once, while the unit follows a minute later. */
  shown: ReadonlyMap<string, readonly Stretch[]>
}

interface Stretch {
  value: number
  from: number
  until: number
}

const nothingShown: Entering['shown'] = new Map()

/** `uncommanded` leaves out what is written into its own points. */
export function enteringInto(
  world: World,
  unit: BuildingUnit,
  day: LocalDay,
  { uncommanded = false }: { uncommanded?: boolean } = {},
): Entering {
  const from = day.start - dayMs
  const stepOf = stepper(day, unit.timeZone)
  const faults = faultsBetween(world, unit.id, from, day.end).map((fault) => ({
    kind: fault.kind,
    strength: strengthOf(fault),
    from: stepOf(fault.from_at),
    until: stepOf(fault.until_at ?? Number.POSITIVE_INFINITY),
  }))
  const failed = failedOn(world, unit, from, day.end).map((one) => ({
    ...one,
    from: stepOf(one.from),
    until: stepOf(one.until),
  }))
  const written = uncommanded ? [] : writtenTo(world, unit, day.end).filter(({ until }) => until > from)
  const byHand = written.map(({ isReplaced, ...one }): Held => {
    const [begun, over] = [stepOf(one.from), stepOf(endSeen(one.until, world.clock.now()))]
    return { ...one, from: begun, until: over, followed: { from: begun + 1, until: isReplaced ? over + 1 : over } }
  })
  const held = [...failed, ...byHand, ...(uncommanded ? [] : scheduledFor(world, unit, day, stepOf))].filter(
    (one) => one.until > 0 && one.from < steps && !Number.isNaN(one.value),
  )
  if (faults.length === 0 && held.length === 0) return { stages: undisturbed, shown: nothingShown }

  const taken = held.map((one) => ({ ...one, ...one.followed }))
  let begin = 0
  const stages = endsOf([...faults, ...taken]).map((until) => {
    const at = begin
    begin = until
    return {
      until,
      faults: Object.fromEntries(faults.filter(holdsAt(at)).map(({ kind, strength }) => [kind, strength])),
      commands: strongest(taken.filter(holdsAt(at))),
    }
  })
  return { stages, shown: shownFrom(held, new Set(byHand.map(({ key }) => key))) }
}

function shownFrom(held: readonly Held[], keys: ReadonlySet<string>): Entering['shown'] {
  const shown = new Map<string, Stretch[]>()
  for (const key of keys) {
    const own = held.filter((one) => one.key === key)
    let begin = 0
    for (const until of endsOf(own)) {
      const value = strongest(own.filter(holdsAt(begin)))[key]
      if (value !== undefined) shown.set(key, [...(shown.get(key) ?? []), { value, from: begin, until }])
      begin = until
    }
  }
  return shown
}

const holdsAt = (at: number) => (one: { from: number; until: number }) => one.from <= at && at < one.until

/** Where something begins or ends, and the end of it all. */
const endsOf = (all: readonly { from: number; until: number }[]): number[] =>
  [...new Set([steps, ...all.flatMap((one) => [one.from, one.until])])]
    .filter((step) => step > 0 && step <= steps)
    .sort((a, b) => a - b)

/** Of each object the strongest level; of one level what was written by hand stands over what a schedule says. */
function strongest(held: readonly Held[]): Record<string, number> {
  const commands: Record<string, number> = {}
  for (const { key, value } of [...held].reverse().sort((a, b) => b.level - a.level)) commands[key] = value
  return commands
}

/** An end that is yet to come within this minute is of the next. */
const endSeen = (until: number, now: number) =>
  until > now && Math.floor(until / minuteMs) === Math.floor(now / minuteMs) ? until + minuteMs : until

/** From a moment to the first step at whose end it has come. */
function stepper(day: LocalDay, timeZone: string) {
  const { minutes, momentAt } = wallOf(day, timeZone)
  const isUsual = minutes === dayMs / minuteMs
  return (at: number): number => {
    if (!Number.isFinite(at)) return at > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    let step = Math.floor((at - day.start) / minuteMs)
    if (!isUsual && step >= 0) {
      while (momentAt(step) + minuteMs <= at) step++
      while (step > 0 && momentAt(step - 1) + minuteMs > at) step--
    }
    return step + midnight
  }
}
