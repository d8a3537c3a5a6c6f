/** The customers of a tenant as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { customerView } from './customer-columns'
import { customers } from './customers.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customersCsv', args.params)
  const reader = await readerFor(args, { view: 'customers', budgetMs: fileBudgetMs })
  return listCsv(reader, { source: customers, view: customerView, at, request: args.request, name: 'customers' })
}
