/** One exception for many schedules, or taken away from them: which, what becomes of each, and doing it (journey 7). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import { freeText } from '#contracts/scalars'
import { checkPeriod } from '#contracts/schedule-interval-checks'
import type { PlacedDocument, Schedule, ScheduleException } from '#contracts/schedules'
import { ServiceError } from '~/backend/service-error'
import type { Desk, WorkDesk } from '~/change/desk'
import { inCalls } from '~/change/in-chunks.server'
import type { Plan, PlanRow } from '~/change/plan'
import { mostFor } from '~/changes'
import { dateAt } from '~/domain/controller-clock'
import { nextDays } from '~/domain/schedule-dates'
import { exceptionsOn } from '~/domain/schedule-day'
import { mostNamed, tooManyOf } from '~/domain/selection'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import type { Language } from '~/i18n/languages'
import type { PlaceParams } from '~/screens/place/mount.server'
import { exceptionText, keptException } from '~/things/schedule/exception'
import { type Asking, documentsOf, scheduleDocuments } from '~/things/schedule/find-schedules.server'
import { isSamePeriod, periodOf } from '~/things/schedule/period-form'
import { scheduleId, scheduleOf } from '~/things/schedule/row'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { knownZone } from '~/ui/format'
import { likes } from './likes'

const text = z.string().max(100).optional()

export const HolidayForm = z.object({
  how: z.enum(['add', 'remove']).default('add'),
  schedule: z.array(z.string().min(1).max(250)).max(mostNamed).default([]),
  /** The change that is taken back: the schedules are those that it reached. */
  change: z.string().max(100).optional(),
  /** A group of the customer, where not all of it is meant. */
  groupId: text,
  name: freeText(64, 'errors:field.required').refine((name) => name !== '', { error: 'errors:field.required' }),
  type: z.enum(['date', 'dateRange', 'weekNDay']).default('date'),
  date: text,
  start: text,
  end: text,
  month: text,
  week: text,
  dayOfWeek: text,
  priority: z.coerce
    .number({ error: 'errors:schedule.priority' })
    .int({ error: 'errors:schedule.priority' })
    .min(1, { error: 'errors:schedule.priority' })
    .max(16, { error: 'errors:schedule.priority' })
    .default(10),
  like: z.enum(likes).default('closed'),
  /** As an exception was that is brought back; it wins over `like`. */
  intervals: z.string().max(5_000).optional(),
})
export type HolidayForm = z.infer<typeof HolidayForm>

type Person = Pick<Desk<unknown>, 'person' | 'session' | 'role'>

/** The documents with the schedules that are meant, as they are now; none where they are too many. */
async function meant(asking: Asking, at: PlaceParams, form: HolidayForm, who: Person) {
  const ids = form.change ? await reachedBy(at, form.change, who) : form.schedule
  const most = mostFor('schedule.exception')
  if (ids.length > 0) {
    const tooMany = tooManyOf('schedules', ids, most)
    if (tooMany) return { documents: [], named: null, tooMany }
    const devices = ids.flatMap((id) => scheduleOf(id)?.deviceId ?? [])
    return { documents: await documentsOf(asking, devices), named: new Set(ids), tooMany: null }
  }
  if (form.change) return { documents: [], named: null, tooMany: null }
  const filter = form.groupId ? { groupId: form.groupId } : {}
  const { documents, isCut } = await scheduleDocuments(asking, { at, filter, most: most + 1 })
  const count = documents.reduce((sum, { schedules }) => sum + schedules.length, 0)
  if (isCut || count > most)
    return {
      documents: [],
      named: null,
      tooMany: { of: 'schedules' as const, are: 'matching' as const, found: { count, isCapped: isCut }, most },
    }
  return { documents, named: null, tooMany: null }
}

/** The schedules that a change reached, of what somebody sees of it. */
async function reachedBy({ tenantId, customerId }: PlaceParams, changeId: string, who: Person): Promise<string[]> {
  const limit = mostFor('schedule.exception')
  const { entries } = await findEntries({ tenantId, customerId, changeId, visibleTo: visibleTo(who), limit })
  return entries.flatMap(({ mutation, subject, ending }) =>
    mutation === 'schedule.exception' && ending?.outcome === 'done' ? [subject.id] : [],
  )
}

/** The plan: added, there already, in the way, skipped because; or taken away. */
export async function planHoliday(desk: Desk<HolidayForm>, at: PlaceParams): Promise<Plan> {
  const { form, language } = desk
  const period = periodOf(form)
  const errors = errorsOf(checkPeriod(period, 'period', new Set()))
  if (Object.keys(errors).length > 0) return { rows: [], errors }
  const asking: Asking = { ask: desk.read, read: desk.read, catalogues: desk.catalogues }
  const { documents, named, tooMany } = await meant(asking, at, form, desk)
  if (tooMany) return { rows: [], tooMany }
  const words = { t: translator(language), language }
  const rows = documents.flatMap((document) =>
    document.schedules
      .filter(({ key }) => !named || named.has(scheduleId({ deviceId: document.deviceId, key })))
      .map((schedule) => rowOf(words, { document, schedule, form, customerId: named ? undefined : at.customerId })),
  )
  const missing = (named?.size ?? 0) - (named ? rows.length : 0)
  if (rows.length === 0) return { rows: [], errors: { name: ['errors:nothingChosen'] } }
  return { rows, notes: missing > 0 ? ['main:schedule.holiday.missing'] : [] }
}

const errorsOf = (problems: Record<string, string | string[]>) =>
  Object.fromEntries(Object.entries(problems).map(([name, keys]) => [name.replace(/^period\./, ''), [keys].flat()]))

interface Given {
  document: PlacedDocument
  schedule: Schedule
  form: HolidayForm
  customerId: string | undefined
}

const mostExceptions = 100

function rowOf(words: { t: Translate; language: Language }, { document, schedule, form, customerId }: Given): PlanRow {
  const { deviceId, deviceName, path, eTag, calendars } = document
  const { exceptionSchedule: held, facets } = schedule
  const id = scheduleId({ deviceId, key: schedule.key })
  const row = {
    subject: {
      kind: 'schedule',
      id,
      name: [schedule.name || schedule.key, deviceName].filter(Boolean).join(', '),
      path: [...path, { id: deviceId, name: deviceName, type: 'device' as const }],
    },
    version: eTag,
    customerId,
    fields: [],
  }
  const wanted = wantedIn(schedule, form)
  const there = held.filter((one) => isSamePeriod(one.period, wanted.period))
  const told = (exception: ScheduleException) => exceptionText(words, exception, { facets, calendars })
  if (form.how === 'remove') {
    const own = there.find(({ name }) => name === wanted.name)
    if (!own) return { ...row, effect: 'same', because: 'main:schedule.holiday.notThere' }
    return {
      ...row,
      effect: 'change',
      fields: [{ name: 'main:schedule.exception', from: told(own), to: null }],
      before: { exception: keptException(own) },
      after: { exception: null },
    }
  }
  if (there.some(({ intervals }) => sameIntervals(intervals, wanted.intervals)))
    return { ...row, effect: 'same', because: 'main:schedule.holiday.alreadyThere' }
  if (held.length >= mostExceptions) return { ...row, effect: 'skip', because: 'main:schedule.holiday.full' }
  const because = reservation(document, schedule, wanted)
  return {
    ...row,
    effect: 'change',
    ...(because ? { because: `main:schedule.holiday.${because}` } : {}),
    fields: [{ name: 'main:schedule.exception', from: null, to: told(wanted) }],
    before: { exception: null },
    after: { exception: keptException(wanted) },
  }
}

const sameIntervals = (one: ScheduleException['intervals'], other: ScheduleException['intervals']) =>
  JSON.stringify(one) === JSON.stringify(other)

/** The exception as it is to be, under a key that the schedule has not. */
function wantedIn({ exceptionSchedule, weeklySchedule }: Schedule, form: HolidayForm): ScheduleException {
  const taken = new Set(exceptionSchedule.map(({ key }) => key))
  let number = exceptionSchedule.length + 1
  while (taken.has(`exc-${number}`)) number += 1
  const day = form.like === 'closed' ? [] : (weeklySchedule[Number(form.like) - 1] ?? [])
  return {
    key: `exc-${number}`,
    name: form.name,
    eventPriority: form.priority,
    period: periodOf(form),
    intervals: intervalsIn(form.intervals) ?? day,
  }
}

const Intervals = z.array(
  z.object({ start: z.string(), end: z.string(), value: z.union([z.boolean(), z.number(), z.null()]) }),
)

function intervalsIn(kept: string | undefined): ScheduleException['intervals'] | null {
  if (!kept) return null
  try {
    return Intervals.parse(JSON.parse(kept))
  } catch {
    return null
  }
}

/** What to know of a schedule to which it is added: on its next day something stronger decides, or it is not in effect. */
function reservation(
  { calendars, timeZone: zone, syncState }: PlacedDocument,
  schedule: Schedule,
  wanted: ScheduleException,
) {
  const timeZone = knownZone(zone)
  const [day] = nextDays(wanted.period, { from: dateAt(Date.now(), timeZone), calendars, most: 1 })
  const stronger = (one: ScheduleException) => one.eventPriority <= wanted.eventPriority
  if (day && exceptionsOn({ schedule, calendars, timeZone }, day).some(stronger)) return 'inTheWay'
  if (schedule.outOfService) return 'outOfService'
  const { start, end } = schedule.effectivePeriod
  if (day && ((start && day < start) || (end && day > end))) return 'notInEffect'
  return syncState === 'deviceChanged' ? 'changedThere' : null
}

/** Saves controller by controller, each over the version that its plan was made from; one that refuses holds up no other. */
export async function saveHoliday(desk: WorkDesk<HolidayForm>): Promise<void> {
  const { form, plan, read, ended } = desk
  const byDevice = new Map<string, PlanRow[]>()
  for (const row of plan.rows.filter(({ effect }) => effect === 'change')) {
    const deviceId = scheduleOf(row.subject.id)?.deviceId ?? ''
    byDevice.set(deviceId, [...(byDevice.get(deviceId) ?? []), row])
  }
  for (const [deviceId, rows] of byDevice) {
    const ids = rows.map(({ subject }) => subject.id)
    try {
      const document = await read(operations.getSchedules, { path: { id: deviceId } })
      const keys = new Set(ids.map((id) => scheduleOf(id)?.key))
      const schedules = document.schedules.map((one) => (keys.has(one.key) ? withHoliday(one, form) : one))
      const body = { eTag: rows[0]?.version ?? null, calendars: document.calendars, schedules }
      await inCalls(desk, operations.saveSchedules, [{ ids, input: { path: { hostId: document.hostId }, body } }], {
        isPart: byDevice.size > 1,
      })
    } catch (error) {
      if (!(error instanceof ServiceError) || error.isDown || error.mayHaveHappened || error.status === 401) throw error
      if (byDevice.size === 1) throw error
      for (const id of ids) ended(id, 'failed', { code: error.code, service: error.service })
    }
  }
}

function withHoliday(schedule: Schedule, form: HolidayForm): Schedule {
  const wanted = wantedIn(schedule, form)
  const exceptionSchedule =
    form.how === 'add'
      ? [...schedule.exceptionSchedule, wanted]
      : schedule.exceptionSchedule.filter(
          ({ name, period }) => !(name === wanted.name && isSamePeriod(period, wanted.period)),
        )
  return { ...schedule, exceptionSchedule }
}

/** The next day that the exception means, for the page that shows what happens then. */
export const nextDayOf = (form: HolidayForm) =>
  nextDays(periodOf(form), { from: dateAt(Date.now(), 'UTC'), calendars: [], most: 1 })[0]
