/** When the evaluation is not on packets: where the clock can be moved, or was, or the operator has links of their own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeWhole } from '../../services/bacnet/encoding/codec'
import { objectKey } from '../../services/bacnet/encoding/primitives'
import { deviceObjectReference } from '../../services/bacnet/encoding/references'
import { primitives } from '../../services/bacnet/encoding/values'
import { createBacnetLink } from '../../services/bacnet/link/bacnet-link'
import { objectTypes } from '../../services/bacnet/object-types'
import type { Schedule } from '../../services/contracts/schedules'
import { minuteMs } from '../../services/history/history'
import { addClockOffset } from '../../services/kit/clock-offset'
import { readSettings } from '../../services/kit/settings'
import type { World } from '../../services/kit/world'
import { configurationOf } from '../../services/link/configuration'
import type { ControllerLink, ReadSchedules } from '../../services/link/port'
import { recordSchedules } from '../../services/operations/schedules/controller-copy'
import { findHost, replaceDocument } from '../../services/operations/schedules/records'
import { createSimulatedHistory } from '../../services/simulation/building/history'
import { scheduledLevels } from '../../services/simulation/building/values'
import { buildingDevice } from '../../services/simulation/devices/building-device'
import { beginEvaluation } from '../../services/simulation/devices/evaluation'
import { openWorld } from '../../services/start'
import { eventsWith } from '../harness/link-events'
import { freeUdpPorts } from '../harness/ports'

const count = 14

let folder: string
let world: World
let port: number

const settingsWith = (env: Record<string, string>) => {
  const read = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...env })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.settings
}
const onPackets = () => world.store.all(`SELECT id FROM device WHERE protocol = 'bacnet'`).length
const beginWith = (env: Record<string, string>) => beginEvaluation({ ...world, settings: settingsWith(env) }, port)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-evaluation-'))
  world = openWorld({ settings: settingsWith({}) })
  port = await freeUdpPorts()
})
afterAll(async () => {
  world.store.close()
  await rm(folder, { recursive: true, force: true })
})

test('a link of the operator, agents, the control plane and a moved clock keep it simulated, also after it was on packets', async () => {
  const begun = await beginWith({})
  expect([typeof begun?.since, onPackets()]).toEqual(['number', count])
  await begun?.close()
  for (const [env, reason] of [
    [{ LINK_PROGRAMS: 'bacnet=bacnet-link' }, 'other links are configured'],
    [{ AGENT_PORT: '4010' }, 'other links are configured'],
    [{ SIM_CONTROL: '1' }, 'SIM_CONTROL can move the clock'],
  ] as const) {
    const refused = await beginWith(env)
    expect(refused?.notice).toContain(`are simulated, without packets: ${reason}`)
    expect([refused?.since, onPackets()]).toEqual([null, 0])
  }
  addClockOffset(world.store, 60_000)
  expect((await beginWith({}))?.notice).toContain('the clock of this data folder was moved')
  expect(onPackets()).toBe(0)
})

test('what was written stays held, whichever of the two a controller is', async () => {
  world.store.run('DELETE FROM moved_clock')
  const held = () =>
    world.store.all(`SELECT point_id, level, value, by_name FROM point_command WHERE device_id IN (
      SELECT id FROM device WHERE name LIKE '% DRO-%') ORDER BY point_id, level`)
  const before = held()
  expect(before.length).toBeGreaterThan(3)
  const begun = await beginWith({})
  expect(world.store.all('SELECT 1 FROM device_level').length).toBeGreaterThan(3)
  await begun?.close()
  expect(await beginEvaluation(world, null)).toBeNull()
  expect([onPackets(), world.store.all('SELECT 1 FROM device_level').length, held()]).toEqual([0, 0, before])
  expect(world.store.get('SELECT 1 FROM controller_network')).toBeUndefined()
})

const idOf = (name: string) => world.store.get<{ id: string }>('SELECT id FROM device WHERE name = ?', name)?.id ?? ''

/** Serves the controllers and reads some of them by a link of this process; resolves with the schedules it reads first. */
async function linkTo(deviceId: string): Promise<{ link: ControllerLink; read: ReadSchedules; end(): Promise<void> }> {
  const begun = await beginWith({})
  const link = createBacnetLink() as ControllerLink
  const { networks, controllers } = configurationOf(world, 'bacnet', null)
  const read = await new Promise<ReadSchedules>((resolve) => {
    void link.start(eventsWith({ schedulesRead: (_id, schedules) => resolve(schedules) })).then(() =>
      link.configure({
        networks,
        controllers: controllers
          .filter((one) => one.deviceId === deviceId)
          .map((one) => ({ ...one, points: [], writable: 'all' as const })),
      }),
    )
  })
  return {
    ...{ link, read },
    async end() {
      await link.stop()
      await begun?.close()
    },
  }
}

/** Returns what the schedules of a controller write to one of its points now. */
function scheduledNow(deviceId: string, objectType: string, instance: number) {
  const points = world.store.all<{ id: string; object_type: string; object_instance: number; kind: string }>(
    'SELECT id, object_type, object_instance, kind FROM point WHERE device_id = ? AND object_type = ? AND object_instance = ?',
    deviceId,
    objectType,
    instance,
  )
  const levels = scheduledLevels(world, deviceId, { at: world.clock.now(), points })
  return [...levels.values()].flat().map(({ level, value }) => ({ level, value }))
}

const closed = [{ start: '00:00', end: '24:00', value: false }]
const open = [{ start: '00:00', end: '24:00', value: true }]

describe('over the wire', () => {
  let wire: Awaited<ReturnType<typeof linkTo>>
  let ahu: string
  let host: ReturnType<typeof findHost>
  beforeAll(async () => {
    ahu = idOf('AHU DRO-01')
    host = findHost(world, ahu)
    wire = await linkTo(ahu)
  }, 30_000)
  afterAll(() => wire.end())

  test('schedules are read as they are saved, and what is written there is what the building runs', async () => {
    const { link, read } = wire
    const [schedule] = read.schedules
    const [saved] = host?.schedules ?? []
    if (!schedule || !saved) throw new Error('there are no schedules')
    expect(read.unreadable).toEqual([])
    expect(schedule).toMatchObject({
      name: saved.name,
      weeklySchedule: saved.weeklySchedule,
      priorityForWriting: saved.priorityForWriting,
      onController: { fixed: [], keptEntries: 0, keptTargets: [] },
    })
    expect(schedule.exceptionSchedule.map(({ period, intervals }) => ({ period, intervals }))).toEqual(
      saved.exceptionSchedule.map(({ period, intervals }) => ({ period, intervals })),
    )
    expect(read.calendars.map(({ name, dateList }) => ({ name, dateList }))).toEqual(
      host?.calendars.map(({ name, dateList }) => ({ name, dateList })),
    )

    const save = async (change: Partial<Schedule>, calendars = read.calendars) => {
      const content = { calendars, schedules: [{ ...schedule, ...change }] }
      const sent = await link.sendSchedules(ahu, content, null, [])
      expect(sent?.deliveries.map(({ outcome, answer }) => ({ outcome, answer }))).toEqual(
        sent?.deliveries.map(() => ({ outcome: 'written', answer: null })),
      )
      return scheduledNow(ahu, 'binaryValue', 1)
    }
    const always = Array.from({ length: 7 }, () => open)
    expect(await save({ weeklySchedule: always, exceptionSchedule: [], priorityForWriting: 12 })).toEqual([
      { level: 12, value: true },
    ])
    const calendars = read.calendars.map((one) => ({
      ...one,
      dateList: [{ type: 'weekNDay' as const, month: 'any' as const, week: 'any' as const, dayOfWeek: 'any' as const }],
    }))
    const holidays = {
      ...{ key: 'exc-1', name: '', eventPriority: 3, intervals: closed },
      period: { type: 'calendarReference' as const, calendarKey: 'cal-1' },
    }
    expect(await save({ weeklySchedule: always, exceptionSchedule: [holidays] }, calendars)).toEqual([
      { level: 15, value: false },
    ])
    expect(await save({ weeklySchedule: always, outOfService: true }, calendars)).toEqual([])
    const runs = world.store.all('SELECT 1 FROM schedule_run WHERE device_id = ?', ahu)
    expect(runs.length).toBeGreaterThan(1)
    expect(findHost(world, ahu)?.schedules).toEqual(host?.schedules)
  }, 30_000)

  test('a controller is silenced, speaks again, and is backed up and restored', async () => {
    const { link, read } = wire
    const nameOf = () => {
      const row = world.store.get<{ schedules: string }>(
        'SELECT schedules FROM schedule_run WHERE device_id = ? ORDER BY from_at DESC LIMIT 1',
        ahu,
      )
      return (JSON.parse(row?.schedules ?? '[]') as Schedule[]).map(({ name }) => name)
    }
    await link.manage(ahu, { kind: 'silence', isComplete: true, minutes: 5, password: null })
    await link.manage(ahu, { kind: 'speak', password: null })
    expect(await link.answers(ahu)).toBe(true)
    await link.setClock(ahu)
    const logs = await link.trendLogs(ahu)
    expect(logs.map(({ of, objectInstance }) => [of, objectInstance])).toEqual(
      [1, 2, 3].map((instance) => [{ objectType: 'analogInput', objectInstance: instance }, instance]),
    )
    const backup = await link.backUpFiles(ahu, null)
    expect(backup.files.map(({ name, access }) => ({ name, access }))).toEqual([
      { name: 'Configuration', access: 'stream' },
    ])
    const [before] = nameOf()
    const renamed = { ...read, schedules: read.schedules.map((one) => ({ ...one, name: 'Evening' })) }
    await link.sendSchedules(ahu, renamed, null, [])
    expect(nameOf()).toEqual(['Evening'])
    await link.restoreFiles(ahu, backup, null)
    expect(nameOf()).toEqual([before])
    const [file] = backup.files
    const foreign = Buffer.from('{"format":"another"}').toString('base64')
    await expect(
      link.restoreFiles(ahu, { files: file ? [{ ...file, pieces: [foreign] }] : [] }, null),
    ).rejects.toMatchObject({ answer: 'invalidConfigurationData' })
    expect(nameOf()).toEqual([before])
  }, 30_000)
})

test('what a device cannot run is refused, and leaves its schedules as they were', () => {
  const device = buildingDevice(world, idOf('AHU DRO-01'), { reach: 'ip', held: { of: () => new Map(), set() {} } })
  const schedule = () => device.objects.all().find(({ type }) => type === 17)
  const before = schedule()
  if (!before) throw new Error('there is no schedule')
  const anyDay = { year: null, month: null, day: null, weekday: null }
  const one = (type: 'real' | 'unsigned', value: number) => ({ kind: 'primitives' as const, values: [{ type, value }] })
  const time = { hour: 8, minute: 0, second: 0, hundredths: 0 }
  const target = (type: number, instance: number) => ({ object: { type, instance }, property: 85 })
  expect([
    device.objects.write(before, 174, one('real', 1)),
    device.objects.write(before, 88, one('unsigned', 17)),
    device.objects.write(before, 123, { kind: 'weeklySchedule', values: [[]] }),
    device.objects.write(before, 123, {
      kind: 'weeklySchedule',
      values: Array.from({ length: 7 }, () => [{ time, value: { type: 'real' as const, value: 1 } }]),
    }),
    device.objects.write(before, 32, {
      kind: 'effectivePeriod',
      values: [{ start: { ...anyDay, month: 6 }, end: anyDay }],
    }),
    device.objects.write(before, 54, { kind: 'listOfObjectPropertyReferences', values: [target(5, 4711)] }),
    device.objects.write(before, 85, one('real', 1)),
  ]).toEqual([
    ...['invalidDataType', 'valueOutOfRange', 'valueOutOfRange', 'invalidDataType'],
    ...['valueOutOfRange', 'valueOutOfRange', 'writeAccessDenied'],
  ])
  expect(schedule()).toEqual(before)
})

test('schedules that were changed at a controller stay so when it is simulated again, and a save that waits is sent', async () => {
  const ahu = idOf('AHU DRO-01')
  const begun = await beginWith({})
  const { objects } = buildingDevice(world, ahu, { reach: 'ip', held: { of: () => new Map(), set() {} } })
  const schedule = objects.all().find(({ type }) => type === 17)
  if (!schedule) throw new Error('there is no schedule')
  const hostNow = () => {
    const host = findHost(world, ahu)
    if (!host) throw new Error('there is no controller')
    return host
  }
  const { calendars, schedules } = hostNow()
  recordSchedules(world, ahu, { calendars, schedules, unreadable: [] })
  expect(objects.write(schedule, 88, { kind: 'primitives', values: [{ type: 'unsigned', value: 9 }] })).toBeNull()
  expect(hostNow().schedules[0]?.priorityForWriting).not.toBe(9)
  await begun?.close()
  await beginEvaluation(world, null)
  expect(hostNow()).toMatchObject({ syncState: 'deviceChanged', onController: null })
  expect(hostNow().schedules[0]?.priorityForWriting).toBe(9)

  await (await beginWith({}))?.close()
  replaceDocument(world, hostNow(), { calendars, schedules, syncState: 'pendingSend', by: null })
  await beginEvaluation(world, null)
  expect(hostNow().syncState).toBe('pendingSend')
  expect(hostNow().schedules).toEqual(schedules)
  const waits = () => world.store.get('SELECT 1 FROM job WHERE id = ?', `schedules:${ahu}`) !== undefined
  expect(waits()).toBe(true)
  await (await beginWith({}))?.close()
  expect(waits()).toBe(false)
  world.store.run(`UPDATE host_schedule SET sync_state = 'inSync' WHERE device_id = ?`, ahu)
})

test('a device lists each of its points in a group of its unit', () => {
  const { objects, model } = buildingDevice(world, idOf('AHU DRO-01'), {
    reach: 'ip',
    held: { of: () => new Map(), set() {} },
  })
  const views = objects.all().filter(({ type }) => type === objectTypes.structuredView)
  const [unit, ...parts] = views.map(({ instance, properties }) => {
    const content = new Map(properties)
    const list = content.get('subordinateList')
    const entries =
      list && 'elements' in list ? list.elements.map((octets) => decodeWhole(deviceObjectReference, octets)) : []
    const description = content.get('description')
    const [text] = description && 'value' in description ? decodeWhole(primitives, description.value) : []
    return { instance, text: text?.type === 'characterString' ? text.value.text : '', entries }
  })
  expect(unit?.text).toBe('AHU DRO-01')
  expect(unit?.entries.map(({ object }) => object.instance)).toEqual(parts.map(({ instance }) => instance))
  expect(parts.map(({ text }) => text)).toEqual(['Inputs', 'Outputs', 'Setpoints and states'])
  const listed = parts.flatMap(({ entries }) => entries.map(({ object }) => objectKey(object)))
  expect(listed.sort()).toEqual(model.points.map((point) => objectKey(point)).sort())
})

test('a log has what the building read each minute since its device is served', () => {
  let now = Math.floor(world.clock.now() / minuteMs) * minuteMs + 1_000
  const later = { ...world, clock: { ...world.clock, now: () => now } }
  const ahu = idOf('AHU DRO-01')
  const { logs, model } = buildingDevice(later, ahu, { reach: 'ip', held: { of: () => new Map(), set() {} } })
  expect(logs.all().map(({ newest }) => newest)).toEqual([0, 0, 0])
  const from = now - 1_000
  now += 5 * minuteMs
  const [log] = logs.all()
  if (!log) throw new Error('there is no log')
  expect(log.newest).toBe(5)
  const point = model.points.find(({ type, instance }) => type === log.of.type && instance === log.of.instance)
  const id = world.store.get<{ id: string }>(
    'SELECT id FROM point WHERE device_id = ? AND name = ?',
    ahu,
    point?.name ?? '',
  )
  const window = { from: from + minuteMs, to: from + 6 * minuteMs }
  const read = createSimulatedHistory(later)
    .expected?.([id?.id ?? ''], window)
    .get(id?.id ?? '')
  const records = logs.records(log, 1, 5)
  expect(records.map(({ at }) => at)).toEqual([1, 2, 3, 4, 5].map((minute) => from + minute * minuteMs))
  expect(records.map(({ value }) => value)).toEqual([...(read ?? [])])
  expect(records.every(({ value }) => typeof value === 'number')).toBe(true)
})

test('a store that fails makes a device one without values, which refuses what is written', () => {
  const [row] = world.store.all<{ id: string }>(`SELECT id FROM device WHERE name = 'VAV DRO-01'`)
  const device = buildingDevice(world, row?.id ?? '', {
    reach: 'ip',
    held: {
      of: () => {
        throw new Error('the disk is full')
      },
      set: () => {
        throw new Error('the disk is full')
      },
    },
  })
  const { source, model } = device
  expect([source.states().size, source.isSilent()]).toEqual([0, false])
  const output = model.points.find(({ isCommandable }) => isCommandable)
  expect(output && source.command(output, 8, 1)).toBe(false)
})
