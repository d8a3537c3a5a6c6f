/** One exception saved for many schedules, or taken away from them, controller by controller (journey 7). */
import { operations } from '#contracts/operations'
import type { PlacedDocument, Schedule } from '#contracts/schedules'
import { inParallel } from '~/backend/in-parallel'
import { ServiceError } from '~/backend/service-error'
import type { WorkDesk } from '~/change/desk'
import { inCalls } from '~/change/in-chunks.server'
import type { PlanRow } from '~/change/plan'
import { scheduleOf } from '~/things/schedule/row'
import { type HolidayForm, heldAs, wantedIn } from './holiday-form.server'

/** Controllers that are saved at once. */
const lanes = 4

/**
 * Saves controller by controller, each over the document that its plan was made from; one that refuses holds up no other.
 * Where the service is down or nobody knows how one ended, what is under way is waited for and nothing more is begun.
 */
export async function saveHoliday(desk: WorkDesk<HolidayForm>, documents: readonly PlacedDocument[]): Promise<void> {
  const { ended } = desk
  const planned = new Map(documents.map((document) => [document.deviceId, document]))
  const byDevice = new Map<string, PlanRow[]>()
  for (const row of desk.plan.rows.filter(({ effect }) => effect === 'change')) {
    const deviceId = scheduleOf(row.subject.id)?.deviceId ?? ''
    byDevice.set(deviceId, [...(byDevice.get(deviceId) ?? []), row])
  }
  const isPart = byDevice.size > 1
  let stopped: { error: unknown } | null = null
  await inParallel([...byDevice], lanes, async ([deviceId, rows]) => {
    const document = planned.get(deviceId)
    if (stopped || !document) return
    try {
      await saveDocument(desk, { document, rows, isPart })
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
  { document, rows, isPart }: { document: PlacedDocument; rows: readonly PlanRow[]; isPart: boolean },
): Promise<void> {
  const ids = rows.map(({ subject }) => subject.id)
  const keys = new Set(ids.map((id) => scheduleOf(id)?.key))
  const schedules = document.schedules.map((one) => (keys.has(one.key) ? withHoliday(one, desk.form) : one))
  const body = { eTag: document.eTag, calendars: document.calendars, schedules }
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
