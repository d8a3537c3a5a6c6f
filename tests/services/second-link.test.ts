/** A controller that is nothing but a table, beside the simulated ones: what people do with it reaches the table. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Point } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import { LinkError, type LinkEvents, type ObjectDescription } from '../../services/link/port'
import { type Services, startTestServices } from '../harness/services'
import { createTableLink, emptyTable } from '../harness/table-link'

const device = seedId('device', 'montcalm-BIB-ECYAPEX-1')

const object = (objectType: 'analogInput' | 'analogValue', name: string): ObjectDescription => ({
  objectType,
  objectInstance: 1,
  name,
  displayName: name,
  kind: 'number',
  unit: 'degC',
  precision: 1,
  min: null,
  max: 40,
  states: null,
  covIncrement: 0.1,
  isWritable: objectType === 'analogValue',
})

const table = emptyTable([object('analogInput', 'Hall.Temp'), object('analogValue', 'Hall.TempSp')])
const setpointKey = 'analogValue:1'
let held: Promise<unknown> | undefined
/** Ends the link at a write, before or after the controller has done it. */
let end: 'before' | 'after' | undefined
let events: LinkEvents
const link = createTableLink(table, () => held ?? Promise.resolve())

/** Returns what the controller states of itself. */
const stated = async <Value>(value: Value): Promise<Value> => {
  if (table.trouble) throw new LinkError(table.trouble)
  return value
}

/** The requests that reached the controller. */
const requests: string[] = []
let services: Services
beforeAll(async () => {
  services = await startTestServices({
    links: {
      table: {
        ...link,
        async start(own) {
          events = own
        },
        clocks(ids) {
          requests.push('clocks')
          return stated(new Map(ids.map((id) => [id, { time: services.world.clock.now() - 90_000, syncedAt: null }])))
        },
        infos(ids) {
          requests.push('infos')
          return stated(new Map(ids.map((id) => [id, { publicAddress: '10.0.4.7', macAddress: null, network: null }])))
        },
        async read(...args) {
          requests.push('read')
          return (await link.read?.(...args)) ?? []
        },
        async write(...args) {
          const answer = end !== 'before' && (await link.write?.(...args))
          if (answer && !end) return answer
          table.trouble = 'unreachable'
          throw new LinkError('unreachable', null, true)
        },
      },
    },
  })
  services.world.store.run(`UPDATE device SET protocol = 'table' WHERE id = ?`, device)
  await call('POST /devices/sync-state', { deviceIds: [device] })
  services.world.clock.advance(3_000)
  await vi.waitFor(async () => expect(await list()).toHaveLength(2), 10_000)
  expect((await switchWriting({ isOn: true })).status).toBe(200)
})
beforeEach(() => {
  Object.assign(table, { trouble: null, slots: {}, values: { 'analogInput:1': 21.5, [setpointKey]: 20 } })
})
afterAll(() => services.close())

const call = (line: string, body?: unknown, headers?: Record<string, string>) =>
  services.call('site', line, { as: 'amelie', body, ...(headers && { headers }) })
const switchWriting = (body: { isOn: boolean; objects?: unknown; eTag?: string }) =>
  call(`PUT /x/devices/${device}/writing`, { reason: 'Commissioned', ...body })
const operations = (line: string, body?: unknown) => services.call('operations', line, { as: 'amelie', body })
const list = async (): Promise<Point[]> => (await call(`GET /devices/${device}/points`)).body
const point = async (name: string) => (await list()).find((one) => one.name === name) as Point
const follow = async (pointId: string): Promise<string> =>
  (await call('PUT /points/subscribe', { deviceId: device, pointIds: [pointId], leaseSec: 900 })).body.subscriptionId

async function override(value: number, headers?: Record<string, string>, minutes?: number) {
  const { id } = await point('Hall.TempSp')
  const path = minutes === undefined ? 'override' : 'timed-override'
  const body = { pointValue: value, subscriptionId: await follow(id), deviceId: device, duration: minutes }
  return call(`PUT /points/${id}/${path}`, body, headers)
}

describe('points', () => {
  it('are the objects that the controller lists, with what it measures', async () => {
    expect(await list()).toMatchObject([
      { name: 'Hall.Temp', presentValue: 21.5, isWritable: false, reliability: 'noFaultDetected' },
      { name: 'Hall.TempSp', presentValue: 20, isWritable: true, relinquishDefault: 20, activePriority: null },
    ])
    table.values['analogInput:1'] = 22.5
    expect((await point('Hall.Temp')).presentValue).toBe(22.5)
    expect((await call(`GET /x/points?deviceId=${device}&search=hall`)).body.data).toHaveLength(2)
  })

  it('are not known while it does not answer', async () => {
    table.trouble = 'unreachable'
    expect(await point('Hall.Temp')).toMatchObject({ presentValue: null, reliability: 'communicationFailure' })
    table.trouble = null
    expect(await point('Hall.Temp')).toMatchObject({ presentValue: 21.5, reliability: 'noFaultDetected' })
  })

  it('show a level that somebody else wrote, without a name', async () => {
    table.slots = { [setpointKey]: { 8: 25 } }
    expect(await point('Hall.TempSp')).toMatchObject({ presentValue: 25, activePriority: 8, override: { by: null } })
  })
})

describe('an override', () => {
  it('is written to the controller, is listed with who wrote it, and is released there', async () => {
    const { status, body } = await override(24)
    expect([status, body]).toMatchObject([200, { presentValue: 24, activePriority: 8, effective: true }])
    expect(table.slots[setpointKey]).toEqual({ 8: 24 })
    const { id, override: shown } = await point('Hall.TempSp')
    expect(shown).toMatchObject({ value: 24, by: { fullName: expect.stringContaining('Am') } })
    const released = await call(`PUT /points/${id}/auto`, {})
    expect(released.body).toMatchObject({ presentValue: 20, activePriority: null, effective: true })
    expect(table.slots[setpointKey]).toEqual({})
    const { data } = (await call(`GET /x/points/${id}/writes`)).body
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['release', 'write'])
    const at8 = (value: number | null) => Array.from({ length: 16 }, (_, at) => (at === 7 ? value : null))
    expect(data.map(({ controller }: { controller: unknown }) => controller)).toEqual([
      { answer: 'accepted', before: at8(24), after: at8(null) },
      { answer: 'accepted', before: at8(null), after: at8(24) },
    ])
  })

  it('that the controller refuses, or does not answer, is nowhere', async () => {
    for (const [trouble, code, errors] of [
      ['refused', 4606, undefined],
      ['unreachable', 4303, { pointValue: 'errors.points.notSent' }],
    ] as const) {
      table.trouble = trouble
      const { body } = await override(24)
      expect([body.errorCode, body.errors]).toEqual([code, errors])
    }
    expect((await call(`GET /x/overrides?deviceId=${device}`)).body.data).toEqual([])
  })

  it('for a time is released at the controller when the time is over', async () => {
    expect((await override(24, undefined, 10)).status).toBe(200)
    services.world.clock.advance(600_000)
    await expect.poll(() => table.slots[setpointKey]).toEqual({})
  })

  it('that takes longer than five seconds is answered with 202, and then under the same key', async () => {
    const { id } = await point('Hall.TempSp')
    const body = { pointValue: 23, subscriptionId: await follow(id), deviceId: device }
    const write = () => call(`PUT /points/${id}/override`, body, { 'idempotency-key': 'a-slow-one' })
    let release = (_: unknown) => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    expect(await write()).toMatchObject({ status: 202, body: { pending: true } })
    expect(table.slots).toEqual({})
    release(undefined)
    held = undefined
    await expect.poll(async () => (await write()).status).toBe(200)
    expect((await write()).body).toMatchObject({ presentValue: 23, effective: true })
    expect(table.slots[setpointKey]).toEqual({ 8: 23 })
    const { data } = (await call(`GET /x/points/${id}/writes`)).body
    expect(data.filter((one: { new: unknown }) => one.new === 23)).toHaveLength(1)
  }, 15_000)
})

describe('a write whose link ends before the answer', () => {
  const listed = async () => (await call(`GET /x/overrides?deviceId=${device}`)).body.data
  const comeBack = () => Object.assign(table, { trouble: null })
  async function lost(moment: 'before' | 'after', key: string) {
    const { id } = await point('Hall.TempSp')
    const body = { pointValue: 23, subscriptionId: await follow(id), deviceId: device }
    const write = () => call(`PUT /points/${id}/override`, body, { 'idempotency-key': key })
    end = moment
    expect(await write()).toMatchObject({ status: 202, body: { pending: true } })
    expect(await write()).toMatchObject({ status: 202, body: { pending: true } })
    end = undefined
    comeBack()
    return { id, write }
  }

  it('is found in the levels when the link is back, and is of this installation', async () => {
    const { id, write } = await lost('after', 'done-and-lost')
    const levels = [{ level: 8, value: 23, at: Date.now(), isScheduled: false }]
    events.levels(device, [{ pointId: id, levels }])
    expect(await write()).toMatchObject({ status: 200, body: { presentValue: 23, controller: { answer: 'found' } } })
    expect(await listed()).toMatchObject([{ level: 8, value: 23, isOurs: true }])
    expect(services.world.store.all('SELECT 1 FROM intent')).toEqual([])

    const release = () =>
      call('POST /x/overrides/release', { points: [{ pointId: id, level: 8 }] }, { 'idempotency-key': 'released-lost' })
    end = 'after'
    expect((await release()).status).toBe(202)
    expect((await release()).status).toBe(202)
    end = undefined
    comeBack()
    expect(await release()).toMatchObject({ status: 200, body: [{ controller: { answer: 'found' } }] })
    expect([table.slots[setpointKey], await listed()]).toEqual([{}, []])
  })

  it('is not done where the levels do not have it, and is not done later', async () => {
    const { write } = await lost('before', 'never-done')
    expect(await write()).toMatchObject({ status: 409, body: { errorCode: 4303 } })
    expect([table.slots, await listed()]).toEqual([{}, []])
    expect(services.world.store.all('SELECT 1 FROM intent')).toEqual([])
  })
})

it('what the controller measures is its trend, with a gap where nothing was heard', async () => {
  const { id } = await point('Hall.Temp')
  const { clock } = services.world
  const since = clock.now()
  for (const value of [20, 21, null]) {
    const quality = value === null ? 'lost' : 'good'
    events.values(device, [{ pointId: id, at: clock.now(), value, quality }])
    events.values(seedId('device', 'story-2'), [{ pointId: id, at: clock.now(), value: 99, quality: 'good' }])
    clock.advance(600_000)
  }
  const [from, to] = [since, clock.now()].map((at) => new Date(at).toISOString())
  const { status, body } = await call('POST /x/trends', {
    pointIds: [id],
    from,
    to,
    aggregate: 'last',
    intervalSec: 60,
  })
  expect(status).toBe(200)
  const values = body.series[0].samples.map(([, value]: [string, unknown]) => value)
  expect([20, 21, null, 99].map((value) => values.includes(value))).toEqual([true, true, true, false])
})

it('an alarm of the controller is acknowledged there', async () => {
  const { id } = await point('Hall.Temp')
  events.alarm(device, { kind: 'zoneHot', into: 'highLimit', pointId: id, presentValue: 31 })
  const { body } = await operations('POST /alarms', { filter: { deviceId: device } })
  const alarm = body.data.find((one: { pointId: string }) => one.pointId === id)
  expect(alarm).toMatchObject({ eventState: 'highLimit' })
  expect((await point('Hall.Temp')).statusFlags?.inAlarm).toBe(true)
  table.trouble = 'refused'
  const refused = await operations('POST /alarms/acknowledge', { alarmIds: [alarm.id] })
  expect(refused.body.errors).toMatchObject([{ details: { errorCode: 4606 } }])
  table.trouble = null
  expect((await operations('POST /alarms/acknowledge', { alarmIds: [alarm.id] })).status).toBe(200)
  expect(table.acknowledged).toEqual([alarm.id])
})

it('schedules reach the controller, again after it was silent', async () => {
  const weeklySchedule = [[{ start: '06:30', end: '18:30', value: true }], [], [], [], [], [], []]
  const save = (name: string) =>
    operations(`PUT /schedules/${device}`, { eTag: '*', schedules: [{ name, weeklySchedule }] })
  const state = async () => (await operations(`GET /schedules/${device}`)).body.syncState
  expect((await save('Hall')).body.syncState).toBe('pendingSend')
  await expect.poll(state).toBe('inSync')
  expect(table.schedules?.schedules).toMatchObject([{ name: 'Hall' }])

  table.trouble = 'unreachable'
  events.down(device, services.world.clock.now())
  await save('Lobby')
  await expect.poll(state).toBe('pendingSend')
  table.trouble = null
  events.up(device)
  await expect.poll(state).toBe('inSync')
  expect(table.schedules?.schedules).toMatchObject([{ name: 'Lobby' }])
})

it('what the controller cannot do is refused as not supported', async () => {
  const types = ['time', 'network']
  const sent = await services.call('device-configuration', 'POST /devices/configuration/send', {
    as: 'amelie',
    body: { deviceIds: [device], configurationTypes: types },
  })
  expect(sent.body.errors).toMatchObject(types.map((type) => ({ details: { type, errorCode: 4310 } })))
})

describe('the ledger', () => {
  const ledger = async (query = '') => (await call(`GET /x/overrides?deviceId=${device}${query}`)).body.data
  /** Reports the levels that the table has, as the link of a controller does. */
  const report = async (slots: Record<number, number>) => {
    table.slots = { [setpointKey]: slots }
    const levels = Object.entries(slots).map(([level, value]) => ({
      ...{ level: Number(level), value, at: Date.now(), isScheduled: false },
    }))
    events.levels(device, [{ pointId: (await point('Hall.TempSp')).id, levels }])
  }
  beforeEach(() => report({}))

  it('has the levels of others, since when they are held, beside those of this installation', async () => {
    expect((await override(24)).status).toBe(200)
    await report({ 3: 30, 8: 24, 16: 19 })
    const since = services.world.clock.now()
    services.world.clock.advance(60_000)
    await report({ 3: 30, 8: 24, 16: 19 })
    const rows = (await ledger()).map(({ level, value, isOurs, by, at }: Record<string, unknown>) => ({
      ...{ level, value, isOurs, by: (by as { fullName: string } | null)?.fullName ?? null, at },
    }))
    expect(rows).toEqual([
      { level: 3, value: 30, isOurs: false, by: null, at: new Date(since).toISOString() },
      { level: 8, value: 24, isOurs: true, by: 'Amélie Tremblay', at: new Date(since).toISOString() },
    ])
    expect((await ledger('&level=16')).map(({ value }: { value: number }) => value)).toEqual([19])
    expect(await ledger('&isOurs=false')).toHaveLength(1)
    expect(await ledger('&isOurs=true&level=1,8,16')).toHaveLength(1)
    await report({ 8: 24 })
    expect((await ledger()).map(({ level }: { level: number }) => level)).toEqual([8])
  })

  it('loses an override that somebody else has released or written over, which is on record', async () => {
    expect((await override(24, undefined, 10)).status).toBe(200)
    await report({ 8: 26 })
    expect(await ledger()).toMatchObject([{ level: 8, value: 26, isOurs: false, by: null, expiresAt: null }])
    services.world.clock.advance(700_000)
    await expect.poll(() => services.world.store.all('SELECT 1 FROM intent')).toEqual([])
    expect(table.slots[setpointKey]).toEqual({ 8: 26 })
    expect((await override(25)).status).toBe(200)
    await report({})
    expect(await ledger()).toEqual([])
    const { id } = await point('Hall.TempSp')
    const { data } = (await call(`GET /x/points/${id}/writes`)).body
    expect(
      data
        .slice(0, 4)
        .map(({ action, by, old, new: value }: Record<string, unknown>) => [action, by !== null, old, value]),
    ).toEqual([
      ['release', false, 25, null],
      ['write', true, 26, 25],
      ['write', false, 24, 26],
      ['write', true, null, 24],
    ])
  })

  it('releases the level of somebody else, with what it held', async () => {
    await report({ 8: 27 })
    const { id } = await point('Hall.TempSp')
    const released = await call('POST /x/overrides/release', { points: [{ pointId: id, level: 8 }], reason: 'Left' })
    expect(released.body).toMatchObject([{ effective: true, controller: { answer: 'accepted' } }])
    expect(table.slots[setpointKey]).toEqual({})
    expect((await call(`GET /x/points/${id}/writes`)).body.data[0]).toMatchObject({
      action: 'release',
      old: 27,
      new: null,
    })
  })

  it('keeps an override whose end the controller is late for, and says how late it was', async () => {
    expect((await override(24, undefined, 10)).status).toBe(200)
    const dueAt = services.world.clock.now() + 600_000
    table.trouble = 'unreachable'
    services.world.clock.advance(900_000)
    await expect.poll(() => services.world.store.all('SELECT 1 FROM intent')).toHaveLength(1)
    expect(await ledger()).toMatchObject([
      { level: 8, value: 24, expiresAt: new Date(dueAt).toISOString(), isOverdue: true },
    ])
    table.trouble = null
    await expect.poll(() => table.slots[setpointKey], { timeout: 10_000 }).toEqual({})
    await expect.poll(ledger).toEqual([])
    const { id } = await point('Hall.TempSp')
    const [last] = (await call(`GET /x/points/${id}/writes`)).body.data
    expect(last).toMatchObject({ action: 'expiry', old: 24, expiresAt: new Date(dueAt).toISOString() })
    expect(Date.parse(last.at) - dueAt).toBeGreaterThanOrEqual(300_000)
  })
})

describe('writing', () => {
  const writing = async () => (await call(`GET /x/devices/${device}/writing`)).body.data
  beforeEach(async () => {
    await switchWriting({ isOn: true })
    await call(`PUT /points/${(await point('Hall.TempSp')).id}/auto`, { deviceId: device })
  })
  const errorOf = ({ body }: { body: { errors?: unknown; errorCode?: number } }) => [body.errorCode, body.errors]

  it('is on record with its reason, and refused while it is off', async () => {
    const off = await switchWriting({ isOn: false })
    expect([off.status, off.body.data]).toMatchObject([
      200,
      { isOn: false, objects: null, reason: 'Commissioned', changedBy: { fullName: 'Amélie Tremblay' } },
    ])
    expect(await point('Hall.TempSp')).toMatchObject({ isWritable: false })
    expect(errorOf(await override(22))).toEqual([4601, { pointValue: 'errors.points.writingOff' }])
    expect(table.slots[setpointKey]).toEqual({})
    await switchWriting({ isOn: true })
    expect(await point('Hall.TempSp')).toMatchObject({ isWritable: true })
  })

  it('may be limited to objects', async () => {
    await switchWriting({ isOn: true, objects: [{ objectType: 'analogValue', objectInstance: 9 }] })
    expect(errorOf(await override(22))).toEqual([4601, { pointValue: 'errors.points.writingOff' }])
    const [objectType, objectInstance] = setpointKey.split(':')
    await switchWriting({ isOn: true, objects: [{ objectType, objectInstance: Number(objectInstance) }] })
    expect((await override(22)).status).toBe(200)
  })

  it('stays on while an override could not be released otherwise', async () => {
    expect((await override(22)).status).toBe(200)
    expect(errorOf(await switchWriting({ isOn: false }))).toEqual([4201, { isOn: 'errors.writing.held' }])
    expect(await writing()).toMatchObject({ isOn: true })
    const { id } = await point('Hall.TempSp')
    await call(`PUT /points/${id}/auto`, { deviceId: device })
    expect((await switchWriting({ isOn: false })).status).toBe(200)
  })

  it('needs a reason, the present version, and a right', async () => {
    expect((await switchWriting({ isOn: true, eTag: 'earlier.1' })).body.errorCode).toBe(4009)
    const withoutReason = await call(`PUT /x/devices/${device}/writing`, { isOn: true, reason: ' ' })
    expect(errorOf(withoutReason)).toEqual([4000, { reason: ['errors.field.required'] }])
    const refused = await services.call('site', `PUT /x/devices/${device}/writing`, {
      as: 'usha',
      body: { isOn: true, reason: 'Commissioned' },
    })
    expect(refused.status).toBe(403)
  })

  it('of a simulated controller has no switch', async () => {
    const other = seedId('device', 'story-2')
    expect((await call(`GET /x/devices/${other}/writing`)).body.data).toBeNull()
    expect((await call(`PUT /x/devices/${other}/writing`, { isOn: true, reason: 'x' })).body.errorCode).toBe(4310)
  })
})

it('states nothing of itself while it is silent, which is not known and no failure of what is read of many', async () => {
  const read = (line: string, body?: unknown) => services.call('device-configuration', line, { as: 'amelie', body })
  const simulated = seedId('device', 'story-2')
  const times = async () => {
    const { status, body } = await read('POST /x/devices/time', { deviceIds: [device, simulated] })
    return [status, ...(body.data ?? []).map((one: { currentDeviceTime: unknown }) => one.currentDeviceTime !== null)]
  }
  expect(await times()).toEqual([200, true, true])
  table.trouble = 'unreachable'
  expect(await times()).toEqual([200, false, true])
  const alone = await read(`GET /devices/${device}/time`)
  expect([alone.status, alone.body.currentDeviceTime]).toEqual([200, null])
  expect((await read(`GET /devices/${device}/network`)).status).toBe(200)
})

it('gets no request for somebody who may not see it', async () => {
  const { id } = await point('Hall.TempSp')
  const customerId = seedId('customer', 'CUS1002')
  const as = 'claire'
  const { body: own } = await services.call('site', `GET /x/devices?customerId=${customerId}&pageSize=1`, { as })
  const deviceIds = [own.data[0].id, device]
  const subscriptionId = await follow(id)
  requests.length = 0
  const configuration = (line: string, body?: unknown) => services.call('device-configuration', line, { as, body })
  const answers = [
    await configuration('POST /x/devices/time', { deviceIds }),
    await configuration(`GET /x/configuration/network?deviceIds=${deviceIds.join()}`),
    await configuration('POST /devices/time', { deviceIds: [device], eTag: null, value: { autoTime: true } }),
    await services.call('site', `PUT /points/${id}/value`, {
      ...{ as, body: { pointValue: 21, deviceId: device, subscriptionId }, headers: { 'if-match': 'earlier.1' } },
    }),
  ]
  expect(answers.map(({ status, body }) => [status, body.data?.length])).toEqual([
    ...[200, 200].map((status) => [status, 1]),
    ...[404, 404].map((status) => [status, undefined]),
  ])
  expect(requests).toEqual([])
})
