/** Alarms by their ids: many in a few calls where a backend has such a call, else each as the specification's calls tell it. */
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
/** How many calls wait at the same time. */
const atOnce = 8

/** Those that are there; the others are left out. Throws ServiceError. */
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

/** No call of the specification reads one alarm: its newest occurrence tells when it was raised, and there it is listed. */
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

/** The codes by which a call says that not one of those named is there, or this person's. */
const none = ['4003', '4005']

async function unlessGone(work: () => Promise<Alarm[]>): Promise<Alarm[]> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError && none.includes(error.code)) return []
    throw error
  }
}
