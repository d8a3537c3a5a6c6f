/** Limits searches to one at a time per session. */

/** Maximum number of searches of one session, including the running one; further ones are asked to retry. */
const maxWaiting = 12

const queues = new Map<string, { last: Promise<unknown>; waiting: number }>()

/** Runs a search after the previous ones of its session. Throws a 503 response when too many are queued. */
export async function queueSearch<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(sessionId) ?? { last: Promise.resolve(), waiting: 0 }
  if (queue.waiting >= maxWaiting) throw new Response(null, { status: 503, headers: { 'retry-after': '2' } })
  queues.set(sessionId, queue)
  queue.waiting += 1
  const result = queue.last.then(work, work)
  queue.last = result.catch(() => undefined)
  try {
    return await result
  } finally {
    queue.waiting -= 1
    if (queue.waiting === 0) queues.delete(sessionId)
  }
}
