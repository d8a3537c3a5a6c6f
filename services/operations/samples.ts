/** Inputs of rules: what was measured of a piece of equipment, by role, minute by minute (domain §2.4). */
import { type Awaitable, type HistoryReading, type HistoryReadings, minuteMs } from '../history/history'
import { expectedReadings, readHistory, whenRead } from '../history/points'
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

export interface SampleWindow {
  /** A whole minute. */
  from: number
  /** Not included. */
  to: number
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
  return whenRead(readHistory(world, [...new Set(points.values())], { from, to: end, everyMinutes: 1 }), (readings) =>
    samplesIn(equipment, { from, to: end }, { points, readings }),
  )
}

/** Returns the minutes that a piece of equipment will have if nothing intervenes; undefined when nobody knows. */
export function expectedSamples(
  world: World,
  equipment: RuleEquipment,
  { from, to, roles }: SampleWindow,
): UnitSample[] | undefined {
  const points = pointsIn(world, equipment, roles)
  const readings = expectedReadings(world, [...new Set(points.values())], { from, to, everyMinutes: 1 })
  return readings && samplesIn(equipment, { from, to }, { points, readings })
}

const pointsIn = (world: World, { id }: RuleEquipment, roles?: readonly string[]): Map<string, string> =>
  new Map([...rolePointsOf(world, id)].filter(([role]) => !roles || roles.includes(role)))

interface RoleReadings {
  /** By role. */
  points: ReadonlyMap<string, string>
  readings: HistoryReadings
}

function samplesIn(
  { type, time_zone }: RuleEquipment,
  { from, to }: { from: number; to: number },
  { points, readings }: RoleReadings,
): UnitSample[] {
  const minutes: Readings[] = Array.from({ length: Math.max(0, Math.ceil((to - from) / minuteMs)) }, () => ({}))
  for (const [role, pointId] of points) for (const one of readings.get(pointId) ?? []) place(minutes, from, role, one)
  const unit = ruleUnitOf(type)
  // The operation of a fan coil does not depend on it.
  const isUsuallyOccupied = points.has('OCC') || unit === 'fanCoil' ? () => false : usualHoursOf(time_zone)
  return minutes.map((own, index) => {
    const indicated = own.OS === undefined && unit ? operatingStateOf(unit, own) : undefined
    if (indicated !== undefined) own.OS = indicated
    return {
      on: own.FANSTS === undefined ? undefined : own.FANSTS === true,
      occupied: own.OCC === undefined ? isUsuallyOccupied(from + index * minuteMs) : own.OCC === true,
      readings: own,
    }
  })
}

/** Adds a reading to its minute; of several in one minute the last counts, and only those that can be trusted. */
function place(minutes: readonly Readings[], from: number, role: string, { at, value, quality }: HistoryReading): void {
  const own = minutes[Math.floor((at - from) / minuteMs)]
  if (!own) return
  if (quality === 'good' && typeof value !== 'string' && value !== null) own[role] = value
  else delete own[role]
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
