/** Every sample of the points of a fault in a window, as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { csvAnswer } from '~/screens/file/csv.server'
import { newestOf, trendsOf } from '~/things/fault/trends.server'
import { trendsSheet } from '~/things/fault/trends-sheet.server'
import { knownWindow, windowIn } from '~/ui/chart/window'
import { faultHere, windowOf } from './fault.server'
import { budget } from './faults.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('faultTrendsCsv', args.params)
  const made = await reader(args, { view: 'faults', budget })
  const { fault, timeZone } = await faultHere(made, at)
  const search = new URL(args.request.url).searchParams
  const trends = await trendsOf(made, fault, windowIn(search, newestOf(fault), windowOf(fault)))
  if (!trends.ok) throw Response.json({ problem: trends.problem }, { status: trends.problem.status })
  const t = translator(made.language)
  const { language } = made
  const system = made.person.info.tenantUsers.find(({ tenantId }) => tenantId === at.tenantId)?.unit ?? 'metric'
  const { columns, lines } = trendsSheet(trends.value, { t, system, language, timeZone })
  return csvAnswer({
    name: `trend-${fault.faultRuleId}`,
    request: args.request,
    known: knownWindow(search),
    t,
    columns,
    linesAfter: async () => ({ lines, next: null }),
  })
}
