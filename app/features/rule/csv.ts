/** The fault rules of a customer as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { mayOpen } from '~/views'
import { ruleView } from './columns'
import { ruleSource } from './list.server'
import { withoutFaultColumns } from './state-columns'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerRulesCsv', args.params)
  const reader = await readerFor(args, { view: 'rules', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  const view = mayOpen('faults', reader) ? ruleView : withoutFaultColumns(ruleView)
  return listCsv(reader, { source: ruleSource, view, at, request: args.request, name: 'rules' })
}
