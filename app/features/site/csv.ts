/** The sites of a customer as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { siteView } from './columns'
import { sites } from './sites.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerSitesCsv', args.params)
  const reader = await readerFor(args, { view: 'sites', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  return listCsv(reader, { source: sites, view: siteView, at, request: args.request, name: 'sites' })
}
