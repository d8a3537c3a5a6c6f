/** The inputs of rules up to a moment, and their evidence (domain §2.1). */

import { type Awaitable, minuteMs } from '../../history/history'
import { whenRead } from '../../history/points'
import { type LocalDay, localDayOf } from '../../kit/local-days'
import type { World } from '../../kit/world'
import type { Rule } from '../rules/rule-catalogue'
import { peakUntil, type RuleViolation } from '../rules/rule-evaluation'
import { operationRoles, samplesAhead, samplesBetween, type UnitSample } from '../samples'
import type { RuleEquipment } from '../units'

/** The local day of a moment up to it, and the day before, so that a condition that continues over midnight is one. */
export interface EvaluationWindow {
  start: number
  /** The later of the two days. */
  day: LocalDay
  samples: readonly UnitSample[]
  momentOf(minute: number): number
  minuteOf(at: number): number
  /** Whether anything is known of a minute. */
  isHeard(minute: number): boolean
}

/** The same with what is expected after it until the end of the day; undefined where nobody knows. */
export interface WindowAhead extends EvaluationWindow {
  expected: readonly UnitSample[] | undefined
}

/** With what one rule reads, or every role. */
export function windowAt(world: World, equipment: RuleEquipment, at: number, rule?: Rule): Awaitable<EvaluationWindow> {
  const days = daysAt(equipment, at)
  const roles = rule && [...operationRoles, ...rule.points.map(({ role }) => role)]
  return whenRead(samplesBetween(world, equipment, { from: days.start, to: at + 1, roles }), (samples) =>
    windowOf(days, samples),
  )
}

export function windowAheadAt(world: World, equipment: RuleEquipment, at: number): Awaitable<WindowAhead> {
  const days = daysAt(equipment, at)
  return whenRead(
    samplesAhead(world, equipment, { from: days.start, to: days.day.end, at }),
    ({ samples, expected }) => ({ ...windowOf(days, samples), expected }),
  )
}

type Days = Pick<EvaluationWindow, 'start' | 'day'>

function daysAt({ time_zone }: RuleEquipment, at: number): Days {
  const day = localDayOf(at, time_zone)
  return { day, start: localDayOf(day.start - 1, time_zone).start }
}

const windowOf = ({ start, day }: Days, samples: readonly UnitSample[]): EvaluationWindow => ({
  start,
  day,
  samples,
  momentOf: (minute) => start + minute * minuteMs,
  minuteOf: (moment) => Math.floor((moment - start) / minuteMs),
  isHeard: (minute) => Object.keys(samples[minute]?.readings ?? {}).length > 0,
})

/** The evidence of a rule at a moment; `deviation` is null when nothing exceeded its threshold. */
export interface Evidence {
  operatingState: number | null
  deviation: number | null
  readings: Record<string, number | boolean>
}

/** Returns the worst evidence of a violation in a window. */
export function worstIn(window: EvaluationWindow, rule: Rule, violation: RuleViolation): Evidence | undefined {
  const peak = peakUntil(violation)
  const evidence = peak && evidenceIn(rule, window.samples[peak.minute])
  return evidence && { ...evidence, deviation: hundredths(peak.deviation) }
}

/** Returns the inputs of a rule at a moment, whether or not they violate it. */
export const evidenceAt = (
  world: World,
  equipment: RuleEquipment,
  rule: Rule,
  at: number,
): Awaitable<Evidence | undefined> =>
  whenRead(samplesBetween(world, equipment, { from: Math.floor(at / minuteMs) * minuteMs, to: at + 1 }), ([sample]) =>
    evidenceIn(rule, sample),
  )

function evidenceIn(rule: Rule, sample: UnitSample | undefined): Evidence | undefined {
  if (!sample) return undefined
  const { readings } = sample
  return {
    operatingState: rule.unit === 'box' || readings.OS === undefined ? null : Number(readings.OS),
    deviation: null,
    readings: Object.fromEntries(
      rule.points.flatMap(({ role }) => {
        const value = readings[role]
        return value === undefined ? [] : [[role, typeof value === 'number' ? hundredths(value) : value] as const]
      }),
    ),
  }
}

const hundredths = (value: number) => Math.round(value * 100) / 100
