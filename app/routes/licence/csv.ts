/** The licences of a customer or of one of its sites as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { licenceView } from './columns'
import { licences } from './licences.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerLicencesCsv', args.params)
  const made = await reader(args, { view: 'licences', budget: fileBudget })
  await ownCustomer(made.read, at)
  return listCsv(made, { source: licences, view: licenceView, at, request: args.request, name: 'licences' })
}
