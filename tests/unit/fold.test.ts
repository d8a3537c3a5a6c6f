/** How names and words are compared, and that no text costs more than its length. */
import { expect, test } from 'vitest'
import { containsWords, fold } from '../../services/contracts/fold'
import { toNfc } from '../../services/contracts/plain-text'

const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

test('is lower case without accents, for every character there is', () => {
  expect(fold('Étage 2 – VAV Nº 12')).toBe('etage 2 – vav nº 12')
  const wordOf = (letter: string) => `a${letter}b`
  const isWrong = (text: string) => fold(text) !== text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  // A thousand at a time, and one by one only where something is wrong.
  const thousands = Array.from({ length: Math.ceil(everyCharacter.length / 1_000) }, (_, at) =>
    everyCharacter.slice(at * 1_000, (at + 1) * 1_000),
  )
  const wrong = thousands.filter((letters) => isWrong(letters.map(wordOf).join(' ')))
  expect(wrong.map((letters) => letters.filter((letter) => isWrong(wordOf(letter))))).toEqual([])
})

test.each([
  ['marks in the wrong order', '\u0301\u0327'],
  ['marks that are two', '\u0344'],
  ['letters with marks', 'e\u0301\u0327'],
  ['letters that have marks', 'ế'],
  ['halves of letters', '\ud83d'],
])('takes no longer for a megabyte of %s than its length', (_, text) => {
  const long = text.repeat(1_000_000 / text.length)
  const began = performance.now()
  fold(long)
  toNfc(long)
  // In the square of the length it takes minutes.
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('every word of a search is in a text, whatever its accents, its case and its order', () => {
  expect(containsWords('Étage 2, Pavillon des Sciences', 'sciences ETAGE')).toBe(true)
  expect(containsWords('Étage 2, Pavillon des Sciences', 'sciences etage 3')).toBe(false)
  expect(containsWords('Étage 2', '  \n ')).toBe(true)
})
