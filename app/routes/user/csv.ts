/** The people of a tenant as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { peopleView } from './columns'
import { peopleInFile } from './people.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('usersCsv', args.params)
  const made = await reader(args, { view: 'users', budget: fileBudget })
  return listCsv(made, { source: peopleInFile, view: peopleView, at, request: args.request, name: 'people' })
}
