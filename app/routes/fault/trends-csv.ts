/** Every stored sample of a fault's points in a window, as a CSV file streamed part by part. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { unitsOf } from '~/backend/own-record'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { csvAnswer } from '~/screens/file/csv.server'
import { fileBudget } from '~/screens/list/csv.server'
import { newestOf, trendPart } from '~/things/fault/trends.server'
import { trendsSheet } from '~/things/fault/trends-sheet.server'
import { knownWindow, windowIn } from '~/ui/chart/window'
import { faultHere, windowOf } from './fault.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('faultTrendsCsv', args.params)
  const made = await reader(args, { view: 'faults', budget: fileBudget })
  const { fault, timeZone } = await faultHere(made, at)
  const search = new URL(args.request.url).searchParams
  const window = windowIn(search, newestOf(fault), windowOf(fault))
  const t = translator(made.language)
  const { language } = made
  const system = unitsOf(made.person, at.tenantId)
  const part = async (after: string | undefined) => {
    const { read, next } = await trendPart(made, fault, { ...window, after })
    if (!read.ok) throw Response.json({ problem: read.problem }, { status: read.problem.status })
    return { ...trendsSheet(read.value, { t, system, language, timeZone }), next }
  }
  const first = await part(undefined)
  return csvAnswer({
    name: `trend-${fault.faultRuleId}`,
    request: args.request,
    known: knownWindow(search),
    t,
    columns: first.columns,
    linesAfter: async (after) => (after === undefined ? first : part(after)),
  })
}
