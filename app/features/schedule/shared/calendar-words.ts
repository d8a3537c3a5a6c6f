/** Formats the days of a calendar form in words. */
import { entryOf, parseEntries } from '../calendar-form'
import { periodText, type ScheduleWords } from '../words'

/** Returns null if there are none. */
export const calendarDaysText = (words: ScheduleWords, text: string): string | null =>
  parseEntries(text)
    ?.map((entry) => periodText(words, entryOf(entry), []))
    .join('; ') || null
