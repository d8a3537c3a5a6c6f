/** The missing points of rules as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { gaps } from '~/things/rule/coverage.server'
import { gapView } from '~/things/rule/gap-columns'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('ruleCoverageCsv', args.params)
  const made = await reader(args, { view: 'coverage', budget: fileBudget })
  await ownCustomer(made.read, at)
  return listCsv(made, { source: gaps, view: gapView, at, request: args.request, name: 'coverage' })
}
