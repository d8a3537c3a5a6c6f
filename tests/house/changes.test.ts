/** Every change of the console is asked for by the tests that send every form (design §7). */
import { expect, test } from 'vitest'
import { changes } from '../../app/changes'
import en from '../../app/i18n/en/main/change'
import { everyChange } from '../harness/every-change'

const names = Object.keys(changes)

test('every change has a row in the table of forms', () => {
  expect(names.filter((name) => !(name in everyChange))).toEqual([])
})

test('every change has a name in words', () => {
  const words = en as unknown as Record<string, Record<string, string>>
  const unnamed = names.filter((name) => {
    const [area = '', change = ''] = name.split('.')
    return !words[area]?.[change]
  })
  expect(unnamed).toEqual([])
})
