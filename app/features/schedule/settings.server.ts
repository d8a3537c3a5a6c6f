/** Edits a schedule: plans the parts of its form against the current document, then replaces it (domain §3). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import type { Schedule, ScheduleDocument } from '#contracts/schedules'
import type { Plan, PlanRow } from '~/change/plan'
import type { Change, PlanContext } from '~/change/plan-context'
import { namedTexts } from '~/change/posted'
import { isStrong } from '~/domain/schedule-priority'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import { deviceAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import { documentByHostId } from './document.server'
import { editedSchedule } from './edited'
import { normalizeSchedule } from './normalize'
import { partProblems } from './part-problems'
import { isException, removedMark, type ScheduleParts } from './parts'
import { scheduleProblems } from './schedule-problems'
import { partLabel, schedulePartText } from './shared/part-words'
import { scheduleId } from './shared/row'
import { toScheduleParts, withRemovedExceptions } from './to-parts'
import { scheduleWords } from './words'

type At = ParamsFor<'scheduleSettings'>

/** The parts by name, unchecked: the plan reports all errors at once. */
const PartsForm = z.looseObject({}).transform((value): ScheduleParts => Object.fromEntries(namedTexts(value)))

/** The change; the caller adds its name. Errors of the service use the field names of the sent form. */
export function scheduleEdit(at: At, language: Language): Omit<Change<ScheduleParts>, 'name'> {
  const words = scheduleWords(translator(language), language)
  let sentForm: { index: number; names: readonly string[] } | null = null
  return {
    about: { kind: 'schedule', id: idAt(at), name: at.scheduleId },
    options: {
      normalize: (entries) => normalizeSchedule(entries, words),
      fieldErrorsFrom: (error) => (sentForm ? partProblems(error.fields, sentForm) : {}),
    },
    form: PartsForm,
    plan: (context) => planEdit(context, at),
    async work(context) {
      const { document, schedule, index } = await scheduleNow(context, at)
      const edited = editedSchedule(schedule, context.form, words)
      sentForm = { index, names: edited.names }
      const schedules = document.schedules.map((one) => (one.key === schedule.key ? edited.schedule : one))
      const body = { eTag: context.plan.rows[0]?.version ?? null, calendars: document.calendars, schedules }
      await context.write(operations.saveSchedules, { path: { hostId: document.hostId }, body })
      return href('deviceSchedule', at, { changed: context.changeId })
    },
  }
}

const idAt = ({ deviceId, scheduleId: key }: At) => scheduleId({ deviceId, key })

interface CurrentSchedule {
  document: ScheduleDocument
  schedule: Schedule
  index: number
  subject: PlanRow['subject']
}

/** Reads the schedule again; responds 404 for one that is missing or elsewhere. */
async function scheduleNow({ read }: PlanContext<ScheduleParts>, at: At): Promise<CurrentSchedule> {
  const device = await deviceAt(read, at)
  const document = await documentByHostId(read, device)
  const index = document.schedules.findIndex(({ key }) => key === at.scheduleId)
  const schedule = document.schedules[index]
  if (!schedule) throw new Response(null, { status: 404 })
  const { path = [], id, name } = device
  const above = path.filter(({ type }) => type !== 'device')
  return {
    document,
    schedule,
    index,
    subject: {
      kind: 'schedule',
      id: idAt(at),
      name: [schedule.name || schedule.key, name].filter(Boolean).join(', '),
      path: [...above, { id, name, type: 'device' }],
    },
  }
}

async function planEdit(context: PlanContext<ScheduleParts>, at: At): Promise<Plan> {
  const { form, language } = context
  const { document, schedule, subject } = await scheduleNow(context, at)
  const words = scheduleWords(translator(language), language)
  const edited = editedSchedule(schedule, form, words)
  const errors = scheduleProblems(edited, document.calendars)
  if (Object.keys(errors).length > 0) return { rows: [], errors }
  const [previous, next] = [toScheduleParts(schedule), toScheduleParts(edited.schedule)]
  const [before, after] = [withRemovedExceptions(previous, next), withRemovedExceptions(next, previous)]
  const changed = Object.keys(after).filter((name) => before[name] !== after[name])
  const textContext = { facets: schedule.facets, calendars: document.calendars }
  const isSentAgain = changed.length === 0 && needsResend(document)
  const row: PlanRow = {
    subject,
    effect: changed.length > 0 || isSentAgain ? 'change' : 'same',
    version: document.eTag,
    fields: changed.map((name) => ({
      name: partLabel(words, name, after[name], before[name]),
      from: schedulePartText(words, name, before[name] ?? null, textContext),
      to: schedulePartText(words, name, after[name] ?? null, textContext),
    })),
    before,
    after,
  }
  const resendNotes = isSentAgain ? ['main:scheduleEdit.note.sentAgain'] : []
  return {
    rows: [row],
    current: currentOf(previous, form),
    notes: [...resendNotes, ...notesOf(document, edited.schedule)],
  }
}

/** Whether the service sends nothing by itself: after a rejection or a change there, an unchanged save is sent. */
const needsResend = ({ syncState }: ScheduleDocument) => syncState === 'failed' || syncState === 'deviceChanged'

/** Returns the current parts, with the exceptions of the form that no longer exist marked as removed. */
function currentOf(previous: ScheduleParts, form: ScheduleParts): ScheduleParts {
  const missing = Object.keys(form).filter(
    (name) => /^exception\.k-/.test(name) && isException(name) && !(name in previous),
  )
  return { ...previous, ...Object.fromEntries(missing.map((name) => [name, removedMark])) }
}

function notesOf({ syncState }: ScheduleDocument, { priorityForWriting }: Schedule): string[] {
  return [
    ...(isStrong(priorityForWriting) ? ['main:scheduleEdit.note.strong'] : []),
    ...(syncState === 'deviceChanged' ? ['main:scheduleEdit.note.changedThere'] : []),
    ...(syncState === 'pendingSend' || syncState === 'sending' ? ['main:scheduleEdit.note.replacesWaiting'] : []),
  ]
}
