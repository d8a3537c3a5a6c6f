/** Operating states are words where the specification numbers them, otherwise numbers. */
import { expect, test } from 'vitest'
import { translator } from '../../app/i18n/i18n.server'
import { operatingStateText } from '../../app/i18n/operating-state'

const words = (types: readonly string[], language: 'en' | 'fr' = 'en') =>
  [1, 2, 3, 4, 5, 6].map((state) => operatingStateText(translator(language), types, state))

test('an air handler and a fan coil number them differently', () => {
  const air = ['Heating', 'Free cooling', 'Economizer', 'Mechanical cooling', 'Other or off', '6']
  expect(words(['Air_Handling_Unit'])).toEqual(air)
  expect(words(['Air_Handling_Unit', 'Rooftop_Unit'])).toEqual(air)
  expect(words(['Fan_Coil_Unit'])).toEqual(['Heating', 'Idle', 'Cooling', 'Off', '5', '6'])
  expect(words(['Air_Handling_Unit'], 'fr')[1]).toBe('Refroidissement naturel')
})

test.each([
  [[]],
  [['Chiller']],
  [['toString']],
  [['Air_Handling_Unit', 'Fan_Coil_Unit']],
  [['Fan_Coil_Unit', 'Chiller']],
])('what is not numbered alike stays a number: %j', (types) => {
  expect(words(types)).toEqual(['1', '2', '3', '4', '5', '6'])
})
