/** An exception taken back: the same page, the other way round, filled in with what a record kept. */
import type { TrailEntry } from '~/trail/find-entries.server'
import { type Exception, exceptionIn } from './exception'
import { fieldsOf } from './period-form'

/** What takes a change of an exception back, as the fields of its form; null where the record kept no exception. */
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
