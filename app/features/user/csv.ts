/** The people of a tenant as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { peopleView } from './columns'
import { peopleForFile } from './people.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('usersCsv', args.params)
  const reader = await readerFor(args, { view: 'users', budgetMs: fileBudgetMs })
  return listCsv(reader, { source: peopleForFile, view: peopleView, at, request: args.request, name: 'people' })
}
