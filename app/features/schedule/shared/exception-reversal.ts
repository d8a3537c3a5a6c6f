/** The fields that revert the change of an exception, from its record. */
import type { TrailEntry } from '~/trail/find-entries.server'
import { periodFieldsOf } from '../period-form'
import { type Exception, parseException } from './exception'

/** Returns the fields of the form that reverts the change; null if the record has no exception. */
export function exceptionReversal({
  before,
  after,
  outcomeRecord,
}: Pick<TrailEntry, 'before' | 'after' | 'outcomeRecord'>) {
  const added = parseException(recordedException(outcomeRecord?.after ?? after))
  const removed = parseException(recordedException(before))
  const exception = added ?? removed
  return exception ? { how: added ? 'remove' : 'add', ...formFieldsOf(exception) } : null
}

const recordedException = (record: unknown): unknown => (record as { exception?: unknown } | null)?.exception

function formFieldsOf({ name, eventPriority, period, intervals }: Exception): Record<string, string> {
  const fields = Object.entries(periodFieldsOf(period)).map(([word, value]) => [word, value ?? ''])
  return {
    ...Object.fromEntries(fields),
    name,
    priority: String(eventPriority),
    intervals: JSON.stringify(intervals),
  }
}
