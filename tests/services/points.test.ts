import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActiveOverride, PlacedPoint, Point, PointValue, WriteOfPoint } from '../../services/contracts/points'
import { prng, seedId, seedOf } from '../../services/kit/deterministic'
import { noon } from '../harness/beginnings'
import { type Services, startTestServices, stopWatching } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const device = (story: number) => seedId('device', `story-${story}`)
const vav = device(2)
const call = (line: string, body?: unknown, as = 'amelie', of = services) => of.call('site', line, { as, body })
const codes = async (reply: ReturnType<typeof call>) => {
  const { status, body } = await reply
  return [status, body?.errorCode]
}
const pass = (seconds: number, of = services) => of.world.clock.advance(seconds * 1000)
const list = async (deviceId = vav): Promise<Point[]> => (await call(`GET /devices/${deviceId}/points`)).body
const point = async (name: string, deviceId = vav) => {
  const found = (await list(deviceId)).find((one) => one.name.endsWith(`.${name}`))
  if (!found) throw new Error(`No point ${name}`)
  return found
}
const follow = async (pointIds: string[], as = 'amelie', deviceId = vav): Promise<string> =>
  (await call('PUT /points/subscribe', { deviceId, pointIds, leaseSec: 900 }, as)).body.subscriptionId

describe('the points of a controller', () => {
  it('are 220 in the stories, each with a value of its kind', async () => {
    const all = (await Promise.all([1, 2, 3, 4, 5, 6, 8].map((story) => list(device(story))))).flat()
    expect(all).toHaveLength(220)
    const kinds = { number: 'number', boolean: 'boolean', enum: 'number', string: 'string' }
    expect(all.filter(({ kind, presentValue }) => typeof presentValue !== kinds[kind])).toEqual([])
    const outside = all.filter(
      ({ kind, presentValue, min, max }) =>
        kind === 'number' && (Number(presentValue) < (min ?? -99) || Number(presentValue) > (max ?? 9e9)),
    )
    expect(outside).toEqual([])
    expect(await list(device(7))).toEqual([])
  })

  it('are the same again with the same seed, and move with the clock', async () => {
    const other = await startTestServices()
    const twin = (await call(`GET /devices/${vav}/points`, undefined, 'amelie', other)).body
    await other.close()
    const before = await list()
    expect(twin).toEqual(before)
    pass(3600)
    const after = await list()
    expect(after.map(({ presentValue }) => presentValue)).not.toEqual(before.map(({ presentValue }) => presentValue))
  })

  it('come in pages, and of a controller nobody has opened when it is first looked at', async () => {
    const gateway = seedId('device', 'montcalm-BIB-ECYAPEX-1')
    expect(await list(gateway)).toHaveLength(3)
    expect(await list(gateway)).toEqual(await list(gateway))
    const first = await call(`GET /devices/${vav}/points?pageSize=10`)
    expect(first.headers.get('x-total-count')).toBe('16')
    const next = /<[^>]*?(\/devices[^>]*)>/.exec(first.headers.get('link') ?? '')?.[1]
    const second = await call(`GET ${next}`)
    expect(new Set([...first.body, ...second.body].map(({ id }: Point) => id)).size).toBe(16)
  })

  it('show what they showed last while it is silent', async () => {
    const [one] = await list(device(4))
    const { body } = await call('PUT /points/subscribe', { deviceId: device(4), pointIds: [one?.id] })
    expect(body.points).toMatchObject([{ quality: 'offline', reliability: 'communicationFailure' }])
    expect(body.points[0].timestamp).toBe('2026-03-08T19:00:00.000Z')
  })

  it('are hidden from other customers', async () => {
    expect(await codes(call(`GET /devices/${vav}/points`, undefined, 'paul'))).toEqual([404, 4005])
    expect(await codes(call(`GET /devices/${vav}/catalogs`, undefined, 'paul'))).toEqual([404, 4005])
    expect(await codes(call('PUT /points/subscribe', { deviceId: vav, pointIds: [] }, 'paul'))).toEqual([404, 4005])
    expect(await codes(call('GET /points/types', undefined, 'nadia'))).toEqual([403, 4003])
  })
})

describe('a priority array', () => {
  it('shows the strongest level, and what was there once it is released', async () => {
    const { id, presentValue } = await point('ZoneTempSp')
    expect(presentValue).toBe(21.5)
    const subscriptionId = await follow([id])
    const act = async (verb: string, pointValue?: number) => {
      const { status, body } = await call(`PUT /points/${id}/${verb}`, { pointValue, subscriptionId, deviceId: vav })
      return [status, body.presentValue, body.activePriority, body.effective]
    }
    expect(await act('value', 21)).toEqual([200, 21, 16, true])
    expect(await act('override', 25)).toEqual([200, 25, 8, true])
    expect(await act('emergency', 30)).toEqual([200, 30, 1, true])
    expect(await act('override', 24)).toEqual([200, 30, 1, false])
    expect(await act('value', 20)).toEqual([200, 30, 1, false])
    expect(await act('emergency-auto')).toEqual([200, 24, 8, true])
    expect(await act('emergency-auto')).toEqual([200, 24, 8, false])
    expect(await act('auto')).toEqual([200, 20, 16, true])
    const shown = await point('ZoneTempSp')
    expect(shown).toMatchObject({ presentValue: 20, activePriority: 16, relinquishDefault: 22, override: null })
    expect(shown.priorityArray?.filter((value) => value !== null)).toEqual([20])
  })

  it('follows a model of sixteen slots through any order of writes and releases', async () => {
    const { id, relinquishDefault } = await point('AirflowMax')
    const subscriptionId = await follow([id])
    const random = prng(seedOf('priority array'))
    const slots = new Map<number, number>()
    const verbs = [
      ['value', 16],
      ['override', 8],
      ['timed-override', 8],
      ['emergency', 1],
      ['auto', 8],
      ['emergency-auto', 1],
    ] as const
    for (let step = 0; step < 60; step++) {
      const [verb, level] = verbs[Math.floor(random() * verbs.length)] ?? verbs[0]
      const pointValue = Math.floor(random() * 1000)
      const { body } = await call(`PUT /points/${id}/${verb}`, {
        pointValue,
        subscriptionId,
        deviceId: vav,
        duration: 600,
      })
      if (verb.endsWith('auto')) slots.delete(level)
      else slots.set(level, pointValue)
      const active = slots.size ? Math.min(...slots.keys()) : null
      expect([step, verb, body.activePriority, body.presentValue]).toEqual([
        step,
        verb,
        active,
        active === null ? relinquishDefault : slots.get(active),
      ])
    }
  })

  it('gives a timed override back when its time is over, unless it was made permanent', async () => {
    const { id } = await point('CoolingSp')
    const subscriptionId = await follow([id])
    const body = { pointValue: 26, subscriptionId, deviceId: vav }
    const timed = await call(`PUT /points/${id}/timed-override`, { ...body, duration: 10 })
    expect(timed.body.override).toMatchObject({ level: 8, by: { fullName: 'Amélie Tremblay' } })
    expect(Date.parse(timed.body.override.expiresAt)).toBe(services.world.clock.now() + 600_000)
    pass(599)
    expect((await point('CoolingSp')).presentValue).toBe(26)
    pass(1)
    expect(await point('CoolingSp')).toMatchObject({ presentValue: 24, activePriority: null, override: null })

    await call(`PUT /points/${id}/timed-override`, { ...body, duration: 10 })
    expect((await call(`PUT /points/${id}/override`, body)).body.override.expiresAt).toBeNull()
    pass(700)
    expect((await point('CoolingSp')).presentValue).toBe(26)
    expect((await call(`PUT /points/${id}/auto`, {})).body.activePriority).toBeNull()
  })

  it('lasts an hour unless said, and for users a day at most', async () => {
    const { id } = await point('HeatingSp')
    const until = async (as: string, duration?: number) => {
      const subscriptionId = await follow([id], as)
      const body = { pointValue: 20, subscriptionId, deviceId: vav, duration }
      const { body: reply } = await call(`PUT /points/${id}/timed-override`, body, as)
      return (Date.parse(reply.override.expiresAt) - services.world.clock.now()) / 60_000
    }
    expect(await until('amelie')).toBe(60)
    expect(await until('amelie', 10_080)).toBe(10_080)
    expect(await until('usha', 10_080)).toBe(1440)
    expect(await until('claire', 90)).toBe(90)
    expect((await call(`PUT /points/${id}/auto`, undefined, 'usha')).body.override).toBeNull()
  })

  it('has an eTag that changes with what holds the point, and a write from another one is refused', async () => {
    const before = await point('HeatingSp')
    const other = await point('CoolingSp')
    expect(before.eTag).not.toBe(other.eTag)
    pass(60)
    expect((await point('HeatingSp')).eTag).toBe(before.eTag)
    const measured = (await list()).filter(({ isWritable }) => !isWritable)
    pass(3600)
    expect((await list()).filter(({ isWritable }) => !isWritable).map(({ eTag }) => eTag)).toEqual(
      measured.map(({ eTag }) => eTag),
    )
    const subscriptionId = await follow([before.id])
    const write = (ifMatch: string | undefined, pointValue: number) =>
      services.call('site', `PUT /points/${before.id}/override`, {
        as: 'amelie',
        body: { pointValue, subscriptionId, deviceId: vav },
        ...(ifMatch && { headers: { 'if-match': `"${ifMatch}"` } }),
      })
    expect((await write(before.eTag, 19)).status).toBe(200)
    const held = await point('HeatingSp')
    expect(held.eTag).not.toBe(before.eTag)
    const late = await write(before.eTag, 18)
    expect([late.status, late.body.errorCode, late.body.currentETag]).toEqual([409, 4009, held.eTag])
    expect(await point('HeatingSp')).toMatchObject({ presentValue: 19, eTag: held.eTag })
    expect((await write('*', 18)).status).toBe(200)
    expect((await point('HeatingSp')).eTag).not.toBe(held.eTag)
    expect((await call(`PUT /points/${before.id}/auto`, {})).status).toBe(200)
    expect((await point('HeatingSp')).eTag).toBe(before.eTag)
    services.world.store.run('UPDATE point SET description = ? WHERE id = ?', 'Moved to the east wall', before.id)
    expect((await point('HeatingSp')).eTag).not.toBe(before.eTag)
  })

  it('survives a restart, and so does the end of an override', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-points-'))
    const first = await startTestServices({ dataDir })
    const points: Point[] = (await call(`GET /devices/${vav}/points`, undefined, 'amelie', first)).body
    const id = points.find(({ name }) => name.endsWith('.ZoneTempSp'))?.id
    const subscribed = await call('PUT /points/subscribe', { deviceId: vav, pointIds: [id] }, 'amelie', first)
    const body = { pointValue: 19, duration: 30, subscriptionId: subscribed.body.subscriptionId, deviceId: vav }
    await call(`PUT /points/${id}/timed-override`, body, 'amelie', first)
    await first.close()

    // The same issuer, so that people are who they were.
    const env = { PUBLIC_ORIGIN: first.settings.publicOrigin }
    const second = await startTestServices({ dataDir, env })
    const now = async () => {
      const all: Point[] = (await call(`GET /devices/${vav}/points`, undefined, 'amelie', second)).body
      return all.find((one) => one.id === id)?.presentValue
    }
    expect(await now()).toBe(19)
    pass(1800, second)
    expect(await now()).toBe(21.5)
    await second.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('refuses what does not fit, and leaves the point as it was', async () => {
    const before = await list()
    const named = (name: string) => before.find((one) => one.name.endsWith(`.${name}`))?.id ?? ''
    const subscriptionId = await follow(before.map(({ id }) => id))
    const write = async (name: string, pointValue: unknown, verb = 'value', more: object = {}) => {
      const { status, body } = await call(`PUT /points/${named(name)}/${verb}`, {
        pointValue,
        subscriptionId,
        deviceId: vav,
        ...more,
      })
      return [status, body.errorCode, body.errors]
    }
    expect(await write('ZoneTemp', 20)).toEqual([422, 4601, { pointValue: 'errors.points.notWritable' }])
    expect(await write('ZoneTempSp', 'warm')).toEqual([422, 4602, { pointValue: 'errors.points.type' }])
    expect(await write('ZoneTempSp', true)).toEqual([422, 4602, { pointValue: 'errors.points.type' }])
    expect(await write('ZoneTempSp', 36)).toEqual([422, 4602, { pointValue: 'errors.points.range' }])
    expect(await write('Occupied', 1)).toEqual([422, 4602, { pointValue: 'errors.points.type' }])
    expect((await write('ZoneTempSp', null)).slice(0, 2)).toEqual([422, 4000])
    expect((await write('ZoneTempSp', undefined)).slice(0, 2)).toEqual([422, 4000])
    for (const duration of [0, 10_081, 1.5, -5]) {
      expect(await write('ZoneTempSp', 20, 'timed-override', { duration })).toEqual([
        422,
        4603,
        { duration: 'errors.points.duration' },
      ])
    }
    expect((await write('ZoneTempSp', 20, 'value', { subscriptionId: 'nothing' })).slice(0, 2)).toEqual([404, 4604])
    expect((await write('ZoneTempSp', 20, 'auto', { subscriptionId: 'nothing' })).slice(0, 2)).toEqual([404, 4604])
    expect((await write('ZoneTempSp', 20, 'value', { deviceId: device(1) })).slice(0, 2)).toEqual([422, 4000])
    const theirs = await follow([named('ZoneTempSp')], 'marcus')
    expect((await write('ZoneTempSp', 20, 'value', { subscriptionId: theirs })).slice(0, 2)).toEqual([404, 4604])
    expect(await codes(call('PUT /points/nothing/value', { pointValue: 1, subscriptionId, deviceId: vav }))).toEqual([
      404, 4005,
    ])
    expect(await list()).toEqual(before)
  })

  it('takes the states of an enum by number or by text', async () => {
    const { id } = await point('FanMode', device(5))
    const subscriptionId = await follow([id], 'amelie', device(5))
    const write = async (pointValue: unknown) => {
      const { body } = await call(`PUT /points/${id}/value`, { pointValue, subscriptionId, deviceId: device(5) })
      return body.presentValue ?? body.errors
    }
    expect(await write(3)).toBe(3)
    expect(await write('High')).toBe(4)
    for (const wrong of [0, 5, 1.5, 'Turbo']) expect(await write(wrong)).toEqual({ pointValue: 'errors.points.enum' })
    const { body } = await call('PUT /points/subscribe', { deviceId: device(5), subscriptionId })
    expect(body.points[0].enumeration.map(({ label }: { label: string }) => label)).toEqual([
      'Auto',
      'Low',
      'Medium',
      'High',
    ])
  })

  it('cannot be written while the controller is silent or refuses', async () => {
    const { id } = await point('SupplyAirTempSp', device(4))
    const subscriptionId = await follow([id], 'amelie', device(4))
    const silent = call(`PUT /points/${id}/value`, { pointValue: 15, subscriptionId, deviceId: device(4) })
    expect(await codes(silent)).toEqual([409, 4303])
    const own = await point('ZoneTempSp')
    const mine = await follow([own.id])
    const order = { kind: 'rejectConfig', params: { type: 'point' } }
    const injected = await services.control('POST /devices/ECYVAV-0A1002/inject', order)
    const refused = call(`PUT /points/${own.id}/value`, { pointValue: 20, subscriptionId: mine, deviceId: vav })
    expect(await codes(refused)).toEqual([502, 4606])
    await services.control(`DELETE /devices/ECYVAV-0A1002/inject/${injected.body.id}`)
  })

  it('is for administrators, but for timed overrides and their release', async () => {
    const { id } = await point('DischargeAirTempSp')
    const may = async (as: string) => {
      const subscriptionId = (await follow([id], as)) ?? 'none'
      const body = { pointValue: 20, subscriptionId, deviceId: vav, duration: 5 }
      const verbs = ['value', 'emergency', 'override', 'timed-override', 'auto', 'emergency-auto']
      return Promise.all(verbs.map(async (verb) => (await call(`PUT /points/${id}/${verb}`, body, as)).status))
    }
    expect(await may('marcus')).toEqual([200, 200, 200, 200, 200, 200])
    for (const user of ['usha', 'claire']) expect(await may(user)).toEqual([403, 403, 403, 200, 200, 403])
    expect(await may('paul')).toEqual([404, 404, 404, 404, 404, 404])
    expect(await may('nadia')).toEqual([403, 403, 403, 403, 403, 403])
    await call(`PUT /points/${id}/emergency-auto`, {})
  })
})

describe('a subscription', () => {
  const poll = (id: string, query = '', as = 'amelie') =>
    call(`GET /devices/${vav}/subscriptions/${id}/enumeration-points${query}`, undefined, as)

  it('tells everything, then what changed, to everybody who polls it alike', async () => {
    const ids = (await list()).map(({ id }) => id)
    const started = (await call('PUT /points/subscribe', { deviceId: vav, pointIds: [...ids, 'nothing'] })).body
    expect(started).toMatchObject({ cursor: '0', leaseSec: 300, rejected: [{ pointId: 'nothing' }] })
    expect(started.points).toHaveLength(16)
    const { subscriptionId } = started
    expect((await poll(subscriptionId, '?cursor=0')).body).toMatchObject({
      cursor: '0',
      points: [],
      deviceConnected: true,
    })

    const { id } = await point('ZoneTempSp')
    await call(`PUT /points/${id}/override`, { pointValue: 23, subscriptionId, deviceId: vav })
    const [one, other] = await Promise.all([poll(subscriptionId, '?cursor=0'), poll(subscriptionId, '?cursor=0')])
    expect(one.body).toEqual(other.body)
    expect(one.body).toMatchObject({ cursor: '1', points: [{ pointId: id, presentValue: 23, activePriority: 8 }] })
    expect((await poll(subscriptionId, '?cursor=1')).body.points).toEqual([])
    expect((await poll(subscriptionId)).body.points).toHaveLength(16)

    pass(200)
    const later = (await poll(subscriptionId, '?cursor=1')).body
    expect(later.points.length).toBeGreaterThan(2)
    expect(later.points.length).toBeLessThan(16)
    await call(`PUT /points/${id}/auto`, {})
  })

  it('answers at once when something changes while a caller waits', async () => {
    const { id } = await point('ZoneTempSp')
    const subscriptionId = await follow([id])
    const waiting = poll(subscriptionId, '?cursor=0&waitMs=8000')
    await call(`PUT /points/${id}/override`, { pointValue: 24, subscriptionId, deviceId: vav })
    expect((await waiting).body.points.map(({ presentValue }: PointValue) => presentValue)).toEqual([24])
    await call(`PUT /points/${id}/auto`, {})
  })

  it('ends when nobody renews its lease', async () => {
    const { id } = await point('ZoneTempSp')
    const lease = { deviceId: vav, pointIds: [id], leaseSec: 60 }
    const { subscriptionId } = (await call('PUT /points/subscribe', lease)).body
    pass(50)
    expect((await poll(subscriptionId)).status).toBe(200)
    pass(59)
    const again = await call('PUT /points/subscribe', { deviceId: vav, subscriptionId, leaseSec: 60 })
    expect(again.body).toMatchObject({ subscriptionId, points: [{ pointId: id }] })
    pass(60)
    expect(await codes(poll(subscriptionId))).toEqual([404, 4604])
    const write = { pointValue: 20, subscriptionId, deviceId: vav }
    expect(await codes(call(`PUT /points/${id}/value`, write))).toEqual([404, 4604])
    expect(await codes(call('PUT /points/subscribe', { deviceId: vav, subscriptionId }))).toEqual([404, 4604])
    pass(1000)
    expect(services.world.store.all('SELECT 1 FROM subscription')).toEqual([])
    expect(services.world.store.all(`SELECT 1 FROM job WHERE kind = 'subscription.sweep'`)).toEqual([])
  })

  it('is ended by whoever began it, once or twice', async () => {
    const ids = (await list()).slice(0, 2).map(({ id }) => id)
    const subscriptionId = await follow(ids)
    const end = (body: object, as?: string) => call('PUT /points/unsubscribe', { deviceId: vav, ...body }, as)
    expect((await end({ subscriptionId }, 'usha')).status).toBe(204)
    expect((await end({ subscriptionId, pointIds: ids.slice(1) })).status).toBe(204)
    expect((await poll(subscriptionId)).body.points).toHaveLength(1)
    expect(await codes(poll(subscriptionId, '', 'usha'))).toEqual([404, 4604])
    expect((await end({ subscriptionId })).status).toBe(204)
    expect((await end({ subscriptionId })).status).toBe(204)
    expect(await codes(poll(subscriptionId))).toEqual([404, 4604])
  })

  it('is limited', async () => {
    const subscribe = (body: object) =>
      call('PUT /points/subscribe', { deviceId: vav, pointIds: [], ...body }, 'marcus')
    const many = Array.from({ length: 201 }, (_, at) => `p${at}`)
    expect((await subscribe({ pointIds: many })).body).toMatchObject({
      errorCode: 4000,
      errors: { pointIds: ['errors.points.tooMany'] },
    })
    expect(await codes(subscribe({ leaseSec: 29 }))).toEqual([422, 4000])
    expect(await codes(subscribe({ leaseSec: 901 }))).toEqual([422, 4000])
    expect(await codes(subscribe({ deviceId: device(7) }))).toEqual([409, 4304])
    const statuses: number[] = []
    for (let at = 0; at < 21; at++) statuses.push((await subscribe({})).status)
    expect(statuses.indexOf(429)).toBe(20)
  })
})

describe('the points below a place', () => {
  const find = (query: string, as = 'amelie') => call(`GET /x/points?${query}`, undefined, as)
  const found = async (query: string): Promise<PlacedPoint[]> => (await find(query)).body.data

  it('are those of its controllers as these list them, with the way there, in pages', async () => {
    const own = await list()
    const placed = await found(`deviceId=${vav}&pageSize=200`)
    expect(placed.map(({ id, presentValue }) => [id, presentValue])).toEqual(
      own.map(({ id, presentValue }) => [id, presentValue]),
    )
    const [one] = placed as [PlacedPoint]
    expect(one).toMatchObject({ deviceId: vav, deviceName: 'VAV 12-04', productId: expect.any(String) })
    const node = (type: string) => one.path?.findLast((above) => above.type === type)?.id
    const places = [`siteId=${one.siteId}`, `buildingId=${node('building')}`, `spaceId=${node('space')}`]
    const { body } = await call(`GET /devices/${vav}/equipment`)
    for (const place of [...places, `equipmentId=${body[0].id}`])
      expect(
        (await found(`${place}&pageSize=200`)).map(({ id }) => id),
        place,
      ).toContain((place.startsWith('equipment') ? await point('ZoneTemp') : one).id)
    const seen: string[] = []
    for (let token = ''; ; ) {
      const page = (await find(`siteId=${one.siteId}&pageSize=7${token && `&continuationToken=${token}`}`)).body
      seen.push(...page.data.map(({ name }: Point) => name))
      if (!page.continuationToken) break
      token = page.continuationToken
    }
    expect(seen.length).toBeGreaterThan(16)
    expect(seen).toEqual([...seen].sort())
    expect((await found(`siteId=${one.siteId}&sort=-name&pageSize=1`))[0]?.name).toBe(seen.at(-1))
  })

  it('of a controller that nobody opened are there once it is named', async () => {
    const unopened = services.world.store.get<{ id: string }>(
      `SELECT id FROM device WHERE customer_id = ? AND onboarded = 1
         AND NOT EXISTS (SELECT 1 FROM point WHERE device_id = device.id) ORDER BY id`,
      seedId('customer', 'CUS1004'),
    )
    expect((await found(`deviceId=${unopened?.id}`)).length).toBeGreaterThan(2)
  })

  it('are told apart by what they are, how they stand and words, and one is found alone', async () => {
    const { id: setpoint } = await point('ZoneTempSp')
    const subscriptionId = await follow([setpoint])
    await call(`PUT /points/${setpoint}/override`, { pointValue: 24, subscriptionId, deviceId: vav })
    const all = await found(`deviceId=${vav}&pageSize=200`)
    const expected: [string, (row: PlacedPoint) => boolean][] = [
      ['overridden=true', ({ override }) => override !== null],
      ['overridden=false', ({ override }) => override === null],
      ['inAlarm=false', ({ statusFlags }) => statusFlags?.inAlarm === false],
      ['fault=false', ({ statusFlags }) => statusFlags?.fault === false],
      ['writable=true', ({ isWritable }) => isWritable],
      ['kind=boolean', ({ kind }) => kind === 'boolean'],
      ['unit=degC', ({ unit }) => unit === 'degC'],
      [
        `pointTypeId=${all.find(({ pointTypeId }) => pointTypeId)?.pointTypeId}`,
        ({ pointTypeId }) => pointTypeId === all.find((row) => row.pointTypeId)?.pointTypeId,
      ],
      ['search=zonetempsp', ({ name }) => name.endsWith('.ZoneTempSp')],
      [`search=${encodeURIComponent('12-04 damper')}`, ({ displayName }) => /damper/i.test(displayName ?? '')],
      [`pointId=${setpoint}`, ({ id }) => id === setpoint],
      ['search=nowhere', () => false],
    ]
    for (const [query, holds] of expected) {
      const { body } = await find(`deviceId=${vav}&pageSize=200&${query}`)
      expect(
        body.data.map(({ name }: Point) => name),
        query,
      ).toEqual(all.filter(holds).map(({ name }) => name))
      expect(body.totalCount, query).toBe(body.data.length)
    }
    expect((await found(`deviceId=${vav}&role=ZAT`)).map(({ name }) => name)).toEqual([(await point('ZoneTemp')).name])
    expect((await found(`pointId=${setpoint}`))[0]?.priorityArray?.[7]).toBe(24)
    await call(`PUT /points/${setpoint}/auto`, {})
    const alarmed = await found('inAlarm=true&pageSize=200')
    expect(alarmed.length).toBeGreaterThan(0)
    expect(alarmed.every(({ statusFlags }) => statusFlags?.inAlarm)).toBe(true)
    const words = await found(`search=${encodeURIComponent('RÉCHAUFFE')}&pageSize=200`)
    expect(words.length).toBeGreaterThan(0)
    expect(words.every(({ displayName }) => /réchauffe/i.test(displayName ?? ''))).toBe(true)
    for (const wrong of ['sort=colour', 'kind=colour', 'colour=red', 'overridden=perhaps'])
      expect(await codes(find(wrong)), wrong).toEqual([422, 4000])
  })

  it('come without those of controllers that are not offered', async () => {
    const [one] = await found(`deviceId=${vav}&pageSize=1`)
    const without = `deviceId=${vav}&withoutProducts=${one?.productId}`
    expect((await find(without)).body).toMatchObject({ data: [], totalCount: 0 })
  })

  it('are those the caller may see', async () => {
    expect(await codes(find(`deviceId=${vav}`, 'paul'))).toEqual([404, 4005])
    expect(await codes(find('', 'nadia'))).toEqual([403, 4003])
    const { id } = await point('ZoneTemp')
    expect((await find(`pointId=${id}`, 'paul')).body).toMatchObject({ data: [], totalCount: 0 })
  })
})

describe('the overrides of a fleet', () => {
  const montcalm = seedId('customer', 'CUS1004')
  const find = (query: string, as = 'amelie') => call(`GET /x/overrides?${query}`, undefined, as)
  const groupOf = ({ path }: ActiveOverride) => path?.find(({ type }) => type === 'group')?.id

  it('are forty in Montcalm, eleven without an end and six by nobody knows whom, the oldest first', async () => {
    const other = await startTestServices()
    stopWatching(other)
    const { body } = await call(`GET /x/overrides?customerId=${montcalm}&pageSize=200`, undefined, 'amelie', other)
    const rows: ActiveOverride[] = body.data
    expect([body.totalCount, rows.length]).toEqual([40, 40])
    expect(rows.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(11)
    expect(rows.filter(({ by }) => by === null)).toHaveLength(6)
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted())
    expect(rows.every(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > noon + 12 * 3_600_000)).toBe(
      true,
    )
    const ends = rows.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [Date.parse(expiresAt)]))
    pass((Math.max(...ends) - noon) / 1_000 + 1, other)
    const left = await call(`GET /x/overrides?customerId=${montcalm}`, undefined, 'amelie', other)
    expect(left.body.totalCount).toBe(11)
    await other.close()
  })

  it('come in pages and by age', async () => {
    const seen = new Set<string>()
    for (let token = ''; ; ) {
      const { body } = await find(`customerId=${montcalm}&pageSize=15${token && `&continuationToken=${token}`}`)
      for (const { pointId, level } of body.data) seen.add(`${pointId} ${level}`)
      if (!body.continuationToken) break
      token = body.continuationToken
    }
    expect(seen.size).toBe(40)
    expect((await find(`customerId=${montcalm}&olderThan=2026-03-08T00:00:00Z`)).body.totalCount).toBe(11)
    expect(await codes(find('olderThan=yesterday'))).toEqual([422, 4000])
    expect(await codes(find('continuationToken=nonsense'))).toEqual([422, 4000])
  })

  it('are told apart by place, level, end, author and words, and sorted', async () => {
    const all: ActiveOverride[] = (await find(`customerId=${montcalm}&pageSize=200`)).body.data
    const one = all.find(({ by, expiresAt }) => by && expiresAt) as ActiveOverride
    const expected: [string, (row: ActiveOverride) => boolean][] = [
      [`groupId=${groupOf(one)}`, (row) => groupOf(row) === groupOf(one)],
      [`siteId=${one.siteId}`, ({ siteId }) => siteId === one.siteId],
      [`deviceId=${one.deviceId}`, ({ deviceId }) => deviceId === one.deviceId],
      ['level=1', ({ level }) => level === 1],
      ['endless=true', ({ expiresAt }) => expiresAt === null],
      ['endless=false', ({ expiresAt }) => expiresAt !== null],
      [`byUserId=${one.by?.id}`, ({ by }) => by?.id === one.by?.id],
      [`endsBefore=${one.expiresAt}`, ({ expiresAt }) => expiresAt !== null && expiresAt < String(one.expiresAt)],
      [`search=${one.hostId}`, ({ hostId }) => hostId === one.hostId],
      [`search=${encodeURIComponent('RÉCHAUFFE')}`, ({ displayName }) => /réchauffe$/.test(displayName ?? '')],
      ['search=reheatcmd', ({ pointName }) => pointName.endsWith('.ReheatCmd')],
    ]
    for (const [query, holds] of expected) {
      const { body } = await find(`customerId=${montcalm}&pageSize=200&${query}`)
      expect(body.data, query).toEqual(all.filter(holds))
      expect(body.totalCount, query).toBe(body.data.length)
      expect(body.totalCount, query).toBeGreaterThan(0)
    }
    const latest = (await find(`customerId=${montcalm}&pageSize=200&sort=-at`)).body.data
    expect(latest).toEqual(all.toReversed())
    for (const wrong of ['sort=colour', 'level=17', 'endsBefore=soon', 'colour=red']) {
      expect(await codes(find(wrong)), wrong).toEqual([422, 4000])
    }
  })

  it('are given back many at once, what was written at the weakest level too, by who may write there', async () => {
    const { id } = await point('AirflowSp')
    const subscriptionId = await follow([id])
    for (const verb of ['value', 'override', 'emergency']) {
      const body = { pointValue: 22, subscriptionId, deviceId: vav }
      expect((await call(`PUT /points/${id}/${verb}`, body)).status, verb).toBe(200)
    }
    const written = async () => (await find(`deviceId=${vav}&level=16&search=AirflowSp`)).body.totalCount
    expect(await written()).toBe(1)
    const release = (points: object[], as = 'amelie') => call('POST /x/overrides/release', { points }, as)
    const levels = [1, 8, 16].map((level) => ({ pointId: id, level }))

    const partly = await release(levels, 'usha')
    expect([partly.status, partly.body.errorCode]).toEqual([422, 4100])
    expect(partly.body.errors).toMatchObject([
      { entityId: id, details: { errorCode: 4003, level: 1 } },
      { entityId: id, details: { errorCode: 4003, level: 16 } },
    ])
    expect(partly.body.data).toMatchObject([{ pointId: id, level: 8 }])
    expect(await codes(release([{ pointId: id, level: 16 }], 'usha'))).toEqual([403, 4003])
    expect(await codes(release(levels.slice(0, 1), 'paul'))).toEqual([404, 4005])
    expect(await written()).toBe(1)

    const done = await release(levels)
    expect(done.status).toBe(200)
    expect(done.body.at(-1)).toMatchObject({ pointId: id, level: 16, activePriority: null, effective: true })
    expect(await written()).toBe(0)
    const [last] = (await services.control('GET /journal')).body.slice(-1)
    expect(JSON.stringify(last)).toContain('/x/overrides/release')
    expect(await codes(release([{ pointId: id, level: 9 }]))).toEqual([422, 4000])
  })

  it('are those the caller may see', async () => {
    expect(await codes(find(`customerId=${montcalm}`, 'claire'))).toEqual([404, 4005])
    expect(await codes(find('', 'nadia'))).toEqual([403, 4003])
    expect((await find('', 'paul')).body.totalCount).toBe(0)
    expect((await find('', 'usha')).body.totalCount).toBeGreaterThanOrEqual(40)
    expect((await find('', 'claire')).body.data.every((row: ActiveOverride) => row.deviceId === vav)).toBe(true)
  })
})

describe('what was written to a point', () => {
  const writes = (id: string, query = '', as = 'amelie') => call(`GET /x/points/${id}/writes${query}`, undefined, as)
  const seen = async (id: string): Promise<WriteOfPoint[]> => (await writes(id)).body.data
  const told = (rows: WriteOfPoint[]) =>
    rows.map((row) => [row.action, row.level, row.old, row.new, row.by?.fullName ?? null, row.reason])

  it('is told by whom, when, at which level, from what to what and why, the newest first', async () => {
    const { id } = await point('HeatingSp')
    const subscriptionId = await follow([id])
    const body = { subscriptionId, deviceId: vav }
    const before = (await seen(id)).length
    const act = (verb: string, more: object, as = 'amelie') =>
      call(`PUT /points/${id}/${verb}`, { ...body, ...more }, as)

    expect((await act('value', { pointValue: 19 })).status).toBe(200)
    expect((await act('override', { pointValue: 20, reason: 'Cold at the window' })).status).toBe(200)
    pass(60)
    expect(
      (await act('timed-override', { pointValue: 21, duration: 10, reason: 'Until the sun is round' })).status,
    ).toBe(200)
    const until = new Date(services.world.clock.now() + 600_000).toISOString()
    pass(601)
    expect((await act('auto', {})).status).toBe(200)
    const points = [{ pointId: id, level: 16 }]
    expect((await call('POST /x/overrides/release', { points, reason: 'Back to the program' })).status).toBe(200)

    const rows = await seen(id)
    expect(told(rows.slice(0, rows.length - before))).toEqual([
      ['release', 16, 19, null, 'Amélie Tremblay', 'Back to the program'],
      ['expiry', 8, 21, null, null, null],
      ['write', 8, 20, 21, 'Amélie Tremblay', 'Until the sun is round'],
      ['write', 8, null, 20, 'Amélie Tremblay', 'Cold at the window'],
      ['write', 16, null, 19, 'Amélie Tremblay', null],
    ])
    expect(rows.slice(0, 5).map(({ expiresAt }) => expiresAt)).toEqual([null, null, until, null, null])
    expect(rows[1]?.at).toBe(until)
  })

  it('has the end of an override that passed while nothing ran at the time at which it was released', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-release-'))
    const first = await startTestServices({ dataDir })
    const points: Point[] = (await call(`GET /devices/${vav}/points`, undefined, 'amelie', first)).body
    const id = points.find(({ name }) => name.endsWith('.HeatingSp'))?.id ?? ''
    const lease = { deviceId: vav, pointIds: [id], leaseSec: 900 }
    const { subscriptionId } = (await call('PUT /points/subscribe', lease, 'amelie', first)).body
    const override = { subscriptionId, deviceId: vav, pointValue: 21, duration: 10 }
    expect((await call(`PUT /points/${id}/timed-override`, override, 'amelie', first)).status).toBe(200)
    await first.close()

    const later = noon + 3 * 3_600_000
    const second = await startTestServices({ dataDir, start: later })
    const { body } = await call(`GET /x/points/${id}/writes`, undefined, 'amelie', second)
    await second.close()
    await rm(dataDir, { recursive: true })
    expect(body.data[0]).toMatchObject({ action: 'expiry', at: new Date(later).toISOString() })
  })

  it('begins with what was held when the demonstration was made', async () => {
    const [held] = (await call('GET /x/overrides?endless=true&pageSize=1')).body.data as ActiveOverride[]
    if (!held) throw new Error('nothing is held')
    expect((await seen(held.pointId)).at(-1)).toMatchObject({
      action: 'write',
      level: held.level,
      old: null,
      new: held.value,
      at: held.at,
    })
  })

  it('comes in pages, without what was refused, to who may see the point', async () => {
    const { id } = await point('ZoneTempSp')
    const subscriptionId = await follow([id])
    for (const pointValue of [20, 21, 22, 900])
      await call(`PUT /points/${id}/value`, { pointValue, subscriptionId, deviceId: vav })
    const first = (await writes(id, '?pageSize=2')).body
    const rest = (await writes(id, `?pageSize=200&continuationToken=${first.continuationToken}`)).body
    expect(first.data.map((row: WriteOfPoint) => row.new)).toEqual([22, 21])
    expect(rest.data[0].new).toBe(20)
    expect(first.totalCount).toBe(2 + rest.data.length)
    expect([...first.data, ...rest.data]).toEqual(await seen(id))

    expect((await writes(id, '', 'usha')).status).toBe(200)
    expect(await codes(writes(id, '', 'paul'))).toEqual([404, 4005])
    expect(await codes(writes('nowhere'))).toEqual([404, 4005])
    expect(await codes(writes(id, '?colour=red'))).toEqual([422, 4000])
    expect(await codes(writes(id, '?continuationToken=nonsense'))).toEqual([422, 4000])
    const long = { pointValue: 21, subscriptionId, deviceId: vav, reason: 'x'.repeat(501) }
    expect(await codes(call(`PUT /points/${id}/value`, long))).toEqual([422, 4000])
  })
})
