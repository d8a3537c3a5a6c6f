/** A name in a sentence keeps its direction to itself, whichever marks it has. */
import { expect, test } from 'vitest'
import en from '../../app/i18n/en'
import { createTexts, translateIn } from '../../app/i18n/instance'
import { isolated } from '../../app/i18n/isolated'

test('most names stay as they are, and one that turns the direction of a text stands between marks', () => {
  for (const name of ['Campus Montcalm', 'École de génie (2ᵉ)', '👍🏽', '']) expect(isolated(name)).toBe(name)
  expect(isolated('مدرسة')).toBe('\u2068مدرسة\u2069')
  expect(isolated('abc\u202edef')).toBe('\u2068abc\u202edef\u2069')
})

test('a mark in a name closes none of those around it', () => {
  expect(isolated('a\u2069\u202eb')).toBe('\u2068\u2068a\u2069\u202eb\u2069')
  expect(isolated('a\u2067b')).toBe('\u2068a\u2067b\u2069\u2069')
  expect(isolated('\u2067a\u2069b')).toBe('\u2068\u2067a\u2069b\u2069')
})

test('so does every sentence, however it is put together', () => {
  const name = 'x\u202ey'
  const instance = createTexts('en', en)
  expect(translateIn(instance)('table.without', { filter: name })).toContain(`\u2068${name}\u2069`)
  expect(instance.t('table.without', { filter: name })).toContain(`\u2068${name}\u2069`)
})
