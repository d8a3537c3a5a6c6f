/** Readings of the past in the store of samples, on either engine: they fill what is not known, and change nothing else. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createPostgresSamples } from '../../services/history/postgres-samples'
import { createSampleStore, type SampleStore } from '../../services/history/sample-store'
import { createSqliteSamples } from '../../services/history/sqlite-samples'
import { newDatabase, onPostgres } from '../harness/postgres'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.parse('2026-03-09T12:00:00Z')

let now = start
const clock = { now: () => now }
const log = { error: (problem: unknown) => expect.unreachable(JSON.stringify(problem)) }
const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  now = start
  for (const close of opened.splice(0).reverse()) await close()
})

/** A place for samples that several stores open one after the other. */
async function place(): Promise<() => Promise<SampleStore>> {
  if (onPostgres) {
    const { url, drop } = await newDatabase()
    opened.push(drop)
    return async () => createSampleStore({ engine: await createPostgresSamples(url), clock, log })
  }
  const folder = await mkdtemp(join(tmpdir(), 'plantroom-past-'))
  opened.push(() => rm(folder, { recursive: true, force: true }))
  return async () => createSampleStore({ engine: createSqliteSamples(folder), clock, log })
}

async function openOne(): Promise<SampleStore> {
  const store = await (await place())()
  opened.push(() => store.close())
  return store
}

const good = (at: number, value: number) => ({ at, value, quality: 'good' as const })
const lost = (at: number) => ({ at, value: null, quality: 'lost' as const })
type Readings = Parameters<SampleStore['fill']>[0]['readings']
const fill = (store: SampleStore, readings: Readings, { until = now, pointId = 'a' } = {}) =>
  store.fill({ pointId, isState: false, readings, until })

async function values(store: SampleStore, from: number, to: number, id = 'a', everyMinutes = 1) {
  const read = await store.between([id], { from, to, everyMinutes })
  return (read.get(id) ?? []).map(({ value }) => value)
}

describe('readings of the past', () => {
  it('fill the time in which a controller was silent, and leave what was heard', async () => {
    const store = await openOne()
    store.record([{ ...good(start, 20), pointId: 'a' }])
    now = start + 3 * minute
    store.record([{ ...lost(now), pointId: 'a' }])
    now = start + 9 * minute
    store.record([{ ...good(now, 29), pointId: 'a' }])
    now = start + 12 * minute
    const records = [1, 4, 6, 7, 10].map((at) => good(start + at * minute + 5_000, 100 + at))
    expect(await fill(store, records)).toBe(3)
    // The record before the silence is valid within it; the first of those that follow ends that.
    expect(await values(store, start, now)).toEqual([20, 20, 20, 101, 104, 104, 106, 107, 107, 29, 29, 29])
    expect(await fill(store, records)).toBe(0)
    expect(await values(store, start, now)).toEqual([20, 20, 20, 101, 104, 104, 106, 107, 107, 29, 29, 29])
  })

  it('are valid no longer than their log was kept, until more of it is read', async () => {
    const store = await openOne()
    store.record([{ ...good(start, 20), pointId: 'a' }])
    now = start + minute
    store.record([{ ...lost(now), pointId: 'a' }])
    now = start + 9 * minute
    const [first, second, third] = [
      good(start + 2 * minute, 22),
      good(start + 4 * minute, 24),
      good(start + 7 * minute, 27),
    ]
    await fill(store, [first, second], { until: second.at })
    expect(await values(store, start, now)).toEqual([20, null, 22, 22, 24, null, null, null, null])
    await fill(store, [second, third], { until: third.at + minute })
    expect(await values(store, start, now)).toEqual([20, null, 22, 22, 24, 24, 24, 27, 27])
  })

  it('fill the time in which nothing ran, for their point alone, and once over restarts', async () => {
    const open = await place()
    const first = await open()
    first.record([
      { ...good(start, 20), pointId: 'a' },
      { ...good(start, 5), pointId: 'b' },
    ])
    now = start + 2 * minute
    await first.close()
    now = start + 10 * minute
    const second = await open()
    second.record([
      { ...good(now, 30), pointId: 'a' },
      { ...good(now, 6), pointId: 'b' },
    ])
    now = start + 12 * minute
    expect(await fill(second, [good(start + 4 * minute, 24), good(start + 8 * minute, 28)])).toBe(2)
    await second.close()
    const third = await open()
    opened.push(() => third.close())
    const filled = [20, 20, 20, null, 24, 24, 24, 24, 28, 28, 30, 30]
    expect(await values(third, start, now)).toEqual(filled)
    expect(await fill(third, [good(start + 4 * minute, 24), good(start + 8 * minute, 28)])).toBe(0)
    expect(await values(third, start, now)).toEqual(filled)
    expect(await values(third, start, now, 'b')).toEqual([5, 5, 5, ...Array(7).fill(null), 6, 6])
    // Those of another point that overlap are valid as long as their own say.
    await fill(third, [good(start + 3 * minute, 1), lost(start + 5 * minute), good(start + 9 * minute, 2)], {
      pointId: 'b',
    })
    expect(await values(third, start, now, 'b')).toEqual([5, 5, 5, 1, 1, null, null, null, null, 2, 6, 6])
    expect(await values(third, start, now)).toEqual(filled)
  })

  it('reach back before the first sample, over months, to where history ends', async () => {
    now = Date.parse('2026-03-01T00:03:00Z')
    const begun = now
    const store = await openOne()
    store.record([{ ...good(now, 7), pointId: 'a' }])
    now += 2 * minute
    await fill(store, [
      good(begun - 500 * day, 1),
      good(begun - 90 * day, 2),
      good(begun - 5 * minute, 3),
      good(begun - minute, 4),
      good(now + day, 5),
    ])
    expect(await values(store, begun - 6 * minute, now + minute)).toEqual([2, 3, 3, 3, 3, 4, 7, 7, 7])
    expect(await values(store, begun - 40 * day, begun - 40 * day + minute)).toEqual([2])
    expect(await values(store, begun - 500 * day, begun - 91 * day, 'a', 1_440)).toEqual([])
    // Old months are means then, and read the same.
    await store.tidy()
    expect(await values(store, begun - 90 * day, begun - 30 * day, 'a', 1_440)).toEqual(Array(60).fill(2))
    expect(await fill(store, [good(begun - 89 * day, 9), good(begun - 88 * day, 9)])).toBe(0)
  })

  it('keep a thousand records of a quarter of an hour each', async () => {
    const store = await openOne()
    store.record([{ ...good(now, 0), pointId: 'a' }])
    now = start + minute
    const records = Array.from({ length: 1_000 }, (_, at) => good(start - (1_000 - at) * 15 * minute, at))
    let stored = 0
    for (let first = 0; first < records.length; first += 50)
      stored += await fill(store, records.slice(Math.max(0, first - 1), first + 50), { until: 0 })
    expect(stored).toBe(1_000)
    const kept = await values(store, start - 1_000 * 15 * minute, start, 'a', 15)
    expect(kept).toEqual(records.map(({ value }) => value))
  })
})
