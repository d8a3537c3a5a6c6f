/** What the courses of all units have in common: two days in minutes, of which the second is meant, and what enters them. */
import type { HvacFaultName } from '../fleet/hvac-faults'

export type Kind = 'airHandler' | 'box' | 'fanCoil' | 'chiller' | 'boiler' | 'room' | 'gateway'

/** What is wrong with a unit, and how much. */
export type HvacFaults = Partial<Record<HvacFaultName, number>>

/** What somebody or a schedule commands, by the key of the object; states as 0 and 1. */
export type Commands = Readonly<Record<string, number>>

/** What holds until a step: those before `midnight` belong to the day before, which settles the model. */
export interface Stage {
  until: number
  faults: HvacFaults
  commands: Commands
}

/** A day and the one before it by key, minute by minute. */
export type Course = Readonly<Record<string, Float64Array>>

export interface Setting {
  /** °C at each step. */
  outdoor: Float64Array
  stages: readonly Stage[]
  /** The minute that the clock on the wall shows at each step: people and the sun follow it. */
  wall: ArrayLike<number>
  /** The step at which the day itself begins. */
  midnight: number
  /** Hours from the start of 2020 to that step; for what is counted up. */
  elapsedHours: number
}

/** Of two days of 24 hours; those on which clocks change are longer or shorter. */
export const steps = 2880
export const midnight = 1440

/** What holds while nobody has put anything in. */
export const undisturbed: readonly Stage[] = [{ until: Number.POSITIVE_INFINITY, faults: {}, commands: {} }]

/** Walks through the minutes of two days with what the wall shows and what holds at each. */
export function eachStep({ stages, wall }: Setting, work: (step: number, minute: number, now: Stage) => void): void {
  let at = 0
  let now = stages[0] as Stage
  for (let step = 0; step < wall.length; step++) {
    while (step >= now.until && at + 1 < stages.length) now = stages[++at] as Stage
    work(step, wall[step] ?? 0, now)
  }
}

/** Empty columns by key. */
export function columns<Key extends string>({ wall }: Setting, ...keys: Key[]): Record<Key, Float64Array> {
  return Object.fromEntries(keys.map((key) => [key, new Float64Array(wall.length)])) as Record<Key, Float64Array>
}

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** An actuator needs ninety seconds from end to end (domain §12.2). */
const perMinute = 100 / 1.5
export const travelled = (position: number, target: number) =>
  position + clamp(target - position, -perMinute, perMinute)

/** People are there from 06:30 to 18:30 unless a schedule says otherwise. */
export const usuallyOccupied = (minute: number) => minute >= 390 && minute < 1110
/** Sun on the windows, 0..1. */
export const sunAt = (minute: number) => Math.max(0, Math.sin((Math.PI * (minute - 360)) / 840))
/** What people and sun ask of the cooling, 0..1. */
export const demandAt = (minute: number, outdoor: number) =>
  clamp(0.15 + 0.6 * Math.sin((Math.PI * (minute / 60 - 6)) / 14) + (outdoor - 12) / 80, 0, 1)
