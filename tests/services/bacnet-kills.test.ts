/**
 * Writes to a BACnet device while the services or the link are killed, at any moment: what was begun is resolved by reading
 * the levels of the device, a temporary override ends all the same, and no other level is ever written.
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'esbuild'
import fc from 'fast-check'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createBacnetLink } from '../../services/bacnet/link/bacnet-link'
import { basePaths } from '../../services/contracts/endpoint'
import type { WriteOfPoint } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { freePorts } from '../harness/ports'
import { allowWriting, signInAt, startTestServices } from '../harness/services'
import { enumerated, free, openVirtualHost, real, text, VirtualDevice, virtualHost } from '../harness/virtual-bacnet'

const isFull = process.env.PROVE === '1'
/** Below node_modules, so that packages are found. */
const cache = 'node_modules/.cache/test-bacnet-kills'
const programs = { link: `${cache}/link.mjs`, services: `${cache}/services.mjs` }

/** Another workstation holds level 5 of it. */
const device = new VirtualDevice({ instance: 7 }).put(1, 1, {
  ...{ 77: text('DAMPER'), 85: real(33), 117: enumerated(98), 104: real(20) },
  87: Array.from({ length: 16 }, (_, at) => (at === 4 ? real(33) : free)),
})

describe.skipIf(!isFull)('a kill', () => {
  let folder: string
  let host: Awaited<ReturnType<typeof openVirtualHost>>
  let child: ChildProcess
  let portBase: number
  let token: string
  let pointId = ''
  let deviceId = ''
  let subscriptionId = ''
  const seedEnv = () => ({
    PORT_BASE: String(portBase),
    PUBLIC_ORIGIN: `http://localhost:${portBase + 9}`,
    DATA_DIR: join(folder, 'data'),
    SEED_EPOCH: new Date().toISOString().slice(0, 10),
    LOG_LEVEL: 'error',
  })

  async function call(line: string, body?: unknown, headers?: Record<string, string>) {
    const [method = 'GET', path = '/'] = line.split(' ')
    const response = await fetch(`http://127.0.0.1:${portBase + 2}${basePaths.site}${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}`, connection: 'close' },
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }

  async function run(): Promise<void> {
    const env = { ...process.env, ...seedEnv(), LINK_PROGRAMS: `bacnet=${programs.link}` }
    child = fork(programs.services, { env, silent: true })
    let stderr = ''
    child.stderr?.on('data', (data) => {
      stderr += data
    })
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(stderr)))
    await Promise.race([once(child, 'message'), ended])
    ended.catch(() => undefined)
  }

  async function killServices(): Promise<void> {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  const killLink = () => {
    const lines = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(child.pid)], { encoding: 'utf8' }).stdout.split(
      '\n',
    )
    for (const line of lines) if (line.includes(programs.link)) process.kill(Number.parseInt(line, 10), 'SIGKILL')
  }

  const override = (value: number, key: string, duration?: number) =>
    call(
      `PUT /points/${pointId}/${duration === undefined ? 'override' : 'timed-override'}`,
      { pointValue: value, subscriptionId, deviceId, ...(duration !== undefined && { duration }) },
      { 'idempotency-key': key },
    )

  const writes = async (): Promise<WriteOfPoint[]> =>
    (await call(`GET /x/points/${pointId}/writes?pageSize=200`)).body.data
  const slots = () => device.octets().get('1:1/87') ?? ''
  /** The whole array, with a number at level 8 or nothing. */
  const arrayWith = (value: number | null) =>
    Array.from({ length: 16 }, (_, at) => {
      const held = at === 4 ? real(33) : at === 7 && value !== null ? real(value) : free
      return Buffer.from(held).toString('hex')
    }).join('')

  function intents(): number {
    const database = new Database(join(folder, 'data', 'services.sqlite'), { readonly: true })
    try {
      return database.prepare('SELECT 1 FROM intent').all().length
    } finally {
      database.close()
    }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plantroom-bacnet-kills-'))
    for (const [entry, outfile] of [
      ['services/bacnet/link/main.ts', programs.link],
      ['services/main.ts', programs.services],
    ] as const)
      await build({
        entryPoints: [entry],
        bundle: true,
        platform: 'node',
        format: 'esm',
        packages: 'external',
        outfile,
      })
    host = await openVirtualHost(virtualHost([{ device }]))
    portBase = await freePorts()
    const own = await openVirtualHost({ receive: () => undefined })
    await own.close()
    const services = await startTestServices({
      ...{ dataDir: join(folder, 'data'), start: Date.now(), frozen: false, env: seedEnv() },
      links: { bacnet: createBacnetLink() },
    })
    const site = (line: string, body?: unknown) => services.call('site', line, { as: 'amelie', body })
    const network = { name: 'Plant', protocol: 'bacnet', address: '127.0.0.1', port: own.port }
    const broadcastTo = [{ address: '127.0.0.1', port: host.port }]
    const created = await site(`POST /x/sites/${siteIdOf(41)}/controller-networks`, { ...network, broadcastTo })
    const networkId = created.body.data.id
    await site(`POST /x/controller-networks/${networkId}/searches`)
    const findings = async () => (await site(`GET /x/controller-networks/${networkId}/findings`)).body.data
    await vi.waitFor(async () => expect(await findings()).toHaveLength(1), { timeout: 20_000, interval: 100 })
    const added = await site(`POST /x/spaces/${seedId('space', '41-1-1')}/found-controllers`, {
      ...{ networkId, controllers: [{ instance: 7 }] },
    })
    deviceId = added.body.data[0].id
    allowWriting(services, deviceId)
    const listed = async () => (await site(`GET /devices/${deviceId}/points`)).body
    await vi.waitFor(async () => expect(await listed()).toMatchObject([{ presentValue: 33 }]), {
      ...{ timeout: 20_000, interval: 100 },
    })
    pointId = (await listed())[0].id
    const provider = services.origin('identity')
    token = (await signInAt({ settings: services.settings, login: 'amelie', scope: undefined, provider })).access_token
    await services.close()
    await run()
    await vi.waitFor(
      async () => expect((await call(`GET /devices/${deviceId}/points`)).body[0].presentValue).toBe(33),
      {
        ...{ timeout: 30_000, interval: 200 },
      },
    )
    const followed = await call('PUT /points/subscribe', { deviceId, pointIds: [pointId], leaseSec: 900 })
    subscriptionId = followed.body.subscriptionId
  }, 180_000)
  afterAll(async () => {
    await killServices()
    await host.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Sends the same request until it has its outcome; one that the device was not there for is sent again, as by a person. */
  async function accepted(value: number, key: string, duration?: number): Promise<void> {
    let attempt = key
    await vi.waitFor(
      async () => {
        const { status, body } = await override(value, attempt, duration)
        if (body.errorCode === 4303) attempt = `${attempt}-again`
        expect([status, body.errorCode]).toEqual([200, undefined])
      },
      { timeout: 60_000, interval: 200 },
    )
  }

  /** Checks that a write happens once it has its outcome, and nothing else does. */
  async function settles(value: number, key: string): Promise<void> {
    await accepted(value, key)
    expect(slots()).toBe(arrayWith(value))
    const own = (await writes()).filter((one) => one.new === value)
    expect(own).toHaveLength(1)
    const at8 = (held: unknown) => (held as (number | null)[] | undefined)?.[7]
    expect(at8(own[0]?.controller?.after)).toBe(value)
    expect(intents()).toBe(0)
    expect(device.changes.filter((one) => !one.startsWith('1:1/85@8='))).toEqual([])
  }

  it('of the services when the device has done it, and its answer is lost', async () => {
    device.onRequest = (service) => {
      if (service === 15) child.kill('SIGKILL')
    }
    await override(41, 'lost-answer').catch(() => undefined)
    device.onRequest = () => {}
    await killServices()
    expect(intents()).toBe(1)
    expect(slots()).toBe(arrayWith(41))
    await run()
    await settles(41, 'lost-answer')
    expect((await writes())[0]?.controller).toMatchObject({ answer: 'found', before: null })
    expect(device.changes).toEqual(['1:1/85@8=4442240000'])
  }, 120_000)

  it('of the link when the device has done it, and its answer is lost', async () => {
    device.onRequest = (service) => {
      if (service === 15) killLink()
    }
    const lost = override(42, 'lost-link').catch(() => undefined)
    await vi.waitFor(() => expect(slots()).toBe(arrayWith(42)), { timeout: 20_000, interval: 20 })
    device.onRequest = () => {}
    await lost
    await settles(42, 'lost-link')
    expect((await writes())[0]?.controller?.after?.[7]).toBe(42)
  }, 120_000)

  it('at any moment, of either', async () => {
    const moments = fc.sample(fc.record({ ms: fc.integer({ min: 0, max: 60 }), isLink: fc.boolean() }), {
      ...{ numRuns: 20, seed: 8 },
    })
    for (const [index, { ms, isLink }] of moments.entries()) {
      const value = 50 + index
      const lost = override(value, `killed-${value}`).catch(() => undefined)
      await setTimeout(ms)
      if (isLink) killLink()
      else await killServices()
      await lost
      if (!isLink) await run()
      await settles(value, `killed-${value}`)
    }
    console.log(
      `PROMISE KILLS: ${moments.length + 2} kills during writes to a BACnet device, 0 lost, 0 other levels written`,
    )
  }, 600_000)

  it('over the end of a temporary override: it ends when the services are back, and says how late', async () => {
    // The link may have died just before, and is not started again at once.
    await accepted(60, 'timed', 1)
    await killServices()
    await setTimeout(65_000)
    expect(slots()).toBe(arrayWith(60))
    await run()
    await vi.waitFor(() => expect(slots()).toBe(arrayWith(null)), { timeout: 60_000, interval: 100 })
    await vi.waitFor(async () => expect((await writes())[0]).toMatchObject({ action: 'expiry', old: 60 }), 10_000)
    const [last] = await writes()
    expect(Date.parse(last?.at ?? '')).toBeGreaterThan(Date.parse(last?.expiresAt ?? ''))
    expect(intents()).toBe(0)
  }, 180_000)
})
