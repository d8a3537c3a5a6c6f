/** Texts of states: ordinary words in the reader's language, all others as somebody entered them. */
import { expect, test } from 'vitest'
import { translator } from '../../app/i18n/i18n.server'
import { stateWordText, switchedText } from '../../app/i18n/state-word'

test.each([
  ['Occupied', 'Occupé'],
  ['UNOCCUPIED', 'Inoccupé'],
  [' free cooling ', 'Refroidissement naturel'],
  ['Warm-up', 'Préchauffage'],
  ['warm_up', 'Préchauffage'],
  ['On', 'Marche'],
  ['Auto', 'Auto'],
  ['AUTO', 'AUTO'],
  ['Occupé', 'Occupé'],
  ['Boost 2', 'Boost 2'],
  ['toString', 'toString'],
  ['', ''],
])('%j in French', (text, word) => {
  expect(stateWordText(translator('fr'), text)).toBe(word)
})

test('is as the controller has it in English', () => {
  for (const text of ['Occupied', 'UNOCCUPIED', 'free cooling', 'Warm-up', 'Mode 3'])
    expect(stateWordText(translator('en'), text)).toBe(text)
})

test('a switch without texts is on or off', () => {
  expect(switchedText(translator('fr'), true)).toBe('Marche')
  expect(switchedText(translator('en'), false, '')).toBe('Off')
  expect(switchedText(translator('fr'), false, 'Empty')).toBe('Empty')
})
