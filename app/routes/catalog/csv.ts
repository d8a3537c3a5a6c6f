/** The objects of a controller as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/screens/list/csv.server'
import { catalogView } from '~/things/catalog/columns'
import { controllerAt } from '~/things/device/controller.server'
import { catalogs } from './catalogs.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceCatalogsCsv', args.params)
  const reader = await readerFor(args, { view: 'catalogs', budgetMs: fileBudgetMs })
  await controllerAt(reader, { name: 'deviceCatalogsCsv', at, request: args.request })
  return listCsv(reader, { source: catalogs, view: catalogView, at, request: args.request, name: 'objects' })
}
