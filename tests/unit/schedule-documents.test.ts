/** The schedule documents of a group that fills many pages: how many calls wait for one another (domain §17). */
import { expect, test } from 'vitest'
import type { Asking } from '../../app/things/schedule/asking.server'
import { scheduleDocuments } from '../../app/things/schedule/find-documents.server'

const perSite = 150
const sites = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ id: `site-${name}`, name }))
const all = sites.flatMap(({ id }) =>
  Array.from({ length: perSite }, (_, at) => ({ deviceId: `${id}-${at}`, siteId: id })),
)

interface Query {
  siteId?: string
  pageSize: number
  continuationToken?: string
}

/** A service whose answers come all together, a round at a time. */
function service() {
  const waiting: (() => void)[] = []
  const later = <T>(answer: T) => new Promise<T>((resolve) => waiting.push(() => resolve(answer)))
  const ask = (endpoint: { path: string }, { query }: { query?: Query }) => {
    if (!query) return later(sites)
    const from = Number(query.continuationToken ?? 0)
    const rows = all.filter(({ siteId }) => query.siteId === undefined || siteId === query.siteId)
    const to = from + query.pageSize
    return later({ data: rows.slice(from, to), continuationToken: to < rows.length ? String(to) : null, endpoint })
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
  return { asking: { ask, read: ask } as unknown as Asking, rounds }
}

const at = { tenantId: 't', customerId: 'c', groupId: 'g' } as never

test('no call waits for more than one other, and they come in the order of the sites', async () => {
  const { asking, rounds } = service()
  const work = scheduleDocuments(asking, { at })
  expect(await rounds(work)).toBe(2)
  const { documents, isCut } = await work
  expect(documents.map(({ deviceId }) => deviceId)).toEqual(all.map(({ deviceId }) => deviceId))
  expect(isCut).toBe(false)
})

test('more than was asked for is told as more', async () => {
  const { asking, rounds } = service()
  const work = scheduleDocuments(asking, { at, most: 300 })
  await rounds(work)
  const { documents, isCut } = await work
  expect([documents.length, isCut]).toEqual([300, true])
})
