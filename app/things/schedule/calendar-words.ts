/** The days of a calendar as its form keeps them, in words. */
import { entriesIn, entryOf } from './calendar-parts'
import { periodText, type Words } from './words'

/** Null where there are none. */
export const daysText = (words: Words, text: string): string | null =>
  entriesIn(text)
    ?.map((entry) => periodText(words, entryOf(entry), []))
    .join('; ') || null
