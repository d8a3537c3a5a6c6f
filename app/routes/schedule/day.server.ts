/** What happens on a day at a place: the day that is asked for, and every schedule there. */
import { isRealDate } from '#contracts/schedule-days'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { dateAt } from '~/domain/controller-clock'
import type { PlaceParams } from '~/screens/place/mount.server'
import type { ScheduleFilter } from '~/things/schedule/columns'
import { type Day, dayOf } from '~/things/schedule/day-rows'
import { scheduleDocuments } from '~/things/schedule/find-documents.server'
import { ownTimeZone } from '~/ui/time-zone.server'

/** The day of an address; today by the reader's clock where it names none that exists. */
export function dateIn(request: Request): { date: string; isUnderstood: boolean } {
  const asked = new URL(request.url).searchParams.get('date')
  if (asked && isRealDate(asked)) return { date: asked, isUnderstood: true }
  return { date: dateAt(Date.now(), ownTimeZone(request) ?? 'UTC'), isUnderstood: asked === null || asked === '' }
}

/** The day of every schedule of a place; as a part that its page does without while the service is down. */
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
