/** The faults of a customer as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { ownTimeZone } from '~/ui/time-zone.server'
import { faultView } from './columns'
import { faults } from './faults.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerFaultsCsv', args.params)
  const reader = await readerFor(args, { view: 'faults', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  const zoned = { ...at, zone: ownTimeZone(args.request) ?? 'UTC' }
  return listCsv(reader, { source: faults, view: faultView, at: zoned, request: args.request, name: 'faults' })
}
