/** Saves one exception to many schedules, or removes it, controller by controller (journey 7). */
import { operations } from '#contracts/operations'
import type { PlacedDocument, Schedule } from '#contracts/schedules'
import { inParallel } from '~/backend/in-parallel'
import { ServiceError } from '~/backend/service-error'
import type { WorkDesk } from '~/change/desk'
import { inCalls } from '~/change/in-chunks.server'
import type { PlanRow } from '~/change/plan'
import { scheduleOf } from '~/things/schedule/row'
import { type HolidayForm, heldAs, wantedIn } from './holiday-form.server'

/** Concurrent saves. */
const lanes = 4

/**
 * Saves controller by controller over the document of the plan; a rejected save does not stop the others. When the
 * service is down or an outcome is unknown, running saves finish and no further one starts.
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
      // The first fatal error is thrown and also covers what was not started; a later one is recorded for its own rows.
      if (!isPart || (isLast && !stopped)) stopped = { error }
      else
        for (const { subject } of rows)
          ended(subject.id, error.mayHaveHappened ? 'unknown' : 'failed', { code, service })
    }
  })
  if (stopped) throw (stopped as { error: unknown }).error
}

/** Adds the exception to the schedules of one controller, or removes it. */
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
