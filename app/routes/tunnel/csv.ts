/** The open tunnels of a customer as a table file (design §12). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { tunnelView } from './columns'
import { tunnels } from './tunnels.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerTunnelsCsv', args.params)
  const made = await reader(args, { view: 'tunnels', budget: fileBudget })
  await ownCustomer(made.read, at)
  const view = tunnelView({ mayClose: false })
  return listCsv(made, { source: tunnels, view, at, request: args.request, name: 'tunnels' })
}
