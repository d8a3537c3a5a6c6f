/** Formats the days of a calendar form in words. */
import { entriesIn, entryOf } from './calendar-parts'
import { periodText, type Words } from './words'

/** Returns null if there are none. */
export const daysText = (words: Words, text: string): string | null =>
  entriesIn(text)
    ?.map((entry) => periodText(words, entryOf(entry), []))
    .join('; ') || null
