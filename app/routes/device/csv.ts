/** The controllers of a customer as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { deviceView } from '~/things/device/columns'
import { devices } from './devices.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerDevicesCsv', args.params)
  const made = await reader(args, { view: 'devices', budget: fileBudget })
  await ownCustomer(made.read, at)
  return listCsv(made, { source: devices, view: deviceView, at, request: args.request, name: 'controllers' })
}
