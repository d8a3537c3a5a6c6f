/** The store of real samples, on either engine: what was reported is read, and nothing else. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, describe, expect, it } from 'vitest'
import { createPostgresSamples } from '../../services/history/postgres-samples'
import { createSampleStore, type ReportedSample, type SampleStore } from '../../services/history/sample-store'
import { createSqliteSamples } from '../../services/history/sqlite-samples'
import { newDatabase, onPostgres } from '../harness/postgres'

/** Below node_modules, so that its packages are found. */
const program = 'node_modules/.cache/test-samples/writer.js'
const minute = 60_000
const day = 24 * 60 * minute
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
    return async () => opens(createSampleStore({ engine: await createPostgresSamples(url), clock, log }))
  }
  const folder = await mkdtemp(join(tmpdir(), 'plantroom-samples-'))
  opened.push(() => rm(folder, { recursive: true, force: true }))
  return async () => opens(createSampleStore({ engine: createSqliteSamples(folder), clock, log }))
}
function opens(store: SampleStore): SampleStore {
  opened.push(() => store.close())
  return store
}
const open = async () => (await place())()

const report = (pointId: string, at: number, value: ReportedSample['value'], more: Partial<ReportedSample> = {}) => ({
  pointId,
  at,
  value,
  quality: 'good' as const,
  ...more,
})
/** Readings as `minutes since the start: value`. */
async function readings(store: SampleStore, from = start, to = now + 1, id = 'a', everyMinutes = 1) {
  const read = await store.between([id], { from, to, everyMinutes })
  return (read.get(id) ?? []).map(({ at, value, quality }) => {
    const shown = [(at - start) / minute, value]
    return quality === 'uncertain' ? [...shown, quality] : shown
  })
}

describe('a store of samples', () => {
  it('reads each value until the next one, up to now', async () => {
    const store = await open()
    store.record([report('a', start, 20)])
    now = start + 2 * minute
    store.record([report('a', now, 21.5)])
    now = start + 3.5 * minute
    expect(await readings(store, start - 2 * minute, start + day)).toEqual([
      [0, 20],
      [1, 20],
      [2, 21.5],
      [3, 21.5],
    ])
    expect(await readings(store, start + 3 * minute)).toEqual([[3, 21.5]])
    expect(await readings(store, now + minute, now + day)).toEqual([])
    expect([...(await store.last(['a', 'b'], now + day))]).toEqual([
      ['a', { at: start + 3 * minute, value: 21.5, quality: 'good' }],
    ])
    expect([...(await store.between(['b'], { from: start, to: now, everyMinutes: 1 }))]).toEqual([['b', []]])
  })

  it('has values of every kind', async () => {
    const store = await open()
    store.record([report('a', start, true), report('b', start, 'Auto'), report('c', start, 3, { isState: true })])
    store.record([report('d', start, -0.1)])
    expect([...(await store.last(['a', 'b', 'c', 'd'], now))].map(([id, { value }]) => [id, value])).toEqual([
      ['a', true],
      ['b', 'Auto'],
      ['c', 3],
      ['d', -0.1],
    ])
  })

  it('has one value a minute, the last, and a change of quality is a change', async () => {
    const store = await open()
    store.record([report('a', start, 1), report('a', start + 20_000, 2), report('a', start + 40_000, 3)])
    now = start + minute
    store.record([report('a', now, 3, { quality: 'uncertain' })])
    now = start + 2 * minute
    store.record([report('a', now, null, { quality: 'lost' })])
    now = start + 4 * minute
    store.record([report('a', now, 3)])
    expect(await readings(store)).toEqual([
      [0, 3],
      [1, 3, 'uncertain'],
      [2, null],
      [3, null],
      [4, 3],
    ])
  })

  it('takes late reports where they belong, and those of a clock that is ahead now', async () => {
    const store = await open()
    store.record([report('a', start, 5)])
    now = start + 10 * minute
    store.record([report('a', now, 5), report('a', start + 4 * minute, 6), report('b', now + day, 9)])
    expect((await readings(store)).map(([, value]) => value)).toEqual([5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 5])
    expect(await readings(store, start, now + 1, 'b')).toEqual([[10, 9]])
  })

  it('goes on when the clock goes back', async () => {
    const store = await open()
    store.record([report('a', start, 1)])
    now = start + 5 * minute
    store.record([report('a', now, 2)])
    await store.flush()
    now = start + 2 * minute
    store.record([report('a', now, 3)])
    expect(await readings(store)).toEqual([
      [0, 1],
      [1, 1],
      [2, 3],
    ])
    now = start + 7 * minute
    store.record([report('a', now, 4)])
    expect(await readings(store)).toEqual([
      [0, 1],
      [1, 1],
      [2, 3],
      [3, 3],
      [4, 3],
      [5, 2],
      [6, 2],
      [7, 4],
    ])
  })

  it('has a gap while nothing was recorded, until the point is heard again', async () => {
    const opens = await place()
    const first = await opens()
    first.record([report('a', start, 20)])
    now = start + 2 * minute
    await first.flush()
    now = start + 4 * minute
    const second = await opens()
    now = start + 5 * minute
    second.record([report('a', now, 20)])
    expect(await readings(second)).toEqual([
      [0, 20],
      [1, 20],
      [2, 20],
      [3, null],
      [4, null],
      [5, 20],
    ])
    expect((await second.last(['a'], start + 4 * minute)).get('a')?.quality).toBe('lost')
  })

  it('goes over the end of a month without a break', async () => {
    now = Date.parse('2026-03-31T23:58:00Z')
    const from = now
    const store = await open()
    store.record([report('a', now, 7)])
    now += minute
    await store.flush()
    now += 3 * minute
    await store.flush()
    expect((await readings(store, from)).map(([, value]) => value)).toEqual([7, 7, 7, 7, 7])
    expect((await readings(store, from + 3 * minute)).map(([, value]) => value)).toEqual([7, 7])
  })

  it('has means of five minutes after 35 days, the last of a state, and nothing after 400', async () => {
    const store = await open()
    const state = (value: number, at: number) => report('b', at, value, { isState: true })
    for (let index = 0; index < 20; index++) {
      now = start + index * minute
      store.record([report('a', now, index), state(1 + (index % 4), now)])
      if (index === 12) store.record([report('c', now, null, { quality: 'lost' }), report('d', now, 4)])
    }
    now = start + 20 * minute
    store.record([report('a', now, null, { quality: 'lost' })])
    await store.flush()
    now = start + 30 * day
    await store.tidy()
    expect(await readings(store, start, start + 3 * minute)).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ])
    now = start + 60 * day
    await store.tidy()
    const [from, to] = [start, start + 25 * minute]
    expect(await readings(store, from, to, 'a', 5)).toEqual([
      [0, 2],
      [5, 7],
      [10, 12],
      [15, 17],
      [20, null],
    ])
    expect(await readings(store, from, to, 'b', 5)).toEqual([
      [0, 1],
      [5, 2],
      [10, 3],
      [15, 4],
      [20, 4],
    ])
    expect(await readings(store, from, to, 'd', 5)).toEqual([
      [10, 4],
      [15, 4],
      [20, 4],
    ])
    // Reports that old are of no minute any more.
    store.record([report('a', start, 99)])
    expect(await readings(store, from, start + 1)).toEqual([[0, 2]])
    now = start + 430 * day
    await store.tidy()
    expect(await readings(store, from, to)).toEqual([])
  })

  it('reads no more than it can hold', async () => {
    const store = await open()
    expect(() => store.between(['a'], { from: 0, to: now, everyMinutes: 1 })).toThrow(RangeError)
  })
})

describe.skipIf(onPostgres)('files of samples', () => {
  it('are one a month, dropped whole', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plantroom-samples-'))
    opened.push(() => rm(folder, { recursive: true, force: true }))
    const store = opens(createSampleStore({ engine: createSqliteSamples(folder), clock, log }))
    const files = async () => (await readdir(folder)).filter((name) => name.endsWith('.sqlite')).sort()
    for (const at of [start, start + 40 * day]) {
      now = at
      store.record([report('a', now, 1)])
      await store.flush()
    }
    expect(await files()).toEqual(['samples-2026-03.sqlite', 'samples-2026-04.sqlite'])
    now = start + 60 * day
    await store.tidy()
    expect(await files()).toEqual(['means-2026-03.sqlite', 'samples-2026-04.sqlite'])
    now = start + 430 * day
    await store.tidy()
    expect(await files()).toEqual(['means-2026-04.sqlite'])
  })

  it('keep every stored batch when the process is killed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plantroom-samples-'))
    opened.push(() => rm(folder, { recursive: true, force: true }))
    await build({
      entryPoints: ['tests/harness/sample-writer.ts'],
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      outfile: program,
    })
    const writer = fork(program, [folder, String(start)])
    let stored = 0
    writer.on('message', (count: number) => {
      stored = count
      if (count >= 20) writer.kill('SIGKILL')
    })
    await once(writer, 'exit')
    now = start + day
    const store = opens(createSampleStore({ engine: createSqliteSamples(folder), clock, log }))
    const read = await readings(store, start, start + stored * minute)
    expect(read).toEqual(Array.from({ length: stored }, (_, index) => [index, index]))
  })
})
