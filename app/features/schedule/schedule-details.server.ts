/** One schedule of a controller with the data of its pages. */
import { operations } from '#contracts/operations'
import { addDays, matchesDay, weekdayOf } from '#contracts/schedule-days'
import { isAllKnown } from '#contracts/schedule-parts'
import type { Calendar, Schedule, ScheduleDocument, ScheduleSummary } from '#contracts/schedules'
import type { Reader } from '~/backend/reader.server'
import { dateAt, timeAt } from '~/domain/controller-clock'
import { monthFrom, nextDays } from '~/domain/schedule-dates'
import { exceptionsOn, type ScheduleContext, scheduleEffectAt } from '~/domain/schedule-day'
import { controllerAt } from '~/features/device/shared/controller.server'
import { href } from '~/hrefs'
import type { ParamsFor, PathName } from '~/paths'
import { timeZoneOrUtc } from '~/ui/format'
import { documentPanel } from './document.server'
import { documentStatus } from './document-state.server'
import { isMonth } from './normalize'

type SchedulePageName = 'deviceSchedule' | 'scheduleSettings' | 'scheduleDeletion'

/** Returns the controller of an address and its document; responds 404 where the document has no such schedule. */
export async function scheduleAt(
  reader: Reader,
  { name, at, request }: { name: SchedulePageName & PathName; at: ParamsFor<'deviceSchedule'>; request: Request },
) {
  const [{ controller, document }, summaries] = await Promise.all([
    controllerAt(reader, { name, at, request }).then(async (controller) => ({
      controller,
      document: await documentPanel(reader, controller.device),
    })),
    reader.panel(operations.listSchedules, { path: { id: at.deviceId } }),
  ])
  const schedule = document.ok ? document.value.schedules.find(({ key }) => key === at.scheduleId) : null
  if (schedule === undefined) throw new Response(null, { status: 404 })
  const summary = summaries.ok ? summaries.value.data.find(({ key }) => key === at.scheduleId) : undefined
  return {
    ...controller,
    document,
    schedule,
    next: summary?.nextTransition ?? null,
  }
}

export const runningSchedule = (
  { calendars, timeZone }: Pick<ScheduleDocument, 'calendars' | 'timeZone'>,
  schedule: Schedule,
): ScheduleContext => ({ schedule, calendars, timeZone: timeZoneOrUtc(timeZone) })

/** Returns the reason of the present value; null where the document results in another value. */
export function presentReason(running: ScheduleContext, now: number) {
  if (!isAllKnown(running.schedule.onController)) return null
  const decision = scheduleEffectAt(running, now)
  return decision.value === running.schedule.presentValue ? decision : null
}

/** Returns the week of a day, Monday first, with the exceptions of each day. */
export function weekOf(running: ScheduleContext, now: number) {
  const { date, seconds } = timeAt(now, running.timeZone)
  const monday = addDays(date, 1 - weekdayOf(date))
  return {
    now: { day: weekdayOf(date) - 1, minute: Math.floor(seconds / 60) },
    days: Array.from({ length: 7 }, (_, index) => {
      const day = addDays(monday, index)
      return { date: day, exceptions: exceptionsOn(running, day).map(({ name, key }) => name || key) }
    }),
  }
}

/** Returns the exceptions of a schedule with the next days of each. */
export function exceptionsOf({ schedule, calendars, timeZone }: ScheduleContext, now: number) {
  const from = dateAt(now, timeZone)
  return schedule.exceptionSchedule.map((exception) => ({
    ...exception,
    next: nextDays(exception.period, { from, calendars }),
  }))
}

/** Returns the days of a month (`2026-12`) with exceptions, by date. */
export function exceptionDaysOf(
  { schedule, calendars }: { schedule: Schedule; calendars: readonly Calendar[] },
  month: string,
) {
  const days: Record<string, string[]> = {}
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) {
    const names = schedule.exceptionSchedule.flatMap(({ period, name, key }) =>
      matchesDay(period, day, calendars) ? [name || key] : [],
    )
    if (names.length > 0) days[day] = names
  }
  return days
}

/** Returns the month of an address; null for one without, or with another value. */
export function monthParam(request: Request): string | null {
  const requestedMonth = new URL(request.url).searchParams.get('month') ?? ''
  return isMonth(requestedMonth) ? requestedMonth : null
}

/** Returns the month of an address, else the current one at the controller. */
export function parseMonth(request: Request, { timeZone }: { timeZone: string }, now: number): string {
  return monthParam(request) ?? dateAt(now, timeZoneOrUtc(timeZone)).slice(0, 7)
}

/** Returns the data of the page of a schedule. */
export function scheduleDetails(
  {
    document,
    schedule,
    next,
  }: { document: ScheduleDocument; schedule: Schedule; next: ScheduleSummary['nextTransition'] },
  { at, request, reader }: { at: ParamsFor<'deviceSchedule'>; request: Request; reader: Pick<Reader, 'may'> },
) {
  const now = Date.now()
  const running = runningSchedule(document, schedule)
  const month = parseMonth(request, document, now)
  const mayEdit = reader.may('schedule.write')
  return {
    schedule,
    calendars: document.calendars,
    timeZone: running.timeZone,
    status: documentStatus(document, { reader, at }),
    /** Whether the document has all that decides over its values. */
    isAllKnown: isAllKnown(schedule.onController),
    because: presentReason(running, now),
    next,
    week: weekOf(running, now),
    exceptions: exceptionsOf(running, now),
    month: {
      name: month,
      days: exceptionDaysOf(running, month),
      earlier: href('deviceSchedule', at, { month: monthFrom(month, -1) }),
      later: href('deviceSchedule', at, { month: monthFrom(month, 1) }),
    },
    links: {
      day: href('deviceScheduleDay', at),
      settings: mayEdit && schedule.isWritable !== false ? href('scheduleSettings', at) : null,
      // A controller of another maker keeps its own objects.
      deletion: mayEdit && !document.controller ? href('scheduleDeletion', at) : null,
    },
  }
}

export type ScheduleDetails = ReturnType<typeof scheduleDetails>
