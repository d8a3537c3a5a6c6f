/** Reads the trends of a fault for a window of time (domain §2.2). */
import type { Fault, Trends } from '#contracts/faults'
import { operations } from '#contracts/operations'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { ChartSpan } from '~/ui/chart/buckets'

/** Minutes that the service adds on either side of the requested window (spec §9). */
const extensionMinutes = 20
const extensionMs = extensionMinutes * 60_000

const minuteMs = 60_000
/** Points are thinned separately; at this distance, in ms, two of them can still be compared. */
const finestMs = 5 * minuteMs
/** Samples per point that a service returns by default, and at most. */
const [defaultSamples, sampleLimit] = [2_000, 10_000]
/** Longest part of a window, in ms, that needs no thinning at one sample a minute. */
const maxPartMs = 3 * 24 * 60 * minuteMs

/** Returns when the service last saw a fault, in ms; the current time if no time is valid. */
export function lastSeenMs({
  lastSeenAt,
  endedAt,
  startedAt,
}: Pick<Fault, 'lastSeenAt' | 'endedAt' | 'startedAt'>): number {
  const lastSeen = Date.parse(lastSeenAt || endedAt || startedAt)
  return Number.isNaN(lastSeen) ? Date.now() : lastSeen
}

/** Equipment and the rule whose points a trend has. */
type RuleTarget = Pick<Fault, 'equipmentId' | 'faultRuleId'>

const samplesFor = ({ from, to }: ChartSpan) =>
  Math.min(sampleLimit, Math.max(defaultSamples, 2 * Math.ceil((to - from) / finestMs)))

/**
 * Returns the trends of exactly this window, which must be at least one hour: the request is shortened by what the
 * service adds. Throws `ServiceError`.
 */
export async function readTrends(
  { call }: Pick<Reader, 'call'>,
  { equipmentId, faultRuleId }: RuleTarget,
  { from, to }: ChartSpan,
  maxSamples = samplesFor({ from, to }),
): Promise<Trends> {
  const reply = await call(operations.faultTrends, {
    path: { equipmentId, faultRuleId },
    body: {
      from: new Date(from + extensionMs).toISOString(),
      to: new Date(to - extensionMs).toISOString(),
      extensionDuration: extensionMinutes,
      maxSamples,
    },
  })
  const validOr = (moment: string, fallback: number) =>
    Number.isNaN(Date.parse(moment)) ? new Date(fallback).toISOString() : moment
  return { ...reply, extendedFrom: validOr(reply.extendedFrom, from), extendedTo: validOr(reply.extendedTo, to) }
}

/** Like `readTrends`, as a panel for a page that is shown without it on errors. */
export const trendsPanel = (
  reader: Pick<Reader, 'call'>,
  target: RuleTarget,
  stretch: ChartSpan,
  maxSamples?: number,
): Promise<Panel<Trends>> => asPanel(readTrends(reader, target, stretch, maxSamples))

/** Returns the trends part by part, each without thinning; `after` is the start of a part. */
export async function readTrendsPart(
  reader: Pick<Reader, 'call'>,
  fault: RuleTarget,
  { from, to, after }: ChartSpan & { after: string | undefined },
): Promise<{ read: Panel<Trends>; next: string | null }> {
  const length = Math.ceil((to - from) / Math.ceil((to - from) / maxPartMs))
  const begin = after === undefined ? from : Number(after)
  const end = Math.min(begin + length, to)
  const read = await trendsPanel(reader, fault, { from: begin, to: end }, sampleLimit)
  return { read, next: end < to ? String(end) : null }
}
