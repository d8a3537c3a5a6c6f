/** Reported samples that wait to be stored: only changes, one a minute at most, in whatever order they arrive. */
import { monthOf, type Recording, type Sample } from './samples'

/** What is held back while the store cannot be written. */
const maxHeldBack = 200_000

/** The newest known value of a point. */
interface NewestSample {
  sample: Sample
  /** The last minute in which the same value was reported. */
  confirmed: number
}

export interface SampleBatch {
  size(): number
  add(sample: Sample): void
  /** Begins a month with every known value, so that no read goes back beyond it; ends the recording before. */
  beginMonth(recording: Recording, minute: number): { before: Recording; recording: Recording }
  /** Removes and returns all. */
  drain(): Sample[]
  /** Takes samples back that could not be stored. */
  holdBack(samples: readonly Sample[]): void
}

const keyOf = ({ pointId, minute }: Sample) => `${pointId} ${minute}`

export function createSampleBatch(): SampleBatch {
  const newest = new Map<string, NewestSample>()
  let batch = new Map<string, Sample>()
  const put = (sample: Sample) => void batch.set(keyOf(sample), sample)

  return {
    size: () => batch.size,

    add(sample) {
      const last = newest.get(sample.pointId)
      const isSame = last?.sample.value === sample.value && last.sample.quality === sample.quality
      if (!last || sample.minute >= last.confirmed) {
        if (last && isSame) last.confirmed = sample.minute
        else {
          put(sample)
          newest.set(sample.pointId, { sample, confirmed: sample.minute })
        }
        return
      }
      // Late: what was reported since is still valid since.
      put(sample)
      if (isSame || sample.minute < last.sample.minute) return
      last.sample = { ...last.sample, minute: last.confirmed }
      put(last.sample)
    },

    beginMonth(recording, minute) {
      const { start } = monthOf(minute)
      for (const one of newest.values()) {
        if (one.sample.minute >= start) continue
        one.sample = { ...one.sample, minute: start }
        put(one.sample)
      }
      return { before: { ...recording, until: start - 1 }, recording: { from: start, until: minute } }
    },

    drain() {
      const samples = [...batch.values()]
      batch = new Map()
      return samples
    },

    holdBack(samples) {
      const held = new Map(samples.slice(-maxHeldBack).map((sample) => [keyOf(sample), sample]))
      for (const [key, sample] of batch) held.set(key, sample)
      batch = held
    },
  }
}
