/**
 * The rule engine, driven by jobs. Only equipment whose inputs change, or that has values of its own, is evaluated; the
 * rest is known to be healthy. An evaluation covers yesterday and today at once, records what is true by now, and
 * schedules the next one for the minute at which anything changes (domain §2.1, §12.2).
 */

import { dayMs, localDayOf } from '../../kit/local-days'
import type { World } from '../../kit/world'
import { hasChangingInputs } from '../rules/inputs'
import { rulesOn, runningRules, valuesOf } from '../rules/readiness'
import { type Rule, ruleOf } from '../rules/rule-catalogue'
import { evaluate, type RuleVerdict, type RuleViolation } from '../rules/rule-evaluation'
import { type RuleEquipment, readRuleEquipment, ruleUnitOf } from '../units'
import { clearFault, type Occurrence, readFault, recordOccurrence, suppressFault } from './fault-records'
import type { FaultRecord } from './fault-rows'
import { type EvaluationWindow, evidenceAt, windowAt, worstUntil } from './fault-window'

const minuteMs = 60_000
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
    const next = equipment && evaluateEquipment(world, equipment, at)
    if (next) scheduleEvaluation(world, equipmentId, next)
  })

  jobs.onRealTime<{ equipmentId: string }>('fault.readiness', ({ equipmentId }) => {
    const equipment = readRuleEquipment(world, equipmentId)
    for (const { rule, enabled, missing } of equipment ? rulesOn(world, equipment) : []) {
      const fault = readFault(world, equipmentId, rule.ruleId)
      if (fault?.status === 'active' && !(enabled && missing.length === 0)) suppressFault(world, fault)
    }
    scheduleEvaluation(world, equipmentId)
  })

  jobs.on<{ faultId: string; startedAt: number }>('fault.return', ({ faultId, startedAt }, at) => {
    const fault = store.get<FaultRecord>('SELECT * FROM fault WHERE id = ?', faultId)
    const equipment = fault && readRuleEquipment(world, fault.equipment_id)
    const rule = fault && ruleOf(fault.rule_id)
    if (!equipment || !rule || fault.status !== 'resolved') return
    recordOccurrence(world, equipment, rule, {
      started: startedAt,
      detected: at,
      ended: null,
      isSevere: fault.severity === 'high',
      evidence: evidenceAt(world, equipment, rule, at),
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

/**
 * Evaluates the rules up to `at`, records the results, and returns when to evaluate again; undefined when nothing can
 * change by itself.
 */
export function evaluateEquipment(world: World, equipment: RuleEquipment, at: number): number | undefined {
  const unit = ruleUnitOf(equipment.type)
  if (!unit || !needsEvaluation(world, equipment, at)) return undefined
  if (isSilent(world, equipment)) return at + recheckIntervalMs

  const window = windowAt(world, equipment, at)
  const { samples, day, isHeard, momentOf } = window
  const rules = runningRules(world, equipment)
  const values = valuesOf(world, equipment.id)
  const verdicts = evaluate(samples, { unit, rules, values, isHeard })
  let next = day.end
  const changesAt = (moment: number | null) => {
    if (moment !== null && moment > at) next = Math.min(next, moment)
  }

  for (const rule of rules) {
    const verdict = verdicts.get(rule.ruleId)
    if (!verdict) continue
    endLostOccurrence(world, { equipment, rule, verdict, window, at })
    for (const violation of verdict.violations) {
      const occurrence = occurrenceOf(violation, momentOf)
      // Occurrences that ended before today were recorded then.
      if (occurrence.ended !== null && occurrence.ended < day.start) continue
      changesAt(occurrence.detected)
      changesAt(occurrence.ended)
      if (occurrence.detected > at) continue
      const ended = occurrence.ended !== null && occurrence.ended <= at ? occurrence.ended : null
      const evidence = worstUntil(window, rule, violation, ended ?? at)
      recordOccurrence(world, equipment, rule, { ...occurrence, ended, evidence })
    }
    const fault = readFault(world, equipment.id, rule.ruleId)
    const quiet = verdict.quietAt.map(momentOf)
    quiet.forEach(changesAt)
    if (fault?.status !== 'active' || fault.ended_at === null) continue
    const { ended_at: ended } = fault
    if (quiet.some((moment) => moment <= at && moment > ended)) clearFault(world, fault)
  }
  return next
}

/** Whether inputs change or recently changed its readings, its rules use values of its own, or it has an open fault. */
const needsEvaluation = (world: World, { id, time_zone }: RuleEquipment, at: number): boolean => {
  const { start, end } = localDayOf(at, time_zone)
  return (
    world.store.get(
      `SELECT 1 FROM internal_variable WHERE equipment_id = ?
       UNION ALL SELECT 1 FROM fault WHERE equipment_id = ? AND (status = 'active' OR ended_at IS NULL) LIMIT 1`,
      id,
      id,
    ) !== undefined || hasChangingInputs(world, { equipmentId: id }, { from: start - 2 * dayMs, to: end })
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
