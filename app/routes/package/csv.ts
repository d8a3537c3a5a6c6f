/** The catalogue of packages as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { packageView } from './columns'
import { packages } from './packages.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('packagesCsv', args.params)
  const made = await reader(args, { view: 'packages', budget: fileBudget })
  await ownCustomer(made.read, at)
  return listCsv(made, { source: packages, view: packageView, at, request: args.request, name: 'packages' })
}
