/** `Idempotency-Key`: a repeated request gets the same reply and has no second effect, for 24 hours (domain §0). */
import { createHmac } from 'node:crypto'
import { fail } from './api-error'
import type { Clock } from './clock'
import { installationKey } from './key'
import type { ServiceSettings } from './settings'
import type { Store } from './store'

export const idempotencySchema = `
CREATE TABLE IF NOT EXISTS idempotency (
  service TEXT NOT NULL,
  actor TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  headers TEXT NOT NULL,
  body TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (service, actor, key)
) STRICT;
CREATE INDEX IF NOT EXISTS idempotency_age ON idempotency (created_at);
`

const retentionMs = 24 * 3_600_000

export interface IdempotentRequest {
  service: string
  actor: string
  key: string
  request: string
}

/** A request of which only the hash is known. */
export type HashedRequest = Omit<IdempotentRequest, 'request'> & { hash: string }

export interface SavedReply {
  status: number
  headers: Record<string, string>
  /** As sent; null for a reply without a body. */
  body: string | null
}

interface Parts {
  store: Store
  clock: Clock
  settings: ServiceSettings
}

/** Returns the hash of a request; keyed, because a request may contain a password that a plain hash would expose to guessing. */
export const hashOfRequest = ({ settings }: Pick<Parts, 'settings'>, request: string) =>
  createHmac('sha256', installationKey(settings)).update(request).digest('hex')

/** Returns the stored reply, if there is one. Throws 4013 when the key was used for another request. */
export function findSavedReply(parts: Parts, attempt: IdempotentRequest): SavedReply | undefined {
  const { store, clock } = parts
  const row = store.get<{ request_hash: string; status: number; headers: string; body: string | null }>(
    'SELECT request_hash, status, headers, body FROM idempotency WHERE service = ? AND actor = ? AND key = ? AND created_at > ?',
    attempt.service,
    attempt.actor,
    attempt.key,
    clock.now() - retentionMs,
  )
  if (!row) return undefined
  if (row.request_hash !== hashOfRequest(parts, attempt.request)) fail(4013)
  return { status: row.status, headers: JSON.parse(row.headers) as Record<string, string>, body: row.body }
}

/** Stores a reply for repeated requests; must run in the transaction of the effect. */
export function saveReply(parts: Parts, attempt: HashedRequest, reply: SavedReply): void {
  const { store, clock } = parts
  store.run('DELETE FROM idempotency WHERE created_at <= ?', clock.now() - retentionMs)
  store.run(
    'INSERT INTO idempotency (service, actor, key, request_hash, status, headers, body, created_at) VALUES (?,?,?,?,?,?,?,?)',
    attempt.service,
    attempt.actor,
    attempt.key,
    attempt.hash,
    reply.status,
    JSON.stringify(reply.headers),
    reply.body,
    clock.now(),
  )
}
