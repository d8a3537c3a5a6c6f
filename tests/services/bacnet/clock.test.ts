/** The clocks of BACnet devices: read, and set to UTC or to the time of their place, in three zones and across changes. */
import { expect, test } from 'vitest'
import { createBacnetLink } from '../../../services/bacnet/link/bacnet-link'
import type { ControllerLink } from '../../../services/link/port'
import { endpoint, manualTimers, settled } from '../../harness/bacnet-peer'
import { eventsWith } from '../../harness/link-events'
import { VirtualDevice, virtualHost, virtualNetwork } from '../../harness/virtual-bacnet'
import { putClock } from '../../harness/virtual-clock'

async function setUp(
  device: VirtualDevice,
  { timeZone, now, isWritable = true }: { timeZone: string; now: string; isWritable?: boolean },
) {
  const timers = manualTimers(Date.parse(now) - 5_000)
  const { port } = virtualNetwork(new Map([['10.0.0.7:47808', virtualHost([{ device }])]]))
  const link = createBacnetLink({ timers, openPort: async () => port }) as ControllerLink
  await link.start(eventsWith())
  link.configure({
    networks: [{ id: 'plant', own: endpoint('10.0.0.1:47808'), bbmd: null, broadcastTo: [endpoint('10.0.0.7:47808')] }],
    controllers: [
      { deviceId: 'one', networkId: 'plant', instance: 7, points: [], writable: isWritable ? 'all' : [], timeZone },
    ],
  })
  await settled()
  for (let turn = 0; turn < 5; turn++) await timers.advance(1_000)
  const wait = async <Result>(promise: Promise<Result>): Promise<Result> => {
    let isDone = false
    const done = promise.finally(() => {
      isDone = true
    })
    done.catch(() => undefined)
    for (let turn = 0; turn < 200 && !isDone; turn++) await timers.advance(100)
    return done
  }
  return {
    timers,
    clock: async () => (await wait(link.clocks(['one']))).get('one')?.time ?? null,
    set: () => wait(link.setClock('one')),
  }
}

const wrong = [2020, 1, 1, 3, 12, 0, 0] as const
/** The date and time without hundredths, of which the test takes some. */
const octets = (year: number, month: number, day: number, weekday: number, ...time: number[]) => [
  ...[0xa4, year - 1900, month, day, weekday],
  ...[0xb4, ...time],
]
const withoutHundredths = (sent: readonly { service: number; time: readonly number[] }[]) =>
  sent.map(({ service, time }) => ({ service, time: time.slice(0, -1) }))

test.each([
  ['America/Montreal', 300, '2026-01-15T06:53:20Z', [2026, 1, 15, 4, 6, 53, 20]],
  ['Europe/Paris', -60, '2026-01-14T23:30:00Z', [2026, 1, 14, 3, 23, 30, 0]],
  ['Asia/Kolkata', -330, '2026-01-14T20:00:00Z', [2026, 1, 14, 3, 20, 0, 0]],
] as const)(
  'a device in %s that keeps UTC is sent UTC',
  async (timeZone, utcOffset, now, [year, month, day, weekday, ...time]) => {
    const device = new VirtualDevice({ instance: 7 })
    const sent = putClock(device, { shows: wrong, utcOffset, takes: ['local', 'utc'] })
    const { set, clock, timers } = await setUp(device, { timeZone, now })
    await set()
    expect(withoutHundredths(sent)).toEqual([{ service: 9, time: octets(year, month, day, weekday, ...time) }])
    expect(Math.abs(((await clock()) ?? 0) - timers.now())).toBeLessThan(3_000)
  },
)

test.each([
  ['America/Montreal', '2026-03-08T06:59:50Z', [2026, 3, 8, 7, 1, 59, 50]],
  ['America/Montreal', '2026-03-08T07:00:10Z', [2026, 3, 8, 7, 3, 0, 10]],
  ['Europe/Paris', '2026-10-25T01:00:10Z', [2026, 10, 25, 7, 2, 0, 10]],
  ['Asia/Kolkata', '2026-06-30T18:29:00Z', [2026, 6, 30, 2, 23, 59, 0]],
] as const)(
  'a device in %s without UTC is sent the time of its place, at %s',
  async (timeZone, now, [year, month, day, weekday, ...time]) => {
    const device = new VirtualDevice({ instance: 7 })
    const sent = putClock(device, { shows: wrong, takes: ['local'] })
    const { set, clock, timers } = await setUp(device, { timeZone, now })
    await set()
    expect(withoutHundredths(sent)).toEqual([{ service: 6, time: octets(year, month, day, weekday, ...time) }])
    expect(Math.abs(((await clock()) ?? 0) - timers.now())).toBeLessThan(3_000)
  },
)

test('a device whose own distance to UTC is wrong is sent the time of its place, since its schedules follow that', async () => {
  const device = new VirtualDevice({ instance: 7 })
  const sent = putClock(device, { shows: wrong, utcOffset: 0, takes: ['local', 'utc'] })
  const { set } = await setUp(device, { timeZone: 'America/Montreal', now: '2026-07-01T16:00:00Z' })
  await set()
  expect(withoutHundredths(sent)).toEqual([{ service: 6, time: octets(2026, 7, 1, 3, 12, 0, 0) }])
})

test('of the hour that is repeated in autumn, the clock is in the half that its daylight saving names', async () => {
  const device = new VirtualDevice({ instance: 7 })
  putClock(device, { shows: [2026, 11, 1, 7, 1, 30, 0], utcOffset: 300, isDaylight: false, takes: [] })
  const { clock } = await setUp(device, { timeZone: 'America/Montreal', now: '2026-11-01T05:30:00Z' })
  expect(await clock()).toBe(Date.parse('2026-11-01T06:30:00Z'))
})

test('a device that does not keep the time, takes none, or may not be written to is not set', async () => {
  const at = { timeZone: 'Europe/Paris', now: '2026-07-01T10:00:00Z' }
  const stuck = new VirtualDevice({ instance: 7 })
  putClock(stuck, { shows: wrong, utcOffset: -60, takes: ['utc'], isStuck: true })
  await expect((await setUp(stuck, at)).set()).rejects.toMatchObject({ refusal: 'refused', answer: 'notKept' })
  const without = new VirtualDevice({ instance: 7 })
  const nothing = putClock(without, { shows: wrong, takes: [] })
  await expect((await setUp(without, at)).set()).rejects.toMatchObject({ refusal: 'unsupported' })
  const readOnly = new VirtualDevice({ instance: 7 })
  const none = putClock(readOnly, { shows: wrong, takes: ['local', 'utc'] })
  await expect((await setUp(readOnly, { ...at, isWritable: false })).set()).rejects.toMatchObject({
    refusal: 'unsupported',
  })
  expect([...nothing, ...none]).toEqual([])
})
