/** The points of a customer as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { placedPointView } from './columns'
import { placedPoints } from './placed.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerPointsCsv', args.params)
  const reader = await readerFor(args, { view: 'points', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  return listCsv(reader, { source: placedPoints, view: placedPointView, at, request: args.request, name: 'points' })
}
