import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prng, seedId, seedOf } from '../../services/kit/deterministic'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const hostId = 'ECYVAV-0A1002'
const vav = seedId('device', 'story-2')
const state = async () => (await services.control(`GET /devices/${hostId}`)).body
const connected = async () =>
  (await services.call('site', `GET /devices/${vav}`, { as: 'amelie' })).body.overallStatus.connected
const pass = (seconds: number, of = services) => of.world.clock.advance(seconds * 1000)
const send = (types: string[]) =>
  services.call('device-configuration', 'POST /devices/configuration/send', {
    as: 'amelie',
    body: { deviceIds: [vav], configurationTypes: types },
  })
const stateOf = async (type: string) =>
  (await services.call('device-configuration', `GET /devices/${vav}/info`, { as: 'amelie' })).body[type].sendState

describe('a controller', () => {
  it('counts as connected until it was silent for 90 seconds', async () => {
    await services.control(`POST /devices/${hostId}/inject`, { kind: 'offline', durationSec: 600 })
    expect(await connected()).toBe(true)
    pass(89)
    expect(await connected()).toBe(true)
    pass(1)
    expect(await connected()).toBe(false)
    pass(510)
    expect(await connected()).toBe(true)
    expect(Date.parse((await state()).lastHeartbeat)).toBeGreaterThan(services.world.clock.now() - 30_000)
  })

  it('goes offline when an injection says so, not before', async () => {
    const at = new Date(services.world.clock.now() + 60_000).toISOString()
    const { body } = await services.control(`POST /devices/${hostId}/inject`, { kind: 'offline', at, durationSec: 60 })
    expect((await state()).offlineSince).toBeNull()
    pass(70)
    expect((await state()).offlineSince).toBe(at)
    await services.control(`DELETE /devices/${hostId}/inject/${body.id}`)
    expect((await state()).offlineSince).toBeNull()
  })

  it('fails a send whose connection was lost for ten minutes, and takes the next', async () => {
    await send(['time'])
    pass(2)
    expect(await stateOf('time')).toBe('running')
    const { body } = await services.control(`POST /devices/${hostId}/inject`, { kind: 'offline' })
    pass(700)
    expect(await stateOf('time')).toBe('failed')
    await send(['time'])
    await services.control(`DELETE /devices/${hostId}/inject/${body.id}`)
    pass(20)
    expect(await stateOf('time')).toBe('succeed')
  })

  it('goes on where it stopped when the connection was short of that', async () => {
    await send(['bacnet'])
    pass(2)
    await services.control(`POST /devices/${hostId}/inject`, { kind: 'offline', durationSec: 300 })
    pass(200)
    expect(await stateOf('bacnet')).toBe('running')
    pass(120)
    expect(await stateOf('bacnet')).toBe('succeed')
  })

  it('takes its time when it is slow', async () => {
    const { body } = await services.control(`POST /devices/${hostId}/inject`, { kind: 'slow', params: { factor: 10 } })
    await send(['users'])
    pass(15)
    expect(await stateOf('users')).not.toBe('succeed')
    await services.control(`DELETE /devices/${hostId}/inject/${body.id}`)
    pass(60)
    expect(await stateOf('users')).toBe('succeed')
  })

  it('never applies and deploys at once', async () => {
    await services.call('site', 'POST /devices/deployments', {
      as: 'amelie',
      body: { operations: [{ deviceId: vav, type: 'Install', packageName: 'weather' }] },
    })
    await send(['network'])
    const seen: string[] = []
    for (let step = 0; step < 80; step++) {
      pass(1)
      const kind = (await state()).work?.kind
      if (kind && kind !== seen.at(-1)) seen.push(kind)
    }
    expect(seen).toEqual(['deployment', 'send'])
    expect(await stateOf('network')).toBe('succeed')
  })

  it('knows its injections, and no others', async () => {
    const unknown = await services.control(`POST /devices/${hostId}/inject`, { kind: 'unheardOf' })
    expect([unknown.status, unknown.body.errorCode]).toEqual([422, 4000])
    expect((await services.control('GET /devices/ECYVAV-FFFFFF')).status).toBe(404)
    expect((await services.control(`DELETE /devices/${hostId}/inject/none`)).status).toBe(404)
  })
})

describe('what is under way', () => {
  it('goes on after a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-restart-'))
    const plant = seedId('device', 'story-3')
    const deployment = async (of: Services) =>
      (await of.call('site', `GET /devices/${plant}/deployments`, { as: 'amelie' })).body[0]
    const first = await startTestServices({ dataDir })
    expect((await deployment(first)).status).toBe('PackageUploadInProgress')
    await first.close()
    const second = await startTestServices({ dataDir, env: { PUBLIC_ORIGIN: first.settings.publicOrigin } })
    pass(3600, second)
    expect(await deployment(second)).toMatchObject({ status: 'PackageInstallationSuccess', progressPercent: 100 })
    await second.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('is the same every time for the same seed', async () => {
    const run = async () => {
      const one = await startTestServices()
      await one.call('device-configuration', 'POST /devices/configuration/send', {
        as: 'amelie',
        body: { deviceIds: [vav], configurationTypes: ['time', 'network'] },
      })
      pass(300, one)
      const log = (await one.control('GET /log')).body as { at: string; kind: string; payload: unknown }[]
      await one.close()
      return log.map(({ at, kind, payload }) => [Date.parse(at) - Date.parse(log[0]?.at ?? ''), kind, payload])
    }
    expect(await run()).toEqual(await run())
  })
})

describe('whatever happens', () => {
  it('keeps every state legal, and ends everything that was begun', async () => {
    const { world } = services
    const random = prng(seedOf('whatever happens'))
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const hosts = ['ECYVAV-1C0301', 'ECYVAV-1C0302', 'ECYPTU207-1C0341']
    const ids = ['DRO-ECYVAV-1', 'DRO-ECYVAV-2', 'DRO-ECYPTU207-1'].map((key) => seedId('device', `montcalm-${key}`))
    const injections: [string, string][] = []
    const inject = async () => {
      const host = pick(hosts)
      const kind = pick(['offline', 'offline', 'slow', 'rejectConfig', 'failUpload', 'failInstall', 'unreachable'])
      const order = { kind, durationSec: Math.ceil(random() * 900), params: kind === 'slow' ? { factor: 4 } : {} }
      injections.push([host, (await services.control(`POST /devices/${host}/inject`, order)).body.id])
    }
    const repair = async () => {
      const [host, id] = injections.pop() ?? []
      if (host) await services.control(`DELETE /devices/${host}/inject/${id}`)
    }
    const sendSome = () =>
      services.call('device-configuration', 'POST /devices/configuration/send', {
        as: 'amelie',
        body: { deviceIds: ids, configurationTypes: [pick(['time', 'bacnet', 'network', 'users', 'gfx']), 'network'] },
      })
    const deploySome = () =>
      services.call('site', 'POST /devices/deployments', {
        as: 'amelie',
        body: {
          allowDowngrade: true,
          operations: ids.map((deviceId) => ({
            deviceId,
            type: pick(['Install', 'Uninstall']),
            packageName: pick(['weather', 'modbus', 'platform']),
          })),
        },
      })
    for (let event = 0; event < 150; event++) {
      await pick<() => Promise<unknown>>([inject, repair, sendSome, deploySome])()
      pass(random() * 90)
    }
    expect(world.store.all('SELECT kind, payload FROM job WHERE attempts > 0')).toEqual([])
    const endings = world.store.all<{ code: string }>('SELECT DISTINCT code FROM send_log').map(({ code }) => code)
    expect(endings).toEqual(expect.arrayContaining(['SUCCEEDED', 'REJECTED', 'ROLLED_BACK']))
    const statuses = world.store
      .all<{ status: string }>('SELECT DISTINCT status FROM deployment')
      .map(({ status }) => status)
    expect(statuses).toEqual(expect.arrayContaining(['PackageInstallationSuccess', 'PackageUploadFailure']))
    while (injections.length > 0) await repair()
    pass(7200)
    const unfinished = JSON.stringify(ids)
    expect(
      world.store.all(
        `SELECT type FROM configuration_state WHERE send_state IN ('queued', 'running') AND device_id IN (SELECT value FROM json_each(?))`,
        unfinished,
      ),
    ).toEqual([])
    expect(
      world.store.all(
        'SELECT name FROM device WHERE (deployment_in_progress = 1 OR offline_since IS NOT NULL) AND id IN (SELECT value FROM json_each(?))',
        unfinished,
      ),
    ).toEqual([])
    expect(world.store.all('SELECT device_id FROM controller WHERE work IS NOT NULL')).toEqual([])
  }, 30_000)
})
