/** The missing points of rules as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { gapSource } from '~/things/rule/coverage.server'
import { gapView } from '~/things/rule/gap-columns'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('ruleCoverageCsv', args.params)
  const reader = await readerFor(args, { view: 'coverage', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  return listCsv(reader, { source: gapSource, view: gapView, at, request: args.request, name: 'coverage' })
}
