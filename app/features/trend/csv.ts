/** All samples of the points of an address in a window as a table file, read in parts. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import type { StateText } from '~/features/fault/shared/state-spans'
import { trendsSheet } from '~/features/fault/shared/trends-sheet.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { csvResponse } from '~/kit/file/csv.server'
import { fileBudgetMs } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { parseChartWindow, validWindowParams } from '~/ui/chart/window'
import { type Comparison, comparisonOffsetMs, parseComparison } from './compare'
import { pointsInSearch, readPointTrendsPart, timeZoneOf } from './point-trends.server'
import { stateTextsOf } from './shared/state-texts.server'
import { moved, toRuleTrends, withEarlier } from './to-rule-trends'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerTrendsCsv', args.params)
  const reader = await readerFor(args, { view: 'trends', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  const search = new URL(args.request.url).searchParams
  const { pointIds, namedCount } = pointsInSearch(search)
  if (pointIds.length === 0) throw new Response(null, { status: 404 })
  const window = parseChartWindow(search, Date.now())
  const compare = parseComparison(search.get('compare'))
  const t = translator(reader.language)
  const { language } = reader
  const system = unitSystemOf(reader.person, at.tenantId)
  let stateText: StateText | undefined
  const part = async (after: string | undefined) => {
    const { read, next } = await readPointTrendsPart(reader, { customerId: at.customerId, pointIds, ...window, after })
    if (!read.ok) throw Response.json({ problem: read.problem }, { status: read.problem.status })
    if (read.value === null) throw new Response(null, { status: 404 })
    const timeZone = timeZoneOf(read.value.series)
    stateText ??= await stateTextsOf(reader, read.value.series)
    const trends = compare
      ? withEarlier(toRuleTrends(read.value), await earlierPart(compare, timeZone, after), (name) =>
          t(`main:trend.earlier.${compare}`, { name }),
        )
      : toRuleTrends(read.value)
    return { ...trendsSheet(trends, { t, system, language, timeZone, stateText }), next }
  }
  const earlierPart = async (by: Comparison, timeZone: string, after: string | undefined) => {
    const offsetMs = comparisonOffsetMs(by, window, timeZone)
    const { read } = await readPointTrendsPart(reader, {
      customerId: at.customerId,
      pointIds,
      from: window.from - offsetMs,
      to: window.to - offsetMs,
      after: after && String(Number(after) - offsetMs),
    })
    if (!read.ok) throw Response.json({ problem: read.problem }, { status: read.problem.status })
    return read.value && toRuleTrends(moved(read.value, offsetMs))
  }
  const first = await part(undefined)
  return csvResponse({
    name: 'trends',
    reader,
    request: args.request,
    // A part of the points would look like all of them: too many are refused.
    parsed: { ...validWindowParams(search), compare, point: namedCount > pointIds.length ? null : pointIds },
    t,
    columns: first.columns,
    linesAfter: async (after) => (after === undefined ? first : part(after)),
  })
}
