/**
 * How things are found by words (domain §17). A text is kept as its words: without accents or case, one space between
 * them, whatever stood there. A question is words too; those a hyphen joins stand side by side.
 */
import { fold } from '../contracts/fold'
import { sortName } from './sort-name'

/** Dots between digits belong to an address or a version; letters, digits and pictures are words, all else parts them. */
const between = /[^\p{L}\p{N}\p{So}.]+|(?<!\d)\.|\.(?!\d)/gu
/** The notations of a MAC address, whole or begun: one word. */
const macAddress =
  /\b[0-9a-f]{2}(?::[0-9a-f]{2}){2,}\b|\b[0-9a-f]{2}(?:-[0-9a-f]{2}){5}\b|\b[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}\b/g

/** The words of texts, as they are kept and compared. */
export function wordsOf(...texts: readonly (string | null | undefined)[]): string {
  return fold(texts.filter(Boolean).join(' '))
    .replace(macAddress, (address) => address.replace(/[:.-]/g, ''))
    .replace(between, ' ')
    .trim()
}

/** The columns of a name: as it is shown, sorted and found. */
export const namedAs = (name: string) => ({ name, sort_name: sortName(name), words: wordsOf(name) })

/** No text has it among its words. */
const inNoText = '!'

/** Returns the words of a question, at most ten; a path is written with slashes. What is no word at all is in no text. */
export function wordsIn(text: string | null | undefined): string[] {
  const asked = (text ?? '').trim()
  const words = asked.split(/[\s/\\|,;›>]+/).map((part) => wordsOf(part))
  const found = words.filter(Boolean).slice(0, 10)
  return found.length || !asked ? found : [inNoText]
}

/**
 * What to look for in a text of words that begins and ends with a space: any of these. Up to three letters begin a
 * word, so that `est` is not in `Ouest`; a number of up to three digits is a whole one, with or without the zeros before
 * it, so that 2 is not in 12; what is longer may stand inside a word.
 */
export function formsOf(word: string): string[] {
  const parts = word.split(' ')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const start = [...first].length <= 3 || /^\d+\./.test(first) ? ' ' : ''
  const end = /^\d{1,3}$/.test(last) || [...last].length === 1 ? ' ' : ''
  const isCode = parts.filter((part) => /^\d+$/.test(part)).length > 2
  const written = parts.reduce<string[][]>(
    (before, part) => (isCode ? [part] : zerosBefore(part)).flatMap((text) => before.map((texts) => [...texts, text])),
    [[]],
  )
  return written.map((texts) => `${start}${texts.join(' ')}${end}`)
}

/** A number of up to three digits as it may be written elsewhere: 2, 02 and 002, but 02 is not 2. */
const zerosBefore = (part: string) =>
  /^\d{1,3}$/.test(part) ? [...new Set([part, part.padStart(2, '0'), part.padStart(3, '0')])] : [part]

/** Whether a text holds a word of a question. */
export function holdsWord(text: string, word: string): boolean {
  const words = ` ${wordsOf(text)} `
  return formsOf(word).some((form) => words.includes(form))
}
