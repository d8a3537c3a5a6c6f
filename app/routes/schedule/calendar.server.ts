/** The calendars in the schedule document of a controller: read, create, edit, delete (domain §3.1). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import { freeText } from '#contracts/scalars'
import { checkDocument } from '#contracts/schedule-checks'
import type { Calendar, ScheduleDocument } from '#contracts/schedules'
import type { Reader } from '~/backend/reader.server'
import type { Change, Desk, WorkDesk } from '~/change/desk'
import type { Plan, PlanRow } from '~/change/plan'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import type { ParamsFor, PathName } from '~/paths'
import { deviceAt } from '~/screens/place/own-place.server'
import { controllerAt } from '~/things/device/controller.server'
import {
  arrangedCalendar,
  type CalendarParts,
  calendarParts,
  entriesIn,
  entryOf,
} from '~/things/schedule/calendar-parts'
import { daysText } from '~/things/schedule/calendar-words'
import { documentOfHost, documentPanel } from '~/things/schedule/document.server'
import { freeInstance, freeKey } from '~/things/schedule/free-key'
import { subjectOf } from '~/things/thing.server'

type OfOne = ParamsFor<'deviceCalendar'>
type OfDevice = ParamsFor<'deviceCalendars'>

/** Returns the controller of the address, its breadcrumbs and its schedule document. */
export async function calendarsAt<Name extends CalendarPage>(
  reader: Reader,
  { name, at, request }: { name: Name; at: ParamsFor<Name> & OfDevice; request: Request },
) {
  const controller = await controllerAt(reader, { name, at, request })
  return { ...controller, document: await documentPanel(reader, controller.device) }
}

type CalendarPage = Extract<
  PathName,
  'deviceCalendars' | 'deviceCalendar' | 'newCalendar' | 'calendarSettings' | 'calendarDeletion'
>

/** Returns the calendar of an address; responds 404 where the document has none with that key. */
export function calendarIn({ calendars }: Pick<ScheduleDocument, 'calendars'>, { calendarId }: OfOne): Calendar {
  const found = calendars.find(({ key }) => key === calendarId)
  if (!found) throw new Response(null, { status: 404 })
  return found
}

/** Returns the exceptions that refer to a calendar. */
export const usesOf = ({ schedules }: Pick<ScheduleDocument, 'schedules'>, key: string) =>
  schedules.flatMap((schedule) =>
    schedule.exceptionSchedule
      .filter(({ period }) => period.type === 'calendarReference' && period.calendarKey === key)
      .map((exception) => ({
        scheduleId: schedule.key,
        schedule: schedule.name || schedule.key,
        key: exception.key,
        exception: exception.name || exception.key,
      })),
  )

export const CalendarForm = z.object({
  name: freeText(400, 'errors:field.required').refine((name) => name !== '', { error: 'errors:field.required' }),
  entries: z.string().max(100_000).default('[]'),
})
export type CalendarForm = z.infer<typeof CalendarForm>

const aboutDevice = ({ deviceId }: OfDevice) => ({ kind: 'device' as const, id: deviceId, name: deviceId })

/** The change that edits one calendar, or creates one without `calendarId`; the caller adds its name. */
export function calendarSave(
  at: OfDevice & { calendarId?: string },
  language: Language,
): Omit<Change<CalendarForm>, 'name'> {
  return {
    about: aboutDevice(at),
    form: CalendarForm,
    arranged: arrangedCalendar,
    plan: (desk) => planCalendar(desk, at, language),
    async work(desk) {
      const key = await saveCalendar(desk, at)
      return href('deviceCalendar', { ...at, calendarId: key }, { changed: desk.changeId })
    },
  }
}

async function planCalendar(
  desk: Desk<CalendarForm>,
  at: OfDevice & { calendarId?: string },
  language: Language,
): Promise<Plan> {
  const device = await deviceAt(desk.read, at)
  const document = await documentOfHost(desk.read, device)
  const now = at.calendarId === undefined ? null : calendarIn(document, { ...at, calendarId: at.calendarId })
  const key = now?.key ?? freeKey('cal', document.calendars)
  const wanted = calendarOf(desk.form, now ?? newCalendar(document, key))
  if (!wanted) return { rows: [], errors: { entries: ['errors:field.invalid'] } }
  const { problems } = checkDocument({ calendars: [wanted], schedules: [] }, () => true)
  const errors = Object.fromEntries(
    Object.entries(problems).map(([field, keys]) => [
      field.replace(/^calendars\.0\./, '').replace(/^dateList\./, 'entries.'),
      [keys].flat(),
    ]),
  )
  if (wanted.dateList.length > mostEntries) errors.entries = ['errors:schedule.tooManyDays']
  if (Object.keys(errors).length > 0) return { rows: [], errors }
  const words = { t: translator(language), language }
  const [before, after] = [now && calendarParts(now), calendarParts(wanted)]
  const told = [
    { name: 'field.name', from: before?.name ?? null, to: after.name },
    { name: 'main:calendar.days', from: before && daysText(words, before.entries), to: daysText(words, after.entries) },
  ]
  const row: PlanRow = {
    subject: subjectOf('device', device),
    effect: JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'change',
    version: document.eTag,
    fields: told.filter(({ from, to }) => from !== to),
    before: before && { calendar: key, ...before },
    after: { calendar: key, ...after },
  }
  const notes = now && usesOf(document, key).length > 0 ? ['main:calendar.note.used'] : []
  return { rows: [row], ...(before ? { current: { ...before } } : {}), notes }
}

const mostEntries = 400

/** Returns the calendar that the form describes; null for an unreadable form. */
function calendarOf({ name, entries }: CalendarParts, now: Calendar): Calendar | null {
  const typed = entriesIn(entries)
  return typed && { ...now, name, dateList: typed.map(entryOf) }
}

const newCalendar = ({ calendars }: ScheduleDocument, key: string): Calendar => ({
  key,
  objectInstance: freeInstance(calendars),
  name: '',
  dateList: [],
})

/** Saves the calendar and returns its key. */
async function saveCalendar(desk: WorkDesk<CalendarForm>, at: OfDevice & { calendarId?: string }): Promise<string> {
  const document = await documentNow(desk, at)
  const key = at.calendarId ?? freeKey('cal', document.calendars)
  const now = document.calendars.find((one) => one.key === key)
  const wanted = calendarOf(desk.form, now ?? newCalendar(document, key))
  const saved = wanted ? [wanted] : []
  const calendars = now
    ? document.calendars.flatMap((one) => (one.key === key ? saved : [one]))
    : [...document.calendars, ...saved]
  await replace(desk, document, calendars)
  return key
}

async function documentNow({ read }: Pick<Desk<unknown>, 'read'>, at: OfDevice): Promise<ScheduleDocument> {
  return documentOfHost(read, await deviceAt(read, at))
}

async function replace(
  { write, plan }: Pick<WorkDesk<unknown>, 'write' | 'plan'>,
  { hostId, schedules }: ScheduleDocument,
  calendars: Calendar[],
): Promise<void> {
  const body = { eTag: plan.rows[0]?.version ?? null, calendars, schedules }
  await write(operations.saveSchedules, { path: { hostId }, body })
}

/** A calendar in use is not deleted: exceptions that refer to it would apply on no day. */
export function calendarDeletion(at: OfOne): Omit<Change<object>, 'name'> {
  return {
    about: aboutDevice(at),
    form: z.object({}),
    async plan({ read }) {
      const device = await deviceAt(read, at)
      const document = await documentOfHost(read, device)
      const calendar = calendarIn(document, at)
      const isUsed = usesOf(document, calendar.key).length > 0
      const row: PlanRow = {
        subject: subjectOf('device', device),
        effect: isUsed ? 'skip' : 'change',
        ...(isUsed ? { because: 'main:calendar.inUse' } : {}),
        version: document.eTag,
        fields: [{ name: 'main:calendar.one', from: calendar.name, to: null }],
        before: { calendar: calendar.key, ...calendarParts(calendar) },
        after: null,
      }
      return { rows: [row], ...(isUsed ? {} : { confirm: calendar.name }) }
    },
    async work(desk) {
      const document = await documentNow(desk, at)
      const calendars = document.calendars.filter(({ key }) => key !== at.calendarId)
      await replace(desk, document, calendars)
      return href('deviceCalendars', at, { changed: desk.changeId })
    },
  }
}
