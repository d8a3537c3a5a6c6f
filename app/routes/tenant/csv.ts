/** The list of tenants as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { readerOutside } from '~/screens/frame/last-place.server'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { tenantView } from './columns'
import { tenants } from './tenants.server'

export async function loader(args: LoaderFunctionArgs) {
  const made = readerOutside(await reader(args, { budget: fileBudget }), 'tenants')
  return listCsv(made, { source: tenants, view: tenantView, at: null, request: args.request, name: 'tenants' })
}
