/** The alarms of a customer as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { ownTimeZone } from '~/ui/time-zone.server'
import { ungroupedAlarms } from './alarms.server'
import { alarmView } from './columns'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerAlarmsCsv', args.params)
  const reader = await readerFor(args, { view: 'alarms', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  const zoned = { ...at, zone: ownTimeZone(args.request) ?? 'UTC' }
  return listCsv(reader, { source: ungroupedAlarms, view: alarmView, at: zoned, request: args.request, name: 'alarms' })
}
