import { expect, test } from 'vitest'
import { visibleControllers } from '~/domain/controllers'
import { aModel } from './catalogue'

const models = [
  aModel('ECY303'),
  aModel('ECYTU203', { platform: 'BacnetMSTP' }),
  aModel('NIAGARA', { platform: 'Niagara' }),
  aModel('ECYDISPLAY'),
  aModel('HORYZONC'),
]
const off = { niagara: false, ecyDisplay: false, horyzonC: false }
const on = { niagara: true, ecyDisplay: true, horyzonC: true }
const types = (list: typeof models) => list.map(({ model }) => model.type)

test('the accepted platforms by default are IP and Niagara (spec §5)', () => {
  expect(types(visibleControllers(models, { flags: on }))).toEqual(['ECY303', 'NIAGARA', 'ECYDISPLAY', 'HORYZONC'])
  expect(types(visibleControllers(models, { platforms: ['BacnetMSTP'], flags: on }))).toEqual(['ECYTU203'])
})

test('Niagara controllers, ECYDISPLAY and HORYZONC are hidden unless their feature flags are on (spec §5)', () => {
  expect(types(visibleControllers(models, { flags: off }))).toEqual(['ECY303'])
  expect(types(visibleControllers(models, { flags: { ...off, niagara: true } }))).toEqual(['ECY303', 'NIAGARA'])
  expect(types(visibleControllers(models, { flags: { ...off, ecyDisplay: true } }))).toEqual(['ECY303', 'ECYDISPLAY'])
  expect(types(visibleControllers(models, { flags: { ...off, horyzonC: true } }))).toEqual(['ECY303', 'HORYZONC'])
})
