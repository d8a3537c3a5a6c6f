/** Work that goes from thing to thing: one that fails does not stop the others (promise C4). */
import { ServiceError } from '~/backend/service-error'
import type { WorkDesk } from './desk'
import type { PlanRow } from './plan'

/** What `work` answers of a row that it left alone, because what the row needs is not there. */
export const notTried = 'notTried'

/**
 * Does `work` for each row the plan changes, one after the other. What a service refuses for one is told of that one;
 * a service that is down, or a session that ended, stops the rest, which are told as not tried.
 */
export async function eachRow<Form>(desk: WorkDesk<Form>, work: (row: PlanRow) => Promise<unknown>): Promise<void> {
  for (const row of desk.plan.rows.filter(({ effect }) => effect === 'change')) {
    try {
      if ((await work(row)) === notTried) desk.ended(row.subject.id, 'failed', { because: notTried })
      else desk.ended(row.subject.id, 'done')
    } catch (error) {
      if (!(error instanceof ServiceError) || error.isDown || error.mayHaveHappened || error.status === 401) throw error
      desk.ended(row.subject.id, 'failed', { code: error.code, service: error.service })
    }
  }
}
