/** Inputs of rules: what was measured of a piece of equipment, by role, minute by minute (domain §2.4). */
import { LRUCache } from 'lru-cache'
import type { Value } from '../contracts/points'
import { type Awaitable, type HistoryMinutes, type MinuteRange, minuteMs } from '../history/history'
import { expectedMinutes, readMinutes, whenRead } from '../history/points'
import { localClockOf, localDayOf } from '../kit/local-days'
import type { World } from '../kit/world'
import type { RuleUnit } from './rules/rule-catalogue'
import { type RuleEquipment, ruleUnitOf } from './units'

/** Point readings by role, with the rules' names. */
export interface AirHandlerReadings {
  OS: number
  OAT: number
  RAT: number
  MAT: number
  SAT: number
  SATSP: number
  CC: number
  HC: number
  OADPR: number
  MINOA: number
  DSP: number
  DSPSP: number
  VFDSPD: number
  CCET: number
  CCLT: number
  HCET: number
  HCLT: number
  FANSTS: boolean
}

export interface BoxReadings {
  FLOW: number
  FLOWSP: number
  FLOWMAX: number
  DMP: number
  /** Unknown where nothing reheats. */
  RHV?: number
  DAT: number
  DATSP: number
  AHUSAT: number
  HWP: boolean
  OCC: boolean
  FANSTS: boolean
}

export interface FanCoilReadings {
  OS: number
  RAT: number
  SAT: number
  SATSP: number
  HC: number
  CC: number
  FANSTS: boolean
}

/** The readings of any unit. */
export type Readings = Record<string, number | boolean>

/** One minute; what is unknown is absent. */
export interface UnitSample {
  /** Whether its fan runs, or that of the air handler that feeds it. */
  on: boolean | undefined
  occupied: boolean
  readings: Readings
  /** Of the minutes up to it, kept where the same minutes are evaluated again. */
  averaged?: AveragedReadings | undefined
}

/** The averages of a minute, and of what they are: how many minutes, and the one before it. */
export interface AveragedReadings {
  count: number
  before: UnitSample | undefined
  readings: Readings
}

/** The roles that tell how a unit operates: whether it runs and is occupied, and its operating state. */
export const operationRoles: readonly string[] = ['OS', 'FANSTS', 'OCC', 'HC', 'CC', 'OADPR', 'MINOA']

/** Returns the points in the roles of a piece of equipment, by role. */
export const rolePointsOf = ({ store }: World, equipmentId: string): Map<string, string> =>
  new Map(
    store
      .all<{ role: string; point_id: string }>(
        'SELECT role, point_id FROM point_mapping WHERE equipment_id = ?',
        equipmentId,
      )
      .map(({ role, point_id }) => [role, point_id]),
  )

/** Begins with a whole minute. */
export interface SampleWindow extends MinuteRange {
  /** All roles by default. */
  roles?: readonly string[]
}

/** Returns the minutes of a window up to now, the first at `from`. */
export function samplesBetween(
  world: World,
  equipment: RuleEquipment,
  { from, to, roles }: SampleWindow,
): Awaitable<readonly UnitSample[]> {
  const points = pointsIn(world, equipment, roles)
  const end = Math.min(to, world.clock.now() + 1)
  return whenRead(readMinutes(world, [...new Set(points.values())], { from, to: end }), (minutes) =>
    samplesIn(equipment, { from, to: end }, { points, minutes }),
  )
}

/** The minutes of a window up to a moment, and those that are expected after it, where they are known. */
export interface SamplesAhead {
  samples: readonly UnitSample[]
  expected: readonly UnitSample[] | undefined
}

/** Returns the minutes of a window up to a moment within it, and those expected after it. */
export function samplesAhead(
  world: World,
  equipment: RuleEquipment,
  { at, ...window }: MinuteRange & { at: number },
): Awaitable<SamplesAhead> {
  const points = pointsIn(world, equipment)
  const minutes = expectedMinutes(world, [...new Set(points.values())], window)
  if (!minutes)
    return whenRead(samplesBetween(world, equipment, { ...window, to: at + 1 }), (samples) => ({
      samples,
      expected: undefined,
    }))
  const all = samplesIn(equipment, window, { points, minutes })
  const count = Math.floor((at - window.from) / minuteMs) + 1
  return { samples: all.slice(0, count), expected: all.slice(count) }
}

const pointsIn = (world: World, { id }: RuleEquipment, roles?: readonly string[]): Map<string, string> =>
  new Map([...rolePointsOf(world, id)].filter(([role]) => !roles || roles.includes(role)))

interface RoleMinutes {
  /** By role. */
  points: ReadonlyMap<string, string>
  minutes: HistoryMinutes
}

type Column = readonly (Value | null)[]

/** Rows, and what they were built of. */
interface BuiltRows {
  from: number
  columns: readonly Column[]
  rows: readonly UnitSample[]
}

/** Rules read nearly the same minutes of two days again and again; longer windows are those of trends. */
const builtRows = new LRUCache<string, BuiltRows>({ max: 32 })
const maxBuiltRows = 50 * 60

/** Returns one row a minute; those before the first that changed since the last read are the same objects again. */
function samplesIn(
  equipment: RuleEquipment,
  { from, to }: MinuteRange,
  { points, minutes }: RoleMinutes,
): readonly UnitSample[] {
  const columns = [...points.values()].map((pointId): Column => minutes.get(pointId) ?? [])
  const name = JSON.stringify([equipment.id, equipment.type, equipment.time_zone, ...points])
  const count = Math.max(0, Math.ceil((to - from) / minuteMs))
  const rows = unchangedRows(builtRows.get(name), { from, columns }).slice(0, count)
  const sampleAt = sampleBuilder(equipment, { roles: [...points.keys()], columns })
  for (let index = rows.length; index < count; index++) rows.push(sampleAt(index, from + index * minuteMs))
  if (count <= maxBuiltRows) builtRows.set(name, { from, columns, rows })
  return rows
}

/** Returns the rows from a moment on, up to the first minute of which a value changed. */
function unchangedRows(
  built: BuiltRows | undefined,
  { from, columns }: Pick<BuiltRows, 'from' | 'columns'>,
): UnitSample[] {
  if (!built || from < built.from) return []
  const skipped = (from - built.from) / minuteMs
  let count = Math.max(0, built.rows.length - skipped)
  for (const [at, column] of columns.entries()) {
    const before = built.columns[at] ?? []
    // The same list of the same window.
    if (column === before && skipped === 0) continue
    for (let index = 0; index < count; index++) if (column[index] !== before[skipped + index]) count = index
  }
  return built.rows.slice(skipped, skipped + count)
}

/** Returns a function that builds the row of a minute. */
function sampleBuilder(
  { type, time_zone }: RuleEquipment,
  { roles, columns }: { roles: readonly string[]; columns: readonly Column[] },
): (index: number, at: number) => UnitSample {
  const unit = ruleUnitOf(type)
  // The operation of a fan coil does not depend on it.
  // A box without a point for its fan runs while it is occupied: that of its air handler may be on another controller.
  const isOnWhileOccupied = unit === 'box' && !roles.includes('FANSTS')
  const isUsuallyOccupied = roles.includes('OCC') || unit === 'fanCoil' ? () => false : usualHoursOf(time_zone)
  return (index, at) => {
    const own: Readings = {}
    for (let column = 0; column < roles.length; column++) {
      const value = columns[column]?.[index]
      if (value !== undefined && value !== null && typeof value !== 'string') own[roles[column] as string] = value
    }
    const indicated = own.OS === undefined && unit ? operatingStateOf(unit, own) : undefined
    if (indicated !== undefined) own.OS = indicated
    const operation = isOnWhileOccupied ? own.OCC : own.FANSTS
    return {
      on: operation === undefined ? undefined : operation === true,
      occupied: own.OCC === undefined ? isUsuallyOccupied(at) : own.OCC === true,
      readings: own,
      averaged: undefined,
    }
  }
}

/** Occupancy where no point has it: 06:30 to 18:30. */
const usualHours = { from: 390, until: 1110 }

/** Returns a function that returns whether a moment is within the usual hours. */
export function usualHoursOf(timeZone: string): (at: number) => boolean {
  let day = localDayOf(0, timeZone)
  let clock = localClockOf(day, timeZone)
  return (at) => {
    if (at < day.start || at >= day.end) {
      day = localDayOf(at, timeZone)
      clock = localClockOf(day, timeZone)
    }
    const minute = Math.floor((at - day.start) / minuteMs)
    const local = minute < clock.changed ? minute : minute + clock.shift
    return local >= usualHours.from && local < usualHours.until
  }
}

/** Returns the operating state that the actuators indicate, where no point has it (domain §2.4). */
function operatingStateOf(unit: RuleUnit, { FANSTS, HC, CC, OADPR, MINOA }: Readings): number | undefined {
  if (unit === 'box' || typeof HC !== 'number' || typeof CC !== 'number' || FANSTS === undefined) return undefined
  if (unit === 'fanCoil') return FANSTS === true ? (HC > 0 ? 1 : CC > 0 ? 3 : 2) : 4
  if (FANSTS !== true) return 5
  if (typeof OADPR !== 'number' || typeof MINOA !== 'number') return undefined
  if (HC > 0) return CC === 0 && OADPR <= MINOA ? 1 : 5
  if (CC > 0) return OADPR >= 100 ? 3 : OADPR <= MINOA ? 4 : 5
  return OADPR > MINOA && OADPR < 100 ? 2 : 5
}
