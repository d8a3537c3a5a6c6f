/** The customers of a tenant as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { customerView } from './customer-columns'
import { customers } from './customers.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customersCsv', args.params)
  const made = await reader(args, { view: 'customers', budget: fileBudget })
  return listCsv(made, { source: customers, view: customerView, at, request: args.request, name: 'customers' })
}
