/** Trend logs of virtual devices through the link: every record once, whatever happens to the log meanwhile. */
import { expect, test } from 'vitest'
import { createBacnetLink } from '../../../services/bacnet/link/bacnet-link'
import type { ControllerLink, PointRef, TrendLog, TrendPage } from '../../../services/link/port'
import { endpoint, manualTimers, settled } from '../../harness/bacnet-peer'
import { eventsWith } from '../../harness/link-events'
import {
  boolean,
  enumerated,
  objectId,
  real,
  text,
  VirtualDevice,
  virtualHost,
  virtualNetwork,
} from '../../harness/virtual-bacnet'
import { dateAndTime, VirtualLog } from '../../harness/virtual-logs'

const minute = 60_000
const hour = 60 * minute
const timeZone = 'America/Toronto'
const begin = Date.parse('2026-11-20T12:00:00Z')
const deviceId = 'ahu'
/** Its clock is that of Toronto, in winter. */
const wallOf = (at: number) => at - 5 * hour

const supply: PointRef = {
  ...{ id: 'supply', device_id: deviceId, object_type: 'analogInput', object_instance: 1, kind: 'number' },
}

/** Starts a link to one device, an hour after `begin`; its clock is right, or ahead. */
async function setUp({ aheadMs = 0, maxApdu = 1_476 } = {}) {
  const device = new VirtualDevice({ instance: 7, maxApdu }).put(0, 1, {
    ...{ 77: text('SAT'), 85: real(50), 117: enumerated(64) },
  })
  const timers = manualTimers()
  await timers.advance(begin + hour - timers.now())
  const showClock = () => {
    const octets = dateAndTime(wallOf(timers.now()) + aheadMs)
    device.put(8, 7, { 56: octets.slice(0, 5), 57: octets.slice(5) })
  }
  device.onRequest = showClock
  const { port } = virtualNetwork(new Map([['10.0.0.7:47808', virtualHost([{ device }])]]))
  const link = createBacnetLink({ timers, openPort: async () => port }) as ControllerLink
  await link.start(eventsWith())
  link.configure({
    networks: [{ id: 'plant', own: endpoint('10.0.0.1:47808'), broadcastTo: [endpoint('10.0.0.7:47808')], bbmd: null }],
    controllers: [{ deviceId, networkId: 'plant', instance: 7, points: [supply], writable: [], timeZone }],
  })
  await settled()
  await timers.advance(2_000)
  const wait = async <Result>(promise: Promise<Result>): Promise<Result> => {
    let isDone = false
    const done = promise.finally(() => {
      isDone = true
    })
    done.catch(() => undefined)
    for (let turn = 0; turn < 500 && !isDone; turn++) await timers.advance(100)
    return done
  }
  const logs = () => wait(link.trendLogs(deviceId))
  const page = (position: string | null = null, since = begin - 30 * 24 * hour, instance = 1) =>
    wait(
      link.trendPage(deviceId, {
        ...{ log: { objectType: 'trendLog', objectInstance: instance, member: 0 }, point: supply },
        ...{ position, since },
      }),
    )
  /** Reads all pages after a position. */
  const readAll = async (position: string | null = null, since?: number) => {
    const pages: TrendPage[] = []
    for (let last: TrendPage | undefined; !last || last.hasMore; pages.push(last))
      last = await page(last?.position ?? position, since)
    return {
      pages,
      position: pages.at(-1)?.position ?? null,
      records: pages.reduce((sum, one) => sum + one.records, 0),
    }
  }
  return { device, link, timers, logs, page, readAll }
}

const shown = ({ readings }: TrendPage) =>
  readings.map(({ at, value, quality }) => [(at - begin) / minute, quality === 'good' ? value : quality])

test('a log is found by the point that it records; logs of other devices and properties are not', async () => {
  const { device, logs } = await setUp()
  new VirtualLog(device, { instance: 1, of: [0, 1] })
  new VirtualLog(device, { instance: 2, of: [0, 1], owner: 8 })
  new VirtualLog(device, { instance: 3, of: [0, 2], owner: 7 })
  const [, ...input] = objectId(0, 1)
  device.put(20, 4, { 132: [0x0c, ...input, 0x19, 103] })
  device.put(27, 1, { 132: [0x0c, ...objectId(3, 1).slice(1), 0x19, 85, 0x0c, ...input, 0x19, 85] })
  const found: TrendLog[] = [...(await logs())]
  expect(
    found.map(({ objectType, objectInstance, member, name, of }) => [
      `${objectType} ${objectInstance}.${member}`,
      name,
      `${of.objectType} ${of.objectInstance}`,
    ]),
  ).toEqual([
    ['trendLog 1.0', 'Log 1', 'analogInput 1'],
    ['trendLog 3.0', 'Log 3', 'analogInput 2'],
    ['trendLogMultiple 1.0', 'trendLogMultiple 1', 'binaryInput 1'],
    ['trendLogMultiple 1.1', 'trendLogMultiple 1', 'analogInput 1'],
  ])
})

for (const [name, count, options] of [
  ['by their time and their number', 1_000, {}],
  ['by their number alone', 200, { findsTimes: false }],
  ['with numbers that begin anew', 200, { firstNumber: 2 ** 32 - 90 }],
] as const)
  test(`${count} records are read ${name}, each once`, async () => {
    const { device, readAll } = await setUp()
    const log = new VirtualLog(device, { instance: 1, of: [0, 1], ...options })
    for (let at = 0; at < count; at++) log.add(wallOf(begin - (count - at) * 15 * minute), 50 + at)
    const { pages, position, records } = await readAll()
    expect(records).toBe(count)
    const readings = pages.flatMap(({ readings: own }, index) => own.slice(index > 0 ? 1 : 0))
    // In the unit of the console.
    expect(readings.map(({ at, value }) => [at, value])).toEqual(
      Array.from({ length: count }, (_, at) => [
        begin - (count - at) * 15 * minute,
        Number((((50 + at - 32) * 5) / 9).toPrecision(7)),
      ]),
    )
    expect(log.sent.length).toBe(count + pages.length - 1)
    // Later, from another process that remembers nothing but the position.
    for (let at = 0; at < 3; at++) log.add(wallOf(begin + at * minute), 50)
    expect((await readAll(position)).records).toBe(3)
    expect((await readAll((await readAll(position)).position)).records).toBe(0)
  })

test('only records after a moment are read first', async () => {
  const { device, page } = await setUp()
  const log = new VirtualLog(device, { instance: 1, of: [0, 1] })
  for (let at = 0; at < 10; at++) log.add(wallOf(begin + at * minute), 50)
  expect(shown(await page(null, begin + 6.5 * minute)).map(([at]) => at)).toEqual([7, 8, 9])
  expect(log.sent).toEqual([8, 9, 10])
})

test('records that were overwritten are missed and said; a log that was cleared is read from its new beginning', async () => {
  const { device, readAll, page } = await setUp()
  const log = new VirtualLog(device, { instance: 1, of: [0, 1], bufferSize: 20 })
  for (let at = 0; at < 10; at++) log.add(wallOf(begin + at * minute), 50)
  const { position } = await readAll()
  for (let at = 10; at < 40; at++) log.add(wallOf(begin + at * minute), 68)
  const after = await page(position)
  expect([after.records, after.missed, after.hasMore]).toEqual([20, 10, false])
  expect(shown(after)[0]).toEqual([20, 20])
  log
    .clear()
    .addStatus(wallOf(begin + 41 * minute), '010')
    .add(wallOf(begin + 42 * minute), 50)
  const cleared = await page(after.position)
  expect([cleared.records, cleared.missed]).toEqual([2, 0])
  expect(shown(cleared)).toEqual([
    [41, 'lost'],
    [42, 10],
  ])
  log.clear({ isNew: true })
  for (let at = 50; at < 54; at++) log.add(wallOf(begin + at * minute), 50)
  expect(shown(await page(cleared.position)).map(([at]) => at)).toEqual([50, 51, 52, 53])
  log.clear()
  const none = await page(cleared.position)
  expect([none.records, none.position, none.hasMore]).toEqual([0, cleared.position, false])
})

test('what a log says of itself ends values: disabled, interrupted, failed, faulty, and pauses of a regular one', async () => {
  const { device, page } = await setUp()
  const log = new VirtualLog(device, { instance: 1, of: [0, 1] })
  const at = (minutes: number) => wallOf(begin + minutes * minute)
  log.add(at(0), 50).addStatus(at(1), '100').addStatus(at(5), '000').add(at(6), 50)
  log.addStatus(at(10), '001').add(at(10), 50).addFailure(at(11)).add(at(12), 50, { flags: '0100' })
  log.add(at(13), 50).add(at(30), 50)
  const read = await page()
  expect(shown(read)).toEqual([
    [0, 10],
    [1, 'lost'],
    [6, 10],
    [8, 'lost'],
    [10, 'lost'],
    [10, 10],
    [11, 'lost'],
    [12, 'uncertain'],
    [13, 10],
    [15, 'lost'],
    [30, 10],
  ])
  // It records every minute: two are waited for.
  expect(read.until).toBe(begin + 32 * minute)
  device.put(20, 1, { 133: boolean(false) })
  expect((await page()).until).toBe(begin + 30 * minute)
  device.put(20, 1, { 133: boolean(true), 134: [0x21, 0] })
  const { until, readings } = await page()
  expect(until).toBeGreaterThan(begin + hour - 1)
  // One that records changes has no pauses.
  expect(readings.filter(({ quality }) => quality === 'lost').map(({ at: lost }) => (lost - begin) / minute)).toEqual([
    1, 7, 10, 11,
  ])
})

test('a clock that is ahead is allowed for, as is a change of it', async () => {
  const { device, page } = await setUp({ aheadMs: hour })
  const log = new VirtualLog(device, { instance: 1, of: [0, 1] })
  log
    .add(wallOf(begin), 50)
    .addTimeChange(wallOf(begin + 61 * minute), 3_600)
    .add(wallOf(begin + 62 * minute), 50)
  const { readings, clockAheadMs } = await page()
  expect(Math.abs((clockAheadMs ?? 0) - hour)).toBeLessThan(1_000)
  expect(readings.map(({ at }) => Math.round((at - begin) / minute))).toEqual([0, 2])
})

test('the hour that occurs twice in autumn is read in its order', async () => {
  const { device, page } = await setUp()
  const log = new VirtualLog(device, { instance: 1, of: [0, 1] })
  // 1:50 and 1:50 again, as clocks go back at 2:00 on the first of November.
  const walls = ['01:30', '01:50', '01:10', '01:50', '02:10'].map((time) => Date.parse(`2026-11-01T${time}:00Z`))
  for (const wall of walls) log.add(wall, 50)
  const { readings } = await page()
  const times = readings
    .filter(({ quality }) => quality === 'good')
    .map(({ at }) => new Date(at).toISOString().slice(11, 16))
  expect(times).toEqual(['05:30', '05:50', '06:10', '06:50', '07:10'])
})

test('a device that answers in short messages is read in more of them', async () => {
  const { device, readAll } = await setUp({ maxApdu: 480 })
  const log = new VirtualLog(device, { instance: 1, of: [0, 1], maxItems: 12 })
  for (let at = 0; at < 100; at++) log.add(wallOf(begin + (at - 100) * minute), 50)
  const { pages, records } = await readAll()
  expect([pages.length, records]).toEqual([9, 100])
})
