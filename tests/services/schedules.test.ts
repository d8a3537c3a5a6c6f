import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf } from '../../services/seed/people'
import { type CallOptions, type Services, startTestServices, stopWatching } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
beforeEach(() => services.reset())
afterAll(() => services.close())

const ahu = 'ECY600-0A1001'
const suite = 'ECYS1000-0A4001'
const call = (line: string, options?: CallOptions) => services.call('operations', line, options)
const read = async (id: string, as = 'amelie') => (await call(`GET /schedules/${id}`, { as })).body
/** Over whatever version there is, where the body names none. */
const save = (id: string, body: object, as = 'amelie') =>
  call(`PUT /schedules/${id}`, { as, body: { eTag: '*', ...body } })
const advance = (advanceMs: number) => services.control('POST /clock', { advanceMs })
const office = (value: unknown = true) => [{ start: '06:30', end: '18:30', value }]
const simple = { schedules: [{ name: 'Office', weeklySchedule: [office(), [], [], [], [], [], []] }] }

describe('the seed', () => {
  it('has nine schedules and two calendars in the stories, and twenty-four and twelve in Montcalm', () => {
    const rows = services.world.store.all<{ customer_id: string; schedules: string; calendars: string }>(
      'SELECT customer_id, schedules, calendars FROM host_schedule',
    )
    const count = (of: 'schedules' | 'calendars', montcalm: boolean) =>
      rows
        .filter((row) => (row.customer_id === customerIdOf('CUS1004')) === montcalm)
        .reduce((sum, row) => sum + (JSON.parse(row[of]) as unknown[]).length, 0)
    expect([count('schedules', false), count('calendars', false)]).toEqual([9, 2])
    expect([count('schedules', true), count('calendars', true)]).toEqual([24, 12])
  })

  it('holds documents that could be saved as they are', async () => {
    for (const { host_id } of services.world.store.all<{ host_id: string }>(
      'SELECT host_id FROM host_schedule JOIN device ON device.id = device_id ORDER BY host_id',
    )) {
      const document = await read(host_id)
      expect([host_id, (await save(host_id, document)).status]).toEqual([host_id, 200])
    }
  })
})

it('is one path to OpenAPI, whatever its parameter is called', async () => {
  const { paths } = await (await fetch(`${services.origin('operations')}/openapi.json`)).json()
  expect(Object.keys(paths).filter((path) => path.startsWith('/schedules/{'))).toEqual(['/schedules/{id}'])
  const inPath = paths['/schedules/{id}'].put.parameters.filter((one: { in?: string }) => one.in === 'path')
  expect(inPath).toMatchObject([{ name: 'id' }])
})

describe('schedules of a controller', () => {
  it('are listed with what they say now and what comes next, by id or host id', async () => {
    const { body } = await call(`GET /schedules/controllers/${deviceIdOf('story-1')}`, { as: 'claire' })
    expect(body.totalCount).toBe(2)
    expect(body.data[0]).toMatchObject({
      hostId: ahu,
      deviceId: deviceIdOf('story-1'),
      key: 'sch-1',
      name: 'Office occupancy',
      valueType: 'boolean',
      presentValue: true,
      isActive: true,
      targetCount: 1,
      syncState: 'inSync',
      nextTransition: { at: '2026-03-09T22:30:00.000Z', value: false },
    })
    expect((await call(`GET /schedules/controllers/${ahu}`, { as: 'claire' })).body).toEqual(body)
    const bare = await call(`GET /schedules/controllers/${deviceIdOf('story-7')}`, { as: 'amelie' })
    expect(bare.body).toEqual({ data: [], totalCount: 0 })
  })

  it('are read whole, by host id or id, in the time zone of the site', async () => {
    const document = await read(ahu)
    expect(document).toMatchObject({
      hostId: ahu,
      timeZone: 'America/Toronto',
      syncState: 'inSync',
      updatedBy: { fullName: 'Amélie Tremblay' },
      calendars: [{ key: 'cal-1', name: 'Statutory holidays of Québec' }],
      schedules: [{ presentValue: true, reliability: 'noFaultDetected', statusFlags: { outOfService: false } }, {}],
    })
    expect(document.calendars[0].dateList).toContainEqual({ type: 'date', date: '2026-05-18' })
    expect(document.calendars[0].dateList).toContainEqual({ type: 'date', date: '2026-04-03' })
    expect(await read(deviceIdOf('story-1'))).toEqual(document)
    expect(await read(deviceIdOf('story-7'))).toMatchObject({ errorCode: 4304 })
    expect(await read(deviceIdOf('story-4'))).toMatchObject({
      hostId: 'ECY303-0A2001',
      schedules: [],
      syncState: 'inSync',
    })
  })

  it('are hidden from strangers (404) and refused to those without a role (403)', async () => {
    expect(await read(ahu, 'paul')).toMatchObject({ errorCode: 4005 })
    expect(await read('unknown', 'marcus')).toMatchObject({ errorCode: 4005 })
    expect(await read(ahu, 'nadia')).toMatchObject({ errorCode: 4003 })
  })
})

describe('saving', () => {
  it('asks which version is replaced (4010)', async () => {
    const { status, body } = await call(`PUT /schedules/${ahu}`, { as: 'amelie', body: simple })
    expect([status, body.errorCode]).toEqual([428, 4010])
    expect(
      (await call(`PUT /schedules/${ahu}`, { as: 'amelie', body: simple, headers: { 'if-match': '*' } })).status,
    ).toBe(200)
  })

  it('replaces the document and sends it: pendingSend, sending, inSync within three seconds', async () => {
    const before = await read(ahu)
    const saved = await save(ahu, { ...before, schedules: [before.schedules[0]] }, 'usha')
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({ syncState: 'pendingSend', updatedBy: { fullName: 'Usha Raman' } })
    expect(saved.headers.get('etag')).toBe(`"${saved.body.eTag}"`)
    expect(saved.body.schedules).toHaveLength(1)
    expect(saved.body.lastSyncedAt).toBe(before.lastSyncedAt)
    await advance(500)
    expect((await read(ahu)).syncState).toBe('sending')
    await advance(2_500)
    const after = await read(ahu)
    expect(after.syncState).toBe('inSync')
    expect(after.eTag).toBe(saved.body.eTag)
    expect(Date.parse(after.lastSyncedAt)).toBeGreaterThan(Date.parse(before.lastSyncedAt))
  })

  it('is in sync from when the controller took it, also when time passes at once', async () => {
    const from = Date.parse((await services.control('GET /clock')).body.now)
    await save(ahu, simple)
    await advance(3_600_000)
    const { syncState, lastSyncedAt } = await read(ahu)
    expect(syncState).toBe('inSync')
    expect(Date.parse(lastSyncedAt) - from).toBeGreaterThanOrEqual(2_100)
    expect(Date.parse(lastSyncedAt) - from).toBeLessThanOrEqual(2_900)
  })

  it('is answered once when another one follows on its way', async () => {
    const first = await save(ahu, simple)
    await advance(500)
    const second = await save(ahu, { schedules: [{ ...simple.schedules[0], name: 'Hall' }], eTag: first.body.eTag })
    await advance(2_500)
    expect(await read(ahu)).toMatchObject({ syncState: 'sending', eTag: second.body.eTag })
    await advance(500)
    expect(await read(ahu)).toMatchObject({ syncState: 'inSync', schedules: [{ name: 'Hall' }] })
    const runs = services.world.store.all(
      `SELECT json_extract(schedules, '$[0].name') AS name FROM schedule_run WHERE device_id = ? ORDER BY from_at`,
      deviceIdOf('story-1'),
    )
    expect(runs).toEqual([{ name: 'Office occupancy' }, { name: 'Hall' }])
  })

  it('is a tenant user’s and a customer admin’s, not a customer user’s', async () => {
    expect((await save(suite, simple, 'claire')).status).toBe(200)
    expect((await save(ahu, simple, 'claire')).status).toBe(403)
    expect((await save(ahu, simple, 'paul')).status).toBe(404)
    expect((await save(suite, simple, 'usha')).status).toBe(200)
    expect((await save(ahu, simple, 'nadia')).status).toBe(403)
  })

  it('is refused from another version (4009), for an archived customer (4202) and without a host (4304)', async () => {
    const before = await read(ahu)
    await save(ahu, before)
    const stale = await save(ahu, before)
    expect([stale.status, stale.body.errorCode]).toEqual([409, 4009])
    expect(stale.body.current).toMatchObject({ hostId: ahu, eTag: stale.body.currentETag })
    expect((await save(deviceIdOf('story-7'), simple)).body.errorCode).toBe(4304)
    await services.call('tenant', `PUT /customers/${customerIdOf('CUS1001')}`, {
      as: 'amelie',
      body: { archived: true },
    })
    expect((await save(ahu, simple)).body.errorCode).toBe(4202)
  })

  it('says field by field what is wrong (4801), and changes nothing', async () => {
    const before = await read(ahu)
    const wrong = await save(ahu, {
      schedules: [{ name: 'A', weeklySchedule: [[{ start: '22:00', end: '06:00', value: 'on' }]] }],
    })
    expect([wrong.status, wrong.body.errorCode]).toEqual([422, 4801])
    expect(wrong.body.errors).toEqual({
      'schedules.0.weeklySchedule': 'errors.schedule.days',
      'schedules.0.weeklySchedule.0.0.end': ['errors.schedule.order', 'errors.schedule.midnight'],
      'schedules.0.weeklySchedule.0.0.value': 'errors.schedule.value',
    })
    expect((await save(ahu, {})).body).toMatchObject({
      errorCode: 4000,
      errors: { schedules: ['errors.field.required'] },
    })
    expect(await read(ahu)).toEqual(before)
  })

  it('refuses what cannot be commanded (4803): a kind that does not fit, a point that is measured or elsewhere', async () => {
    const point = (sql: string) => services.world.store.get<{ id: string }>(`SELECT id FROM point WHERE ${sql}`)?.id
    const target = (objectType: string, pointId: string | null = null) =>
      save(ahu, {
        schedules: [{ name: 'A', listOfObjectPropertyReferences: [{ objectType, objectInstance: 1, pointId }] }],
      })
    const refused = await target('analogOutput')
    expect([refused.status, refused.body.errorCode]).toEqual([422, 4803])
    expect(refused.body.errors).toEqual({
      'schedules.0.listOfObjectPropertyReferences.0': 'errors.schedule.target',
    })
    const measured = point(`customer_id = '${customerIdOf('CUS1001')}' AND is_writable = 0`)
    const elsewhere = point(`customer_id = '${customerIdOf('CUS1004')}' AND is_writable = 1`)
    for (const id of [measured, elsewhere, 'unknown']) {
      expect((await target('binaryValue', id)).body.errorCode).toBe(4803)
    }
    const own = point(`device_id = '${deviceIdOf('story-1')}' AND object_type = 'binaryValue'`)
    expect((await target('binaryValue', own)).status).toBe(200)
  })

  it('refuses targets on another controller (4803), by point or by device instance', async () => {
    const { body: bacnet } = await services.call(
      'device-configuration',
      `GET /devices/${deviceIdOf('story-1')}/bacnet`,
      {
        as: 'amelie',
      },
    )
    const other = services.world.store.get<{ id: string }>(
      `SELECT id FROM point WHERE device_id = '${deviceIdOf('story-2')}' AND kind = 'boolean' AND is_writable = 1`,
    )?.id
    const target = (more: object) =>
      save(ahu, {
        schedules: [
          { name: 'A', listOfObjectPropertyReferences: [{ objectType: 'binaryValue', objectInstance: 1, ...more }] },
        ],
      })
    const own = bacnet.general.deviceInstance
    for (const more of [{ pointId: other ?? 'none' }, { deviceInstance: own + 1 }])
      expect([more, (await target(more)).body.errorCode]).toEqual([more, 4803])
    expect((await target({ deviceInstance: own })).status).toBe(200)
  })

  it('writes only within its effective period, and what a person wrote at 16 until it writes next', async () => {
    const point = services.world.store.get<{ id: string; object_instance: number }>(
      `SELECT id, object_instance FROM point
       WHERE device_id = '${deviceIdOf('story-1')}' AND object_type = 'analogValue' AND is_writable = 1
       ORDER BY object_instance`,
    )
    const deviceId = deviceIdOf('story-1')
    const shown = async () => {
      const { body } = await services.call('site', `GET /devices/${deviceId}/points`, { as: 'amelie' })
      const { presentValue, priorityArray } = body.find(({ id }: { id: string }) => id === point?.id)
      return [presentValue, priorityArray[15]]
    }
    const season = (name: string, value: number, end: string | null) => ({
      name,
      valueType: 'number',
      effectivePeriod: { start: null, end },
      // Noon of the seed is 08:00 there.
      weeklySchedule: Array.from({ length: 7 }, () => [
        { start: '00:00', end: '09:00', value },
        { start: '09:00', end: '24:00', value: value + 1 },
      ]),
      scheduleDefault: value,
      priorityForWriting: 16,
      listOfObjectPropertyReferences: [
        { objectType: 'analogValue', objectInstance: point?.object_instance, pointId: point?.id },
      ],
    })
    const saved = await save(ahu, { schedules: [season('Last year', 14, '2025-12-31'), season('Now', 17, null)] })
    expect([saved.status, saved.body.errors]).toEqual([200, undefined])
    await advance(4_000)
    expect(await shown()).toEqual([17, 17])
    const call = (line: string, body: object) => services.call('site', line, { as: 'amelie', body })
    const { body } = await call('PUT /points/subscribe', { deviceId, pointIds: [point?.id] })
    const write = { pointValue: 15, subscriptionId: body.subscriptionId, deviceId }
    expect((await call(`PUT /points/${point?.id}/value`, write)).status).toBe(200)
    expect(await shown()).toEqual([15, 15])
    await advance(3_600_000)
    expect(await shown()).toEqual([18, 18])
  })

  it('follows a calendar that changes while its own week does not', async () => {
    const deviceId = deviceIdOf('story-1')
    const point = services.world.store.get<{ id: string; object_instance: number }>(
      `SELECT id, object_instance FROM point
       WHERE device_id = ? AND object_type = 'analogValue' AND is_writable = 1 ORDER BY object_instance`,
      deviceId,
    )
    const shown = async () => {
      const { body } = await services.call('site', `GET /devices/${deviceId}/points`, { as: 'amelie' })
      return body.find(({ id }: { id: string }) => id === point?.id).presentValue
    }
    const target = { objectType: 'analogValue', objectInstance: point?.object_instance, pointId: point?.id }
    const schedules = [
      {
        name: 'Holidays apart',
        valueType: 'number',
        scheduleDefault: 17,
        exceptionSchedule: [
          {
            name: 'Holiday',
            eventPriority: 1,
            period: { type: 'calendarReference', calendarKey: 'cal-1' },
            intervals: [{ start: '00:00', end: '24:00', value: 12 }],
          },
        ],
        listOfObjectPropertyReferences: [target],
      },
    ]
    const on = (date: string) => [{ key: 'cal-1', name: 'Holidays', dateList: [{ type: 'date', date }] }]
    const first = await save(ahu, { calendars: on('2026-12-25'), schedules })
    expect([first.status, first.body.errors]).toEqual([200, undefined])
    await advance(4_000)
    expect(await shown()).toBe(17)
    await save(ahu, { calendars: on('2026-03-09'), schedules })
    await advance(4_000)
    expect(await shown()).toBe(12)
  })

  it('is read within 250 ms where it never writes and a person wrote at 16 a year ago', async () => {
    const { store } = services.world
    const deviceId = deviceIdOf('story-1')
    const point = store.get<{ id: string; object_instance: number }>(
      `SELECT id, object_instance FROM point
       WHERE device_id = ? AND object_type = 'analogValue' AND is_writable = 1 ORDER BY object_instance`,
      deviceId,
    )
    const target = { objectType: 'analogValue', objectInstance: point?.object_instance, pointId: point?.id }
    const always = { name: 'Always', valueType: 'number', scheduleDefault: 17, priorityForWriting: 16 }
    await save(ahu, { schedules: [{ ...always, listOfObjectPropertyReferences: [target] }] })
    await advance(4_000)
    const ofSite = (line: string, body?: object) => services.call('site', line, { as: 'amelie', body })
    const { body } = await ofSite('PUT /points/subscribe', { deviceId, pointIds: [point?.id] })
    await ofSite(`PUT /points/${point?.id}/value`, { pointValue: 15, subscriptionId: body.subscriptionId, deviceId })
    // What a read needs is compiled by then: a year is measured, not a cold start.
    await ofSite(`GET /devices/${deviceId}/points`)
    const year = 365 * 86_400_000
    store.run('UPDATE point_write SET at = at - ? WHERE point_id = ?', year, point?.id ?? '')
    store.run('UPDATE point_command SET at = at - ? WHERE point_id = ?', year, point?.id ?? '')
    store.run('UPDATE schedule_run SET from_at = from_at - ? WHERE device_id = ?', 2 * year, deviceId)
    const begun = process.cpuUsage()
    const shown = await ofSite(`GET /devices/${deviceId}/points`)
    const { user, system } = process.cpuUsage(begun)
    const found = shown.body.find(({ id }: { id: string }) => id === point?.id)
    expect([found.presentValue, found.priorityArray[15]]).toEqual([15, 15])
    expect((user + system) / 1000).toBeLessThan(250)
  })

  it('warns of a priority that operators cannot override', async () => {
    const { status, body } = await save(ahu, { schedules: [{ name: 'A', priorityForWriting: 8 }] })
    expect(status).toBe(200)
    expect(body.warnings).toEqual([
      { field: 'schedules.0.priorityForWriting', key: 'errors.schedule.overridesOperators' },
    ])
  })

  it('waits for a silent controller, goes out when it is back, and is given up after a day', async () => {
    const { body } = await services.control(`POST /devices/${ahu}/inject`, { kind: 'offline' })
    await save(ahu, simple)
    await advance(3_600_000)
    expect((await read(ahu)).syncState).toBe('pendingSend')
    await services.control(`DELETE /devices/${ahu}/inject/${body.id}`)
    await advance(4_000)
    expect((await read(ahu)).syncState).toBe('inSync')

    await services.control(`POST /devices/${ahu}/inject`, { kind: 'offline' })
    await save(ahu, simple)
    stopWatching(services)
    await advance(25 * 3_600_000)
    expect((await read(ahu)).syncState).toBe('failed')
  })

  it('fails when the controller rejects it', async () => {
    await services.control(`POST /devices/${ahu}/inject`, { kind: 'rejectConfig', params: { type: 'schedules' } })
    await save(ahu, simple)
    await advance(4_000)
    expect((await read(ahu)).syncState).toBe('failed')
  })

  it('goes on after a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-schedules-'))
    const before = await startTestServices({ dataDir })
    await before.call('operations', `PUT /schedules/${ahu}`, { as: 'amelie', body: { ...simple, eTag: '*' } })
    await before.control('POST /clock', { advanceMs: 500 })
    await before.close()
    const after = await startTestServices({ dataDir })
    const state = () =>
      after.world.store.get('SELECT sync_state AS state FROM host_schedule WHERE device_id = ?', deviceIdOf('story-1'))
    expect(state()).toEqual({ state: 'sending' })
    await after.control('POST /clock', { advanceMs: 4_000 })
    expect(state()).toEqual({ state: 'inSync' })
    await after.close()
    await rm(dataDir, { recursive: true })
  })

  it('is sent again when the services end between the answer and its record', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-schedules-'))
    const before = await startTestServices({ dataDir })
    await before.call('operations', `PUT /schedules/${ahu}`, { as: 'amelie', body: { ...simple, eTag: '*' } })
    await before.control('POST /clock', { advanceMs: 500 })
    before.world.jobs.cancel(`schedules:${deviceIdOf('story-1')}`)
    await before.close()
    const after = await startTestServices({ dataDir })
    await after.control('POST /clock', { advanceMs: 3_000 })
    const { body } = await after.call('operations', `GET /schedules/${ahu}`, { as: 'amelie' })
    expect(body.syncState).toBe('inSync')
    await after.close()
    await rm(dataDir, { recursive: true })
  })
})

describe('a change made on the controller', () => {
  const change = (params: object, more: object = {}) =>
    services.control(`POST /devices/${ahu}/inject`, { kind: 'deviceSideChange', params, ...more })

  it('shows, and is not overwritten by who has not seen it (4802)', async () => {
    const before = await read(ahu)
    expect((await change({ schedule: 'sch-1' })).status).toBe(201)
    const changed = await read(ahu)
    expect(changed).toMatchObject({ syncState: 'deviceChanged', updatedBy: null })
    expect(changed.schedules[0].weeklySchedule).toContainEqual([{ start: '00:00', end: '24:00', value: true }])
    for (const body of [before, simple]) {
      const refused = await save(ahu, body)
      expect([refused.status, refused.body.errorCode, refused.body.currentETag]).toEqual([409, 4802, changed.eTag])
    }
    expect((await save(ahu, changed)).status).toBe(200)
    await advance(4_000)
    expect((await read(ahu)).syncState).toBe('inSync')
  })

  it('is one of what it runs, while a save is on its way to it', async () => {
    await save(ahu, simple)
    await advance(500)
    await change({})
    await advance(4_000)
    const { syncState, schedules } = await read(ahu)
    expect([syncState, schedules[0].name]).toEqual(['deviceChanged', 'Office occupancy'])
  })

  it('can come later, and wants a schedule that is there', async () => {
    await change(
      {},
      { at: new Date(Date.parse((await services.control('GET /clock')).body.now) + 60_000).toISOString() },
    )
    expect((await read(ahu)).syncState).toBe('inSync')
    await advance(60_000)
    expect((await read(ahu)).syncState).toBe('deviceChanged')
    expect((await change({ schedule: 'gone' })).body.errorCode).toBe(4000)
  })
})

describe('the documents of a place', () => {
  const all = `/x/schedules/documents?customerId=${customerIdOf('CUS1004')}`
  const page = async (query: string) => (await call(`GET ${all}${query}`, { as: 'amelie' })).body
  const idsOf = ({ data }: { data: { deviceId: string }[] }) => data.map(({ deviceId }) => deviceId)

  it('are read page after page, or all at once by what is told of the pages ahead', async () => {
    const whole = await page('&pageSize=200')
    expect([whole.totalCount, whole.data.length, whole.ahead]).toEqual([18, 18, undefined])
    const first = await page('&pageSize=4&ahead=9')
    expect(first.ahead).toHaveLength(4)
    expect(first.ahead[0]).toBe(first.continuationToken)
    const others = await Promise.all(first.ahead.map((token: string) => page(`&pageSize=4&continuationToken=${token}`)))
    expect([first, ...others].flatMap(idsOf)).toEqual(idsOf(whole))
    expect(others.at(-1).continuationToken).toBeNull()
    // So many, and no page that is empty.
    expect((await page('&pageSize=4&ahead=2')).ahead).toHaveLength(2)
    expect((await page('&pageSize=9&ahead=5')).ahead).toHaveLength(1)
    expect((await page('&pageSize=18&ahead=5')).ahead).toEqual([])
  })
})

describe('the schedules of a place', () => {
  const montcalm = customerIdOf('CUS1004')
  const all = `/x/schedules?customerId=${montcalm}`
  interface Listed {
    deviceId: string
    key: string
    name: string
    deviceName: string
    hostId: string
    siteId: string
    syncState: string
    valueType: string
    isActive: boolean
    path: { id: string; type: string }[]
  }
  const every = async (query: string) => {
    const rows: Listed[] = []
    let counted = 0
    let token: string | null = ''
    while (token !== null) {
      const after: string = token && `&continuationToken=${token}`
      const { body } = await call(`GET ${all}&pageSize=5${query}${after}`, { as: 'amelie' })
      rows.push(...body.data)
      counted = body.totalCount
      token = body.continuationToken
    }
    return { rows, counted }
  }
  const keysOf = (rows: readonly Listed[]) => rows.map(({ deviceId, key }) => `${deviceId}/${key}`)
  /** What the documents themselves say, in the order of a column. */
  const truth = (order: string) =>
    services.world.store
      .all<{ id: string }>(
        `SELECT device.id || '/' || json_extract(one.value, '$.key') AS id
         FROM host_schedule AS host JOIN device ON device.id = host.device_id JOIN json_each(host.schedules) AS one
         WHERE device.customer_id = '${montcalm}' AND device.host_id <> '' ORDER BY ${order}`,
      )
      .map(({ id }) => id)

  it('are found in every order and by every filter, as looking at each would', async () => {
    const [first, second, third] = (await every('')).rows
    const closed = async (one: Listed | undefined, change: object) => {
      const document = await read(one?.deviceId ?? '')
      const schedules = document.schedules.map((schedule: object) => ({ ...schedule, ...change }))
      expect((await save(document.hostId, { ...document, schedules })).status).toBe(200)
    }
    const now = Date.parse((await services.control('GET /clock')).body.now)
    const [yesterday, today] = [now - 24 * 3_600_000, now].map((at) => new Date(at).toISOString().slice(0, 10))
    await closed(first, { outOfService: true })
    await closed(second, { effectivePeriod: { start: null, end: yesterday } })
    await closed(third, { effectivePeriod: { start: today, end: today }, name: 'Gymnase' })
    const { rows, counted } = await every('')
    expect(counted).toBe(24)
    expect(keysOf(rows)).toEqual(truth('device.sort_name, id'))
    expect(keysOf((await every('&sort=-device')).rows)).toEqual(truth('device.sort_name DESC, id DESC'))
    const name = `lower(json_extract(one.value, '$.name'))`
    expect(keysOf((await every('&sort=name')).rows)).toEqual(truth(`${name}, id`))
    expect(keysOf((await every('&sort=-name')).rows)).toEqual(truth(`${name} DESC, id DESC`))
    const site = rows[0]?.siteId
    const idOf = (type: string) => rows[0]?.path.findLast((node) => node.type === type)?.id ?? ''
    const isIn = (id: string | undefined) => (one: Listed) => one.path.some((node) => node.id === id)
    const narrowed: [string, (one: Listed) => boolean][] = [
      ['&search=gymnase', ({ name }) => name === 'Gymnase'],
      ['&search=ahu%20occ', ({ name, deviceName }) => /occ/i.test(name) && /ahu/i.test(deviceName)],
      [`&search=${rows[4]?.hostId.toLowerCase()}`, ({ hostId }) => hostId === rows[4]?.hostId],
      ['&search=nowhere', () => false],
      ['&syncState=pendingSend', ({ syncState }) => syncState === 'pendingSend'],
      ['&syncState=inSync', ({ syncState }) => syncState === 'inSync'],
      ['&valueType=boolean', ({ valueType }) => valueType === 'boolean'],
      ['&isActive=true', ({ isActive }) => isActive],
      ['&isActive=false', ({ isActive }) => !isActive],
      ['&isActive=false&syncState=inSync', ({ isActive, syncState }) => !isActive && syncState === 'inSync'],
      [`&siteId=${site}`, ({ siteId }) => siteId === site],
      [`&siteId=${site}&isActive=false`, ({ siteId, isActive }) => siteId === site && !isActive],
      ...['group', 'building', 'space'].map((type): [string, (one: Listed) => boolean] => [
        `&${type}Id=${idOf(type)}`,
        isIn(idOf(type)),
      ]),
    ]
    for (const [query, keeps] of narrowed) {
      const found = await every(query)
      const wanted = keysOf(rows.filter(keeps))
      expect([query, found.counted, keysOf(found.rows)]).toEqual([query, wanted.length, wanted])
    }
    const isActive = (one: Listed | undefined) => rows.find(({ deviceId }) => deviceId === one?.deviceId)?.isActive
    expect([first, second, third].map(isActive)).toEqual([false, false, true])
  })

  it('follow their controller when it is renamed, and go with it', async () => {
    const before = (await every('')).rows
    const [one] = before
    const device = (await services.call('site', `GET /devices/${one?.deviceId}`, { as: 'amelie' })).body
    const renamed = await services.call('site', `PUT /devices/${device.id}`, {
      as: 'amelie',
      body: { ...device, name: 'Zz Last' },
    })
    expect(renamed.status, JSON.stringify(renamed.body)).toBeLessThan(300)
    const after = (await every('')).rows
    expect(after.at(-1)).toMatchObject({ deviceId: device.id, deviceName: 'Zz Last' })
    expect(keysOf(after)).toEqual(truth('device.sort_name, id'))
    expect((await every('&search=zz')).rows.map(({ deviceId }) => deviceId)).toContain(device.id)
    services.world.store.run('DELETE FROM device WHERE id = ?', device.id)
    const left = await every('')
    expect(keysOf(left.rows)).toEqual(keysOf(before.filter(({ deviceId }) => deviceId !== device.id)))
    expect(left.counted).toBe(left.rows.length)
  })
})
