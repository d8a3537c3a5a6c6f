/** The last 24 hours of the figures of an overview, from the times of the alarms and faults themselves. */
import type { Alarm } from '#contracts/alarms'
import { faultStatuses } from '#contracts/fault-names'
import type { Fault } from '#contracts/faults'
import { operations } from '#contracts/operations'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { isFanCoil } from '~/domain/fan-coils'
import type { OpenSpan } from './figure-trend'
import { trendHours } from './figure-trend'
import type { FigureKey } from './figures'
import { alarmScopeQuery, faultScopeQuery, type OverviewScope } from './scope'

/** The maximum number of alarms, or faults, that one trend is computed from. */
const maxRows = 100
const windowMs = trendHours * 3_600_000

/** What began or ended in the window, by figure; a figure is left out while that is not known completely. */
export type FigureSpans = Partial<Record<FigureKey, OpenSpan[]>>

export async function loadFigureSpans(reader: Reader, scope: OverviewScope, now: number): Promise<FigureSpans> {
  const { may, features } = reader
  const since = now - windowMs
  const [alarms, faults] = await Promise.all([
    may('alarm.read') ? knownOrNull(alarmSpans(reader, scope, since)) : null,
    may('fault.read') && features.faults && scope.level !== 'building'
      ? knownOrNull(faultSpans(reader, scope, since))
      : null,
  ])
  return { ...(alarms && { alarms }), ...(faults && { faults }) }
}

async function knownOrNull<T>(work: Promise<T | null>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

/** The critical and high alarms that someone has to acknowledge: open from the raise to the acknowledgement or return. */
async function alarmSpans({ call }: Reader, scope: OverviewScope, since: number): Promise<OpenSpan[] | null> {
  const { data } = await call(operations.findAlarms, {
    body: {
      ...alarmScopeQuery(scope),
      severities: ['critical', 'high'],
      sort: [{ field: 'updatedAt', direction: 'desc' }],
      pageSize: maxRows,
    },
  })
  return isWhole(data, since, ({ updatedAt }) => updatedAt) ? spansOf(data, alarmSpan) : null
}

function alarmSpan({ raisedAt, normalAt, isActive, ackState, acknowledgedAt }: Alarm): OpenSpan | null {
  const ends = [isActive ? null : normalAt, ackState === 'acknowledged' ? acknowledgedAt : null]
  const isOpen = isActive && ackState !== 'acknowledged'
  return spanOf(raisedAt, ends, isOpen)
}

async function faultSpans({ call, features }: Reader, scope: OverviewScope, since: number): Promise<OpenSpan[] | null> {
  const { data } = await call(operations.findFaults, {
    body: {
      ...faultScopeQuery(scope),
      statuses: [...faultStatuses],
      sort: [{ field: 'lastSeenAt', direction: 'desc' }],
      pageSize: maxRows,
    },
  })
  if (!isWhole(data, since, ({ lastSeenAt }) => lastSeenAt)) return null
  const counted = data.filter(({ equipmentType }) => features.fanCoilUnitRules || !isFanCoil(equipmentType))
  return spansOf(counted, faultSpan)
}

function faultSpan({ status, startedAt, endedAt, resolvedAt }: Fault): OpenSpan | null {
  const isResolved = status === 'resolved' || status === 'suppressed'
  return spanOf(startedAt, [endedAt, isResolved ? resolvedAt : null], status === 'active')
}

/** Returns null for what has ended at an unknown time. */
function spanOf(from: string, ends: readonly (string | null | undefined)[], isOpen: boolean): OpenSpan | null {
  if (isOpen) return { from: Date.parse(from), until: null }
  const times = ends.flatMap((end) => (end ? [Date.parse(end)] : []))
  return times.length > 0 ? { from: Date.parse(from), until: Math.min(...times) } : null
}

/** Returns null if the time of one is unknown. */
function spansOf<Row>(rows: readonly Row[], spanOfRow: (row: Row) => OpenSpan | null): OpenSpan[] | null {
  const spans = rows.flatMap((row) => spanOfRow(row) ?? [])
  return spans.length === rows.length ? spans : null
}

/** Whether the rows, latest first, are all that changed since a time. */
function isWhole<Row>(
  rows: readonly Row[],
  since: number,
  changedAt: (row: Row) => string | null | undefined,
): boolean {
  const times = rows.map((row) => Date.parse(changedAt(row) ?? ''))
  if (times.some(Number.isNaN) || times.some((at, index) => at > (times[index - 1] ?? at))) return false
  return rows.length < maxRows || (times.at(-1) ?? since) < since
}
