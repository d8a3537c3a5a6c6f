/** The missing points of rules as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { gapSource } from './coverage.server'
import { gapView } from './gap-columns'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('ruleCoverageCsv', args.params)
  const reader = await readerFor(args, { view: 'coverage', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  return listCsv(reader, { source: gapSource, view: gapView, at, request: args.request, name: 'coverage' })
}
