/** The overrides of a customer as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { overrideView } from './columns'
import { overrides } from './overrides.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerOverridesCsv', args.params)
  const reader = await readerFor(args, { view: 'overrides', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  return listCsv(reader, { source: overrides, view: overrideView, at, request: args.request, name: 'overrides' })
}
