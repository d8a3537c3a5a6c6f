/** The open tunnels of a customer as a table file (design §12). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { tunnelView } from './columns'
import { tunnels } from './tunnels.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerTunnelsCsv', args.params)
  const reader = await readerFor(args, { view: 'tunnels', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  const view = tunnelView({ mayClose: false })
  return listCsv(reader, { source: tunnels, view, at, request: args.request, name: 'tunnels' })
}
