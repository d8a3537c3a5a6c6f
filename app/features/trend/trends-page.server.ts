/** The data of the trends page: the points and the window of its address, compared with an earlier one. */
import { redirect } from '@remix-run/node'
import type { PointTrend } from '#contracts/point-trends'
import type { Reader } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import { ruleCharts } from '~/features/fault/shared/rule-trends.server'
import type { StateText } from '~/features/fault/shared/state-spans'
import { liveHref } from '~/features/point/shared/live'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { switchedText } from '~/i18n/state-word'
import { isAutoRefreshed } from '~/kit/frame/refresh'
import { unknownParams } from '~/kit/list/unknown-params'
import { ownCustomer } from '~/kit/place/own-customer.server'
import type { ParamsFor } from '~/paths'
import { momentInSearch, spanWith, typedMoment, valueAtParams } from '~/ui/chart/moment'
import { type ChartWindow, parseChartWindow, validWindowParams, windowSearch } from '~/ui/chart/window'
import { refreshSeconds } from '~/ui/refresh'
import { mayOpen } from '~/views'
import { type Comparison, comparisonOffsetMs, parseComparison } from './compare'
import { notStoredSpans } from './not-stored'
import { pointHrefs } from './point-hrefs.server'
import { openNodes, openNodeText, openParam, pointTree } from './point-tree.server'
import { maxPoints, pointsInSearch, readChartTrends, timeZoneOf } from './point-trends.server'
import { recentPoints, rememberPoints } from './recent-points.server'
import { searchPoints } from './search-points.server'
import { stateTextsOf } from './shared/state-texts.server'
import { moved, toRuleTrends, toRuleTrendsWithData } from './to-rule-trends'
import { trendSets } from './trend-sets.server'
import { parseTypedPeriod } from './typed-period'
import { valuesAt } from './values-at.server'

type TrendsPlace = ParamsFor<'customerTrends'>

/** Characters of a search at most. */
const maxSearchLength = 200

export async function trendsPageData(reader: Reader, at: TrendsPlace, request: Request) {
  const search = new URL(request.url).searchParams
  const { pointIds, namedCount } = pointsInSearch(search)
  redirectToCanonical(at, search, pointIds)
  const mark = momentInSearch(search)
  const window = windowWith(parseChartWindow(search, Date.now()), mark)
  const list = href('customerTrends', at)
  const open = openNodes(search)
  const system = unitSystemOf(reader.person, at.tenantId)
  const compare = parseComparison(search.get('compare'))
  const q = search.get('q')?.trim().slice(0, maxSearchLength) ?? ''
  const lineCount = pointIds.length * (compare ? 2 : 1)
  const query = { customerId: at.customerId, pointIds, lineCount }
  const [customer, shown, matches, marked, tree, recent] = await Promise.all([
    ownCustomer(reader.read, at),
    pointIds.length > 0 ? readChartTrends(reader, { ...query, ...window }) : null,
    q ? searchPoints(reader, { customerId: at.customerId, search: q }) : null,
    mark !== null && pointIds.length > 0 ? valuesAt(reader, { pointIds, moment: mark, system }) : null,
    pointTree(reader, { customerId: at.customerId, path: open }),
    recentPoints(reader.session.person, list),
  ])
  const result = shown?.read.ok ? shown.read.value : null
  const series = result?.series ?? []
  const timeZone = timeZoneOf(series)
  const offsetMs = compare && series.length > 0 ? comparisonOffsetMs(compare, window, timeZone) : 0
  const [earlier, stateText, hrefOf] = await Promise.all([
    offsetMs > 0 ? readChartTrends(reader, { ...query, from: window.from - offsetMs, to: window.to - offsetMs }) : null,
    stateTextsOf(reader, series),
    pointHrefs(reader, at, series),
  ])
  const t = translator(reader.language)
  const trends = result && toRuleTrendsWithData(result)
  const deviceIds = series.map(({ deviceId }) => deviceId)
  const stream = liveHref(reader, at, deviceIds)
  const isLive = window.isNow && search.get('live') === '1'
  const still = { ...windowParams(window, compare), point: pointIds }
  const params: Record<string, string | null> = { ...windowParams(window, compare), live: isLive ? '1' : null }
  const currentHref = href('customerTrends', at, still)
  const keys = result ? toRuleTrends(result).series : []
  const points = pointsOf({ pointIds, series, keys }, { t, stateText, hrefOf })
  const drawn = points.flatMap(({ pointId, name }) => (name ? [{ id: pointId, name }] : []))
  await rememberPoints(reader.session.person, { list, drawn, before: recent })
  return {
    at,
    name: customer.name,
    pointsHref: mayOpen('points', reader) ? href('customerPoints', at) : null,
    pointIds,
    named: namedCount > maxPoints ? namedCount : null,
    max: maxPoints,
    window,
    params,
    typed: typedPeriod(search, window, timeZone),
    compare,
    q,
    matches,
    tree,
    open: open.map(openNodeText),
    recent,
    mark,
    marked,
    markHref: mark === null ? null : href('customerTrends', at, { ...params, point: pointIds }),
    /** The stream of the points; null where they cannot be followed or nobody does. */
    live: isLive ? stream : null,
    isLive,
    liveHref: href('customerTrends', at, { ...still, live: '1' }),
    canFollow: window.isNow && stream !== null,
    sets: await trendSets(reader, at, currentHref),
    currentHref,
    isAuto: window.isNow && isAutoRefreshed(search),
    autoHref: href('customerTrends', at, { ...still, auto: refreshSeconds }),
    hasPeriodProblem: parseTypedPeriod(search) !== null,
    problem: shown && !shown.read.ok ? shown.read.problem : null,
    earlierProblem: earlier && !earlier.read.ok ? earlier.read.problem : null,
    isUnkept: shown?.read.ok === true && result === null,
    inRules: result?.inRules ?? null,
    unkept: notStoredSpans(series),
    charts:
      trends &&
      ruleCharts(trends, {
        timeZone,
        system,
        language: reader.language,
        lineCount,
        stateText,
        means: shown?.means ? toRuleTrends(shown.means) : undefined,
        earlier:
          compare && earlier?.read.ok && earlier.read.value
            ? {
                trends: toRuleTrends(moved(earlier.read.value, offsetMs)),
                means: earlier.means ? toRuleTrends(moved(earlier.means, offsetMs)) : undefined,
                nameOf: (name) => t(`main:trend.earlier.${compare}`, { name }),
              }
            : undefined,
      }),
    isEmpty: trends?.series.every(({ samples }) => samples.length === 0) ?? false,
    hasSeries: trends ? trends.series.length > 0 : false,
    points,
    timeZone,
    ignored: unknownParams(request, {
      ...validWindowParams(search),
      point: pointIds,
      compare,
      q: '-',
      zone: '-',
      in: open.length > 0 ? open.map(openNodeText) : null,
      at: mark,
      atZone: '-',
      live: '-',
    }),
    crumbs: [{ name: t('main:view.trends'), href: href('customerTrends', at) }],
    age: reader.age(),
  }
}

/** Returns the window for the fields of its form; what could not be read as it was typed. */
function typedPeriod(search: URLSearchParams, { isNow, from, to }: ChartWindow, timeZone: string) {
  const kept = (name: string) => search.get(name)?.slice(0, 40) ?? ''
  if (search.has('zone')) return { from: kept('from'), to: kept('to') }
  return isNow ? null : { from: typedMoment(from, timeZone), to: typedMoment(to, timeZone) }
}

/** Returns the parameters of the window and of the comparison: a range until now goes on with the time. */
function windowParams(
  { range, isNow, from, to }: ChartWindow,
  compare: Comparison | null,
): Record<string, string | null> {
  if (range && isNow) return { range, compare }
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), compare }
}

/** Returns the window, or one around a moment outside it. */
function windowWith(window: ChartWindow, mark: number | null): ChartWindow {
  if (mark === null || (mark >= window.from && mark <= window.to)) return window
  return { ...spanWith(window, mark), range: null, isNow: false }
}

/** Redirects what forms send, a typed period or a point to leave out, to the address of the result. */
function redirectToCanonical(at: TrendsPlace, search: URLSearchParams, pointIds: readonly string[]): void {
  const typed = parseTypedPeriod(search)
  const without = search.getAll('without')
  const isPeriodRead = typed !== null && (typed.span !== null || !(search.get('from') || search.get('to')))
  const mark = search.has(valueAtParams.zone) ? momentInSearch(search) : null
  const isForm = search.has(valueAtParams.zone)
  if (!isForm && !isPeriodRead && (without.length === 0 || typed !== null)) return
  const { range, from, to } = validWindowParams(search)
  throw redirect(
    href('customerTrends', at, {
      ...(typed?.span ? windowSearch(typed.span) : typed ? { range } : { range, from, to }),
      compare: parseComparison(search.get('compare')),
      live: search.get('live') === '1' && !typed?.span ? '1' : undefined,
      q: search.get('q')?.slice(0, maxSearchLength),
      in: search.getAll(openParam),
      at: mark === null ? undefined : new Date(mark).toISOString(),
      point: pointIds.filter((id) => !without.includes(id)),
    }),
  )
}

/** A selected point; `key` is that of its line. */
export interface TrendPoint {
  key: string | null
  pointId: string
  name: string | null
  href: string | null
  /** The text of the last value of a point with states. */
  state: string | null
}

function pointsOf(
  {
    pointIds,
    series,
    keys,
  }: { pointIds: readonly string[]; series: readonly PointTrend[]; keys: readonly { role: string }[] },
  { t, stateText, hrefOf }: { t: Translate; stateText: StateText; hrefOf: Awaited<ReturnType<typeof pointHrefs>> },
): TrendPoint[] {
  return pointIds.map((pointId) => {
    const index = series.findIndex((one) => one.pointId === pointId)
    const own = series[index]
    return {
      key: keys[index]?.role ?? null,
      pointId,
      name: own ? own.displayName || own.name : null,
      href: own ? hrefOf(pointId) : null,
      state: own?.kind === 'state' ? lastStateText(own, { t, stateText }) : null,
    }
  })
}

function lastStateText(
  { pointId, samples }: PointTrend,
  { t, stateText }: { t: Translate; stateText: StateText },
): string | null {
  const last = samples.at(-1)?.[1] ?? null
  if (last === null) return null
  return stateText(pointId, last) ?? (typeof last === 'boolean' ? switchedText(t, last) : String(last))
}

export type TrendsPageData = Awaited<ReturnType<typeof trendsPageData>>
