/**
 * Sends, deployments and onboardings of a controller that is nothing but a table: requested of its link, and moved by
 * what that reports.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import type { DeploymentReport, LinkEvents, OnboardingReport, SendReport } from '../../services/link/port'
import { type Services, startTestServices } from '../harness/services'
import { createWorkLink, emptyWorkTable, type WorkLink, type WorkTable } from '../harness/table-work'

const device = seedId('device', 'montcalm-BIB-ECYAPEX-1')
const as = 'amelie'

let dataDir: string
let services: Services
let table: WorkTable
let link: WorkLink

const events = () => link.events as LinkEvents
async function begin(): Promise<void> {
  table = emptyWorkTable()
  link = createWorkLink(table)
  services = await startTestServices({ dataDir, links: { table: link } })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plantroom-link-work-'))
  await begin()
  services.world.store.run(`UPDATE device SET protocol = 'table' WHERE id = ?`, device)
})
afterEach(() => {
  Object.assign(table, emptyWorkTable())
})
afterAll(async () => {
  await services.close()
  await rm(dataDir, { recursive: true, force: true })
})

const configuration = (line: string, body?: unknown) => services.call('device-configuration', line, { as, body })
const send = async (...types: string[]) => {
  const { status, body } = await configuration('POST /devices/configuration/send', {
    deviceIds: [device],
    configurationTypes: types,
  })
  expect([status, body.errors]).toEqual([202, undefined])
}
const saveTime = async (timeZone: string) => {
  const { status } = await configuration('POST /devices/time', { deviceIds: [device], eTag: null, value: { timeZone } })
  expect(status).toBe(200)
}
const stateOf = async (type: string) => {
  const { body } = await configuration(`GET /devices/${device}/info`)
  return body[type]
}
const stands = async () => (await configuration(`GET /x/devices/${device}/configuration/time`)).body
const linesOf = async (type: string): Promise<[string, string][]> =>
  (await configuration(`GET /devices/${device}/${type}/send/logs`)).body.map(
    ({ level, code }: { level: string; code: string }) => [level, code],
  )
/** Lets the jobs of a kind be due, as they would be after a day. */
const makeDue = (kind: string) =>
  services.world.store.run('UPDATE job SET due_at = ? WHERE kind = ?', services.world.clock.now(), kind)
/** Waits for as many requests, and returns the last. */
async function requested(count: number) {
  await vi.waitFor(() => expect(table.sends).toHaveLength(count), 10_000)
  return table.sends[count - 1] as WorkTable['sends'][number]
}
const report = (sendId: string, one: DistributiveOmit<SendReport, 'sendId'>) =>
  events().sendProgress(device, { sendId, ...one } as SendReport)
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

describe('a send', () => {
  it('has the settings that were saved, and runs at the controller when its link says so', async () => {
    await saveTime('Europe/Paris')
    await send('time')
    const { id, type, content } = await requested(1)
    expect([type, content]).toMatchObject(['time', { timeZone: 'Europe/Paris', autoTime: true }])
    expect(await stateOf('time')).toMatchObject({ sendState: 'queued', isDirty: true })
    report(id, { is: 'started' })
    expect(await stateOf('time')).toMatchObject({ sendState: 'running', isDirty: true })
    report(id, { is: 'line', level: 'warning', code: 'SLOW', message: 'The line is slow.', step: 'transfer' })
    for (const one of ['succeeded', 'succeeded', 'started'] as const) report(id, { is: one })
    expect(await stateOf('time')).toMatchObject({ sendState: 'succeed', isDirty: false })
    expect((await linesOf('time')).slice(-4)).toEqual([
      ['info', 'QUEUED'],
      ['info', 'PICKED_UP'],
      ['warning', 'SLOW'],
      ['info', 'SUCCEEDED'],
    ])
    expect((await stands()).running).toMatchObject({ timeZone: 'Europe/Paris' })
  })

  it('that fails at the controller says why, and what ran before runs on', async () => {
    await saveTime('Europe/Rome')
    await send('time')
    const { id } = await requested(1)
    report(id, { is: 'failed', code: 'NO_ROOM', message: 'The controller has no room.', step: 'apply' })
    expect(await stateOf('time')).toMatchObject({ sendState: 'failed', isDirty: true })
    expect((await linesOf('time')).slice(-1)).toEqual([['error', 'NO_ROOM']])
    expect((await stands()).running).toMatchObject({ timeZone: 'Europe/Paris' })
  })

  it('that the link refuses has failed; the ones behind it are requested one after the other', async () => {
    table.trouble = 'refused'
    await send('time')
    await vi.waitFor(async () => expect(await stateOf('time')).toMatchObject({ sendState: 'failed' }), 10_000)
    table.trouble = null
    await send('network', 'bacnet', 'time')
    for (const [at, type] of ['time', 'bacnet', 'network'].entries()) {
      const one = await requested(at + 1)
      expect(one.type).toBe(type)
      report(one.id, { is: 'succeeded' })
      expect(await stateOf(type)).toMatchObject({ sendState: 'succeed' })
    }
  })

  it('that nobody answers for is requested again until the link does', async () => {
    table.trouble = 'unreachable'
    await send('time')
    await vi.waitFor(() => expect(services.world.store.all('SELECT 1 FROM controller_work')).toHaveLength(1), 10_000)
    table.trouble = null
    services.world.clock.advance(31_000)
    const { id } = await requested(1)
    report(id, { is: 'succeeded' })
    expect(await stateOf('time')).toMatchObject({ sendState: 'succeed' })
  })

  it('waits for a controller that is silent, and can be cancelled there', async () => {
    events().down(device, services.world.clock.now())
    await send('time', 'bacnet')
    services.world.clock.advance(60_000)
    const cancelled = await configuration('POST /x/sends/cancel', { deviceIds: [device], types: ['time'] })
    expect(cancelled.status).toBe(200)
    expect(table.sends).toEqual([])
    events().up(device)
    expect(await requested(1)).toMatchObject({ type: 'bacnet' })
    report(table.sends[0]?.id ?? '', { is: 'succeeded' })
  })

  it('that is cancelled is not wanted any more at the link; one that it had begun all the same is known', async () => {
    await saveTime('Europe/Madrid')
    await send('time')
    const { id } = await requested(1)
    const { status } = await configuration('POST /x/sends/cancel', { deviceIds: [device], types: ['time'] })
    expect([status, table.aborted]).toEqual([200, [id]])
    report(id, { is: 'started' })
    expect(await stateOf('time')).toMatchObject({ sendState: 'failed', isDirty: true })
    for (const one of ['succeeded', 'succeeded'] as const) report(id, { is: one })
    expect(await stateOf('time')).toMatchObject({ sendState: 'failed', isDirty: false })
    expect((await linesOf('time')).slice(-2)).toEqual([
      ['error', 'CANCELLED'],
      ['warning', 'APPLIED_LATE'],
    ])
    expect((await stands()).running).toMatchObject({ timeZone: 'Europe/Madrid' })
  })

  it('is not moved by another link, nor by a report about an earlier one', async () => {
    await send('time')
    const { id } = await requested(1)
    events().sendProgress(seedId('device', 'story-2'), { sendId: id, is: 'succeeded' })
    const [type = '', attempt] = id.split('.')
    report(`${type}.${Number(attempt) - 1}`, { is: 'succeeded' })
    expect(await stateOf('time')).toMatchObject({ sendState: 'queued' })
    report(id, { is: 'succeeded' })
  })

  it('of which nobody heard the end for a day has failed', async () => {
    await send('time')
    const { id } = await requested(1)
    report(id, { is: 'started' })
    makeDue('send.expire')
    await vi.waitFor(async () => expect(await stateOf('time')).toMatchObject({ sendState: 'failed' }), 10_000)
    expect((await linesOf('time')).slice(-1)).toEqual([['error', 'NO_CONFIRMATION']])
  })

  it('at which the link begins again and again has failed, unless it moves meanwhile', async () => {
    await send('time')
    const { id } = await requested(1)
    const beginAgain = async (times: number) => {
      const before = table.sends.length
      for (let time = 1; time <= times; time += 1) {
        events().up(device)
        services.world.jobs.runDue(services.world.clock.now())
        await requested(before + time)
      }
    }
    await beginAgain(15)
    report(id, { is: 'started' })
    await beginAgain(19)
    expect(await stateOf('time')).toMatchObject({ sendState: 'running' })
    events().up(device)
    await vi.waitFor(async () => expect(await stateOf('time')).toMatchObject({ sendState: 'failed' }), 10_000)
    expect((await linesOf('time')).slice(-1)).toEqual([['error', 'LINK_ENDED']])
  })

  it('is requested again under the same id when the link or the services ended in the middle', async () => {
    await saveTime('Europe/Oslo')
    await send('time', 'bacnet')
    const { id } = await requested(1)
    report(id, { is: 'started' })
    // The link begins again, and hears the controller.
    events().up(device)
    expect(await requested(2)).toMatchObject({ id, content: { timeZone: 'Europe/Oslo' } })
    await services.close()
    await begin()
    expect(await requested(1)).toMatchObject({ id, content: { timeZone: 'Europe/Oslo' } })
    expect(await stateOf('time')).toMatchObject({ sendState: 'running' })
    report(id, { is: 'succeeded' })
    expect(await stateOf('time')).toMatchObject({ sendState: 'succeed', isDirty: false })
    report((await requested(2)).id, { is: 'succeeded' })
    expect(await stateOf('bacnet')).toMatchObject({ sendState: 'succeed' })
    expect(services.world.store.all('SELECT 1 FROM controller_work')).toEqual([])
  })
})

describe('a deployment', () => {
  const site = (line: string, body?: unknown) => services.call('site', line, { as, body })
  const deploy = async (...operations: { type: string; packageName: string; version?: string }[]) => {
    const { status, body } = await site('POST /devices/deployments', {
      operations: operations.map((one) => ({ deviceId: device, ...one })),
    })
    expect([status, body.errors]).toEqual([202, undefined])
    return body.data[0].id as string
  }
  const install = (packageName: string) => ({ type: 'Install', packageName })
  const deploymentOf = async (id: string) => {
    const { body } = await site(`GET /devices/${device}/deployments`)
    return body.find((one: { id: string }) => one.id === id)
  }
  const packagesOf = async (): Promise<Record<string, string>> => {
    const { body } = await site(`GET /devices/${device}`)
    return Object.fromEntries(body.packages.map((one: { name: string; version: string }) => [one.name, one.version]))
  }
  /** Waits for as many requests, and returns the last. */
  async function requestedDeployment(count: number) {
    await vi.waitFor(() => expect(table.deployments).toHaveLength(count), 10_000)
    return table.deployments[count - 1] as WorkTable['deployments'][number]
  }
  const reportOn = (deploymentId: string, position: number, status: DeploymentReport['status'], message?: string) =>
    events().deploymentProgress(device, { deploymentId, position, status, message })

  it('is requested whole, goes through the states that its link reports, and leaves the packages there', async () => {
    const id = await deploy(install('weather'), install('designer-viewer'))
    const { operations } = await requestedDeployment(1)
    expect(table.deployments[0]?.id).toBe(id)
    expect(operations).toMatchObject([
      {
        position: 0,
        type: 'Install',
        packageName: 'designer-viewer',
        toVersion: expect.any(String),
        size: expect.any(Number),
      },
      { position: 1, packageName: 'weather' },
    ])
    for (const [status, percent] of [
      ['PackageUploadInProgress', 13],
      ['PackageUploadSuccess', 25],
      ['PackageInstallationInProgress', 38],
    ] as const) {
      reportOn(id, 0, status)
      expect(await deploymentOf(id)).toMatchObject({ status, inProgress: true, progressPercent: percent })
    }
    // States that a link leaves out, repeats or reports late change nothing.
    reportOn(id, 0, 'PackageInstallationSuccess')
    reportOn(id, 0, 'PackageUploadSuccess')
    reportOn(id, 1, 'PackageInstallationSuccess')
    reportOn(id, 1, 'PackageInstallationFailure')
    expect(await deploymentOf(id)).toMatchObject({
      ...{ status: 'PackageInstallationSuccess', inProgress: false, progressPercent: 100 },
      completedAt: expect.any(String),
    })
    const versions = Object.fromEntries(operations.map(({ packageName, toVersion }) => [packageName, toVersion]))
    expect(await packagesOf()).toMatchObject(versions)
  })

  it('that fails at the controller says why, leaves the version before and skips what follows', async () => {
    const before = await packagesOf()
    const id = await deploy({ type: 'Uninstall', packageName: 'weather' }, install('mqtt'))
    await requestedDeployment(1)
    reportOn(id, 0, 'PackageInstallationFailure', 'The package is in use.')
    expect(await deploymentOf(id)).toMatchObject({
      ...{ status: 'PackageInstallationFailure', inProgress: false, message: 'The package is in use.' },
      operations: [{ status: 'PackageInstallationFailure' }, { status: 'NotStarted' }],
    })
    expect(await packagesOf()).toEqual(before)
  })

  it('that the link refuses has failed', async () => {
    table.trouble = 'refused'
    const id = await deploy({ type: 'Uninstall', packageName: 'weather' })
    await vi.waitFor(
      async () => expect(await deploymentOf(id)).toMatchObject({ status: 'PackageInstallationFailure' }),
      10_000,
    )
  })

  it('and a send wait for each other, in the order in which they were requested', async () => {
    const id = await deploy({ type: 'Uninstall', packageName: 'weather' })
    await requestedDeployment(1)
    services.world.clock.advance(1_000)
    await send('time')
    reportOn(id, 0, 'PackageInstallationInProgress')
    services.world.clock.advance(60_000)
    expect(table.sends).toEqual([])
    reportOn(id, 0, 'PackageInstallationSuccess')
    report((await requested(1)).id, { is: 'succeeded' })
    expect(await packagesOf()).not.toHaveProperty('weather')
  })

  it('that nobody begins, or ends, in a day has failed', async () => {
    const never = await deploy(install('weather'))
    await requestedDeployment(1)
    makeDue('deployment.expire')
    await vi.waitFor(() => expect(table.aborted).toEqual([never]), 10_000)
    expect(await deploymentOf(never)).toMatchObject({ status: 'PackageUploadFailure' })
    const endless = await deploy(install('weather'))
    await requestedDeployment(2)
    reportOn(endless, 0, 'PackageUploadInProgress')
    services.world.store.run('UPDATE deployment SET started_at = started_at - 86400000 WHERE id = ?', endless)
    makeDue('deployment.expire')
    await vi.waitFor(
      async () => expect(await deploymentOf(endless)).toMatchObject({ status: 'PackageUploadFailure' }),
      10_000,
    )
  })

  it('is requested again with what is left when the link or the services ended in the middle', async () => {
    const id = await deploy(install('weather'), install('mqtt'))
    await requestedDeployment(1)
    reportOn(id, 0, 'PackageInstallationSuccess')
    reportOn(id, 1, 'PackageUploadInProgress')
    events().up(device)
    expect(await requestedDeployment(2)).toMatchObject({ id, operations: [{ position: 1, packageName: 'weather' }] })
    await services.close()
    await begin()
    expect(await requestedDeployment(1)).toMatchObject({ id, operations: [{ position: 1 }] })
    expect(await deploymentOf(id)).toMatchObject({ status: 'PackageUploadInProgress' })
    reportOn(id, 1, 'PackageInstallationSuccess')
    expect(await deploymentOf(id)).toMatchObject({ status: 'PackageInstallationSuccess' })
    expect(services.world.store.all('SELECT 1 FROM controller_work')).toEqual([])
  })
})

describe('an onboarding', () => {
  const site = (line: string, body?: unknown) => services.call('site', line, { as, body })
  let added = 0
  let id: string
  let label: { hostId: string; activationCode: string }
  /** Adds a controller of the table, as it is unpacked. */
  async function unpack(): Promise<void> {
    const { spaceId } = (await site(`GET /devices/${seedId('device', 'story-7')}`)).body
    const { body } = await site(`POST /spaces/${spaceId}/devices`, { device: { name: 'Box', productId: 'ECYSTATR' } })
    added += 1
    id = body[0].id
    label = { hostId: `ECYSTATR-0E000${added}`, activationCode: body[0].additionalProperties.$activationCode }
    services.world.store.run(`UPDATE device SET protocol = 'table' WHERE id = ?`, id)
  }
  const onboard = () => site(`POST /devices/${id}/onboard`, label)
  const record = async () => (await site(`GET /devices/${id}/onboarding`)).body
  const stepsOf = async (): Promise<[string, string, string][]> =>
    (await record()).steps.map((one: Record<string, unknown>) => [one.name, one.status, one.message])
  /** Waits for as many requests, and returns the last. */
  async function requestedOnboarding(count: number) {
    await vi.waitFor(() => expect(table.onboardings).toHaveLength(count), 10_000)
    return table.onboardings[count - 1] as WorkTable['onboardings'][number]
  }
  const reportOn = (onboardingId: string, one: DistributiveOmit<OnboardingReport, 'onboardingId'>) =>
    events().onboardingProgress(id, { onboardingId, ...one } as OnboardingReport)

  it('goes through the steps that its link reports, with what the controller states', async () => {
    await unpack()
    expect((await onboard()).status).toBe(202)
    const order = await requestedOnboarding(1)
    expect(order).toMatchObject({ deviceId: id, hostId: label.hostId, step: 'validate' })
    reportOn(order.id, { is: 'ended', step: 'validate' })
    expect((await record()).status).toBe('provisioning')
    // Steps before the one that ends end too.
    reportOn(order.id, { is: 'ended', step: 'firstConnection', address: '10.0.4.9' })
    reportOn(order.id, { is: 'ended', step: 'claim' })
    expect((await record()).status).toBe('awaitingConnection')
    reportOn(order.id, { is: 'ended', step: 'inventory', serialNumber: 'SN-TABLE' })
    reportOn(order.id, { is: 'ended', step: 'packages', packages: [{ name: 'platform', version: '1.17.0' }] })
    expect(await stepsOf()).toMatchObject([
      ['validate', 'done', 'The host id and the activation code are correct.'],
      ['claim', 'done', 'The controller now belongs to this customer.'],
      ['identity', 'done', `The identity ${label.hostId} was issued.`],
      ['firstConnection', 'done', 'The controller connected from 10.0.4.9.'],
      ['inventory', 'done', expect.stringContaining('SN-TABLE')],
      ['licence', 'done', expect.any(String)],
      ['packages', 'done', 'The factory packages were found.'],
    ])
    expect(await record()).toMatchObject({ status: 'onboarded', device: { serialNumber: 'SN-TABLE' } })
    expect((await site(`GET /devices/${id}`)).body).toMatchObject({
      overallStatus: { onBoarded: true, connected: true },
      packages: [{ name: 'platform', version: '1.17.0' }],
    })
  })

  it('that fails at the controller says why, and can begin again with another code', async () => {
    await unpack()
    await onboard()
    const order = await requestedOnboarding(1)
    reportOn(order.id, { is: 'failed', code: 'CLAIMED', message: 'The controller belongs to somebody else.' })
    expect(await record()).toMatchObject({ status: 'failed', failureCode: 'CLAIMED' })
    expect((await stepsOf())[0]).toEqual(['validate', 'failed', 'The controller belongs to somebody else.'])
    const { activationCode } = label
    label.activationCode = (await site(`GET /devices/${id}`)).body.additionalProperties.$activationCode
    expect(label.activationCode).not.toBe(activationCode)
    services.world.clock.advance(1_000)
    expect((await onboard()).status).toBe(202)
    expect((await requestedOnboarding(2)).id).not.toBe(order.id)
    reportOn(order.id, { is: 'failed', code: 'LATE', message: 'A report about the one before.' })
    expect((await record()).status).toBe('pending')
  })

  it('that the link refuses, or whose controller never connects, has failed', async () => {
    await unpack()
    table.trouble = 'refused'
    await onboard()
    await vi.waitFor(async () => expect(await record()).toMatchObject({ failureCode: 'REFUSED' }), 10_000)
    table.trouble = null
    await unpack()
    await onboard()
    const order = await requestedOnboarding(1)
    makeDue('onboarding.expire')
    await vi.waitFor(() => expect(table.aborted).toContain(order.id), 10_000)
    expect(await record()).toMatchObject({ status: 'failed', failureCode: 'NO_CONNECTION' })
  })

  it('that is taken back is not wanted any more at the link', async () => {
    await unpack()
    await onboard()
    const order = await requestedOnboarding(1)
    expect((await site(`DELETE /devices/${id}/onboarding`)).status).toBe(204)
    expect(table.aborted).toEqual([order.id])
    reportOn(order.id, { is: 'ended', step: 'packages', packages: [] })
    expect((await record()).status).toBe('removed')
  })

  it('is for links that can do it', async () => {
    await unpack()
    services.world.store.run(`UPDATE device SET protocol = 'nothing' WHERE id = ?`, id)
    expect((await onboard()).body.errorCode).toBe(4310)
  })

  it('is requested again from its step on when the link or the services ended in the middle', async () => {
    await unpack()
    await onboard()
    const order = await requestedOnboarding(1)
    reportOn(order.id, { is: 'ended', step: 'firstConnection', address: null })
    events().up(id)
    expect(await requestedOnboarding(2)).toMatchObject({ id: order.id, step: 'inventory' })
    await services.close()
    await begin()
    expect(await requestedOnboarding(1)).toMatchObject({ id: order.id, deviceId: id, step: 'inventory' })
    reportOn(order.id, { is: 'ended', step: 'packages', packages: [] })
    expect((await record()).status).toBe('onboarded')
  })
})
