/**
 * `npm run bench:services`: typical reads on the demonstration and on `large`, each the median of many, and how
 * much slower they are there; every filter of alarms with every order on `large`, and what of the rest costs the most
 * there, in time of the processor; how long the seed of `large` takes, and the memory the services use. Prints figures
 * and the limits they are held against; exit 1 when one is over. `DATA_DIR_LARGE` names a folder with a built store of
 * `large`, which is copied.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { Agent, request } from 'undici'
import { basePaths, type ServiceName } from '../../services/contracts/endpoint'
import { readSettings } from '../../services/kit/settings'
import { versionOf } from '../../services/seed/catalogue-packages'
import { customerIdOf, estatesCustomer } from '../../services/seed/people'
import { portOffsets } from '../../services/start'
import { copyLargeStore } from '../harness/large-store'
import { freePorts } from '../harness/ports'
import { signInAt } from '../harness/services'
import { measureAlarmGrid, mostMs, type Pair } from './alarm-grid'
import { atRest } from './at-rest'
import { cpuMs, end } from './product'

const profiles = ['demo', 'large'] as const
type Profile = (typeof profiles)[number]

/** Ratio of large to demo; seconds; megabytes. */
const limits = { ratio: 1.5, seedSeconds: 300, memoryMb: 400 }
/** A read this fast is as good as it gets: what the clock and the network say of it is noise. */
const fastEnoughMs = 1.5
/** What is counted of all of a fleet, or compared row by row, grows with it: as long as a call may hold the thread. */
const growing: ReadonlySet<string> = new Set(['how configuration stands', 'network settings of a building'])
const visits = 60
/** Controllers named in one call: as many as both have, and as many as a change of settings takes. */
const together = { both: 100, most: 500 }
/** Today: the services do everything that has been due since the seed, and of months that takes hours. */
const epoch = new Date().toISOString().slice(0, 10)
const kept = process.env.DATA_DIR_LARGE
/** What buildings are called on either: a search that finds nothing is no measure for one that fills a page. */
const buildingWord: Record<Profile, string> = { demo: 'pavillon', large: 'building' }

interface Read {
  name: string
  service: ServiceName
  method: 'GET' | 'POST'
  path: string
  body?: object
  /** The customer header. */
  customer?: string
}

/** The calls that take many controllers by their ids. */
const named: readonly Pick<Read, 'name' | 'service' | 'path'>[] = [
  { name: 'controllers by their ids', service: 'site', path: '/x/devices/named' },
  { name: 'network settings', service: 'device-configuration', path: '/x/devices/network' },
  { name: 'time settings', service: 'device-configuration', path: '/x/devices/time' },
]

interface Result {
  medians: Map<string, number>
  startSeconds: number
  memoryMb: number
  storeMb: number
  /** Of `large`. */
  grid: Pair[]
  /** Of `large`, what naming many controllers takes. */
  many: Pair[]
  /** Of `large`, what looking through the fleet takes. */
  through: Pair[]
}

buildServices()
const agent = new Agent({ connections: 1 })
const results = await measure()
await agent.close()
process.exitCode = report() ? 1 : 0

/** What is measured is what the sources say now. */
function buildServices(): void {
  const build = `import('./app/commands/build.mjs').then(({ build }) => build(['services']))`
  execFileSync(process.execPath, ['-e', build], { stdio: 'inherit' })
}

interface Started {
  profile: Profile
  child: ChildProcess
  folder: string
  reader: Reader
  startSeconds: number
}

/**
 * Starts the services on either profile and measures every read, a visit to the one and a visit to the other in turn:
 * what else the machine does then tells on both.
 */
async function measure(): Promise<Map<Profile, Result>> {
  const started: Started[] = []
  try {
    for (const profile of profiles) started.push(await start(profile))
    const [demo, large] = started as [Started, Started]
    const reads = await readsOn(demo)
    const others = new Map((await readsOn(large)).map((read) => [read.name, read]))
    const medians = { demo: new Map<string, number>(), large: new Map<string, number>() }
    for (const read of reads) {
      const other = others.get(read.name) ?? read
      const [small, big] = await mediansOf([() => demo.reader(read), () => large.reader(other)])
      medians.demo.set(read.name, small ?? Number.NaN)
      medians.large.set(read.name, big ?? Number.NaN)
    }
    const results = new Map<Profile, Result>()
    for (const { profile, child, folder, startSeconds } of started) {
      const [memoryMb, storeMb] = [await residentMb(child), await sizeMb(folder)]
      results.set(profile, {
        medians: medians[profile],
        startSeconds,
        memoryMb,
        storeMb,
        grid: [],
        many: [],
        through: [],
      })
    }
    const [grid, many, through] = [await gridOf(large), await manyOf(large), await throughOf(large)]
    results.set('large', { ...(results.get('large') as Result), grid, many, through })
    return results
  } finally {
    for (const { child, folder } of started) {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function start(profile: Profile): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), `plantroom-bench-${profile}-`))
  if (profile === 'large' && kept) await copyLargeStore(kept, folder)
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    PORT_BASE: String(await freePorts()),
    DATA_DIR: folder,
    SEED: profile,
    SEED_EPOCH: epoch,
    LOG_LEVEL: 'info',
  }
  const began = performance.now()
  const child = spawn(process.execPath, ['build/services/main.js'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    await readiness(child)
    const startSeconds = (performance.now() - began) / 1_000
    await atRest(child)
    return { profile, child, folder, reader: await readerFor(env), startSeconds }
  } catch (error) {
    await end(child)
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

function readiness(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`the services ended with ${code}`)))
  })
}

type Reader = (read: Omit<Read, 'name'>) => Promise<unknown>

/** Reads as a tenant administrator, one call after the other on one connection. */
async function readerFor(env: Record<string, string | undefined>): Promise<Reader> {
  const settings = readSettings(env)
  if (!settings.ok) throw new Error(settings.problems.join('\n'))
  const { portBase } = settings.settings
  const provider = `http://127.0.0.1:${portBase}`
  const { access_token } = await signInAt({ settings: settings.settings, login: 'amelie', scope: undefined, provider })
  return async ({ service, method, path, body, customer }) => {
    const answer = await request(`http://127.0.0.1:${portBase + portOffsets[service]}${basePaths[service]}${path}`, {
      dispatcher: agent,
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(customer ? { [settings.settings.headers.customer]: customer } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`)
    return JSON.parse(text)
  }
}

interface Listed {
  data: { id: string }[]
  continuationToken: string | null
}

/** The same on either profile; on `large` at places as a person would come to them. */
async function readsOn({ profile, reader: read }: Started): Promise<Read[]> {
  const customer = customerIdOf(profile === 'large' ? estatesCustomer.code : 'CUS1004')
  const get = (name: string, path: string): Read => ({ name, service: 'site', method: 'GET', path })
  const of = (name: string, path: string): Read => ({
    name,
    service: 'device-configuration',
    method: 'GET',
    path,
    customer,
  })
  const find = (name: string, path: string, body: object): Read => ({
    name,
    service: 'operations',
    method: 'POST',
    path,
    body: { pageSize: 10, ...body },
    customer,
  })
  const clocked = (name: string, path: string): Read => ({ name, service: 'operations', method: 'GET', path, customer })
  const first = async (path: string) => {
    const { data } = (await read(get('', path))) as Listed
    if (!data[0]) throw new Error(`nothing at ${path}`)
    return data[0].id
  }
  const group = await first(`/x/children?type=customer&id=${customer}`)
  const site = await first(`/x/children?type=group&id=${group}`)
  const building = await first(`/x/children?type=site&id=${site}`)
  const list = `/x/devices?customerId=${customer}&pageSize=20`
  const { data, continuationToken } = (await read(get('', list))) as Listed
  const many = { deviceIds: await controllersIn(read, customer, together.both) }
  const states = `/x/configuration-states?customerId=${customer}&kind=network&pageSize=10`
  const overrides = `/x/overrides?customerId=${customer}&pageSize=10`
  const held = (await read(get('', overrides))) as { data: { pointId: string }[] }
  return [
    get('overview of a customer', `/x/customers/${customer}/overview`),
    get('sites of a group', `/x/children?type=group&id=${group}&pageSize=3`),
    get('buildings of a site', `/x/children?type=site&id=${site}`),
    get('spaces of a building', `/x/children?type=building&id=${building}&pageSize=3`),
    get('first page of controllers', list),
    get('next page of controllers', `${list}&continuationToken=${continuationToken}`),
    get('silent controllers', `/x/devices?customerId=${customer}&connected=false&pageSize=3`),
    get('controllers with a licence that is over', `/x/devices?customerId=${customer}&licence=expired&pageSize=50`),
    get('controllers with a valid licence', `/x/devices?customerId=${customer}&licence=valid&pageSize=50`),
    get('one controller', `/devices/${data[0]?.id}`),
    get('how configuration stands', `/x/configuration-summary?customerId=${customer}`),
    get('network settings that failed', `${states}&state=failed`),
    get('network settings of a building', `${states}&search=${buildingWord[profile]}`),
    of('sends of a customer', `/x/sends?customerId=${customer}&pageSize=10`),
    of('sends that wait', `/x/sends?customerId=${customer}&state=queued&pageSize=10`),
    of('what fifty controllers run with', `/x/configuration/network?deviceIds=${many.deviceIds.slice(0, 50).join()}`),
    get('search', `/x/search?customerId=${customer}&q=${buildingWord[profile]}&pageSize=20`),
    get('licences', `/x/licences?customerId=${customer}&pageSize=10`),
    get('historian totals', `/x/historian?customerId=${customer}`),
    get('licences by name', `/x/licences?customerId=${customer}&sort=name&pageSize=10`),
    get('equipment', `/x/equipment?customerId=${customer}&pageSize=10`),
    get('equipment of a building', `/x/equipment?buildingId=${building}&pageSize=10`),
    get('points', `/x/points?customerId=${customer}&pageSize=10`),
    get('points of a building', `/x/points?buildingId=${building}&pageSize=10`),
    get('points with a word', `/x/points?customerId=${customer}&search=damper&pageSize=10`),
    get('points that are held', `/x/points?customerId=${customer}&overridden=true&pageSize=10`),
    get('points in alarm', `/x/points?customerId=${customer}&inAlarm=true&pageSize=10`),
    get('one point', `/x/points?pointId=${held.data[0]?.pointId}`),
    get('overrides', overrides),
    get('endless overrides, newest first', `${overrides}&endless=true&sort=-at`),
    get('what was written to a point', `/x/points/${held.data[0]?.pointId}/writes`),
    {
      name: 'a day of ten points',
      service: 'site',
      method: 'POST',
      path: '/x/trends',
      body: { pointIds: [...new Set(held.data.map(({ pointId }) => pointId))], ...lastDay() },
      customer,
    },
    clocked('schedules', `/x/schedules?customerId=${customer}&pageSize=10`),
    clocked('schedules by name', `/x/schedules?customerId=${customer}&pageSize=10&sort=name`),
    clocked('schedules of a group', `/x/schedules?groupId=${group}&pageSize=10`),
    clocked('schedule documents, and pages ahead', `/x/schedules/documents?customerId=${customer}&pageSize=10&ahead=9`),
    find('active alarms', '/alarms', { isActive: true }),
    find('active faults', '/faults', {}),
    find('faults that came back', '/faults', { returned: true }),
    ...named.map(
      ({ name, ...call }): Read => ({
        name: `${together.both} ${name}`,
        ...call,
        method: 'POST',
        body: many,
        customer,
      }),
    ),
  ]
}

function lastDay(): { from: string; to: string } {
  const now = Date.now()
  return { from: new Date(now - 86_400_000).toISOString(), to: new Date(now).toISOString() }
}

/** The first onboarded controllers of a customer. */
async function controllersIn(read: Reader, customer: string, count: number): Promise<string[]> {
  const found: string[] = []
  const list = `/x/devices?customerId=${customer}&onboarded=true&pageSize=100`
  for (let after = ''; found.length < count; ) {
    const path = after === '' ? list : `${list}&continuationToken=${after}`
    const { data, continuationToken } = (await read({ service: 'site', method: 'GET', path })) as Listed
    found.push(...data.map(({ id }) => id))
    if (continuationToken === null) break
    after = continuationToken
  }
  return found.slice(0, count)
}

/** The median of each, visited in turn. */
async function mediansOf(each: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  for (let warm = 0; warm < 10; warm++) for (const visit of each) await visit()
  const times = each.map((): number[] => [])
  for (let at = 0; at < visits; at++) {
    for (const [index, visit] of each.entries()) {
      const started = performance.now()
      await visit()
      times[index]?.push(performance.now() - started)
    }
  }
  return times.map((found) => found.sort((a, b) => a - b)[visits / 2] ?? Number.NaN)
}

/** Where the most alarms are, as the store says. */
async function gridOf({ child, folder, reader }: Started): Promise<Pair[]> {
  const store = new Database(join(folder, 'services.sqlite'))
  const most = (sql: string): string => (store.prepare(sql).all() as { id: string }[])[0]?.id ?? ''
  const busiest = (column: string) =>
    most(`SELECT ${column} AS id FROM alarm GROUP BY ${column} ORDER BY count(*) DESC LIMIT 1`)
  const siteId = busiest('site_id')
  const places = {
    epoch: Date.parse(epoch),
    siteId,
    groupId: most(`SELECT site_group_id AS id FROM site WHERE id = '${siteId}'`),
    buildingId: busiest('building_id'),
    deviceId: busiest('device_id'),
  }
  store.close()
  const find = (path: string, body: object) =>
    reader({ service: 'operations', method: 'POST', path, body, customer: customerIdOf(estatesCustomer.code) })
  return measureAlarmGrid(find, places, () => cpuMs(child))
}

/** What each call that names many takes of the services' thread at its most. */
async function manyOf({ child, reader }: Started): Promise<Pair[]> {
  const customer = customerIdOf(estatesCustomer.code)
  const body = { deviceIds: await controllersIn(reader, customer, together.most) }
  const pairs: Pair[] = []
  for (const { name, service, path } of named) {
    const ms = await spentBy(child, () => reader({ service, method: 'POST', path, body, customer }))
    pairs.push({ name: `${together.most} ${name}`, ms })
  }
  return pairs
}

/** What each call that looks through a customer, or finds by words, takes of the services' thread: a page of fifty. */
async function throughOf({ child, reader }: Started): Promise<Pair[]> {
  const customer = customerIdOf(estatesCustomer.code)
  const schedules = `/x/schedules?customerId=${customer}&pageSize=50`
  const all = ['active', 'cleared', 'resolved', 'suppressed']
  const reads: Read[] = [
    ...['', '&sort=-name', '&search=17', '&search=nowhere', '&syncState=failed', '&isActive=false'].map(
      (rest): Read => ({ name: `schedules ${rest}`, service: 'operations', method: 'GET', path: schedules + rest }),
    ),
    ...['vav', 'temperature', 'building 2'].map(
      (search): Read => ({
        name: `faults with the words ${search}`,
        service: 'operations',
        method: 'POST',
        path: '/faults',
        body: { search, statuses: all, pageSize: 50 },
      }),
    ),
    ...[
      'licences?',
      'licences?state=exceeded&',
      'licences?sort=name&',
      'devices?licence=valid&',
      'devices?package=trends&',
      `devices?package=trends&version=${versionOf('trends')}&`,
    ].map(
      (rest): Read => ({
        name: rest.slice(0, -1),
        service: 'site',
        method: 'GET',
        path: `/x/${rest}customerId=${customer}&pageSize=50`,
      }),
    ),
    ...['zone temp', 'vav', 'vav 2', 'damper', 'building'].map(
      (words): Read => ({
        name: `search for ${words}`,
        service: 'site',
        method: 'GET',
        path: `/x/search?customerId=${customer}&q=${encodeURIComponent(words)}&pageSize=50`,
      }),
    ),
    ...['vav', 'zone temp', 'temp', 'building'].flatMap((search): Read[] =>
      [{}, { isActive: true }].map((filter) => ({
        name: `alarms with the words ${search} ${JSON.stringify(filter)}`,
        service: 'operations',
        method: 'POST',
        path: '/alarms',
        body: { search, pageSize: 50, ...filter },
      })),
    ),
    { name: 'rules', service: 'operations', method: 'GET', path: `/x/rules?customerId=${customer}` },
    ...['', '&status=running', '&search=vav'].map(
      (rest): Read => ({
        name: `equipment of a rule ${rest}`,
        service: 'operations',
        method: 'GET',
        path: `/x/rule-states?customerId=${customer}&ruleId=g36-ahu-fc1&pageSize=50${rest}`,
      }),
    ),
  ]
  const pairs: Pair[] = []
  for (const { name, ...read } of reads)
    pairs.push({ name, ms: await spentBy(child, () => reader({ ...read, customer })) })
  return pairs.sort((one, other) => other.ms - one.ms)
}

/** Milliseconds of the processor that a call takes, of ten. */
async function spentBy(child: ChildProcess, once: () => Promise<unknown>): Promise<number> {
  await once()
  const before = await cpuMs(child)
  for (let visit = 0; visit < 10; visit++) await once()
  return ((await cpuMs(child)) - before) / 10
}

async function residentMb({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

async function sizeMb(folder: string): Promise<number> {
  return (await stat(join(folder, 'services.sqlite'))).size / 1_000_000
}

/** Prints everything; says whether a limit was passed. */
function report(): boolean {
  const [demo, large] = [results.get('demo'), results.get('large')]
  if (!demo || !large) return true
  const verdict = (over: boolean) => (over ? ' OVER' : '')
  let isOver = false
  console.log(
    `median of ${visits} reads, ms: demo, large, ratio (limit ${limits.ratio}, or ${fastEnoughMs} ms on large; ${mostMs} where it grows)`,
  )
  for (const [name, small] of demo.medians) {
    const big = large.medians.get(name) ?? Number.NaN
    const over = big / small > limits.ratio && big > (growing.has(name) ? mostMs : fastEnoughMs)
    isOver ||= over
    console.log(
      `  ${name.padEnd(28)} ${small.toFixed(2).padStart(7)} ${big.toFixed(2).padStart(8)} ${(big / small).toFixed(2).padStart(7)}${verdict(over)}`,
    )
  }
  const slow = large.grid.filter(({ ms }) => ms > mostMs)
  isOver ||= slow.length > 0
  console.log(
    `lists of alarms: ${large.grid.length} pairs of filter and order, ${slow.length} over ${mostMs} ms; the slowest:`,
  )
  for (const { name, ms } of large.grid.slice(0, Math.max(5, slow.length)))
    console.log(`  ${name.padEnd(60)} ${ms.toFixed(0).padStart(6)}${verdict(ms > mostMs)}`)
  console.log(`calls that name many or look through the fleet, on large, CPU ms (limit ${mostMs}):`)
  for (const { name, ms } of [...large.many, ...large.through]) {
    isOver ||= ms > mostMs
    console.log(`  ${name.padEnd(60)} ${ms.toFixed(0).padStart(6)}${verdict(ms > mostMs)}`)
  }
  const seedOver = !kept && large.startSeconds > limits.seedSeconds
  const memoryOver = large.memoryMb > limits.memoryMb
  console.log(
    `start with an empty store: demo ${demo.startSeconds.toFixed(1)} s, large ${large.startSeconds.toFixed(1)} s (limit ${limits.seedSeconds})${verdict(seedOver)}`,
  )
  console.log(
    `memory: demo ${demo.memoryMb.toFixed(0)} MB, large ${large.memoryMb.toFixed(0)} MB (limit ${limits.memoryMb})${verdict(memoryOver)}`,
  )
  console.log(`store: demo ${demo.storeMb.toFixed(0)} MB, large ${large.storeMb.toFixed(0)} MB`)
  return isOver || seedOver || memoryOver
}
