/** The points of a controller as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { controllerAt } from '~/features/device/shared/controller.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { pointView } from './columns'
import { points } from './points.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('devicePointsCsv', args.params)
  const reader = await readerFor(args, { view: 'points', budgetMs: fileBudgetMs })
  await controllerAt(reader, { name: 'devicePointsCsv', at, request: args.request })
  return listCsv(reader, { source: points, view: pointView, at, request: args.request, name: 'points' })
}
