import { describe, expect, test } from 'vitest'
import { splitInputList } from '~/domain/input-list'
import { siteInput } from '~/domain/site-input'
import { readTenantDomains, showTenantDomains, tenantDomains } from '~/domain/tenant-domains'

test('input lists are split on comma, semicolon, space or newline (spec §5)', () => {
  expect(splitInputList('a,b;c d\ne\r\nf ,; g')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  expect(splitInputList(' \n')).toEqual([])
})

describe('before a site, building, space or device is sent (spec §5)', () => {
  test('latitude, longitude and size are numbers, or undefined when they are not numeric', () => {
    const sent = siteInput({ name: 'Tour Laurier', latitude: ' 46.81 ', longitude: '-71.2', size: 340_000 })
    expect(sent).toEqual({ name: 'Tour Laurier', latitude: 46.81, longitude: -71.2, size: 340_000 })
    for (const text of ['', ' ', 'wide', '45,5', '0x10', 'Infinity', '1e999', null, undefined, Number.NaN, true]) {
      expect(siteInput({ size: text })).toEqual({ size: undefined })
    }
    expect(siteInput({ latitude: '0' })).toEqual({ latitude: 0 })
  })

  test('an empty siteGroupId is undefined', () => {
    for (const siteGroupId of ['', '00000000-0000-0000-0000-000000000000'])
      expect(siteInput({ siteGroupId })).toEqual({ siteGroupId: undefined })
    expect(siteInput({ siteGroupId: 'group-1' })).toEqual({ siteGroupId: 'group-1' })
  })

  test('nothing is added', () => {
    expect(Object.keys(siteInput({ name: 'Roof' }))).toEqual(['name'])
  })
})

describe('tenant domains (spec §5)', () => {
  test('only strings containing a word character are kept', () => {
    expect(tenantDomains(['boreal.example', '', ' ', '--', ' @é ', '例え'])).toEqual(['boreal.example', '@é', '例え'])
  })

  test('they are shown one per line', () => {
    expect(showTenantDomains(['a.example', 'b.example'])).toBe('a.example\nb.example')
    expect(readTenantDomains('a.example\r\n\r\nb.example\n-')).toEqual(['a.example', 'b.example'])
  })

  test('a pasted list is split as every list is', () => {
    expect(readTenantDomains('a.example, b.example; c.example -')).toEqual(['a.example', 'b.example', 'c.example'])
  })
})
