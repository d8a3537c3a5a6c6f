/** The list of schedules at a place. */
import { href } from '~/hrefs'
import type { ListSource } from '~/kit/list/source.server'
import type { PlaceParams } from '~/kit/place/place-params'
import { scheduleFields } from './columns'
import { findSchedules } from './find-schedules.server'
import { type ScheduleRow, scheduleRow } from './shared/row'

/** The budget of pages that read schedules, in milliseconds: their service has 15 s. */
export const scheduleBudgetMs = 16_000

export const schedules: ListSource<typeof scheduleFields, ScheduleRow, PlaceParams> = {
  fields: scheduleFields,
  sorts: ['device', 'name'],
  others: ['schedule', 'changed'],
  optional: true,
  async find(reader, { at, filter, sort, after, pageSize }) {
    const { schedules: matches, ...page } = await findSchedules(reader, { at, filter, sort, after, pageSize })
    return { ...page, rows: matches.map((one) => scheduleRow(at, one)) }
  },
  bulkActions: ({ may }, at) => ({ exception: may('schedule.write') ? href('customerScheduleExceptions', at) : null }),
}
