/** Names of types: known ones in French for French readers, all others as received. */
import { expect, test } from 'vitest'
import { typeWord } from '../../app/i18n/type-word'
import { ObjectType } from '../../services/contracts/points'
import { equipmentTypes } from '../../services/site/equipment/types'
import { pointTypes } from '../../services/site/points/types'

test.each([
  ['Air Handling Unit', 'Centrale de traitement d’air'],
  ['Air_Handling_Unit', 'Centrale de traitement d’air'],
  ['Air handling unit', 'Centrale de traitement d’air'],
  ['CO2 Sensor', 'CO₂'],
  ['Supply air temperature', 'Température de soufflage'],
  ['analog-input', 'Entrée analogique'],
  ['analogInput', 'Entrée analogique'],
  ['Multi State Value', 'Valeur multi-états'],
  ['Chaudière', 'Chaudière'],
  ['Boiler room 3', 'Boiler room 3'],
  ['vendorObject 512', 'vendorObject 512'],
  ['toString', 'toString'],
  ['', ''],
])('%j in French', (text, word) => {
  expect(typeWord('fr', text)).toBe(word)
})

test('is as received in English', () => {
  for (const text of ['CO2 Sensor', 'Air_Handling_Unit', 'analogInput', 'Boiler room 3'])
    expect(typeWord('en', text)).toBe(text)
})

test('every type that the services know has a French name', () => {
  for (const { id, name } of [...pointTypes, ...equipmentTypes])
    expect([typeWord('fr', id), typeWord('fr', name.en), typeWord('fr', name.fr)], id).toEqual(Array(3).fill(name.fr))
  for (const type of ObjectType.options) expect(typeWord('fr', type), type).not.toBe(type)
})
