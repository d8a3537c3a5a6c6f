/** Converts records of the trail to rows of its table, and back. */
import type { Selectable } from 'kysely'
import type { TrailTable } from '~/store/tables'
import { identityOf } from './actor.server'
import type { Actor, CallRecord, Outcome, Subject, TrailRecord } from './record'

export function toRow(record: TrailRecord) {
  return {
    tenant_id: record.tenantId,
    sequence: record.sequence,
    at: record.at,
    request_id: record.requestId,
    change_id: record.changeId,
    entry: record.entry,
    intent_sequence: record.intentSequence,
    actor_id: record.actor.id,
    actor: JSON.stringify(record.actor),
    identity: identityOf(record.actor),
    customer_id: record.customerId,
    mutation: record.mutation,
    subject_kind: record.subject.kind,
    subject_id: record.subject.id,
    subject_name: record.subject.name,
    subject_path: record.subject.path ? JSON.stringify(record.subject.path) : null,
    reason: record.reason,
    before: JSON.stringify(record.before),
    after: JSON.stringify(record.after),
    calls: JSON.stringify(record.calls),
    outcome: record.outcome,
    detail: record.detail ? JSON.stringify(record.detail) : null,
    address: record.address,
    user_agent: record.userAgent,
    previous_hash: record.previousHash,
    hash: record.hash,
  }
}

/**
 * Returns the record of a row. Invalid JSON, or a value that differs from its column, is returned as it is: it can be
 * displayed, and no longer matches the hash.
 */
export function fromRow(row: Selectable<TrailTable>): TrailRecord {
  const path = json(row.subject_path)
  return {
    tenantId: row.tenant_id,
    sequence: Number(row.sequence),
    at: row.at,
    requestId: row.request_id,
    changeId: row.change_id,
    entry: row.entry,
    intentSequence: row.intent_sequence === null ? null : Number(row.intent_sequence),
    actor: actorOf(row),
    customerId: row.customer_id,
    mutation: row.mutation,
    subject: {
      kind: row.subject_kind,
      id: row.subject_id,
      name: String(row.subject_name),
      ...(path === null ? {} : { path: pathIn(path) }),
    },
    reason: row.reason,
    before: json(row.before),
    after: json(row.after),
    calls: callsIn(json(row.calls)),
    outcome: row.outcome as Outcome,
    detail: detailIn(json(row.detail)),
    address: String(row.address),
    userAgent: String(row.user_agent),
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}

/** When the search columns differ from the actor's JSON, both are shown. */
function actorOf({ actor, actor_id: id, identity }: Selectable<TrailTable>): Actor {
  const read = json(actor)
  if (!isObject(read)) return { id, issuer: '', name: String(actor), role: '' }
  const parsed = read as unknown as Actor
  if (parsed.id === id && identityOf(parsed) === identity) return parsed
  return { ...parsed, id: `${id} (${identity}) ≠ ${String(parsed.id)} (${identityOf(parsed)})` }
}

function pathIn(read: unknown): NonNullable<Subject['path']> {
  return Array.isArray(read) && read.every(isObject)
    ? (read as unknown as NonNullable<Subject['path']>)
    : [{ id: '', name: asText(read), type: '' }]
}

function callsIn(read: unknown): CallRecord[] {
  return Array.isArray(read) && read.every(isObject)
    ? (read as unknown as CallRecord[])
    : [{ method: '', path: asText(read), status: null, ms: 0 }]
}

function detailIn(read: unknown): Record<string, unknown> | null {
  return read === null || isObject(read) ? read : { message: asText(read) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function json(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
