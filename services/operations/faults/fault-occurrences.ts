/** Every time a condition was met, with the evidence at the greatest deviation (domain §2.1). */
import type { FaultOccurrence } from '../../contracts/faults'
import type { operations } from '../../contracts/operations'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { scopeOfEquipment } from '../../kit/scope'
import type { World } from '../../kit/world'
import { type Condition, countRows, listPage } from '../listing'
import { valuesOf } from '../rules/readiness'
import { type Rule, ruleOf } from '../rules/rule-catalogue'
import { deviationUnitOf, evaluate } from '../rules/rule-evaluation'
import { type RuleEquipment, readRuleEquipment, ruleUnitOf } from '../units'
import { readEvidence, readFault } from './fault-records'
import { type Evidence, windowAt, worstIn } from './fault-window'

interface OccurrenceRow {
  id: string
  fault_id: string
  started_at: number
  detected_at: number
  ended_at: number | null
}

const minuteMs = 60_000

export const findFaultOccurrences: Handlers<typeof operations>['findFaultOccurrences'] = async (call) => {
  const { body, params, require, world } = call
  const { store, clock } = world
  require(scopeOfEquipment(store, params.equipmentId))
  const rule = ruleOf(params.faultRuleId)
  const equipment = readRuleEquipment(world, params.equipmentId)
  if (!rule || !equipment) return fail(4005)
  const fault = readFault(world, params.equipmentId, params.faultRuleId)
  const conditions: Condition[] = [['fault_occurrence.fault_id = ?', fault?.id ?? '']]
  if (body.from) conditions.push(['fault_occurrence.started_at >= ?', Date.parse(body.from)])
  if (body.to) conditions.push(['fault_occurrence.started_at < ?', Date.parse(body.to)])
  const now = clock.now()
  const columns = {
    startedAt: { sql: 'fault_occurrence.started_at' },
    endedAt: { sql: 'coalesce(fault_occurrence.ended_at, ?)', parameters: [now] },
    durationMin: { sql: '(coalesce(fault_occurrence.ended_at, ?) - fault_occurrence.started_at)', parameters: [now] },
  } as const
  const sort = body.sort?.length ? body.sort : [{ field: 'startedAt', direction: 'desc' } as const]
  const page = listPage<OccurrenceRow>(store, {
    columns: 'fault_occurrence.*',
    from: 'fault_occurrence',
    conditions,
    keys: sort.map(({ field, direction }) => ({
      sql: columns[field].sql,
      parameters: 'parameters' in columns[field] ? [now] : [],
      descending: direction === 'desc',
    })),
    idColumn: 'fault_occurrence.id',
    page: body.page,
    pageSize: body.pageSize,
    continuationToken: body.continuationToken,
  })
  return {
    data: await Promise.all(page.rows.map((row) => toOccurrence(world, { row, rule, equipment, now }))),
    ...countRows(store, { from: 'fault_occurrence', conditions }),
    page: page.page,
    pageSize: page.pageSize,
    continuationToken: page.next,
  }
}

interface OccurrenceContext {
  row: OccurrenceRow
  rule: Rule
  equipment: RuleEquipment
  now: number
}

async function toOccurrence(world: World, { row, rule, equipment, now }: OccurrenceContext): Promise<FaultOccurrence> {
  const evidence =
    row.ended_at === null
      ? worseOf(readEvidence(world, row.id), await evidenceSoFar(world, { row, rule, equipment, now }))
      : readEvidence(world, row.id)
  return {
    id: row.id,
    faultId: row.fault_id,
    startedAt: timestamp(row.started_at),
    detectedAt: timestamp(row.detected_at),
    endedAt: row.ended_at === null ? null : timestamp(row.ended_at),
    durationMin: Math.max(0, Math.floor(((row.ended_at ?? now) - row.started_at) / minuteMs)),
    operatingState: evidence?.operatingState ?? null,
    peakDeviation: evidence?.deviation ?? null,
    deviationUnit: deviationUnitOf(rule),
    evidence: evidence?.readings ?? null,
  }
}

/** Returns the evidence of a continuing occurrence, including the time since it was last stored. */
async function evidenceSoFar(
  world: World,
  { row, rule, equipment, now }: OccurrenceContext,
): Promise<Evidence | undefined> {
  const unit = ruleUnitOf(equipment.type)
  if (!unit) return undefined
  const window = await windowAt(world, equipment, now)
  const { samples, momentOf } = window
  const violation = evaluate(samples, { unit, rules: [rule], values: valuesOf(world, equipment.id) })
    .get(rule.ruleId)
    ?.violations.findLast(({ end }) => momentOf(end ?? samples.length) > row.started_at)
  return violation && worstIn(window, rule, violation)
}

const worseOf = (stored: Evidence | undefined, now: Evidence | undefined) =>
  stored && (stored.deviation ?? 0) >= (now?.deviation ?? 0) ? stored : now
