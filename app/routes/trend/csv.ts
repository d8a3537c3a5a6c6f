/** All samples of the points of an address in a window as a table file, read in parts. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { unitsOf } from '~/backend/own-record'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { csvAnswer } from '~/screens/file/csv.server'
import { fileBudget } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { trendsSheet } from '~/things/fault/trends-sheet.server'
import { asCharts } from '~/things/trend/as-charts'
import { pointsNamed, pointTrendsPart, timeZoneOf } from '~/things/trend/point-trends.server'
import { knownWindow, windowIn } from '~/ui/chart/window'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerTrendsCsv', args.params)
  const made = await reader(args, { view: 'trends', budget: fileBudget })
  await ownCustomer(made.read, at)
  const search = new URL(args.request.url).searchParams
  const { pointIds, named } = pointsNamed(search)
  if (pointIds.length === 0) throw new Response(null, { status: 404 })
  const window = windowIn(search, Date.now())
  const t = translator(made.language)
  const { language } = made
  const system = unitsOf(made.person, at.tenantId)
  const part = async (after: string | undefined) => {
    const { read, next } = await pointTrendsPart(made, { customerId: at.customerId, pointIds, ...window, after })
    if (!read.ok) throw Response.json({ problem: read.problem }, { status: read.problem.status })
    if (read.value === null) throw new Response(null, { status: 404 })
    const timeZone = timeZoneOf(read.value.series)
    return { ...trendsSheet(asCharts(read.value), { t, system, language, timeZone }), next }
  }
  const first = await part(undefined)
  return csvAnswer({
    name: 'trends',
    request: args.request,
    // A part of the points would look like all of them: too many are refused.
    known: { ...knownWindow(search), point: named > pointIds.length ? null : pointIds },
    t,
    columns: first.columns,
    linesAfter: async (after) => (after === undefined ? first : part(after)),
  })
}
