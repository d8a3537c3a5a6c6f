/** What the courses of all units share: two days in minutes, the first only to settle the model, and their inputs. */
import type { HvacFaultName } from '../fleet/hvac-faults'
import type { Served } from './objects'

/** The kinds of units are those of equipment. */
export type UnitKind = Served

/** Active HVAC faults and their strength. */
export type HvacFaults = Partial<Record<HvacFaultName, number>>

/** Values commanded by people or schedules, by the key of the object; states as 0 and 1. */
export type Commands = Readonly<Record<string, number>>

/** The inputs up to a step. Steps before `midnight` belong to the day before, which settles the model. */
export interface Stage {
  until: number
  faults: HvacFaults
  commands: Commands
}

/** The values of a day and of the day before, by key, minute by minute. */
export type Course = Readonly<Record<string, Float64Array>>

export interface CourseInput {
  /** Outdoor temperature at each step, °C. */
  outdoor: Float64Array
  stages: readonly Stage[]
  /** The local clock time at each step, in minutes: occupancy and sun follow it. */
  localMinutes: ArrayLike<number>
  /** The step at which the second day begins. */
  midnight: number
  /** Hours from the start of 2020 to that step; the base of counters. */
  elapsedHours: number
}

/** Steps of two days of 24 hours; days on which clocks change are longer or shorter. */
export const steps = 2880
export const midnight = 1440

/** The inputs without faults and commands. */
export const defaultStages: readonly Stage[] = [{ until: Number.POSITIVE_INFINITY, faults: {}, commands: {} }]

/** Calls `work` for each minute of the two days with its local clock time and its inputs. */
export function forEachStep(
  { stages, localMinutes }: CourseInput,
  work: (step: number, minute: number, now: Stage) => void,
): void {
  let at = 0
  let now = stages[0] as Stage
  for (let step = 0; step < localMinutes.length; step++) {
    while (step >= now.until && at + 1 < stages.length) now = stages[++at] as Stage
    work(step, localMinutes[step] ?? 0, now)
  }
}

/** Returns empty columns by key. */
export function emptyColumns<Key extends string>(
  { localMinutes }: CourseInput,
  ...keys: Key[]
): Record<Key, Float64Array> {
  return Object.fromEntries(keys.map((key) => [key, new Float64Array(localMinutes.length)])) as Record<
    Key,
    Float64Array
  >
}

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** An actuator needs ninety seconds from end to end (domain §12.2). */
const perMinute = 100 / 1.5
export const moveActuator = (position: number, target: number) =>
  position + clamp(target - position, -perMinute, perMinute)

/** Default occupancy: 06:30 to 18:30 unless a schedule commands otherwise. */
export const isUsuallyOccupied = (minute: number) => minute >= 390 && minute < 1110
/** Sun on the windows, 0..1. */
export const sunAt = (minute: number) => Math.max(0, Math.sin((Math.PI * (minute - 360)) / 840))
/** Cooling demand from people and sun, 0..1. */
export const demandAt = (minute: number, outdoor: number) =>
  clamp(0.15 + 0.6 * Math.sin((Math.PI * (minute / 60 - 6)) / 14) + (outdoor - 12) / 80, 0, 1)
