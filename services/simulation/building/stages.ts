/**
 * Inputs of the days of a unit: its faults and the commands of people and schedules, each from its moment on. A
 * commanded object shows the value at once and the unit follows in the next minute: nothing shows before it happens.
 */
import type { Value } from '../../contracts/points'
import { minuteMs } from '../../history/history'
import { dayBefore, type LocalDay } from '../../kit/local-days'
import type { ReadByIds, ReadMemory } from '../../kit/read-memory'
import type { World } from '../../kit/world'
import { weakestLevel } from '../../site/points/priority-array'
import { type HvacFaultName, hvacFaultNames } from '../fleet/hvac-faults'
import { defaultStages, type Stage } from './course'
import { firstWriteAfter, scheduleRunsOf, stretchesOn, writesTo } from './schedule-levels'
import { type BuildingUnit, objectLineOf } from './units'

/** A value at a level of the priority array of an object, for as long as it is active, ms; null relinquishes it. */
interface LevelEntry {
  key: string
  level: number
  value: number | null
  from: number
  until: number
  writtenAt: number
}

/** The same with the steps in which the unit follows it. */
interface FollowedLevel extends LevelEntry {
  followedSteps: { from: number; until: number }
}

interface WriteRow {
  point_id: string
  at: number
  level: number
  new_value: string | null
  expires_at: number | null
}

/** Returns a value as courses compute with it: states as numbers. */
export const toNumber = (value: Value | null): number =>
  typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? value : Number.NaN

/** Reads what was written to points before a moment. */
const writesRead: ReadByIds = {
  sql: `SELECT point_id, at, level, new_value, expires_at FROM point_write
    WHERE point_id IN (SELECT value FROM json_each(?)) AND at < ? ORDER BY at, id`,
  column: 'point_id',
}

/** Returns what was written to the points of a unit before a moment, level by level. */
function writtenLevels(world: World, unit: BuildingUnit, before: number): LevelEntry[] {
  if (unit.points.size === 0) return []
  const keys = new Map([...unit.points].map(([key, { id }]) => [id, key]))
  const rows = world.store.all<WriteRow>(writesRead.sql, JSON.stringify([...keys.keys()]), before)
  const pointById = new Map([...unit.points.values()].map((point) => [point.id, point]))
  const open = new Map<string, LevelEntry>()
  const all: LevelEntry[] = []
  for (const { point_id, at, level, new_value, expires_at } of rows) {
    const slot = `${point_id} ${level}`
    const last = open.get(slot)
    if (last) last.until = Math.min(last.until, at)
    open.delete(slot)
    if (new_value === null) continue
    const point = pointById.get(point_id)
    const overwritten =
      level === weakestLevel && point
        ? firstWriteAfter(world, point, { after: at, before, timeZone: unit.timeZone })
        : undefined
    const entry = {
      key: keys.get(point_id) ?? '',
      level,
      value: toNumber(JSON.parse(new_value) as Value),
      from: at,
      until: Math.min(expires_at ?? Number.POSITIVE_INFINITY, overwritten ?? Number.POSITIVE_INFINITY),
      // A person's value at any other level ends only by a person or at its expiry.
      writtenAt: level === weakestLevel ? at : Number.POSITIVE_INFINITY,
    }
    open.set(slot, entry)
    all.push(entry)
  }
  return all
}

/** Returns what the schedules of its controller write to its points over some local days. */
function scheduledLevelsFor(world: World, unit: BuildingUnit, days: readonly LocalDay[]): LevelEntry[] {
  const points = [...unit.points]
  const end = days.at(-1)?.end ?? 0
  if (points.length === 0) return []
  const all: LevelEntry[] = []
  for (const run of scheduleRunsOf(world, unit.deviceId, end)) {
    for (const schedule of run.schedules) {
      const keys = points.filter(([, point]) => writesTo(schedule, point)).map(([key]) => key)
      if (keys.length === 0) continue
      const level = schedule.priorityForWriting
      for (const { value, ...stretch } of days.flatMap((day) => stretchesOn(run, schedule, day, unit.timeZone)))
        for (const key of keys) all.push({ key, level, value: value === null ? null : toNumber(value), ...stretch })
    }
  }
  return all
}

/** A reading that leaves its course for a while, ms. */
export interface Excursion {
  point_id: string
  from_at: number
  until_at: number | null
  mean: number
  swing: number
  period_min: number
  rises_at: number
}

/** Reads the excursions of points; bind the end of a window twice, then its start. */
const excursionsRead: ReadByIds = {
  sql: `SELECT * FROM excursion WHERE point_id IN (SELECT value FROM json_each(?)) AND from_at < ?
    AND coalesce(until_at, ?) > ? ORDER BY from_at, id`,
  column: 'point_id',
}

/** Returns the excursions of a unit over a local day and the day before. */
function excursionsOf({ store }: World, { points, timeZone }: BuildingUnit, day: LocalDay): Excursion[] {
  if (points.size === 0) return []
  const ids = [...points.values()].map(({ id }) => id)
  const { start } = dayBefore(day, timeZone)
  return store.all<Excursion>(excursionsRead.sql, JSON.stringify(ids), day.end, day.end, start)
}

/** An excursion of a status applies to the whole unit: a fan that fails moves no air. */
function statusExcursionsOn(unit: BuildingUnit, excursions: readonly Excursion[]): LevelEntry[] {
  if (excursions.length === 0) return []
  const states = [...unit.points].filter(([key]) => objectLineOf(unit.kind, key)?.kind !== 'number')
  const keys = new Map(states.map(([key, { id }]) => [id, key]))
  return excursions
    .filter(({ point_id }) => keys.has(point_id))
    .map(({ point_id, from_at, until_at, mean }) => ({
      key: keys.get(point_id) ?? '',
      level: 0,
      value: mean,
      from: from_at,
      until: until_at ?? Number.POSITIVE_INFINITY,
      writtenAt: from_at,
    }))
}

interface InjectedFault {
  kind: HvacFaultName
  params: string
  from_at: number
  until_at: number | null
}

const kinds = JSON.stringify(hvacFaultNames)

/** Reads the injected faults of controllers; bind the kinds, the end of a window and its start. */
const injectionsRead: ReadByIds = {
  sql: `SELECT device_id, kind, params, from_at, until_at FROM injection
    WHERE device_id IN (SELECT value FROM json_each(?))
      AND kind IN (SELECT value FROM json_each(?)) AND from_at < ? AND (until_at IS NULL OR until_at > ?)
    ORDER BY from_at, id`,
  column: 'device_id',
}

/**
 * Returns the injected faults of a unit between two moments. On a controller with several pieces of equipment
 * `equipmentId` selects one; otherwise the fault applies to all.
 */
function injectedFaultsBetween(
  { store }: World,
  { id, faultyDeviceIds }: BuildingUnit,
  { from, to }: { from: number; to: number },
): InjectedFault[] {
  if (faultyDeviceIds.length === 0) return []
  return store
    .all<InjectedFault>(injectionsRead.sql, JSON.stringify(faultyDeviceIds), kinds, to, from)
    .filter(({ params }) => ((JSON.parse(params) as { equipmentId?: unknown }).equipmentId ?? id) === id)
}

/** Reads at once what the days of units of one time zone depend on: their excursions, faults and commands. */
export function loadInputs(store: ReadMemory, units: readonly BuildingUnit[], day: LocalDay): void {
  const { start } = dayBefore(day, units[0]?.timeZone ?? 'UTC')
  const pointIds = units
    .map(({ points }) => [...points.values()].map(({ id }) => id))
    .filter(({ length }) => length > 0)
  store.loadLists(excursionsRead, pointIds, day.end, day.end, start)
  store.loadLists(writesRead, pointIds, day.end)
  const faulty = units.map(({ faultyDeviceIds }) => faultyDeviceIds).filter(({ length }) => length > 0)
  store.loadLists(injectionsRead, faulty, kinds, day.end, start)
}

/** Default strength of a fault: °C of a bias, % of a stuck damper. */
const defaultStrengths: Partial<Record<HvacFaultName, number>> = {
  matBias: -9,
  satBias: 5,
  oatBias: 8,
  oaDamperStuck: 100,
}

function strengthOf({ kind, params }: InjectedFault): number {
  const { value } = JSON.parse(params) as { value?: unknown }
  return typeof value === 'number' ? value : (defaultStrengths[kind] ?? 1)
}

/** Inputs of a local day and the day before. */
export interface UnitInputs {
  stages: readonly Stage[]
  /** What commanded objects show, by key, from the exact moment on; the unit follows a minute later. */
  commanded: ReadonlyMap<string, readonly CommandedStretch[]>
  /** Of the day and the day before, in order of their beginning. */
  excursions: readonly Excursion[]
}

/** What an object shows from one moment to another, ms; null for the value its unit has from the next minute on. */
export interface CommandedStretch {
  value: number | null
  from: number
  until: number
}

const noneCommanded: UnitInputs['commanded'] = new Map()

/** Returns the inputs of a day. `uncommanded` leaves out what is written into the unit's own points. */
export function unitInputsOf(
  world: World,
  unit: BuildingUnit,
  day: LocalDay,
  { uncommanded = false }: { uncommanded?: boolean } = {},
): UnitInputs {
  const excursions = excursionsOf(world, unit, day)
  const yesterday = dayBefore(day, unit.timeZone)
  const { start: from } = yesterday
  const stepOf = (at: number) => Math.floor((at - from) / minuteMs)
  const isWithin = (one: { from: number; until: number }) => one.until > from && one.from < day.end
  const faults = injectedFaultsBetween(world, unit, { from, to: day.end }).map((fault) => ({
    kind: fault.kind,
    strength: strengthOf(fault),
    from: stepOf(fault.from_at),
    until: stepOf(fault.until_at ?? Number.POSITIVE_INFINITY),
  }))
  const failed = statusExcursionsOn(unit, excursions).map(
    (one): FollowedLevel => ({ ...one, followedSteps: { from: stepOf(one.from), until: stepOf(one.until) } }),
  )
  const personWrites = uncommanded ? [] : writtenLevels(world, unit, day.end).filter(isWithin)
  const manual = personWrites.map(
    (one): FollowedLevel => ({ ...one, followedSteps: { from: stepOf(one.from) + 1, until: stepOf(one.until) + 1 } }),
  )
  // A schedule is known beforehand and moves the unit in the minute in which it writes, never before.
  const stepAfter = (at: number) => Math.ceil((at - from) / minuteMs)
  const scheduled = (uncommanded ? [] : scheduledLevelsFor(world, unit, [yesterday, day])).map(
    (one): FollowedLevel => ({ ...one, followedSteps: { from: stepAfter(one.from), until: stepAfter(one.until) } }),
  )
  const levels = [...failed, ...manual, ...scheduled].filter((one) => isWithin(one) && !Number.isNaN(one.value))
  if (faults.length === 0 && levels.length === 0) return { stages: defaultStages, commanded: noneCommanded, excursions }

  const withSteps = levels.map(({ followedSteps, ...one }) => ({ ...one, ...followedSteps }))
  const steps = stepOf(day.end)
  let begin = 0
  const stages = boundariesOf([...faults, ...withSteps], { after: 0, last: steps }).map((until) => {
    const at = begin
    begin = until
    return {
      until,
      faults: Object.fromEntries(faults.filter(isActiveAt(at)).map(({ kind, strength }) => [kind, strength])),
      commands: strongest(withSteps.filter(isActiveAt(at))),
    }
  })
  const keys = new Set([...manual, ...scheduled].map(({ key }) => key))
  return { stages, commanded: commandedFrom(levels, { keys, from, end: day.end, now: world.clock.now() }), excursions }
}

interface DayRange {
  keys: ReadonlySet<string>
  from: number
  end: number
  now: number
}

function commandedFrom(levels: readonly LevelEntry[], { keys, from, end, now }: DayRange): UnitInputs['commanded'] {
  const commanded = new Map<string, CommandedStretch[]>()
  for (const key of keys) {
    const own = levels.filter((one) => one.key === key)
    const stretches: CommandedStretch[] = []
    let begin = from
    for (const until of boundariesOf(own, { after: from, last: end })) {
      const value = strongest(own.filter(isActiveAt(begin)))[key]
      if (value !== undefined) stretches.push({ value, from: begin, until })
      else if (stretches.at(-1)?.until === begin) {
        const settled = Math.min(until, (Math.floor(begin / minuteMs) + 1) * minuteMs)
        stretches.push({ value: null, from: begin, until: settled })
      }
      begin = until
    }
    commanded.set(
      key,
      stretches.map((one) => ({ ...one, from: visibleEdge(one.from, now), until: visibleEdge(one.until, now) })),
    )
  }
  return commanded
}

const isActiveAt = (at: number) => (one: { from: number; until: number }) => one.from <= at && at < one.until

/** Returns the moments at which anything begins or ends within the range, and its end. */
const boundariesOf = (
  all: readonly { from: number; until: number }[],
  { after, last }: { after: number; last: number },
): number[] =>
  [...new Set([last, ...all.flatMap((one) => [one.from, one.until])])]
    .filter((at) => at > after && at <= last)
    .sort((a, b) => a - b)

/** Returns the strongest active level of each object; within one level the last write wins. */
function strongest(levels: readonly LevelEntry[]): Record<string, number> {
  const winners = new Map<string, LevelEntry>()
  for (const one of levels) {
    const slot = `${one.key} ${one.level}`
    const winner = winners.get(slot)
    if (!winner || one.writtenAt > winner.writtenAt) winners.set(slot, one)
  }
  const values: Record<string, number> = {}
  for (const { key, value } of [...winners.values()].sort((a, b) => b.level - a.level))
    if (value !== null) values[key] = value
  return values
}

/** Moves a change later in the current minute to the next minute. */
const visibleEdge = (at: number, now: number) =>
  at > now && Math.floor(at / minuteMs) === Math.floor(now / minuteMs)
    ? (Math.floor(now / minuteMs) + 1) * minuteMs
    : at
