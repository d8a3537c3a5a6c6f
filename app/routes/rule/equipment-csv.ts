/** The fault rules for one piece of equipment, as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { equipmentAt } from '~/things/equipment/equipment.server'
import { rulesOfEquipment } from '~/things/rule/of-equipment.server'
import { ownRuleView } from '~/things/rule/own-rule-columns'
import { withoutFaults } from '~/things/rule/state-columns'
import { mayLookAt } from '~/views'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('equipmentRulesCsv', args.params)
  const { request } = args
  const made = await reader(args, { view: 'rules', budget: fileBudget })
  const { equipment } = await equipmentAt(made, { name: 'equipmentRulesCsv', at, request })
  const of = { ...at, equipment }
  return listCsv(made, {
    source: rulesOfEquipment,
    view: mayLookAt('faults', made) ? ownRuleView : withoutFaults(ownRuleView),
    at: of,
    request,
    name: `rules-${equipment.name}`,
  })
}
