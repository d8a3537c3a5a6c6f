/** Times of day as people type them (domain §3.3). */
import { expect, test } from 'vitest'
import { normalizeTime } from '../../app/domain/normalize-time'

test.each([
  ['06:30', '06:30'],
  ['6:30', '06:30'],
  ['630', '06:30'],
  ['1830', '18:30'],
  ['6.30', '06:30'],
  ['6 h 30', '06:30'],
  ['18h', '18:00'],
  ['8', '08:00'],
  ['24:00', '24:00'],
  ['06:30:15', '06:30:15'],
  ['25:99', '25:99'],
  [' noon ', 'noon'],
  ['', ''],
])('%s is %s', (typed, written) => {
  expect(normalizeTime(typed)).toBe(written)
})
