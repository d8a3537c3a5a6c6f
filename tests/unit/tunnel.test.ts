import { expect, test } from 'vitest'
import { defaultLifetimeMinutes, isLegacy, isTunnelLive, lifetimesMinutes, sortTunnels } from '../../app/domain/tunnel'

test('a tunnel is legacy when its id has no ^ (spec §3)', () => {
  expect(isLegacy({ tunnelId: 'tun-4711-08f2' })).toBe(true)
  expect(isLegacy({ tunnelId: '0a1b2c3d^01KKB8F2Q0PLANTR00MSEED001' })).toBe(false)
})

test('lifetimes go from the shortest to the longest there can be, with the 360 minutes of spec §9 among them', () => {
  expect(lifetimesMinutes).toEqual([5, 15, 30, 60, 120, 360, 720, 1440])
  expect(defaultLifetimeMinutes).toBe(360)
})

test('what is on the way or untold counts as open; what ended or failed does not', () => {
  expect(
    [undefined, 'requested', 'opening', 'open'].map((status) => isTunnelLive(status as 'open' | undefined)),
  ).toEqual([true, true, true, true])
  expect((['closing', 'closed', 'failed'] as const).map(isTunnelLive)).toEqual([false, false, false])
})

test('open tunnels stand before those that ended, each newest first', () => {
  const one = (status: 'open' | 'closed', createdAt: string) => ({ status, createdAt })
  const [a, b, c, d] = [
    one('closed', '2026-03-09T10:00:00.000Z'),
    one('open', '2026-03-08T10:00:00.000Z'),
    one('open', '2026-03-09T09:00:00.000Z'),
    one('closed', '2026-03-09T11:00:00.000Z'),
  ]
  expect(sortTunnels([a, b, c, d])).toEqual([c, b, d, a])
})
