/** The trend of one point for the day before its last reading, for its page (domain §17). */
import type { Trends } from '#contracts/faults'
import type { PointTrend } from '#contracts/point-trends'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import type { RuleCharts } from '~/features/fault/shared/rule-trends'
import { ruleCharts, stripsWindow } from '~/features/fault/shared/rule-trends.server'
import { stateSpans } from '~/features/fault/shared/state-spans'
import type { ChartSpan } from '~/ui/chart/buckets'
import { type NotStoredSpans, notStoredSpans } from '../not-stored'
import { toRuleTrendsWithData } from '../to-rule-trends'

const dayMs = 24 * 60 * 60_000
/** One sample every five minutes, the lowest and the highest value of each ten: what one chart can distinguish. */
const maxSamples = 576

export interface LastDay {
  charts: RuleCharts
  timeZone: string
  /** Periods without stored values, if the backend reports them. */
  notStored: NotStoredSpans | null
}

type StateText = (value: boolean | number) => string

interface LastDayOf {
  pointId: string
  tenantId: string
  until: string
  /** A limit to draw, in the unit of the point. */
  limit?: number | null
  /** Returns the texts of the states of the point, if its trend is one of states. */
  stateText: () => StateText | Promise<StateText>
}

/**
 * Returns null if there is no trend, or none that is a line, or the time of the reading is unknown. Trends of rules are
 * read by the trend pages only, not for every page of a point.
 */
export async function lastDayOf(
  { call, person, language }: Pick<Reader, 'call' | 'person' | 'language'>,
  { pointId, tenantId, until, limit = null, stateText }: LastDayOf,
): Promise<Panel<LastDay | null>> {
  const to = Date.parse(until)
  if (Number.isNaN(to)) return { ok: true, value: null }
  const [from, end] = [new Date(to - dayMs).toISOString(), new Date(to).toISOString()]
  const read = await asPanel(
    withFallback(
      site.pointTrends,
      () => call(site.pointTrends, { body: { pointIds: [pointId], from, to: end, maxSamples } }),
      async () => null,
    ),
  )
  if (!read.ok) return read
  const [own] = read.value?.series ?? []
  if (!read.value || !own) return { ok: true, value: null }
  const notStored = notStoredSpans([own])
  if (own.samples.length === 0 && !notStored) return { ok: true, value: null }
  if (own.kind !== 'numeric')
    return { ok: true, value: { ...dayOfStates(own, { from: to - dayMs, to }, await stateText()), notStored } }
  const trends = withLimit(toRuleTrendsWithData({ ...read.value, series: [own] }), limit)
  const timeZone = own.timeZone ?? 'UTC'
  const charts = ruleCharts(trends, { timeZone, system: unitSystemOf(person, tenantId), language })
  return { ok: true, value: { charts, timeZone, notStored } }
}

/** Returns a strip for each state that the point had, in the order of the states. */
function dayOfStates(
  { samples, timeZone }: PointTrend,
  window: ChartSpan,
  textOf: StateText,
): Omit<LastDay, 'notStored'> {
  const values = samples.flatMap(([, value]) => (typeof value === 'boolean' || typeof value === 'number' ? value : []))
  const states = [...new Set(values)].sort((a, b) => Number(b) - Number(a)).slice(0, maxStates)
  const zone = timeZone ?? 'UTC'
  return {
    timeZone: zone,
    charts: {
      window,
      charts: [],
      strips: states.map((state) => ({ name: textOf(state), spans: stateSpans(samples, state, window.to) })),
      stripsWindow: states.length > 0 ? stripsWindow(window, zone) : null,
      tooCoarse: [],
      isThinned: false,
    },
  }
}

/** As many strips as one chart can distinguish. */
const maxStates = 12

function withLimit(trends: Trends, value: number | null): Trends {
  const [own] = trends.series
  return own && value !== null ? { ...trends, thresholds: [{ role: own.role, unit: own.unit, value }] } : trends
}
