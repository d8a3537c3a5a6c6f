/** One exception for many schedules, or taken away from them: which, what becomes of each, and doing it (journey 7). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import { freeText } from '#contracts/scalars'
import { checkPeriod } from '#contracts/schedule-interval-checks'
import type { Period, PlacedDocument, Schedule, ScheduleException } from '#contracts/schedules'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
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
import { documentOfHost } from '~/things/schedule/document.server'
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
  const nextIn = nextDayIn(period)
  const rows = documents.flatMap((document) =>
    document.schedules
      .filter(({ key }) => !named || named.has(scheduleId({ deviceId: document.deviceId, key })))
      .map((schedule) =>
        rowOf(words, {
          document,
          schedule,
          form,
          day: nextIn(document),
          customerId: named ? undefined : at.customerId,
        }),
      ),
  )
  const missing = (named?.size ?? 0) - (named ? rows.length : 0)
  if (rows.length === 0) return { rows: [], errors: { name: ['errors:nothingChosen'] } }
  const isNever = form.how === 'add' && documents.every((document) => nextIn(document) === undefined)
  return {
    rows,
    notes: [
      ...(isNever ? ['main:schedule.holiday.never'] : []),
      ...(missing > 0 ? ['main:schedule.holiday.missing'] : []),
    ],
  }
}

/** The next day that a period without calendars means where a controller stands, looked for once a day of the world. */
function nextDayIn(period: Period): (document: Pick<PlacedDocument, 'timeZone'>) => string | undefined {
  const found = new Map<string, string | undefined>()
  const now = Date.now()
  return ({ timeZone }) => {
    const from = dateAt(now, knownZone(timeZone))
    if (!found.has(from)) found.set(from, nextDays(period, { from, calendars: [], most: 1 })[0])
    return found.get(from)
  }
}

const errorsOf = (problems: Record<string, string | string[]>) =>
  Object.fromEntries(Object.entries(problems).map(([name, keys]) => [name.replace(/^period\./, ''), [keys].flat()]))

interface Given {
  document: PlacedDocument
  schedule: Schedule
  form: HolidayForm
  /** The next day that it means. */
  day: string | undefined
  customerId: string | undefined
}

const mostExceptions = 100

function rowOf(
  words: { t: Translate; language: Language },
  { document, schedule, form, day, customerId }: Given,
): PlanRow {
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
  const told = (exception: ScheduleException) => exceptionText(words, exception, { facets, calendars })
  if (form.how === 'remove') {
    const own = heldAs(schedule, wanted)
    if (!own) return { ...row, effect: 'same', because: 'main:schedule.holiday.notThere' }
    return {
      ...row,
      effect: 'change',
      fields: [{ name: 'main:schedule.exception', from: told(own), to: null }],
      before: { exception: keptException(own) },
      after: { exception: null },
    }
  }
  if (held.some((one) => one.eventPriority <= wanted.eventPriority && saysSame(one, wanted)))
    return { ...row, effect: 'same', because: 'main:schedule.holiday.alreadyThere' }
  if (held.length >= mostExceptions) return { ...row, effect: 'skip', because: 'main:schedule.holiday.full' }
  const because = reservation(document, schedule, { wanted, day })
  return {
    ...row,
    effect: 'change',
    ...(because ? { because: `main:schedule.holiday.${because}` } : {}),
    fields: [{ name: 'main:schedule.exception', from: null, to: told(wanted) }],
    before: { exception: null },
    after: { exception: keptException(wanted) },
  }
}

/** The same on the same days, however it is called and however strong. */
const saysSame = (one: ScheduleException, other: ScheduleException) =>
  isSamePeriod(one.period, other.period) && JSON.stringify(one.intervals) === JSON.stringify(other.intervals)

/** The one exception that is taken away: of several of that name on those days, the one that is like it in everything. */
function heldAs({ exceptionSchedule }: Schedule, wanted: ScheduleException): ScheduleException | undefined {
  const named = exceptionSchedule.filter(
    ({ name, period }) => name === wanted.name && isSamePeriod(period, wanted.period),
  )
  const alike = named.filter((one) => one.eventPriority === wanted.eventPriority && saysSame(one, wanted))
  return alike[0] ?? named[0]
}

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
  { wanted, day }: { wanted: ScheduleException; day: string | undefined },
) {
  const timeZone = knownZone(zone)
  const stronger = (one: ScheduleException) => one.eventPriority <= wanted.eventPriority
  if (day && exceptionsOn({ schedule, calendars, timeZone }, day).some(stronger)) return 'inTheWay'
  if (schedule.outOfService) return 'outOfService'
  const { start, end } = schedule.effectivePeriod
  if (day && ((start && day < start) || (end && day > end))) return 'notInEffect'
  return syncState === 'deviceChanged' ? 'changedThere' : null
}

/** Controllers that are saved at once. */
const lanes = 4

/**
 * Saves controller by controller, each over the version that its plan was made from; one that refuses holds up no other.
 * Where the service is down or nobody knows how one ended, what is under way is waited for and nothing more is begun.
 */
export async function saveHoliday(desk: WorkDesk<HolidayForm>): Promise<void> {
  const { ended } = desk
  const byDevice = new Map<string, PlanRow[]>()
  for (const row of desk.plan.rows.filter(({ effect }) => effect === 'change')) {
    const deviceId = scheduleOf(row.subject.id)?.deviceId ?? ''
    byDevice.set(deviceId, [...(byDevice.get(deviceId) ?? []), row])
  }
  const isPart = byDevice.size > 1
  let stopped: { error: unknown } | null = null
  await inParallel([...byDevice], lanes, async ([deviceId, rows]) => {
    if (stopped) return
    try {
      await saveDocument(desk, { deviceId, rows, isPart })
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        stopped ??= { error }
        return
      }
      const { code, service } = error
      const isLast = error.isDown || error.mayHaveHappened || error.status === 401
      // The first that stops all is told of its own and of what was not begun; a later one of its own alone.
      if (!isPart || (isLast && !stopped)) stopped = { error }
      else
        for (const { subject } of rows)
          ended(subject.id, error.mayHaveHappened ? 'unknown' : 'failed', { code, service })
    }
  })
  if (stopped) throw (stopped as { error: unknown }).error
}

/** Adds it to the schedules of one controller, or takes it away from them. */
async function saveDocument(
  desk: WorkDesk<HolidayForm>,
  { deviceId, rows, isPart }: { deviceId: string; rows: readonly PlanRow[]; isPart: boolean },
): Promise<void> {
  const ids = rows.map(({ subject }) => subject.id)
  const document = await documentOfHost(desk.read, await desk.read(site.getDevice, { path: { id: deviceId } }))
  const keys = new Set(ids.map((id) => scheduleOf(id)?.key))
  const schedules = document.schedules.map((one) => (keys.has(one.key) ? withHoliday(one, desk.form) : one))
  const body = { eTag: rows[0]?.version ?? null, calendars: document.calendars, schedules }
  const call = { ids, input: { path: { hostId: document.hostId }, body } }
  await inCalls(desk, operations.saveSchedules, [call], { isPart })
}

function withHoliday(schedule: Schedule, form: HolidayForm): Schedule {
  const wanted = wantedIn(schedule, form)
  const gone = form.how === 'add' ? undefined : heldAs(schedule, wanted)?.key
  const exceptionSchedule =
    form.how === 'add'
      ? [...schedule.exceptionSchedule, wanted]
      : schedule.exceptionSchedule.filter(({ key }) => key !== gone)
  return { ...schedule, exceptionSchedule }
}

/** The next day that the exception means, for the page that shows what happens then. */
export const nextDayOf = (form: HolidayForm) =>
  nextDays(periodOf(form), { from: dateAt(Date.now(), 'UTC'), calendars: [], most: 1 })[0]
