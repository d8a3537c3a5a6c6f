import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enrichDevice, locationOf, propertyText, readProperties, writeProperties } from '~/domain/device'
import { aDevice, aModel, aPackage } from './catalogue'

describe('the enriched device (spec §3)', () => {
  const models = [aModel('ECY303'), aModel('ECYTU203', { platform: 'BacnetMSTP' })]
  const packages = [aPackage('gfx', '2.0')]

  test('has a type, a location, its product, its packages and its flags', () => {
    const stored = aDevice({
      hostId: 'ECY303-0A2001',
      packages: [{ name: 'gfx', version: '1.0' }],
      additionalProperties: { $label: 'Roof', serial: 'A1' },
      path: [
        { id: 'g', name: 'Québec offices', type: 'group' },
        { id: 's', name: 'Tour Laurier', type: 'site' },
        { id: 'b', name: 'Tower', type: 'building' },
      ],
    })
    expect(enrichDevice(stored, models, packages)).toMatchObject({
      hostId: 'ECY303-0A2001',
      type: 'ECY303',
      location: 'Tour Laurier / Tower',
      product: { id: 'model-ECY303' },
      productId: 'model-ECY303',
      supportedPackages: packages,
      packageStatus: { outdated: 1, total: 1 },
      isFacilitiesPlatform: true,
      isOnboarded: true,
      isConnected: true,
      isDeployingPackages: false,
      properties: [{ name: 'label', value: 'Roof' }],
    })
  })

  test('is of the facilities platform only when the product platform is IP', () => {
    expect(enrichDevice(aDevice({ productId: 'model-ECYTU203' }), models, packages).isFacilitiesPlatform).toBe(false)
  })

  test('without product, status or host id is nothing in particular', () => {
    const bare = aDevice({ productId: null, hostId: null, overallStatus: null })
    expect(enrichDevice(bare, models, packages)).toMatchObject({
      hostId: '',
      type: '',
      location: '',
      product: null,
      supportedPackages: [],
      isFacilitiesPlatform: false,
      isOnboarded: false,
      isConnected: false,
      isDeployingPackages: false,
    })
  })

  test('its location skips the first ancestor', () => {
    expect(locationOf([{ name: 'Group' }, { name: 'Site' }, { name: 'Roof' }])).toBe('Site / Roof')
    expect(locationOf([{ name: 'Group' }])).toBe('')
  })
})

describe('additional properties (spec §3)', () => {
  test('keys beginning with $ become name/value pairs, the others stay', () => {
    expect(readProperties({ $a: 1, b: 2 })).toEqual({ properties: [{ name: 'a', value: 1 }], rest: { b: 2 } })
    expect(readProperties(null)).toEqual({ properties: [], rest: {} })
  })

  test('what is read is written back the same', () => {
    const key = fc.string().chain((text) => fc.constantFrom(text, `$${text}`))
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), (additional) => {
        const { properties, rest } = readProperties(additional)
        expect(byKey(writeProperties(properties, rest))).toEqual(byKey(additional))
      }),
    )
  })

  function byKey(record: Record<string, unknown>) {
    return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  }

  test('a value shows as text', () => {
    expect(propertyText('plain')).toBe('plain')
    expect(propertyText(12)).toBe('12')
    expect(propertyText({ a: [1] })).toBe('{"a":[1]}')
    expect(propertyText(undefined)).toBe('')
  })
})
