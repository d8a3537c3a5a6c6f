/** The fault rules for one piece of equipment, as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { equipmentAt } from '~/features/equipment/shared/equipment.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { mayOpen } from '~/views'
import { equipmentRuleView } from './equipment-rule-columns'
import { equipmentRuleSource } from './equipment-rules.server'
import { withoutFaultColumns } from './state-columns'

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
