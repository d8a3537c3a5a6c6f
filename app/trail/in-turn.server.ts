/** Limits searches to one at a time per session. */

/** Maximum number of searches of one session, including the running one; further ones are asked to retry. */
const mostWaiting = 12

const turns = new Map<string, { last: Promise<unknown>; waiting: number }>()

/** Runs a search after the previous ones of its session. Throws a 503 response when too many are queued. */
export async function inTurn<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(sessionId) ?? { last: Promise.resolve(), waiting: 0 }
  if (turn.waiting >= mostWaiting) throw new Response(null, { status: 503, headers: { 'retry-after': '2' } })
  turns.set(sessionId, turn)
  turn.waiting += 1
  const mine = turn.last.then(work, work)
  turn.last = mine.catch(() => undefined)
  try {
    return await mine
  } finally {
    turn.waiting -= 1
    if (turn.waiting === 0) turns.delete(sessionId)
  }
}
