/** The list of tenants as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { readerOutside } from '~/kit/frame/last-place.server'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { tenantView } from './columns'
import { tenants } from './tenants.server'

export async function loader(args: LoaderFunctionArgs) {
  const reader = readerOutside(await readerFor(args, { budgetMs: fileBudgetMs }), 'tenants')
  return listCsv(reader, { source: tenants, view: tenantView, at: null, request: args.request, name: 'tenants' })
}
