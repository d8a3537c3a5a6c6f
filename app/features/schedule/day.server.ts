/** The schedules of a place on one day. */
import { isRealDate } from '#contracts/schedule-days'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { dateAt } from '~/domain/controller-clock'
import type { PlaceParams } from '~/kit/place/place-params'
import { ownTimeZone } from '~/ui/time-zone.server'
import type { ScheduleFilter } from './columns'
import { dayOfSchedules, type ScheduleDay } from './day-rows'
import { scheduleDocuments } from './find-documents.server'

/** Returns the date of an address, and as it was typed; today by the reader's clock where it names no real date. */
export function parseDate(request: Request): { date: string; typed: string; isUnderstood: boolean } {
  const requestedDate = new URL(request.url).searchParams.get('date')?.trim() || null
  if (requestedDate && isRealDate(requestedDate))
    return { date: requestedDate, typed: requestedDate, isUnderstood: true }
  const date = dateAt(Date.now(), ownTimeZone(request) ?? 'UTC')
  return {
    date,
    typed: requestedDate?.slice(0, 40) ?? date,
    isUnderstood: requestedDate === null,
  }
}

/** Returns the day of every schedule of a place as a panel, which may fail without the page. */
export function dayOfPlace(
  reader: Reader,
  { at, filter, date }: { at: PlaceParams; filter?: ScheduleFilter; date: string },
): Promise<Panel<ScheduleDay & { isCut: boolean }>> {
  return asPanel(
    scheduleDocuments(reader, { at, filter }).then(async ({ documents, isCut }) => ({
      ...(await dayOfSchedules(documents, { at, date })),
      isCut,
    })),
  )
}
