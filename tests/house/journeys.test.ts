/** Every journey says how many pages it takes. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { journeys } from '../browser/journeys'

test('counts its pages in a browser test, each of the fifteen', () => {
  expect(Object.keys(journeys)).toHaveLength(15)
  const uncounted = Object.entries(journeys).filter(
    ([, files]) =>
      !files.some((file) => /pages\.expect\(\d/.test(readFileSync(`tests/browser/${file}.spec.ts`, 'utf8'))),
  )
  expect(uncounted).toEqual([])
})
