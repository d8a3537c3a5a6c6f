/** The people of every tenant as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { allPeopleView } from './columns'
import { peopleForFile } from './people.server'

export async function loader(args: LoaderFunctionArgs) {
  const reader = await readerFor(args, { view: 'users', budgetMs: fileBudgetMs })
  const at = { tenantId: null }
  return listCsv(reader, { source: peopleForFile, view: allPeopleView, at, request: args.request, name: 'people' })
}
