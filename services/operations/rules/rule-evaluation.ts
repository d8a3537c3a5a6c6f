/**
 * Evaluation of rules on trends as in Guideline 36: rolling averages of five minutes sampled every minute, nothing
 * while the unit is off or for ModeDelay after a change of mode, only the rules of the current operating state, and a
 * fault when a condition is met for AlarmDelay without a break. What cannot be evaluated is never healthy (domain
 * §2.4).
 */

import type { AirHandlerReadings, BoxReadings, FanCoilReadings, Readings, UnitSample } from '../samples'
import { delayOf, type Values } from '../variables/variables'
import type { Rule, RuleUnit } from './rule-catalogue'

/** Minutes of the samples; `end` is the first minute without the condition, null when it lasts to the end. */
export interface RuleViolation {
  start: number
  detected: number
  end: number | null
  operatingState: number | null
  /** Beyond the second threshold of its rule, if it has one. */
  severe: boolean
  /** Each minute that deviated more than all before it, and how far beyond the threshold: the last is the largest. */
  peaks: Peak[]
}

export interface Peak {
  minute: number
  deviation: number
}

/** Returns the largest deviation up to a minute. */
export const peakUntil = (
  { peaks }: Pick<RuleViolation, 'peaks'>,
  minute = Number.POSITIVE_INFINITY,
): Peak | undefined => peaks.findLast((peak) => peak.minute <= minute)

export interface RuleVerdict {
  violations: RuleViolation[]
  /**
   * The minutes at which the rule had run for a total of half an hour without its condition since the last violation.
   */
  quietAt: number[]
}

interface Context {
  values: Values
  /** Changes of operating state in the last hour. */
  stateChanges: number
}

interface Logic<Readings> {
  /** Whether the rule applies only after ModeDelay in the current mode. */
  settled: boolean
  /** Whether the rule has something to evaluate; by default it always has. */
  applies?: (now: Readings) => boolean
  /** Returns how far the readings are beyond the threshold; the condition is met above 0. */
  deviation(now: Readings, context: Context): number
  /** Whether the readings are beyond the second threshold. */
  isSevere?(now: Readings): boolean
  unit: string | null
  /** Threshold lines of the trend, by role or difference of roles. */
  thresholds(values: Values, now: Readings): { role: string; value: number; unit: string | null }[]
}

const nothing = Number.NEGATIVE_INFINITY
const variable = (values: Values, key: string) => values[key] ?? 0
const root = (...errors: number[]) => Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0))

const airHandlerLogic: Record<string, Logic<AirHandlerReadings>> = {
  'AHU-FC1': {
    settled: true,
    deviation: (now, { values: v }) =>
      now.VFDSPD >= 99 - variable(v, 'eVFDSPD') ? now.DSPSP - variable(v, 'eDSP') - now.DSP : nothing,
    unit: 'Pa',
    thresholds: (v, now) => [{ role: 'DSP', value: now.DSPSP - variable(v, 'eDSP'), unit: 'Pa' }],
  },
  'AHU-FC2': {
    settled: true,
    deviation: (now, { values: v }) =>
      Math.min(now.RAT - variable(v, 'eRAT'), now.OAT - variable(v, 'eOAT')) - now.MAT - variable(v, 'eMAT'),
    unit: 'degC',
    thresholds: (v, now) => [
      {
        role: 'MAT',
        value: Math.min(now.RAT - variable(v, 'eRAT'), now.OAT - variable(v, 'eOAT')) - variable(v, 'eMAT'),
        unit: 'degC',
      },
    ],
  },
  'AHU-FC3': {
    settled: true,
    deviation: (now, { values: v }) =>
      now.MAT - variable(v, 'eMAT') - Math.max(now.RAT + variable(v, 'eRAT'), now.OAT + variable(v, 'eOAT')),
    unit: 'degC',
    thresholds: (v, now) => [
      {
        role: 'MAT',
        value: Math.max(now.RAT + variable(v, 'eRAT'), now.OAT + variable(v, 'eOAT')) + variable(v, 'eMAT'),
        unit: 'degC',
      },
    ],
  },
  'AHU-FC4': {
    settled: true,
    deviation: (_now, { values: v, stateChanges }) => stateChanges - variable(v, 'dOSmax'),
    unit: null,
    thresholds: (v) => [{ role: 'OS', value: variable(v, 'dOSmax'), unit: null }],
  },
  'AHU-FC5': {
    settled: true,
    deviation: (now, { values: v }) =>
      now.MAT - variable(v, 'eMAT') + variable(v, 'dTsf') - now.SAT - variable(v, 'eSAT'),
    unit: 'degC',
    thresholds: (v) => [
      { role: 'SAT-MAT', value: variable(v, 'dTsf') - variable(v, 'eSAT') - variable(v, 'eMAT'), unit: 'degC' },
    ],
  },
  'AHU-FC6': {
    settled: true,
    applies: (now) => now.OAT !== now.RAT,
    deviation: (now, { values: v }) =>
      Math.abs(now.RAT - now.OAT) >= variable(v, 'dTmin')
        ? Math.abs((100 * (now.MAT - now.RAT)) / (now.OAT - now.RAT) - now.MINOA) - variable(v, 'eF')
        : nothing,
    unit: 'percent',
    thresholds: (v, now) => [{ role: 'OA-MINOA', value: variable(v, 'eF') + now.MINOA, unit: 'percent' }],
  },
  'AHU-FC7': {
    settled: true,
    deviation: (now, { values: v }) => (now.HC >= 99 ? now.SATSP - variable(v, 'eSAT') - now.SAT : nothing),
    unit: 'degC',
    thresholds: (v, now) => [{ role: 'SAT', value: now.SATSP - variable(v, 'eSAT'), unit: 'degC' }],
  },
  'AHU-FC8': {
    settled: true,
    deviation: (now, { values: v }) =>
      Math.abs(now.SAT - variable(v, 'dTsf') - now.MAT) - root(variable(v, 'eSAT'), variable(v, 'eMAT')),
    unit: 'degC',
    thresholds: (v) => [{ role: 'SAT-MAT', value: root(variable(v, 'eSAT'), variable(v, 'eMAT')), unit: 'degC' }],
  },
  'AHU-FC9': {
    settled: true,
    deviation: (now, { values: v }) =>
      now.OAT - variable(v, 'eOAT') - (now.SATSP - variable(v, 'dTsf') + variable(v, 'eSAT')),
    unit: 'degC',
    thresholds: (v, now) => [
      {
        role: 'OAT',
        value: now.SATSP - variable(v, 'dTsf') + variable(v, 'eSAT') + variable(v, 'eOAT'),
        unit: 'degC',
      },
    ],
  },
  'AHU-FC10': {
    settled: true,
    deviation: (now, { values: v }) => Math.abs(now.MAT - now.OAT) - root(variable(v, 'eMAT'), variable(v, 'eOAT')),
    unit: 'degC',
    thresholds: (v) => [{ role: 'MAT-OAT', value: root(variable(v, 'eMAT'), variable(v, 'eOAT')), unit: 'degC' }],
  },
  'AHU-FC11': {
    settled: true,
    deviation: (now, { values: v }) =>
      now.SATSP - variable(v, 'dTsf') - variable(v, 'eSAT') - now.OAT - variable(v, 'eOAT'),
    unit: 'degC',
    thresholds: (v, now) => [
      {
        role: 'OAT',
        value: now.SATSP - variable(v, 'dTsf') - variable(v, 'eSAT') - variable(v, 'eOAT'),
        unit: 'degC',
      },
    ],
  },
  'AHU-FC12': {
    settled: true,
    deviation: (now, { values: v }) =>
      now.SAT - variable(v, 'eSAT') - variable(v, 'dTsf') - now.MAT - variable(v, 'eMAT'),
    unit: 'degC',
    thresholds: (v) => [
      { role: 'SAT-MAT', value: variable(v, 'eSAT') + variable(v, 'dTsf') + variable(v, 'eMAT'), unit: 'degC' },
    ],
  },
  'AHU-FC13': {
    settled: true,
    deviation: (now, { values: v }) => (now.CC >= 99 ? now.SAT - now.SATSP - variable(v, 'eSAT') : nothing),
    unit: 'degC',
    thresholds: (v, now) => [{ role: 'SAT', value: now.SATSP + variable(v, 'eSAT'), unit: 'degC' }],
  },
  'AHU-FC14': {
    settled: true,
    deviation: (now, { values: v }) =>
      now.CCET - now.CCLT - root(variable(v, 'eCCET'), variable(v, 'eCCLT')) - variable(v, 'dTsf'),
    unit: 'degC',
    thresholds: (v) => [
      {
        role: 'CCET-CCLT',
        value: root(variable(v, 'eCCET'), variable(v, 'eCCLT')) + variable(v, 'dTsf'),
        unit: 'degC',
      },
    ],
  },
  'AHU-FC15': {
    settled: true,
    deviation: (now, { values: v }) =>
      now.HCLT - now.HCET - root(variable(v, 'eHCET'), variable(v, 'eHCLT')) - variable(v, 'dTsf'),
    unit: 'degC',
    thresholds: (v) => [
      {
        role: 'HCLT-HCET',
        value: root(variable(v, 'eHCET'), variable(v, 'eHCLT')) + variable(v, 'dTsf'),
        unit: 'degC',
      },
    ],
  },
}

const boxLogic: Record<string, Logic<BoxReadings>> = {
  'VAV-LOWFLOW': {
    settled: true,
    applies: (now) => now.OCC && now.FLOWSP > 0,
    deviation: (now, { values: v }) => (variable(v, 'lowFlowRatio') / 100) * now.FLOWSP - now.FLOW,
    isSevere: (now) => now.FLOW < 0.5 * now.FLOWSP,
    unit: 'L/s',
    thresholds: (v, now) => [{ role: 'FLOW', value: (variable(v, 'lowFlowRatio') / 100) * now.FLOWSP, unit: 'L/s' }],
  },
  'VAV-LOWDAT': {
    settled: false,
    applies: (now) => now.OCC && now.HWP && now.RHV !== 0,
    deviation: (now, { values: v }) => now.DATSP - variable(v, 'lowDatDelta') - now.DAT,
    isSevere: (now) => now.DAT < now.DATSP - 17,
    unit: 'degC',
    thresholds: (v, now) => [{ role: 'DAT', value: now.DATSP - variable(v, 'lowDatDelta'), unit: 'degC' }],
  },
  'VAV-FLOWCAL': {
    settled: false,
    applies: (now) => !now.FANSTS,
    deviation: (now, { values: v }) => now.FLOW - (variable(v, 'flowCalRatio') / 100) * now.FLOWMAX,
    unit: 'L/s',
    thresholds: (v, now) => [{ role: 'FLOW', value: (variable(v, 'flowCalRatio') / 100) * now.FLOWMAX, unit: 'L/s' }],
  },
  'VAV-DMPLEAK': {
    settled: false,
    applies: (now) => now.FANSTS && now.DMP === 0,
    deviation: (now, { values: v }) => now.FLOW - (variable(v, 'dmpLeakRatio') / 100) * now.FLOWMAX,
    unit: 'L/s',
    thresholds: (v, now) => [{ role: 'FLOW', value: (variable(v, 'dmpLeakRatio') / 100) * now.FLOWMAX, unit: 'L/s' }],
  },
  'VAV-VLVLEAK': {
    settled: false,
    applies: (now) => now.FANSTS && now.RHV === 0,
    deviation: (now, { values: v }) => now.DAT - now.AHUSAT - variable(v, 'vlvLeakDelta'),
    unit: 'degC',
    thresholds: (v, now) => [{ role: 'DAT', value: now.AHUSAT + variable(v, 'vlvLeakDelta'), unit: 'degC' }],
  },
}

const fanCoilLogic: Record<string, Logic<FanCoilReadings>> = {
  'FCU-FC1': {
    settled: true,
    deviation: (_now, { values: v, stateChanges }) => stateChanges - variable(v, 'dOSmax'),
    unit: null,
    thresholds: (v) => [{ role: 'OS', value: variable(v, 'dOSmax'), unit: null }],
  },
  'FCU-FC2': {
    settled: true,
    deviation: (now, { values: v }) => (now.HC >= 99 ? now.SATSP - variable(v, 'eSAT') - now.SAT : nothing),
    unit: 'degC',
    thresholds: (v, now) => [{ role: 'SAT', value: now.SATSP - variable(v, 'eSAT'), unit: 'degC' }],
  },
  'FCU-FC3': {
    settled: true,
    deviation: (now, { values: v }) => (now.CC >= 99 ? now.SAT - now.SATSP - variable(v, 'eSAT') : nothing),
    unit: 'degC',
    thresholds: (v, now) => [{ role: 'SAT', value: now.SATSP + variable(v, 'eSAT'), unit: 'degC' }],
  },
  'FCU-FC4': {
    settled: true,
    deviation: (now, { values: v }) =>
      now.RAT - now.SAT - root(variable(v, 'eRAT'), variable(v, 'eSAT')) - variable(v, 'dTsf'),
    unit: 'degC',
    thresholds: (v) => [
      {
        role: 'RAT-SAT',
        value: root(variable(v, 'eRAT'), variable(v, 'eSAT')) + variable(v, 'dTsf'),
        unit: 'degC',
      },
    ],
  },
  'FCU-FC5': {
    settled: true,
    deviation: (now, { values: v }) =>
      now.SAT - now.RAT - root(variable(v, 'eRAT'), variable(v, 'eSAT')) - variable(v, 'dTsf'),
    unit: 'degC',
    thresholds: (v) => [
      {
        role: 'SAT-RAT',
        value: root(variable(v, 'eRAT'), variable(v, 'eSAT')) + variable(v, 'dTsf'),
        unit: 'degC',
      },
    ],
  },
}

const logic = { airHandler: airHandlerLogic, box: boxLogic, fanCoil: fanCoilLogic } as const

const averaged: Record<RuleUnit, readonly string[]> = {
  airHandler: ['OAT', 'RAT', 'MAT', 'SAT', 'DSP', 'CCET', 'CCLT', 'HCET', 'HCLT'],
  box: [],
  fanCoil: ['RAT', 'SAT'],
}
const averagedMinutes = 5
const quietMinutes = 30

export const deviationUnitOf = (rule: Rule): string | null => logicOf(rule).unit

/** Returns the threshold lines of a rule at a moment. */
export const thresholdsOf = (rule: Rule, values: Values, readings: Readings) =>
  logicOf(rule).thresholds(values, readings)

export interface EvaluationInput {
  unit: RuleUnit
  rules: readonly Rule[]
  values: Values
}

/** An evaluation that continues minute by minute. */
export interface Evaluation {
  /**
   * Evaluates further minutes and returns the verdict of each rule on all minutes so far, by rule id; the next call
   * changes it.
   */
  add(samples: readonly UnitSample[]): ReadonlyMap<string, RuleVerdict>
}

/**
 * Returns the verdict of each rule on the samples, by rule id. In minutes of which it does not know all its points a
 * rule waits: they neither begin nor end a violation, and are not healthy.
 */
export const evaluate = (samples: readonly UnitSample[], input: EvaluationInput): ReadonlyMap<string, RuleVerdict> =>
  createEvaluation(input).add(samples)

/** Returns an evaluation before its first minute. */
export function createEvaluation({ unit, rules, values }: EvaluationInput): Evaluation {
  const own = rules.filter((rule) => rule.unit === unit)
  const toMinute = createMinutes(unit, own, values.modeDelay ?? 0)
  const evaluated = own.map((rule) => createRuleEvaluation(rule, values))
  const verdicts = new Map(evaluated.map(({ rule, verdict }) => [rule.ruleId, verdict]))
  return {
    add(samples) {
      for (const sample of samples) {
        const minute = toMinute(sample)
        for (const { evaluateMinute } of evaluated) evaluateMinute(minute)
      }
      return verdicts
    },
  }
}

/** What all rules of a unit need of a minute. */
interface EvaluatedMinute {
  index: number
  /** Averaged where rules read averages. */
  now: Readings
  operatingState: number | boolean | undefined
  isSettled: boolean
  stateChanges: number
  /** Whether every rule knows all its points. */
  isComplete: boolean
}

/** Returns a function that prepares one minute after the other. */
function createMinutes(
  unit: RuleUnit,
  rules: readonly Rule[],
  modeDelay: number,
): (sample: UnitSample) => EvaluatedMinute {
  const averagesOf = createAverages(averaged[unit])
  const isSettled = createSettling(unit, modeDelay)
  const changesOf = createStateChanges()
  const roles = [
    ...new Set(rules.flatMap(({ points }) => points.flatMap(({ role, optional }) => (optional ? [] : [role])))),
  ]
  let index = 0
  return (sample) => {
    const now = averagesOf(sample)
    return {
      index: index++,
      now,
      operatingState: sample.readings.OS,
      isSettled: isSettled(sample),
      stateChanges: changesOf(sample.readings),
      isComplete: roles.every((role) => now[role] !== undefined),
    }
  }
}

interface RuleEvaluation {
  rule: Rule
  verdict: RuleVerdict
  evaluateMinute(minute: EvaluatedMinute): void
}

function createRuleEvaluation(rule: Rule, values: Values): RuleEvaluation {
  const { deviation, applies, isSevere, settled: requiresSettled } = logicOf(rule)
  const delay = delayOf(rule, values)
  const verdict: RuleVerdict = { violations: [], quietAt: [] }
  let minutesMet = 0
  let quiet = 0
  let open: RuleViolation | undefined
  let peaks: Peak[] = []
  return {
    rule,
    verdict,
    evaluateMinute({ index, now, operatingState: state, isSettled, stateChanges, isComplete }) {
      if (!isComplete && !knowsAll(rule, now)) {
        if (!open) minutesMet = 0
        return
      }
      const runs =
        (!requiresSettled || isSettled) &&
        (!rule.operatingStates || rule.operatingStates.includes(Number(state))) &&
        (applies?.(now) ?? true)
      const beyond = runs ? deviation(now, { values, stateChanges }) : nothing
      if (beyond > 0) {
        minutesMet++
        quiet = 0
        if (minutesMet === 1) peaks = []
        if (beyond > (peaks.at(-1)?.deviation ?? nothing)) peaks.push({ minute: index, deviation: beyond })
        if (minutesMet === delay) {
          const operatingState = typeof state === 'number' ? state : null
          const start = index - delay + 1
          open = { start, detected: start + delay, end: null, operatingState, peaks, severe: isSevere?.(now) ?? false }
          verdict.violations.push(open)
        }
      } else {
        if (open) open.end = index
        open = undefined
        minutesMet = 0
        if (runs && ++quiet === quietMinutes) verdict.quietAt.push(index)
      }
    },
  }
}

/** Whether the readings have every point that a rule needs. */
const knowsAll = (rule: Rule, readings: Readings): boolean =>
  rule.points.every(({ role, optional }) => optional || readings[role] !== undefined)

/** Returns, per minute, whether the unit has been in its mode for ModeDelay. */
export const settledMinutes = (samples: readonly UnitSample[], unit: RuleUnit, modeDelay: number): boolean[] =>
  samples.map(createSettling(unit, modeDelay))

/** Returns a function that returns of one minute after the other whether the unit has been in its mode for ModeDelay. */
function createSettling(unit: RuleUnit, modeDelay: number): (sample: UnitSample) => boolean {
  let since = 0
  let before: UnitSample | undefined
  return (sample) => {
    if (sample.on === undefined) return false
    if (before && changedMode(before, sample, unit)) since = 0
    before = sample
    return sample.on && since++ >= modeDelay
  }
}

function changedMode(before: UnitSample, now: UnitSample, unit: RuleUnit): boolean {
  return before.on !== now.on || (unit !== 'fanCoil' && before.occupied !== now.occupied)
}

/** Returns a function that replaces some readings by their averages, of one minute after the other. */
function createAverages(roles: readonly string[]): (sample: UnitSample) => Readings {
  if (roles.length === 0) return ({ readings }) => readings
  const latest: UnitSample[] = []
  return (sample) => {
    const before = latest.at(-1)
    latest.push(sample)
    if (latest.length > averagedMinutes) latest.shift()
    const { averaged: known } = sample
    if (known && known.before === before && known.count === latest.length) return known.readings
    const readings = { ...sample.readings }
    for (const role of roles) if (readings[role] !== undefined) readings[role] = averageOf(latest, role)
    sample.averaged = { count: latest.length, before, readings }
    return readings
  }
}

function averageOf(minutes: readonly UnitSample[], role: string): number {
  let [sum, count] = [0, 0]
  for (const { readings } of minutes) {
    const value = readings[role]
    if (value === undefined) continue
    sum += Number(value)
    count += 1
  }
  return sum / count
}

/** Returns a function that counts the changes of operating state in the hour before each minute, while the unit ran. */
function createStateChanges(): (raw: Readings) => number {
  const changed: number[] = []
  let before: Readings | undefined
  let inHour = 0
  return (raw) => {
    const areKnown = before?.OS !== undefined && raw.OS !== undefined
    const one = areKnown && before?.FANSTS && raw.FANSTS && before.OS !== raw.OS ? 1 : 0
    before = raw
    changed.push(one)
    inHour += one - (changed.at(-61) ?? 0)
    return inHour
  }
}

function logicOf(rule: Rule): Logic<Readings> {
  const entry = logic[rule.unit][rule.code]
  if (!entry) throw new Error(`There is no evaluation for ${rule.code}`)
  return entry as unknown as Logic<Readings>
}
