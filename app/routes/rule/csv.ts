/** The fault rules of a customer as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { ruleView } from '~/things/rule/columns'
import { rules } from '~/things/rule/list.server'
import { withoutFaults } from '~/things/rule/state-columns'
import { mayLookAt } from '~/views'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerRulesCsv', args.params)
  const made = await reader(args, { view: 'rules', budget: fileBudget })
  await ownCustomer(made.read, at)
  const view = mayLookAt('faults', made) ? ruleView : withoutFaults(ruleView)
  return listCsv(made, { source: rules, view, at, request: args.request, name: 'rules' })
}
