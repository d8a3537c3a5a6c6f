/** The schedules of a place on one day. */
import { isRealDate } from '#contracts/schedule-days'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { dateAt } from '~/domain/controller-clock'
import type { PlaceParams } from '~/screens/place/mount.server'
import type { ScheduleFilter } from '~/things/schedule/columns'
import { type Day, dayOf } from '~/things/schedule/day-rows'
import { scheduleDocuments } from '~/things/schedule/find-documents.server'
import { ownTimeZone } from '~/ui/time-zone.server'

/** Returns the date of an address; today by the reader's clock where it names no real date. */
export function dateIn(request: Request): { date: string; isUnderstood: boolean } {
  const asked = new URL(request.url).searchParams.get('date')
  if (asked && isRealDate(asked)) return { date: asked, isUnderstood: true }
  return { date: dateAt(Date.now(), ownTimeZone(request) ?? 'UTC'), isUnderstood: asked === null || asked === '' }
}

/** Returns the day of every schedule of a place as a panel, which may fail without the page. */
export function dayAt(
  reader: Reader,
  { at, filter, date }: { at: PlaceParams; filter?: ScheduleFilter; date: string },
): Promise<Panel<Day & { isCut: boolean }>> {
  return asPanel(
    scheduleDocuments(reader, { at, filter }).then(async ({ documents, isCut }) => ({
      ...(await dayOf(documents, { at, date })),
      isCut,
    })),
  )
}
