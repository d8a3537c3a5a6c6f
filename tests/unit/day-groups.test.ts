import { expect, test } from 'vitest'
import { groupAlike } from '../../app/features/schedule/day-groups'
import type { DayRow } from '../../app/features/schedule/day-rows'

const row = (id: string, timeZone: string): DayRow => ({
  id,
  href: null,
  name: 'Occupancy',
  device: id,
  hostId: id,
  place: '',
  timeZone,
  facets: {},
  hours: 24,
  stretches: [],
  exceptions: [],
  lacksException: false,
})
const rows = [row('a', 'America/Toronto'), row('b', 'America/Vancouver'), row('c', 'America/Toronto')]
const idsOf = (groups: ReturnType<typeof groupAlike>) =>
  groups.map((group) => [group.row, ...group.others].map(({ id }) => id))

test('schedules that do the same by clocks of several zones are one group', () => {
  expect(idsOf(groupAlike(rows, []))).toEqual([['a', 'b', 'c']])
})

test('a zone whose clocks change on the day is a group of its own', () => {
  const changes = [{ timeZone: 'America/Vancouver', from: 7_200, to: 10_800 }]
  expect(idsOf(groupAlike(rows, changes))).toEqual([['a', 'c'], ['b']])
})
