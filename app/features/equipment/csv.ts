/** The equipment of a customer as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { equipmentView, withoutHiddenColumns } from './columns'
import { equipment } from './equipment-list.server'
import { equipmentAccess } from './shared/access'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerEquipmentCsv', args.params)
  const reader = await readerFor(args, { view: 'allEquipment', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  const view = withoutHiddenColumns(equipmentView, equipmentAccess(reader))
  return listCsv(reader, { source: equipment, view, at, request: args.request, name: 'equipment' })
}
