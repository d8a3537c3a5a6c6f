/**
 * Sends, deployments, onboardings, backups of settings and tunnels of a controller that is nothing but a table: requested
 * of its link, and moved by what that reports.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import type {
  DeploymentReport,
  LinkEvents,
  OnboardingReport,
  SendReport,
  SettingsBackupReport,
  TunnelReport,
} from '../../services/link/port'
import { type Services, startTestServices } from '../harness/services'
import { createWorkLink, emptyWorkTable, type WorkLink, type WorkTable } from '../harness/table-work'

const device = seedId('device', 'montcalm-BIB-ECYAPEX-1')
const as = 'amelie'

let dataDir: string
let services: Services
let table: WorkTable
let link: WorkLink

const events = () => link.events as LinkEvents
/** What the link waits for before it does what it is requested. */
let held: Promise<unknown> | undefined
/** Holds the link until the function that is returned is called. */
function hold(): () => void {
  let release = (_: unknown) => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  return () => {
    held = undefined
    release(undefined)
  }
}
async function begin(): Promise<void> {
  table = emptyWorkTable()
  link = createWorkLink(table, undefined, () => held ?? Promise.resolve())
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

describe('a backup of settings', () => {
  const site = (line: string, body?: unknown) => services.call('site', line, { as, body })
  const content = {
    time: { timeZone: 'Asia/Tokyo', autoTime: false, ntpServers: ['10.0.4.1'], dateTime: null },
    network: {
      primary: {
        enabled: true,
        ipv4: {
          ...{ dhcpEnabled: true, ipAddress: null, subnetPrefixLength: null },
          ...{ gateway: null, primaryDns: null, secondaryDns: null },
        },
      },
    },
  }
  let templateId: string
  beforeAll(async () => {
    const { siteId } = (await site(`GET /devices/${device}`)).body
    templateId = (await site(`POST /sites/${siteId}/configuration-templates`, { name: 'Of the table' })).body.id
  })
  afterEach(async () => {
    const { body } = await site(`GET /configuration-templates/${templateId}`)
    for (const { id } of body.backups) await site(`DELETE /configuration-templates/backup/${id}`)
  })

  const backUp = async (...includes: string[]): Promise<string> => {
    const { status, body } = await site(`POST /configuration-templates/${templateId}/backup`, {
      ...{ deviceId: device, name: 'Before', includes },
    })
    expect([status, body.errors, body.state]).toEqual([202, undefined, 'queued'])
    return body.id
  }
  const backupOf = async (id: string) => {
    const { body } = await site(`GET /configuration-templates/${templateId}`)
    return body.backups.find((one: { id: string }) => one.id === id)
  }
  const fails = (id: string) =>
    vi.waitFor(async () => expect(await backupOf(id)).toMatchObject({ state: 'failed', size: null }), 10_000)
  /** Waits for as many requests, and returns the last. */
  async function requestedBackup(count: number) {
    await vi.waitFor(() => expect(table.backups).toHaveLength(count), 10_000)
    return table.backups[count - 1] as WorkTable['backups'][number]
  }
  const reportOn = (backupId: string, one: DistributiveOmit<SettingsBackupReport, 'backupId'>) =>
    events().settingsBackupProgress(device, { backupId, ...one } as SettingsBackupReport)
  const isAtWork = () =>
    services.world.store.get('SELECT 1 FROM controller_work WHERE device_id = ?', device) !== undefined
  const restore = (backupId: string) => site(`POST /x/devices/${device}/restore`, { backupId })

  it('has what its link reports, and is restored by sends to the controller', async () => {
    const id = await backUp('timeZone', 'network', 'bacnet')
    expect(await requestedBackup(1)).toMatchObject({ id, includes: ['timeZone', 'network', 'bacnet'] })
    reportOn(id, { is: 'started' })
    expect(await backupOf(id)).toMatchObject({ state: 'running', size: null })
    expect((await restore(id)).body.errors).toEqual({ backupId: 'errors.templates.backupNotReady' })
    for (const one of [
      { is: 'completed', content },
      { is: 'started' },
      { is: 'failed', code: 'X', message: 'Y' },
    ] as const)
      reportOn(id, one)
    expect(await backupOf(id)).toMatchObject({ state: 'completed', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })

    const restored = await restore(id)
    expect([restored.status, restored.body.data[0].results]).toMatchObject([
      202,
      [
        { type: 'time', sendState: 'queued' },
        { type: 'network', sendState: 'queued' },
      ],
    ])
    for (const [at, type] of (['time', 'network'] as const).entries()) {
      const one = await requested(at + 1)
      expect([one.type, one.content]).toEqual([type, content[type]])
      report(one.id, { is: 'succeeded' })
      expect(await stateOf(type)).toMatchObject({ sendState: 'succeed', isDirty: false })
    }
  })

  it('whose restore the link refuses, does not answer or is cancelled has what ran before', async () => {
    const id = await backUp('timeZone')
    await requestedBackup(1)
    reportOn(id, { is: 'completed', content: { time: content.time } })
    const restores = async () => expect((await restore(id)).status).toBe(202)

    table.trouble = 'refused'
    await restores()
    await vi.waitFor(async () => expect(await stateOf('time')).toMatchObject({ sendState: 'failed' }), 10_000)
    expect((await linesOf('time')).slice(-1)).toEqual([['error', 'REFUSED']])

    table.trouble = 'unreachable'
    await restores()
    await vi.waitFor(() => expect(isAtWork()).toBe(true), 10_000)
    table.trouble = null
    services.world.clock.advance(31_000)
    const sent = await requested(1)
    expect(sent.content).toEqual(content.time)
    const cancelled = await configuration('POST /x/sends/cancel', { deviceIds: [device], types: ['time'] })
    expect([cancelled.status, table.aborted]).toEqual([200, [sent.id]])
    expect(await stateOf('time')).toMatchObject({ sendState: 'failed' })
  })

  it('with settings that could not be saved for a controller has failed, as one that fails there', async () => {
    const faulty = [
      { time: { ...content.time, timeZone: 'Nowhere/Land' } },
      { time: { timeZone: 'Asia/Tokyo' } },
      { network: { primary: { ...content.network.primary, ipv4: { dhcpEnabled: false } } } },
      { bacnet: { general: { deviceInstance: -1 } } },
    ]
    for (const [at, one] of faulty.entries()) {
      const id = await backUp('timeZone')
      await requestedBackup(at + 1)
      reportOn(id, { is: 'completed', content: one })
      expect(await backupOf(id)).toMatchObject({ state: 'failed', size: null })
    }
    const id = await backUp('timeZone')
    await requestedBackup(faulty.length + 1)
    reportOn(id, { is: 'failed', code: 'NO_ROOM', message: 'The controller has no room.' })
    expect(await backupOf(id)).toMatchObject({ state: 'failed', size: null })
    expect((await restore(id)).body.errors).toEqual({ backupId: 'errors.templates.backupNotReady' })
  })

  it('that the link refuses has failed, and one that it does not answer is requested again', async () => {
    table.trouble = 'refused'
    await fails(await backUp('timeZone'))
    table.trouble = 'unreachable'
    const id = await backUp('timeZone')
    await vi.waitFor(() => expect(isAtWork()).toBe(true), 10_000)
    table.trouble = null
    services.world.clock.advance(31_000)
    expect(await requestedBackup(1)).toMatchObject({ id })
    reportOn(id, { is: 'completed', content: {} })
    expect(await backupOf(id)).toMatchObject({ state: 'completed' })
  })

  it('and a send wait for each other, in the order in which they were requested', async () => {
    const id = await backUp('timeZone')
    await requestedBackup(1)
    services.world.clock.advance(1_000)
    await send('time')
    services.world.clock.advance(60_000)
    expect(table.sends).toEqual([])
    reportOn(id, { is: 'completed', content: {} })
    const one = await requested(1)
    const later = await backUp('timeZone')
    // The controller begins again with its new settings, and is silent meanwhile.
    events().down(device, services.world.clock.now())
    events().up(device)
    await requested(2)
    expect([table.backups.length, (await backupOf(later)).state]).toEqual([1, 'queued'])
    report(one.id, { is: 'succeeded' })
    expect(await requestedBackup(2)).toMatchObject({ id: later })
    events().up(device)
    expect(await requestedBackup(3)).toMatchObject({ id: later })
    reportOn(later, { is: 'completed', content: {} })
  })

  it('of a controller that falls silent has failed', async () => {
    const id = await backUp('timeZone')
    await requestedBackup(1)
    reportOn(id, { is: 'started' })
    events().down(device, services.world.clock.now())
    expect([(await backupOf(id)).state, table.aborted]).toEqual(['failed', [id]])
    events().up(device)
    reportOn(id, { is: 'completed', content: {} })
    expect(await backupOf(id)).toMatchObject({ state: 'failed', size: null })
  })

  it('that is deleted, or of which nobody heard the end for a day, is not wanted any more at the link', async () => {
    const deleted = await backUp('timeZone')
    await requestedBackup(1)
    reportOn(deleted, { is: 'started' })
    expect((await site(`DELETE /configuration-templates/backup/${deleted}`)).status).toBe(204)
    expect(table.aborted).toEqual([deleted])
    reportOn(deleted, { is: 'completed', content: {} })
    const endless = await backUp('timeZone')
    await requestedBackup(2)
    makeDue('backup.expire')
    await fails(endless)
    expect(table.aborted).toEqual([deleted, endless])
    // What waits behind it begins.
    await send('time')
    report((await requested(1)).id, { is: 'succeeded' })
  })

  it('is requested again under the same id when the link or the services ended in the middle', async () => {
    const id = await backUp('timeZone', 'network')
    await requestedBackup(1)
    reportOn(id, { is: 'started' })
    events().up(device)
    expect(await requestedBackup(2)).toMatchObject({ id, includes: ['timeZone', 'network'] })
    await services.close()
    await begin()
    expect(await requestedBackup(1)).toMatchObject({ id, includes: ['timeZone', 'network'] })
    expect(await backupOf(id)).toMatchObject({ state: 'running' })
    reportOn(id, { is: 'completed', content })
    expect(await backupOf(id)).toMatchObject({ state: 'completed' })
    expect(isAtWork()).toBe(false)
  })

  it('is not moved by another link, and is for links that can do it', async () => {
    const id = await backUp('timeZone')
    await requestedBackup(1)
    events().settingsBackupProgress(seedId('device', 'story-2'), { backupId: id, is: 'started' })
    expect(await backupOf(id)).toMatchObject({ state: 'queued' })
    const reachBy = (protocol: string) =>
      services.world.store.run('UPDATE device SET protocol = ? WHERE id = ?', protocol, device)
    reachBy('nothing')
    const refused = await site(`POST /configuration-templates/${templateId}/backup`, {
      ...{ deviceId: device, name: 'After', includes: ['timeZone'] },
    })
    expect(refused.body.errorCode).toBe(4310)
    reachBy('table')
    reportOn(id, { is: 'completed', content: {} })
  })
})

describe('a tunnel', () => {
  const site = (line: string, body?: unknown) => services.call('site', line, { as, body })
  const open = () => {
    // Those of the same moment are in no order.
    services.world.clock.advance(1_000)
    return site(`POST /devices/${device}/tunnels`, { service: 'ssh', deleteAfterMin: 10 })
  }
  const tunnelsOf = async () => (await site(`GET /devices/${device}/tunnels`)).body
  const newest = async () => (await tunnelsOf())[0]
  const reportOn = (tunnelId: string, one: DistributiveOmit<TunnelReport, 'tunnelId'>) =>
    events().tunnelProgress(device, { tunnelId, ...one } as TunnelReport)
  const close = (id: string) => site(`DELETE /devices/${device}/tunnels/${encodeURIComponent(id)}`)
  /** Opens one as its link reports. */
  async function opened(): Promise<string> {
    const { status, body } = await open()
    expect(status, JSON.stringify(body)).toBe(201)
    reportOn(body.tunnelId, { is: 'open' })
    return body.tunnelId
  }
  const jobsOf = (id: string) => services.world.store.all(`SELECT id FROM job WHERE id LIKE '%:' || ?`, id)

  it('is at the address that its link returned, and goes through what that reports', async () => {
    const { status, body } = await open()
    expect([status, body]).toMatchObject([201, { status: 'requested', service: 'ssh', targetPort: 22 }])
    expect(body.url).toBe('https://tunnels.table/1')
    const { tunnelId } = body
    expect(table.tunnels).toEqual([
      {
        deviceId: device,
        id: tunnelId,
        service: 'ssh',
        targetPort: 22,
        closesAt: Date.parse(body.createdAt) + 600_000,
      },
    ])
    reportOn(tunnelId, { is: 'opening' })
    expect(await newest()).toMatchObject({ tunnelId, status: 'opening' })
    expect(await newest()).not.toHaveProperty('bytesIn')
    for (const is of ['open', 'open', 'opening'] as const) reportOn(tunnelId, { is })
    reportOn(tunnelId, { is: 'traffic', bytesIn: 120, bytesOut: 4_000 })
    expect(await newest()).toMatchObject({ tunnelId, status: 'open', bytesIn: 120, bytesOut: 4_000 })
    expect(await newest()).not.toHaveProperty('url')

    expect((await close(tunnelId)).status).toBe(204)
    expect([(await newest()).status, table.aborted]).toEqual(['closing', [tunnelId]])
    expect((await close(tunnelId)).status).toBe(204)
    expect(table.aborted).toEqual([tunnelId])
    reportOn(tunnelId, { is: 'traffic', bytesIn: 130, bytesOut: 4_100 })
    reportOn(tunnelId, { is: 'closed' })
    expect(await newest()).toMatchObject({ status: 'closed', bytesIn: 130, bytesOut: 4_100 })
    // One that its link still has all the same is not wanted there.
    reportOn(tunnelId, { is: 'open' })
    expect([(await newest()).status, table.aborted]).toEqual(['closed', [tunnelId, tunnelId]])
  })

  it('that the link refuses or does not answer has failed, and counts no more', async () => {
    for (const [trouble, status, errorCode] of [
      ['refused', 502, 4606],
      ['unreachable', 409, 4303],
    ] as const) {
      table.trouble = trouble
      const reply = await open()
      expect([reply.status, reply.body.errorCode]).toEqual([status, errorCode])
      const { tunnelId } = await newest()
      expect([(await newest()).status, table.aborted.at(-1)]).toEqual(['failed', tunnelId])
    }
    table.trouble = null
    expect([await opened(), await opened()]).toHaveLength(2)
    expect((await open()).body.errorCode).toBe(4308)
    for (const { tunnelId } of (await tunnelsOf()).slice(0, 2)) {
      await close(tunnelId)
      reportOn(tunnelId, { is: 'closed' })
    }
  })

  describe('whose link answers after more than five seconds', () => {
    let slow = 0
    /** Requests one of a held link; what is returned requests it again under the same key. */
    async function openSlowly() {
      services.world.clock.advance(1_000)
      slow += 1
      const headers = { 'idempotency-key': `slow-${slow}` }
      const body = { service: 'ssh', deleteAfterMin: 10 }
      const again = () => services.call('site', `POST /devices/${device}/tunnels`, { as, body, headers })
      expect(await again()).toMatchObject({ status: 202, body: { pending: true } })
      expect(await newest()).toMatchObject({ status: 'requested' })
      const { tunnelId } = await newest()
      return { tunnelId, again, settled: () => vi.waitFor(async () => expect((await again()).status).not.toBe(202)) }
    }

    it('has its address in the reply to the same request, and is requested once', async () => {
      const release = hold()
      const { tunnelId, again, settled } = await openSlowly()
      release()
      await settled()
      expect(await again()).toMatchObject({ status: 201, body: { tunnelId, url: 'https://tunnels.table/1' } })
      expect(table.tunnels.map(({ id }) => id)).toEqual([tunnelId])
      expect((await tunnelsOf()).filter((one: { status: string }) => one.status === 'requested')).toHaveLength(1)
      expect(await newest()).not.toHaveProperty('url')
      for (const is of ['open', 'closed'] as const) reportOn(tunnelId, { is })
    }, 15_000)

    it('has failed where the link refuses it then, as the same request is told', async () => {
      const release = hold()
      const { tunnelId, again, settled } = await openSlowly()
      table.trouble = 'refused'
      release()
      await settled()
      expect(await again()).toMatchObject({ status: 502, body: { errorCode: 4606 } })
      expect([await newest(), table.aborted]).toMatchObject([{ tunnelId, status: 'failed' }, [tunnelId]])
    }, 15_000)

    it('has failed, and is not wanted there, where the wait for it was over before', async () => {
      const release = hold()
      const { tunnelId, again, settled } = await openSlowly()
      services.world.clock.advance(30_000)
      expect(await newest()).toMatchObject({ tunnelId, status: 'failed' })
      release()
      await settled()
      expect(await again()).toMatchObject({ status: 409, body: { errorCode: 4303 } })
      reportOn(tunnelId, { is: 'open' })
      expect([(await newest()).status, table.aborted]).toEqual(['failed', [tunnelId, tunnelId]])
    }, 15_000)

    it('that was closed before is closed there', async () => {
      const release = hold()
      const { tunnelId, again, settled } = await openSlowly()
      expect((await close(tunnelId)).status).toBe(204)
      release()
      await settled()
      expect(await again()).toMatchObject({ status: 201, body: { tunnelId, status: 'closing' } })
      reportOn(tunnelId, { is: 'closed' })
      expect([(await newest()).status, table.aborted]).toEqual(['closed', [tunnelId]])
    }, 15_000)
  })

  it('of which nobody hears has failed after half a minute', async () => {
    const { tunnelId } = (await open()).body
    services.world.clock.advance(29_000)
    expect(await newest()).toMatchObject({ tunnelId, status: 'requested' })
    services.world.clock.advance(1_000)
    expect([(await newest()).status, table.aborted]).toEqual(['failed', [tunnelId]])
  })

  it('that the controller closes, or that breaks there, is over', async () => {
    const closed = await opened()
    reportOn(closed, { is: 'closed' })
    expect(await newest()).toMatchObject({ tunnelId: closed, status: 'closed' })
    const broken = await opened()
    expect(jobsOf(broken)).toHaveLength(1)
    for (const is of ['failed', 'closed'] as const) reportOn(broken, { is })
    expect(await newest()).toMatchObject({ tunnelId: broken, status: 'failed' })
    expect([table.aborted, jobsOf(broken)]).toEqual([[], []])
  })

  it('is closed at its expiry, until its link says so', async () => {
    const tunnelId = await opened()
    services.world.clock.advance(600_000)
    expect([(await newest()).status, table.aborted]).toEqual(['closing', [tunnelId]])
    services.world.clock.advance(60_000)
    expect(table.aborted).toHaveLength(3)
    services.world.clock.advance(1_000_000)
    expect([(await newest()).status, table.aborted.length]).toEqual(['closed', 20])
  })

  it('ends with the connection of its controller, and with its link', async () => {
    const tunnelId = await opened()
    events().down(device, services.world.clock.now())
    expect([(await newest()).status, table.aborted]).toEqual(['failed', [tunnelId]])
    events().up(device)
    const { tunnelId: second } = (await open()).body
    // The link begins again: it has what it was requested since, and nothing of before.
    events().up(device)
    expect(await newest()).toMatchObject({ tunnelId: second, status: 'requested' })
    reportOn(second, { is: 'open' })
    events().up(device)
    expect([(await newest()).status, table.aborted]).toEqual(['failed', [tunnelId, second]])
  })

  it('is not moved by another link, and is for links that can do it', async () => {
    const { tunnelId } = (await open()).body
    events().tunnelProgress(seedId('device', 'story-2'), { tunnelId, is: 'open' })
    expect(await newest()).toMatchObject({ status: 'requested' })
    reportOn(tunnelId, { is: 'closed' })
    expect(await newest()).toMatchObject({ status: 'closed' })
    services.world.store.run(`UPDATE device SET protocol = 'nothing' WHERE id = ?`, device)
    expect((await open()).body.errorCode).toBe(4310)
    services.world.store.run(`UPDATE device SET protocol = 'table' WHERE id = ?`, device)
  })
})
