import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OnboardingStatus } from '../../services/contracts/onboarding'
import { seedId } from '../../services/kit/deterministic'
import { isOnboardingActive, isOnboardingTransition } from '../../services/site/onboarding/records'
import { preparePointCounts } from '../../services/site/points/point-count'
import { type Called, type Services, startTestServices, stopWatching } from '../harness/services'

const minute = 60_000
const hour = 60 * minute
const seeded = { id: seedId('device', 'story-7'), hostId: 'ECYSTATR-0A5001', activationCode: '7K4M-Q2ZD' }

let services: Services
beforeAll(async () => {
  services = await startTestServices()
  stopWatching(services)
})
afterAll(() => services.close())

const call = (line: string, body?: unknown, as = 'amelie') => services.call('site', line, { as, body })
const told = ({ status, body }: Called) => [status, body.errorCode]
const ok = async (line: string, body?: unknown, as?: string) => {
  const reply = await call(line, body, as)
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body
}
const advance = (ms: number) => services.control('POST /clock', { advanceMs: ms })

let clinic: string
let label: { hostId: string; activationCode: string }
let boxes = 0
const unbox = async () => {
  const { spaceId } = await ok(`GET /devices/${seeded.id}`)
  boxes += 1
  const [device] = await ok(`POST /spaces/${spaceId}/devices`, { device: { name: 'Box', productId: 'ECYSTATR' } })
  clinic = device.id
  label = { hostId: `ECYSTATR-0D000${boxes}`, activationCode: device.additionalProperties.$activationCode }
}
beforeEach(unbox)

const record = () => ok(`GET /devices/${clinic}/onboarding`)
const onboard = (body: object = label, as?: string) => call(`POST /devices/${clinic}/onboard`, body, as)
const codeOnLabel = async () => (await ok(`GET /devices/${clinic}`)).additionalProperties.$activationCode as string

describe('onboarding', () => {
  it('is taken back with the tunnels, while the inventory stays', async () => {
    const handler = seedId('device', 'story-1')
    expect(await ok(`GET /devices/${handler}/onboarding`)).toMatchObject({
      status: 'onboarded',
      hostId: 'ECY600-0A1001',
    })
    expect((await call(`DELETE /devices/${handler}/onboarding`)).status).toBe(204)
    expect(await ok(`GET /devices/${handler}/onboarding`)).toMatchObject({ status: 'removed', licenses: [] })
    expect((await ok(`GET /devices/${handler}/tunnels`))[0].status).toBe('closed')
    const device = await ok(`GET /devices/${handler}`)
    expect(device).toMatchObject({ hostId: '', overallStatus: { connected: false, onBoarded: false } })
    expect(device.packages.length).toBeGreaterThan(3)
    expect(told(await call(`DELETE /devices/${handler}/onboarding`))).toEqual([409, 4304])
    const deploying = seedId('device', 'story-3')
    expect(told(await call(`DELETE /devices/${deploying}/onboarding`))).toEqual([409, 4306])
  })

  it('goes step by step to a controller that is known and connected', async () => {
    expect(await record()).toMatchObject({ status: 'notOnboarded', hostId: '', licenses: [], publicIP: null })
    const begun = await onboard({
      hostId: label.hostId,
      activationCode: label.activationCode.toLowerCase().replace('-', ''),
    })
    expect(begun.status, JSON.stringify(begun.body)).toBe(202)
    expect(begun.body).toMatchObject({
      status: 'pending',
      hostId: label.hostId,
      requestedBy: { fullName: 'Amélie Tremblay' },
      requestedAt: '2026-03-09T12:00:00.000Z',
    })
    expect((await ok(`GET /devices/${clinic}`)).additionalProperties.$activationCode).toBeUndefined()

    const seen = new Set<OnboardingStatus>(['pending'])
    for (const ms of [...Array(8).fill(500), ...Array(12).fill(4_000)]) {
      await advance(ms)
      seen.add((await record()).status)
    }
    expect([...seen]).toEqual(['pending', 'provisioning', 'awaitingConnection', 'onboarded'])
    const done = await record()
    expect(done.steps.map((step: { name: string; status: string }) => [step.name, step.status])).toEqual([
      ['validate', 'done'],
      ['claim', 'done'],
      ['identity', 'done'],
      ['firstConnection', 'done'],
      ['inventory', 'done'],
      ['licence', 'done'],
      ['packages', 'done'],
    ])
    expect(done).toMatchObject({
      failureCode: null,
      publicIP: { connectedToInternet: true },
      device: { hostName: label.hostId, macAddress: `02:00:5E:0D:00:0${boxes}` },
      licenses: [{ product: 'ECYSTATR', maxPoints: 100, state: 'valid' }],
    })
    const inventory = done.steps.find((step: { name: string }) => step.name === 'inventory')
    expect(inventory.message).toContain(`and ${done.licenses[0].usedPoints} points`)
    expect(done.licenses[0].usedPoints).toBeGreaterThan(0)
    expect(Date.parse(done.completedAt) - Date.parse(done.requestedAt)).toBeLessThan(minute)
    const device = await ok(`GET /devices/${clinic}`)
    expect(device).toMatchObject({ hostId: label.hostId, overallStatus: { connected: true, onBoarded: true } })
    expect(device.packages.map((one: { name: string }) => one.name)).toEqual(['bacnet', 'gfx', 'platform'])
    expect(told(await onboard())).toEqual([409, 4302])
  })

  it('says what is wrong with what was typed', async () => {
    const wrong = async (change: object) => {
      const reply = await onboard({ ...label, ...change })
      return [reply.body.errorCode, reply.body.errors]
    }
    expect(await wrong({ hostId: 'ECYVAV-0A5001' })).toEqual([4301, { hostId: 'errors.onboarding.hostIdPattern' }])
    expect(await wrong({ hostId: '' })).toMatchObject([4000, { hostId: ['errors.field.tooShort'] }])
    expect(await wrong({ activationCode: undefined })).toMatchObject([4000, { activationCode: expect.anything() }])
    expect(await wrong({ activationCode: '-' })).toEqual([4307, { activationCode: 'errors.onboarding.activationCode' }])

    const spaceId = (await ok(`GET /devices/${clinic}`)).spaceId
    const [twin] = await ok(`POST /spaces/${spaceId}/devices`, {
      device: { name: 'Twin', productId: 'ECYSTATR', hostId: label.hostId },
    })
    expect(await wrong({})).toEqual([4302, { hostId: 'errors.onboarding.hostIdTaken' }])
    await ok('DELETE /devices', [twin.id])
    const [sensor] = await ok(`POST /spaces/${spaceId}/devices`, { device: { name: 'Sensor', productId: 'ECYSTATZ' } })
    expect(
      told(await call(`POST /devices/${sensor.id}/onboard`, { hostId: 'ECYSTATZ-000001', activationCode: 'X' })),
    ).toEqual([422, 4310])
  })

  it('locks a label for a quarter of an hour after five wrong codes', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const reply = await onboard({ ...label, activationCode: `0000-000${attempt}` })
      expect(told(reply)).toEqual([422, 4307])
      expect(reply.headers.get('retry-after')).toBe(attempt === 5 ? '900' : null)
    }
    expect(told(await onboard())).toEqual([422, 4307])
    await advance(15 * minute)
    expect((await onboard()).status).toBe(202)
    expect(told(await onboard())).toEqual([409, 4306])
  })

  it('takes a code once and for 72 hours; then the label is printed anew', async () => {
    await advance(72 * hour)
    expect(told(await onboard())).toEqual([422, 4307])
    const next = await codeOnLabel()
    expect(next).not.toBe(label.activationCode)
    expect((await onboard({ ...label, activationCode: next })).status).toBe(202)
    await advance(minute)
    expect((await call(`DELETE /devices/${clinic}/onboarding`)).status).toBe(204)
    expect(told(await onboard({ ...label, activationCode: next }))).toEqual([422, 4307])
    expect((await onboard({ ...label, activationCode: await codeOnLabel() })).status).toBe(202)
  })

  it('waits a quarter of an hour for a controller that is silent, and then fails', async () => {
    await onboard()
    await services.control(`POST /devices/${label.hostId}/inject`, { kind: 'offline', durationSec: 300 })
    await advance(2 * minute)
    expect((await record()).status).toBe('awaitingConnection')
    await advance(5 * minute)
    expect((await record()).status).toBe('onboarded')

    await unbox()
    await onboard()
    await services.control(`POST /devices/${label.hostId}/inject`, { kind: 'offline' })
    await advance(20 * minute)
    const failed = await record()
    expect(failed).toMatchObject({ status: 'failed', failureCode: 'NO_CONNECTION' })
    expect(failed.steps.map((step: { status: string }) => step.status)).toEqual([
      'done',
      'done',
      'done',
      'failed',
      'skipped',
      'skipped',
      'skipped',
    ])
    expect(await ok(`GET /devices/${clinic}`)).toMatchObject({ hostId: '', overallStatus: { onBoarded: false } })
    expect((await onboard({ ...label, activationCode: await codeOnLabel() })).status).toBe(202)
  })

  it('is for those who may', async () => {
    expect(told(await onboard(label, 'usha'))).toEqual([403, 4003])
    expect(told(await onboard(label, 'paul'))).toEqual([404, 4005])
    expect((await call(`GET /devices/${clinic}/onboarding`, undefined, 'usha')).status).toBe(200)
    expect(told(await call(`DELETE /devices/${clinic}/onboarding`, undefined, 'usha'))).toEqual([403, 4003])
    expect((await onboard(label, 'claire')).status).toBe(202)
  })

  it('knows legal moves only', () => {
    const statuses: OnboardingStatus[] = [
      'notOnboarded',
      'pending',
      'provisioning',
      'awaitingConnection',
      'onboarded',
      'failed',
      'removed',
    ]
    const moves = statuses.flatMap((from) =>
      statuses.filter((to) => isOnboardingTransition(from, to)).map((to) => `${from} ${to}`),
    )
    expect(moves).toHaveLength(14)
    expect(statuses.filter((from) => isOnboardingActive(from) && !isOnboardingTransition(from, 'failed'))).toEqual([])
  })
})

it('goes on after a restart in any state', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-services-'))
  let own = await startTestServices({ dataDir })
  const again = async () => {
    await own.close()
    own = await startTestServices({ dataDir, env: { PUBLIC_ORIGIN: own.settings.publicOrigin } })
  }
  const ask = async (line: string, body?: unknown) => (await own.call('site', line, { as: 'amelie', body })).body
  await ask(`POST /devices/${seeded.id}/onboard`, seeded)
  await ask(`POST /devices/${seedId('device', 'story-1')}/tunnels`, {})
  await again()
  expect((await ask(`GET /devices/${seeded.id}/onboarding`)).status).toBe('pending')
  await own.control('POST /clock', { advanceMs: 4_000 })
  expect((await ask(`GET /devices/${seeded.id}/onboarding`)).status).toBe('awaitingConnection')
  await again()
  await own.control('POST /clock', { advanceMs: minute })
  expect((await ask(`GET /devices/${seeded.id}/onboarding`)).status).toBe('onboarded')
  expect((await ask(`GET /devices/${seedId('device', 'story-1')}/tunnels`))[0].status).toBe('open')
  await own.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('tells how licences stand, and lists controllers by it', async () => {
  const montcalm = (key: string) => seedId('device', `montcalm-${key}`)
  const licenceOf = async (key: string) => (await ok(`GET /devices/${montcalm(key)}/onboarding`)).licenses[0]
  expect(await licenceOf('GEN-ECY600-1')).toMatchObject({ state: 'exceeded', maxPoints: 12, usedPoints: 16 })
  expect(await licenceOf('MED-ECYVAV-6')).toMatchObject({ state: 'expired', maxPoints: 100 })
  expect(await licenceOf('MED-ECYVAV-2')).toMatchObject({ state: 'missing', maxPoints: 0, features: [] })
  expect(await licenceOf('BIB-ECYVAV-5')).toMatchObject({ state: 'valid', expiresAt: expect.any(String) })

  const { customerId } = await ok(`GET /sites/${(await ok(`GET /devices/${montcalm('MED-ECYVAV-6')}`)).siteId}`)
  const listed = async (licence: string) => ok(`GET /x/devices?customerId=${customerId}&licence=${licence}`)
  const names = async (licence: string) => (await listed(licence)).data.map((one: { name: string }) => one.name)
  expect(await names('exceeded')).toEqual(['PLT GEN-01'])
  expect(await names('expired')).toEqual(['VAV MED-06'])
  expect(await names('missing')).toEqual(['VAV MED-02'])
  const onboarded = (await ok(`GET /x/devices?customerId=${customerId}&onboarded=true`)).totalCount
  expect((await listed('valid')).totalCount).toBe(onboarded - 3)
  const filters = ['valid', 'expired'].map((licence) => ({ customerId, licence }))
  expect(
    (await ok('POST /x/devices/counts', { filters })).data.map((one: { totalCount: number }) => one.totalCount),
  ).toEqual([onboarded - 3, 1])
  expect((await call(`GET /x/devices?customerId=${customerId}&licence=rusty`)).body.errors).toHaveProperty('licence')

  const every = async (more = '') => {
    const all: { id: string; name: string; share: number }[] = []
    for (let token: string | null = ''; token !== null; ) {
      const page: Called['body'] = await ok(
        `GET /x/licences?customerId=${customerId}&pageSize=7${more}${token && `&continuationToken=${token}`}`,
      )
      for (const { device, licence } of page.data)
        all.push({ ...device, share: licence.maxPoints > 0 ? licence.usedPoints / licence.maxPoints : -1 })
      token = page.continuationToken
    }
    return all
  }
  const byUse = await every()
  expect([byUse.length, new Set(byUse.map(({ id }) => id)).size]).toEqual([onboarded, onboarded])
  expect(byUse.slice(0, 2).map(({ name }) => name)).toEqual(['PLT GEN-01', 'VAV BIB-06'])
  expect(byUse.at(-1)?.name).toBe('VAV MED-02')
  const shares = byUse.map(({ share }) => share)
  expect(shares).toEqual([...shares].sort((one, other) => other - one))
  expect((await every('&sort=used')).map(({ share }) => share)).toEqual([...shares].reverse())
  const byName = (await every('&sort=name')).map(({ name }) => name)
  expect([byName.length, byName[0]]).toEqual([onboarded, (await every('&sort=-name')).at(-1)?.name])
  expect((await every('&state=exceeded')).map(({ name }) => name)).toEqual(['PLT GEN-01'])
  expect((await every('&feature=nothing')).length).toBe(0)
  const withTrends = await every('&feature=historian')
  expect(withTrends.length).toBeGreaterThan(0)
  expect((await call(`GET /x/licences?customerId=${customerId}&sort=colour`)).body.errors).toHaveProperty('sort')
  expect((await call(`GET /x/licences?customerId=${customerId}`, undefined, 'paul')).body.errorCode).toBe(4005)
  // A list of them writes no points down.
  const points = () => services.world.store.get<{ n: number }>('SELECT count(*) AS n FROM point')?.n
  const before = points()
  await ok(`GET /x/licences?customerId=${customerId}&pageSize=200`)
  expect(points()).toBe(before)

  const { store, clock } = services.world
  store.run('UPDATE licence SET expires_at = ? WHERE device_id = ?', clock.now(), montcalm('BIB-ECYVAV-5'))
  expect(await names('expired')).toEqual(['VAV BIB-05', 'VAV MED-06'])
})

it('compares licences with the points that there are, as they come and go', async () => {
  const { store } = services.world
  const deviceId = seedId('device', 'montcalm-BIB-ECYVAV-7')
  const before = (await ok(`GET /devices/${deviceId}/onboarding`)).licenses[0]
  const { customer_id: customerId } = store.get<{ customer_id: string }>(
    'SELECT customer_id FROM device WHERE id = ?',
    deviceId,
  ) ?? { customer_id: '' }
  const licence = async () => {
    const { data } = await ok(`GET /x/licences?customerId=${customerId}&state=exceeded&pageSize=200`)
    return {
      used: (await ok(`GET /devices/${deviceId}/onboarding`)).licenses[0].usedPoints - before.usedPoints,
      isExceeded: data.some((one: Called['body']) => one.device.id === deviceId),
    }
  }
  expect(await licence()).toEqual({ used: 0, isExceeded: false })
  const more = before.maxPoints - before.usedPoints + 1
  for (let at = 0; at < more; at += 1)
    store.run(
      `INSERT INTO point (id, tenant_id, customer_id, device_id, object_type, object_instance, name, display_name, kind)
       SELECT ?, tenant_id, customer_id, id, 'analogInput', ?, 'More', 'More', 'number' FROM device WHERE id = ?`,
      ...[`more-${at}`, 9_000 + at, deviceId],
    )
  expect(await licence()).toEqual({ used: more, isExceeded: true })
  // A store of an earlier version has no count.
  store.exec('DROP TRIGGER point_added; UPDATE device SET point_count = 0')
  preparePointCounts(store)
  expect(await licence()).toEqual({ used: more, isExceeded: true })
  store.run(`DELETE FROM point WHERE id LIKE 'more-%'`)
  expect(await licence()).toEqual({ used: 0, isExceeded: false })
})
