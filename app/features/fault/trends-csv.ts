/** Every stored sample of a fault's points in a window, as a CSV file streamed part by part. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { csvResponse } from '~/kit/file/csv.server'
import { fileBudgetMs } from '~/kit/list/csv.server'
import { parseChartWindow, validWindowParams } from '~/ui/chart/window'
import { faultWindow, readFaultAtSite } from './fault.server'
import { lastSeenMs, readTrendsPart } from './shared/trends.server'
import { trendsSheet } from './shared/trends-sheet.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('faultTrendsCsv', args.params)
  const reader = await readerFor(args, { view: 'faults', budgetMs: fileBudgetMs })
  const { fault, timeZone } = await readFaultAtSite(reader, at)
  const search = new URL(args.request.url).searchParams
  const window = parseChartWindow(search, lastSeenMs(fault), faultWindow(fault))
  const t = translator(reader.language)
  const { language } = reader
  const system = unitSystemOf(reader.person, at.tenantId)
  const part = async (after: string | undefined) => {
    const { read, next } = await readTrendsPart(reader, fault, { ...window, after })
    if (!read.ok) throw Response.json({ problem: read.problem }, { status: read.problem.status })
    return { ...trendsSheet(read.value, { t, system, language, timeZone }), next }
  }
  const first = await part(undefined)
  return csvResponse({
    name: `trend-${fault.faultRuleId}`,
    reader,
    request: args.request,
    parsed: validWindowParams(search),
    t,
    columns: first.columns,
    linesAfter: async (after) => (after === undefined ? first : part(after)),
  })
}
