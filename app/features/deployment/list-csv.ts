/** The deployments of a customer as a CSV file, one line per operation. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { rolloutView } from './columns'
import { rollouts } from './rollouts.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deploymentsCsv', args.params)
  const reader = await readerFor(args, { view: 'deployments', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  return listCsv(reader, { source: rollouts, view: rolloutView, at, request: args.request, name: 'deployments' })
}
