/** The controller models as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { modelView } from './columns'
import { models } from './models.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('modelsCsv', args.params)
  const reader = await readerFor(args, { view: 'models', budgetMs: fileBudgetMs })
  return listCsv(reader, { source: models, view: modelView, at, request: args.request, name: 'models' })
}
