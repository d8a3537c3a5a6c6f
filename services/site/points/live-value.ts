/**
 * What a point shows while nobody commands it: a function of its place, its id and the time, so that the same
 * moment shows the same value after a restart, and nothing has to be stored (domain §11.3, §12.2).
 */
import type { Value } from '../../contracts/points'
import { prng, seedOf } from '../../kit/deterministic'

/** Where a point is, in degrees; decides its weather and its day. */
export interface Place {
  latitude: number
  longitude: number
}

/** The weather, and what the air handling of a building does about it. */
interface Conditions {
  outside: number
  occupied: boolean
  fan: boolean
  /** Demand for cooling by sun and people, 0..1. */
  demand: number
  /** 1 heating, 2 free cooling, 3 economizer, 4 mechanical cooling, 5 off (domain §2.4). */
  state: 1 | 2 | 3 | 4 | 5
  room: number
  supplySetpoint: number
  damper: number
  mixed: number
  heating: number
  cooling: number
  supply: number
  hotWater: boolean
  /** Hours since 2020. */
  hours: number
}

type Behave = (now: Conditions, noise: (amplitude: number) => number) => number | boolean

const behaviours = {
  outside: (now, noise) => now.outside + noise(0.2),
  room: (now, noise) => now.room + noise(0.4),
  returned: (now, noise) => now.room + 0.5 + noise(0.2),
  mixed: (now, noise) => now.mixed + noise(0.3),
  supply: (now, noise) => now.supply + noise(0.3),
  supplySetpoint: (now) => now.supplySetpoint,
  afterHeating: (now, noise) => now.mixed + 0.4 * now.heating + noise(0.2),
  afterCooling: (now, noise) => now.supply - (now.fan ? 1 : 0) + noise(0.2),
  ductPressure: (now, noise) => (now.fan ? 250 + noise(6) : Math.abs(noise(1))),
  filterPressure: (now, noise) => (now.fan ? 95 + noise(4) : 0),
  fan: (now) => now.fan,
  fanSpeed: (now, noise) => (now.fan ? 35 + 55 * now.demand + noise(1) : 0),
  occupied: (now) => now.occupied,
  operatingState: (now) => now.state,
  heating: (now) => now.heating,
  cooling: (now) => now.cooling,
  damper: (now) => now.damper,
  humidity: (_now, noise) => 38 + noise(6),
  carbonDioxide: (now, noise) => (now.occupied ? 560 + 260 * now.demand : 430) + noise(25),
  fanPower: (now, noise) => (now.fan ? 4 + 14 * now.demand + noise(0.3) : 0.2),
  airflow: (now, noise) => (now.fan ? 120 + 380 * now.demand + noise(8) : 0),
  airflowSetpoint: (now) => (now.fan ? 120 + 380 * now.demand : 0),
  boxDamper: (now, noise) => (now.fan ? 24 + 70 * now.demand + noise(2) : 0),
  reheat: (now) => reheatOf(now),
  boxSupply: (now, noise) => now.supply + ((32 - now.supply) * reheatOf(now)) / 100 + noise(0.3),
  boxSupplySetpoint: (now) => now.supply + ((32 - now.supply) * reheatOf(now)) / 100,
  hotWater: (now) => now.hotWater,
  coilState: (now) => (now.state === 5 ? 4 : now.demand > 0.35 ? 3 : now.hotWater ? 1 : 2),
  coilHeating: (now) => (now.hotWater && now.demand <= 0.35 ? 30 : 0),
  coilCooling: (now) => (now.fan && now.demand > 0.35 ? 100 * (now.demand - 0.3) : 0),
  coilSupply: (now, noise) =>
    now.room + (now.hotWater && now.demand <= 0.35 ? 6 : now.fan && now.demand > 0.35 ? -7 : 0) + noise(0.3),
  chillerRuns: (now) => chills(now),
  chilledSupply: (now, noise) => (chills(now) ? 6.7 : 14) + noise(0.2),
  chilledReturn: (now, noise) => (chills(now) ? 6.7 + 5 * now.demand + 0.5 : 14.2) + noise(0.2),
  chillerState: (now) => (chills(now) ? 2 : 1),
  chillerPower: (now, noise) => (chills(now) ? 60 + 180 * now.demand + noise(4) : 1.5),
  boilerRuns: (now) => now.outside < 18,
  hotSupply: (now, noise) => (now.outside < 18 ? 55 + 1.2 * (10 - Math.max(-15, now.outside)) : 30) + noise(0.5),
  hotReturn: (now, noise) => (now.outside < 18 ? 43 + 1.1 * (10 - Math.max(-15, now.outside)) : 29) + noise(0.5),
  hotValve: (now, noise) => (now.outside < 18 ? clamp(60 - 2.5 * now.outside, 5, 100) + noise(2) : 0),
  energy: (now) => 18.5 * now.hours,
} as const satisfies Record<string, Behave>

/** `steady` stays at its relinquish default. */
export type Behaviour = keyof typeof behaviours | 'steady'

const chills = (now: Conditions) => now.outside > 14 && now.fan
const reheatOf = (now: Conditions) => (now.hotWater && now.demand < 0.2 ? 100 * (0.2 - now.demand) * 2 : 0)

/** Undefined for what is steady. */
export function liveValue(
  point: { id: string; behaviour: string; precision: number; min: number | null; max: number | null },
  place: Place,
  at: number,
): Value | undefined {
  const behave = behaviours[point.behaviour as keyof typeof behaviours] as Behave | undefined
  if (!behave) return undefined
  const value = behave(conditionsAt(place, at), (amplitude) => amplitude * smoothNoise(point.id, at))
  if (typeof value === 'boolean') return value
  return round(clamp(value, point.min ?? -Infinity, point.max ?? Infinity), point.precision)
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const start = Date.UTC(2020, 0, 1)

function conditionsAt({ latitude, longitude }: Place, at: number): Conditions {
  const local = at + (longitude / 15) * hourMs
  const hour = (local / hourMs) % 24
  const dayOfYear = ((local - start) / dayMs) % 365.25
  const weekday = (Math.floor(local / dayMs) + 4) % 7
  const working = weekday !== 0 && weekday !== 6
  const fan = working && hour >= 5.5 && hour < 18.5
  const occupied = working && hour >= 6.5 && hour < 18.5
  const north = Math.abs(latitude)
  const mean = 41 - 0.75 * north
  const swing = clamp((north - 20) * 0.6, 4, 16)
  const outside =
    mean -
    swing * Math.cos((2 * Math.PI * (dayOfYear - 20)) / 365.25) +
    4.5 * Math.cos((2 * Math.PI * (hour - 15)) / 24) +
    2.5 * smoothNoise(`${latitude}/${longitude}`, at, 3 * hourMs)
  const demand = fan ? clamp(0.15 + 0.6 * Math.sin((Math.PI * (hour - 6)) / 14) + (outside - 12) / 80, 0, 1) : 0

  const room = (occupied ? 22 : 20.5) + 0.8 * demand
  const returned = room + 0.5
  const supplySetpoint = round(clamp(18 - (5 * (outside - 5)) / 15, 13, 18), 1)
  const state = !fan ? 5 : outside < 7 ? 1 : outside < 15 ? 2 : outside < 20 ? 3 : 4
  const freely = (100 * (supplySetpoint - 1 - returned)) / (outside - returned)
  const damper = state === 5 ? 0 : state === 2 ? clamp(freely, 21, 99) : state === 3 ? 100 : 20
  const mixed = fan ? returned + (damper / 100) * (outside - returned) : returned
  const heating = state === 1 ? clamp(2.5 * (supplySetpoint - 1 - mixed), 1, 100) : 0
  const cooling = state === 3 || state === 4 ? clamp(4.5 * (mixed + 1 - supplySetpoint), 1, 100) : 0
  return {
    outside,
    occupied,
    fan,
    demand,
    state,
    room,
    supplySetpoint,
    damper,
    mixed,
    heating,
    cooling,
    supply: fan ? supplySetpoint : returned,
    hotWater: fan && outside < 18,
    hours: (at - start) / hourMs,
  }
}

/** -1..1, without jumps: drawn anew every five minutes and walked between. */
function smoothNoise(words: string, at: number, everyMs = 300_000): number {
  const cell = Math.floor(at / everyMs)
  const part = at / everyMs - cell
  const draw = (index: number) => 2 * prng(seedOf(`${words}/${index}`))() - 1
  return draw(cell) * (1 - part) + draw(cell + 1) * part
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

function round(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
