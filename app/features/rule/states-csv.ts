/** The equipment of a fault rule as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { mayOpen } from '~/views'
import { ruleStateSource } from './list.server'
import { stateView, withoutFaultColumns } from './state-columns'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('ruleCsv', args.params)
  const reader = await readerFor(args, { view: 'rules', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  const view = mayOpen('faults', reader) ? stateView : withoutFaultColumns(stateView)
  return listCsv(reader, { source: ruleStateSource, view, at, request: args.request, name: `rule-${at.ruleId}` })
}
