import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareVersions, higherVersion, isVersion } from '~/domain/version'

describe('versions compare as x.y.z.build (domain §7.4)', () => {
  test.each([
    ['1.17.22053.807', '1.17.22053.99'],
    ['1.10', '1.9.9.9'],
    ['1.17', '1.9'],
    ['2.0.0.0', '2.0.0.0-rc1'],
    ['1.0-alpha.1', '1.0-alpha'],
    ['1.0-alpha.beta', '1.0-alpha.1'],
    ['1.0-beta.11', '1.0-beta.2'],
    ['0', 'not a version'],
  ])('%s is above %s', (higher, lower) => {
    expect(compareVersions(higher, lower)).toBe(1)
    expect(compareVersions(lower, higher)).toBe(-1)
    expect(higherVersion(lower, higher)).toBe(higher)
  })

  test.each([
    ['2.0', '2.0.0.0'],
    ['01.2', '1.2'],
    ['1.2+build7', '1.2'],
    ['1.0-rc.01', '1.0-rc.1'],
    ['one', 'another'],
  ])('%s equals %s', (a, b) => {
    expect(compareVersions(a, b)).toBe(0)
  })

  test('the order is total: antisymmetric and transitive', () => {
    const part = fc.nat(30).map(String)
    const suffix = fc.constantFrom('', '-rc1', '-rc.2', '-rc.10', '-alpha', '+meta', '-')
    const version = fc
      .tuple(fc.array(part, { minLength: 1, maxLength: 5 }), suffix)
      .map(([numbers, end]) => numbers.join('.') + end)
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(compareVersions(a, b) + compareVersions(b, a)).toBe(0)
        const [low, middle, high] = [a, b, c].sort(compareVersions) as [string, string, string]
        expect(compareVersions(low, middle)).toBeLessThanOrEqual(0)
        expect(compareVersions(middle, high)).toBeLessThanOrEqual(0)
        expect(compareVersions(low, high)).toBeLessThanOrEqual(0)
      }),
    )
  })
})

test('a version has one to four numbers and a short suffix, and is at most 256 characters', () => {
  for (const version of ['1', '1.2.3.4', '1.17.22053.807-rc.1', '1+meta']) expect(isVersion(version)).toBe(true)
  for (const text of ['', 'v1', '1.2.3.4.5', '1.', '1.2-', '1 ', '1234567890', '1\n', `1-${'a'.repeat(65)}`]) {
    expect(isVersion(text)).toBe(false)
  }
  expect(isVersion('1'.repeat(257))).toBe(false)
})
