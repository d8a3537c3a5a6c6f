/**
 * Background jobs: one table and a loop on the clock. A job and its effects are one transaction, so after a crash it is
 * either done or still due (design §10, domain §12.1).
 */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, timestamp } from './clock'
import type { Store } from './store'

export const jobsSchema = `
CREATE TABLE IF NOT EXISTS job (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  due_at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS job_due ON job (due_at, seq);
CREATE TABLE IF NOT EXISTS job_log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL
) STRICT;
`

const tickMs = 250
/** How long jobs may run before waiting requests get a turn. */
const turnMs = 100
/** After this many failures a job stays in the table, far in the future, for inspection. */
const maxAttempts = 5
const retryDelayMs = 1_000
const parkedForMs = 365 * 24 * 3_600_000

type JobHandler<Payload> = (payload: Payload, at: number) => void

export interface Jobs {
  /**
   * Registers the handler of a kind of job of the simulation. `at` is when it was due, which the clock also returns
   * meanwhile, so that what is simulated is the same after a pause of the process. All its writes are one transaction.
   */
  on<Payload>(kind: string, handler: JobHandler<Payload>): void
  /**
   * Registers the handler of a kind of job of the services themselves. `at` is the current time, which the clock also
   * returns: after a pause of the process it is later than the job was due. All its writes are one transaction.
   */
  onRealTime<Payload>(kind: string, handler: JobHandler<Payload>): void
  /** Schedules a job at `dueAt` (ms) and returns its id. With `id`, a later call replaces the earlier job. */
  schedule(kind: string, dueAt: number, payload: unknown, id?: string): string
  cancel(id: string): void
  /**
   * Runs every job due until `until`, in order of due time, then of scheduling; with `turnMs`, for about that many
   * milliseconds. Returns the time it reached: `until`, or the due time of the last job it ran.
   */
  runDue(until: number, turnMs?: number): number
  /**
   * Ends the turn after the job that runs: what awaits its outcome goes on before the next job, at the time of this one.
   */
  endTurn(): void
  start(): void
  stop(): void
  /** Returns the log after entry `since`; empty unless it is kept. */
  logSince(since: number): { seq: number; at: string; kind: string; payload: unknown }[]
}

interface Row {
  seq: number
  id: string
  due_at: number
  kind: string
  payload: string
  attempts: number
}

interface Parts {
  store: Store
  clock: Clock
  log: Logger
  /** Whether to keep a log of finished jobs. */
  keepLog: boolean
}

export function createJobs({ store, clock, log, keepLog }: Parts): Jobs {
  const handlers = new Map<string, { run: JobHandler<unknown>; isRealTime: boolean }>()
  let timer: NodeJS.Timeout | undefined
  let isTurnOver = false

  const runOne = (row: Row) => {
    const handler = handlers.get(row.kind)
    // While the clock is moved forward, it reaches the job at its due time.
    const at = handler?.isRealTime ? Math.max(row.due_at, clock.now()) : row.due_at
    try {
      if (!handler) throw new Error(`There is no handler for jobs of kind ${row.kind}`)
      clock.runAt(at, () =>
        store.transaction(() => {
          const last = store.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'job'")?.seq ?? 0
          store.run('DELETE FROM job WHERE seq = ?', row.seq)
          if (keepLog) store.run('INSERT INTO job_log (at, kind, payload) VALUES (?,?,?)', at, row.kind, row.payload)
          handler.run(JSON.parse(row.payload), at)
          rejectStandstill(row, last)
        }),
      )
    } catch (error) {
      const attempts = row.attempts + 1
      log.error({ err: error, kind: row.kind, attempts }, 'a job failed')
      const wait = attempts < maxAttempts ? retryDelayMs * 2 ** attempts : parkedForMs
      store.run('UPDATE job SET attempts = ?, due_at = ? WHERE seq = ?', attempts, at + wait, row.seq)
    }
  }

  /** A job that reschedules itself no later than it was due would run forever and block all others. */
  const rejectStandstill = ({ kind, payload, due_at }: Row, last: number) => {
    const again = store.get(
      'SELECT 1 FROM job WHERE seq > ? AND kind = ? AND payload = ? AND due_at <= ?',
      last,
      kind,
      payload,
      due_at,
    )
    if (again) throw new Error(`A job of kind ${kind} reschedules itself no later than it was due`)
  }

  const runDue = (until: number, turnMs = Number.POSITIVE_INFINITY) => {
    const startedAt = performance.now()
    for (;;) {
      const row = store.get<Row>('SELECT * FROM job WHERE due_at <= ? ORDER BY due_at, seq LIMIT 1', until)
      if (!row) return until
      isTurnOver = false
      runOne(row)
      const isLimited = Number.isFinite(turnMs)
      if (isLimited && (isTurnOver || performance.now() - startedAt > turnMs)) return row.due_at
    }
  }

  const tick = () => {
    const now = clock.now()
    const isBehind = runDue(now, turnMs) < now
    timer = setTimeout(tick, isBehind ? 0 : tickMs)
    timer.unref()
  }

  clock.onAdvance((target) => runDue(target, turnMs))

  return {
    on: (kind, run) => void handlers.set(kind, { run: run as JobHandler<unknown>, isRealTime: false }),
    onRealTime: (kind, run) => void handlers.set(kind, { run: run as JobHandler<unknown>, isRealTime: true }),
    schedule(kind, dueAt, payload, id) {
      const name = id ?? randomUUID()
      store.run('DELETE FROM job WHERE id = ?', name)
      store.run(
        'INSERT INTO job (id, due_at, kind, payload) VALUES (?,?,?,?)',
        name,
        Math.ceil(dueAt),
        kind,
        JSON.stringify(payload ?? null),
      )
      return name
    },
    cancel: (id) => void store.run('DELETE FROM job WHERE id = ?', id),
    runDue,
    endTurn: () => {
      isTurnOver = true
    },
    start: () => {
      timer = setTimeout(tick, tickMs)
      timer.unref()
    },
    stop: () => clearTimeout(timer),
    logSince: (since) =>
      store
        .all<{ seq: number; at: number; kind: string; payload: string }>(
          'SELECT * FROM job_log WHERE seq > ? ORDER BY seq',
          since,
        )
        .map(({ seq, at, kind, payload }) => ({
          seq,
          at: timestamp(at),
          kind,
          payload: JSON.parse(payload) as unknown,
        })),
  }
}
