/** The people of a tenant as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { csvBudget, peopleCsv } from './people-csv.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('usersCsv', args.params)
  const made = await reader(args, { capability: 'user.read', budget: csvBudget })
  return peopleCsv(made, { tenantId: at.tenantId, request: args.request })
}
