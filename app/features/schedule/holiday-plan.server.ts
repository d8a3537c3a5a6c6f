import { checkPeriod } from '#contracts/schedule-interval-checks'
import type { Period, PlacedDocument, Schedule, ScheduleException } from '#contracts/schedules'
import type { Plan, PlanRow } from '~/change/plan'
import type { PlanContext } from '~/change/plan-context'
import { limitFor } from '~/changes'
import { dateAt } from '~/domain/controller-clock'
import { nextDays } from '~/domain/schedule-dates'
import { exceptionsOn } from '~/domain/schedule-day'
import { tooManyOf } from '~/domain/selection'
import { translator } from '~/i18n/i18n.server'
import type { PlaceParams } from '~/kit/place/place-params'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { timeZoneOrUtc } from '~/ui/format'
import { documentsOf, scheduleDocuments } from './find-documents.server'
import { type HolidayForm, isSameException, matchingException, newException } from './holiday-form.server'
import { periodOf } from './period-form'
import type { ScheduleReader } from './schedule-reader.server'
import { exceptionText, serializeException } from './shared/exception'
import { parseScheduleId, scheduleId } from './shared/row'
import { type ScheduleWords, scheduleWords } from './words'

type PersonContext = Pick<PlanContext<unknown>, 'person' | 'session' | 'role'>

/** Returns the documents with the requested schedules as they are now; none where they are too many. */
async function selectedDocuments(reader: ScheduleReader, at: PlaceParams, form: HolidayForm, person: PersonContext) {
  const ids = form.change ? await schedulesOfChange(at, form.change, person) : form.schedule
  const max = limitFor('schedule.exception')
  if (ids.length > 0) {
    const tooMany = tooManyOf('schedules', ids, max)
    if (tooMany) return { documents: [], named: null, tooMany }
    const devices = ids.flatMap((id) => parseScheduleId(id)?.deviceId ?? [])
    return { documents: await documentsOf(reader, devices), named: new Set(ids), tooMany: null }
  }
  if (form.change) return { documents: [], named: null, tooMany: null }
  const filter = form.groupId ? { groupId: form.groupId } : {}
  const { documents, isCut } = await scheduleDocuments(reader, { at, filter, max: max + 1 })
  const count = documents.reduce((sum, { schedules }) => sum + schedules.length, 0)
  if (isCut || count > max)
    return {
      documents: [],
      named: null,
      tooMany: { of: 'schedules' as const, are: 'matching' as const, total: { count, isCapped: isCut }, max },
    }
  return { documents, named: null, tooMany: null }
}

/** Returns the ids of the schedules that a change reached, as far as the reader sees them. */
async function schedulesOfChange(
  { tenantId, customerId }: PlaceParams,
  changeId: string,
  person: PersonContext,
): Promise<string[]> {
  const limit = limitFor('schedule.exception')
  const { entries } = await findEntries({ tenantId, customerId, changeId, visibleTo: visibleTo(person), limit })
  return entries.flatMap(({ mutation, subject, outcomeRecord }) =>
    mutation === 'schedule.exception' && outcomeRecord?.outcome === 'done' ? [subject.id] : [],
  )
}

/** A plan and the documents it was made from, which the save replaces. */
export interface HolidayPlan {
  plan: Plan
  documents: readonly PlacedDocument[]
}

/** Plans to add the exception, unless it exists or the schedule is full; or to remove it. */
export async function planHoliday(context: PlanContext<HolidayForm>, at: PlaceParams): Promise<HolidayPlan> {
  const errors = errorsOf(checkPeriod(periodOf(context.form), 'period', new Set()))
  if (Object.keys(errors).length > 0) return { plan: { rows: [], errors }, documents: [] }
  const reader: ScheduleReader = { call: context.read, read: context.read, catalogues: context.catalogues }
  const selection = await selectedDocuments(reader, at, context.form, context)
  const { documents, tooMany } = selection
  return { plan: tooMany ? { rows: [], tooMany } : planOf(context, at, selection), documents }
}

function planOf(
  { form, language }: PlanContext<HolidayForm>,
  at: PlaceParams,
  { documents, named }: { documents: readonly PlacedDocument[]; named: ReadonlySet<string> | null },
): Plan {
  const words = scheduleWords(translator(language), language)
  const nextDayAt = nextDayFinder(periodOf(form))
  const rows = documents.flatMap((document) =>
    document.schedules
      .filter(({ key }) => !named || named.has(scheduleId({ deviceId: document.deviceId, key })))
      .map((schedule) =>
        rowOf(words, {
          document,
          schedule,
          form,
          day: nextDayAt(document),
          customerId: named ? undefined : at.customerId,
        }),
      ),
  )
  const missing = (named?.size ?? 0) - (named ? rows.length : 0)
  if (rows.length === 0) return { rows: [], errors: { name: ['errors:nothingChosen'] } }
  const isNever = form.how === 'add' && documents.every((document) => nextDayAt(document) === undefined)
  return {
    rows,
    notes: [
      ...(isNever ? ['main:schedule.holiday.never'] : []),
      ...(missing > 0 ? ['main:schedule.holiday.missing'] : []),
    ],
  }
}

/** Returns the next day of a period by the date at a controller, cached per date. */
function nextDayFinder(period: Period): (document: Pick<PlacedDocument, 'timeZone'>) => string | undefined {
  const dayByDate = new Map<string, string | undefined>()
  const now = Date.now()
  return ({ timeZone }) => {
    const from = dateAt(now, timeZoneOrUtc(timeZone))
    if (!dayByDate.has(from)) dayByDate.set(from, nextDays(period, { from, calendars: [], max: 1 })[0])
    return dayByDate.get(from)
  }
}

const errorsOf = (problems: Record<string, string | string[]>) =>
  Object.fromEntries(Object.entries(problems).map(([name, keys]) => [name.replace(/^period\./, ''), [keys].flat()]))

interface RowInput {
  document: PlacedDocument
  schedule: Schedule
  form: HolidayForm
  /** The next day of the exception. */
  day: string | undefined
  customerId: string | undefined
}

const maxExceptions = 100

function rowOf(words: ScheduleWords, { document, schedule, form, day, customerId }: RowInput): PlanRow {
  const { deviceId, deviceName, path, eTag, calendars } = document
  const { exceptionSchedule: exceptions, facets } = schedule
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
  const exception = newException(schedule, form)
  const exceptionLabel = (exception: ScheduleException) => exceptionText(words, exception, { facets, calendars })
  if (form.how === 'remove') {
    const existing = matchingException(schedule, exception)
    if (!existing) return { ...row, effect: 'same', because: 'main:schedule.holiday.notThere' }
    if (schedule.isWritable === false) return { ...row, effect: 'skip', because: 'main:schedule.holiday.readOnly' }
    return {
      ...row,
      effect: 'change',
      fields: [{ name: 'main:schedule.exception', from: exceptionLabel(existing), to: null }],
      before: { exception: serializeException(existing) },
      after: { exception: null },
    }
  }
  if (exceptions.some((one) => one.eventPriority <= exception.eventPriority && isSameException(one, exception)))
    return { ...row, effect: 'same', because: 'main:schedule.holiday.alreadyThere' }
  const obstacle = obstacleAtController(schedule, exception)
  if (obstacle) return { ...row, effect: 'skip', because: `main:schedule.holiday.${obstacle}` }
  if (exceptions.length >= maxExceptions) return { ...row, effect: 'skip', because: 'main:schedule.holiday.full' }
  const because = warningFor(document, schedule, { exception, day })
  return {
    ...row,
    effect: 'change',
    ...(because ? { because: `main:schedule.holiday.${because}` } : {}),
    fields: [{ name: 'main:schedule.exception', from: null, to: exceptionLabel(exception) }],
    before: { exception: null },
    after: { exception: serializeException(exception) },
  }
}

/** Returns why a controller of another maker cannot have an exception; null for others. */
function obstacleAtController({ isWritable, scheduleDefault }: Schedule, { intervals }: ScheduleException) {
  if (isWritable === false) return 'readOnly'
  return intervals.length === 0 && scheduleDefault === null ? 'noDefault' : null
}

/** Returns a warning: on its next day something stronger decides, or the schedule is not in effect. */
function warningFor(
  { calendars, timeZone: zone, syncState }: PlacedDocument,
  schedule: Schedule,
  { exception, day }: { exception: ScheduleException; day: string | undefined },
) {
  const timeZone = timeZoneOrUtc(zone)
  const stronger = (one: ScheduleException) => one.eventPriority <= exception.eventPriority
  if (day && exceptionsOn({ schedule, calendars, timeZone }, day).some(stronger)) return 'inTheWay'
  if (schedule.outOfService) return 'outOfService'
  const { start, end } = schedule.effectivePeriod
  if (day && ((start && day < start) || (end && day > end))) return 'notInEffect'
  return syncState === 'deviceChanged' ? 'changedThere' : null
}
