/** Every write of the services, in order: the reference that audit records are compared with (design §11). */
import { type Clock, timestamp } from './clock'
import type { Store } from './store'

export const journalSchema = `
CREATE TABLE IF NOT EXISTS journal (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  service TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  idempotency_key TEXT,
  actor TEXT NOT NULL,
  entity_ids TEXT NOT NULL,
  status INTEGER NOT NULL
) STRICT;
`

export interface JournalEntry {
  service: string
  method: string
  /** With the base path, without the query. */
  path: string
  idempotencyKey: string | null
  /** The subject of the caller's token. */
  actor: string
  /** The changed entities; of a partly failed call only those that succeeded. */
  entityIds: string[]
  status: number
}

/** Records a write; must run in the transaction of its effect. */
export function journalWrite({ store, clock }: { store: Store; clock: Clock }, write: JournalEntry): void {
  store.run(
    `INSERT INTO journal (at, service, method, path, idempotency_key, actor, entity_ids, status) VALUES (?,?,?,?,?,?,?,?)`,
    clock.now(),
    write.service,
    write.method,
    write.path,
    write.idempotencyKey,
    write.actor,
    JSON.stringify(write.entityIds),
    write.status,
  )
}

interface Row {
  seq: number
  at: number
  service: string
  method: string
  path: string
  idempotency_key: string | null
  actor: string
  entity_ids: string
  status: number
}

/** Returns the writes after entry `since`, oldest first (domain §12.3). */
export function journalSince(store: Store, since: number): (JournalEntry & { seq: number; at: string })[] {
  return store
    .all<Row>('SELECT * FROM journal WHERE seq > ? ORDER BY seq', since)
    .map(({ seq, at, service, method, path, idempotency_key, actor, entity_ids, status }) => ({
      seq,
      at: timestamp(at),
      service,
      method,
      path,
      idempotencyKey: idempotency_key,
      actor,
      entityIds: JSON.parse(entity_ids) as string[],
      status,
    }))
}
