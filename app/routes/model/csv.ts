/** The controller models as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { modelView } from './columns'
import { models } from './models.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('modelsCsv', args.params)
  const made = await reader(args, { view: 'models', budget: fileBudget })
  return listCsv(made, { source: models, view: modelView, at, request: args.request, name: 'models' })
}
