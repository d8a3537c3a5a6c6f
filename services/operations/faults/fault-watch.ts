/**
 * The rule engine, driven by jobs. Only equipment whose inputs may be disturbed, or that has values of its own, is
 * evaluated; the rest is known to be healthy. An evaluation reads yesterday and today up to now, records what is true,
 * and schedules the next one for the minute at which anything is expected to change (domain §2.1, §12.2).
 */

import { type Awaitable, minuteMs } from '../../history/history'
import { finishRead, mayBeDisturbed, whenRead } from '../../history/points'
import { dayMs, localDayOf } from '../../kit/local-days'
import type { World } from '../../kit/world'
import { rulesOn, runningRules, valuesOf } from '../rules/readiness'
import { type Rule, ruleOf } from '../rules/rule-catalogue'
import { createEvaluation, type Evaluation, type RuleVerdict, type RuleViolation } from '../rules/rule-evaluation'
import { rolePointsOf } from '../samples'
import { type RuleEquipment, readRuleEquipment, ruleUnitOf } from '../units'
import { clearFault, type Occurrence, readFault, recordOccurrence, suppressFault } from './fault-records'
import type { FaultRecord } from './fault-rows'
import { type EvaluationWindow, evidenceAt, type WindowAhead, windowAheadAt, worstIn } from './fault-window'

/** Until the next evaluation where nobody knows what will be measured. */
const withoutExpectationMs = 5 * minuteMs
/** Interval of checks while the controller is silent; nothing is evaluated then. */
const recheckIntervalMs = 60 * minuteMs
/** How long a condition that returns lasts. */
const returnedForMs = 20 * minuteMs

const watchJob = (equipmentId: string) => `fault.watch:${equipmentId}`

/** Schedules an evaluation of the equipment after a change: now by default. */
export function scheduleEvaluation({ jobs, clock }: World, equipmentId: string, at = clock.now()): void {
  jobs.schedule('fault.watch', at, { equipmentId }, watchJob(equipmentId))
}

/** Schedules the return of a fault's condition some time after its resolution, when its repair does not last. */
export function scheduleReturn({ jobs, clock }: World, fault: FaultRecord): void {
  if (fault.returns_after === null) return
  const startedAt = clock.now() + minuteMs
  jobs.schedule('fault.return', clock.now() + fault.returns_after * minuteMs, { faultId: fault.id, startedAt })
}

export function registerFaultWatch(world: World): void {
  const { jobs, store } = world
  jobs.on<{ equipmentId: string }>('fault.watch', ({ equipmentId }, at) => {
    const equipment = readRuleEquipment(world, equipmentId)
    if (equipment)
      finishRead(world, 'fault.watch', evaluateEquipment(world, equipment, at), (next) => {
        if (next) scheduleEvaluation(world, equipmentId, next)
      })
  })

  jobs.on<{ faultId: string; startedAt: number }>('fault.return', ({ faultId, startedAt }, at) => {
    const fault = store.get<FaultRecord>('SELECT * FROM fault WHERE id = ?', faultId)
    const equipment = fault && readRuleEquipment(world, fault.equipment_id)
    const rule = fault && ruleOf(fault.rule_id)
    if (!equipment || !rule || fault.status !== 'resolved') return
    finishRead(world, 'fault.return', evidenceAt(world, equipment, rule, at), (evidence) => {
      const isSevere = fault.severity === 'high'
      recordOccurrence(world, equipment, rule, { started: startedAt, detected: at, ended: null, isSevere, evidence })
    })
    jobs.schedule('fault.end', at + returnedForMs, { faultId, startedAt })
  })
  jobs.on<{ faultId: string; startedAt: number }>('fault.end', ({ faultId, startedAt }, at) => {
    const fault = store.get<FaultRecord>('SELECT * FROM fault WHERE id = ?', faultId)
    const equipment = fault && readRuleEquipment(world, fault.equipment_id)
    const rule = fault && ruleOf(fault.rule_id)
    if (!equipment || !rule || fault.started_at !== startedAt) return
    recordOccurrence(world, equipment, rule, { started: startedAt, detected: fault.detected_at, ended: at })
  })
}

/** Suppresses the faults of rules that lack points now, and schedules an evaluation of the others. */
export function checkReadiness(world: World, equipmentId: string): void {
  const equipment = readRuleEquipment(world, equipmentId)
  for (const { rule, enabled, missing } of equipment ? rulesOn(world, equipment) : []) {
    const fault = readFault(world, equipmentId, rule.ruleId)
    if (fault?.status === 'active' && !(enabled && missing.length === 0)) suppressFault(world, fault)
  }
  scheduleEvaluation(world, equipmentId)
}

/**
 * Evaluates the rules up to `at`, records the results, and returns when to evaluate again; undefined when nothing can
 * change by itself.
 */
export function evaluateEquipment(world: World, equipment: RuleEquipment, at: number): Awaitable<number | undefined> {
  const unit = ruleUnitOf(equipment.type)
  if (!unit || !needsEvaluation(world, equipment, at)) return undefined
  if (isSilent(world, equipment)) return at + recheckIntervalMs
  return whenRead(windowAheadAt(world, equipment, at), (window) => {
    const rules = runningRules(world, equipment)
    const evaluation = createEvaluation({ unit, rules, values: valuesOf(world, equipment.id) })
    recordVerdicts(world, equipment, { window, rules, verdicts: evaluation.add(window.samples), at })
    return nextEvaluation(window, evaluation, at)
  })
}

interface Evaluated {
  window: EvaluationWindow
  rules: readonly Rule[]
  verdicts: ReadonlyMap<string, RuleVerdict>
  at: number
}

function recordVerdicts(world: World, equipment: RuleEquipment, { window, rules, verdicts, at }: Evaluated): void {
  const { day, momentOf } = window
  for (const rule of rules) {
    const verdict = verdicts.get(rule.ruleId)
    if (!verdict) continue
    endLostOccurrence(world, { equipment, rule, verdict, window, at })
    for (const violation of verdict.violations) {
      const occurrence = occurrenceOf(violation, momentOf)
      // Occurrences that ended before today were recorded then.
      if (occurrence.ended !== null && occurrence.ended < day.start) continue
      if (occurrence.detected > at) continue
      recordOccurrence(world, equipment, rule, { ...occurrence, evidence: worstIn(window, rule, violation) })
    }
    const fault = readFault(world, equipment.id, rule.ruleId)
    if (fault?.status !== 'active' || fault.ended_at === null) continue
    const { ended_at: ended } = fault
    if (verdict.quietAt.some((minute) => momentOf(minute) > ended)) clearFault(world, fault)
  }
}

/**
 * Returns the next moment at which a verdict is expected to change, midnight at the latest; soon, where nobody knows
 * what will be measured.
 */
function nextEvaluation({ expected, day, momentOf }: WindowAhead, evaluation: Evaluation, at: number): number {
  if (!expected) return Math.floor(at / minuteMs) * minuteMs + withoutExpectationMs
  const minutes = [...evaluation.add(expected).values()].flatMap(({ violations, quietAt }) => [
    ...violations.flatMap(({ detected, end }) => [detected, ...(end === null ? [] : [end])]),
    ...quietAt,
  ])
  return Math.min(day.end, ...minutes.map(momentOf).filter((moment) => moment > at))
}

/** Whether its inputs may be or recently were disturbed, its rules use values of its own, or it has an open fault. */
const needsEvaluation = (world: World, { id, time_zone }: RuleEquipment, at: number): boolean => {
  const { start, end } = localDayOf(at, time_zone)
  return (
    world.store.get(
      `SELECT 1 FROM internal_variable WHERE equipment_id = ?
       UNION ALL SELECT 1 FROM fault WHERE equipment_id = ? AND (status = 'active' OR ended_at IS NULL) LIMIT 1`,
      id,
      id,
    ) !== undefined ||
    mayBeDisturbed(world, [...rolePointsOf(world, id).values()], { from: start - 2 * dayMs, to: end })
  )
}

const isSilent = ({ store }: World, { id }: RuleEquipment) =>
  store.get(
    `SELECT 1 FROM device JOIN equipment_device ON equipment_device.device_id = device.id
     WHERE equipment_id = ? AND device.offline_since IS NOT NULL LIMIT 1`,
    id,
  ) !== undefined

const occurrenceOf = (
  { start, detected, end, severe: isSevere }: RuleViolation,
  momentOf: (minute: number) => number,
): Occurrence => ({
  isSevere,
  started: momentOf(start),
  detected: momentOf(detected),
  ended: end === null ? null : momentOf(end),
})

interface OpenViolation {
  equipment: RuleEquipment
  rule: Rule
  verdict: RuleVerdict
  window: EvaluationWindow
  at: number
}

/** Warm-up of a rule when the samples begin in the middle of a run, minutes. */
const warmUpMinutes = 60

/**
 * Ends an occurrence that its rule no longer reports: its controller was silent for long, or the rule now evaluates
 * differently.
 */
function endLostOccurrence(world: World, { equipment, rule, verdict, window, at }: OpenViolation): void {
  const fault = readFault(world, equipment.id, rule.ruleId)
  // A simulated return of a condition is in no reading.
  if (!fault || fault.ended_at !== null || fault.returns_after !== null) return
  const { started_at: started, detected_at: detected } = fault
  const modeDelay = valuesOf(world, equipment.id).modeDelay ?? 0
  const since = Math.max(started, window.momentOf(warmUpMinutes + modeDelay))
  const isOpen = verdict.violations
    .map((violation) => occurrenceOf(violation, window.momentOf))
    .some((one) => one.started <= since && (one.ended === null || one.ended >= started))
  if (isOpen) return
  const isLostInSilence = started < window.start && !window.isHeard(0)
  recordOccurrence(world, equipment, rule, { started, detected, ended: isLostInSilence ? window.start : at })
}
