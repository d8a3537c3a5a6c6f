/** Reads the trends of a fault for a window of time (domain §2.2). */
import type { Fault, Trends } from '#contracts/faults'
import { operations } from '#contracts/operations'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { Stretch } from '~/ui/chart/buckets'

/** Minutes that the service adds on either side of the requested window (spec §9). */
const extensionDuration = 20
const extension = extensionDuration * 60_000

const minute = 60_000
/** Points are thinned separately; at this distance, in ms, two of them can still be compared. */
const finest = 5 * minute
/** Samples per point that a service returns by default, and at most. */
const [usualSamples, mostSamples] = [2_000, 10_000]
/** Longest part of a window, in ms, that needs no thinning at one sample a minute. */
const longestPart = 3 * 24 * 60 * minute

/** Returns when the service last saw a fault, in ms; the current time if no time is valid. */
export function newestOf({
  lastSeenAt,
  endedAt,
  startedAt,
}: Pick<Fault, 'lastSeenAt' | 'endedAt' | 'startedAt'>): number {
  const found = Date.parse(lastSeenAt || endedAt || startedAt)
  return Number.isNaN(found) ? Date.now() : found
}

/** Equipment and the rule whose points a trend has. */
type Watched = Pick<Fault, 'equipmentId' | 'faultRuleId'>

const enough = ({ from, to }: Stretch) =>
  Math.min(mostSamples, Math.max(usualSamples, 2 * Math.ceil((to - from) / finest)))

/**
 * Returns the trends of exactly this window, which must be at least one hour: the request is shortened by what the
 * service adds. Throws `ServiceError`.
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

/** Like `readTrends`, as a panel for a page that is shown without it on errors. */
export const trendsOf = (
  reader: Pick<Reader, 'ask'>,
  watched: Watched,
  stretch: Stretch,
  maxSamples?: number,
): Promise<Panel<Trends>> => asPanel(askTrends(reader, watched, stretch, maxSamples))

/** Returns the trends part by part, each without thinning; `after` is the start of a part. */
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
