/**
 * What goes on over a break of the recording: points that somebody else followed meanwhile, and reported each change of.
 * Every stretch of a recording begins with the value that is still valid.
 */
import { type MinuteWindow, monthOf, type Recording, readerOfSamples, type Sample } from './samples'

/** Returns recordings for the stretches of a window between others, month by month. */
export function breaksBetween(recordings: readonly Recording[], { from, to }: MinuteWindow): Recording[] {
  const breaks: Recording[] = []
  let recorded = from
  for (const one of [...recordings].sort((first, second) => first.from - second.from)) {
    for (let start = recorded + 1; start < Math.min(one.from, to); start = monthOf(start).end)
      breaks.push({ from: start, until: Math.min(one.from, to, monthOf(start).end) - 1 })
    recorded = Math.max(recorded, one.until)
  }
  return breaks
}

interface Break {
  /** The last minute before the break; a point that is not known then stays unknown. */
  from: number
  recordings: readonly Recording[]
  breaks: readonly Recording[]
  /** Minutes in which values counted as lost, because nobody knew that they were followed. */
  silences: readonly number[]
}

/** Returns what is to be stored so that the samples of one point, in order, are valid over breaks. */
export function bridgedSamples(own: readonly Sample[], { from, recordings, breaks, silences }: Break): Sample[] {
  const known = readerOfSamples(own, recordings)(from)
  if (!known || known === 'lost') return []
  const isSilence = ({ minute, quality }: Sample) => quality === 'lost' && silences.includes(minute)
  const kept = own.filter((one) => !isSilence(one))
  const starts = [...recordings, ...breaks].map((one) => one.from).filter((minute) => minute > from)
  const minutes = new Set([...starts, ...own.filter(isSilence).map(({ minute }) => minute)])
  return [...minutes].flatMap((minute) => {
    const last = kept.findLast((one) => one.minute <= minute)
    return !last || last.minute === minute || last.quality === 'lost' ? [] : [{ ...last, minute }]
  })
}
