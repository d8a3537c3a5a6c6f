/** Values of points as people type and read them, in their units and in the words of the point (domain §4.3, §4.5). */
import { describe, expect, test } from 'vitest'
import { minutesOf } from '../../app/domain/override-time'
import { parseValue, pointInputText } from '../../app/features/point/value-input'
import { Point } from '../../services/contracts/points'

const point = (more: object) =>
  Point.parse({
    id: '1',
    deviceId: '2',
    name: 'x',
    objectType: 'analogValue',
    objectInstance: 1,
    kind: 'number',
    isWritable: true,
    ...more,
  })
const setpoint = point({ unit: 'degC', precision: 1, min: 10, max: 30 })
const pressure = point({ unit: 'Pa', precision: 0, min: 0, max: 600 })
const mode = point({ kind: 'enum', stateText: ['Auto', 'Low', 'High'] })
const fan = point({ kind: 'boolean', falseText: 'Off', trueText: 'On' })

describe('a value that is typed', () => {
  const us = { language: 'en', unit: 'us' } as const
  const metric = { language: 'fr', unit: 'metric' } as const
  test.each([
    [setpoint, '21,5', metric, { value: 21.5 }],
    [setpoint, '59', us, { value: 15 }],
    [setpoint, '86', us, { value: 30 }],
    [setpoint, '50', us, { value: 10 }],
    [setpoint, '9', metric, { error: 'errors:points.range' }],
    [setpoint, '87', us, { error: 'errors:points.range' }],
    [setpoint, 'warm', us, { error: 'errors:points.type' }],
    [setpoint, '', us, { error: 'errors:field.required' }],
    [mode, '2', us, { value: 2 }],
    [mode, '4', us, { error: 'errors:points.enum' }],
    [fan, '1', us, { value: true }],
    [fan, 'yes', us, { error: 'errors:points.type' }],
  ] as const)('%# is for the wire or wrong', (of, text, who, told) => {
    expect(parseValue(of, text, who)).toEqual(told)
  })

  test('is what the input showed, where nothing was typed', () => {
    for (const value of [0, 125, 250, 600]) {
      const shown = pointInputText(pressure, value, us)
      const read = parseValue(pressure, shown, us)
      expect('value' in read && Math.abs(Number(read.value) - value)).toBeLessThan(2)
    }
    expect(pointInputText(mode, 2, us)).toBe('2')
    expect(pointInputText(fan, false, us)).toBe('0')
  })
})

test('a time is a whole number of minutes, however it is said', () => {
  expect(minutesOf('2', 'hours')).toBe(120)
  expect(minutesOf('1,5', 'hours')).toBe(90)
  expect(minutesOf('7', 'days')).toBe(10_080)
  for (const text of ['', '0', '-1', 'soon', '0.3']) expect(minutesOf(text, 'minutes')).toBeUndefined()
})
