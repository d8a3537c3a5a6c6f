/** Schedules and calendars of BACnet devices through the link: read, edited, written object by object, read back. */
import { expect, test } from 'vitest'
import { createBacnetLink } from '../../../services/bacnet/link/bacnet-link'
import type { Interval } from '../../../services/contracts/schedules'
import type { ControllerLink, ReadSchedules, ScheduleState, WatchedController } from '../../../services/link/port'
import { endpoint, manualTimers, settled } from '../../harness/bacnet-peer'
import { eventsWith } from '../../harness/link-events'
import {
  enumerated,
  free,
  type Octets,
  real,
  text,
  unsigned,
  VirtualDevice,
  virtualHost,
  virtualNetwork,
} from '../../harness/virtual-bacnet'
import {
  calendarException,
  date,
  day,
  exception,
  onDate,
  onRange,
  onWeekday,
  putCalendar,
  putSchedule,
  target,
  week,
  writtenElements,
} from '../../harness/virtual-schedules'

const on = enumerated(1)
const off = enumerated(0)
const office = day([6, on], [22, off])
const occupied: Interval = { start: '06:00', end: '22:00', value: true }
const unoccupied: Interval = { start: '22:00', end: '24:00', value: false }

/** A building automation controller with an occupancy, a setpoint in degrees Fahrenheit, and what is hard to show. */
function plant(): VirtualDevice {
  const device = new VirtualDevice({ instance: 7 })
    .put(5, 1, { 77: text('OCC'), 85: on, 4: text('Occupied'), 46: text('Empty'), 104: off, 87: slots() })
    .put(2, 1, { 77: text('SP'), 85: real(70), 117: enumerated(64), 104: real(65), 87: slots() })
  putCalendar(device, 3, 'Holidays', [
    ...onDate(date(2026, 12, 25, 5)),
    ...onRange(date(2026, 7, 1), date(2026, 7, 31)),
    ...onWeekday(9, 1, 1),
    ...onDate(date(null, 255, 33)),
  ])
  putSchedule(device, 1, {
    ...{ name: 'Occupancy', week: week(office), standard: off, present: on, targets: target(5, 1) },
    exceptions: [
      calendarException(3, day([0, off]), 8),
      exception(onDate(date(2026, 2, 255, 3)), day([8, on])),
      exception(onWeekday(13, 6, 255), day([9, on], [12, free]), 16),
    ],
  })
  putSchedule(device, 2, {
    ...{ name: 'Setpoint', week: week(day([6, real(70)], [18, free])), standard: free, present: real(70) },
    targets: [...target(2, 1), ...target(2, 9, 4711)],
  })
  putSchedule(device, 9, { name: 'Texts', week: week(day([6, text('on')])), standard: text('off') })
  device.arrays.set(123, (octets) => writtenElements('week', octets))
  device.arrays.set(38, (octets) => writtenElements('exceptions', octets))
  return device
}
const slots = () => Array.from({ length: 16 }, () => free)

async function setUp(device: VirtualDevice, writable: WatchedController['writable'] = 'all') {
  const timers = manualTimers()
  const hosts = new Map([['10.0.0.7:47808', virtualHost([{ device }])]])
  const { port } = virtualNetwork(hosts)
  const link = createBacnetLink({ timers, openPort: async () => port }) as ControllerLink
  const reads: ReadSchedules[] = []
  const states: (readonly ScheduleState[])[] = []
  await link.start(
    eventsWith({
      schedulesRead: (_id, read) => reads.push(structuredClone(read) as ReadSchedules),
      scheduleStates: (_id, all) => states.push(all),
    }),
  )
  const configure = (now: WatchedController['writable']) =>
    link.configure({
      networks: [
        { id: 'plant', own: endpoint('10.0.0.1:47808'), bbmd: null, broadcastTo: [endpoint('10.0.0.7:47808')] },
      ],
      controllers: [
        { deviceId: 'one', networkId: 'plant', instance: 7, points: [], writable: now, timeZone: 'America/Toronto' },
      ],
    })
  configure(writable)
  await settled()
  const pass = async (seconds: number) => {
    for (let turn = 0; turn < seconds; turn++) await timers.advance(1_000)
  }
  await pass(10)
  const wait = async <Result>(promise: Promise<Result>): Promise<Result> => {
    let isDone = false
    const done = promise.finally(() => {
      isDone = true
    })
    done.catch(() => undefined)
    for (let turn = 0; turn < 2_000 && !isDone; turn++) await timers.advance(100)
    return done
  }
  const last = () => structuredClone(reads.at(-1)) as ReadSchedules
  const schedule = (read: ReadSchedules, instance: number) => {
    const one = read.schedules.find(({ objectInstance }) => objectInstance === instance)
    if (!one) throw new Error(`There is no schedule ${instance}`)
    return one
  }
  const send = (content: ReadSchedules, base = last(), attempts: ReadSchedules[] = []) =>
    wait(link.sendSchedules('one', content, base, attempts))
  return { link, timers, reads, states, pass, last, schedule, send, configure }
}

const writes = (device: VirtualDevice) => device.changes.filter((one) => /^(17|6):/.test(one))

test('a week, exceptions of every kind and a calendar are read as the console has them', async () => {
  const { last, schedule, states } = await setUp(plant())
  const read = last()
  expect(schedule(read, 1)).toMatchObject({
    ...{ key: 'sch-1', name: 'Occupancy', valueType: 'boolean', scheduleDefault: false, priorityForWriting: 16 },
    facets: { trueText: 'Occupied', falseText: 'Empty' },
    weeklySchedule: [...Array.from({ length: 5 }, () => [occupied, unoccupied]), [], []],
    listOfObjectPropertyReferences: [{ objectType: 'binaryValue', objectInstance: 1 }],
    exceptionSchedule: [
      { name: 'Holidays', eventPriority: 8, period: { type: 'calendarReference', calendarKey: 'cal-3' } },
      {
        eventPriority: 16,
        period: { type: 'weekNDay', month: 'odd', week: 'last', dayOfWeek: 'any' },
        intervals: [{ start: '09:00', end: '12:00', value: true }],
      },
    ],
    onController: { fixed: [], keptEntries: 1, keptTargets: [] },
  })
  expect(schedule(read, 2)).toMatchObject({
    ...{ valueType: 'number', scheduleDefault: null },
    facets: { unit: 'degC' },
    listOfObjectPropertyReferences: [{ objectType: 'analogValue', objectInstance: 1 }],
    onController: { keptTargets: ['analogValue 9 @4711'] },
  })
  expect(schedule(read, 2).weeklySchedule[0]).toEqual([{ start: '06:00', end: '18:00', value: 21.11111 }])
  expect(read.calendars).toMatchObject([
    {
      ...{ key: 'cal-3', objectInstance: 3, name: 'Holidays', onController: { keptEntries: 1 } },
      dateList: [
        { type: 'date', date: '2026-12-25' },
        { type: 'dateRange', start: '2026-07-01', end: '2026-07-31' },
        { type: 'weekNDay', month: 9, week: 1, dayOfWeek: 1 },
      ],
    },
  ])
  expect(read.unreadable).toEqual([{ objectType: 'schedule', objectInstance: 9, name: 'Texts', reason: 'valueType' }])
  expect(states.at(-1)).toMatchObject([
    { objectInstance: 1, presentValue: true, reliability: 'noFaultDetected' },
    { objectInstance: 2, presentValue: 21.11111 },
  ])
})

test('an edited day and a new exception are written, and nothing else: what is not understood stays octet for octet', async () => {
  const device = plant()
  const { last, schedule, send } = await setUp(device)
  const content = last()
  const edited = schedule(content, 1)
  edited.weeklySchedule[5] = [{ start: '08:00', end: '12:00', value: true }]
  edited.exceptionSchedule.push({
    ...{ key: 'exc-new', name: 'Closed', eventPriority: 5, period: { type: 'date', date: '2026-12-31' } },
    intervals: [],
  })
  const sent = await send(content)
  expect(sent?.deliveries).toMatchObject([{ objectType: 'schedule', objectInstance: 1, outcome: 'written' }])
  const hex = (octets: Octets) => Buffer.from(octets).toString('hex')
  const saturday = day([8, on], [12, free])
  expect(writes(device)).toEqual([
    `17:1/123@-=${hex([office, office, office, office, office, saturday, day()].flat())}`,
    `17:1/38@-=${hex([
      ...calendarException(3, day([0, off]), 8),
      ...exception(onDate(date(2026, 2, 255, 3)), day([8, on])),
      ...exception(onWeekday(13, 6, 255), day([9, on], [12, free]), 16),
      ...exception(onDate(date(2026, 12, 31, 4)), day([0, off]), 5),
    ])}`,
  ])
  expect(sent?.read.schedules[0]?.exceptionSchedule).toHaveLength(3)
})

test('a setpoint is written in the unit and data type of the device, and reads back as it was entered', async () => {
  const device = plant()
  const { last, schedule, send } = await setUp(device)
  const content = last()
  schedule(content, 2).weeklySchedule[6] = [{ start: '10:00', end: '11:00', value: 22.5 }]
  const sent = await send(content)
  expect(sent?.deliveries).toMatchObject([{ outcome: 'written' }])
  const sunday = Buffer.from(day([10, real(72.5)], [11, free])).toString('hex')
  expect(writes(device)).toHaveLength(1)
  expect(writes(device)[0]).toContain(sunday)
})

test('each object says how it was taken; one that is refused does not stop the others', async () => {
  const device = plant()
  const { last, schedule, send } = await setUp(device)
  const content = last()
  schedule(content, 1).priorityForWriting = 12
  schedule(content, 2).weeklySchedule[0] = []
  device.refusals.set('17:1/88', [2, 40])
  const sent = await send(content)
  expect(sent?.deliveries).toEqual([
    {
      ...{ objectType: 'schedule', objectInstance: 1, name: 'Occupancy', outcome: 'refused' },
      ...{ part: 'priorityForWriting', answer: 'writeAccessDenied' },
    },
    {
      ...{ objectType: 'schedule', objectInstance: 2, name: 'Setpoint', outcome: 'written' },
      ...{ part: null, answer: null },
    },
  ])
})

test('what was changed on the device after it was read is not overwritten', async () => {
  const device = plant()
  const { last, schedule, send } = await setUp(device)
  const content = last()
  schedule(content, 1).weeklySchedule[0] = []
  schedule(content, 2).weeklySchedule[0] = []
  device.put(17, 1, { 123: week(day([5, on])) })
  const sent = await send(content)
  expect(sent?.deliveries).toMatchObject([
    { objectInstance: 1, outcome: 'changedThere', part: 'weeklySchedule' },
    { objectInstance: 2, outcome: 'written' },
  ])
  expect(writes(device).map((one) => one.split('@')[0])).toEqual(['17:2/123'])
  expect(sent?.read.schedules[0]?.weeklySchedule[0]).toEqual([{ start: '05:00', end: '24:00', value: true }])
})

test('a device with a fixed number of places for exceptions has as many after each change', async () => {
  const device = plant()
  const unused: Octets = [...[0x0e, ...onDate(date(null)), 0x0f], ...[0x2e, 0x2f, 0x39, 0]]
  device.put(17, 2, { 38: [unused, unused, unused] })
  const { last, schedule, send } = await setUp(device)
  expect(schedule(last(), 2).exceptionSchedule).toEqual([])
  expect(schedule(last(), 2).onController?.keptEntries).toBe(0)
  const content = last()
  schedule(content, 2).exceptionSchedule = [
    {
      ...{ key: 'exc-1', name: 'Christmas', eventPriority: 10, period: { type: 'date', date: '2026-12-25' } },
      intervals: [{ start: '06:00', end: '18:00', value: 21 }],
    },
  ]
  const sent = await send(content)
  expect(sent?.deliveries).toMatchObject([{ objectInstance: 2, outcome: 'written' }])
  const octets = (all: readonly Octets[]) => Buffer.from(all.flat()).toString('hex')
  const [first = '', ...left] = (device.octets().get('17:2/38') ?? '').split(octets([unused]))
  expect(first).toContain('0c7e0c1905')
  expect(left).toEqual(['', ''])
  expect((await send(last(), sent?.read as ReadSchedules))?.deliveries).toMatchObject([{ outcome: 'written' }])
  expect(device.octets().get('17:2/38')).toBe(octets([unused, unused, unused]))
})

test('only objects that may be written are written, and none of a controller that is only read', async () => {
  const device = plant()
  const { link, last, schedule, send, configure } = await setUp(device, [{ objectType: 'schedule', objectInstance: 2 }])
  const content = last()
  schedule(content, 1).weeklySchedule[0] = []
  schedule(content, 2).weeklySchedule[0] = []
  const sent = await send(content)
  expect(sent?.deliveries).toMatchObject([
    { objectInstance: 1, outcome: 'notPermitted' },
    { objectInstance: 2, outcome: 'written' },
  ])
  configure([])
  await expect(link.sendSchedules('one', content, last(), [])).rejects.toMatchObject({ refusal: 'unsupported' })
  expect(writes(device)).toHaveLength(1)
})

test('what an unanswered save wrote is replaced by the next one, and what somebody else wrote meanwhile is not', async () => {
  const device = plant()
  const { last, schedule, send } = await setUp(device)
  const before = device.octets().get('17:1/123')
  const base = last()
  const attempt = last()
  schedule(attempt, 1).weeklySchedule[0] = []
  schedule(attempt, 2).weeklySchedule[0] = []
  await send(attempt, base)
  device.put(17, 2, { 123: week(day([4, real(50)])) })
  expect((await send(base, base, [attempt]))?.deliveries).toMatchObject([
    { objectInstance: 1, outcome: 'written' },
    { objectInstance: 2, outcome: 'changedThere', part: 'weeklySchedule' },
  ])
  expect(device.octets().get('17:1/123')).toBe(before)
})

test('a device that did not answer a save is read again soon, after which what waits is sent', async () => {
  const device = plant()
  const { reads, pass, last, schedule, send } = await setUp(device)
  const content = last()
  schedule(content, 1).weeklySchedule[0] = []
  device.isSilent = true
  await expect(send(content)).rejects.toMatchObject({ refusal: 'unreachable' })
  device.isSilent = false
  expect(reads).toHaveLength(1)
  await pass(45)
  expect(reads).toHaveLength(2)
})

test('a change on the device is found within ten minutes, at once with a new revision, and its present value in a minute', async () => {
  const device = plant()
  const { reads, states, pass, last, schedule } = await setUp(device)
  device.put(17, 1, { 123: week(day([7, on])), 85: off })
  await pass(65)
  expect(states.at(-1)).toMatchObject([{ objectInstance: 1, presentValue: false }, { objectInstance: 2 }])
  expect(reads).toHaveLength(1)
  await pass(600)
  expect(schedule(last(), 1).weeklySchedule[0]).toEqual([{ start: '07:00', end: '24:00', value: true }])
  device.put(8, 7, { 155: unsigned(2) })
  device.put(17, 1, { 123: week(day([4, on])) })
  await pass(140)
  expect(schedule(last(), 1).weeklySchedule[0]).toEqual([{ start: '04:00', end: '24:00', value: true }])
})

test('a device that takes no long requests is read and written element by element', async () => {
  const device = new VirtualDevice({ instance: 7, maxApdu: 128, sendsSegments: false, readsMultiple: false })
  device.put(5, 1, { 77: text('OCC'), 85: on, 104: off, 87: slots() })
  const long = day([6, on], [8, off], [10, on], [12, off], [14, on], [16, off])
  putSchedule(device, 1, { name: 'Long', week: week(long, long), standard: off, targets: target(5, 1) })
  device.arrays.set(123, (octets) => writtenElements('week', octets))
  const { last, schedule, send } = await setUp(device)
  const content = last()
  expect(schedule(content, 1).weeklySchedule[6]).toHaveLength(6)
  schedule(content, 1).weeklySchedule[6] = [{ start: '08:00', end: '12:00', value: true }]
  const sent = await send(content)
  expect(sent?.deliveries).toMatchObject([{ outcome: 'written' }])
  expect(writes(device).map((one) => one.split('@')[0])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((index) => `17:1/123[${index}]`),
  )
})
