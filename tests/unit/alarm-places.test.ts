/** Where an alarm is, without what its list shares; and the window of its trend. */
import { describe, expect, test } from 'vitest'
import { windowAround } from '../../app/features/alarm/alarm-trend.server'
import { placesBelow } from '../../app/features/alarm/place-text'

const path = [
  { id: 'g', name: 'Montcalm campuses', type: 'group' },
  { id: 's', name: 'Campus Montcalm', type: 'site' },
  { id: 'b', name: 'Library', type: 'building' },
  { id: 'r', name: 'Roof', type: 'space' },
] as const

describe('the place of an alarm', () => {
  const below = (...within: string[]) => placesBelow({ path: [...path] } as never, new Set(within))

  test('leaves out what every row of the list shares', () => {
    expect(below()).toEqual(['Campus Montcalm', 'Library', 'Roof'])
    expect(below('g')).toEqual(['Campus Montcalm', 'Library', 'Roof'])
    expect(below('s')).toEqual(['Library', 'Roof'])
    expect(below('b')).toEqual(['Roof'])
    expect(below('r')).toEqual([])
  })

  test('is its location where a backend gives no path', () => {
    expect(placesBelow({ location: 'Campus / Library / Roof' } as never, new Set())).toEqual([
      'Campus',
      'Library',
      'Roof',
    ])
  })
})

describe('the window of the trend', () => {
  const hour = 3_600_000
  const now = '2026-11-26T20:00:00.000Z'

  test('is the last 24 hours for an alarm of today, and contains the moment of an older one in its middle', () => {
    const recent = windowAround('2026-11-26T17:00:00.000Z', now)
    expect(recent).toEqual({ from: Date.parse(now) - 24 * hour, to: Date.parse(now) })
    const active = windowAround('2026-11-26T00:00:00.000Z', now)
    expect(active).toEqual({ from: Date.parse(now) - 24 * hour, to: Date.parse(now) })
    const raised = Date.parse('2026-11-20T08:00:00.000Z')
    expect(windowAround('2026-11-20T08:00:00.000Z', now)).toEqual({ from: raised - 12 * hour, to: raised + 12 * hour })
  })
})
