/** Samples as engines store them, in whole minutes, and the readings they make. */
import type { Value } from '../contracts/points'
import { type Awaitable, type HistoryReading, minuteMs, type ReadingQuality } from './history'

/** A value of a point in a minute, which is valid until its next sample. */
export interface Sample {
  pointId: string
  /** Minutes since 1970. */
  minute: number
  value: Value | null
  quality: ReadingQuality
  /** Whether the value is one of several states, of which there is no mean. */
  isState: boolean
}

/** A stretch in which samples were recorded without a break: only within it a value is valid until the next one. */
export interface Recording {
  /** Minutes since 1970, the first and the last. */
  from: number
  until: number
}

export interface MinuteWindow {
  from: number
  /** Not included. */
  to: number
}

/** Where samples are stored, month by month. */
export interface SampleEngine {
  /** Stores samples, replacing those of the same minute, and extends a recording: all or nothing. */
  write(samples: readonly Sample[], recordings: readonly Recording[]): Awaitable<void>
  /**
   * Returns the samples of points in a window, and the last one before it in the month of its beginning; by point id,
   * in order of time.
   */
  read(pointIds: readonly string[], window: MinuteWindow): Awaitable<Map<string, Sample[]>>
  /** Returns the recordings that touch a window. */
  recordings(window: MinuteWindow): Awaitable<Recording[]>
  /** Replaces the minutes of months that ended before a minute by means, and drops those that ended before another. */
  tidy(before: { meansMinute: number; dropMinute: number }): Promise<void>
  close(): Awaitable<void>
}

/** The minutes of one mean. */
export const meanMinutes = 5

export interface Month {
  /** `2026-11`, in UTC. */
  name: string
  /** The first minute, and the first of the next month. */
  start: number
  end: number
}

export function monthOf(minute: number): Month {
  const at = new Date(minute * minuteMs)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  return {
    name: at.toISOString().slice(0, 7),
    start: Date.UTC(year, month, 1) / minuteMs,
    end: Date.UTC(year, month + 1, 1) / minuteMs,
  }
}

export const monthNamed = (name: string): Month => monthOf(Date.parse(`${name}-01`) / minuteMs)

/** Returns the months of a window, in order. */
export function monthsOf({ from, to }: MinuteWindow): Month[] {
  const months: Month[] = []
  for (let month = monthOf(from); month.start < to; month = monthOf(month.end)) months.push(month)
  return months
}

/**
 * Returns a function that reads samples, which are in order, minute by minute forward: the last sample that is valid in
 * a minute; `lost` where nothing was recorded meanwhile; undefined before the first sample.
 */
export function readerOfSamples(
  samples: readonly Sample[],
  recordings: readonly Recording[],
): (minute: number) => Sample | 'lost' | undefined {
  let index = -1
  return (minute) => {
    while (index + 1 < samples.length && (samples[index + 1] as Sample).minute <= minute) index += 1
    const sample = samples[index]
    if (!sample) return undefined
    const isValid = recordings.some(({ from, until }) => from <= sample.minute && minute <= until)
    return isValid && sample.quality !== 'lost' ? sample : 'lost'
  }
}

export const readingOfSample = (sample: Sample | 'lost', minute: number): HistoryReading =>
  sample === 'lost'
    ? { at: minute * minuteMs, value: null, quality: 'lost' }
    : { at: minute * minuteMs, value: sample.value, quality: sample.quality }

/** Returns one sample for each five minutes of a month: the mean of a number, the last state; none that is unchanged. */
export function meansOf(samples: readonly Sample[], recordings: readonly Recording[], month: Month): Sample[] {
  const [first] = samples
  if (!first) return []
  const read = readerOfSamples(samples, recordings)
  const means: Sample[] = []
  for (let slot = Math.floor(first.minute / meanMinutes) * meanMinutes; slot < month.end; slot += meanMinutes) {
    const known: Sample[] = []
    for (let minute = slot; minute < slot + meanMinutes; minute++) {
      const sample = read(minute)
      if (sample && sample !== 'lost') known.push(sample)
    }
    const mean = meanOf(known, { ...first, minute: slot })
    const last = means.at(-1)
    if (last?.value !== mean.value || last.quality !== mean.quality) means.push(mean)
  }
  return means
}

function meanOf(known: readonly Sample[], { pointId, minute, isState }: Sample): Sample {
  const last = known.at(-1)
  if (!last) return { pointId, minute, value: null, quality: 'lost', isState }
  const numbers = known.flatMap(({ value }) => (typeof value === 'number' ? [value] : []))
  const value =
    last.isState || numbers.length === 0 ? last.value : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const quality = known.some((one) => one.quality === 'uncertain') ? 'uncertain' : 'good'
  return { pointId, minute, value, quality, isState: last.isState }
}

/** Returns recordings as they are of means, so that each mean lies in one. */
export const recordingsOfMeans = (recordings: readonly Recording[]): Recording[] =>
  recordings.map(({ from, until }) => ({ from: Math.floor(from / meanMinutes) * meanMinutes, until }))

/** Samples in columns: a number, a text or nothing, and flags. */
export interface SampleColumns {
  value: number | string | null
  flags: number
}

const qualities: readonly ReadingQuality[] = ['good', 'uncertain', 'lost']
const [booleanFlag, stateFlag, qualityBits] = [4, 8, 3]

export const toColumns = ({ value, quality, isState }: Sample): SampleColumns => ({
  value: typeof value === 'boolean' ? Number(value) : value,
  flags: qualities.indexOf(quality) + (typeof value === 'boolean' ? booleanFlag : 0) + (isState ? stateFlag : 0),
})

export const fromColumns = (pointId: string, minute: number, { value, flags }: SampleColumns): Sample => ({
  pointId,
  minute,
  value: value !== null && (flags & booleanFlag) > 0 ? value === 1 : value,
  quality: qualities[flags & qualityBits] ?? 'lost',
  isState: (flags & stateFlag) > 0,
})
