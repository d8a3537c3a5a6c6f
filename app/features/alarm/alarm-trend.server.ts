/** The trend of the point of an alarm around the time it was raised. */
import type { Alarm } from '#contracts/alarms'
import type { Reader } from '~/backend/reader.server'
import type { Problem } from '~/backend/service-error'
import { type LastDay, lastDayOf } from '~/features/trend/shared/last-day.server'
import { href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { switchedText } from '~/i18n/state-word'
import type { ChartSpan } from '~/ui/chart/buckets'
import { windowSearch } from '~/ui/chart/window'
import type { AlarmStateText } from './value'

const hourMs = 60 * 60_000
const lengthMs = 24 * hourMs
/** How much of what came before an old alarm is shown. */
const leadMs = 12 * hourMs
/** The least that is shown of what came before one of the last day, which is shown until now. */
const minLeadMs = 2 * hourMs

/** Why there is no line: the alarm has no point, or the trend of its point is not known. */
type Missing = 'noPoint' | 'notAllowed' | 'notKnown'

export interface AlarmTrendData {
  pointId: string | null
  window: ChartSpan
  /** Null where there is no line. */
  lastDay: LastDay | null
  missing: Missing | null
  problem: Problem | null
  csvHref: string | null
  trendsHref: string | null
}

/** Returns 24 h that contain the moment the alarm was raised: until now, or else twelve hours on each side of it. */
export function windowAround(raisedAt: string, now: string): ChartSpan {
  const raised = Date.parse(raisedAt)
  const until = Date.parse(now)
  const isRecent = Number.isNaN(raised) || until - raised <= lengthMs - minLeadMs
  const to = isRecent ? until : raised + leadMs
  return { from: to - lengthMs, to }
}

export async function alarmTrend(
  reader: Pick<Reader, 'call' | 'may' | 'person' | 'language'>,
  { at, alarm, now, stateText }: { at: Place; alarm: Alarm; now: string; stateText: Promise<AlarmStateText> },
): Promise<AlarmTrendData> {
  const window = windowAround(alarm.raisedAt, now)
  const { pointId = null } = alarm
  const none = { pointId, window, lastDay: null, problem: null, csvHref: null, trendsHref: null }
  if (!pointId) return { ...none, missing: 'noPoint' }
  if (!reader.may('point.read')) return { ...none, missing: 'notAllowed' }
  const read = await lastDayOf(reader, {
    pointId,
    tenantId: at.tenantId,
    until: new Date(window.to).toISOString(),
    limit: typeof alarm.limit?.value === 'number' ? alarm.limit.value : null,
    async stateText() {
      const textOf = await stateText
      const t = translator(reader.language)
      return (value) => textOf(value) ?? (typeof value === 'boolean' ? switchedText(t, value) : String(value))
    },
  })
  const search = { ...windowSearch(window), point: pointId }
  const trendsHref = href('customerTrends', at, search)
  if (!read.ok) return { ...none, missing: 'notKnown', problem: read.problem, trendsHref }
  if (!read.value) return { ...none, missing: 'notKnown', trendsHref }
  return {
    ...none,
    lastDay: read.value,
    missing: null,
    csvHref: href('customerTrendsCsv', at, search),
    trendsHref,
  }
}
