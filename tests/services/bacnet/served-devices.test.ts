/** A served device, and a router with devices behind it: raw octets, the link, and tshark as the judge of every packet. */
import { afterAll, describe, expect, test } from 'vitest'
import type { PropertyValue } from '../../../services/bacnet/encoding/property-values'
import { createBacnetLink } from '../../../services/bacnet/link/bacnet-link'
import type { DatagramPort } from '../../../services/bacnet/network/udp-port'
import { fromHex } from '../../../services/bacnet/octets'
import { DeviceHost } from '../../../services/bacnet/server/device-host'
import type {
  DeviceModel,
  ServedLog,
  ServedObject,
  ServedPoint,
  ServedState,
} from '../../../services/bacnet/server/device-model'
import type { ControllerLink, Measurement, ObjectDescription, PointRef } from '../../../services/link/port'
import { endpoint, manualTimers, memoryPort, settled, unicast } from '../../harness/bacnet-peer'
import { eventsWith } from '../../harness/link-events'
import { recordPackets } from '../../harness/packets'
import { seeded } from '../../harness/seeded'
import { type VirtualHost, virtualNetwork } from '../../harness/virtual-bacnet'

const recording = recordPackets()
/** tshark reads every packet of this file. */
afterAll(() => void recording.judge())

const analog = { units: 62, min: 0, max: 100, resolution: 0.1, covIncrement: 0.5, stateTexts: [] }
const states = { units: 95, min: null, max: null, resolution: null, covIncrement: 0 }
const points: ServedPoint[] = [
  { ...analog, type: 0, instance: 1, name: 'SAT', description: 'Supply air', isCommandable: false },
  { ...analog, type: 1, instance: 1, name: 'VALVE', description: 'Valve', units: 98, isCommandable: true },
  { ...states, type: 5, instance: 1, name: 'OCC', description: '', stateTexts: ['Off', 'On'], isCommandable: true },
  { ...states, type: 14, instance: 1, name: 'MODE', description: '', stateTexts: ['Auto', 'Low'], isCommandable: true },
]

/** A schedule with two exceptions, or as many as were written. */
function schedule(written: ReadonlyMap<number, PropertyValue>): ServedObject {
  const exceptions = written.get(38)
  const count = exceptions?.kind === 'exceptionSchedule' ? exceptions.values.length : 2
  return {
    ...{ type: 17, instance: 1, name: 'HOURS' },
    properties: [
      ['presentValue', { value: fromHex('9101') }],
      ['exceptionSchedule', { elements: Array.from({ length: count }, () => fromHex(special)) }],
      ['priorityForWriting', { value: fromHex('210f') }],
    ],
  }
}

/** An exception on a day, without a value. */
const special = '0e0c7e0618ff0f2e2f3908'

/** What is behind a device: values that a test sets, and the levels and properties that it was written. */
function hardware(instance: number, more: Partial<DeviceModel> = {}) {
  const values = new Map([
    ['0:1', 16.5],
    ['1:1', 20],
    ['5:1', 0],
    ['14:1', 1],
  ])
  const levels = new Map<string, number>()
  const written = new Map<number, PropertyValue>()
  const device = {
    written,
    values,
    levels,
    isSilent: false,
    isRefusing: false,
    file: fromHex('01020304050607'),
    model: {
      ...{ instance, name: `Box ${instance}`, description: '', location: '', modelName: 'M', firmware: '1' },
      ...{ serialNumber: 'S', timeZone: 'America/Toronto', maxApdu: 1476, sendsSegments: true, maxSubscriptions: 3 },
      password: null,
      points,
      ...more,
    } as DeviceModel,
    source: {
      states: () =>
        new Map(
          [...values].map(([key, free]): [string, ServedState] => {
            const own = Array.from({ length: 16 }, (_, at) => levels.get(`${key}@${at + 1}`) ?? null)
            const value = own.find((one) => one !== null) ?? free
            return [key, { value, relinquishDefault: free, levels: own, reliability: 0 }]
          }),
        ),
      command({ type, instance: own }: ServedPoint, level: number, value: number | null) {
        if (device.isRefusing) return false
        if (value === null) levels.delete(`${type}:${own}@${level}`)
        else levels.set(`${type}:${own}@${level}`, value)
        return true
      },
      isSilent: () => device.isSilent,
    },
    backup: {
      read: () => device.file,
      restore(octets: Uint8Array) {
        if (device.isRefusing) return false
        device.file = octets
        return true
      },
    },
    newest: 0,
    logs: {
      all: (): ServedLog[] => [
        {
          ...{ instance: 1, name: 'SAT log', of: { type: 0, instance: 1 }, intervalMs: 60_000, bufferSize: 100 },
          ...{ startedAt: Date.UTC(2026, 0, 15, 12), newest: device.newest },
        },
      ],
      records: ({ startedAt, intervalMs }: ServedLog, first: number, count: number) =>
        Array.from({ length: count }, (_, at) => ({
          at: startedAt + (first + at) * intervalMs,
          value: first + at === 7 ? null : first + at,
        })),
    },
    objects: {
      all: () => [schedule(written)],
      write(_object: ServedObject, property: number, value: PropertyValue) {
        if (device.isRefusing) return 'valueOutOfRange' as const
        written.set(property, value)
        return null
      },
    },
  }
  return device
}

const client = '10.0.0.9:47808'

/** A device alone, spoken to in octets. */
function alone(device = hardware(7)) {
  const timers = manualTimers()
  const port = memoryPort('10.0.0.7:47808')
  const host = new DeviceHost({ port, timers, device })
  const ask = (apdu: string) => {
    port.deliver(unicast(apdu), client)
    return port.takeSent().map((hex) => hex.slice(12))
  }
  return { timers, port, host, device, ask }
}

describe('in octets', () => {
  test('a device says who it is within the range that is searched, and in which object a name is', () => {
    const { ask } = alone()
    const iAm = '1000c402000007220' + '5c49101220' + '22b'
    expect(ask('1008')).toEqual([iAm])
    expect(ask('1008 0907 1907')).toEqual([iAm])
    expect(ask('1008 0908 1909')).toEqual([])
    expect(ask('1007 3d06 00 56414c5645')).toEqual(['1001c402000007c4004000017506' + '0056414c5645'])
    expect(ask('1007 2c 00400001')).toHaveLength(1)
    expect(ask('1007 3d05 00 4e4f4e45')).toEqual([])
  })

  /** ReadProperty of an object and property, with an index. */
  const read = (object: string, property: string, index = '') => `0005 01 0c 0c${object} 19${property} ${index}`

  test('properties are read, whole and by their index; the wildcard of the device is itself', () => {
    const { ask } = alone()
    expect(ask(read('00000001', '55'))).toEqual(['30010c0c000000011955' + '3e44418400003f'])
    expect(ask(read('02000007', '4c', '2900'))).toEqual(['30010c0c02000007194c2900' + '3e21083f'])
    expect(ask(read('02000007', '4c', '2902'))).toEqual(['30010c0c02000007194c2902' + '3ec4000000013f'])
    expect(ask(read('023fffff', '4b'))).toEqual(['30010c0c02000007194b' + '3ec4020000073f'])
  })

  test.each([
    ['an object that is not there', '00000009', '55', '', '9101911f'],
    ['a property that is not there', '00000001', '57', '', '91029120'],
    ['an element beyond the end', '00400001', '57', '2911', '9102912a'],
    ['an index of what is no array', '00000001', '55', '2901', '91029132'],
  ])('%s is an error', (_title, object, property, index, error) => {
    expect(alone().ask(read(object, property, index))).toEqual([`50010c${error}`])
  })

  /** WriteProperty of the present value. */
  const write = (object: string, value: string, priority = '4908') =>
    `0005 01 0f 0c${object} 1955 3e${value}3f ${priority}`

  test('a level is written and released, without a priority the weakest one', () => {
    const { ask, device } = alone()
    const acknowledged = ['20010f']
    expect(ask(write('00400001', '4442480000'))).toEqual(acknowledged)
    expect(ask(write('01400001', '9101', ''))).toEqual(acknowledged)
    expect(ask(write('03800001', '2102', '4901'))).toEqual(acknowledged)
    expect([...device.levels]).toEqual([
      ['1:1@8', 50],
      ['5:1@16', 1],
      ['14:1@1', 2],
    ])
    expect(ask(write('00400001', '00'))).toEqual(acknowledged)
    expect(device.levels.has('1:1@8')).toBe(false)
  })

  test.each([
    ['above its limit', '00400001', '4442ca0000', '4908', '50010f91029125'],
    ['no number', '00400001', '447fc00000', '4908', '50010f91029125'],
    ['of another type', '00400001', '2132', '4908', '50010f91029109'],
    ['of two values', '00400001', '44424800004442480000', '4908', '50010f91029109'],
    ['no state', '03800001', '2103', '4908', '50010f91029125'],
    ['to what has no levels', '00000001', '4442480000', '4908', '50010f91029128'],
    ['at the level of minimum times', '00400001', '4442480000', '4906', '50010f91029128'],
    ['at a level that does not exist', '00400001', '4442480000', '4911', '600106'],
    ['without a value', '00400001', '', '4908', '50010f91029109'],
  ])('a value %s is refused', (_title, object, value, priority, answer) => {
    const { ask, device } = alone()
    expect(ask(write(object, value, priority))).toEqual([answer])
    expect(device.levels.size).toBe(0)
  })

  /** WriteProperty of the schedule: a property, its index, and the value. */
  const writeSchedule = (property: string, value: string, index = '') =>
    `0005 01 0f 0c04400001 19${property} ${index} 3e${value}3f`

  test('an object beside the points is listed, named and read, whole and by index', () => {
    const { ask } = alone()
    expect(ask(read('02000007', '4c', '2906'))).toEqual(['30010c0c02000007194c2906' + '3ec4044000013f'])
    expect(ask('1007 3d06 00 484f555253')).toEqual(['1001c402000007c4044000017506' + '00484f555253'])
    expect(ask(read('04400001', '26', '2900'))).toEqual(['30010c0c0440000119262900' + '3e21023f'])
    expect(ask(read('04400001', '26', '2902'))).toEqual([`30010c0c0440000119262902` + `3e${special}3f`])
    expect(ask(read('04400001', '57'))).toEqual(['50010c' + '91029120'])
  })

  test('a property of it is written whole, by element, and made longer or shorter', () => {
    const { ask, device } = alone()
    const exceptions = () => {
      const value = device.written.get(38)
      return value?.kind === 'exceptionSchedule' ? value.values.map(({ priority }) => priority) : value
    }
    expect(ask(writeSchedule('26', special))).toEqual(['20010f'])
    expect(exceptions()).toEqual([8])
    expect(ask(writeSchedule('26', '2103', '2900'))).toEqual(['20010f'])
    expect(exceptions()).toEqual([8, 16, 16])
    expect(ask(writeSchedule('26', special.replace('3908', '3902'), '2903'))).toEqual(['20010f'])
    expect(exceptions()).toEqual([8, 8, 2])
    expect(ask(writeSchedule('58', '2110'))).toEqual(['20010f'])
    expect(device.written.get(88)).toEqual({ kind: 'primitives', values: [{ type: 'unsigned', value: 16 }] })
  })

  test.each([
    ['an element beyond the end', writeSchedule('26', special, '2904'), '9102912a'],
    ['an index of what is no array', writeSchedule('58', '2110', '2901'), '91029132'],
    ['a damaged value', writeSchedule('26', '0e0c7e06'), null],
    ['half a value', writeSchedule('26', '0e0f2e2f3908'), '91029109'],
    ['more elements than there is room for', writeSchedule('26', '220100', '2900'), '91039114'],
    ['a number of elements that is none', writeSchedule('26', '9103', '2900'), '91029109'],
    ['its type', writeSchedule('4f', '9111'), '91029128'],
    ['the name of a point', writeSchedule('4d', '750400534154'), '91029130'],
  ])('%s is refused', (_title, request, error) => {
    const { ask, device } = alone()
    expect(ask(request)).toEqual([error === null ? '600104' : `50010f${error}`])
    expect(device.written.size).toBe(0)
  })

  test('what the device refuses by itself is an error as well', () => {
    const { ask, device } = alone()
    device.isRefusing = true
    expect(ask(write('00400001', '4442480000'))).toEqual(['50010f91029128'])
    expect(ask(writeSchedule('58', '2110'))).toEqual(['50010f91029125'])
  })

  test('unknown services and damaged requests are rejected, segments aborted, and broadcasts not answered', () => {
    const { ask, port } = alone()
    expect(ask('0005 01 1b')).toEqual(['600109'])
    expect(ask('0005 01 0c')).toEqual(['600105'])
    expect(ask('0005 01 0c ffff')).toEqual(['600104'])
    expect(ask('0805 01 0001 0c 0c00000001')).toEqual(['710104'])
    port.deliver(unicast(read('00000001', '55')).replace('810a', '810b'), client)
    expect(port.takeSent()).toEqual([])
  })

  test('a request for more than fits is refused, however often it names a large list', () => {
    const { ask } = alone()
    const many = '0908'.repeat(340)
    expect(ask('0040 01 0e 0c02000007 1e 0908 1f')).toEqual(['710104'])
    expect(ask(`0245 01 0e 0c02000007 1e ${many} 1f`)).toEqual(['710101'])
  })

  test('an answer in segments waits for the acknowledgement of each window', async () => {
    const { ask, timers, port } = alone()
    const [first, ...more] = ask('0270 01 0e 0c02000007 1e 0908 1f')
    expect(first?.slice(0, 12)).toBe('3c0100080e0c')
    expect(more).toEqual([])
    await timers.advance(5_000)
    expect(port.takeSent()).toHaveLength(1)
    const window = ask('40 01 00 08')
    expect(window.map((one) => one.slice(4, 6))).toEqual(window.map((_, at) => `0${at + 1}`))
    expect(window.length).toBeGreaterThan(3)
  })

  /** SubscribeCOV for a process, an object, confirmed or not, for some seconds. */
  const subscribe = (process: string, object: string, confirmed: string, lifetime = '393c') =>
    `0005 01 05 09${process} 1c${object} 29${confirmed} ${lifetime}`

  test('a subscriber is notified first, then of changes as large as the increment, until the end', async () => {
    const { ask, timers, port, device } = alone()
    expect(ask(subscribe('12', '00000001', '00'))).toEqual(['200105'])
    await timers.advance(0)
    const notification = (value: string, left: string) =>
      `100209121c020000072c0000000139${left}4e09552e${value}2f096f2e8204002f4f`
    const taken = () => port.takeSent().map((hex) => hex.slice(12))
    expect(taken()).toEqual([notification('4441840000', '3c')])
    device.values.set('0:1', 16.9)
    await timers.advance(3_000)
    expect(taken()).toEqual([])
    device.values.set('0:1', 17)
    await timers.advance(1_000)
    expect(taken()).toEqual([notification('4441880000', '38')])
    await timers.advance(60_000)
    device.values.set('0:1', 30)
    await timers.advance(3_000)
    expect(taken()).toEqual([])
  })

  test('a confirmed notification is repeated, and ends with a subscriber who does not know of it', async () => {
    const { ask, timers, port, device } = alone()
    ask(subscribe('12', '00400001', '01', '3900'))
    await timers.advance(0)
    const [first] = port.takeSent()
    expect(first?.slice(10, 20)).toBe('040005' + '0101')
    await timers.advance(3_000)
    expect(port.takeSent()).toEqual([first])
    expect(ask('50 01 01 9105 914f')).toEqual([])
    device.values.set('1:1', 90)
    await timers.advance(10_000)
    expect(port.takeSent()).toEqual([])
  })

  test('there is room for some subscriptions, none for what has no value, and a cancelled one makes room', async () => {
    const { ask } = alone()
    for (const process of ['01', '02', '03']) expect(ask(subscribe(process, '00000001', '00'))).toEqual(['200105'])
    expect(ask(subscribe('04', '00000001', '00'))).toEqual(['500105' + '91039113'])
    expect(ask(subscribe('01', '00000001', '00'))).toEqual(['200105'])
    expect(ask('0005 01 05 0901 1c00000001')).toEqual(['200105'])
    expect(ask(subscribe('04', '00000001', '00'))).toEqual(['200105'])
    expect(ask(subscribe('05', '02000007', '00'))).toEqual(['500105' + '9105912d'])
    expect(ask(subscribe('05', '00000063', '00'))).toEqual(['500105' + '9101911f'])
  })

  const iAm7 = '1000c402000007220' + '5c49101220' + '22b'

  test('it starts again: silent for a while, its subscriptions gone, and then it says who it is', async () => {
    const { ask, timers, port, device } = alone()
    ask(subscribe('12', '00000001', '00'))
    await timers.advance(0)
    port.takeSent()
    expect(ask('0005 01 14 0901')).toEqual(['200114'])
    await timers.advance(0)
    device.values.set('0:1', 40)
    expect(ask('1008')).toEqual([])
    expect(ask(read('00000001', '55'))).toEqual([])
    await timers.advance(2_999)
    expect(port.takeSent()).toEqual([])
    await timers.advance(5_000)
    expect(port.takeSent().map((hex) => hex.slice(12))).toEqual([iAm7])
    expect(ask(read('02000007', 'c4'))).toEqual(['30010c0c0200000719c4' + '3e91023f'])
    expect(ask(read('02000007', '98'))).toEqual(['30010c0c020000071998' + '3e3f'])
    expect(ask('0005 01 14 0900')).toEqual(['200114'])
    await timers.advance(9_999)
    expect(ask('1008')).toEqual([])
    await timers.advance(1)
    expect(port.takeSent()).toHaveLength(1)
    expect(ask(read('02000007', 'c4'))).toEqual(['30010c0c0200000719c4' + '3e91013f'])
  })

  /** DeviceCommunicationControl: 0 enables, 1 disables, 2 disables what nobody requested. */
  const communication = (state: string, minutes = '') => `0005 01 11 ${minutes} 19${state}`

  test('it is silenced for some minutes, or until it may speak, and answers that request all the same', async () => {
    const { ask, timers } = alone()
    expect(ask(communication('01', '0902'))).toEqual(['200111'])
    expect([...ask('1008'), ...ask(read('00000001', '55'))]).toEqual([])
    await timers.advance(119_999)
    expect(ask('1008')).toEqual([])
    await timers.advance(1)
    expect(ask('1008')).toEqual([iAm7])
    expect(ask(communication('01'))).toEqual(['200111'])
    await timers.advance(600_000)
    expect(ask('1008')).toEqual([])
    expect(ask(communication('00'))).toEqual(['200111'])
    expect(ask('1008')).toEqual([iAm7])
    expect(ask(communication('07'))).toEqual(['600108'])
  })

  test('silenced unasked, it answers but notifies nobody', async () => {
    const { ask, timers, port, device } = alone()
    ask(subscribe('12', '00000001', '00', '3900'))
    await timers.advance(0)
    expect(ask(communication('02'))).toHaveLength(2)
    device.values.set('0:1', 40)
    await timers.advance(5_000)
    expect(port.takeSent()).toEqual([])
    expect(ask(read('00000001', '55'))).toHaveLength(1)
    ask(communication('00'))
    await timers.advance(1_000)
    expect(port.takeSent()).toHaveLength(1)
  })

  test('a password is required where there is one', async () => {
    const { ask, timers } = alone(hardware(7, { password: 'abc' }))
    expect(ask('0005 01 14 0901')).toEqual(['500114' + '9104911a'])
    expect(ask('0005 01 14 0901 1c00616264')).toEqual(['500114' + '9104911a'])
    expect(ask(communication('01'))).toEqual(['500111' + '9104911a'])
    expect(ask('1008')).toEqual([iAm7])
    expect(ask('0005 01 14 0901 1c00616263')).toEqual(['200114'])
    await timers.advance(0)
    expect(ask('1008')).toEqual([])
  })

  /** AtomicReadFile from a start, and AtomicWriteFile to it. */
  const readFile = (start: string, count: string) => `0005 01 06 c402800001 0e 31${start} 21${count} 0f`
  const writeFile = (start: string, octets: string) =>
    `0005 01 07 c402800001 0e 31${start} 6${octets.length / 2}${octets} 0f`
  const denied = (service: string) => [`5001${service}91059105`]

  test('its configuration is read as a file during a backup, and written during a restore', async () => {
    const { ask, timers, device } = alone()
    expect(ask(readFile('00', '04'))).toEqual(denied('06'))
    expect(ask('0005 01 14 0902')).toEqual(['200114'])
    expect(ask('0005 01 14 0902')).toEqual(['500114' + '91009102'])
    device.file = fromHex('99')
    expect(ask(readFile('00', '04'))).toEqual(['300106' + '10' + '0e3100' + '6401020304' + '0f'])
    expect(ask(readFile('04', '04'))).toEqual(['300106' + '11' + '0e3104' + '63050607' + '0f'])
    expect(ask(readFile('08', '04'))).toEqual(['500106' + '9105910b'])
    expect(ask(writeFile('00', '0a'))).toEqual(denied('07'))
    expect(ask('0005 01 14 0903')).toEqual(['200114'])
    expect(ask(readFile('00', '04'))).toEqual(denied('06'))

    expect(ask('0005 01 14 0904')).toEqual(['200114'])
    expect(ask(writeFile('00', '0a0b'))).toEqual(['300107' + '0900'])
    expect(ask(writeFile('ff', '0c'))).toEqual(['300107' + '0902'])
    expect(ask('0005 01 14 0905')).toEqual(['200114'])
    expect(Buffer.from(device.file).toString('hex')).toBe('0a0b0c')
    ask('0005 01 14 0904')
    device.isRefusing = true
    expect(ask('0005 01 14 0905')).toEqual(['500114' + '9100912e'])
    // A mode in which nothing happens ends.
    expect(ask('0005 01 14 0902')).toEqual(['200114'])
    await timers.advance(60_000)
    expect(ask(readFile('00', '04'))).toEqual(denied('06'))
    expect(ask('0005 01 14 0903')).toEqual(['500114' + '9105911d'])
  })

  /** ReadRange of the log: its place, between its tags. */
  const readLog = (place: string) => `0005 01 1a 0c05000001 1983 ${place}`
  /** The numbers of the records of an answer, its flags, and the number of the first one. */
  const logIn = ([answer = '']: string[]) => ({
    values: [...answer.matchAll(/1e2c([0-9a-f]{8})1f|1e8e91..91..8f1f/g)].map(([, octets]) =>
      octets === undefined ? null : Buffer.from(octets, 'hex').readFloatBE(),
    ),
    flags: answer.match(/^30011a0c0500000119833a05(..)/)?.[1],
    first: answer.match(/5f(6.[0-9a-f]+)$/)?.[1],
  })

  test('a log is read by position, by number and by time, forwards and backwards, as much of it as fits', () => {
    const { ask, device } = alone()
    expect(ask(read('05000001', '84'))).toEqual(['30010c0c050000011984' + '3e0c000000011955' + '3f'])
    expect(ask(read('05000001', '83'))).toEqual(['50010c' + '9102911b'])
    expect(logIn(ask(readLog('6e 2101 3105 6f')))).toEqual({ values: [], flags: '00', first: undefined })
    device.newest = 9
    expect(logIn(ask(readLog('6e 2106 3103 6f')))).toEqual({ values: [6, null, 8], flags: '00', first: '6906' })
    expect(logIn(ask(readLog('6e 2108 3105 6f')))).toEqual({ values: [8, 9], flags: '40', first: '6908' })
    expect(logIn(ask(readLog('6e 2102 31fe 6f')))).toEqual({ values: [1, 2], flags: '80', first: '6901' })
    expect(logIn(ask(readLog('6e 210a 3105 6f')))).toEqual({ values: [], flags: '00', first: undefined })
    expect(logIn(ask(readLog('3e 2109 3105 3f')))).toEqual({ values: [9], flags: '40', first: undefined })
    // At 07:03 and at 07:03:30 in Toronto.
    expect(logIn(ask(readLog('7e a47e010fff b407030000 3102 7f')))).toMatchObject({ values: [4, 5], first: '6904' })
    expect(logIn(ask(readLog('7e a47e010fff b407030000 31fe 7f')))).toMatchObject({ values: [1, 2] })
    expect(logIn(ask(readLog('7e a47e010fff b407031e00 31fe 7f')))).toMatchObject({ values: [2, 3] })
    device.newest = 200
    expect(ask(read('05000001', '8d'))).toEqual(['30010c0c05000001198d' + '3e21643f'])
    expect(ask(read('05000001', '91'))).toEqual(['30010c0c050000011991' + '3e21c83f'])
    const all = logIn(ask(readLog('')))
    expect([all.values[0], all.values.length < 100, all.flags]).toEqual([101, true, 'a0'])
    expect(logIn(ask(readLog('6e 2164 3105 6f'))).values).toEqual([])
  })

  test.each([
    ['no log', '0005 01 1a 0c00000001 1983', '9101911f'],
    ['no list', '0005 01 1a 0c05000001 198d', '91059116'],
    ['no records', readLog('6e 2101 3100 6f'), '91059150'],
    ['a day that is open', readLog('7e a4ffffffff b407030000 3102 7f'), '91059150'],
  ])('ReadRange of %s is an error', (_title, request, error) => {
    expect(alone().ask(request)).toEqual([`50011a${error}`])
  })

  test('a silent device answers nothing', () => {
    const { ask, device } = alone()
    device.isSilent = true
    expect(ask('1008')).toEqual([])
    expect(ask(read('00000001', '55'))).toEqual([])
  })

  test('it is no BBMD, and takes damaged datagrams without a word', () => {
    const { port, host } = alone()
    port.deliver('81050006003c', client)
    expect(port.takeSent()).toEqual(['810000060030'])
    const random = seeded(7)
    for (let turn = 0; turn < 2_000; turn++) {
      const octets = fromHex(unicast('0245 01 0e 0c02000007 1e 0908 1f'))
      octets[Math.floor(random() * octets.length)] = Math.floor(random() * 256)
      octets[Math.floor(random() * octets.length)] = Math.floor(random() * 256)
      port.deliver(Buffer.from(octets).toString('hex'), client)
    }
    port.takeSent()
    expect(host.damaged).toBeGreaterThan(0)
    port.deliver(unicast('1008'), client)
    expect(port.takeSent()).toHaveLength(1)
  })
})

/** Puts a host into a network in memory. */
function hosted(build: (port: DatagramPort) => void): VirtualHost {
  let listener: Parameters<DatagramPort['onDatagram']>[0] = () => {}
  let reply: (datagram: Uint8Array) => void = () => {}
  build({
    local: endpoint('10.0.0.7:47808'),
    send: (datagram) => reply(datagram),
    onDatagram(one) {
      listener = one
    },
    close: async () => {},
  })
  return {
    receive(datagram, _from, send) {
      reply = send
      listener(datagram, endpoint('10.0.0.1:47808'))
    },
  }
}

test('the link finds, reads, follows and commands a device, and one behind its router', async () => {
  const timers = manualTimers()
  const own = hardware(7, { maxSubscriptions: 20 })
  const station = hardware(107, { maxApdu: 480, sendsSegments: false })
  const host = hosted(
    (port) => new DeviceHost({ port, timers, device: own, routed: { network: 2001, stations: [station] } }),
  )
  const { port } = virtualNetwork(new Map([['10.0.0.7:47808', host]]), recording)
  const link = createBacnetLink({ timers, openPort: async () => port }) as ControllerLink
  const samples: Measurement[] = []
  await link.start(eventsWith({ values: (_id, all) => samples.push(...all) }))
  const ref = (device: string, objectType: string, kind: PointRef['kind']): PointRef => ({
    ...{ id: `${device}/${objectType}`, device_id: device, object_type: objectType, object_instance: 1, kind },
  })
  const watched = (device: string, instance: number) => ({
    ...{ deviceId: device, networkId: 'plant', instance, timeZone: 'America/Toronto', writable: 'all' as const },
    points: [ref(device, 'analogInput', 'number'), ref(device, 'analogOutput', 'number')],
  })
  link.configure({
    networks: [{ id: 'plant', own: endpoint('10.0.0.1:47808'), bbmd: null, broadcastTo: [endpoint('10.0.0.7:47808')] }],
    controllers: [watched('box', 7), watched('far', 107)],
  })
  await settled()
  const wait = async <Result>(promise: Promise<Result>): Promise<Result> => {
    let isDone = false
    const done = promise.finally(() => {
      isDone = true
    })
    for (let turn = 0; turn < 500 && !isDone; turn++) await timers.advance(100)
    return done
  }
  const { controllers } = await wait(link.find('plant', null))
  expect(controllers).toMatchObject([
    { instance: 7, address: '10.0.0.7:47808', state: 'read', vendorId: 555, name: 'Box 7' },
    { instance: 107, address: '2001:01 via 10.0.0.7:47808', networkNumber: 2001, state: 'read', name: 'Box 107' },
  ])
  for (const device of ['box', 'far']) {
    const listed = await wait(
      (async () => {
        const all: ObjectDescription[] = []
        for await (const one of link.objects(device)) all.push(one)
        return all
      })(),
    )
    expect(listed).toMatchObject([
      { name: 'SAT', displayName: 'Supply air', unit: 'degC', precision: 1, min: 0, max: 100, covIncrement: 0.5 },
      { name: 'VALVE', unit: 'percent', isWritable: true },
      { name: 'OCC', states: ['Off', 'On'], isWritable: true },
      { name: 'MODE', states: ['Auto', 'Low'], isWritable: true },
    ])
  }
  const [sat] = await wait(link.read('far', [ref('far', 'analogInput', 'number')]))
  expect(sat).toMatchObject({ value: 16.5, levels: [] })
  const answer = await wait(link.write(ref('box', 'analogOutput', 'number'), 8, 55.5))
  expect(answer).toMatchObject({ before: [], after: { value: 55.5, levels: [{ level: 8, value: 55.5 }] } })
  expect([...own.levels]).toEqual([['1:1@8', 55.5]])
  await timers.advance(61_000)
  own.values.set('0:1', 25)
  await timers.advance(2_000)
  expect(samples.filter(({ pointId }) => pointId === 'box/analogInput').at(-1)).toMatchObject({ value: 25 })
  await wait(link.stop())
})
