/** The alarms of a customer as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudget, listCsv } from '~/screens/list/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { alarmView } from '~/things/alarm/columns'
import { ownTimeZone } from '~/ui/time-zone.server'
import { everyAlarm } from './alarms.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerAlarmsCsv', args.params)
  const made = await reader(args, { view: 'alarms', budget: fileBudget })
  await ownCustomer(made.read, at)
  const zoned = { ...at, zone: ownTimeZone(args.request) ?? 'UTC' }
  return listCsv(made, { source: everyAlarm, view: alarmView, at: zoned, request: args.request, name: 'alarms' })
}
