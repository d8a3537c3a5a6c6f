/** The BACnet link with virtual devices of every kind, time by hand. */
import { afterAll, describe, expect, test } from 'vitest'
import { createBacnetLink } from '../../../services/bacnet/link/bacnet-link'
import { readingServices } from '../../../services/bacnet/service-numbers'
import type { PerTransition } from '../../../services/contracts/alarms'
import type { Value } from '../../../services/contracts/points'
import type {
  ControllerLink,
  LinkNetwork,
  Measurement,
  ObjectDescription,
  PointRef,
  WatchedController,
} from '../../../services/link/port'
import { endpoint, manualTimers, settled } from '../../harness/bacnet-peer'
import { eventsWith } from '../../harness/link-events'
import { recordPackets } from '../../harness/packets'
import {
  enumerated,
  flags,
  free,
  real,
  text,
  unsigned,
  VirtualDevice,
  type VirtualHost,
  virtualHost,
  virtualNetwork,
} from '../../harness/virtual-bacnet'

const recording = recordPackets()
/** tshark reads every packet of this file. */
afterAll(() => void recording.judge())

const point = (instance: number, device: string, type = 'analogInput'): PointRef => ({
  ...{
    id: `${device}/${type}/${instance}`,
    device_id: device,
    object_type: type,
    object_instance: instance,
    kind: 'number',
  },
})

const network = (addresses: Iterable<string>): LinkNetwork => ({
  ...{ id: 'plant', own: endpoint('10.0.0.1:47808'), bbmd: null },
  broadcastTo: [...addresses].map(endpoint),
})

interface Watch {
  device: string
  instance: number
  points?: readonly PointRef[]
  writable?: WatchedController['writable']
}

/** Lets time pass until a promise is settled. */
const waitWith =
  (timers: ReturnType<typeof manualTimers>) =>
  async <Result>(promise: Promise<Result>): Promise<Result> => {
    let isDone = false
    const done = promise.finally(() => {
      isDone = true
    })
    done.catch(() => undefined)
    for (let turn = 0; turn < 2_000 && !isDone; turn++) await timers.advance(100)
    return done
  }

/** Starts a link to hosts by their address, and records what it reports. */
async function setUp(hosts: Record<string, VirtualHost>, watches: readonly Watch[] = []) {
  const timers = manualTimers()
  const byAddress = new Map(Object.entries(hosts))
  const { port, sent } = virtualNetwork(byAddress, recording)
  const link = createBacnetLink({ timers, openPort: async () => port }) as ControllerLink
  const events: unknown[] = []
  const samples: Measurement[] = []
  const alarms: unknown[] = []
  const held: (readonly [id: string, levels: (readonly [number, Value])[]])[] = []
  await link.start(
    eventsWith({
      levels: (_id, points) =>
        held.push(
          ...points.map(
            ({ pointId, levels }) =>
              [pointId, levels.map(({ level, value }): [number, Value] => [level, value])] as const,
          ),
        ),
      up: (id) => events.push(['up', id]),
      down: (id) => events.push(['down', id]),
      values: (_id, all) => samples.push(...all),
      objectsChanged: (id) => events.push(['objectsChanged', id]),
      transition: (...all) => alarms.push(['transition', ...all]),
      eventSummary: (...all) => alarms.push(['eventSummary', ...all]),
      acknowledged: (...all) => alarms.push(['acknowledged', ...all]),
    }),
  )
  const configure = (all: readonly Watch[], addresses: Iterable<string> = byAddress.keys()) =>
    link.configure({
      networks: [network(addresses)],
      controllers: all.map(({ device, instance, points = [], writable = [] }) => ({
        ...{ deviceId: device, networkId: 'plant', instance, points, writable, timeZone: 'America/Toronto' },
      })),
    })
  configure(watches)
  await settled()
  const wait = waitWith(timers)
  const objectsOf = (device: string) =>
    wait(
      (async () => {
        const all: ObjectDescription[] = []
        for await (const one of link.objects(device)) all.push(one)
        return all
      })(),
    )
  const read = (device: string, ...points: PointRef[]) => wait(link.read(device, points))
  return { timers, link, events, samples, alarms, held, configure, wait, objectsOf, read, sent, hosts: byAddress }
}

const airHandler = (instance = 7) =>
  new VirtualDevice({ instance })
    .put(0, 1, {
      ...{ 77: text('SAT'), 28: text('Supply air'), 85: real(64.4), 117: enumerated(64) },
      ...{ 106: real(0.18), 22: real(0.9), 69: real(32), 65: real(212) },
    })
    .put(2, 1, {
      ...{ 77: text('SATSP'), 85: real(18), 117: enumerated(62), 104: real(16) },
      87: Array.from({ length: 16 }, (_, at) => (at === 7 ? real(18) : free)),
    })
    .put(3, 1, { 77: text('FANSTS'), 85: enumerated(1), 46: text('Off'), 4: text('On') })
    .put(14, 1, { 77: text('MODE'), 85: unsigned(2), 74: unsigned(2), 110: [text('Auto'), text('Manual')] })
    .put(17, 1, { 77: text('Schedule') })
    .put(40, 1, { 77: text('NOTE'), 85: text('Belt changed') })

test('a search finds local and routed devices, and says what is there twice or does not let itself be read', async () => {
  const routed = Array.from({ length: 31 }, (_, at) => new VirtualDevice({ instance: 101 + at }))
  const locked = new VirtualDevice({ instance: 8, readsMultiple: false })
  locked.put(8, 8, { 77: text('Locked'), 28: text('Boiler') })
  const { link, wait, timers } = await setUp({
    '10.0.0.7:47808': virtualHost([{ device: airHandler() }]),
    '10.0.0.8:47808': virtualHost([{ device: locked }]),
    '10.0.0.2:47808': virtualHost(routed.map((device, at) => ({ device, station: { network: 2001, mac: at + 1 } }))),
    '10.0.0.20:47808': virtualHost([{ device: new VirtualDevice({ instance: 20 }) }]),
    '10.0.0.21:47808': virtualHost([{ device: new VirtualDevice({ instance: 20 }) }]),
  })
  const startedAt = timers.now()
  const { controllers, duplicates, problem } = await wait(link.find('plant', null))
  expect(timers.now() - startedAt).toBeLessThanOrEqual(10_000)
  expect(controllers).toHaveLength(33)
  expect(controllers.every(({ state, vendorId }) => state === 'read' && vendorId === 555)).toBe(true)
  expect(controllers.slice(0, 3)).toMatchObject([
    { instance: 7, address: '10.0.0.7:47808', networkNumber: null, name: 'Controller 7', modelName: null },
    { instance: 8, name: 'Locked', description: 'Boiler' },
    { instance: 101, address: '2001:01 via 10.0.0.2:47808', networkNumber: 2001, name: 'Controller 101' },
  ])
  expect(duplicates).toEqual([{ instance: 20, addresses: ['10.0.0.20:47808', '10.0.0.21:47808'] }])
  expect(problem).toBeNull()
  const { controllers: some } = await wait(link.find('plant', { low: 8, high: 101 }))
  expect(some.map(({ instance }) => instance)).toEqual([8, 101])
  await expect(link.find('elsewhere', null)).rejects.toThrow('refused')
})

test('a search for an object finds who has it, by its name or identifier, and identifies them like the others', async () => {
  const routed = Array.from({ length: 3 }, (_, at) =>
    new VirtualDevice({ instance: 101 + at }).put(0, 3, { 77: text(`ROOM-${at}`) }),
  )
  const silent = virtualHost([{ device: new VirtualDevice({ instance: 9 }).put(0, 3, { 77: text('SAT') }) }])
  const device = airHandler().put(8, 7, { 120: unsigned(555) })
  const { link, wait } = await setUp({
    '10.0.0.7:47808': virtualHost([{ device }]),
    '10.0.0.9:47808': {
      // It answers broadcasts only.
      receive: (datagram, from, send) => datagram[1] === 0x0b && silent.receive(datagram, from, send),
    },
    '10.0.0.2:47808': virtualHost(routed.map((one, at) => ({ device: one, station: { network: 2001, mac: at + 1 } }))),
    '10.0.0.20:47808': virtualHost([{ device: new VirtualDevice({ instance: 20 }).put(0, 3, { 77: text('A') }) }]),
    '10.0.0.21:47808': virtualHost([{ device: new VirtualDevice({ instance: 20 }).put(0, 3, { 77: text('B') }) }]),
  })
  const all = { objectType: 'analogInput' as const, objectInstance: 3 }
  const byId = await wait(link.find('plant', null, all))
  expect(byId.controllers).toMatchObject([
    { instance: 9, state: 'silent', vendorId: null, objects: [{ ...all, name: 'SAT' }] },
    ...[101, 102, 103].map((instance, at) => ({
      ...{ instance, name: `Controller ${instance}`, networkNumber: 2001, state: 'read' },
      objects: [{ ...all, name: `ROOM-${at}` }],
    })),
  ])
  expect(byId.duplicates).toEqual([{ instance: 20, addresses: ['10.0.0.20:47808', '10.0.0.21:47808'] }])
  const byName = await wait(link.find('plant', { low: 1, high: 8 }, { name: 'SAT' }))
  expect(byName.controllers).toMatchObject([
    {
      ...{ instance: 7, address: '10.0.0.7:47808', name: 'Controller 7', vendorId: 555, vendorName: 'Plantroom tests' },
      objects: [{ objectType: 'analogInput', objectInstance: 1, name: 'SAT' }],
    },
  ])
  expect((await wait(link.find('plant', null, { name: 'SA' }))).controllers).toEqual([])
})

test('an answer to a request that was not sent finds nothing', async () => {
  const host = virtualHost([{ device: new VirtualDevice({ instance: 7 }) }])
  const iHave = (type: number, instance: number, name: string) => [
    ...[
      0x81,
      0x0a,
      0,
      25 + name.length,
      1,
      0,
      0x10,
      1,
      0xc4,
      2,
      0,
      0,
      7,
      0xc4,
      type >> 2,
      (type & 3) << 6,
      0,
      instance,
    ],
    ...[0x75, name.length + 1, 0, ...Buffer.from(name)],
  ]
  const { link, wait } = await setUp({
    '10.0.0.7:47808': {
      receive(datagram, from, send) {
        host.receive(datagram, from, send)
        // Another identifier, another name, and an instance that no device has.
        for (const answer of [iHave(0, 4, 'SAT'), iHave(1, 3, 'SAT')]) send(Uint8Array.from(answer))
        const broken = iHave(0, 3, 'SAT')
        broken[10] = 255
        send(Uint8Array.from(broken))
      },
    },
  })
  const { controllers } = await wait(link.find('plant', null, { objectType: 'analogInput', objectInstance: 3 }))
  expect(controllers).toEqual([])
})

test('the inventory has units, limits and states of the console', async () => {
  const { objectsOf } = await setUp({ '10.0.0.7:47808': virtualHost([{ device: airHandler() }]) }, [
    { device: 'ahu', instance: 7 },
  ])
  expect(await objectsOf('ahu')).toEqual([
    {
      ...{ objectType: 'analogInput', objectInstance: 1, name: 'SAT', displayName: 'Supply air', kind: 'number' },
      ...{ unit: 'degC', precision: 1, min: 0, max: 100, states: null, covIncrement: 0.5, isWritable: false },
    },
    {
      ...{ objectType: 'analogValue', objectInstance: 1, name: 'SATSP', displayName: 'SATSP', kind: 'number' },
      ...{ unit: 'degC', precision: 1, min: null, max: null, states: null, covIncrement: 0, isWritable: true },
    },
    {
      ...{ objectType: 'binaryInput', objectInstance: 1, name: 'FANSTS', displayName: 'FANSTS', kind: 'boolean' },
      ...{ unit: null, precision: 0, min: null, max: null, states: ['Off', 'On'], covIncrement: 0, isWritable: false },
    },
    {
      ...{ objectType: 'multiStateOutput', objectInstance: 1, name: 'MODE', displayName: 'MODE', kind: 'enum' },
      ...{
        unit: null,
        precision: 0,
        min: null,
        max: null,
        states: ['Auto', 'Manual'],
        covIncrement: 0,
        isWritable: true,
      },
    },
    {
      ...{ objectType: 'characterStringValue', objectInstance: 1, name: 'NOTE', displayName: 'NOTE', kind: 'string' },
      ...{ unit: null, precision: 0, min: null, max: null, states: null, covIncrement: 0, isWritable: false },
    },
  ])
})

describe('counters, loops and large numbers', () => {
  const none = { min: null, max: null, states: null, covIncrement: 0, isWritable: false }
  const types = [
    ...['accumulator', 'pulseConverter', 'loop', 'integerValue', 'largeAnalogValue', 'positiveIntegerValue'],
  ]

  /** Energy in steps of 10 Wh, gas by a scale of its own, and an accumulator that does not say what it counts. */
  const meters = () =>
    new VirtualDevice({ instance: 7 })
      .put(23, 1, {
        77: text('MAIN'),
        85: [0x24, 0x49, 0x96, 0x02, 0xd2],
        117: enumerated(18),
        187: [0x19, 1],
        65: unsigned(9),
      })
      .put(23, 2, { 77: text('GAS'), 85: unsigned(421), 117: enumerated(80), 187: [0x0c, 0x3d, 0xcc, 0xcc, 0xcd] })
      .put(23, 3, { 77: text('COUNT'), 85: unsigned(421), 117: enumerated(19) })
      .put(24, 1, { 77: text('PULSES'), 85: real(12.5), 117: enumerated(19), 22: real(0.5) })
      .put(12, 1, { 77: text('LOOP'), 85: real(38.5), 82: enumerated(98), 68: real(0), 61: real(100), 22: real(1) })
      .put(45, 1, { 77: text('STEP'), 85: [0x31, 0xfb], 117: enumerated(95) })
      .put(46, 1, { 77: text('TOTAL'), 85: [0x55, 8, 0x41, 0xd2, 0x65, 0x80, 0xb4, 0x90, 0, 0], 117: enumerated(18) })
      .put(48, 1, { 77: text('STARTS'), 85: unsigned(70_000), 117: enumerated(95) })
  const refs = [
    ...[1, 2, 3].map((instance) => point(instance, 'meter', 'accumulator')),
    ...types.slice(1).map((type) => point(1, 'meter', type)),
  ]

  const started = (device: VirtualDevice) =>
    setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
      { device: 'meter', instance: 7, points: refs, writable: 'all' },
    ])

  test('are listed with their units, and are only read', async () => {
    const { objectsOf } = await started(meters())
    const listed = (await objectsOf('meter')).map(({ displayName, kind, objectInstance, ...one }) => one)
    expect(listed).toEqual([
      { ...none, objectType: 'accumulator', name: 'MAIN', unit: 'kWh', precision: 2 },
      { ...none, objectType: 'accumulator', name: 'GAS', unit: 'm³', precision: 1 },
      { ...none, objectType: 'accumulator', name: 'COUNT', unit: null, precision: 0 },
      { ...none, objectType: 'pulseConverter', name: 'PULSES', unit: 'kWh', precision: 1, covIncrement: 0.5 },
      { ...none, objectType: 'loop', name: 'LOOP', unit: 'percent', precision: 1, min: 0, max: 100, covIncrement: 1 },
      { ...none, objectType: 'integerValue', name: 'STEP', unit: 'noUnits', precision: 0 },
      { ...none, objectType: 'largeAnalogValue', name: 'TOTAL', unit: 'kWh', precision: 1 },
      { ...none, objectType: 'positiveIntegerValue', name: 'STARTS', unit: 'noUnits', precision: 0 },
    ])
  })

  test('have their values in full, a count as the amount that it stands for', async () => {
    const { read } = await started(meters())
    const values = (await read('meter', ...refs)).map(({ value, levels }) => [value, levels])
    const all = [12_345_678.9, 42.1, 421, 12.5, 38.5, -5, 1_234_567.890_25, 70_000]
    expect(values).toEqual(all.map((value) => [value, []]))
  })

  test('are notified of where the device offers it', async () => {
    const device = meters()
    const { timers, samples } = await started(device)
    await timers.advance(30_000)
    expect([...device.subscriptions.values()].map(({ key }) => key)).toEqual(expect.arrayContaining(['23:2', '12:1']))
    device.put(23, 2, { 85: unsigned(422) }).put(12, 1, { 85: real(40) })
    await timers.advance(61_000)
    const last = (id: string) => samples.filter(({ pointId }) => pointId === id).at(-1)?.value
    expect(['meter/accumulator/2', 'meter/loop/1'].map(last)).toEqual([42.2, 40])
  })

  test('whose unit the device is too busy to say have no value yet', async () => {
    const device = meters()
    let isBusy = true
    const values = new Map([
      [85, unsigned(421)],
      [117, enumerated(19)],
      [187, [0x19, 0]],
    ])
    device.services.set(14, () => ({ failure: 'reject' }))
    device.services.set(12, (data) => {
      const value = values.get(data.at(-1) ?? 0)
      if (isBusy && data.at(-1) === 187) return { failure: [0x91, 3, 0x91, 0] }
      return value ? [...data, 0x3e, ...value, 0x3f] : { failure: [0x91, 2, 0x91, 32] }
    })
    const { read, timers } = await started(device)
    const counter = point(2, 'meter', 'accumulator')
    expect(await read('meter', counter)).toEqual([])
    isBusy = false
    await timers.advance(60_000)
    expect(await read('meter', counter)).toMatchObject([{ value: 421 }])
  })

  test.each(['accumulator', 'pulseConverter', 'loop'])('take no command: %s', async (type) => {
    const device = meters()
    const { link, wait } = await started(device)
    for (const value of [1, null])
      await expect(wait(link.write(point(1, 'meter', type), 8, value))).rejects.toThrow('refused')
    expect(device.changes).toEqual([])
  })
})

test('an old device without segments and batches, and with a wrong length of its list, has all its objects', async () => {
  const old = new VirtualDevice({
    instance: 9,
    maxApdu: 50,
    sendsSegments: false,
    readsMultiple: false,
    listLength: 18,
  })
  for (let instance = 1; instance <= 20; instance++)
    old.put(0, instance, { 77: text(`AI ${instance}`), 85: real(instance), 117: enumerated(53) })
  old.put(13, 1, {
    77: text('x'.repeat(80)),
    85: unsigned(3),
    74: unsigned(3),
    110: ['One', 'Two', 'Three'].map((one) => text(one.repeat(5))),
  })
  old.put(1, 1, { 85: real(30), 104: real(0), 87: Array.from({ length: 16 }, (_, at) => real(at + 30)) })
  const { objectsOf, read } = await setUp({ '10.0.0.9:47808': virtualHost([{ device: old }]) }, [
    { device: 'old', instance: 9 },
  ])
  const objects = await objectsOf('old')
  expect(objects).toHaveLength(22)
  expect(objects[19]).toMatchObject({ name: 'AI 20', unit: 'Pa' })
  expect(objects[20]).toMatchObject({
    name: 'multiStateInput 1',
    states: ['OneOneOneOneOne', 'TwoTwoTwoTwoTwo', 'ThreeThreeThreeThreeThree'],
  })
  expect(await read('old', point(3, 'old'))).toMatchObject([{ value: 3, flags: { fault: false } }])
  const [output] = await read('old', point(1, 'old', 'analogOutput'))
  expect(output).toMatchObject({ value: 30, relinquishDefault: 0, levels: { 0: { level: 1, value: 30 }, length: 16 } })
})

test('a large list comes in segments', async () => {
  const large = new VirtualDevice({ instance: 9, maxApdu: 480 })
  for (let instance = 1; instance <= 300; instance++)
    large.put(0, instance, { 77: text(`AI ${instance}`), 85: real(1) })
  const { objectsOf } = await setUp({ '10.0.0.9:47808': virtualHost([{ device: large }]) }, [
    { device: 'large', instance: 9 },
  ])
  expect(await objectsOf('large')).toHaveLength(300)
})

test('values come with their levels, flags and reasons, and are not read again while the device notifies', async () => {
  const device = airHandler()
  const watched = [point(1, 'ahu'), point(1, 'ahu', 'analogValue'), point(1, 'ahu', 'binaryInput')]
  const { read, timers, events, samples } = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
    { device: 'ahu', instance: 7, points: watched },
  ])
  await timers.advance(5_000)
  expect(events).toEqual([['up', 'ahu']])
  expect(device.subscriptions.size).toBe(3)
  expect(samples).toMatchObject([
    { value: 18, quality: 'good' },
    { value: 18, quality: 'good' },
    { value: true, quality: 'good' },
  ])
  expect(await read('ahu', ...watched, point(1, 'ahu', 'multiStateOutput'), point(9, 'ahu'))).toMatchObject([
    { value: 18, levels: [], flags: { inAlarm: false } },
    { value: 18, relinquishDefault: 16, levels: [{ level: 8, value: 18 }] },
    { value: true },
    { value: 2 },
  ])
  device.put(0, 1, { 85: real(68), 111: flags('0100'), 103: enumerated(4) })
  await settled()
  await timers.advance(1_000)
  device.requested.splice(0)
  expect(await read('ahu', point(1, 'ahu'))).toMatchObject([
    { value: 20, flags: { fault: true }, reliability: 'openLoop' },
  ])
  expect(device.requested).toEqual([])
  expect(samples).toHaveLength(3)
  await timers.advance(60_000)
  expect(samples.slice(3)).toMatchObject([{ value: 20, quality: 'uncertain' }])
})

test('a device without subscriptions is polled, less often while nothing changes', async () => {
  const device = new VirtualDevice({ instance: 7, maxSubscriptions: 0 }).put(0, 1, { 85: real(1) })
  const { timers, samples } = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
    { device: 'ahu', instance: 7, points: [point(1, 'ahu')] },
  ])
  await timers.advance(35_000)
  device.put(0, 1, { 85: real(2) })
  await timers.advance(100_000)
  expect(samples.map(({ value }) => value)).toEqual([1, 2])
  device.requested.splice(0)
  await timers.advance(3_600_000)
  expect(device.requested.filter((service) => service === 14).length).toBeLessThan(20)
})

test('a silent device is reported with a gap, and is back by itself, also at another address', async () => {
  const device = airHandler()
  const host = virtualHost([{ device }])
  const { timers, events, samples, read, hosts, configure } = await setUp({ '10.0.0.7:47808': host }, [
    { device: 'ahu', instance: 7, points: [point(1, 'ahu')] },
  ])
  await timers.advance(130_000)
  device.isSilent = true
  await timers.advance(90_000)
  expect(events).toEqual([
    ['up', 'ahu'],
    ['down', 'ahu'],
  ])
  expect(samples.at(-1)).toMatchObject({ value: null, quality: 'lost' })
  await expect(read('ahu', point(1, 'ahu'))).rejects.toThrow('unreachable')
  await timers.advance(900_000)
  device.isSilent = false
  await timers.advance(60_000)
  expect(events.slice(2)).toEqual([['up', 'ahu']])
  expect(await read('ahu', point(1, 'ahu'))).toMatchObject([{ value: 18 }])
  await timers.advance(60_000)
  expect(samples.at(-1)).toMatchObject({ value: 18, quality: 'good' })

  hosts.delete('10.0.0.7:47808')
  hosts.set('10.0.0.77:47808', host)
  configure([{ device: 'ahu', instance: 7, points: [point(1, 'ahu')] }], ['10.0.0.7:47808', '10.0.0.77:47808'])
  await timers.advance(150_000)
  expect(await read('ahu', point(1, 'ahu'))).toMatchObject([{ value: 18 }])
})

test('a device that has started and knows nothing of its subscriptions gets them again', async () => {
  const device = airHandler()
  const { timers } = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
    { device: 'ahu', instance: 7, points: [point(1, 'ahu'), point(1, 'ahu', 'binaryInput')] },
  ])
  await timers.advance(60_000)
  const [subscription] = device.subscriptions.values()
  device.subscriptions.clear()
  subscription?.send(device.iAm())
  await settled()
  await timers.advance(2_000)
  expect(device.subscriptions.size).toBe(2)
})

describe('a device that has started again without a word', () => {
  const points = [point(1, 'ahu'), point(1, 'ahu', 'binaryInput')]
  /** Follows a device for a minute, after which it forgets its subscriptions. */
  async function forgotten(device: VirtualDevice) {
    const known = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [{ device: 'ahu', instance: 7, points }])
    await known.timers.advance(60_000)
    expect(device.subscriptions.size).toBe(2)
    device.subscriptions.clear()
    const forgottenAt = known.timers.now()
    return { ...known, forgottenAt }
  }
  const lists = { instance: 7, listsSubscriptionsOf: [10, 0, 0, 1, 0xba, 0xc0] }

  test('gets its subscriptions again within a minute where it lists them', async () => {
    const device = new VirtualDevice(lists).put(0, 1, { 85: real(1) }).put(3, 1, { 85: enumerated(1) })
    const { timers } = await forgotten(device)
    await timers.advance(60_000)
    expect(device.subscriptions.size).toBe(2)
  })

  test('gets them again where it states when it started', async () => {
    const device = airHandler().put(8, 7, { 203: [0x1c, 0, 0, 0, 1] })
    const { timers } = await forgotten(device)
    device.put(8, 7, { 203: [0x1c, 0, 0, 0, 2] })
    await timers.advance(60_000)
    expect(device.subscriptions.size).toBe(2)
  })

  test('gets them again where a value is another one', async () => {
    const device = airHandler()
    const { timers, samples, read, forgottenAt } = await forgotten(device)
    device.put(3, 1, { 85: enumerated(0) })
    // Until then the old value is as old as it is.
    for (let seconds = 1; seconds < 60; seconds++) {
      await timers.advance(1_000)
      const [reading] = await read('ahu', point(1, 'ahu', 'binaryInput'))
      expect(reading?.value === false || (reading?.at ?? 0) <= forgottenAt).toBe(true)
    }
    expect(device.subscriptions.size).toBe(2)
    expect(samples.filter(({ pointId }) => pointId === 'ahu/binaryInput/1').at(-1)).toMatchObject({ value: false })
  })

  test('is left alone while a number changes by less than its increment', async () => {
    const device = airHandler()
    const { timers } = await forgotten(device)
    device.put(0, 1, { 85: real(65) })
    await timers.advance(60_000)
    expect(device.subscriptions.size).toBe(0)
  })
})

test('a change that is notified while values are being read is newer than what is read', async () => {
  const device = new VirtualDevice({ instance: 7, readsMultiple: false })
  for (const instance of [1, 2, 3]) device.put(0, instance, { 85: real(10), 117: enumerated(62) })
  const points = [1, 2, 3].map((instance) => point(instance, 'ahu'))
  const { timers, samples, read } = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
    { device: 'ahu', instance: 7, points },
  ])
  await timers.advance(90_000)
  // Every value is notified right before the next one is read: the first one was read before.
  let value = 10
  device.onRequest = (service) => {
    if (service === 12) device.put(0, 1, { 85: real(++value) })
  }
  await timers.advance(60_000)
  device.onRequest = () => undefined
  expect(value).toBeGreaterThan(12)
  expect(await read('ahu', point(1, 'ahu'))).toMatchObject([{ value }])
  await timers.advance(120_000)
  const reported = samples.filter(({ pointId }) => pointId === 'ahu/analogInput/1').map((sample) => sample.value)
  expect(reported.at(-1)).toBe(value)
  expect(new Set(reported).size).toBe(reported.length)
})

test('a device that confirms subscriptions and notifies of nothing is polled', async () => {
  const device = new VirtualDevice({ instance: 7 }).put(3, 1, { 85: enumerated(0) })
  const { timers, samples } = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
    { device: 'ahu', instance: 7, points: [point(1, 'ahu', 'binaryInput')] },
  ])
  await timers.advance(10_000)
  device.isMute = true
  for (let minute = 1; minute <= 10; minute++) {
    device.put(3, 1, { 85: enumerated(minute % 2) })
    await timers.advance(65_000)
  }
  expect(samples.map(({ value }) => value).slice(1)).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
    true,
    false,
    true,
    false,
  ])
  expect(device.requested.filter((service) => service === 5).length).toBeLessThan(8)
})

test('a notification without a value says nothing of it', async () => {
  const device = new VirtualDevice({ instance: 7 }).put(3, 1, { 85: enumerated(0) })
  const { timers, read } = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
    { device: 'ahu', instance: 7, points: [point(1, 'ahu', 'binaryInput')] },
  ])
  await timers.advance(10_000)
  const [subscription] = device.subscriptions.values()
  device.isMute = true
  device.put(3, 1, { 85: enumerated(1) })
  const notification = '100209011c020000072c00c0000139c84e096f2e8204002f4f'
  subscription?.send([...Buffer.from(notification, 'hex')])
  await timers.advance(1_000)
  expect(await read('ahu', point(1, 'ahu', 'binaryInput'))).toMatchObject([{ value: true }])
})

test('controllers of a network that cannot be opened are silent', async () => {
  const timers = manualTimers()
  const link = createBacnetLink({
    timers,
    openPort: () => Promise.reject(new Error('There is none')),
  }) as ControllerLink
  const reported: unknown[] = []
  const report =
    (name: string) =>
    (...args: unknown[]) =>
      reported.push([name, ...args])
  await link.start(eventsWith({ down: report('down'), values: report('values') }))
  const controllers = [
    { deviceId: 'ahu', networkId: 'plant', instance: 7, points: [point(1, 'ahu')], writable: [], timeZone: 'UTC' },
  ]
  link.configure({ networks: [network([])], controllers })
  await timers.advance(120_000)
  expect(reported).toMatchObject([
    ['down', 'ahu', expect.any(Number)],
    ['values', 'ahu', [{ pointId: 'ahu/analogInput/1', quality: 'lost' }]],
  ])
})

test('an instance that is there twice is not read, until one is left', async () => {
  const [one, other] = [airHandler(), airHandler()]
  const { timers, events, read } = await setUp(
    { '10.0.0.7:47808': virtualHost([{ device: one }]), '10.0.0.8:47808': virtualHost([{ device: other }]) },
    [{ device: 'ahu', instance: 7, points: [point(1, 'ahu')] }],
  )
  await timers.advance(10_000)
  await expect(read('ahu', point(1, 'ahu'))).rejects.toThrow('refused')
  expect(events.at(-1)).toEqual(['down', 'ahu'])
  other.isSilent = true
  await timers.advance(60_000)
  expect(await read('ahu', point(1, 'ahu'))).toMatchObject([{ value: 18 }])
})

test('a change of the objects is reported; one that has vanished is lost, the others stay', async () => {
  const device = airHandler()
  const points = [point(1, 'ahu'), point(1, 'ahu', 'binaryInput')]
  const { timers, events, samples, read } = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
    { device: 'ahu', instance: 7, points },
  ])
  await timers.advance(70_000)
  device.remove(0, 1)
  device.put(8, 7, { 155: unsigned(2) })
  await timers.advance(120_000)
  expect(events).toEqual([
    ['up', 'ahu'],
    ['objectsChanged', 'ahu'],
  ])
  expect(samples.at(-1)).toMatchObject({ pointId: points[0]?.id, value: null, quality: 'lost' })
  expect(await read('ahu', ...points)).toMatchObject([{ pointId: points[1]?.id, value: true }])
})

test('networks that cannot be opened say why, and are opened later', async () => {
  const timers = manualTimers()
  const { port } = virtualNetwork(new Map())
  let isUsed = true
  const link = createBacnetLink({
    timers,
    openPort: async () => {
      if (isUsed) throw Object.assign(new Error('in use'), { code: 'EADDRINUSE' })
      return port
    },
  }) as ControllerLink
  link.configure({ networks: [network([])], controllers: [] })
  expect(await link.find('plant', null)).toEqual({ controllers: [], duplicates: [], problem: 'portInUse' })
  isUsed = false
  await timers.advance(10_000)
  expect((await waitWith(timers)(link.find('plant', null))).problem).toBeNull()
})

test('a configuration that arrives once the link is stopped opens nothing', async () => {
  const { port } = virtualNetwork(new Map())
  let opened = 0
  const openPort = async () => {
    opened += 1
    return port
  }
  const link = createBacnetLink({ timers: manualTimers(), openPort }) as ControllerLink
  link.configure({ networks: [network([])], controllers: [] })
  await settled()
  expect(opened).toBe(1)
  await link.stop()
  link.configure({ networks: [network([])], controllers: [] })
  await settled()
  expect(opened).toBe(1)
})

test('a registration that a BBMD does not answer is a problem of the search', async () => {
  const { link, wait } = await setUp({})
  link.configure({
    networks: [{ ...network([]), bbmd: { ...endpoint('10.9.9.9:47808'), lifetimeSeconds: 60 } }],
    controllers: [],
  })
  expect((await wait(link.find('plant', null))).problem).toBe('bbmdSilent')
})

test('nothing that is sent changes a device', async () => {
  const device = airHandler()
  const { timers, objectsOf, link, wait, sent } = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
    { device: 'ahu', instance: 7, points: [point(1, 'ahu')] },
  ])
  await objectsOf('ahu')
  await wait(link.find('plant', null))
  await wait(link.clocks(['ahu']))
  await timers.advance(600_000)
  expect(device.requested.filter((service) => !readingServices.has(service))).toEqual([])
  const unconfirmed = sent.filter((datagram) => datagram[6] === 0x10).map((datagram) => datagram[7])
  expect(new Set(unconfirmed)).toEqual(new Set([8]))
  expect(await link.refusals(['ahu'], 'write')).toEqual(new Map([['ahu', 'unsupported']]))
})

describe('a write', () => {
  const setpoint = point(1, 'ahu', 'analogValue')
  const started = async (writable: WatchedController['writable'], device = airHandler()) => {
    device.put(2, 2, {
      ...{ 77: text('Heating'), 85: real(64.4), 117: enumerated(64), 104: real(59) },
      87: Array.from({ length: 16 }, () => free),
    })
    const own = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
      { device: 'ahu', instance: 7, points: [setpoint], writable },
    ])
    await own.timers.advance(5_000)
    return {
      ...own,
      device,
      write: (ref: PointRef, level: number, value: Value | null) => own.wait(own.link.write(ref, level, value)),
    }
  }
  const heating = point(2, 'ahu', 'analogValue')

  test('changes one level of one object, in the unit of the device, and is read back', async () => {
    const { device, write, read } = await started('all')
    await write(heating, 16, 20)
    await write(setpoint, 8, null)
    // 68 degrees Fahrenheit.
    expect(device.changes).toEqual(['2:2/85@16=4442880000', '2:1/85@8=00'])
    expect(await read('ahu', heating, setpoint)).toMatchObject([
      { value: 20, relinquishDefault: 15, levels: [{ level: 16, value: 20 }] },
      { value: 16, levels: [] },
    ])
  })

  test('returns what the levels held before and hold after, in one reading each', async () => {
    const { device, write } = await started('all')
    device.requested.length = 0
    expect(await write(setpoint, 1, 19)).toMatchObject({
      before: [{ level: 8, value: 18 }],
      after: {
        value: 19,
        levels: [
          { level: 1, value: 19 },
          { level: 8, value: 18 },
        ],
      },
    })
    // Read, write, read, beside the confirmations of what it notifies of.
    expect(device.requested.filter((service) => [12, 14, 15].includes(service))).toEqual([14, 15, 14])
  })

  test('of many points at once shares the readings', async () => {
    const device = airHandler()
    const many = Array.from({ length: 30 }, (_, at) => point(at + 10, 'ahu', 'analogValue'))
    for (const { object_instance } of many)
      device.put(2, object_instance, {
        ...{ 77: text(`SP${object_instance}`), 85: real(20), 117: enumerated(62), 104: real(16) },
        87: Array.from({ length: 16 }, (_, at) => (at === 7 ? real(20) : free)),
      })
    const { link, wait } = await started('all', device)
    await wait(link.read('ahu', many))
    device.requested.length = 0
    const answers = await wait(Promise.all(many.map((one) => link.write(one, 8, null))))
    expect(answers.map(({ before, after }) => [before?.length, after?.levels.length])).toEqual(many.map(() => [1, 0]))
    const count = (number: number) => device.requested.filter((service) => service === number).length
    expect([count(15), count(14) <= 6]).toEqual([30, true])
    expect(new Set(device.changes.map((one) => one.split('@')[1]))).toEqual(new Set(['8=00']))
  })

  test('to a device that dies after it is accepted, without what it holds afterwards', async () => {
    const { device, write } = await started('all')
    device.onRequest = (service) => {
      if (service === 15) queueMicrotask(() => Object.assign(device, { isSilent: true }))
    }
    const writing = write(setpoint, 8, 20)
    await expect(writing).resolves.toMatchObject({ before: [{ level: 8, value: 18 }], after: null })
  })

  test('has the type of the object', async () => {
    const { device, write } = await started('all')
    await write(point(1, 'ahu', 'multiStateOutput'), 1, 2)
    expect(device.changes).toEqual(['14:1/85@1=2102'])
  })

  test('is refused before anything is sent where writing is off, at another level, and for an input', async () => {
    const off = await started([])
    await expect(off.write(setpoint, 8, 20)).rejects.toThrow('unsupported')
    const some = await started([{ objectType: 'analogValue', objectInstance: 2 }])
    await expect(some.write(setpoint, 8, 20)).rejects.toThrow('unsupported')
    await some.write(heating, 8, 20)
    const all = await started('all')
    await expect(all.write(setpoint, 6, 20)).rejects.toThrow('unsupported')
    await expect(all.write(point(1, 'ahu'), 8, 20)).rejects.toThrow('refused')
    expect([off.device.changes, all.device.changes, some.device.changes.length]).toEqual([[], [], 1])
  })

  test('is no longer sent from the moment in which writing is switched off', async () => {
    const { device, write, configure } = await started('all')
    configure([{ device: 'ahu', instance: 7, points: [setpoint] }])
    await expect(write(setpoint, 8, 20)).rejects.toThrow('unsupported')
    expect(device.changes).toEqual([])
  })

  test('that the device refuses says why, and one that is not answered does not', async () => {
    const { device, write } = await started('all')
    device.refusal = [2, 37]
    await expect(write(setpoint, 8, 20)).rejects.toMatchObject({ refusal: 'refused', answer: 'valueOutOfRange' })
    device.refusal = [2, 200]
    await expect(write(setpoint, 8, 20)).rejects.toMatchObject({ refusal: 'refused', answer: 'code200' })
    device.isSilent = true
    const unanswered = { refusal: 'unreachable', answer: null }
    await expect(write(setpoint, 8, 20)).rejects.toMatchObject({ ...unanswered, mayHaveRun: true })
    // Known to be silent: nothing is sent for a while.
    await expect(write(setpoint, 8, 20)).rejects.toMatchObject({ ...unanswered, mayHaveRun: false })
  })
})

describe('a write to a device in trouble', () => {
  const setpoint = point(1, 'ahu', 'analogValue')
  const watch = { device: 'ahu', instance: 7, points: [setpoint], writable: 'all' } as const
  /** Starts a link to one device whose answers to a write, and all others, a test may change on their way. */
  async function started(onReply: (reply: Uint8Array, isWrite: boolean, send: (reply: Uint8Array) => void) => void) {
    const device = airHandler()
    const host = virtualHost([{ device }])
    const between: VirtualHost = {
      receive(datagram, from, send) {
        host.receive(datagram, from, (reply) => onReply(reply, reply[6] === 0x20 && reply[8] === 15, send))
      },
    }
    const own = await setUp({ '10.0.0.7:47808': between }, [watch])
    await own.timers.advance(5_000)
    const write = (level: number, value: Value | null) => own.wait(own.link.write(setpoint, level, value))
    return { ...own, device, write }
  }

  test('is followed by a reading of its own, also while an earlier one is under way', async () => {
    const device = airHandler()
    const host = virtualHost([{ device }])
    let isSlow = false
    const between: VirtualHost = {
      receive(datagram, from, send) {
        const receive = () =>
          host.receive(datagram, from, (reply) => {
            const isAnswer = (reply[6] ?? 0) >> 4 === 3
            if (isSlow && isAnswer) timers.after(2_000, () => send(reply))
            else send(reply)
          })
        if (datagram[9] === 15) timers.after(1_000, receive)
        else receive()
      },
    }
    const { timers, link, wait } = await setUp({ '10.0.0.7:47808': between }, [watch])
    await timers.advance(60_000)
    const writing = link.write(setpoint, 8, 20)
    await timers.advance(200)
    // The value moves, so the levels are read: the answer of the device is of before the write, and on its way.
    isSlow = true
    device.put(2, 1, { 85: real(19) })
    await settled()
    const earlier = link.read('ahu', [setpoint])
    expect(await wait(writing)).toMatchObject({ after: { value: 20, levels: [{ level: 8, value: 20 }] } })
    expect(await wait(earlier)).toMatchObject([{ value: 20, levels: [{ level: 8, value: 20 }] }])
  })

  test('that answers late is done', async () => {
    let late = (work: () => void) => work()
    const { write, device, timers } = await started((reply, isWrite, send) =>
      isWrite ? late(() => send(reply)) : send(reply),
    )
    late = (work) => void timers.after(2_500, work)
    expect(await write(8, 20)).toMatchObject({ after: { levels: [{ level: 8, value: 20 }] } })
    expect(device.changes).toEqual(['2:1/85@8=4441a00000'])
  })

  test('that answers for another request is not done', async () => {
    let isOther = false
    const { write, device } = await started((reply, isWrite, send) => {
      const other = Uint8Array.from(reply)
      if (isWrite && isOther) other[7] = ((other[7] ?? 0) + 1) % 256
      send(other)
    })
    isOther = true
    await expect(write(8, 20)).rejects.toMatchObject({ refusal: 'unreachable', mayHaveRun: true })
    // The same request each time.
    expect(new Set(device.changes)).toEqual(new Set(['2:1/85@8=4441a00000']))
  })

  test('that answers something else than an acknowledgement says so', async () => {
    let isOther = false
    const { write } = await started((reply, isWrite, send) =>
      send(isWrite && isOther ? Uint8Array.from([0x81, 0x0a, 0, 11, 1, 0, 0x30, reply[7] ?? 0, 15, 0x21, 1]) : reply),
    )
    isOther = true
    await expect(write(8, 20)).rejects.toMatchObject({ refusal: 'refused', answer: 'damagedAnswer' })
  })

  test('that rejects or aborts it says why', async () => {
    let answer: readonly number[] = []
    const { write } = await started((reply, isWrite, send) =>
      send(isWrite ? Uint8Array.from([...reply.subarray(0, 6), answer[0] ?? 0, reply[7] ?? 0, answer[1] ?? 0]) : reply),
    )
    answer = [0x60, 9]
    await expect(write(8, 20)).rejects.toMatchObject({ refusal: 'refused', answer: 'rejectUnrecognizedService' })
    answer = [0x71, 9]
    await expect(write(8, 20)).rejects.toMatchObject({ refusal: 'refused', answer: 'abortOutOfResources' })
  })

  test('that starts again in the middle is repeated, and what it holds then is read', async () => {
    const { write, device, timers } = await started((reply, _isWrite, send) => send(reply))
    device.onRequest = (service) => {
      if (service !== 15) return
      device.onRequest = () => {}
      queueMicrotask(() => {
        device.isSilent = true
      })
      timers.after(4_000, () => {
        device.isSilent = false
        device.put(2, 1, { 85: real(16), 87: Array.from({ length: 16 }, () => free) })
      })
    }
    const answer = await write(1, 21)
    expect(answer.before).toMatchObject([{ level: 8, value: 18 }])
    expect(answer.after?.levels ?? []).not.toContainEqual(expect.objectContaining({ level: 8 }))
    expect(device.changes.every((one) => one === '2:1/85@1=4441a80000')).toBe(true)
  })

  test('that another one with the same instance has replaced goes to that one, and to neither while both are there', async () => {
    const [one, other] = [airHandler(), airHandler()]
    other.isSilent = true
    other.put(2, 1, { 85: real(16), 87: Array.from({ length: 16 }, () => free) })
    const hosts = {
      '10.0.0.7:47808': virtualHost([{ device: one }]),
      '10.0.0.8:47808': virtualHost([{ device: other }]),
    }
    const { timers, link, wait } = await setUp(hosts, [watch])
    const write = (value: number) => wait(link.write(setpoint, 8, value))
    await timers.advance(5_000)
    await write(20)
    one.isSilent = true
    await timers.advance(120_000)
    await expect(write(21)).rejects.toMatchObject({ refusal: 'unreachable' })
    other.isSilent = false
    await timers.advance(60_000)
    expect(await write(22)).toMatchObject({ before: [], after: { levels: [{ level: 8, value: 22 }] } })
    one.isSilent = false
    // Both were away, and both answer the search.
    for (const device of [one, other]) device.isSilent = true
    await timers.advance(100_000)
    for (const device of [one, other]) device.isSilent = false
    await timers.advance(60_000)
    await expect(write(23)).rejects.toMatchObject({ refusal: 'refused' })
    const values = (device: VirtualDevice) => device.changes.map((change) => change.split('=')[1])
    expect([values(one), values(other)]).toEqual([['4441a00000'], ['4441b00000']])
  })
})

describe('who holds what', () => {
  const setpoint = point(1, 'ahu', 'analogValue')
  const slots = (held: Readonly<Record<number, number>>) =>
    Array.from({ length: 16 }, (_, at) => (held[at + 1] === undefined ? free : real(held[at + 1] as number)))
  /** Starts a link to a device whose answers take as long as is said. */
  const started = async (device = airHandler(), delay = { ms: 0 }, writable: WatchedController['writable'] = []) => {
    const host = virtualHost([{ device }])
    const between: VirtualHost = {
      receive(datagram, from, send) {
        host.receive(datagram, from, (reply) => {
          // Acknowledgements, with data and without.
          const isAnswer = [2, 3].includes((reply[6] ?? 0) >> 4)
          if (isAnswer && delay.ms > 0) own.timers.after(delay.ms, () => send(reply))
          else send(reply)
        })
      },
    }
    const own = await setUp({ '10.0.0.7:47808': between }, [
      { device: 'ahu', instance: 7, points: [point(1, 'ahu'), setpoint], writable },
    ])
    await own.timers.advance(15_000)
    return { ...own, device }
  }

  test('is reported once, and a change made elsewhere within two seconds', async () => {
    const { held, device, timers } = await started()
    expect(held).toEqual([[setpoint.id, [[8, 18]]]])
    device.put(2, 1, { 85: real(21), 87: slots({ 1: 21, 8: 18 }) })
    await timers.advance(2_000)
    expect(held.slice(1)).toEqual([
      [
        setpoint.id,
        [
          [1, 21],
          [8, 18],
        ],
      ],
    ])
    await timers.advance(600_000)
    expect(held).toHaveLength(2)
  })

  test('is read again where somebody else writes while it is being read', async () => {
    const delay = { ms: 0 }
    const { held, device, timers } = await started(airHandler(), delay)
    delay.ms = 2_000
    device.put(2, 1, { 85: real(21), 87: slots({ 1: 21, 8: 18 }) })
    await timers.advance(2_500)
    // The answer with the first change is on its way.
    device.put(2, 1, { 85: real(23), 87: slots({ 1: 21, 3: 23, 8: 18 }) })
    await timers.advance(20_000)
    const levels = [1, 3, 8].map((level, at) => [level, [21, 23, 18][at]])
    expect(held.at(-1)).toEqual([setpoint.id, levels])
  })

  test('of a slow controller is read within five seconds, right after a write from here as well', async () => {
    const delay = { ms: 0 }
    const { held, device, timers, link, wait } = await started(airHandler(), delay, 'all')
    delay.ms = 1_500
    await wait(link.write(setpoint, 8, 20))
    delay.ms = 0
    device.put(2, 1, { 85: real(23), 87: slots({ 3: 23, 8: 20 }) })
    await timers.advance(5_000)
    const levels = [3, 8].map((level, at) => [level, [23, 20][at]])
    expect(held.at(-1)).toEqual([setpoint.id, levels])
  })

  test('is found without a change of the value with the next reading', async () => {
    const { held, device, timers } = await started()
    device.put(2, 1, { 87: slots({ 8: 18, 13: 17 }) })
    await timers.advance(301_000)
    expect(held.slice(1)).toEqual([
      [
        setpoint.id,
        [
          [8, 18],
          [13, 17],
        ],
      ],
    ])
  })

  test('costs little where a program commands all the time', async () => {
    const { device, timers } = await started()
    device.requested.length = 0
    for (let second = 0; second < 600; second++) {
      device.put(2, 1, { 85: real(20 + (second % 10)), 87: slots({ 10: 20 + (second % 10) }) })
      await timers.advance(1_000)
    }
    const readings = device.requested.filter((service) => service === 14 || service === 12)
    // Every 40 s one of them checks the subscriptions.
    expect(readings.length - 600 / 40).toBeLessThan(30)
  }, 30_000)
})

describe('events', () => {
  const recipient = '8201feb400000000b4173b3b63 1e 2100 65060a000001bac0 1f 22506c 11 8205e0'.replaceAll(' ', '')
  const noEvents = [0x0e, 0x0f, 0x19, 0]
  /** An analog input 1 above its limit of 68 degrees Fahrenheit, at sequence number 16. */
  const summary = [
    ...[0x0e, 0x0c, 0, 0, 0, 1, 0x19, 3, 0x2a, 5, 0x60, 0x3e, 0x19, 16, 0x19, 0, 0x19, 0, 0x3f, 0x49, 0],
    ...[0x5a, 5, 0xe0, 0x6e, 0x21, 100, 0x21, 100, 0x21, 100, 0x6f, 0x0f, 0x19, 0],
  ]
  /** The same as a notification of device 7, of notification class 1. */
  const notification = [
    ...[0x1c, 2, 0, 0, 7, 0x2c, 0, 0, 0, 1, 0x3e, 0x19, 16, 0x3f, 0x49, 1, 0x59, 100, 0x69, 5, 0x89, 0],
    ...[0x99, 1, 0xa9, 0, 0xb9, 3, 0xce, 0x5e, 0x0c, ...real(70).slice(1), 0x1a, 4, 0x80, 0x2c, ...real(1.8).slice(1)],
    ...[0x3c, ...real(68).slice(1), 0x5f, 0xcf],
  ]
  const started = async (writable: WatchedController['writable']) => {
    const device = airHandler().put(15, 1, { 77: text('Alarms') })
    device.put(0, 1, { 17: unsigned(1), 45: real(68), 59: real(50), 25: real(1.8) })
    const own = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
      { device: 'ahu', instance: 7, points: [point(1, 'ahu')], writable },
    ])
    await own.timers.advance(5_000)
    return { ...own, device }
  }
  const alarm = {
    ...{ objectType: 'analogInput', objectInstance: 1, pointId: 'ahu/analogInput/1', eventType: 'outOfRange' },
    ...{ into: 'highLimit', stamp: '{"kind":"sequenceNumber","value":16}', priority: 100, notificationClass: 1 },
    limit: { kind: 'high', value: 20, deadband: 1 },
  }

  test('of a controller that is only read are asked for each minute, and nothing is changed there', async () => {
    const { device, alarms, timers } = await started([])
    expect(alarms).toEqual([['eventSummary', 'ahu', []]])
    device.eventInformation = summary
    await timers.advance(61_000)
    expect(alarms.at(-1)).toMatchObject(['eventSummary', 'ahu', [{ ...alarm, presentValue: 18, isAckRequired: true }]])
    expect([device.changes, [...device.recipients]]).toEqual([[], []])
  })

  test('come by themselves once this side is a recipient, which it no longer is when writing is off', async () => {
    const { device, alarms, timers, configure } = await started('all')
    expect([...device.recipients]).toEqual([['15:1', [recipient]]])
    device.notify(notification)
    await timers.advance(1_000)
    expect(alarms.at(-1)).toMatchObject(['transition', 'ahu', { ...alarm, presentValue: expect.closeTo(21.1, 1) }])
    device.eventInformation = noEvents
    configure([{ device: 'ahu', instance: 7, points: [point(1, 'ahu')] }])
    await timers.advance(1_000)
    expect([...device.recipients]).toEqual([['15:1', []]])
  })

  test('come also from a device whose list of objects is read by its index', async () => {
    const device = new VirtualDevice({ instance: 7, sendsSegments: false, maxApdu: 480 }).put(15, 1, {
      77: text('Alarms'),
    })
    for (let instance = 1; instance <= 120; instance++)
      device.put(0, instance, { 77: text(`AI ${instance}`), 85: real(1) })
    const { timers } = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
      { device: 'ahu', instance: 7, writable: 'all' },
    ])
    await timers.advance(60_000)
    expect([...device.recipients]).toEqual([['15:1', [recipient]]])
  })

  test('are all read where they do not fit in one answer, also what was acknowledged while nobody was there', async () => {
    const count = 520
    const device = airHandler()
    for (let one = 2; one <= count; one += 1) device.put(0, one, { 77: text(`AI${one}`), 85: real(70) })
    const perAnswer = 70
    /** The third transition of every fourth object is acknowledged already. */
    const eventOf = (instance: number) => [
      ...[0x0c, 0, 0, instance >> 8, instance & 255, 0x19, 3, 0x2a, 5, instance % 4 === 0 ? 0xe0 : 0x60],
      ...[0x3e, 0x19, 16, 0x19, 0, 0x19, 0, 0x3f, 0x49, 0, 0x5a, 5, 0xe0, 0x6e, 0x21, 100, 0x21, 100, 0x21, 100, 0x6f],
    ]
    device.eventInformation = (request) => {
      const last = request.length === 0 ? 0 : (request[3] ?? 0) * 256 + (request[4] ?? 0)
      const these = Array.from({ length: Math.min(perAnswer, count - last) }, (_, at) => eventOf(last + at + 1))
      return [0x0e, ...these.flat(), 0x0f, 0x19, last + perAnswer < count ? 1 : 0]
    }
    const { alarms, timers } = await setUp({ '10.0.0.7:47808': virtualHost([{ device }]) }, [
      { device: 'ahu', instance: 7, points: [point(1, 'ahu')], writable: [] },
    ])
    await timers.advance(30_000)
    expect(alarms).toHaveLength(1)
    const [name, id, events] = alarms[0] as [string, string, { objectInstance: number; acknowledged: PerTransition }[]]
    expect([name, id]).toEqual(['eventSummary', 'ahu'])
    expect(events.map(({ objectInstance }) => objectInstance)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
    expect(events.filter(({ acknowledged }) => acknowledged.toOffnormal)).toHaveLength(count / 4)
    expect(device.requested.filter((service) => service === 29)).toHaveLength(Math.ceil(count / perAnswer))
  })

  test('that arrive while the summary is read are newer than it', async () => {
    const { device, alarms, timers } = await started([])
    const before = alarms.length
    device.onRequest = (service) => {
      if (service !== 29) return
      device.onRequest = () => {}
      device.notify(notification)
      device.eventInformation = summary
    }
    await timers.advance(64_000)
    const names = alarms.slice(before).map((one) => (one as unknown[])[0])
    expect(names).toEqual(['transition', 'eventSummary'])
    expect(alarms.at(-1)).toMatchObject(['eventSummary', 'ahu', [alarm]])
  })

  test('of another device at the same address are not those of this one', async () => {
    const { device, alarms, timers } = await started('all')
    const before = alarms.length
    device.notify([0x1c, 2, 0, 0, 8, ...notification.slice(5)])
    await timers.advance(1_000)
    expect(alarms).toHaveLength(before)
  })

  test('are acknowledged with their own stamp and the name of the person; one made elsewhere is reported', async () => {
    const { device, alarms, timers, link, wait } = await started('all')
    const event = { alarmId: 'a', deviceId: 'ahu', pointId: null, by: 'MDL' }
    const pending = [{ objectType: 'analogInput', objectInstance: 1, into: 'highLimit' as const, stamp: alarm.stamp }]
    await wait(link.acknowledge({ ...event, pending }))
    expect(device.changes[0]).toMatch(
      /^acknowledge 0a506c1c0000000129033e19103f4c004d444c5e2ea4[0-9a-f]{8}b4[0-9a-f]{8}2f5f$/,
    )
    // Notify type 2, to state high limit.
    device.notify([...notification.slice(0, 16), 0x59, 100, 0x69, 5, 0x89, 2, 0xb9, 3])
    await timers.advance(1_000)
    const object = { objectType: 'analogInput', objectInstance: 1 }
    expect(alarms.at(-1)).toEqual(['acknowledged', 'ahu', object, ['toOffnormal']])
    const off = await started([])
    await expect(off.link.acknowledge({ ...event, pending })).rejects.toThrow('unsupported')
  })
})

describe('a point that somebody looks at, of a device that notifies of nothing', () => {
  /** The console reads what is followed again this long after an answer. */
  const pollMs = 1_000

  /** Returns the longest time from a change in the device to the answer that has it, over changes at many moments. */
  async function longestDelay(others: number): Promise<number> {
    const device = new VirtualDevice({ instance: 7, maxSubscriptions: 0 })
    const set = (value: number) => device.put(0, 1, { 77: text('SAT'), 85: real(value), 117: enumerated(62) })
    set(0)
    const busy = Array.from({ length: others }, (_, at) => {
      const one = new VirtualDevice({ instance: 100 + at })
      for (let each = 1; each <= 50; each++)
        one.put(0, each, { 77: text(`P${each}`), 85: real(1), 117: enumerated(62) })
      return one
    })
    const hosts = Object.fromEntries(
      [device, ...busy].map((one, at) => [`10.0.1.${at}:47808`, virtualHost([{ device: one }])]),
    )
    const fifty = (id: string) => Array.from({ length: 50 }, (_, at) => point(at + 1, id))
    const { link, timers } = await setUp(hosts, [
      { device: 'ahu', instance: 7, points: [point(1, 'ahu')] },
      ...busy.map((_, at) => ({ device: `d${at}`, instance: 100 + at, points: fifty(`d${at}`) })),
    ])
    await timers.advance(8_000)
    let shown = 0
    let shownAt = 0
    let isOver = false
    const poll = async (): Promise<void> => {
      const [reading] = await link.read('ahu', [point(1, 'ahu')]).catch(() => [])
      if (reading && reading.value !== shown) {
        shown = Number(reading.value)
        shownAt = timers.now()
      }
      if (!isOver) timers.after(pollMs, () => void poll())
    }
    void poll()
    let longest = 0
    for (let change = 1; change <= 8; change++) {
      await timers.advance(2_000 + change * 130)
      set(change)
      const changedAt = timers.now()
      while (shown !== change) await timers.advance(50)
      longest = Math.max(longest, shownAt - changedAt)
    }
    isOver = true
    return longest
  }

  test.each([0, 39])(
    'shows a change of another client within two seconds, next to %i devices that are subscribed to',
    async (others) => {
      const longest = await longestDelay(others)
      expect(longest).toBeLessThanOrEqual(1_500)
    },
  )
})
