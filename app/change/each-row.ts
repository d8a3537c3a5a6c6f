/** Work that handles one row after the other: a failure does not stop the others (promise C4). */
import { ServiceError } from '~/backend/service-error'
import { controllerAnswerIn } from './ledger'
import type { PlanRow } from './plan'
import type { WorkContext } from './plan-context'

/** The result of `work` for a row that was skipped because something it needs is missing. */
export const notTried = 'notTried'

/**
 * Runs `work` for each changing row of the plan, one after the other. A refusal sets the outcome of its row only.
 * Throws when the service is down, when a write may have happened and when the session has ended: the remaining rows
 * are not tried.
 */
export async function forEachRow<Form>(
  context: WorkContext<Form>,
  work: (row: PlanRow) => Promise<unknown>,
): Promise<void> {
  for (const row of context.plan.rows.filter(({ effect }) => effect === 'change')) {
    try {
      if ((await work(row)) === notTried) context.setOutcome(row.subject.id, 'failed', { because: notTried })
      else context.setOutcome(row.subject.id, 'done')
    } catch (error) {
      if (!(error instanceof ServiceError) || error.isDown || error.mayHaveHappened || error.status === 401) throw error
      context.setOutcome(row.subject.id, 'failed', {
        code: error.code,
        service: error.service,
        ...controllerAnswerIn(error),
      })
    }
  }
}
