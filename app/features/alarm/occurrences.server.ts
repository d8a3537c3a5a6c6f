/** The occurrences of an alarm, and the earlier alarms of the same kind at the same point. */
import type { Alarm, AlarmOccurrence } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { countInReply, isUnknownCount, type TotalCount } from '~/domain/count'
import { href, type Place } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { ChartSpan } from '~/ui/chart/buckets'
import { type AlarmStateText, stateTextOr } from './value'

type Caller = Pick<Reader, 'call'>

/** Occurrences per page. */
const pageSize = 25
const dayMs = 24 * 60 * 60_000
/** The period in which earlier occurrences are counted, in days. */
export const countedDays = 30
/** Maximum number of the controller's alarms that are searched. */
const maxSearched = 200
/** Maximum number of earlier alarms whose occurrences are counted, and of those that are listed. */
const [maxCounted, maxListed] = [6, 5]

/** Returns a page of occurrences, newest first. Throws `ServiceError`. */
export function occurrencesOf({ call }: Caller, { alarmId }: Pick<ParamsFor<'alarm'>, 'alarmId'>, after?: string) {
  const body = { pageSize, ...(after && { continuationToken: after }) }
  return call(operations.findAlarmOccurrences, { path: { id: alarmId }, body })
}

interface HistoryContext {
  /** The alarm is of a binary object, whose values have no peak. */
  isSwitched: boolean
  stateText: AlarmStateText
  firstHref: string | undefined
  nextHref(next: string): string
}

type Occurrences = Awaited<ReturnType<typeof occurrencesOf>>

export function historyOf(page: Occurrences | null, { firstHref, nextHref, ...context }: HistoryContext) {
  return {
    rows: (page?.data ?? []).map((one) => occurrenceRow(one, context)),
    total: page && countInReply(page),
    firstHref,
    nextHref: page?.continuationToken ? nextHref(page.continuationToken) : undefined,
  }
}

function occurrenceRow(
  occurrence: AlarmOccurrence,
  { isSwitched, stateText }: Pick<HistoryContext, 'isSwitched' | 'stateText'>,
) {
  const { id, sequence, eventState, raisedAt, normalAt, durationSec, peakValue, unit, transitions = [] } = occurrence
  return {
    id,
    sequence,
    kind: eventState,
    raisedAt,
    normalAt: normalAt ?? null,
    seconds: durationSec ?? null,
    peak:
      !isSwitched && (typeof peakValue === 'number' || typeof peakValue === 'string')
        ? stateTextOr(stateText, peakValue)
        : null,
    unit: unit ?? '',
    ack: occurrence.ackState ?? null,
    by: occurrence.acknowledgedBy?.fullName ?? null,
    at: occurrence.acknowledgedAt ?? null,
    steps: transitions.map((step) => ({ to: step.to, at: step.at })),
  }
}

export type AlarmOccurrenceRow = ReturnType<typeof occurrenceRow>

/** When it was in alarm; `to` is null while it still is. */
export interface AlarmSpan {
  from: number
  to: number | null
}

export interface EarlierAlarms {
  /** How often it was raised within the period, this time included. */
  count: TotalCount
  window: ChartSpan
  spans: AlarmSpan[]
  /** Alarms of the same kind before this one, newest first. */
  alarms: { id: string; href: string; raisedAt: string; seconds: number | null; by: string | null; at: string | null }[]
}

/**
 * Returns how often the alarm was raised within the period: its own occurrences, and those of earlier alarms with the
 * same controller, point and message, since a new alarm begins a day after the last one returned to normal.
 */
export async function earlierAlarms(
  { call }: Caller,
  { at, alarm, now }: { at: Place; alarm: Alarm; now: string },
): Promise<Panel<EarlierAlarms>> {
  const to = Date.parse(now)
  const from = to - countedDays * dayMs
  const since = new Date(from).toISOString()
  const occurrencesSince = (id: string) =>
    call(operations.findAlarmOccurrences, { path: { id }, body: { from: since, pageSize } })
  return asPanel(read())

  async function read(): Promise<EarlierAlarms> {
    const [own, { same, isComplete }] = await Promise.all([occurrencesSince(alarm.id), alarmsOfKind()])
    const repeated = same.filter(({ occurrenceCount = 1 }) => occurrenceCount > 1)
    const counts = await inParallel(repeated.slice(0, maxCounted), maxCounted, async ({ id }) =>
      countOf(await occurrencesSince(id)),
    )
    // An alarm that occurred once may be stored without an occurrence.
    const ownCount = Math.max(countOf(own).count, Date.parse(alarm.raisedAt) >= from ? 1 : 0)
    const spans = [...own.data, alarm, ...same].flatMap(spanOf).filter((span) => (span.to ?? to) > from)
    return {
      count: {
        count: counts.reduce((sum, { count }) => sum + count, ownCount + same.length - counts.length),
        isCapped: !isComplete || repeated.length > counts.length || counts.some(({ isCapped }) => isCapped),
      },
      window: { from, to },
      spans: [...new Map(spans.map((span) => [span.from, span])).values()],
      alarms: same.slice(0, maxListed).map((one) => ({
        id: one.id,
        href: href('alarm', { ...at, alarmId: one.id }),
        raisedAt: one.raisedAt,
        seconds: one.normalAt ? (one.durationSec ?? null) : null,
        by: one.acknowledgedBy?.fullName ?? null,
        at: one.acknowledgedAt ?? null,
      })),
    }
  }

  /** Returns the other alarms of the same kind that were raised within the period. */
  async function alarmsOfKind(): Promise<{ same: Alarm[]; isComplete: boolean }> {
    if (!alarm.deviceId) return { same: [], isComplete: true }
    const sort = [{ field: 'raisedAt' as const, direction: 'desc' as const }]
    const body = { deviceIds: [alarm.deviceId], from: since, sort, pageSize: maxSearched }
    const { data, continuationToken } = await call(operations.findAlarms, { body })
    return { same: data.filter((one) => one.id !== alarm.id && isSameKind(one, alarm)), isComplete: !continuationToken }
  }
}

function isSameKind(one: Alarm, other: Alarm): boolean {
  return (
    (one.pointId ?? null) === (other.pointId ?? null) &&
    (one.eventType ?? null) === (other.eventType ?? null) &&
    (one.messageText ?? null) === (other.messageText ?? null)
  )
}

function countOf(page: Occurrences): TotalCount {
  const count = countInReply(page)
  return isUnknownCount(count) ? { count: page.data.length, isCapped: false } : count
}

/** Returns no span when a time is not a valid date. */
export function spanOf({
  raisedAt,
  normalAt,
}: {
  raisedAt: string
  normalAt?: string | null | undefined
}): AlarmSpan[] {
  const from = Date.parse(raisedAt)
  const to = normalAt ? Date.parse(normalAt) : null
  return Number.isNaN(from) || Number.isNaN(to) ? [] : [{ from, to }]
}
