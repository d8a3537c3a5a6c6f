/** Where a day begins in a zone that sets its clocks. */
import { expect, test } from 'vitest'
import { startOfDay } from '../../app/domain/zoned-day'

test.each([
  ['in UTC', '2026-03-09', 'UTC', '2026-03-09T00:00:00.000Z'],
  ['west of it', '2026-03-09', 'America/Toronto', '2026-03-09T04:00:00.000Z'],
  ['before clocks are set', '2026-03-08', 'America/Toronto', '2026-03-08T05:00:00.000Z'],
  ['far east of it', '2026-03-09', 'Pacific/Kiritimati', '2026-03-08T10:00:00.000Z'],
  ['where midnight is left out', '2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00.000Z'],
  ['where midnight is there twice', '2023-11-05', 'America/Havana', '2023-11-05T04:00:00.000Z'],
  ['where the day before was left out', '2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('a day begins %s', (_, day, zone, moment) => {
  expect(startOfDay(day, zone)).toBe(moment)
})
