/** Every time a condition was met, with the evidence at the greatest deviation (domain §2.1). */
import type { FaultOccurrence } from '../contracts/faults'
import type { operations } from '../contracts/operations'
import type { Handlers } from '../kit/call'
import { timestamp } from '../kit/clock'
import { refuse } from '../kit/refusal'
import { scopeOfEquipment } from '../kit/scope'
import type { World } from '../kit/world'
import { readEvidence, readFault } from './fault-records'
import { type Evidence, windowAt, worstUntil } from './fault-window'
import { type Condition, countOf, listPage } from './listing'
import { valuesOf } from './readiness'
import { type Rule, ruleOf } from './rule-catalogue'
import { deviationUnitOf, evaluate } from './rule-evaluation'
import { type Equipment, readEquipment, unitOf } from './units'

interface OccurrenceRow {
  id: string
  fault_id: string
  started_at: number
  detected_at: number
  ended_at: number | null
}

const minuteMs = 60_000

export const findFaultOccurrences: Handlers<typeof operations>['findFaultOccurrences'] = (call) => {
  const { body, params, require, world } = call
  const { store, clock } = world
  require(scopeOfEquipment(store, params.equipmentId))
  const rule = ruleOf(params.faultRuleId)
  const equipment = readEquipment(world, params.equipmentId)
  if (!rule || !equipment) return refuse(4005)
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
  const listed = listPage<OccurrenceRow>(store, {
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
    data: listed.rows.map((row) => toOccurrence(world, { row, rule, equipment, now })),
    ...countOf(store, { from: 'fault_occurrence', conditions }),
    page: listed.page,
    pageSize: listed.pageSize,
    continuationToken: listed.next,
  }
}

interface Seen {
  row: OccurrenceRow
  rule: Rule
  equipment: Equipment
  now: number
}

function toOccurrence(world: World, { row, rule, equipment, now }: Seen): FaultOccurrence {
  const seen =
    row.ended_at === null
      ? worseOf(readEvidence(world, row.id), seenSoFar(world, { row, rule, equipment, now }))
      : readEvidence(world, row.id)
  return {
    id: row.id,
    faultId: row.fault_id,
    startedAt: timestamp(row.started_at),
    detectedAt: timestamp(row.detected_at),
    endedAt: row.ended_at === null ? null : timestamp(row.ended_at),
    durationMin: Math.max(0, Math.floor(((row.ended_at ?? now) - row.started_at) / minuteMs)),
    operatingState: seen?.operatingState ?? null,
    peakDeviation: seen?.deviation ?? null,
    deviationUnit: deviationUnitOf(rule),
    evidence: seen?.readings ?? null,
  }
}

/** Returns the evidence of a continuing occurrence, including the time since it was last stored. */
function seenSoFar(world: World, { row, rule, equipment, now }: Seen): Evidence | undefined {
  const unit = unitOf(equipment.type)
  if (!unit) return undefined
  const window = windowAt(world, equipment, now)
  const { samples, isHeard, momentOf } = window
  const violation = evaluate(samples, { unit, rules: [rule], values: valuesOf(world, equipment.id), isHeard })
    .get(rule.ruleId)
    ?.violations.findLast(
      ({ start, end }) => momentOf(start) <= now && momentOf(end ?? samples.length) > row.started_at,
    )
  return violation && worstUntil(window, rule, violation, now)
}

const worseOf = (kept: Evidence | undefined, now: Evidence | undefined) =>
  kept && (kept.deviation ?? 0) >= (now?.deviation ?? 0) ? kept : now
