/**
 * Search words (domain §17). A text is stored as its words: without accents or case, separated by one space. A query is
 * split into words too; those joined by a hyphen must be adjacent.
 */
import { fold } from '../contracts/fold'
import { sortName } from './sort-name'

/**
 * Dots between digits are part of an address or a version; letters, digits and pictographs are words, everything else
 * separates them.
 */
const between = /[^\p{L}\p{N}\p{So}.]+|(?<!\d)\.|\.(?!\d)/gu
/** The notations of a MAC address, complete or partial, as one word. */
const macAddress =
  /\b[0-9a-f]{2}(?::[0-9a-f]{2}){2,}\b|\b[0-9a-f]{2}(?:-[0-9a-f]{2}){5}\b|\b[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}\b/g

/** Returns the words of texts, as they are stored and compared. */
export function wordsOf(...texts: readonly (string | null | undefined)[]): string {
  return fold(texts.filter(Boolean).join(' '))
    .replace(macAddress, (address) => address.replace(/[:.-]/g, ''))
    .replace(between, ' ')
    .trim()
}

/** Returns the columns of a name: displayed, sorted and searched. */
export const nameColumns = (name: string) => ({ name, sort_name: sortName(name), words: wordsOf(name) })

/** A word that no text contains. */
const unmatchable = '!'

/** Returns the words of a query, at most ten; a path is separated by slashes. A query without words matches no text. */
export function queryWords(text: string | null | undefined): string[] {
  const query = (text ?? '').trim()
  const words = query.split(/[\s/\\|,;›>]+/).map((part) => wordsOf(part))
  const limited = words.filter(Boolean).slice(0, 10)
  return limited.length || !query ? limited : [unmatchable]
}

/**
 * Returns the forms of a word to find in a text of words that begins and ends with a space; any of them matches. Up to
 * three letters must begin a word, so that `est` does not match `Ouest`; a number of up to three digits must be a whole
 * one, with or without leading zeros, so that 2 does not match 12; longer words may be inside a word.
 */
export function formsOf(word: string): string[] {
  const parts = word.split(' ')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const start = [...first].length <= 3 || /^\d+\./.test(first) ? ' ' : ''
  const end = /^\d{1,3}$/.test(last) || [...last].length === 1 ? ' ' : ''
  const isCode = parts.filter((part) => /^\d+$/.test(part)).length > 2
  const variants = parts.reduce<string[][]>(
    (before, part) => (isCode ? [part] : zeroPaddings(part)).flatMap((text) => before.map((texts) => [...texts, text])),
    [[]],
  )
  return variants.map((texts) => `${start}${texts.join(' ')}${end}`)
}

/** Returns the notations of a number of up to three digits: 2, 02 and 002, but 02 is not 2. */
const zeroPaddings = (part: string) =>
  /^\d{1,3}$/.test(part) ? [...new Set([part, part.padStart(2, '0'), part.padStart(3, '0')])] : [part]

/** Whether a text contains a word of a query. */
export function containsWord(text: string, word: string): boolean {
  const words = ` ${wordsOf(text)} `
  return formsOf(word).some((form) => words.includes(form))
}
