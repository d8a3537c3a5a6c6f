/** A link in a process of its own: what its death costs, and what the death of the services costs. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'esbuild'
import fc from 'fast-check'
import Database from 'libsql'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { basePaths } from '../../services/contracts/endpoint'
import type { Point } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import type { ControllerLink, LinkEvents } from '../../services/link/port'
import { createProcessLink } from '../../services/link/process-link'
import { eventsWith } from '../harness/link-events'
import { freePorts } from '../harness/ports'
import { allowWriting, type Services, signInAt, startTestServices } from '../harness/services'
import { emptyTable, type LinkTable } from '../harness/table-link'

const device = seedId('device', 'montcalm-BIB-ECYAPEX-1')
const isFull = process.env.PROVE === '1'
/** Below node_modules, so that packages are found. */
const cache = 'node_modules/.cache/test-link'
const programs = { link: `${cache}/link.mjs`, services: `${cache}/services.mjs` }

let folder: string
const tableFile = () => join(folder, 'table.json')
const readTable = () => JSON.parse(readFileSync(tableFile(), 'utf8')) as LinkTable
const hold = (suffix: 'hold' | 'keep') => writeFileSync(`${tableFile()}.${suffix}`, '')
const letGo = () => {
  for (const suffix of ['hold', 'keep']) rmSync(`${tableFile()}.${suffix}`, { force: true })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-link-test-'))
  process.env.LINK_TABLE = tableFile()
  const table = emptyTable([
    {
      objectType: 'analogValue',
      objectInstance: 1,
      name: 'Hall.TempSp',
      displayName: 'Hall.TempSp',
      kind: 'number',
      unit: 'degC',
      precision: 1,
      min: null,
      max: null,
      states: null,
      covIncrement: 0.1,
      isWritable: true,
    },
  ])
  table.values['analogValue:1'] = 20
  writeFileSync(tableFile(), JSON.stringify(table))
  for (const [entry, outfile] of [
    ['tests/harness/table-link-program.ts', programs.link],
    ['services/main.ts', programs.services],
  ] as const) {
    await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile })
  }
})
beforeEach(letGo)
afterAll(() => rm(folder, { recursive: true, force: true }))

const tableProcess = () =>
  createProcessLink({ command: process.execPath, args: [programs.link], log: pino({ level: 'silent' }) })

type Call = (line: string, body?: unknown, headers?: Record<string, string>) => ReturnType<Services['call']>

const pointOf = async (call: Call): Promise<Point> => (await call(`GET /devices/${device}/points`)).body[0]

it('is configured with more points than one message has room for', async () => {
  const link = tableProcess() as ControllerLink
  const point = (id: string) => ({
    ...{ id: seedId('point', id), device_id: device, object_type: 'positiveIntegerValue', object_instance: 1 },
    kind: 'number',
  })
  const controllers = Array.from({ length: 120 }, (_, at) => ({
    ...{ deviceId: String(at), networkId: 'plant', instance: at, timeZone: 'UTC', writable: 'all' as const },
    points: Array.from({ length: 1_000 }, (_, index) => point(`${at}/${index}`)),
  }))
  await link.start(eventsWith({}))
  link.configure({ networks: [], controllers })
  await vi.waitFor(() => expect(readTable().configured).toEqual({ controllers: 120, points: 120_000 }), 10_000)
  await link.stop()
})

/** Returns a request that overrides the point, the same each time it is sent. */
/** One for all writes: the services limit how many calls of a kind somebody makes. */
const subscriptions = new WeakMap<Call, string>()

async function overrideWith(call: Call, value: number, key: string) {
  const { id } = await pointOf(call)
  if (!subscriptions.has(call)) {
    const followed = await call('PUT /points/subscribe', { deviceId: device, pointIds: [id], leaseSec: 900 })
    subscriptions.set(call, followed.body.subscriptionId)
  }
  const body = { pointValue: value, subscriptionId: subscriptions.get(call), deviceId: device }
  return () => call(`PUT /points/${id}/override`, body, { 'idempotency-key': key })
}

const writesOf = async (call: Call, value: number) => {
  const { data } = (await call(`GET /x/points/${(await pointOf(call)).id}/writes`)).body
  return data.filter((one: { new: unknown }) => one.new === value)
}

/** The processes of the link below another process. */
const linksOf = (parent: number) =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(programs.link))
    .map((line) => Number.parseInt(line, 10))

describe('the death of a link', () => {
  let services: Services
  const call: Call = (line, body, headers) =>
    services.call('site', line, { as: 'amelie', body, ...(headers && { headers }) })
  beforeAll(async () => {
    services = await startTestServices({ links: { table: tableProcess() } })
    services.world.store.run(`UPDATE device SET protocol = 'table' WHERE id = ?`, device)
    allowWriting(services, device)
    await call('POST /devices/sync-state', { deviceIds: [device] })
    services.world.clock.advance(3_000)
    await vi.waitFor(async () => expect((await pointOf(call))?.presentValue).toBe(20), 10_000)
  })
  afterAll(() => services.close())

  const kills = isFull ? 20 : 1
  it('is a gap of a second in its values, and nothing else, however often it dies', async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const steadyFrom = Date.now()
      // One that dies at once is started again after a pause.
      while (kill > 0 && Date.now() - steadyFrom < 5_500) await readPages()
      for (const pid of linksOf(process.pid)) process.kill(pid, 'SIGKILL')
      const diedAt = Date.now()
      while ((await readPages()) !== 20 || linksOf(process.pid).length === 0)
        expect(Date.now() - diedAt).toBeLessThan(10_000)
      // A machine that does everything else at the same time is not what is measured.
      if (isFull) expect(Date.now() - diedAt).toBeLessThan(2_000)
    }
    expect((await call(`GET /x/devices?search=ECYAPEX-1`)).status).toBe(200)
  }, 300_000)

  /** Reads what pages read; returns the value of the point, which is the one it has, or not known. */
  async function readPages(): Promise<unknown> {
    const [point, devices, placed, overrides] = await Promise.all([
      pointOf(call),
      call('GET /x/devices?pageSize=10'),
      call(`GET /x/points?deviceId=${device}`),
      call('GET /x/overrides?pageSize=10'),
    ])
    expect([devices, placed, overrides].map(({ status }) => status)).toEqual([200, 200, 200])
    const values = [point, ...placed.body.data].map(({ presentValue }) => presentValue)
    expect(values.filter((value) => value !== 20 && value !== null)).toEqual([])
    return point.presentValue
  }

  it('loses no write that was on its way', async () => {
    const write = await overrideWith(call, 24, 'while-it-dies')
    hold('hold')
    const reply = write()
    await vi.waitFor(() => expect(services.world.store.all('SELECT 1 FROM intent')).toHaveLength(1), 5_000)
    for (const pid of linksOf(process.pid)) process.kill(pid, 'SIGKILL')
    letGo()
    const { status } = await reply
    if (status !== 200) await vi.waitFor(async () => expect((await write()).status).toBe(200), 10_000)
    expect(readTable().slots).toEqual({ 'analogValue:1': { 8: 24 } })
    expect(await writesOf(call, 24)).toHaveLength(1)
  }, 30_000)

  it('in the middle of a send is followed by the same send, which succeeds', async () => {
    const configuration = (line: string, body?: unknown) =>
      services.call('device-configuration', line, { as: 'amelie', body })
    const state = async () => (await configuration(`GET /devices/${device}/info`)).body.time.sendState
    hold('keep')
    await configuration('POST /devices/configuration/send', { deviceIds: [device], configurationTypes: ['time'] })
    await vi.waitFor(async () => expect(await state()).toBe('running'), 10_000)
    for (const pid of linksOf(process.pid)) process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(readTable().work.sends).toHaveLength(2), 20_000)
    expect(await state()).toBe('running')
    letGo()
    await vi.waitFor(async () => expect(await state()).toBe('succeed'), 10_000)
    expect(new Set(readTable().work.sends.map(({ id }) => id)).size).toBe(1)
  }, 60_000)
})

it('what a link is notified of while it is away, or dies at, arrives once when it is back', async () => {
  const file = join(folder, 'notices.mjs')
  const heard = join(folder, 'notices.txt')
  writeFileSync(
    file,
    `import { connect } from 'node:net'
     import { appendFileSync, existsSync } from 'node:fs'
     const socket = connect(process.env.LINK_SOCKET)
     socket.on('close', () => process.exit())
     let rest = ''
     socket.on('data', (bytes) => {
       const lines = (rest + bytes).split('\\n')
       rest = lines.pop()
       for (const line of lines) {
         const { id, notice, args } = JSON.parse(line)
         if (args[0] === 'poison') process.kill(process.pid, 'SIGKILL')
         if (args[0] === 'deadly' && !existsSync('${heard}.died')) {
           appendFileSync('${heard}.died', '')
           process.kill(process.pid, 'SIGKILL')
         }
         appendFileSync('${heard}', notice + ' ' + args.join() + ' ' + process.pid + '\\n')
         socket.write(JSON.stringify({ id, result: null }) + '\\n')
       }
     })
     socket.write('{"can":["backup"]}\\n')`,
  )
  const heardLines = () => readFileSync(heard, 'utf8').trim().split('\n')
  const pids = () => new Set(heardLines().map((line) => line.split(' ')[2]))
  const link = createProcessLink({ command: process.execPath, args: [file], log: pino({ level: 'silent' }) })
  const ignore = () => undefined
  await link.start?.(new Proxy({} as LinkEvents, { get: () => ignore }))
  try {
    link.backupAborted?.('before')
    await vi.waitFor(() => expect(heardLines()).toHaveLength(1), 10_000)
    for (const pid of pids()) process.kill(Number(pid), 'SIGKILL')
    for (const id of ['one', 'deadly', 'poison']) link.backupAborted?.(id)
    link.workAborted?.('two', 'backup')
    link.added?.('three')
    await vi.waitFor(() => expect(heardLines()).toHaveLength(5), 20_000)
    link.added?.('after')
    await vi.waitFor(() => expect(heardLines()).toHaveLength(6), 10_000)
    expect(heardLines().map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'backupAborted before',
      'backupAborted one',
      'backupAborted deadly',
      'workAborted two,backup',
      'added three',
      'added after',
    ])
    expect(pids().size).toBeGreaterThan(1)
  } finally {
    await link.stop?.()
  }
}, 60_000)

it('what a link sends is checked: nonsense is no answer, and ends the connection', async () => {
  const file = join(folder, 'nonsense.mjs')
  writeFileSync(
    file,
    `import { connect } from 'node:net'
     const socket = connect(process.env.LINK_SOCKET)
     socket.on('close', () => process.exit())
     socket.on('data', (bytes) => {
       const { id, request } = JSON.parse(String(bytes).split('\\n')[0])
       socket.write(JSON.stringify({ event: 'alarm', args: [1, 2] }) + '\\n')
       if (request === 'clocks') socket.write('{"can":5}\\n')
       else socket.write(JSON.stringify({ id, result: [{ pointId: 1 }] }) + '\\n')
     })
     socket.write('{"can":["points"]}\\n')`,
  )
  const link = createProcessLink({ command: process.execPath, args: [file], log: pino({ level: 'silent' }) })
  const alarms: unknown[] = []
  const report = (...args: unknown[]) => void alarms.push(args)
  await link.start?.({
    up: report,
    down: report,
    values: report,
    levels: report,
    alarm: report,
    ready: report,
    sendProgress: report,
    deploymentProgress: report,
    onboardingProgress: report,
    buildProgress: report,
    settingsBackupProgress: report,
    tunnelProgress: report,
    backupProgress: report,
    transition: report,
    eventSummary: report,
    acknowledged: report,
    objectsChanged: report,
    schedulesChanged: report,
    schedulesRead: report,
    newSettings: report,
    licenceExceeded: report,
    scheduleStates: report,
  })
  try {
    expect([...link.can]).toEqual(['points'])
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(link.read?.(device, [])).rejects.toThrow('unreachable')
      await expect(link.clocks?.([device])).rejects.toThrow('unreachable')
    }
    expect(alarms).toEqual([])
  } finally {
    await link.stop?.()
  }
}, 30_000)

describe('the death of the services', () => {
  const started: ChildProcess[] = []
  let dataDir: string
  let token: string
  let portBase: number
  const seedEnv = () => ({
    PORT_BASE: String(portBase),
    PUBLIC_ORIGIN: `http://localhost:${portBase + 9}`,
    DATA_DIR: dataDir,
    SEED_EPOCH: new Date().toISOString().slice(0, 10),
    LOG_LEVEL: 'error',
  })
  const env = () => ({ ...seedEnv(), LINK_PROGRAMS: `table=${programs.link}` })
  const call: Call = async (line, body, headers) => {
    const [method = 'GET', path = '/'] = line.split(' ')
    const response = await fetch(`http://127.0.0.1:${portBase + 2}${basePaths.site}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        connection: 'close',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  async function run(): Promise<ChildProcess> {
    const child = fork(programs.services, { env: { ...process.env, ...env() }, silent: true })
    started.push(child)
    let stderr = ''
    child.stderr?.on('data', (data) => {
      stderr += data
    })
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(stderr)))
    await Promise.race([once(child, 'message'), ended])
    ended.catch(() => undefined)
    return child
  }

  beforeAll(async () => {
    dataDir = join(folder, 'data')
    portBase = await freePorts()
    // Seeded at the time at which the program goes on, so that nothing falls due meanwhile.
    const services = await startTestServices({
      dataDir,
      start: Date.now(),
      env: seedEnv(),
      links: { table: tableProcess() },
    })
    services.world.store.run(`UPDATE device SET protocol = 'table' WHERE id = ?`, device)
    allowWriting(services, device)
    await services.call('site', 'POST /devices/sync-state', { as: 'amelie', body: { deviceIds: [device] } })
    services.world.clock.advance(3_000)
    const written = () => services.world.store.all('SELECT 1 FROM point WHERE device_id = ?', device)
    await vi.waitFor(() => expect(written()).toHaveLength(1), 10_000)
    const provider = services.origin('identity')
    token = (await signInAt({ settings: services.settings, login: 'amelie', scope: undefined, provider })).access_token
    await services.close()
  }, 60_000)
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL')
  })

  /** Returns how many overrides are begun and not finished, as another process sees them. */
  function intents(): number {
    const database = new Database(join(dataDir, 'services.sqlite'), { readonly: true })
    try {
      return database.prepare(`SELECT 1 FROM intent WHERE kind = 'site.overridePoint'`).all().length
    } finally {
      database.close()
    }
  }

  /** Begins a write, kills the services when `moment` has come, and sends the same request to the next ones. */
  async function writeAndKill(value: number, moment: () => Promise<unknown>): Promise<void> {
    const first = started.at(-1) ?? (await run())
    const write = await overrideWith(call, value, `killed-${value}`)
    const lost = write().catch(() => undefined)
    await moment()
    first.kill('SIGKILL')
    await once(first, 'exit')
    await lost
    letGo()
    await run()
    const isWritten = async () => {
      const { status, body } = await write()
      expect([status, body.errorCode]).toEqual([200, undefined])
    }
    await vi.waitFor(isWritten, { timeout: 20_000, interval: 100 })
    expect((await pointOf(call)).presentValue).toBe(value)
    expect(readTable().slots).toEqual({ 'analogValue:1': { 8: value } })
    expect(await writesOf(call, value)).toHaveLength(1)
    expect(intents()).toBe(0)
  }

  it('before the controller did anything leaves an intent that is done after the start', async () => {
    hold('hold')
    await writeAndKill(21, () => vi.waitFor(() => expect(intents()).toBe(1), { timeout: 10_000, interval: 10 }))
  }, 60_000)

  it('after the controller did it leaves an intent whose outcome is stored after the start', async () => {
    hold('keep')
    const isDone = () => expect(readTable().slots['analogValue:1']?.[8]).toBe(22)
    await writeAndKill(22, () => vi.waitFor(isDone, { timeout: 10_000, interval: 10 }))
  }, 60_000)

  // Each moment costs a start of the services.
  const moments = isFull ? fc.sample(fc.integer({ min: 0, max: 60 }), { numRuns: 50, seed: 4 }) : []
  it.skipIf(!moments.length)(
    'at any moment loses nothing',
    async () => {
      for (const [index, ms] of moments.entries()) await writeAndKill(100 + index, () => setTimeout(ms))
    },
    900_000,
  )
})
