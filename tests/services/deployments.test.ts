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

const device = (key: string) => seedId('device', key)
const montcalm = (key: string) => device(`montcalm-${key}`)
const install = (deviceId: string, packageName: string, more: Record<string, unknown> = {}) => ({
  deviceId,
  type: 'Install',
  packageName,
  ...more,
})
const deploy = (operations: unknown[], more: Record<string, unknown> = {}, as = 'amelie') =>
  services.call('site', 'POST /devices/deployments', { as, body: { operations, ...more } })
const deploymentsOf = async (deviceId: string) =>
  (await services.call('site', `GET /devices/${deviceId}/deployments`, { as: 'amelie' })).body
const deviceOf = async (deviceId: string) =>
  (await services.call('site', `GET /devices/${deviceId}`, { as: 'amelie' })).body
const pass = (seconds: number) => services.world.clock.advance(seconds * 1000)

describe('a deployment', () => {
  it('uploads, installs and leaves the package on the controller', async () => {
    const id = montcalm('ART-ECYVAV-2')
    const accepted = await deploy([install(id, 'weather', { version: '2.1.0', packageKey: 'weather@2.1.0' })])
    expect(accepted.status).toBe(202)
    expect(accepted.body.data[0]).toMatchObject({
      status: 'NotStarted',
      inProgress: true,
      requestedBy: { fullName: 'Amélie Tremblay' },
    })
    const seen = new Set<string>()
    for (let second = 0; second < 60; second++) {
      pass(0.5)
      seen.add((await deploymentsOf(id))[0].status)
    }
    expect([...seen]).toEqual([
      'NotStarted',
      'PackageUploadInProgress',
      'PackageUploadSuccess',
      'PackageInstallationInProgress',
      'PackageInstallationSuccess',
    ])
    const after = await deviceOf(id)
    expect(after.packages).toContainEqual({ name: 'weather', version: '2.1.0' })
    expect(after.overallStatus.deployment).toMatchObject({ status: 'PackageInstallationSuccess', inProgress: false })
    expect((await deploymentsOf(id))[0]).toMatchObject({ progressPercent: 100, completedAt: expect.any(String) })
  })

  it('refuses each controller on its own and starts the others', async () => {
    const [good, offline, missing] = [montcalm('DRO-ECYVAV-1'), montcalm('SCI-ECYVAV-6'), device('nobody')]
    const reply = await deploy([install(good, 'weather'), install(offline, 'weather'), install(missing, 'weather')])
    expect([reply.status, reply.body.errorCode]).toEqual([422, 4100])
    expect(reply.body.errors).toMatchObject([
      { entityId: offline, key: 'errors.device.offline', details: { type: 'offline', errorCode: 4303 } },
      { entityId: missing, details: { type: 'notFound' } },
    ])
    expect(reply.body.data.map((one: { deviceId: string }) => one.deviceId)).toEqual([good])
    expect((await deploy([install(good, 'mqtt')])).body.errors[0].details.type).toBe('inProgress')
  })

  it('keeps the controllers of a failing package on what they had, and can be found by its operation', async () => {
    const ids = ['DRO-ECYVAV-8', 'DRO-ECYPTU207-1', 'DRO-ECYVAV-9'].map(montcalm)
    const { body } = await deploy(ids.map((id) => install(id, 'weather')))
    pass(120)
    const found = await services.call(
      'site',
      `GET /x/deployments?customerId=${customerIdOf('CUS1004')}&operationId=${body.operationId}`,
      { as: 'amelie' },
    )
    expect(found.body.totalCount).toBe(3)
    const byName = Object.fromEntries(
      found.body.data.map((one: { device: { name: string }; status: string }) => [one.device.name, one.status]),
    )
    expect(byName).toEqual({
      'VAV DRO-08': 'PackageInstallationSuccess',
      'FCU DRO-01': 'PackageInstallationFailure',
      'VAV DRO-09': 'PackageInstallationSuccess',
    })
    expect((await deviceOf(ids[1] ?? '')).packages.map((entry: { name: string }) => entry.name)).not.toContain(
      'weather',
    )
    const failed = await services.call(
      'site',
      `GET /x/deployments?customerId=${customerIdOf('CUS1004')}&operationId=${body.operationId}&status=PackageInstallationFailure`,
      { as: 'amelie' },
    )
    expect(failed.body.data[0].operations[0].message).toContain('MISSING_LIBRARY')
  })

  it('stops after a failure and skips the rest', async () => {
    const id = montcalm('GEN-ECYPTU207-1')
    expect((await deploy([install(id, 'weather')])).body.errors[0].details).toMatchObject({
      type: 'notOnboarded',
      errorCode: 4304,
    })
    const unit = montcalm('RES-ECYPTU207-2')
    await deploy([install(unit, 'modbus'), install(unit, 'weather')])
    await services.control(`POST /devices/${(await deviceOf(unit)).hostId}/inject`, {
      kind: 'failUpload',
      params: { package: 'modbus' },
    })
    pass(60)
    expect((await deploymentsOf(unit))[0]).toMatchObject({
      status: 'PackageUploadFailure',
      operations: [{ status: 'PackageUploadFailure' }, { status: 'NotStarted', message: 'Skipped after a failure.' }],
    })
  })

  it('clears outdated from the counts when the newest is on', async () => {
    const id = montcalm('MED-ECY303-2')
    await deploy([install(id, 'schedules')])
    pass(60)
    const outdated = await services.call(
      'site',
      `GET /x/devices?customerId=${customerIdOf('CUS1004')}&packageStatus=outdated&pageSize=200`,
      { as: 'amelie' },
    )
    expect(outdated.body.totalCount).toBe(13)
  })

  it('takes the controller off the line for a platform package, and brings it back', async () => {
    const id = montcalm('ART-ECY600-1')
    await deploy([install(id, 'platform')])
    const { hostId } = await deviceOf(id)
    const offline: boolean[] = []
    for (let step = 0; step < 60; step++) {
      pass(5)
      offline.push((await services.control(`GET /devices/${hostId}`)).body.offlineSince !== null)
    }
    expect(offline.filter(Boolean).length).toBeGreaterThanOrEqual(8)
    expect(offline.at(-1)).toBe(false)
    expect((await deploymentsOf(id))[0].status).toBe('PackageInstallationSuccess')
  })

  it('scheduled for a controller that is offline, waits until it is back, for 24 hours', async () => {
    const waits = montcalm('MED-ECYVAV-4')
    const expires = montcalm('RES-ECY303-1')
    const scheduledAt = new Date(services.world.clock.now() + 3_600_000).toISOString()
    expect((await deploy([install(waits, 'weather'), install(expires, 'weather')], { scheduledAt })).status).toBe(202)
    pass(2 * 3600)
    expect((await deploymentsOf(waits))[0].status).toBe('NotStarted')
    const { hostId } = await deviceOf(waits)
    const [injection] = (await services.control(`GET /devices/${hostId}`)).body.injections
    await services.control(`DELETE /devices/${hostId}/inject/${injection.id}`)
    pass(60)
    expect((await deploymentsOf(waits))[0].status).toBe('PackageInstallationSuccess')
    pass(24 * 3600)
    expect((await deploymentsOf(expires))[0]).toMatchObject({ status: 'PackageUploadFailure', inProgress: false })
    const tooLate = new Date(services.world.clock.now() + 25 * 3_600_000).toISOString()
    expect((await deploy([install(waits, 'modbus')], { scheduledAt: tooLate })).body.errors).toHaveProperty(
      'scheduledAt',
    )
  })

  it('is refused to those who may not, and to archived customers', async () => {
    const id = device('story-2')
    expect((await deploy([install(id, 'weather')], {}, 'usha')).status).toBe(403)
    expect((await deploy([install(id, 'weather')], {}, 'paul')).status).toBe(404)
    services.world.store.run('UPDATE customer SET archived = 1 WHERE id = ?', customerIdOf('CUS1001'))
    expect((await deploy([install(id, 'weather')])).body.errors[0].details).toMatchObject({
      type: 'archived',
      errorCode: 4202,
    })
    services.world.store.run('UPDATE customer SET archived = 0 WHERE id = ?', customerIdOf('CUS1001'))
  })

  it('is done once for one idempotency key', async () => {
    const id = montcalm('REC-ECYVAV-1')
    const body = { operations: [install(id, 'weather')] }
    const headers = { 'idempotency-key': 'once' }
    const first = await services.call('site', 'POST /devices/deployments', { as: 'amelie', body, headers })
    const again = await services.call('site', 'POST /devices/deployments', { as: 'amelie', body, headers })
    expect(again.body).toEqual(first.body)
    expect(await deploymentsOf(id)).toHaveLength(1)
  })
})

describe('deployments that were asked for together', () => {
  const rollouts = (query = '', as = 'amelie') =>
    services.call('site', `GET /x/deployments/operations?customerId=${customerIdOf('CUS1004')}${query}`, { as })

  it('are one row with the totals of all their controllers, however many pages they fill', async () => {
    const names = Array.from({ length: 9 }, (_, at) => `GEN-ECYVAV-${at + 1}`)
    pass(1)
    const accepted = await deploy([
      ...names.map((name) => install(montcalm(name), 'weather', { version: '2.0.0', packageKey: 'weather@2.0.0' })),
      install(montcalm('RES-ECYPTU207-2'), 'weather', { version: '2.1.0', packageKey: 'weather@2.1.0' }),
    ])
    expect(accepted.status).toBe(202)
    const { operationId } = accepted.body
    pass(300)
    const [row] = (await rollouts('&pageSize=3')).body.data
    expect(row).toMatchObject({ operationId, total: 10, requestedBy: { fullName: 'Amélie Tremblay' }, device: null })
    expect(row.counts).toEqual({ PackageInstallationSuccess: 9, PackageInstallationFailure: 1 })
    expect(row.operations.map(({ toVersion }: { toVersion: string }) => toVersion)).toEqual(
      expect.arrayContaining(['2.0.0', '2.1.0']),
    )

    const states = await services.call(
      'site',
      `GET /x/deployments?customerId=${customerIdOf('CUS1004')}&operationId=${operationId}&sort=state`,
      { as: 'amelie' },
    )
    expect(states.body.data[0].status).toBe('PackageInstallationFailure')
    const sorted = states.body.data.slice(1).map(({ device: { name } }: { device: { name: string } }) => name)
    expect(sorted).toEqual(sorted.toSorted((a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })))
  })

  it('come page by page, each once, and those with a controller in a state on their own', async () => {
    const seen: string[] = []
    let [token, total] = ['', 0]
    do {
      const { body } = await rollouts(`&pageSize=2${token && `&continuationToken=${token}`}`)
      seen.push(...body.data.map(({ operationId }: { operationId: string }) => operationId))
      token = body.continuationToken ?? ''
      total = body.totalCount
    } while (token)
    expect(seen.length).toBeGreaterThan(3)
    expect(new Set(seen).size).toBe(seen.length)
    expect(total).toBe(seen.length)
    const failed = (await rollouts('&status=PackageInstallationFailure')).body.data
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length).toBeLessThan(total)
    for (const { counts } of failed) expect(counts.PackageInstallationFailure).toBeGreaterThan(0)
  })

  it('of another customer are not there', async () => {
    expect((await rollouts('', 'claire')).status).toBe(404)
    const own = await services.call('site', 'GET /x/deployments/operations', { as: 'claire' })
    expect(own.status).toBe(200)
    const [row] = (await rollouts()).body.data
    expect(JSON.stringify(own.body)).not.toContain(row.operationId)
  })
})
