/** Which equipment the rules know, and what it is doing: the trend of a local day, with what is wrong with it (domain §2.4, §11.2). */
import { LRUCache } from 'lru-cache'
import type { World } from '../kit/world'
import { type HvacFaultName, type HvacFaults, hvacFaultNames, type Sample, simulateDay } from './physics'
import type { Unit } from './rule-catalogue'
import { cityNear } from './weather'

const unitOfType: Readonly<Record<string, Unit>> = {
  Air_Handling_Unit: 'airHandler',
  Rooftop_Unit: 'airHandler',
  Makeup_Air_Unit: 'airHandler',
  Dedicated_Outdoor_Air_System_Unit: 'airHandler',
  Variable_Air_Volume_Box: 'box',
  Variable_Air_Volume_Box_With_Reheat: 'box',
  Fan_Coil_Unit: 'fanCoil',
}

/** The kind of unit a Brick class is to the rules; undefined for what no rule is about. */
export const unitOf = (equipmentType: string): Unit | undefined => unitOfType[equipmentType]

export interface Equipment {
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

export const readEquipment = ({ store }: World, id: string): Equipment | undefined =>
  store.get<Equipment>(
    `SELECT equipment.id, equipment.tenant_id, equipment.customer_id, equipment.site_id, equipment.building_id,
       equipment.space_id, equipment.type, equipment.name, site.latitude, site.longitude, site.time_zone
     FROM equipment JOIN site ON site.id = equipment.site_id WHERE equipment.id = ?`,
    id,
  )

/** The controllers of a piece of equipment, in a steady order. */
export const devicesOf = ({ store }: World, equipmentId: string): string[] =>
  store
    .all<{ device_id: string }>(
      'SELECT device_id FROM equipment_device WHERE equipment_id = ? ORDER BY device_id',
      equipmentId,
    )
    .map(({ device_id }) => device_id)

interface InjectedFault {
  kind: HvacFaultName
  params: string
  from_at: number
  until_at: number | null
}

const kinds = JSON.stringify(hvacFaultNames)

/**
 * What is, was or will be wrong with the equipment between two moments. A controller with several pieces of
 * equipment says by `equipmentId` which is meant; all of them otherwise.
 */
export function faultsBetween({ store }: World, equipmentId: string, from: number, to: number): InjectedFault[] {
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

/** How strong a fault is when nothing says so: °C of a bias, % of a stuck damper. */
const usualStrength: Partial<Record<HvacFaultName, number>> = {
  matBias: -9,
  satBias: 5,
  oatBias: 8,
  oaDamperStuck: 100,
}

function strengthOf({ kind, params }: InjectedFault): number {
  const { value } = JSON.parse(params) as { value?: unknown }
  return typeof value === 'number' ? value : (usualStrength[kind] ?? 1)
}

const minute = 60_000
export const dayMs = 86_400_000

/** The local day a moment falls into. */
export interface LocalDay {
  /** Local midnight. */
  start: number
  dayOfYear: number
}

/** Days are taken as 24 hours from their midnight on, also when clocks change. */
export function localDayOf(at: number, timeZone: string): LocalDay {
  const offset = offsetAt(at, timeZone)
  const midnight = Math.floor((at + offset) / dayMs) * dayMs
  const start = midnight - offsetAt(midnight - offset, timeZone)
  const newYear = Date.UTC(new Date(midnight).getUTCFullYear(), 0, 1)
  return { start, dayOfYear: Math.round((midnight - newYear) / dayMs) + 1 }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Local time minus UTC, in ms. */
function offsetAt(at: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  formats.set(timeZone, format)
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const local = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second)
  return local - Math.floor(at / 1000) * 1000
}

const simulated = new LRUCache<string, Sample[]>({ max: 24 })

/** The minutes of a local day; the same every time it is asked for. */
export function samplesOf(world: World, equipment: Equipment, day: LocalDay): Sample[] {
  const present = faultsBetween(world, equipment.id, day.start - dayMs, day.start + dayMs)
  const key = JSON.stringify([equipment.id, day.start, present])
  const known = simulated.get(key)
  if (known) return known
  const faultsAt = (step: number): HvacFaults => {
    const at = day.start + step * minute
    const now: HvacFaults = {}
    for (const fault of present) {
      if (fault.from_at <= at && (fault.until_at === null || at < fault.until_at)) now[fault.kind] = strengthOf(fault)
    }
    return now
  }
  const samples = simulateDay({
    seed: equipment.id,
    city: cityNear(equipment.latitude, equipment.longitude),
    dayOfYear: day.dayOfYear,
    ...(present.length > 0 && { faultsAt }),
  })
  simulated.set(key, samples)
  return samples
}
