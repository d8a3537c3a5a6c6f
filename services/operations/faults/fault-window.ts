/** The inputs of rules at a moment, and their evidence up to it (domain §2.1). */

import { type LocalDay, localDayOf } from '../../kit/local-days'
import type { World } from '../../kit/world'
import { silenceOf } from '../../simulation/building/silence'
import type { Rule } from '../rules/rule-catalogue'
import { peakUntil, type RuleViolation } from '../rules/rule-evaluation'
import { samplesOf, type UnitSample } from '../samples'
import { devicesOf, type RuleEquipment } from '../units'

const minuteMs = 60_000

/** The local day of a moment and the one before it, so that a condition that continues over midnight is one. */
export interface EvaluationWindow {
  start: number
  /** The later of the two. */
  day: LocalDay
  samples: readonly UnitSample[]
  momentOf(minute: number): number
  minuteOf(at: number): number
  /** Whether the controller was online in that minute. */
  isHeard(minute: number): boolean
}

export function windowAt(world: World, equipment: RuleEquipment, at: number): EvaluationWindow {
  const day = localDayOf(at, equipment.time_zone)
  const before = localDayOf(day.start - 1, equipment.time_zone)
  const { start } = before
  const isSilent = silenceOf(world, devicesOf(world, equipment.id), { from: start, to: day.end })
  const momentOf = (minute: number) => start + minute * minuteMs
  return {
    start,
    day,
    samples: [...samplesOf(world, equipment, before), ...samplesOf(world, equipment, day)],
    momentOf,
    minuteOf: (moment) => Math.floor((moment - start) / minuteMs),
    isHeard: (minute) => !isSilent(momentOf(minute)),
  }
}

/** The evidence of a rule at a moment; `deviation` is null when nothing exceeded its threshold. */
export interface Evidence {
  operatingState: number | null
  deviation: number | null
  readings: Record<string, number | boolean>
}

/** Returns the worst evidence of a violation up to a moment. */
export function worstUntil(
  window: EvaluationWindow,
  rule: Rule,
  violation: RuleViolation,
  at: number,
): Evidence | undefined {
  const peak = peakUntil(violation, window.minuteOf(at))
  const evidence = peak && evidenceIn(rule, window.samples[peak.minute])
  return evidence && { ...evidence, deviation: hundredths(peak.deviation) }
}

/** Returns the inputs of a rule at a moment, whether or not they violate it. */
export function evidenceAt(world: World, equipment: RuleEquipment, rule: Rule, at: number): Evidence | undefined {
  const window = windowAt(world, equipment, at)
  return evidenceIn(rule, window.samples[window.minuteOf(at)])
}

function evidenceIn(rule: Rule, sample: UnitSample | undefined): Evidence | undefined {
  if (!sample) return undefined
  const { readings } = sample
  return {
    operatingState: rule.unit === 'box' ? null : Number(readings.OS),
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
