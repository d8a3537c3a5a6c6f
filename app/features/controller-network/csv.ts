/** What the last search of a network found and missed, as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { findingView } from './finding-columns'
import { findings } from './findings.server'
import { controllerNetworkThing } from './thing.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('controllerNetworkCsv', args.params)
  const { request } = args
  const reader = await readerFor(args, { capability: 'device.read', budgetMs: fileBudgetMs })
  await controllerNetworkThing.loadPage(reader, { at, page: 'controllerNetworkCsv', request })
  return listCsv(reader, { source: findings, view: findingView, at, request, name: 'controllers-found' })
}
