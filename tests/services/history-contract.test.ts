/** What every history promises, whatever stands behind a point: the simulated one, and the stores of samples. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { History } from '../../services/history/history'
import { createPostgresSamples } from '../../services/history/postgres-samples'
import { createSampleStore, type SampleStore } from '../../services/history/sample-store'
import { createSqliteSamples } from '../../services/history/sqlite-samples'
import { seedId } from '../../services/kit/deterministic'
import { recordDown, recordUp } from '../../services/link/connection'
import { newDatabase, onPostgres } from '../harness/postgres'
import { startTestServices } from '../harness/services'

const minute = 60_000
const hour = 60 * minute

/** A history that has run for three hours, of which its points were lost for a part. */
interface Subject {
  history: History
  /** Numbers and states. */
  pointIds: string[]
  now: number
  /** While nothing was heard. */
  silence: { from: number; to: number }
  close(): Promise<unknown>
}

async function simulatedSubject(): Promise<Subject> {
  const services = await startTestServices()
  const { world } = services
  const device = seedId('device', 'story-2')
  await services.call('site', `GET /devices/${device}/points`, { as: 'amelie' })
  const rows = world.store.all<{ id: string }>('SELECT id FROM point WHERE device_id = ? ORDER BY id', device)
  world.clock.advance(2 * hour)
  const from = world.clock.now()
  world.store.transaction(() => recordDown(world, device))
  world.clock.advance(20 * minute)
  const to = world.clock.now()
  world.store.transaction(() => recordUp(world, device))
  world.clock.advance(40 * minute + 30_000)
  return {
    history: world.histories.of(device),
    pointIds: rows.map(({ id }) => id),
    now: world.clock.now(),
    silence: { from, to },
    close: () => services.close(),
  }
}

async function storedSubject(): Promise<Subject> {
  const start = Date.parse('2026-03-09T12:00:00Z')
  let now = start
  const parts = { clock: { now: () => now }, log: { error: (one: unknown) => expect.unreachable(JSON.stringify(one)) } }
  let samples: SampleStore
  let drop: () => Promise<unknown>
  if (onPostgres) {
    const database = await newDatabase()
    drop = database.drop
    samples = createSampleStore({ engine: await createPostgresSamples(database.url), ...parts })
  } else {
    const folder = await mkdtemp(join(tmpdir(), 'plantroom-contract-'))
    drop = () => rm(folder, { recursive: true, force: true })
    samples = createSampleStore({ engine: createSqliteSamples(folder), ...parts })
  }
  const silence = { from: start + 2 * hour, to: start + 2 * hour + 20 * minute }
  for (; now < start + 3 * hour; now += minute) {
    const index = (now - start) / minute
    const isSilent = now >= silence.from && now < silence.to
    for (const [pointId, value] of [
      ['temperature', 20 + Math.sin(index / 20)],
      ['fan', index % 40 < 25],
      ['mode', 1 + (index % 3)],
    ] as const) {
      const lost = { value: null, quality: 'lost' as const }
      const heard = { value, quality: 'good' as const }
      samples.record([{ pointId, at: now, isState: pointId !== 'temperature', ...(isSilent ? lost : heard) }])
    }
  }
  now += 30_000
  return {
    history: samples,
    pointIds: ['temperature', 'fan', 'mode'],
    now,
    silence,
    close: () => samples.close().then(drop),
  }
}

const subjects = [
  ...(onPostgres ? [] : [{ name: 'simulated', open: simulatedSubject }]),
  { name: onPostgres ? 'PostgreSQL' : 'SQLite', open: storedSubject },
]

describe.each(subjects)('a history ($name)', ({ open }) => {
  let subject: Subject
  beforeAll(async () => {
    subject = await open()
  })
  afterAll(() => subject.close())

  const window = (from: number, to: number, everyMinutes = 1) =>
    subject.history.between(subject.pointIds, { from, to, everyMinutes })
  const start = () => Math.floor(subject.now / minute) * minute - 150 * minute

  it('ends now, whatever the window, and has nothing later', async () => {
    for (const [, own] of await window(start(), subject.now + 48 * hour))
      expect([own.length, own.at(-1)?.at]).toEqual([151, start() + 150 * minute])
    const later = await window(subject.now + minute, subject.now + hour)
    expect([...later.values()].flat()).toEqual([])
    const minutes = await subject.history.minutes(subject.pointIds, { from: start(), to: subject.now + 48 * hour })
    expect([...minutes.values()].map((own) => own.length)).toEqual(subject.pointIds.map(() => 151))
  })

  it('reads the same of a moment, whatever the window is cut to and however many minutes apart', async () => {
    const whole = await window(start(), subject.now)
    const part = await window(start() + 30 * minute, start() + 70 * minute)
    const sparse = await window(start(), subject.now, 15)
    for (const id of subject.pointIds) {
      const own = whole.get(id) ?? []
      expect(part.get(id)).toEqual(own.filter(({ at }) => at >= start() + 30 * minute && at < start() + 70 * minute))
      const moments = new Set(sparse.get(id)?.map(({ at }) => at))
      expect(moments.size).toBe(11)
      expect(sparse.get(id)).toEqual(own.filter(({ at }) => moments.has(at)))
    }
  })

  it('has in its minutes what can be trusted of its readings', async () => {
    const readings = await window(start(), subject.now)
    const minutes = await subject.history.minutes(subject.pointIds, { from: start(), to: subject.now })
    for (const id of subject.pointIds)
      expect(minutes.get(id)).toEqual(
        readings.get(id)?.map(({ value, quality }) => (quality === 'good' ? value : null)),
      )
  })

  it('has a gap while nothing was heard, also in the last reading of then', async () => {
    const { from, to } = subject.silence
    const readings = await window(start(), subject.now)
    for (const own of readings.values())
      for (const { at, value, quality } of own) {
        const isLost = at >= from && at < to
        expect([at, value === null, quality]).toEqual([at, isLost, isLost ? 'lost' : 'good'])
      }
    const [before, within, after] = await Promise.all(
      [from - minute, from + 5 * minute, to + minute].map((at) => subject.history.last(subject.pointIds, at)),
    )
    for (const id of subject.pointIds)
      expect([before, within, after].map((last) => last?.get(id)?.quality)).toEqual(['good', 'lost', 'good'])
  })

  it('has as its last reading the one before a moment, and none later than now', async () => {
    const readings = await window(start(), subject.now)
    for (const at of [start() + 45 * minute, subject.now, subject.now + hour]) {
      const last = await subject.history.last(subject.pointIds, at)
      for (const id of subject.pointIds)
        expect(last.get(id)).toEqual(readings.get(id)?.findLast((reading) => reading.at <= at))
    }
  })

  it('knows nothing of a point that is not there', async () => {
    const range = { from: start(), to: subject.now }
    const [readings, minutes, last] = await Promise.all([
      subject.history.between(['nowhere'], { ...range, everyMinutes: 1 }),
      subject.history.minutes(['nowhere'], range),
      subject.history.last(['nowhere'], subject.now),
    ])
    expect([readings.get('nowhere') ?? [], last.size]).toEqual([[], 0])
    expect((minutes.get('nowhere') ?? []).filter((value) => value !== null)).toEqual([])
  })

  it('expects, where it can, what it read so far and as much again', async () => {
    const { history, pointIds, now } = subject
    const expected = history.expected?.(pointIds, { from: start(), to: now + hour })
    if (!expected) return
    const minutes = await history.minutes(pointIds, { from: start(), to: now })
    for (const id of pointIds) {
      expect(expected.get(id)?.slice(0, 151)).toEqual(minutes.get(id))
      expect(
        expected
          .get(id)
          ?.slice(151)
          .filter((value) => value === null),
      ).toEqual([])
    }
  })
})
