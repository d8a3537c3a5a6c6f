/** The configuration templates of a site as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { siteAt } from '~/kit/place/own-place.server'
import { templateView } from './columns'
import { templates } from './templates.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteTemplatesCsv', args.params)
  const reader = await readerFor(args, { view: 'templates', budgetMs: fileBudgetMs })
  await Promise.all([ownCustomer(reader.read, at), siteAt(reader.read, at)])
  return listCsv(reader, { source: templates, view: templateView, at, request: args.request, name: 'templates' })
}
