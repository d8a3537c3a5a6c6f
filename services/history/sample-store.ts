/**
 * The history of real controllers: what their links report, change by change, one sample a minute at most. Values are
 * valid until the next one, but never over a time in which nothing was recorded: gaps stay gaps.
 */
import type { Logger } from 'pino'
import type { Value } from '../contracts/points'
import type { Clock } from '../kit/clock'
import { breaksBetween, bridgedSamples } from './bridged-samples'
import {
  type Awaitable,
  type History,
  type HistoryReading,
  historyDays,
  minuteMs,
  type PastReadings,
  type ReadingQuality,
} from './history'
import { fillHoles, pastSamples } from './past-samples'
import { whenRead } from './points'
import { createSampleBatch } from './sample-batch'
import {
  type MinuteWindow,
  meanMinutes,
  monthOf,
  type Recording,
  readerOfSamples,
  readingOfSample,
  type Sample,
  type SampleEngine,
} from './samples'

/** A value that a link reports. */
export interface ReportedSample {
  pointId: string
  /** Milliseconds since 1970. */
  at: number
  /** Null when lost. */
  value: Value | null
  quality: ReadingQuality
  /** Whether a number is one of several states. */
  isState?: boolean
}

export interface SampleStore extends History {
  fill(past: PastReadings): Promise<number>
  /** Takes what links report, in any order; it is stored with the next batch. */
  record(samples: readonly ReportedSample[]): void
  /**
   * Continues points over a break of the recording, which began after a moment (ms), and in which all their changes are
   * reported. `silences` are moments at which they counted as lost.
   */
  bridge(pointIds: readonly string[], broken: { after: number; silences: readonly number[] }): Promise<void>
  /** Stores what was reported so far. */
  flush(): Awaitable<void>
  /** Replaces old minutes by means and forgets what is too old. */
  tidy(): Promise<void>
  close(): Promise<void>
}

const dayMinutes = 24 * 60
/** Minutes are kept for 35 days, then means. */
const minutesKeptFor = 35 * dayMinutes
const keptFor = historyDays * dayMinutes
/** Later reports are of minutes that may already be means. */
const latestReport = 34 * dayMinutes
const flushEveryMs = 5_000
const tidyEveryMs = 60 * minuteMs
const maxBatch = 2_000
/** Most readings of all points together in one read. */
const maxReadings = 1_000_000

function requireCount(readings: number): void {
  if (readings > maxReadings) throw new RangeError('Too many readings in one read')
}

interface Parts {
  engine: SampleEngine
  clock: Pick<Clock, 'now'>
  log: Pick<Logger, 'error'>
}

type SampleReader = ReturnType<typeof readerOfSamples>

function readingsOf(
  read: SampleReader,
  { first, end, everyMinutes }: { first: number; end: number; everyMinutes: number },
): HistoryReading[] {
  const readings: HistoryReading[] = []
  for (let minute = first; minute < end; minute += everyMinutes) {
    const sample = read(minute)
    if (sample) readings.push(readingOfSample(sample, minute))
  }
  return readings
}

const trustedValuesOf = (read: SampleReader, first: number, end: number): (Value | null)[] =>
  Array.from({ length: end - first }, (_, index) => {
    const sample = read(first + index)
    return sample && sample !== 'lost' && sample.quality === 'good' ? sample.value : null
  })

export function createSampleStore({ engine, clock, log }: Parts): SampleStore {
  const minuteNow = () => Math.floor(clock.now() / minuteMs)
  const batch = createSampleBatch()
  let recording: Recording = { from: minuteNow(), until: minuteNow() }
  let writing: Promise<void> | undefined

  const flush = (): Awaitable<void> => {
    if (writing) return writing.then(() => (batch.size() > 0 ? flush() : undefined))
    const minute = minuteNow()
    const recordings: Recording[] = []
    if (monthOf(minute).start > recording.until) {
      const begun = batch.beginMonth(recording, minute)
      recordings.push(begun.before)
      recording = begun.recording
    }
    recording.until = Math.max(recording.until, minute)
    const samples = batch.drain()
    const holdBack = (error: unknown) => {
      log.error({ err: error, samples: samples.length }, 'samples cannot be stored')
      batch.holdBack(samples)
    }
    try {
      const written = engine.write(samples, [...recordings, { ...recording }])
      if (!(written instanceof Promise)) return
      writing = written.catch(holdBack).finally(() => {
        writing = undefined
      })
      return writing
    } catch (error) {
      holdBack(error)
    }
  }

  const afterFlush = <Read>(read: () => Awaitable<Read>): Awaitable<Read> => {
    const flushed = flush()
    return flushed instanceof Promise ? flushed.then(read) : read()
  }

  const samplesIn = <Read>(
    pointIds: readonly string[],
    window: MinuteWindow,
    work: (readers: [id: string, read: SampleReader][]) => Read,
  ): Awaitable<Read> =>
    afterFlush(
      () =>
        whenRead(engine.read(pointIds, window), (samples) =>
          whenRead(engine.recordings(window), (recordings) =>
            work([...samples].map(([id, own]) => [id, readerOfSamples(own, recordings)])),
          ),
        ) as Awaitable<Read>,
    )

  const tidy = () => {
    const now = minuteNow()
    return engine.tidy({ meansMinute: now - minutesKeptFor, dropMinute: now - keptFor })
  }
  const logged = (error: unknown) => log.error({ err: error }, 'old samples cannot be tidied')
  const timers = [
    setInterval(() => void flush(), flushEveryMs),
    setInterval(() => void tidy().catch(logged), tidyEveryMs),
  ]
  for (const timer of timers) timer.unref()

  return {
    record(samples) {
      for (const sample of samplesOf(samples, minuteNow())) batch.add(sample)
      if (batch.size() >= maxBatch && !writing) void flush()
    },

    between(pointIds, { from, to, everyMinutes }) {
      const step = everyMinutes * minuteMs
      const first = (Math.ceil(from / step) * step) / minuteMs
      const end = Math.ceil(Math.min(to, clock.now() + 1) / minuteMs)
      const count = Math.max(0, Math.ceil((end - first) / everyMinutes))
      requireCount(count * pointIds.length)
      if (count === 0) return new Map(pointIds.map((id) => [id, []]))
      return samplesIn(pointIds, { from: first, to: end }, (readers) => {
        const readings = readers.map(([id, read]) => [id, readingsOf(read, { first, end, everyMinutes })] as const)
        return new Map(readings)
      })
    },

    minutes(pointIds, { from, to }) {
      const first = Math.ceil(from / minuteMs)
      const end = Math.ceil(Math.min(to, clock.now() + 1) / minuteMs)
      requireCount((end - first) * pointIds.length)
      if (end <= first) return new Map(pointIds.map((id) => [id, []]))
      return samplesIn(pointIds, { from: first, to: end }, (readers) => {
        const minutes = readers.map(([id, read]) => [id, trustedValuesOf(read, first, end)] as const)
        return new Map(minutes)
      })
    },

    last(pointIds, at) {
      const minute = Math.floor(Math.min(at, clock.now()) / minuteMs)
      return samplesIn(pointIds, { from: minute, to: minute + 1 }, (readers) => {
        const readings = readers.flatMap(([id, read]) => {
          const sample = read(minute)
          return sample ? [[id, readingOfSample(sample, minute)] as const] : []
        })
        return new Map(readings)
      })
    },

    async fill(past) {
      await flush()
      return storePast(engine, past, minuteNow())
    },

    bridge: async (ids, broken) => afterFlush(() => bridgePoints(engine, ids, { ...broken, now: minuteNow() })),
    flush,
    tidy,
    async close() {
      for (const timer of timers) clearInterval(timer)
      await flush()
      await engine.close()
    },
  }
}

/** Returns reported samples in whole minutes; those that are too old are left out. */
const samplesOf = (reported: readonly ReportedSample[], now: number): Sample[] =>
  reported.flatMap(({ pointId, at, value, quality, isState = typeof value !== 'number' }) => {
    // A device whose clock is ahead reports now.
    const minute = Math.min(Math.floor(at / minuteMs), now)
    const isLost = quality === 'lost' || value === null
    if (minute < now - latestReport) return []
    return [{ pointId, minute, value: isLost ? null : value, quality: isLost ? 'lost' : quality, isState }]
  })

interface BrokenRecording {
  after: number
  silences: readonly number[]
  /** The current minute. */
  now: number
}

async function bridgePoints(
  engine: SampleEngine,
  pointIds: readonly string[],
  { after, silences, now }: BrokenRecording,
): Promise<void> {
  const window = { from: Math.floor(after / minuteMs), to: now + 1 }
  const recordings = await engine.recordings(window)
  const breaks = breaksBetween(recordings, window)
  const lost = silences.map((at) => Math.floor(at / minuteMs))
  const samples = [...(await engine.read(pointIds, window)).values()].flatMap((own) =>
    bridgedSamples(own, { from: window.from, recordings, breaks, silences: lost }),
  )
  if (samples.length > 0) await engine.write(samples, breaks)
}

/** Stores readings of the past where nothing is known, and returns of how many minutes. */
async function storePast(engine: SampleEngine, past: PastReadings, now: number): Promise<number> {
  const meansMinute = now - minutesKeptFor
  // The current minute is being recorded.
  const samples = pastSamples(past, { window: { from: now - keptFor, to: now }, meansMinute })
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last) return 0
  const until = Math.min(Math.max(Math.floor(past.until / minuteMs), last.minute), now)
  const own = await engine.read([past.pointId], { from: first.minute, to: until + meanMinutes + 1 })
  const recordings = await engine.recordings({ from: first.minute, to: now + 1 })
  const stored = { own: own.get(past.pointId) ?? [], recordings, meansMinute }
  const { filled, bounds, recordings: added } = fillHoles(samples, until, stored)
  if (filled.length + bounds.length > 0) await engine.write([...filled, ...bounds], added)
  return filled.length
}
