/** Inputs of rules: the readings of a piece of equipment by role, minute by minute of a local day (domain §2.4). */
import { LRUCache } from 'lru-cache'
import type { Value } from '../contracts/points'
import type { LocalDay } from '../kit/local-days'
import type { World } from '../kit/world'
import { readerOf, type UnitDay, unitDayOf } from '../simulation/building/readings'
import { type BuildingUnit, unitOfEquipment, unitsOn } from '../simulation/building/units'
import { cityNear } from '../simulation/building/weather'
import { faultRules, type RuleUnit } from './rules/rule-catalogue'
import type { RuleEquipment } from './units'
import { ruleUnitOf } from './units'

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
  RHV: number
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

export interface UnitSample {
  /** Whether its fan runs, or that of the air handler that feeds it. */
  on: boolean
  occupied: boolean
  readings: Readings
}

const rolesOf = Object.fromEntries(
  (['airHandler', 'box', 'fanCoil'] as const).map((unit) => [
    unit,
    [
      ...new Set(
        faultRules.filter((rule) => rule.unit === unit).flatMap(({ points }) => points.map(({ role }) => role)),
      ),
    ],
  ]),
) as Record<RuleUnit, string[]>

const sampleCache = new LRUCache<string, UnitSample[]>({ max: 64 })

/**
 * Returns the minutes of a local day, from its midnight on, in all roles by default; always the same for the same day.
 */
export function samplesOf(
  world: World,
  equipment: RuleEquipment,
  { start }: LocalDay,
  roles?: readonly string[],
): UnitSample[] {
  const kind = ruleUnitOf(equipment.type)
  if (!kind) return []
  const unit = unitOfEquipment(world, equipment.id, start) ?? unservedUnit(equipment, kind)
  const own = unitDayOf(world, unit, start)
  const elsewhere = mappedElsewhere(world, unit).map(({ role, other, key }) => ({
    role,
    key,
    day: unitDayOf(world, other, start),
  }))
  const days = [own, ...elsewhere.map(({ day }) => day)]
  const name = JSON.stringify([
    equipment.id,
    start,
    roles,
    days.map(({ key, commanded, excursions }) => [key, [...commanded], [...excursions]]),
    elsewhere.map(({ role, key }) => [role, key]),
  ])
  const cached = sampleCache.get(name)
  if (cached) return cached

  const samples = samplesIn(own, {
    others: new Map(elsewhere.map(({ role, key, day }) => [role, { key, day }])),
    roles,
  })
  sampleCache.set(name, samples)
  return samples
}

/** Returns the samples of one unit, with readings of other units in some roles. */
export function samplesIn(
  own: UnitDay,
  {
    others = new Map(),
    roles = rolesOf[own.unit.kind as RuleUnit],
  }: { others?: ReadonlyMap<string, { day: UnitDay; key: string }>; roles?: readonly string[] | undefined } = {},
): UnitSample[] {
  const readers = new Map<string, (minuteOfDay: number) => Value>()
  for (const role of roles) {
    const { day, key } = others.get(role) ?? { day: own, key: role }
    const read = readerOf(day, key)
    if (read) readers.set(role, read)
  }
  const isOn = readerOf(own, 'FANSTS')
  return Array.from({ length: own.minutes }, (_, minuteOfDay): UnitSample => {
    const readings: Readings = {}
    for (const [role, read] of readers) readings[role] = read(minuteOfDay) as number | boolean
    return { on: isOn?.(minuteOfDay) === true, occupied: own.occupiedAt(minuteOfDay), readings }
  })
}

/** Returns equipment without a controller as a unit, for its weather. */
const unservedUnit = ({ id, latitude, longitude, time_zone }: RuleEquipment, kind: RuleUnit): BuildingUnit => ({
  id,
  kind,
  deviceId: '',
  city: cityNear(latitude, longitude),
  timeZone: time_zone,
  faultyDeviceIds: [],
  points: new Map(),
})

/** Returns the roles whose points belong to another unit of the building: the rules read those. */
function mappedElsewhere(world: World, unit: BuildingUnit): { role: string; other: BuildingUnit; key: string }[] {
  const mappings = world.store.all<{ role: string; point_id: string; device_id: string }>(
    'SELECT role, point_id, device_id FROM point_mapping JOIN point ON point.id = point_id WHERE equipment_id = ?',
    unit.id,
  )
  return mappings
    .filter(({ role, point_id }) => unit.points.get(role)?.id !== point_id)
    .flatMap(({ role, point_id, device_id }) => {
      for (const other of unitsOn(world, device_id)) {
        for (const [key, { id }] of other.points) if (id === point_id) return [{ role, other, key }]
      }
      return []
    })
}
