/** The sites of a customer as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { siteView } from './columns'
import { sites } from './sites.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerSitesCsv', args.params)
  const made = await reader(args, { view: 'sites', budget: fileBudget })
  await ownCustomer(made.read, at)
  return listCsv(made, { source: sites, view: siteView, at, request: args.request, name: 'sites' })
}
