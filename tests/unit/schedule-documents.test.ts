/** The schedule documents of a place that fill many pages: how many calls wait for one another (domain §17). */
import { expect, test } from 'vitest'
import { scheduleDocuments } from '../../app/features/schedule/find-documents.server'
import type { ScheduleReader } from '../../app/features/schedule/schedule-reader.server'

const all = Array.from({ length: 750 }, (_, at) => ({ deviceId: `device-${at}` }))

interface Query {
  pageSize: number
  continuationToken?: string
  ahead?: number
}

/** A service whose answers come all together, a round at a time. */
function service({ looksAhead }: { looksAhead: boolean }) {
  const waiting: (() => void)[] = []
  const call = (_: unknown, { query }: { query: Query }) => {
    const from = Number(query.continuationToken ?? 0)
    const tokenAt = (page: number) => from + page * query.pageSize
    const next = [...Array(query.ahead ?? 0).keys()].map((at) => tokenAt(at + 1)).filter((at) => at < all.length)
    const answer = {
      data: all.slice(from, tokenAt(1)),
      continuationToken: tokenAt(1) < all.length ? String(tokenAt(1)) : null,
      ...(looksAhead ? { ahead: next.map(String) } : {}),
    }
    return new Promise((resolve) => waiting.push(() => resolve(answer)))
  }
  async function rounds(work: Promise<unknown>): Promise<number> {
    let count = 0
    let isOver = false
    work.finally(() => {
      isOver = true
    })
    for (; !isOver && count < 100; ) {
      const now = waiting.splice(0)
      if (now.length > 0) count += 1
      for (const answer of now) answer()
      await new Promise(setImmediate)
    }
    return count
  }
  return { asking: { call, read: call } as unknown as ScheduleReader, rounds }
}

const places = { customer: { tenantId: 't', customerId: 'c' }, group: { tenantId: 't', customerId: 'c', groupId: 'g' } }

test.each(Object.entries(places))('of a %s come in order, and no call waits for more than one other', async (_, at) => {
  const { asking, rounds } = service({ looksAhead: true })
  const work = scheduleDocuments(asking, { at })
  expect(await rounds(work)).toBe(2)
  const { documents, isCut } = await work
  expect(documents).toEqual(all)
  expect(isCut).toBe(false)
})

test('of a service that does not look ahead come page after page', async () => {
  const { asking, rounds } = service({ looksAhead: false })
  const work = scheduleDocuments(asking, { at: places.customer })
  // A hundred, then by two hundred.
  expect(await rounds(work)).toBe(5)
  expect((await work).documents).toEqual(all)
})

test.each([true, false])(
  'that are more than were asked for are told as more (looking ahead: %s)',
  async (looksAhead) => {
    const { asking, rounds } = service({ looksAhead })
    const work = scheduleDocuments(asking, { at: places.group, max: 300 })
    await rounds(work)
    const { documents, isCut } = await work
    expect([documents.length, isCut]).toEqual([300, true])
  },
)
