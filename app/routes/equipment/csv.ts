/** The equipment of a customer as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { equipmentView, toldOnly } from '~/things/equipment/columns'
import { toldTo } from '~/things/equipment/told'
import { equipment } from './equipment-list.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerEquipmentCsv', args.params)
  const made = await reader(args, { view: 'allEquipment', budget: fileBudget })
  await ownCustomer(made.read, at)
  const view = toldOnly(equipmentView, toldTo(made))
  return listCsv(made, { source: equipment, view, at, request: args.request, name: 'equipment' })
}
