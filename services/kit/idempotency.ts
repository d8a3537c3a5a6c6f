/** `Idempotency-Key`: the same request again gets the same answer and no second effect, for 24 hours (domain §0). */
import { createHmac } from 'node:crypto'
import type { Clock } from './clock'
import { installationKey } from './key'
import { refuse } from './refusal'
import type { Settings } from './settings'
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

const kept = 24 * 3_600_000

export interface Given {
  service: string
  actor: string
  key: string
  request: string
}

export interface Kept {
  status: number
  headers: Record<string, string>
  /** As sent; null for an answer without a body. */
  body: string | null
}

interface Parts {
  store: Store
  clock: Clock
  settings: Settings
}

/** Keyed, because a request may hold a password, and a plain hash of it could be guessed at. */
const hashOf = ({ settings }: Parts, request: string) =>
  createHmac('sha256', installationKey(settings)).update(request).digest('hex')

/** The answer given before, if any. Refuses a key that stood for another request (4013). */
export function answerBefore(parts: Parts, given: Given): Kept | undefined {
  const { store, clock } = parts
  const row = store.get<{ request_hash: string; status: number; headers: string; body: string | null }>(
    'SELECT request_hash, status, headers, body FROM idempotency WHERE service = ? AND actor = ? AND key = ? AND created_at > ?',
    given.service,
    given.actor,
    given.key,
    clock.now() - kept,
  )
  if (!row) return undefined
  if (row.request_hash !== hashOf(parts, given.request)) refuse(4013)
  return { status: row.status, headers: JSON.parse(row.headers) as Record<string, string>, body: row.body }
}

/** Keeps an answer for repetition; belongs into the transaction of the effect. */
export function keepAnswer(parts: Parts, given: Given, answer: Kept): void {
  const { store, clock } = parts
  store.run('DELETE FROM idempotency WHERE created_at <= ?', clock.now() - kept)
  store.run(
    'INSERT INTO idempotency (service, actor, key, request_hash, status, headers, body, created_at) VALUES (?,?,?,?,?,?,?,?)',
    given.service,
    given.actor,
    given.key,
    hashOf(parts, given.request),
    answer.status,
    JSON.stringify(answer.headers),
    answer.body,
    clock.now(),
  )
}
