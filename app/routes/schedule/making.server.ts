/** Creates or deletes a schedule; both save the whole document of the controller (domain §3). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import { freeText } from '#contracts/scalars'
import { checkDocument } from '#contracts/schedule-checks'
import type { Schedule, ScheduleDocument } from '#contracts/schedules'
import type { Device } from '#contracts/site'
import type { Change, Desk } from '~/change/desk'
import type { PlanRow } from '~/change/plan'
import { isQuantity } from '~/domain/units'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { deviceAt } from '~/screens/place/own-place.server'
import { documentOfHost } from '~/things/schedule/document.server'
import { newKinds, newSchedule } from '~/things/schedule/new-schedule'
import { partProblems } from '~/things/schedule/part-problems'
import { partsOf } from '~/things/schedule/parts-of'
import { scheduleId } from '~/things/schedule/row'

type OfDevice = ParamsFor<'newSchedule'>
type OfOne = ParamsFor<'scheduleDeletion'>

export const NewScheduleForm = z.object({
  name: freeText(400, 'errors:field.required').refine((name) => name !== '', { error: 'errors:field.required' }),
  description: freeText(2_000).default(''),
  like: z.string().max(100).default(''),
  valueType: z.enum(newKinds).default('boolean'),
  unit: z
    .string()
    .max(40)
    .refine((unit) => unit === '' || isQuantity(unit), { error: 'errors:field.invalid' })
    .default(''),
})
export type NewScheduleForm = z.infer<typeof NewScheduleForm>

interface Made {
  document: ScheduleDocument
  schedule: Schedule
}

/** The change that creates a schedule; the caller adds its name. Redirects to the page of the schedule. */
export function scheduleCreation(at: OfDevice): Omit<Change<NewScheduleForm>, 'name'> {
  let made: Made | null = null
  return {
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    isDirect: true,
    form: NewScheduleForm,
    async plan({ read, form }) {
      const device = await deviceAt(read, at)
      const document = await documentOfHost(read, device)
      const schedule = newSchedule(document, form)
      made = { document, schedule }
      const errors = errorsOf(form, made)
      if (Object.keys(errors).length > 0) return { rows: [], errors }
      const row: PlanRow = {
        subject: subjectOf(device, schedule),
        effect: 'change',
        version: document.eTag,
        fields: [{ name: 'main:schedule.one', from: null, to: schedule.name }],
        before: null,
        after: partsOf(schedule),
      }
      return { rows: [row] }
    },
    async work({ write, changeId }) {
      const { document, schedule } = planned(made)
      await write(operations.saveSchedules, saving(document, [...document.schedules, schedule]))
      return href('deviceSchedule', { ...at, scheduleId: schedule.key }, { changed: changeId, created: 1 })
    },
    told: ({ fields }) => partProblems(fields, { index: made?.document.schedules.length ?? 0, names: [] }),
  }
}

function errorsOf({ like }: NewScheduleForm, { document, schedule }: Made): Record<string, string[]> {
  const { calendars, schedules } = document
  if (like && !schedules.some(({ key }) => key === like)) return { like: ['errors:field.invalid'] }
  const { problems } = checkDocument({ calendars, schedules: [schedule] }, () => true)
  return partProblems(problems, { index: 0, names: [] })
}

/** The change that deletes a schedule, confirmed by its name; the caller adds the name of the change. */
export function scheduleDeletion(at: OfOne): Omit<Change<object>, 'name'> {
  let found: Made | null = null
  return {
    about: { kind: 'schedule', id: scheduleId({ ...at, key: at.scheduleId }), name: at.scheduleId },
    form: z.object({}),
    async plan({ read }: Desk<object>) {
      const device = await deviceAt(read, at)
      const document = await documentOfHost(read, device)
      const schedule = document.schedules.find(({ key }) => key === at.scheduleId)
      if (!schedule) throw new Response(null, { status: 404 })
      found = { document, schedule }
      const row: PlanRow = {
        subject: subjectOf(device, schedule),
        effect: 'change',
        version: document.eTag,
        fields: [{ name: 'main:schedule.one', from: schedule.name || schedule.key, to: null }],
        before: partsOf(schedule),
        after: null,
      }
      const isCommanding = schedule.listOfObjectPropertyReferences.length > 0
      return {
        rows: [row],
        notes: isCommanding ? ['main:scheduleMaking.letGo'] : [],
        confirm: schedule.name || schedule.key,
      }
    },
    async work({ write, changeId }) {
      const { document, schedule } = planned(found)
      const left = document.schedules.filter(({ key }) => key !== schedule.key)
      await write(operations.saveSchedules, saving(document, left))
      return href('deviceSchedules', at, { changed: changeId })
    },
  }
}

/** Returns the document and the schedule of the plan of the same request. */
function planned(made: Made | null): Made {
  if (!made) throw new Error('a schedule is made or deleted without a plan')
  return made
}

const saving = ({ hostId, eTag, calendars }: ScheduleDocument, schedules: Schedule[]) => ({
  path: { hostId },
  body: { eTag, calendars, schedules },
})

function subjectOf({ id, name, path = [] }: Device, schedule: Schedule): PlanRow['subject'] {
  return {
    kind: 'schedule',
    id: scheduleId({ deviceId: id, key: schedule.key }),
    name: [schedule.name || schedule.key, name].filter(Boolean).join(', '),
    path: [...path.filter(({ type }) => type !== 'device'), { id, name, type: 'device' }],
  }
}
