/** The list of schedules at a place. */
import { href } from '~/hrefs'
import type { Source } from '~/screens/list/source.server'
import type { PlaceParams } from '~/screens/place/mount.server'
import { scheduleFields } from '~/things/schedule/columns'
import { findSchedules } from '~/things/schedule/find-schedules.server'
import { type ScheduleRow, scheduleRow } from '~/things/schedule/row'

/** The budget of pages that read schedules, in milliseconds: their service has 15 s. */
export const budget = 16_000

export const schedules: Source<typeof scheduleFields, ScheduleRow, PlaceParams> = {
  fields: scheduleFields,
  sorts: ['device', 'name'],
  others: ['schedule', 'changed'],
  isPart: true,
  async find(reader, { at, filter, sort, after, pageSize }) {
    const { schedules: found, ...page } = await findSchedules(reader, { at, filter, sort, after, pageSize })
    return { ...page, rows: found.map((one) => scheduleRow(at, one)) }
  },
  moves: ({ may }, at) => ({ exception: may('schedule.write') ? href('customerScheduleExceptions', at) : null }),
}
