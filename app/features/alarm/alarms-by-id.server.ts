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

type Call = <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>

const maxPerCall = 500
/** Maximum number of concurrent calls. */
const maxConcurrent = 8

/** Returns the alarms that exist; other ids are omitted. Throws `ServiceError`. */
export function alarmsById(call: Call, ids: readonly string[]): Promise<Alarm[]> {
  return withFallback(operations.namedAlarms, inBatches, oneByOne)

  async function inBatches(): Promise<Alarm[]> {
    const parts = Array.from({ length: Math.ceil(ids.length / maxPerCall) }, (_, at) =>
      ids.slice(at * maxPerCall, (at + 1) * maxPerCall),
    )
    const lists = await inParallel(parts, 2, (alarmIds) =>
      emptyIfNotFound(async () => (await call(operations.namedAlarms, { body: { alarmIds } })).data),
    )
    return lists.flat()
  }

  async function oneByOne(): Promise<Alarm[]> {
    return (await inParallel(ids, maxConcurrent, (id) => emptyIfNotFound(() => findInList(call, id)))).flat()
  }
}

/**
 * Reads one alarm. The specification has no such call, so the newest occurrence provides the time raised, and the list
 * is searched at that time.
 */
async function findInList(call: Call, id: string): Promise<Alarm[]> {
  const { data } = await call(operations.findAlarmOccurrences, { path: { id }, body: { pageSize: 1 } })
  const raisedAt = data[0]?.raisedAt
  const moment = Date.parse(raisedAt ?? '')
  if (Number.isNaN(moment)) return []
  const to = new Date(moment + 1).toISOString()
  const read = (after: string | undefined) =>
    call(operations.findAlarms, { body: { from: raisedAt, to, pageSize: 200, continuationToken: after } })
  for await (const { page } of pagesOf(read, envelope)) {
    const match = page.data.find((alarm) => alarm.id === id)
    if (match) return [match]
  }
  return []
}

/** Error codes of a call if none of the ids exists or is visible to the person. */
const notFoundCodes = ['4003', '4005']

async function emptyIfNotFound(work: () => Promise<Alarm[]>): Promise<Alarm[]> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError && notFoundCodes.includes(error.code)) return []
    throw error
  }
}
