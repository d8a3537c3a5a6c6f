/** Edits a schedule: plans the parts of its form against the current document, then replaces it (domain §3). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import { checkDocument } from '#contracts/schedule-checks'
import type { Schedule, ScheduleDocument, ScheduleTarget } from '#contracts/schedules'
import type { Change, Desk } from '~/change/desk'
import type { Plan, PlanRow } from '~/change/plan'
import { textsIn } from '~/change/posted'
import { isStrong } from '~/domain/schedule-priority'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import type { ParamsFor } from '~/paths'
import { deviceAt } from '~/screens/place/own-place.server'
import { arranged } from '~/things/schedule/arranged'
import { documentOfHost } from '~/things/schedule/document.server'
import { type Edited, editedSchedule } from '~/things/schedule/edited'
import { partProblems } from '~/things/schedule/part-problems'
import { partLabel, partText } from '~/things/schedule/part-words'
import { gone, isException, type Parts } from '~/things/schedule/parts'
import { beside, partsOf } from '~/things/schedule/parts-of'
import { scheduleId } from '~/things/schedule/row'
import { ownWords } from '~/things/schedule/words'

type At = ParamsFor<'scheduleSettings'>

/** The parts by name, unchecked: the plan reports all errors at once. */
const PartsForm = z.looseObject({}).transform((value): Parts => Object.fromEntries(textsIn(value)))

/** The change; the caller adds its name. Errors of the service use the field names of the sent form. */
export function scheduleEdit(at: At, language: Language): Omit<Change<Parts>, 'name'> {
  let sent: { index: number; names: readonly string[] } | null = null
  return {
    about: { kind: 'schedule', id: idAt(at), name: at.scheduleId },
    form: PartsForm,
    arranged: (entries) => arranged(entries, language),
    plan: (desk) => planEdit(desk, at),
    async work(desk) {
      const { document, schedule, index } = await scheduleNow(desk, at)
      const edited = editedSchedule(schedule, desk.form, language)
      sent = { index, names: edited.names }
      const schedules = document.schedules.map((one) => (one.key === schedule.key ? edited.schedule : one))
      const body = { eTag: desk.plan.rows[0]?.version ?? null, calendars: document.calendars, schedules }
      await desk.write(operations.saveSchedules, { path: { hostId: document.hostId }, body })
      return href('deviceSchedule', at, { changed: desk.changeId })
    },
    told: (error) => (sent ? partProblems(error.fields, sent) : {}),
  }
}

const idAt = ({ deviceId, scheduleId: key }: At) => scheduleId({ deviceId, key })

interface Now {
  document: ScheduleDocument
  schedule: Schedule
  index: number
  subject: PlanRow['subject']
}

/** Reads the schedule again; responds 404 for one that is missing or elsewhere. */
async function scheduleNow({ read }: Desk<Parts>, at: At): Promise<Now> {
  const device = await deviceAt(read, at)
  const document = await documentOfHost(read, device)
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

async function planEdit(desk: Desk<Parts>, at: At): Promise<Plan> {
  const { form, language } = desk
  const { document, schedule, subject } = await scheduleNow(desk, at)
  const edited = editedSchedule(schedule, form, language)
  const errors = errorsOf(edited, document)
  if (Object.keys(errors).length > 0) return { rows: [], errors }
  const [was, becomes] = [partsOf(schedule), partsOf(edited.schedule)]
  const [before, after] = [beside(was, becomes), beside(becomes, was)]
  const changed = Object.keys(after).filter((name) => before[name] !== after[name])
  const words = ownWords(translator(language), language)
  const known = { facets: schedule.facets, calendars: document.calendars }
  const isSentAgain = changed.length === 0 && takesNothingOver(document)
  const row: PlanRow = {
    subject,
    effect: changed.length > 0 || isSentAgain ? 'change' : 'same',
    version: document.eTag,
    fields: changed.map((name) => ({
      name: partLabel(words, name, after[name], before[name]),
      from: partText(words, name, before[name] ?? null, known),
      to: partText(words, name, after[name] ?? null, known),
    })),
    before,
    after,
  }
  const again = isSentAgain ? ['main:scheduleEdit.note.sentAgain'] : []
  return { rows: [row], current: currentOf(was, form), notes: [...again, ...notesOf(document, edited.schedule)] }
}

/** Whether the service sends nothing by itself: after a rejection or a change there, an unchanged save is sent. */
const takesNothingOver = ({ syncState }: ScheduleDocument) => syncState === 'failed' || syncState === 'deviceChanged'

/** Returns the current parts, with the exceptions of the form that no longer exist marked as removed. */
function currentOf(was: Parts, form: Parts): Parts {
  const lost = Object.keys(form).filter((name) => /^exception\.k-/.test(name) && isException(name) && !(name in was))
  return { ...was, ...Object.fromEntries(lost.map((name) => [name, gone])) }
}

function errorsOf({ schedule, names, unreadable }: Edited, { calendars }: ScheduleDocument): Record<string, string[]> {
  const { problems } = checkDocument({ calendars, schedules: [schedule] }, isWhole)
  const own = Object.fromEntries(Object.entries(problems).filter(([field]) => field.startsWith('schedules.0.')))
  return {
    ...partProblems(own, { index: 0, names }),
    ...Object.fromEntries(unreadable.map((name) => [name, ['errors:field.invalid']])),
    ...(names.length > mostExceptions ? { exceptions: ['errors:schedule.tooManyExceptions'] } : {}),
  }
}

const mostExceptions = 100

/** Whether the object is addressed by valid numbers; only the service knows whether it exists. */
const isWhole = ({ objectInstance, deviceInstance }: ScheduleTarget) =>
  [objectInstance, deviceInstance ?? 0].every((number) => Number.isInteger(number) && number >= 0 && number < 4_194_303)

function notesOf({ syncState }: ScheduleDocument, { priorityForWriting }: Schedule): string[] {
  return [
    ...(isStrong(priorityForWriting) ? ['main:scheduleEdit.note.strong'] : []),
    ...(syncState === 'deviceChanged' ? ['main:scheduleEdit.note.changedThere'] : []),
    ...(syncState === 'pendingSend' || syncState === 'sending' ? ['main:scheduleEdit.note.replacesWaiting'] : []),
  ]
}
