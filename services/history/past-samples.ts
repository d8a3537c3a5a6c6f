/**
 * Readings of the past, such as those of a controller's own log, stored where nothing was recorded: what is known already
 * stays as it is, so that the same readings may arrive twice.
 */
import { minuteMs, type PastReadings } from './history'
import { type MinuteWindow, meanMinutes, monthOf, type Recording, readerOfSamples, type Sample } from './samples'

interface Stored {
  /** The samples of the point around the readings, in order. */
  own: readonly Sample[]
  /** Those since the first reading, in order. */
  recordings: readonly Recording[]
  /** Months that ended before this minute have means instead of minutes. */
  meansMinute: number
}

/** Returns the last reading of each minute of a window as samples, in order; of each five minutes where there are means. */
export function pastSamples(
  { pointId, isState, readings }: PastReadings,
  { window, meansMinute }: { window: MinuteWindow; meansMinute: number },
): Sample[] {
  const samples = new Map<number, Sample>()
  for (const { at, value, quality } of readings) {
    const exact = Math.floor(at / minuteMs)
    if (exact < window.from || exact >= window.to) continue
    const minute = slotOf(exact, meansMinute)
    const isLost = quality === 'lost' || value === null
    samples.set(minute, {
      ...{ pointId, minute, isState },
      value: isLost ? null : value,
      quality: isLost ? 'lost' : quality,
    })
  }
  return [...samples.values()].sort((one, other) => one.minute - other.minute)
}

interface Filling {
  /** Those of the past that were not known. */
  filled: Sample[]
  /** What is to be stored besides, so that each is valid as long as it was, and the last one until a minute. */
  bounds: Sample[]
  /** In which both are valid. */
  recordings: Recording[]
}

/** Returns what of past samples is to be stored; `until` is the last minute in which the last one is valid. */
export function fillHoles(past: readonly Sample[], until: number, stored: Stored): Filling {
  const isHole = holesIn(stored)
  const holes = past.filter(({ minute }) => isHole(minute))
  const last = past.at(-1)
  const end = last && {
    ...last,
    minute: laterSlotOf(until + 1, stored.meansMinute),
    value: null,
    quality: 'lost' as const,
  }
  const isEnd = end && end.minute > last.minute && isHole(end.minute)
  const recordings = recordingsOver(holes, stored)
  const all = [...stored.recordings, ...recordings]
  const isRecorded = ({ minute }: Sample) => all.some(({ from, until: to }) => from <= minute && minute <= to)
  const bounds = [...carried(past, stored, recordings), ...(isEnd ? [end] : [])]
  return { filled: holes.filter(isRecorded), bounds: bounds.filter(isRecorded), recordings }
}

/** Returns whether nothing is known in a minute; to be called with later and later minutes. */
function holesIn({ own, recordings }: Stored): (minute: number) => boolean {
  const read = readerOfSamples(own, recordings)
  return (minute) => {
    const sample = read(minute)
    return sample === undefined || sample === 'lost'
  }
}

/** Returns recordings for the samples that lie in none: as long as nothing was recorded, month by month. */
function recordingsOver(samples: readonly Sample[], { recordings, meansMinute }: Stored): Recording[] {
  const added: Recording[] = []
  for (const { minute } of samples) {
    const known = [...recordings, ...added]
    if (known.some(({ from, until }) => from <= minute && minute <= until)) continue
    const before = Math.max(...known.filter(({ until }) => until < minute).map(({ until }) => until))
    const after = known.filter(({ from }) => from > minute).map(({ from }) => from)
    const from = Number.isFinite(before) ? laterSlotOf(before + 1, meansMinute) : minute
    const until = after.length > 0 ? Math.min(...after) - 1 : minute
    if (from > minute) continue
    for (let start = from; start <= until; start = monthOf(start).end)
      added.push({ from: start, until: Math.min(until, monthOf(start).end - 1) })
  }
  return added
}

/** Returns samples again where a month or a recording begins, or a value was lost, before the next one. */
function carried(past: readonly Sample[], stored: Stored, added: readonly Recording[]): Sample[] {
  const isHole = holesIn(stored)
  const starts = [...stored.recordings, ...added].map(({ from }) => from)
  const losses = stored.own.filter(({ quality }) => quality === 'lost').map(({ minute }) => minute)
  const minutes = [...new Set([...starts, ...losses].map((minute) => laterSlotOf(minute, stored.meansMinute)))].sort(
    (one, other) => one - other,
  )
  const samples: Sample[] = []
  let index = 0
  for (const minute of minutes) {
    while (index < past.length && (past[index]?.minute ?? 0) <= minute) index += 1
    const [last, next] = [past[index - 1], past[index]]
    if (!last || !next || last.minute === minute || last.quality === 'lost') continue
    if (isHole(minute)) samples.push({ ...last, minute })
  }
  return samples
}

const isOfMeans = (minute: number, meansMinute: number) => monthOf(minute).end <= meansMinute

const slotOf = (minute: number, meansMinute: number) =>
  isOfMeans(minute, meansMinute) ? minute - (minute % meanMinutes) : minute

const laterSlotOf = (minute: number, meansMinute: number) =>
  isOfMeans(minute, meansMinute) ? Math.ceil(minute / meanMinutes) * meanMinutes : minute
