/** The fields that revert the change of an exception, from its record. */
import type { TrailEntry } from '~/trail/find-entries.server'
import { type Exception, exceptionIn } from './exception'
import { fieldsOf } from './period-form'

/** Returns the fields of the form that reverts the change; null if the record has no exception. */
export function takingBack({ before, after, ending }: Pick<TrailEntry, 'before' | 'after' | 'ending'>) {
  const added = exceptionIn(keptIn(ending?.after ?? after))
  const removed = exceptionIn(keptIn(before))
  const exception = added ?? removed
  return exception ? { how: added ? 'remove' : 'add', ...wordsOf(exception) } : null
}

const keptIn = (kept: unknown): unknown => (kept as { exception?: unknown } | null)?.exception

function wordsOf({ name, eventPriority, period, intervals }: Exception): Record<string, string> {
  const fields = Object.entries(fieldsOf(period)).map(([word, value]) => [word, value ?? ''])
  return {
    ...Object.fromEntries(fields),
    name,
    priority: String(eventPriority),
    intervals: JSON.stringify(intervals),
  }
}
