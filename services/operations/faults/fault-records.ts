/** Transitions of a fault: its condition begins, ends, clears, is resolved, is suppressed (domain §2.1, §2.3). */

import { seedId } from '../../kit/deterministic'
import type { World } from '../../kit/world'
import type { Rule } from '../rules/rule-catalogue'
import { devicesOf, type RuleEquipment } from '../units'
import type { FaultRecord } from './fault-rows'
import type { Evidence } from './fault-window'

const severities = { 2: 'high', 3: 'medium', 4: 'low' } as const
export const faultSeverityOf = (rule: Rule, isSevere = false) => (isSevere ? severities[2] : severities[rule.level])

export const faultIdOf = (equipmentId: string, ruleId: string) => seedId('fault', `${equipmentId}/${ruleId}`)

export const readFault = ({ store }: World, equipmentId: string, ruleId: string): FaultRecord | undefined =>
  store.get<FaultRecord>('SELECT * FROM fault WHERE equipment_id = ? AND rule_id = ?', equipmentId, ruleId)

/** A continuous violation, in ms; `ended` is null while it continues. */
export interface Occurrence {
  started: number
  detected: number
  ended: number | null
  /** Far beyond the threshold: one severity up, for rules with a second threshold. */
  isSevere?: boolean
  /** The evidence so far. */
  evidence?: Evidence | undefined
}

/**
 * Records an occurrence, the first of its fault or a further one. Recording it again, or its continuation after
 * midnight, extends it. A new occurrence makes its fault active, even after a resolution: the repair did not last.
 */
export function recordOccurrence(world: World, equipment: RuleEquipment, rule: Rule, occurrence: Occurrence): void {
  const { store } = world
  const { started, detected, ended } = occurrence
  const fault = readFault(world, equipment.id, rule.ruleId)
  if (!fault) {
    createFault(world, equipment, rule, occurrence)
    return
  }
  const existing = store.get<{ id: string; started_at: number; ended_at: number | null }>(
    `SELECT id, started_at, ended_at FROM fault_occurrence
     WHERE fault_id = ? AND started_at <= ? AND coalesce(ended_at, ?) >= ? ORDER BY started_at DESC LIMIT 1`,
    fault.id,
    ended ?? detected,
    started,
    started,
  )
  if (!existing) {
    // An open occurrence that was lost: it ended where this one begins.
    store.run('UPDATE fault_occurrence SET ended_at = ? WHERE fault_id = ? AND ended_at IS NULL', started, fault.id)
    insertOccurrence(world, fault.id, occurrence)
    if (started < fault.started_at) return
    store.run(
      `UPDATE fault SET status = 'active', severity = ?, started_at = ?, detected_at = ?, ended_at = ?,
         occurrence_count = occurrence_count + 1, version = version + 1 WHERE id = ?`,
      faultSeverityOf(rule, occurrence.isSevere),
      started,
      detected,
      ended,
      fault.id,
    )
    return
  }
  if (existing.ended_at !== null && ended !== null && ended <= existing.ended_at) return
  writeEvidence(world, existing.id, occurrence.evidence)
  if (existing.ended_at === ended) return
  store.run('UPDATE fault_occurrence SET ended_at = ? WHERE id = ?', ended, existing.id)
  if (existing.started_at !== fault.started_at) return
  const status = fault.status === 'suppressed' && ended === null ? 'active' : fault.status
  store.run('UPDATE fault SET ended_at = ?, status = ?, version = version + 1 WHERE id = ?', ended, status, fault.id)
}

function createFault(world: World, equipment: RuleEquipment, rule: Rule, occurrence: Occurrence): void {
  const id = faultIdOf(equipment.id, rule.ruleId)
  world.store.run(
    `INSERT INTO fault (id, tenant_id, customer_id, site_id, building_id, space_id, equipment_id, device_id, rule_id,
       status, severity, category, started_at, detected_at, ended_at)
     VALUES (?,?,?,?,?,?,?,?,?,'active',?,?,?,?,?)`,
    id,
    equipment.tenant_id,
    equipment.customer_id,
    equipment.site_id,
    equipment.building_id,
    equipment.space_id,
    equipment.id,
    devicesOf(world, equipment.id)[0] ?? null,
    rule.ruleId,
    faultSeverityOf(rule, occurrence.isSevere),
    rule.category,
    occurrence.started,
    occurrence.detected,
    occurrence.ended,
  )
  insertOccurrence(world, id, occurrence)
}

function insertOccurrence(world: World, faultId: string, { started, detected, ended, evidence }: Occurrence): void {
  const id = seedId('fault-occurrence', `${faultId}/${started}`)
  world.store.run(
    'INSERT INTO fault_occurrence (id, fault_id, started_at, detected_at, ended_at) VALUES (?,?,?,?,?)',
    id,
    faultId,
    started,
    detected,
    ended,
  )
  writeEvidence(world, id, evidence)
}

/** Stores the evidence of an occurrence unless worse evidence is stored. */
function writeEvidence({ store }: World, occurrenceId: string, evidence: Evidence | undefined): void {
  if (!evidence) return
  store.run(
    `INSERT INTO fault_evidence (occurrence_id, operating_state, deviation, readings) VALUES (?,?,?,?)
     ON CONFLICT (occurrence_id) DO UPDATE SET operating_state = excluded.operating_state,
       deviation = excluded.deviation, readings = excluded.readings
     WHERE excluded.deviation > coalesce(deviation, 0)`,
    occurrenceId,
    evidence.operatingState,
    evidence.deviation,
    JSON.stringify(evidence.readings),
  )
}

/** Returns the stored evidence of an occurrence; undefined without any. */
export function readEvidence({ store }: World, occurrenceId: string): Evidence | undefined {
  const row = store.get<{ operating_state: number | null; deviation: number | null; readings: string }>(
    'SELECT operating_state, deviation, readings FROM fault_evidence WHERE occurrence_id = ?',
    occurrenceId,
  )
  return (
    row && {
      operatingState: row.operating_state,
      deviation: row.deviation,
      readings: JSON.parse(row.readings) as Evidence['readings'],
    }
  )
}

/** Clears a fault whose rule has run long enough without the condition. */
export function clearFault({ store }: World, fault: FaultRecord): void {
  store.run(`UPDATE fault SET status = 'cleared', version = version + 1 WHERE id = ?`, fault.id)
}

/** Suppresses a fault whose rule was switched off: nothing more is known about it. */
export function suppressFault({ store, clock }: World, fault: FaultRecord): void {
  const now = clock.now()
  store.run('UPDATE fault_occurrence SET ended_at = ? WHERE fault_id = ? AND ended_at IS NULL', now, fault.id)
  store.run(
    `UPDATE fault SET status = 'suppressed', ended_at = coalesce(ended_at, ?), version = version + 1 WHERE id = ?`,
    now,
    fault.id,
  )
}
