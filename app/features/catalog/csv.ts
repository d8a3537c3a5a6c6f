/** The objects of a controller as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { controllerAt } from '~/features/device/shared/controller.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { catalogs } from './catalogs.server'
import { catalogView } from './columns'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceCatalogsCsv', args.params)
  const reader = await readerFor(args, { view: 'catalogs', budgetMs: fileBudgetMs })
  await controllerAt(reader, { name: 'deviceCatalogsCsv', at, request: args.request })
  return listCsv(reader, { source: catalogs, view: catalogView, at, request: args.request, name: 'objects' })
}
