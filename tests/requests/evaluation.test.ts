/** The evaluation as `npm start` starts it: a building whose controllers are read and commanded by packets. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import { capturePackets, changesDevice, hasTshark, isOnLoopback } from '../harness/packets'
import { freePort, freePorts, freeUdpPorts } from '../harness/ports'
import { type Page, Visitor } from '../harness/visitor'

const deviceId = seedId('device', 'montcalm-DRO-ECYVAV-1')
const handlerId = seedId('device', 'montcalm-DRO-ECY303-1')
const pointId = (type: string, instance: number) => seedId('point', `${deviceId}/${type}/${instance}`)
const count = 14

let dataDir: string
let port: number
let env: NodeJS.ProcessEnv
let firstPort: number
let running: ChildProcess | null = null
let output = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plantroom-evaluation-'))
  port = await freePort()
  firstPort = await freeUdpPorts()
  env = {
    ...process.env,
    ...{ NODE_ENV: 'production', SEED: 'demo', SIM_CONTROL: '0', DATA_DIR: dataDir, LINK_PROGRAMS: '' },
    ...{ PORT: String(port), PORT_BASE: String(await freePorts()), EVALUATION_BACNET_PORT: String(firstPort) },
  }
})
afterEach(stop)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function bound(at: number): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(at, '127.0.0.1')
  await Promise.race([once(socket, 'listening'), once(socket, 'error').then(([error]) => Promise.reject(error))])
  return socket
}

async function start(): Promise<Visitor> {
  output = ''
  const child = spawn(process.execPath, ['app/commands/start.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running = child
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        output += part
        if (output.includes('Environment local')) resolve()
      })
  })
  await Promise.race([ready, once(child, 'exit').then(() => Promise.reject(new Error(output)))])
  const amelie = new Visitor(`http://localhost:${port}`)
  await amelie.signIn('amelie')
  amelie.setCookie('lng', 'en')
  return amelie
}

async function stop(): Promise<void> {
  const ending = running
  running = null
  if (!ending || ending.exitCode !== null) return
  ending.kill('SIGTERM')
  await once(ending, 'exit')
}

/** Returns what the store of the services says of the controllers on packets. */
function stored<Row>(sql: string): Row[] {
  const store = new Database(join(dataDir, 'services.sqlite'), { readonly: true })
  try {
    return store.prepare<unknown[]>(sql).all() as Row[]
  } finally {
    store.close()
  }
}

const controllers = () => stored<{ host_id: string }>(`SELECT host_id FROM device WHERE protocol = 'bacnet'`)

/** Returns the page of a point, once it shows a value. */
async function pageOf(visitor: Visitor, id: string): Promise<Page> {
  const [{ tenant_id: tenantId } = { tenant_id: '' }] = stored<{ tenant_id: string }>(
    `SELECT tenant_id FROM device WHERE id = '${deviceId}'`,
  )
  const device = await visitor.get(`/tenants/${tenantId}/devices/${deviceId}`)
  return visitor.get(`${device.address.split('?')[0]}/points/${id}`)
}

/** Changes the priority with which the schedule of the air handler writes. */
async function setPriority(visitor: Visitor, priority: number): Promise<void> {
  const [{ tenant_id: tenantId } = { tenant_id: '' }] = stored<{ tenant_id: string }>(
    `SELECT tenant_id FROM device WHERE id = '${handlerId}'`,
  )
  const device = await visitor.get(`/tenants/${tenantId}/devices/${handlerId}`)
  const page = await visitor.get(`${device.address.split('?')[0]}/schedules/sch-1/settings`)
  const review = await page.submit('main form', { fill: { priorityForWriting: String(priority) } })
  await review.submit('main form')
}

/** Returns the priorities of the schedules that the air handler itself ran, one after the other. */
const runPriorities = () =>
  stored<{ schedules: string }>(
    `SELECT schedules FROM schedule_run WHERE device_id = '${handlerId}' ORDER BY from_at`,
  ).flatMap(({ schedules }) =>
    (JSON.parse(schedules) as { priorityForWriting: number }[]).map(({ priorityForWriting }) => priorityForWriting),
  )

const format = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** A REAL has seven digits. */
const realOf = (value: number) => Number(value.toPrecision(7))

test('shows a value that a packet carried, and a command goes to the controller by one', async () => {
  const capture = hasTshark() ? await capturePackets(Array.from({ length: count }, (_, at) => firstPort + at)) : null
  const amelie = await start()
  expect(output).toContain(
    `${count} controllers of Faculté de droit are read over BACnet/IP, on UDP ports ${firstPort} to ${firstPort + count - 1} of 127.0.0.1`,
  )
  expect(controllers()).toHaveLength(count)
  expect(controllers().every(({ host_id }) => /^bacnet:[\w-]+:\d+$/.test(host_id))).toBe(true)

  const temperature = pointId('analogInput', 1)
  // The chart below it has values of the past, which no packet carried.
  const shownValue = async () =>
    (await pageOf(amelie, temperature)).root.querySelector('.reading')?.structuredText ?? ''
  await expect.poll(shownValue, { timeout: 30_000 }).toMatch(/^\d+\.\d\s°C$/)
  const shown = (await shownValue()).split(/\s/)[0]

  const device = await amelie.get((await pageOf(amelie, temperature)).address.replace(/\/points\/.*/, ''))
  const serials = new Set(device.text.match(/\b(?:SN|SIM)-\d+/g))
  expect([...serials]).toEqual(['SN-675816'])

  const damper = pointId('analogOutput', 1)
  const page = await pageOf(amelie, damper)
  const held = { pointValue: '43.5', duration: '2', unit: 'hours', reason: 'The damper is tested' }
  const after = await page.submit('main form[action$="/override"]', { fill: held })
  expect(after.text).toContain('Held at 43.5 % by Amélie')
  const [level] = stored<{ value: string }>(`SELECT value FROM device_level WHERE point_id = '${damper}' AND level = 8`)
  expect(level).toEqual({ value: '43.5' })

  await setPriority(amelie, 12)
  await expect.poll(() => runPriorities().at(-1), { timeout: 30_000 }).toBe(12)

  const packets = await capture?.end()
  if (!packets) return
  expect(packets.every(isOnLoopback)).toBe(true)
  const carried = new Set(packets.flatMap(({ values }) => values.map((one) => format.format(realOf(one)))))
  expect(carried).toContain(shown)
  expect(packets.filter(changesDevice)).toHaveLength(2)
}, 120_000)

test('a port that is taken is named, and the same store is simulated as before; free again, it is on packets', async () => {
  const other = await bound(firstPort + 3)
  const amelie = await start()
  expect(output).toContain(
    `UDP port ${firstPort + 3} of 127.0.0.1 is taken: the controllers of Faculté de droit are simulated`,
  )
  expect(controllers()).toEqual([])
  expect(stored(`SELECT host_id FROM device WHERE id = '${deviceId}'`)).toEqual([{ host_id: 'ECYVAV-1C0301' }])
  const page = await pageOf(amelie, pointId('analogOutput', 1))
  expect(page.text).toContain('Held at 43.5 % by Amélie')
  await stop()
  other.close()
  await start()
  expect(controllers()).toHaveLength(count)
}, 120_000)
