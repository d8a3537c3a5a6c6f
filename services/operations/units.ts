/** Equipment with rules, its local days, and its injected faults on them (domain §2.4, §11.2). */
import { LRUCache } from 'lru-cache'
import { addDays } from '../contracts/schedule-days'
import type { World } from '../kit/world'
import { type HvacFaultName, hvacFaultNames } from '../simulation/fleet/hvac-faults'
import { clockChangeBetween, instantOf, localTimeAt } from './local-time'
import type { RuleUnit } from './rules/rule-catalogue'

const unitOfType: Readonly<Record<string, RuleUnit>> = {
  Air_Handling_Unit: 'airHandler',
  Rooftop_Unit: 'airHandler',
  Makeup_Air_Unit: 'airHandler',
  Dedicated_Outdoor_Air_System_Unit: 'airHandler',
  Variable_Air_Volume_Box: 'box',
  Variable_Air_Volume_Box_With_Reheat: 'box',
  Fan_Coil_Unit: 'fanCoil',
}

/** Returns the kind of unit of a Brick class; undefined when no rule is about it. */
export const ruleUnitOf = (equipmentType: string): RuleUnit | undefined => unitOfType[equipmentType]

export interface RuleEquipment {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  building_id: string
  space_id: string
  type: string
  name: string
  latitude: number | null
  longitude: number | null
  time_zone: string
}

export const readRuleEquipment = ({ store }: World, id: string): RuleEquipment | undefined =>
  store.get<RuleEquipment>(
    `SELECT equipment.id, equipment.tenant_id, equipment.customer_id, equipment.site_id, equipment.building_id,
       equipment.space_id, equipment.type, equipment.name, site.latitude, site.longitude, site.time_zone
     FROM equipment JOIN site ON site.id = equipment.site_id WHERE equipment.id = ?`,
    id,
  )

/** Returns the controllers of a piece of equipment, in a stable order. */
export const devicesOf = ({ store }: World, equipmentId: string): string[] =>
  store
    .all<{ device_id: string }>(
      'SELECT device_id FROM equipment_device WHERE equipment_id = ? ORDER BY device_id',
      equipmentId,
    )
    .map(({ device_id }) => device_id)

export interface InjectedFault {
  kind: HvacFaultName
  params: string
  from_at: number
  until_at: number | null
}

const kinds = JSON.stringify(hvacFaultNames)

/**
 * Returns the injected faults of the equipment between two moments. On a controller with several pieces of equipment
 * `equipmentId` selects one; otherwise the fault applies to all.
 */
export function injectedFaultsBetween(
  { store }: World,
  equipmentId: string,
  from: number,
  to: number,
): InjectedFault[] {
  return store.all<InjectedFault>(
    `SELECT kind, params, from_at, until_at FROM injection
     JOIN equipment_device ON equipment_device.device_id = injection.device_id
     WHERE equipment_device.equipment_id = ?
       AND kind IN (SELECT value FROM json_each(?)) AND from_at < ? AND (until_at IS NULL OR until_at > ?)
       AND coalesce(params ->> '$.equipmentId', equipment_device.equipment_id) = equipment_device.equipment_id
     ORDER BY from_at, id`,
    equipmentId,
    kinds,
    to,
    from,
  )
}

/** Default strength of a fault: °C of a bias, % of a stuck damper. */
const defaultStrengths: Partial<Record<HvacFaultName, number>> = {
  matBias: -9,
  satBias: 5,
  oatBias: 8,
  oaDamperStuck: 100,
}

export function strengthOf({ kind, params }: InjectedFault): number {
  const { value } = JSON.parse(params) as { value?: unknown }
  return typeof value === 'number' ? value : (defaultStrengths[kind] ?? 1)
}

const minute = 60_000
export const dayMs = 86_400_000

/** The local day that contains a moment: from one midnight to the next, not 24 hours where clocks change. */
export interface LocalDay {
  /** `YYYY-MM-DD`. */
  date: string
  /** Local midnight. */
  start: number
  /** The next local midnight. */
  end: number
  dayOfYear: number
}

const days = new LRUCache<string, LocalDay>({ max: 500 })

/** Returns the local day of a moment. */
export function localDayOf(at: number, timeZone: string): LocalDay {
  const { date } = localTimeAt(at, timeZone)
  const cached = days.get(`${timeZone} ${date}`)
  if (cached) return cached
  const newYear = Date.parse(`${date.slice(0, 4)}-01-01`)
  const day = {
    date,
    start: instantOf({ date, seconds: 0 }, timeZone),
    end: instantOf({ date: addDays(date, 1), seconds: 0 }, timeZone),
    dayOfYear: (Date.parse(date) - newYear) / dayMs + 1,
  }
  days.set(`${timeZone} ${date}`, day)
  return day
}

/** Returns the local day before another. */
export const dayBefore = ({ start }: LocalDay, timeZone: string): LocalDay => localDayOf(start - 1, timeZone)

/**
 * Returns the number of minutes of a day, 1,440 unless clocks change on it, how many of them have passed at the change,
 * and by how many minutes clocks move forward then. Where they move back, an hour is repeated.
 */
export function localClockOf({ start, end }: LocalDay, timeZone: string) {
  const minutes = (end - start) / minute
  const shift = dayMs / minute - minutes
  const changed = shift === 0 ? minutes : (clockChangeBetween(start - 1000, end, timeZone) - start) / minute
  return { minutes, changed, shift }
}
