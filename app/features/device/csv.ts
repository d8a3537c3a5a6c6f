/** The controllers of a customer as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { columnAccess, devices } from './devices.server'
import { deviceView, withoutUnreadable } from './shared/columns'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerDevicesCsv', args.params)
  const reader = await readerFor(args, { view: 'devices', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  const view = withoutUnreadable(deviceView, columnAccess(reader))
  return listCsv(reader, { source: devices, view, at, request: args.request, name: 'controllers' })
}
