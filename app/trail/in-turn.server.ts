/** One search of a session at a time: the next begins when the one before has its answer. */

/** Searches of one session that wait at most, the one at work among them; whoever asks for more is asked to come back. */
const mostWaiting = 12

const turns = new Map<string, { last: Promise<unknown>; waiting: number }>()

/** Throws 503 where too many of this session wait already. */
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
