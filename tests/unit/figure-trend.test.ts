/** The last 24 hours of a count, from when each thing began and ended. */
import { describe, expect, test } from 'vitest'
import { trendOfCount } from '../../app/features/overview/shared/figure-trend'

const hour = 3_600_000
const now = Date.parse('2026-11-26T12:00:00Z')
const ago = (hours: number) => now - hours * hour

describe('the trend of a count', () => {
  test('is flat where nothing began or ended', () => {
    const trend = trendOfCount(7, [], now)
    expect([trend?.counts, trend?.change]).toEqual([Array.from({ length: 25 }, () => 7), 0])
  })

  test('rises where things began, and falls where they ended', () => {
    const trend = trendOfCount(
      3,
      [
        { from: ago(2.5), until: null },
        { from: ago(30), until: ago(1.5) },
        { from: ago(40), until: ago(20) },
      ],
      now,
    )
    // 24 h ago: two older ones that ended since, and two of today's three.
    expect(trend?.counts[0]).toBe(4)
    expect(trend?.counts.slice(-4)).toEqual([3, 4, 3, 3])
    expect(trend?.change).toBe(-1)
  })

  test('counts what began and ended within the day for that time alone', () => {
    const trend = trendOfCount(0, [{ from: ago(5.5), until: ago(3.5) }], now)
    expect(trend?.counts.slice(-7)).toEqual([0, 1, 1, 0, 0, 0, 0])
    expect(trend?.change).toBe(0)
  })

  test('is unknown where more began than there are', () => {
    expect(trendOfCount(0, [{ from: ago(1.5), until: null }], now)).toBeNull()
  })
})
