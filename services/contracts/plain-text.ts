/** How text is stored; without a schema, because browsers load this file too. */

/** Spaces of every kind and invisible characters. Removed only around a text: between letters some of them matter. */
const invisible = /[\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\uffa0]/
/**
 * More than 30 marks on a letter: Unicode considers that unsafe to normalize (UAX 15 §13), and sorting them is
 * quadratic.
 */
const tooManyMarks = /\p{M}{31}/u

/**
 * Returns a text as it is stored: NFC, line ends as a newline, nothing invisible around it (domain §0). Runs in linear
 * time: a text with more than 30 marks on one letter is not normalized.
 */
export function plainText(text: string): string {
  return toNfc(trim(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')))
}

/** Returns NFC in linear time; a text with more than 30 marks on one letter is returned unchanged. */
export function toNfc(text: string): string {
  return tooManyMarks.test(text) ? text : text.normalize('NFC')
}

/** Returns the text on one line: line ends and the spaces around them become one space. */
export function onOneLine(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).join(' ')
}

/**
 * Returns the maximum number of characters to normalize for a text of at most `max`: NFC shortens a text to a quarter
 * at most.
 */
export function maxRawLength(max: number): number {
  return 4 * max + 1_000
}

function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && invisible.test(text.charAt(start))) start += 1
  while (end > start && invisible.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}
