/** Saves one exception to many schedules, or removes it, controller by controller (journey 7). */
import { operations } from '#contracts/operations'
import type { PlacedDocument, Schedule } from '#contracts/schedules'
import { inParallel } from '~/backend/in-parallel'
import { ServiceError } from '~/backend/service-error'
import type { PlanRow } from '~/change/plan'
import type { WorkContext } from '~/change/plan-context'
import { writeCalls } from '~/change/write-in-chunks.server'
import { type HolidayForm, matchingException, newException } from './holiday-form.server'
import { parseScheduleId } from './shared/row'

/** Concurrent saves. */
const concurrency = 4

/**
 * Saves controller by controller over the document of the plan; a rejected save does not stop the others. When the
 * service is down or an outcome is unknown, running saves finish and no further one starts.
 */
export async function saveHoliday(
  context: WorkContext<HolidayForm>,
  documents: readonly PlacedDocument[],
): Promise<void> {
  const { setOutcome } = context
  const documentsByDevice = new Map(documents.map((document) => [document.deviceId, document]))
  const byDevice = new Map<string, PlanRow[]>()
  for (const row of context.plan.rows.filter(({ effect }) => effect === 'change')) {
    const deviceId = parseScheduleId(row.subject.id)?.deviceId ?? ''
    byDevice.set(deviceId, [...(byDevice.get(deviceId) ?? []), row])
  }
  const isPart = byDevice.size > 1
  let fatal: { error: unknown } | null = null
  await inParallel([...byDevice], concurrency, async ([deviceId, rows]) => {
    const document = documentsByDevice.get(deviceId)
    if (fatal || !document) return
    try {
      await saveDocument(context, { document, rows, isPart })
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        fatal ??= { error }
        return
      }
      const { code, service } = error
      const isFatal = error.isDown || error.mayHaveHappened || error.status === 401
      // The first fatal error is thrown and also covers what was not started; a later one is recorded for its own rows.
      if (!isPart || (isFatal && !fatal)) fatal = { error }
      else
        for (const { subject } of rows)
          setOutcome(subject.id, error.mayHaveHappened ? 'unknown' : 'failed', { code, service })
    }
  })
  if (fatal) throw (fatal as { error: unknown }).error
}

/** Adds the exception to the schedules of one controller, or removes it. */
async function saveDocument(
  context: WorkContext<HolidayForm>,
  { document, rows, isPart: hasFurtherCalls }: { document: PlacedDocument; rows: readonly PlanRow[]; isPart: boolean },
): Promise<void> {
  const ids = rows.map(({ subject }) => subject.id)
  const keys = new Set(ids.map((id) => parseScheduleId(id)?.key))
  const schedules = document.schedules.map((one) => (keys.has(one.key) ? withHoliday(one, context.form) : one))
  const body = { eTag: document.eTag, calendars: document.calendars, schedules }
  const call = { ids, input: { path: { hostId: document.hostId }, body } }
  await writeCalls(context, operations.saveSchedules, [call], { hasFurtherCalls })
}

function withHoliday(schedule: Schedule, form: HolidayForm): Schedule {
  const exception = newException(schedule, form)
  const removedKey = form.how === 'add' ? undefined : matchingException(schedule, exception)?.key
  const exceptionSchedule =
    form.how === 'add'
      ? [...schedule.exceptionSchedule, exception]
      : schedule.exceptionSchedule.filter(({ key }) => key !== removedKey)
  return { ...schedule, exceptionSchedule }
}
