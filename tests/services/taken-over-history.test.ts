/** The history of controllers that a link took over from the simulation: one source a minute, without a gap. */
import { expect, test } from 'vitest'
import {
  type History,
  type HistoryReading,
  type MinuteRange,
  minuteMs,
  type PastReadings,
} from '../../services/history/history'
import { createTakenOverHistory } from '../../services/simulation/devices/evaluation-history'

const at = (minute: number, seconds = 0) => Date.parse('2026-03-09T12:00:00Z') + minute * minuteMs + seconds * 1_000

/** A history that has one value at every minute up to now, and remembers the requests. */
function constant(value: number, now: () => number) {
  const windows: MinuteRange[] = []
  const minutesOf = ({ from, to }: MinuteRange) => {
    windows.push({ from, to })
    const end = Math.min(to, now() + 1)
    return Array.from(
      { length: Math.max(0, Math.ceil((end - from) / minuteMs)) },
      (_, index) => from + index * minuteMs,
    )
  }
  const readingOf = (moment: number): HistoryReading => ({ at: moment, value, quality: 'good' })
  const history: History = {
    between: (ids, window) => new Map(ids.map((id) => [id, minutesOf(window).map(readingOf)])),
    minutes: (ids, window) => new Map(ids.map((id) => [id, minutesOf(window).map(() => value)])),
    last: (ids, moment) => new Map(ids.map((id) => [id, readingOf(Math.floor(moment / minuteMs) * minuteMs)])),
  }
  return { history, windows }
}

function setUp(now: number) {
  const [past, measured] = [constant(1, () => now), constant(2, () => now)]
  const clock = { now: () => now }
  const since = at(10, 20)
  const history = createTakenOverHistory({ past: past.history, measured: measured.history, since, clock })
  return { history, past, measured }
}

test('is simulated up to the first whole minute after the start, and measured from then on', async () => {
  const { history, past, measured } = setUp(at(20))
  const readings = (await history.between(['point'], { from: at(5), to: at(15), everyMinutes: 1 })).get('point') ?? []
  expect(readings.map((one) => one.at)).toEqual(Array.from({ length: 10 }, (_, index) => at(5 + index)))
  expect(readings.map(({ value }) => value)).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2, 2])
  expect((await history.minutes(['point'], { from: at(9), to: at(13) })).get('point')).toEqual([1, 1, 2, 2])
  expect([past.windows, measured.windows]).toEqual([
    [
      { from: at(5), to: at(11) },
      { from: at(9), to: at(11) },
    ],
    [
      { from: at(11), to: at(15) },
      { from: at(11), to: at(13) },
    ],
  ])
})

test('reads a window on one side of it from that side only', async () => {
  const { history, past, measured } = setUp(at(20))
  await history.between(['point'], { from: at(0), to: at(11), everyMinutes: 5 })
  await history.minutes(['point'], { from: at(11), to: at(15) })
  expect([past.windows.length, measured.windows.length]).toEqual([1, 1])
})

test('takes late readings since the takeover, and none from before', async () => {
  const { past, measured } = setUp(at(20))
  const stored: number[] = []
  const filled = {
    ...measured.history,
    async fill({ readings }: PastReadings) {
      stored.push(...readings.map((one) => one.at))
      return readings.length
    },
  }
  const history = createTakenOverHistory({
    ...{ past: past.history, measured: filled, since: at(10, 20), clock: { now: () => at(20) } },
  })
  const late = (...minutes: number[]): PastReadings => ({
    ...{ pointId: 'point', isState: false, until: at(20) },
    readings: minutes.map((minute) => ({ at: at(minute), value: 3, quality: 'good' })),
  })
  expect(await history.fill?.(late(9, 10, 11, 12))).toBe(2)
  expect(await history.fill?.(late(9))).toBe(0)
  expect(stored).toEqual([at(11), at(12)])
  expect(
    createTakenOverHistory({
      ...{ past: past.history, measured: past.history, since: at(10), clock: { now: () => at(20) } },
    }).fill,
  ).toBeUndefined()
})

test('is simulated while the first minute lasts, also what is read last', async () => {
  const early = setUp(at(10, 40)).history
  expect((await early.between(['point'], { from: at(9), to: at(30), everyMinutes: 1 })).get('point')).toHaveLength(2)
  expect((await early.last(['point'], at(10, 40))).get('point')?.value).toBe(1)
  const later = setUp(at(12)).history
  expect((await later.last(['point'], at(12))).get('point')?.value).toBe(2)
  expect((await later.last(['point'], at(9))).get('point')?.value).toBe(1)
})
