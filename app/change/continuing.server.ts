/**
 * Changes that continue after their response: where controllers take long, the post ends with a redirect to the page of
 * the change, which shows the progress.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { RequestContext } from '~/door/context'

/** How long a post waits for its change once it is sent, ms. */
const patienceMs = 4_000

const continuing = new Set<Promise<void>>()

interface LongWork<Result> {
  work: Promise<Result>
  /** Resolves once something may be sent. */
  began: Promise<void>
  /** Returns the response while the work continues. */
  late(): Response
  context: RequestContext
}

/** Returns the result of the work. Throws the response for late work, which continues without its request. */
export async function continueLate<Result>({ work, began, late, context }: LongWork<Result>): Promise<Result> {
  const timer = new AbortController()
  const ended = work.finally(() => timer.abort())
  const isLate = began.then(() => pause(patienceMs, true, { signal: timer.signal })).catch(() => false)
  const first = await Promise.race([ended.then((result) => ({ result })), isLate])
  if (typeof first === 'object') return first.result
  if (!first) return ended
  const end = ended
    .then(
      () => undefined,
      (error: unknown) => {
        // A redirect to the result, which nobody waits for.
        if (!(error instanceof Response)) context.log.error({ err: error }, 'a change that continued has failed')
      },
    )
    .finally(() => continuing.delete(end))
  continuing.add(end)
  throw late()
}

/** Waits for the changes that continue, at most so long. */
export async function waitForContinuing(maxMs: number): Promise<void> {
  const limit = new AbortController()
  const isOver = pause(maxMs, true, { signal: limit.signal }).catch(() => true)
  while (continuing.size > 0) if (await Promise.race([Promise.all(continuing).then(() => false), isOver])) break
  limit.abort()
}
