/** The trends of a fault for a window of time (domain §2.2). */
import type { Fault, Trends } from '#contracts/faults'
import { operations } from '#contracts/operations'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { Stretch } from '~/ui/chart/buckets'

/** Minutes that the service adds on either side of what is asked for (spec §9). */
const extensionDuration = 20
const extension = extensionDuration * 60_000

const minute = 60_000
/** Points are thinned each by itself; so close together, two of them can still be held against each other. */
const finest = 5 * minute
/** As many samples of a point as a service tells unasked, and as many as it tells. */
const [usualSamples, mostSamples] = [2_000, 10_000]
/** A part of a window whose samples, one a minute, need no thinning. */
const longestPart = 3 * 24 * 60 * minute

/** When a fault was last seen: now for one that holds on, by the clock of the service that watches it. */
export function newestOf({
  lastSeenAt,
  endedAt,
  startedAt,
}: Pick<Fault, 'lastSeenAt' | 'endedAt' | 'startedAt'>): number {
  const found = Date.parse(lastSeenAt || endedAt || startedAt)
  return Number.isNaN(found) ? Date.now() : found
}

/** Of whose points a trend is. */
type Watched = Pick<Fault, 'equipmentId' | 'faultRuleId'>

const enough = ({ from, to }: Stretch) =>
  Math.min(mostSamples, Math.max(usualSamples, 2 * Math.ceil((to - from) / finest)))

/**
 * What its points did in exactly this window, of an hour at least: so much less is asked for as the service adds. Throws
 * ServiceError.
 */
export async function askTrends(
  { ask }: Pick<Reader, 'ask'>,
  { equipmentId, faultRuleId }: Watched,
  { from, to }: Stretch,
  maxSamples = enough({ from, to }),
): Promise<Trends> {
  const told = await ask(operations.faultTrends, {
    path: { equipmentId, faultRuleId },
    body: {
      from: new Date(from + extension).toISOString(),
      to: new Date(to - extension).toISOString(),
      extensionDuration,
      maxSamples,
    },
  })
  const known = (moment: string, asked: number) =>
    Number.isNaN(Date.parse(moment)) ? new Date(asked).toISOString() : moment
  return { ...told, extendedFrom: known(told.extendedFrom, from), extendedTo: known(told.extendedTo, to) }
}

/** The same, for a page that stands without it. */
export const trendsOf = (
  reader: Pick<Reader, 'ask'>,
  watched: Watched,
  stretch: Stretch,
  maxSamples?: number,
): Promise<Panel<Trends>> => asPanel(askTrends(reader, watched, stretch, maxSamples))

/** The same part by part, each with all that is kept of it; `after` is where a part begins. */
export async function trendPart(
  reader: Pick<Reader, 'ask'>,
  fault: Watched,
  { from, to, after }: Stretch & { after: string | undefined },
): Promise<{ read: Panel<Trends>; next: string | null }> {
  const length = Math.ceil((to - from) / Math.ceil((to - from) / longestPart))
  const begin = after === undefined ? from : Number(after)
  const end = Math.min(begin + length, to)
  const read = await trendsOf(reader, fault, { from: begin, to: end }, mostSamples)
  return { read, next: end < to ? String(end) : null }
}
