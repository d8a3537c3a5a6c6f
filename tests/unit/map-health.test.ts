/** What a mark of the map says of its sites. */
import { describe, expect, test } from 'vitest'
import { regionsOf } from '../../app/features/map/regions'
import { connectedShare, isInTrouble, radiusOf, sumHealth } from '../../app/features/map/site-health'

const health = (devices: number | null, offline: number | null, criticalAlarms: number | null = 0) => ({
  devices,
  offline,
  criticalAlarms,
})

describe('a mark', () => {
  test('is in trouble for a critical alarm, or above a fifth of controllers offline', () => {
    expect(isInTrouble(health(100, 20))).toBe(false)
    expect(isInTrouble(health(100, 21))).toBe(true)
    expect(isInTrouble(health(100, 0, 1))).toBe(true)
    expect(isInTrouble(health(null, 5, null))).toBe(false)
  })

  test('has no share where one is not known or nothing could be connected', () => {
    expect(connectedShare(health(50, 10))).toBe(0.8)
    expect(connectedShare(health(null, 10))).toBeNull()
    expect(connectedShare(health(0, 0))).toBeNull()
  })

  test('of several is their sum, and not known where a part of it is not', () => {
    expect(sumHealth([health(3, 1, 2), health(4, 0, 0)])).toEqual(health(7, 1, 2))
    expect(sumHealth([health(3, 1), health(null, 0)])).toEqual(health(null, 1))
  })

  test('grows in area with its controllers, up to that of the largest', () => {
    expect([radiusOf(0, 100), radiusOf(25, 100), radiusOf(100, 100), radiusOf(null, 100), radiusOf(0, 0)]).toEqual([
      8, 14, 20, 8, 8,
    ])
  })
})

test('regions are countries with their state, the largest first and the unknown last', () => {
  const site = (country: string, state: string, devices: number) => ({ country, state, devices }) as never
  const regions = regionsOf([site('', '', 99), site('FR', '', 2), site('CA', 'QC', 3), site('CA', 'QC', 4)], 'en')
  expect(regions.map(({ key, name, sites }) => [key, name, sites.length])).toEqual([
    ['CA-QC', 'Quebec, Canada', 2],
    ['FR', 'France', 1],
    ['none', '', 1],
  ])
})
