/** The people of every tenant as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { csvBudget, peopleCsv } from './people-csv.server'

export async function loader(args: LoaderFunctionArgs) {
  const made = await reader(args, { capability: 'user.read', budget: csvBudget })
  return peopleCsv(made, { tenantId: null, request: args.request })
}
