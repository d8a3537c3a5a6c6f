/** The schedules of a customer as a table file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { fileBudgetMs, listCsv } from '~/kit/list/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { scheduleView } from './columns'
import { schedules } from './schedules.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerSchedulesCsv', args.params)
  const reader = await readerFor(args, { view: 'schedules', budgetMs: fileBudgetMs })
  await ownCustomer(reader.read, at)
  return listCsv(reader, { source: schedules, view: scheduleView, at, request: args.request, name: 'schedules' })
}
