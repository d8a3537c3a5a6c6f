/** When a point was overridden, as its chart shows it, from the writes that are known. */
import { expect, test } from 'vitest'
import { overrideSpans } from '../../app/features/point/override-spans'
import type { PointWrite } from '../../app/features/point/point-write'

const hour = 3_600_000
const window = { from: 0, to: 24 * hour }
const at = (hours: number) => new Date(hours * hour).toISOString()
const write = (hours: number, action: PointWrite['action'], more: Partial<PointWrite> = {}): PointWrite => ({
  at: at(hours),
  level: 8,
  action,
  old: action === 'write' ? null : 20,
  new: action === 'write' ? 20 : null,
  expiresAt: null,
  reason: null,
  by: 'Amélie',
  ...more,
})
const none = { level: 8, value: null, at: null }

test.each<[string, PointWrite[], typeof none | { level: number; value: number; at: string | null }, number[][]]>([
  ['no write', [], none, []],
  ['a write and its release', [write(5, 'release'), write(3, 'write')], none, [[3, 5]]],
  ['a write that expired', [write(5, 'expiry'), write(3, 'write')], none, [[3, 5]]],
  ['a release of what was written before', [write(5, 'release')], none, [[0, 5]]],
  [
    'a value replaced by another',
    [write(9, 'release'), write(6, 'write', { old: 20 }), write(3, 'write')],
    none,
    [[3, 9]],
  ],
  ['still held', [write(3, 'write')], { level: 8, value: 20, at: at(3) }, [[3, 24]]],
  ['held by a write that is not known', [], { level: 8, value: 20, at: at(7) }, [[7, 24]]],
  ['held since nobody knows when', [], { level: 8, value: 20, at: null }, [[0, 24]]],
  ['before the window', [write(-2, 'release'), write(-3, 'write')], none, []],
  [
    'an emergency meanwhile',
    [write(6, 'release'), write(5, 'release', { level: 1 }), write(4, 'write', { level: 1 }), write(3, 'write')],
    none,
    [[3, 6]],
  ],
  ['a level of a program', [write(5, 'release', { level: 10 }), write(3, 'write', { level: 10 })], none, []],
])('%s', (_, writes, level, spans) => {
  const found = overrideSpans({ levels: [level], writes }, window)
  expect(found.map(({ from, to }) => [from / hour, to / hour])).toEqual(spans)
})
