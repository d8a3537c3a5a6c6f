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

/** A day by key: 2,880 minutes, the day itself from `midnight` on. */
export type Course = Readonly<Record<string, Float64Array>>

export interface Setting {
  outdoor: Float64Array
  stages: readonly Stage[]
  /** Days since 1970; for what is counted up. */
  dayNumber: number
}

export const steps = 2880
export const midnight = 1440

/** What holds while nobody has put anything in. */
export const undisturbed: readonly Stage[] = [{ until: steps, faults: {}, commands: {} }]

/** Walks through the minutes of two days with what holds at each. */
export function eachStep(stages: readonly Stage[], work: (step: number, minute: number, now: Stage) => void): void {
  let at = 0
  let now = stages[0] as Stage
  for (let step = 0; step < steps; step++) {
    while (step >= now.until && at + 1 < stages.length) now = stages[++at] as Stage
    work(step, step % midnight, now)
  }
}

/** Empty columns by key. */
export function columns<Key extends string>(...keys: Key[]): Record<Key, Float64Array> {
  return Object.fromEntries(keys.map((key) => [key, new Float64Array(steps)])) as Record<Key, Float64Array>
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
