import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areaIn, fromMetric, type QuantityId, quantities, toMetric, unitSymbol } from '~/domain/units'

describe('quantities in the person’s units (domain §4.3)', () => {
  test.each([
    ['degC', 21, 69.8],
    ['degC', -40, -40],
    ['Pa', 249.089, 1],
    ['kPa', 6.894757, 1],
    ['L/s', 100, 211.888],
    ['m3/h', 1, 4.402868],
    ['lux', 10.7639, 1],
    ['m2', 1, 10.76391],
    ['ppm', 800, 800],
  ] as const)('%s %d is %d in US units', (quantity, metric, us) => {
    expect(fromMetric(metric, { quantity, system: 'us' })).toBeCloseTo(us, 9)
    expect(toMetric(us, { quantity, system: 'us' })).toBeCloseTo(metric, 9)
  })

  test('a difference of setpoints has no offset', () => {
    expect(fromMetric(2, { quantity: 'degC', system: 'us', isDelta: true })).toBeCloseTo(3.6, 9)
    expect(toMetric(3.6, { quantity: 'degC', system: 'us', isDelta: true })).toBeCloseTo(2, 9)
  })

  test('converting there and back changes nothing', () => {
    const quantity = fc.constantFrom(...(Object.keys(quantities) as QuantityId[]))
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(
        quantity,
        value,
        fc.boolean(),
        fc.constantFrom('metric' as const, 'us' as const),
        (id, number, isDelta, system) => {
          const conversion = { quantity: id, system, isDelta }
          expect(toMetric(fromMetric(number, conversion), conversion)).toBeCloseTo(number, 6)
        },
      ),
    )
  })

  test('each has its symbol', () => {
    expect(unitSymbol('degC', 'us')).toBe('°F')
    expect(unitSymbol('m2', 'metric')).toBe('m²')
  })
})

test('a site’s size is kept as entered and shown in the person’s units', () => {
  expect(areaIn(620_000, 'ft2', 'us')).toBe(620_000)
  expect(areaIn(10.76391, 'us', 'metric')).toBeCloseTo(1, 9)
  expect(areaIn(100, 'm2', 'us')).toBeCloseTo(1076.391, 6)
  expect(areaIn(100, null, 'metric')).toBe(100)
})
