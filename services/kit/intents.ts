/**
 * Work at controllers, outside of any transaction: an intent is stored, then the link is asked, then the outcome is
 * stored and the intent deleted. What a crash interrupts is performed again after the start, so work must be repeatable.
 */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { LinkError } from '../link/port'
import type { InFlight } from './in-flight'
import type { Lanes } from './lanes'
import type { Store } from './store'

export const intentSchema = `
CREATE TABLE IF NOT EXISTS intent (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  -- names the request, to find it by its idempotency key
  request_key TEXT,
  -- both as JSON
  work TEXT NOT NULL,
  lanes TEXT NOT NULL,
  -- whether the caller has been answered without the outcome
  is_late INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS intent_by_request ON intent (request_key) WHERE request_key IS NOT NULL;
`

/** How long to wait before a silent controller is tried again. */
const retryMs = 5_000
/** How often interrupted work is tried at a silent controller before its outcome counts as not known. */
const maxResumed = 12

/** What came of the work: the answer of the link, or why there is none. */
export type LinkOutcome<Answer> = { answer: Answer } | { error: unknown }

/** How work is performed. */
export interface WorkAttempt {
  /** Whether it may have had its effect already. */
  mayHaveRun: boolean
  /** Whether it is done again where it had none; otherwise only its outcome is read. */
  mayRepeat: boolean
}

/** Work of one kind. */
export interface IntentKind<Work, Answer, Result> {
  /** Makes the requests to the link; those of work that may have run before may have had their effect already. */
  perform(work: Work, details: WorkAttempt): Promise<Answer>
  /** Stores the outcome; runs in the transaction that deletes the intent. */
  complete(work: Work, outcome: LinkOutcome<Answer>, details: { isLate: boolean }): Result
  /** Whether a silent controller is tried until it answers, even when somebody waits. */
  isPatient?: boolean
}

export interface Intents {
  /** Registers a kind of work. */
  on<Work, Answer, Result>(kind: string, definition: IntentKind<Work, Answer, Result>): void
  /** Stores an intent and returns its id; must run in a transaction. Resumed work keeps its order within `lanes`. */
  store(kind: string, work: unknown, options?: { lanes?: readonly string[]; requestKey?: string | null }): string
  /** Stores an intent within a transaction that nobody waits for, and performs it after that. */
  begin(kind: string, work: unknown, lanes: readonly string[]): void
  /** Returns the pending intent of a request. */
  findByRequest(requestKey: string): { id: string; work: string } | undefined
  /** Performs a stored intent and resolves with what `complete` returned. Rejects with `Postponed`. */
  run<Result>(id: string): Promise<Result>
  /** Marks that the caller has been answered without the outcome; returns false when there is one. */
  markLate(id: string): boolean
  /** Performs again what was interrupted; a silent controller is tried until it answers. */
  resume(): void
  /** Ends all retries. */
  stop(): void
}

interface IntentRow {
  id: string
  kind: string
  work: string
}

/** Rejects work whose controller is silent and will be tried again. */
export class Postponed extends Error {}

interface Parts {
  store: Store
  inFlight: InFlight
  lanes: Lanes
  log: Logger
}

/** Returns the error of a controller that does not answer; null for any other outcome. */
function silenceIn(outcome: LinkOutcome<unknown>): LinkError | null {
  if (!('error' in outcome) || !(outcome.error instanceof LinkError)) return null
  return outcome.error.refusal === 'unreachable' ? outcome.error : null
}

export function createIntents({ store, inFlight, lanes, log }: Parts): Intents {
  const kinds = new Map<string, IntentKind<unknown, unknown, unknown>>()
  const running = new Map<string, Promise<unknown>>()
  /** The next attempts, by intent. */
  const timers = new Map<string, NodeJS.Timeout>()
  /** Work whose link ended before the answer. */
  const unanswered = new Set<string>()
  const tries = new Map<string, number>()

  const perform = async (id: string, isStored: boolean): Promise<unknown> => {
    const isResumed = isStored || tries.has(id)
    const row = store.get<IntentRow>('SELECT id, kind, work FROM intent WHERE id = ?', id)
    const definition = row && kinds.get(row.kind)
    if (!definition) throw new Error(`There is no work for the intent ${id}`)
    const work: unknown = JSON.parse(row.work)
    let outcome: LinkOutcome<unknown> = await definition
      .perform(work, { mayHaveRun: isResumed, mayRepeat: !unanswered.has(id) })
      .then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      )
    const silence = silenceIn(outcome)
    const mayHaveRun = silence !== null && (isResumed || silence.mayHaveRun)
    const tried = tries.get(id) ?? 0
    if (silence && (definition.isPatient || (mayHaveRun && tried < maxResumed))) {
      if (silence.mayHaveRun) unanswered.add(id)
      if (!timers.has(id)) {
        tries.set(id, tried + 1)
        retry(id)
      }
      throw new Postponed()
    }
    tries.delete(id)
    unanswered.delete(id)
    if (mayHaveRun) outcome = { error: new LinkError('unreachable', null, true) }
    return store.transaction(() => {
      const isLate = isResumed || store.get('SELECT 1 FROM intent WHERE id = ? AND is_late = 1', id) !== undefined
      store.run('DELETE FROM intent WHERE id = ?', id)
      return definition.complete(work, outcome, { isLate })
    })
  }

  const start = (id: string, isResumed: boolean): Promise<unknown> => {
    const current = running.get(id)
    if (current) return current
    const one = inFlight.track(() => perform(id, isResumed)).finally(() => running.delete(id))
    running.set(id, one)
    return one
  }

  const resumeOne = (id: string) => {
    const row = store.get<{ lanes: string }>('SELECT lanes FROM intent WHERE id = ?', id)
    if (!row) return
    const outcome = lanes.enter(JSON.parse(row.lanes) as string[], () => {
      const done = start(id, true)
      return { first: done, last: done }
    })
    outcome.catch((error: unknown) => {
      if (!(error instanceof Postponed)) log.error({ err: error, intent: id }, 'work at a controller failed')
    })
  }

  const retry = (id: string) => {
    if (inFlight.shutdown.aborted) return
    const timer = setTimeout(() => {
      timers.delete(id)
      resumeOne(id)
    }, retryMs)
    timers.set(id, timer.unref())
  }

  const save: Intents['store'] = (kind, work, { lanes: names = [], requestKey = null } = {}) => {
    const id = randomUUID()
    store.run(
      'INSERT INTO intent (id, kind, request_key, work, lanes) VALUES (?,?,?,?,?)',
      id,
      kind,
      requestKey,
      JSON.stringify(work),
      JSON.stringify(names),
    )
    return id
  }

  return {
    on: (kind, definition) => void kinds.set(kind, definition as IntentKind<unknown, unknown, unknown>),
    store: save,
    begin(kind, work, lanes) {
      const id = save(kind, work, { lanes })
      setImmediate(() => {
        if (!inFlight.shutdown.aborted) resumeOne(id)
      })
    },
    findByRequest: (requestKey) =>
      store.get<{ id: string; work: string }>('SELECT id, work FROM intent WHERE request_key = ?', requestKey),
    run: <Result>(id: string) => start(id, false) as Promise<Result>,
    markLate: (id) => store.run('UPDATE intent SET is_late = 1 WHERE id = ?', id) > 0,
    resume() {
      for (const { id } of store.all<{ id: string }>('SELECT id FROM intent ORDER BY rowid')) resumeOne(id)
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
