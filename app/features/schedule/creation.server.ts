/** Creates or deletes a schedule; both save the whole document of the controller (domain §3). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import { freeText } from '#contracts/scalars'
import { checkDocument } from '#contracts/schedule-checks'
import type { Schedule, ScheduleDocument } from '#contracts/schedules'
import type { Device } from '#contracts/site'
import type { PlanRow } from '~/change/plan'
import type { Change, PlanContext } from '~/change/plan-context'
import { isQuantity } from '~/domain/units'
import { href } from '~/hrefs'
import { deviceAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import { documentByHostId } from './document.server'
import { newSchedule, newValueTypes } from './new-schedule'
import { partProblems } from './part-problems'
import { scheduleId } from './shared/row'
import { toScheduleParts } from './to-parts'

type DeviceParams = ParamsFor<'newSchedule'>
type ScheduleParams = ParamsFor<'scheduleDeletion'>

export const NewScheduleForm = z.object({
  name: freeText(400, 'errors:field.required').refine((name) => name !== '', { error: 'errors:field.required' }),
  description: freeText(2_000).default(''),
  like: z.string().max(100).default(''),
  valueType: z.enum(newValueTypes).default('boolean'),
  unit: z
    .string()
    .max(40)
    .refine((unit) => unit === '' || isQuantity(unit), { error: 'errors:field.invalid' })
    .default(''),
})
export type NewScheduleForm = z.infer<typeof NewScheduleForm>

interface PlannedSchedule {
  document: ScheduleDocument
  schedule: Schedule
}

/** The change that creates a schedule; the caller adds its name. Redirects to the page of the schedule. */
export function scheduleCreation(at: DeviceParams): Omit<Change<NewScheduleForm>, 'name'> {
  let plannedSchedule: PlannedSchedule | null = null
  return {
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    options: {
      isDirect: true,
      fieldErrorsFrom: ({ fields }) =>
        partProblems(fields, { index: plannedSchedule?.document.schedules.length ?? 0, names: [] }),
    },
    form: NewScheduleForm,
    async plan({ read, form }) {
      const device = await deviceAt(read, at)
      const document = await documentByHostId(read, device)
      const schedule = newSchedule(document, form)
      plannedSchedule = { document, schedule }
      const errors = errorsOf(form, plannedSchedule)
      if (Object.keys(errors).length > 0) return { rows: [], errors }
      const row: PlanRow = {
        subject: subjectOf(device, schedule),
        effect: 'change',
        version: document.eTag,
        fields: [{ name: 'main:schedule.one', from: null, to: schedule.name }],
        before: null,
        after: toScheduleParts(schedule),
      }
      return { rows: [row] }
    },
    async work({ write, changeId }) {
      const { document, schedule } = requirePlanned(plannedSchedule)
      await write(operations.saveSchedules, saveInput(document, [...document.schedules, schedule]))
      return href('deviceSchedule', { ...at, scheduleId: schedule.key }, { changed: changeId, created: 1 })
    },
  }
}

function errorsOf({ like }: NewScheduleForm, { document, schedule }: PlannedSchedule): Record<string, string[]> {
  const { calendars, schedules } = document
  if (like && !schedules.some(({ key }) => key === like)) return { like: ['errors:field.invalid'] }
  const { problems } = checkDocument({ calendars, schedules: [schedule] }, () => true)
  return partProblems(problems, { index: 0, names: [] })
}

/** The change that deletes a schedule, confirmed by its name; the caller adds the name of the change. */
export function scheduleDeletion(at: ScheduleParams): Omit<Change<object>, 'name'> {
  let plannedSchedule: PlannedSchedule | null = null
  return {
    about: { kind: 'schedule', id: scheduleId({ ...at, key: at.scheduleId }), name: at.scheduleId },
    form: z.object({}),
    async plan({ read }: PlanContext<object>) {
      const device = await deviceAt(read, at)
      const document = await documentByHostId(read, device)
      const schedule = document.schedules.find(({ key }) => key === at.scheduleId)
      if (!schedule) throw new Response(null, { status: 404 })
      plannedSchedule = { document, schedule }
      const row: PlanRow = {
        subject: subjectOf(device, schedule),
        effect: 'change',
        version: document.eTag,
        fields: [{ name: 'main:schedule.one', from: schedule.name || schedule.key, to: null }],
        before: toScheduleParts(schedule),
        after: null,
      }
      const hasTargets = schedule.listOfObjectPropertyReferences.length > 0
      return {
        rows: [row],
        notes: hasTargets ? ['main:scheduleMaking.letGo'] : [],
        confirm: schedule.name || schedule.key,
      }
    },
    async work({ write, changeId }) {
      const { document, schedule } = requirePlanned(plannedSchedule)
      const remaining = document.schedules.filter(({ key }) => key !== schedule.key)
      await write(operations.saveSchedules, saveInput(document, remaining))
      return href('deviceSchedules', at, { changed: changeId })
    },
  }
}

/** Returns the document and the schedule of the plan of the same request. */
function requirePlanned(plannedSchedule: PlannedSchedule | null): PlannedSchedule {
  if (!plannedSchedule) throw new Error('a schedule was created or deleted without a plan')
  return plannedSchedule
}

const saveInput = ({ hostId, eTag, calendars }: ScheduleDocument, schedules: Schedule[]) => ({
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
