/** The calendars in the schedule document of a controller: read, create, edit, delete (domain §3.1). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import { freeText } from '#contracts/scalars'
import { checkDocument } from '#contracts/schedule-checks'
import type { Calendar, ScheduleDocument } from '#contracts/schedules'
import type { Reader } from '~/backend/reader.server'
import type { Plan, PlanRow } from '~/change/plan'
import type { Change, PlanContext, WorkContext } from '~/change/plan-context'
import { controllerAt } from '~/features/device/shared/controller.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import { entitySubject } from '~/kit/edit/thing.server'
import { deviceAt } from '~/kit/place/own-place.server'
import type { ParamsFor, PathName } from '~/paths'
import { type CalendarParts, calendarToForm, entryOf, normalizeCalendar, parseEntries } from './calendar-form'
import { documentByHostId, documentPanel } from './document.server'
import { freeInstance, freeKey } from './free-key'
import { calendarDaysText } from './shared/calendar-words'

type CalendarParams = ParamsFor<'deviceCalendar'>
type DeviceParams = ParamsFor<'deviceCalendars'>

/** Returns the controller of the address, its breadcrumbs and its schedule document. */
export async function calendarsAt<Name extends CalendarPage>(
  reader: Reader,
  { name, at, request }: { name: Name; at: ParamsFor<Name> & DeviceParams; request: Request },
) {
  const controller = await controllerAt(reader, { name, at, request })
  return { ...controller, document: await documentPanel(reader, controller.device) }
}

type CalendarPage = Extract<
  PathName,
  'deviceCalendars' | 'deviceCalendar' | 'newCalendar' | 'calendarSettings' | 'calendarDeletion'
>

/** Returns the calendar of an address; responds 404 where the document has none with that key. */
export function calendarIn(
  { calendars }: Pick<ScheduleDocument, 'calendars'>,
  { calendarId }: CalendarParams,
): Calendar {
  const calendar = calendars.find(({ key }) => key === calendarId)
  if (!calendar) throw new Response(null, { status: 404 })
  return calendar
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

const aboutDevice = ({ deviceId }: DeviceParams) => ({ kind: 'device' as const, id: deviceId, name: deviceId })

/** The change that edits one calendar, or creates one without `calendarId`; the caller adds its name. */
export function calendarSave(
  at: DeviceParams & { calendarId?: string },
  language: Language,
): Omit<Change<CalendarForm>, 'name'> {
  return {
    about: aboutDevice(at),
    form: CalendarForm,
    options: { normalize: normalizeCalendar },
    plan: (context) => planCalendar(context, at, language),
    async work(context) {
      const key = await saveCalendar(context, at)
      return href('deviceCalendar', { ...at, calendarId: key }, { changed: context.changeId })
    },
  }
}

async function planCalendar(
  context: PlanContext<CalendarForm>,
  at: DeviceParams & { calendarId?: string },
  language: Language,
): Promise<Plan> {
  const device = await deviceAt(context.read, at)
  const document = await documentByHostId(context.read, device)
  const current = at.calendarId === undefined ? null : calendarIn(document, { ...at, calendarId: at.calendarId })
  const key = current?.key ?? freeKey('cal', document.calendars)
  const next = calendarOf(context.form, current ?? newCalendar(document, key))
  if (!next) return { rows: [], errors: { entries: ['errors:field.invalid'] } }
  const { problems } = checkDocument({ calendars: [next], schedules: [] }, () => true)
  const errors = Object.fromEntries(
    Object.entries(problems).map(([field, keys]) => [
      field.replace(/^calendars\.0\./, '').replace(/^dateList\./, 'entries.'),
      [keys].flat(),
    ]),
  )
  if (next.dateList.length > maxEntries) errors.entries = ['errors:schedule.tooManyDays']
  if (Object.keys(errors).length > 0) return { rows: [], errors }
  const words = { t: translator(language), language }
  const [before, after] = [current && calendarToForm(current), calendarToForm(next)]
  const differences = [
    { name: 'field.name', label: words.t('field.name'), from: before?.name ?? null, to: after.name },
    {
      name: 'main:calendar.days',
      from: before && calendarDaysText(words, before.entries),
      to: calendarDaysText(words, after.entries),
    },
  ]
  const row: PlanRow = {
    subject: entitySubject('device', device),
    effect: JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'change',
    version: document.eTag,
    fields: differences.filter(({ from, to }) => from !== to),
    before: before && { calendar: key, ...before },
    after: { calendar: key, ...after },
  }
  const notes = current && usesOf(document, key).length > 0 ? ['main:calendar.note.used'] : []
  return { rows: [row], ...(before ? { current: { ...before } } : {}), notes }
}

const maxEntries = 400

/** Returns the calendar that the form describes; null for an unreadable form. */
function calendarOf({ name, entries }: CalendarParts, current: Calendar): Calendar | null {
  const typed = parseEntries(entries)
  return typed && { ...current, name, dateList: typed.map(entryOf) }
}

const newCalendar = ({ calendars }: ScheduleDocument, key: string): Calendar => ({
  key,
  objectInstance: freeInstance(calendars),
  name: '',
  dateList: [],
})

/** Saves the calendar and returns its key. */
async function saveCalendar(
  context: WorkContext<CalendarForm>,
  at: DeviceParams & { calendarId?: string },
): Promise<string> {
  const document = await documentNow(context, at)
  const key = at.calendarId ?? freeKey('cal', document.calendars)
  const current = document.calendars.find((one) => one.key === key)
  const next = calendarOf(context.form, current ?? newCalendar(document, key))
  const saved = next ? [next] : []
  const calendars = current
    ? document.calendars.flatMap((one) => (one.key === key ? saved : [one]))
    : [...document.calendars, ...saved]
  await replaceDocument(context, document, calendars)
  return key
}

async function documentNow({ read }: Pick<PlanContext<unknown>, 'read'>, at: DeviceParams): Promise<ScheduleDocument> {
  return documentByHostId(read, await deviceAt(read, at))
}

async function replaceDocument(
  { write, plan }: Pick<WorkContext<unknown>, 'write' | 'plan'>,
  { hostId, schedules }: ScheduleDocument,
  calendars: Calendar[],
): Promise<void> {
  const body = { eTag: plan.rows[0]?.version ?? null, calendars, schedules }
  await write(operations.saveSchedules, { path: { hostId }, body })
}

/** A calendar in use is not deleted: exceptions that refer to it would apply on no day. */
export function calendarDeletion(at: CalendarParams): Omit<Change<object>, 'name'> {
  return {
    about: aboutDevice(at),
    form: z.object({}),
    async plan({ read }) {
      const device = await deviceAt(read, at)
      const document = await documentByHostId(read, device)
      const calendar = calendarIn(document, at)
      const isUsed = usesOf(document, calendar.key).length > 0
      const row: PlanRow = {
        subject: entitySubject('device', device),
        effect: isUsed ? 'skip' : 'change',
        ...(isUsed ? { because: 'main:calendar.inUse' } : {}),
        version: document.eTag,
        fields: [{ name: 'main:calendar.one', from: calendar.name, to: null }],
        before: { calendar: calendar.key, ...calendarToForm(calendar) },
        after: null,
      }
      return { rows: [row], ...(isUsed ? {} : { confirm: calendar.name }) }
    },
    async work(context) {
      const document = await documentNow(context, at)
      const calendars = document.calendars.filter(({ key }) => key !== at.calendarId)
      await replaceDocument(context, document, calendars)
      return href('deviceCalendars', at, { changed: context.changeId })
    },
  }
}
