import { checkPeriod } from '#contracts/schedule-interval-checks'
import type { Period, PlacedDocument, Schedule, ScheduleException } from '#contracts/schedules'
import type { Desk } from '~/change/desk'
import type { Plan, PlanRow } from '~/change/plan'
import { mostFor } from '~/changes'
import { dateAt } from '~/domain/controller-clock'
import { nextDays } from '~/domain/schedule-dates'
import { exceptionsOn } from '~/domain/schedule-day'
import { tooManyOf } from '~/domain/selection'
import { translator } from '~/i18n/i18n.server'
import type { PlaceParams } from '~/screens/place/mount.server'
import type { Asking } from '~/things/schedule/asking.server'
import { exceptionText, keptException } from '~/things/schedule/exception'
import { documentsOf, scheduleDocuments } from '~/things/schedule/find-documents.server'
import { periodOf } from '~/things/schedule/period-form'
import { scheduleId, scheduleOf } from '~/things/schedule/row'
import { ownWords, type Words } from '~/things/schedule/words'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { knownZone } from '~/ui/format'
import { type HolidayForm, heldAs, saysSame, wantedIn } from './holiday-form.server'

type Person = Pick<Desk<unknown>, 'person' | 'session' | 'role'>

/** Returns the documents with the requested schedules as they are now; none where they are too many. */
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

/** Returns the ids of the schedules that a change reached, as far as the reader sees them. */
async function reachedBy({ tenantId, customerId }: PlaceParams, changeId: string, who: Person): Promise<string[]> {
  const limit = mostFor('schedule.exception')
  const { entries } = await findEntries({ tenantId, customerId, changeId, visibleTo: visibleTo(who), limit })
  return entries.flatMap(({ mutation, subject, ending }) =>
    mutation === 'schedule.exception' && ending?.outcome === 'done' ? [subject.id] : [],
  )
}

/** A plan and the documents it was made from, which the save replaces. */
export interface HolidayPlan {
  plan: Plan
  documents: readonly PlacedDocument[]
}

/** Plans to add the exception, unless it exists or the schedule is full; or to remove it. */
export async function planHoliday(desk: Desk<HolidayForm>, at: PlaceParams): Promise<HolidayPlan> {
  const errors = errorsOf(checkPeriod(periodOf(desk.form), 'period', new Set()))
  if (Object.keys(errors).length > 0) return { plan: { rows: [], errors }, documents: [] }
  const asking: Asking = { ask: desk.read, read: desk.read, catalogues: desk.catalogues }
  const found = await meant(asking, at, desk.form, desk)
  const { documents, tooMany } = found
  return { plan: tooMany ? { rows: [], tooMany } : planOf(desk, at, found), documents }
}

function planOf(
  { form, language }: Desk<HolidayForm>,
  at: PlaceParams,
  { documents, named }: { documents: readonly PlacedDocument[]; named: ReadonlySet<string> | null },
): Plan {
  const words = ownWords(translator(language), language)
  const nextIn = nextDayIn(periodOf(form))
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

/** Returns the next day of a period by the date at a controller, cached per date. */
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
  /** The next day of the exception. */
  day: string | undefined
  customerId: string | undefined
}

const mostExceptions = 100

function rowOf(words: Words, { document, schedule, form, day, customerId }: Given): PlanRow {
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

/** Returns a warning: on its next day something stronger decides, or the schedule is not in effect. */
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
