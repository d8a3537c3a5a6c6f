/** The equipment of a fault rule as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { statesOfRule } from '~/things/rule/list.server'
import { stateView, withoutFaults } from '~/things/rule/state-columns'
import { mayLookAt } from '~/views'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('ruleCsv', args.params)
  const made = await reader(args, { view: 'rules', budget: fileBudget })
  await ownCustomer(made.read, at)
  const view = mayLookAt('faults', made) ? stateView : withoutFaults(stateView)
  return listCsv(made, { source: statesOfRule, view, at, request: args.request, name: `rule-${at.ruleId}` })
}
