/** The catalogue of packages as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { packageView } from './columns'
import { packages } from './packages.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('packagesCsv', args.params)
  const reader = await readerFor(args, { view: 'packages', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  return listCsv(reader, { source: packages, view: packageView, at, request: args.request, name: 'packages' })
}
