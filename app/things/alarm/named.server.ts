/**
 * Reads alarms by id: in batches if the backend has the extension, else one by one with the calls of the specification.
 */
import type { Alarm } from '#contracts/alarms'
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { operations } from '#contracts/operations'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { envelope, pagesOf } from '~/backend/pages'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'

type Ask = <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>

const inOneCall = 500
/** Maximum number of concurrent calls. */
const atOnce = 8

/** Returns the alarms that exist; other ids are omitted. Throws `ServiceError`. */
export function namedAlarms(ask: Ask, ids: readonly string[]): Promise<Alarm[]> {
  return withFallback(operations.namedAlarms, together, oneByOne)

  async function together(): Promise<Alarm[]> {
    const parts = Array.from({ length: Math.ceil(ids.length / inOneCall) }, (_, at) =>
      ids.slice(at * inOneCall, (at + 1) * inOneCall),
    )
    const found = await inParallel(parts, 2, (alarmIds) =>
      unlessGone(async () => (await ask(operations.namedAlarms, { body: { alarmIds } })).data),
    )
    return found.flat()
  }

  async function oneByOne(): Promise<Alarm[]> {
    return (await inParallel(ids, atOnce, (id) => unlessGone(() => asListed(ask, id)))).flat()
  }
}

/**
 * Reads one alarm. The specification has no such call, so the newest occurrence provides the time raised, and the list
 * is searched at that time.
 */
async function asListed(ask: Ask, id: string): Promise<Alarm[]> {
  const { data } = await ask(operations.findAlarmOccurrences, { path: { id }, body: { pageSize: 1 } })
  const raisedAt = data[0]?.raisedAt
  const moment = Date.parse(raisedAt ?? '')
  if (Number.isNaN(moment)) return []
  const to = new Date(moment + 1).toISOString()
  const read = (after: string | undefined) =>
    ask(operations.findAlarms, { body: { from: raisedAt, to, pageSize: 200, continuationToken: after } })
  for await (const { page } of pagesOf(read, envelope)) {
    const found = page.data.find((alarm) => alarm.id === id)
    if (found) return [found]
  }
  return []
}

/** Error codes of a call if none of the ids exists or is visible to the person. */
const none = ['4003', '4005']

async function unlessGone(work: () => Promise<Alarm[]>): Promise<Alarm[]> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError && none.includes(error.code)) return []
    throw error
  }
}
