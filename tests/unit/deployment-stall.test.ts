/** When a deployment that has not ended has stalled (domain §7.2, §12.2). */
import { describe, expect, test } from 'vitest'
import { isStalled, usualTimes } from '../../app/domain/deployment-stall'

const minutes = (count: number) => count * 60_000
const ended = (hostId: string, took: number, packages = 1) => ({ hostId, tookMs: minutes(took), packages })

describe('the usual time of a package', () => {
  test('is the median of the same model', () => {
    const usual = usualTimes([ended('ECYVAV-1', 1), ended('ECYVAV-2', 9), ended('ecyvav-3', 2), ended('ECY303-1', 40)])
    expect(usual('ECYVAV-9')).toBe(minutes(2))
    expect(usual('ECY303-9')).toBe(minutes(40))
  })

  test('lies between the two in the middle', () => {
    expect(usualTimes([ended('A-1', 2), ended('A-2', 4)])('A-3')).toBe(minutes(3))
  })

  test('counts each package of a deployment', () => {
    expect(usualTimes([ended('A-1', 12, 4)])('A-2')).toBe(minutes(3))
  })

  test('is that of all controllers for a model without any, and unknown where nothing ended yet', () => {
    expect(usualTimes([ended('A-1', 2), ended('B-1', 4), ended('B-2', 4)])('C-1')).toBe(minutes(4))
    expect(usualTimes([])('C-1')).toBeNull()
  })
})

describe('a deployment has stalled', () => {
  const usual = usualTimes([ended('A-1', 4), ended('B-1', 0.2)])
  const stalledAfter = (hostId: string, elapsed: number, packages = 1) =>
    isStalled({ hostId, packages, elapsedMs: minutes(elapsed) }, usual)

  test('after three times the usual time', () => {
    expect(stalledAfter('A-2', 12)).toBe(false)
    expect(stalledAfter('A-2', 12.1)).toBe(true)
    expect(stalledAfter('A-2', 12.1, 2)).toBe(false)
    expect(stalledAfter('A-2', 24.1, 2)).toBe(true)
  })

  test('after five minutes at the soonest, also where nothing is known', () => {
    expect(stalledAfter('B-2', 4.9)).toBe(false)
    expect(stalledAfter('B-2', 5.1)).toBe(true)
    expect(isStalled({ hostId: 'C-1', packages: 3, elapsedMs: minutes(5.1) }, usualTimes([]))).toBe(true)
  })
})
