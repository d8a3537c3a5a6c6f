import { expect, test } from 'vitest'
import { byTrouble } from '../../app/features/overview/shared/site-ranking'

test('critical alarms come before what is not connected, that before high alarms, and the unknown before none', () => {
  const sites = [
    { name: 'none', critical: 0, offline: 0, high: 0 },
    { name: 'unknown', critical: null, offline: 0, high: 0 },
    { name: 'high', critical: 0, offline: 0, high: 9 },
    { name: 'offline', critical: 0, offline: 1, high: 0 },
    { name: 'critical', critical: 1, offline: 0, high: 0 },
    { name: 'worst', critical: 1, offline: 2, high: 0 },
  ]
  expect(sites.sort(byTrouble).map(({ name }) => name)).toEqual([
    'worst',
    'critical',
    'unknown',
    'offline',
    'high',
    'none',
  ])
})
