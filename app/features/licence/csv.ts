/** The licences of a customer or of one of its sites as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { licenceView } from './columns'
import { licences } from './licences.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerLicencesCsv', args.params)
  const reader = await readerFor(args, { view: 'licences', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  return listCsv(reader, { source: licences, view: licenceView, at, request: args.request, name: 'licences' })
}
