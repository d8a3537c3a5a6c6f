/** The fault rules for one piece of equipment, as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/screens/list/csv.server'
import { equipmentAt } from '~/things/equipment/equipment.server'
import { equipmentRuleView } from '~/things/rule/equipment-rule-columns'
import { equipmentRuleSource } from '~/things/rule/equipment-rules.server'
import { withoutFaultColumns } from '~/things/rule/state-columns'
import { mayOpen } from '~/views'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('equipmentRulesCsv', args.params)
  const { request } = args
  const reader = await readerFor(args, { view: 'rules', budgetMs: fileBudgetMs })
  const { equipment } = await equipmentAt(reader, { name: 'equipmentRulesCsv', at, request })
  const place = { ...at, equipment }
  return listCsv(reader, {
    source: equipmentRuleSource,
    view: mayOpen('faults', reader) ? equipmentRuleView : withoutFaultColumns(equipmentRuleView),
    at: place,
    request,
    name: `rules-${equipment.name}`,
  })
}
