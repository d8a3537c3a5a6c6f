/** What text becomes before it is stored, and that no text costs more than its length. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onOneLine, plainText } from '../../services/contracts/plain-text'
import { freeLine, freeText } from '../../services/contracts/scalars'

const letters = fc.constantFrom(
  ' ',
  '\n',
  '\r',
  '\t',
  '\u2028',
  '\u00a0',
  '\u200b',
  '\u00ad',
  'a',
  'e',
  '\u0301',
  '\u0327',
  '\u1100',
  '\u1161',
  '👩',
)
const texts = fc.string({ unit: letters, maxLength: 24 })

test('is NFC, with one kind of line end and nothing invisible around it', () => {
  expect(plainText(' \r\n e\u0301\rb\u2028c\u200b\t')).toBe('é\nb\nc')
  expect(plainText('a \u200d b')).toBe('a \u200d b')
  expect(plainText(' \u200b ')).toBe('')
  fc.assert(
    fc.property(texts, (text) => {
      const plain = plainText(text)
      expect(plain).toBe(plain.normalize('NFC'))
      expect(plain).not.toMatch(/[\r\u2028]|^[\s\u200b\u00ad]|[\s\u200b\u00ad]$/)
      expect(plainText(plain)).toBe(plain)
    }),
  )
})

test('on one line is as a search and replace of line ends with their spaces has it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const plain = plainText(text)
      expect(onOneLine(plain)).toBe(plain.replace(/\s*\n\s*/g, ' '))
    }),
  )
})

test('more marks on a letter than Unicode calls safe are kept as they were typed', () => {
  const marks = (count: number) => `a${'\u0301\u0327'.repeat(count / 2)}`
  expect(plainText(marks(30))).toBe(marks(30).normalize('NFC'))
  expect(plainText(marks(32))).toBe(marks(32))
  expect(plainText(marks(32))).not.toBe(marks(32).normalize('NFC'))
})

test('a text that fits only as NFC is taken, and one that cannot fit is refused', () => {
  expect(freeText(5).parse('e\u0301'.repeat(5))).toBe('é'.repeat(5))
  expect(freeText(5).safeParse('e\u0301'.repeat(6)).success).toBe(false)
  expect(freeText(5).safeParse(' '.repeat(2_000)).success).toBe(false)
  expect(freeLine(9).parse('a \n\n b')).toBe('a b')
})
