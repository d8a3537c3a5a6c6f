/** The people of every tenant as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { allPeopleView } from './columns'
import { peopleInFile } from './people.server'

export async function loader(args: LoaderFunctionArgs) {
  const made = await reader(args, { view: 'users', budget: fileBudget })
  const at = { tenantId: null }
  return listCsv(made, { source: peopleInFile, view: allPeopleView, at, request: args.request, name: 'people' })
}
