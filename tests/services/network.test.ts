import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf } from '../../services/seed/people'
import { type Services, startTestServices, stopWatching } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
  stopWatching(services)
})
afterAll(() => services.close())

const montcalm = (key: string) => seedId('device', `montcalm-${key}`)
const call = (line: string, body?: unknown, as = 'amelie') => services.call('device-configuration', line, { as, body })
const networkOf = async (id: string) => (await call(`GET /devices/${id}/network`)).body
const infoOf = async (id: string) => (await call(`GET /devices/${id}/info`)).body
const logOf = async (id: string) =>
  (await call(`GET /devices/${id}/network/send/logs`)).body as { code: string; message: string }[]
const save = (deviceIds: string[], ipv4: object, more: object = {}) =>
  call('POST /devices/network', { eTag: null, deviceIds, value: { primary: { ipv4 } }, ...more })
const send = (deviceIds: string[], configurationTypes = ['network']) =>
  call('POST /devices/configuration/send', { deviceIds, configurationTypes })
const pass = (seconds: number) => services.world.clock.advance(seconds * 1000)
const twenty = async () => {
  const { body } = await services.call(
    'site',
    `GET /x/devices?customerId=${customerIdOf('CUS1004')}&search=sci-&pageSize=50`,
    { as: 'amelie' },
  )
  return body.data as { id: string; name: string }[]
}

describe('saving network settings', () => {
  it('carries the eTag of one controller and tells what is there when it is stale', async () => {
    const id = montcalm('DRO-ECYVAV-1')
    const before = await networkOf(id)
    expect(before.supportedInterfaces).toEqual(['primary'])
    const saved = await save([id], { primaryDns: '10.41.0.60' }, { eTag: before.eTag })
    expect(saved.body.data[0].primary.ipv4).toEqual({ ...before.primary.ipv4, primaryDns: '10.41.0.60' })
    expect(saved.body.data[0].eTag).not.toBe(before.eTag)
    expect(await infoOf(id)).toMatchObject({ network: { sendState: 'succeed', isDirty: true } })
    const stale = await save([id], { primaryDns: '10.41.0.61' }, { eTag: before.eTag })
    expect([stale.status, stale.body.errorCode, stale.body.currentETag]).toEqual([409, 4009, saved.body.data[0].eTag])
    expect(stale.body.current.primary.ipv4.primaryDns).toBe('10.41.0.60')
  })

  it('changes nothing when nothing changes', async () => {
    const id = montcalm('DRO-ECYVAV-2')
    const before = await networkOf(id)
    const saved = await save([id], { gateway: before.primary.ipv4.gateway })
    expect(saved.body.data[0]).toEqual(before)
    expect((await infoOf(id)).network.isDirty).toBe(false)
  })

  it('refuses the shape for all and the consequences one by one', async () => {
    const ids = [montcalm('DRO-ECYVAV-3'), montcalm('MED-ECYVAV-1')]
    const shape = await save(ids, { gateway: '10.41.3.999' })
    expect([shape.status, shape.body.errorCode, shape.body.errors]).toEqual([
      422,
      4501,
      { 'value.primary.ipv4.gateway': 'errors.network.ipv4' },
    ])
    const some = await save([...ids, montcalm('nobody')], { gateway: '10.41.3.254' })
    expect([some.status, some.body.errorCode]).toEqual([422, 4100])
    expect(some.body.errors).toMatchObject([
      { entityId: ids[1], key: 'errors.network.gateway', details: { type: 'network', field: 'primary.ipv4.gateway' } },
      { entityId: montcalm('nobody'), details: { type: 'notFound' } },
    ])
    expect(some.body.data.map((network: { deviceId: string }) => network.deviceId)).toEqual([ids[0]])
    expect((await networkOf(ids[0] ?? '')).primary.ipv4.gateway).toBe('10.41.3.254')
  })

  it('checks the eTags of many, and fails only those that moved', async () => {
    const [moved, fresh] = [montcalm('ART-ECYVAV-1'), montcalm('ART-ECYVAV-2')]
    const eTags = { [moved]: 'old', [fresh]: (await networkOf(fresh)).eTag }
    const reply = await save([moved, fresh], { primaryDns: '10.41.0.70' }, { eTags })
    expect(reply.body.errors).toMatchObject([
      { entityId: moved, details: { type: 'stale', errorCode: 4009, currentETag: (await networkOf(moved)).eTag } },
    ])
    expect(reply.body.data).toHaveLength(1)
  })

  it('is for those who may', async () => {
    const id = montcalm('ART-ECYVAV-3')
    const as = (login: string) => call('POST /devices/network', { eTag: null, deviceIds: [id], value: {} }, login)
    expect([(await as('usha')).status, (await as('paul')).status]).toEqual([403, 404])
    expect((await call(`GET /devices/${id}/network/send/logs`, undefined, 'usha')).status).toBe(403)
    expect((await call(`GET /devices/${id}/network`, undefined, 'usha')).status).toBe(200)
  })
})

describe('sending', () => {
  it('takes new settings to twenty controllers of one subnet: one waits, one rolls back, one rejects, the others have them', async () => {
    const devices = await twenty()
    const ids = devices.map((device) => device.id)
    const saved = await save(ids, { gateway: '10.41.1.254', primaryDns: '10.41.0.99' })
    expect([saved.status, saved.body.data.length]).toEqual([200, 20])
    const sent = await send(ids)
    expect([sent.status, sent.body.data.length]).toEqual([202, 20])
    const again = await send(ids.slice(0, 1))
    expect(again.body.errors).toMatchObject([
      { entityId: ids[0], key: 'errors.config.sendInProgress', details: { type: 'network', errorCode: 4503 } },
    ])

    pass(60)
    const midway = await Promise.all(ids.map(infoOf))
    expect(midway.filter((info) => info.network.sendState === 'running')).toHaveLength(1)
    pass(120)
    const outcome = Object.fromEntries(
      await Promise.all(devices.map(async ({ id, name }) => [name, (await infoOf(id)).network] as const)),
    )
    expect(outcome['VAV SCI-06']).toMatchObject({ sendState: 'queued', isDirty: true })
    expect(outcome['VAV SCI-09']).toMatchObject({ sendState: 'failed', isDirty: true })
    expect(outcome['VAV SCI-12']).toMatchObject({ sendState: 'failed', isDirty: true })
    expect(
      Object.values(outcome).filter((network) => network.sendState === 'succeed' && !network.isDirty),
    ).toHaveLength(17)

    expect((await logOf(montcalm('SCI-ECYVAV-6'))).map((line) => line.code)).toEqual([
      'QUEUED',
      'WAITING_FOR_CONTROLLER',
    ])
    expect((await logOf(montcalm('SCI-ECYVAV-9'))).map((line) => line.code)).toEqual([
      'QUEUED',
      'PICKED_UP',
      'LINK_DROPPED',
      'NO_ANSWER',
      'ROLLED_BACK',
    ])
    expect((await logOf(montcalm('SCI-ECYVAV-12'))).at(-1)).toMatchObject({ code: 'NET-207', level: 'error' })
    expect((await logOf(montcalm('SCI-ECYVAV-1'))).map((line) => line.code)).toEqual([
      'QUEUED',
      'PICKED_UP',
      'LINK_DROPPED',
      'RECONNECTED',
      'SUCCEEDED',
    ])
  })

  it('waits for a controller that is offline, and goes on when it is back', async () => {
    const hostId = 'ECYVAV-1C0106'
    const [injection] = (await services.control(`GET /devices/${hostId}`)).body.injections
    await services.control(`DELETE /devices/${hostId}/inject/${injection.id}`)
    pass(60)
    expect((await infoOf(montcalm('SCI-ECYVAV-6'))).network).toMatchObject({ sendState: 'succeed', isDirty: false })
    expect((await services.control(`GET /devices/${hostId}`)).body.network.primary.ipv4.gateway).toBe('10.41.1.254')
  })

  it('rolls back when the gateway does not answer in the simulated network, with the reason in the log', async () => {
    const id = montcalm('BIB-ECYVAV-1')
    await save([id], { gateway: '10.41.2.77' })
    await send([id])
    pass(150)
    expect((await infoOf(id)).network.sendState).toBe('failed')
    expect((await logOf(id)).map((line) => line.code).slice(-2)).toEqual(['GATEWAY_UNREACHABLE', 'ROLLED_BACK'])
    expect((await services.control('GET /devices/ECYVAV-1C0201')).body).toMatchObject({
      connected: true,
      network: { primary: { ipv4: { gateway: '10.41.2.1' } } },
    })
  })

  it('applies the types in their order, network last, one at a time', async () => {
    const id = montcalm('BIB-ECYVAV-3')
    const reply = await send([id], ['network', 'users', 'gfx', 'time', 'bacnet'])
    expect(reply.body.data[0].results.map((result: { type: string }) => result.type)).toEqual([
      'time',
      'users',
      'bacnet',
      'gfx',
      'network',
    ])
    const order: string[] = []
    for (let step = 0; step < 300 && order.length < 5; step++) {
      pass(0.5)
      const info = await infoOf(id)
      const running = ['time', 'users', 'bacnet', 'gfx', 'network'].filter((type) => info[type].sendState === 'running')
      expect(running.length).toBeLessThanOrEqual(1)
      for (const type of running) if (!order.includes(type)) order.push(type)
    }
    expect(order).toEqual(['time', 'users', 'bacnet', 'gfx', 'network'])
  })

  it('names each type that cannot be sent', async () => {
    const notOnboarded = montcalm('BIB-ECYVAV-11')
    const withoutFile = montcalm('BIB-ECYAPEX-1')
    const reply = await send([notOnboarded, withoutFile], ['gfx', 'time'])
    expect(reply.body.errors).toMatchObject([
      { entityId: notOnboarded, details: { type: 'time', errorCode: 4304 } },
      { entityId: notOnboarded, details: { type: 'gfx', errorCode: 4304 } },
      { entityId: withoutFile, details: { type: 'gfx', errorCode: 4505 } },
    ])
    expect(reply.body.data).toEqual([{ deviceId: withoutFile, results: [{ type: 'time', sendState: 'queued' }] }])
  })

  it('gives up on a controller that does not come back within 24 hours', async () => {
    const id = seedId('device', 'story-4')
    expect((await infoOf(id)).network.sendState).toBe('queued')
    pass(24 * 3600)
    expect((await infoOf(id)).network).toMatchObject({ sendState: 'failed', isDirty: true })
    expect((await logOf(id)).at(-1)?.code).toBe('TTL_EXPIRED')
  })
})

describe('the states below a node', () => {
  it('are found by the id of any node', async () => {
    const find = (id: string, as?: string) => call(`GET /devices/info?underTwinId=${id}`, undefined, as)
    expect((await find(seedId('site', 41))).body).toHaveLength(64)
    expect((await find(seedId('group', 'Montcalm campuses'))).body).toHaveLength(120)
    expect((await find(montcalm('SCI-ECYVAV-1'))).body).toHaveLength(1)
    expect(await find(seedId('site', 999))).toMatchObject({ status: 404, body: { errorCode: 4410 } })
    expect(await find(seedId('site', 41), 'paul')).toMatchObject({ status: 404, body: { errorCode: 4410 } })
  })

  it('say nothing of a graphics file that is not there', async () => {
    expect((await infoOf(montcalm('DRO-ECYAPEX-1'))).gfx).toMatchObject({
      fileName: '',
      processState: '',
      sendState: '',
    })
  })
})

it('a controller that refuses is named, and the others are saved and sent', async () => {
  const [good, bad] = [montcalm('BIB-ECYVAV-5'), montcalm('BIB-ECYVAV-6')]
  const { hostId } = (await services.call('site', `GET /devices/${bad}`, { as: 'amelie' })).body
  const { body } = await services.control(`POST /devices/${hostId}/inject`, { kind: 'partialWrite' })
  const before = await networkOf(bad)
  for (const reply of [await save([good, bad], { primaryDns: '10.41.0.61' }), await send([good, bad])]) {
    expect([reply.status, reply.body.errorCode]).toEqual([422, 4100])
    expect(reply.body.errors.map(({ entityId }: { entityId: string }) => entityId)).toEqual([bad])
    expect(reply.body.data.map(({ deviceId }: { deviceId: string }) => deviceId)).toEqual([good])
  }
  expect(await networkOf(bad)).toEqual(before)
  await services.control(`DELETE /devices/${hostId}/inject/${body.id}`)
  expect((await save([bad], { primaryDns: '10.41.0.61' }, { eTag: before.eTag })).status).toBe(200)
})
