/** Which controllers a roll-out begins with, and what the rest waits for. */
import { describe, expect, test } from 'vitest'
import { canaryState, exceeds, firstWave } from '../../app/domain/deployment-canary'

const named = (text: string) => text.split(' ')
const model = (name: string) => name[0] ?? ''

describe('the first controllers', () => {
  test('are of each model in turn', () => {
    expect(firstWave(named('a1 a2 a3 b1 b2 c1'), 4, model)).toEqual(named('a1 b1 c1 a2'))
    expect(firstWave(named('a1 a2 a3 b1'), 2, model)).toEqual(named('a1 b1'))
  })

  test('are all of them where fewer are there than asked for', () => {
    expect(firstWave(named('a1 b1'), 5, model)).toEqual(named('a1 b1'))
    expect(firstWave([], 5, model)).toEqual([])
  })
})

describe('too many failures', () => {
  test('are more than the number that may', () => {
    expect(exceeds(1, 5, { value: 0, unit: 'count' })).toBe(true)
    expect(exceeds(1, 5, { value: 1, unit: 'count' })).toBe(false)
    expect(exceeds(0, 5, { value: 0, unit: 'count' })).toBe(false)
  })

  test('are more than their share of the first', () => {
    expect(exceeds(1, 5, { value: 20, unit: 'percent' })).toBe(false)
    expect(exceeds(2, 5, { value: 20, unit: 'percent' })).toBe(true)
  })
})

describe('the rest', () => {
  const none = { value: 0, unit: 'count' } as const
  test('waits while the first are in progress, and is held as soon as too many failed', () => {
    expect(canaryState({ failed: 0, inProgress: 2, total: 5 }, none)).toBe('running')
    expect(canaryState({ failed: 1, inProgress: 2, total: 5 }, none)).toBe('held')
    expect(canaryState({ failed: 1, inProgress: 2, total: 5 }, { value: 1, unit: 'count' })).toBe('running')
    expect(canaryState({ failed: 1, inProgress: 0, total: 5 }, { value: 1, unit: 'count' })).toBe('well')
    expect(canaryState({ failed: 0, inProgress: 0, total: 5 }, none)).toBe('well')
  })
})
