/** Formats an exception on one line, and serializes it for records. */
import type { Calendar, Facets, ScheduleException } from '#contracts/schedules'
import { intervalsText, periodText, type ScheduleWords } from '../words'

export type Exception = Pick<ScheduleException, 'name' | 'eventPriority' | 'period' | 'intervals'>

/** Returns `Christmas: every year on December 25; closed; strength 10`. */
export function exceptionText(
  words: ScheduleWords,
  { name, eventPriority, period, intervals }: Exception,
  { facets = {}, calendars = [] }: { facets?: Facets; calendars?: readonly Calendar[] } = {},
): string {
  const { t } = words
  return t('main:schedule.exceptionLine', {
    name,
    when: periodText(words, period, calendars),
    what: intervalsText(words, { facets, intervals, none: t('main:schedule.wholeDay') }),
    priority: eventPriority,
  })
}

/** Serializes an exception, so that a record can restore it. */
export const serializeException = ({ name, eventPriority, period, intervals }: Exception) =>
  JSON.stringify({ name, eventPriority, period, intervals })

/** Parses the exception of a record; null if there is none. */
export function parseException(text: unknown): Exception | null {
  if (typeof text !== 'string' || !text.startsWith('{')) return null
  try {
    const { name, eventPriority, period, intervals } = JSON.parse(text) as Partial<Exception>
    return name !== undefined && eventPriority !== undefined && period && Array.isArray(intervals)
      ? { name, eventPriority, period, intervals }
      : null
  } catch {
    return null
  }
}
