/** Inputs of rules: what was measured of a piece of equipment, by role, minute by minute (domain §2.4). */
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
}

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
): Awaitable<UnitSample[]> {
  const points = pointsIn(world, equipment, roles)
  const end = Math.min(to, world.clock.now() + 1)
  return whenRead(readMinutes(world, [...new Set(points.values())], { from, to: end }), (minutes) =>
    samplesIn(equipment, { from, to: end }, { points, minutes }),
  )
}

/** The minutes of a window up to a moment, and those that are expected after it, where they are known. */
export interface SamplesAhead {
  samples: UnitSample[]
  expected: UnitSample[] | undefined
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

function samplesIn(
  { type, time_zone }: RuleEquipment,
  { from, to }: MinuteRange,
  { points, minutes }: RoleMinutes,
): UnitSample[] {
  const columns = [...points].map(([role, pointId]) => ({ role, values: minutes.get(pointId) ?? [] }))
  const count = Math.max(0, Math.ceil((to - from) / minuteMs))
  const unit = ruleUnitOf(type)
  // The operation of a fan coil does not depend on it.
  const isUsuallyOccupied = points.has('OCC') || unit === 'fanCoil' ? () => false : usualHoursOf(time_zone)
  return Array.from({ length: count }, (_, index) => {
    const own: Readings = {}
    for (const { role, values } of columns) {
      const value = values[index]
      if (value !== undefined && value !== null && typeof value !== 'string') own[role] = value
    }
    const indicated = own.OS === undefined && unit ? operatingStateOf(unit, own) : undefined
    if (indicated !== undefined) own.OS = indicated
    return {
      on: own.FANSTS === undefined ? undefined : own.FANSTS === true,
      occupied: own.OCC === undefined ? isUsuallyOccupied(from + index * minuteMs) : own.OCC === true,
      readings: own,
    }
  })
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
