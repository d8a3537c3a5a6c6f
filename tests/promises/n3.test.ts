/**
 * N3, a dead link is a gap and nothing else: a million damaged frames (3,000 in small) reach the link of BACnet, a process
 * of its own, from a device that it follows and from a stranger who also claims to be it; another device damages a third
 * of its answers, another one falls silent; then the process is killed. Figures: every read of the services answers, in
 * less than 5 s; what a stranger sends is never read as a value; the process is the same one after the frames and has
 * grown by less than 150 MB; after each part the device is read again within 60 s. While the process is away every page
 * of the console answers, with the value that was read or as not known.
 *
 * Seen to fail: with an exception of the decoders that ends the process.
 */
import { execFileSync } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { build } from 'esbuild'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fromHex } from '../../services/bacnet/octets'
import type { Point } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import type { ControllerLink, PointRef } from '../../services/link/port'
import { createProcessLink } from '../../services/link/process-link'
import { tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { damaged, randomNumbers, sampleFrames } from '../harness/damaged-frames'
import type { Services } from '../harness/services'
import { type OpenHost, openVirtualHost, real, text, VirtualDevice, virtualHost } from '../harness/virtual-bacnet'
import { size, tell } from './size'

const frames = size({ smoke: 3_000, full: 1_000_000 })
/** Fewer than a socket of the system keeps for a process that is busy. */
const batchSize = 100
const backMs = 60_000
const maxReadMs = 5_000
const maxGrownMb = 150
const program = 'node_modules/.cache/test-n3/link.mjs'
const deviceId = seedId('device', 'montcalm-BIB-ECYAPEX-1')

const device = new VirtualDevice({ instance: 7 }).put(2, 1, { 77: text('SAT'), 85: real(16.5) })
const liar = new VirtualDevice({ instance: 8 }).put(2, 1, { 77: text('RAT'), 85: real(17) })
const silent = new VirtualDevice({ instance: 9 }).put(2, 1, { 77: text('MAT'), 85: real(18) })

let product: Console
let services: Services
let link: ControllerLink
let host: OpenHost
let others: OpenHost[]
let stranger: Socket
let ownPort: number
let watched: PointRef[] = []
const below = randomNumbers(246)

/** Returns a host of which every third answer is damaged. */
function lyingHost(): ReturnType<typeof virtualHost> {
  const honest = virtualHost([{ device: liar }])
  return {
    receive: (datagram, from, send) =>
      honest.receive(datagram, from, (answer) => send(below(3) === 0 ? damaged(answer, below) : answer)),
  }
}

const bound = async (): Promise<Socket> => {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return socket
}

function configure(): void {
  link.configure({
    networks: [
      {
        ...{ id: 'plant', own: { address: '127.0.0.1', port: ownPort }, bbmd: null },
        broadcastTo: [host, ...others].map(({ port }) => ({ address: '127.0.0.1', port })),
      },
    ],
    controllers: [deviceId, 'liar', 'silent'].map((id, at) => ({
      ...{ deviceId: id, networkId: 'plant', instance: 7 + at, writable: [], timeZone: 'UTC' },
      points: watched.map((ref) => (at === 0 ? ref : { ...ref, id: `${id}/1`, device_id: id })),
    })),
  })
}

const read = async (): Promise<Point[]> =>
  (await services.call('site', `GET /devices/${deviceId}/points`, { as: 'amelie' })).body
const valueNow = async () => (await read()).find(({ name }) => name === 'SAT')?.presentValue
const processId = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(program))
    .map((line) => Number(line.trim().split(' ')[0]))[0]
const megabytes = () =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(processId())], { encoding: 'utf8' })) / 1_000

beforeAll(async () => {
  await build({
    entryPoints: ['services/bacnet/link/main.ts'],
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile: program },
  })
  host = await openVirtualHost(virtualHost([{ device }]))
  others = [await openVirtualHost(lyingHost()), await openVirtualHost(virtualHost([{ device: silent }]))]
  stranger = await bound()
  const own = await bound()
  ownPort = own.address().port
  await new Promise<void>((resolve) => own.close(() => resolve()))
  const command = { command: process.execPath, args: [program], log: pino({ level: 'silent' }) }
  link = createProcessLink(command) as ControllerLink
  product = await startTestConsole({ services: { links: { bacnet: { ...link, configure: () => undefined } } } })
  services = product.services
  services.world.store.run(`UPDATE device SET protocol = 'bacnet' WHERE id = ?`, deviceId)
  services.world.store.run('DELETE FROM point WHERE device_id = ?', deviceId)
  configure()
  await services.call('site', 'POST /devices/sync-state', { as: 'amelie', body: { deviceIds: [deviceId] } })
  services.world.clock.advance(3_000)
  await vi.waitFor(async () => expect(await read()).toHaveLength(1), { timeout: 20_000, interval: 100 })
  watched = services.world.store.all<PointRef>(
    'SELECT id, device_id, object_type, object_instance, kind FROM point WHERE device_id = ?',
    deviceId,
  )
  configure()
  await vi.waitFor(() => expect(device.subscriptions.size).toBe(1), 20_000)
})
afterAll(async () => {
  await product.close()
  await Promise.all([host, ...others].map((one) => one.close()))
  stranger.close()
})

/** Resolves when the link has read everything that was sent before: it refuses a request that it does not know. */
function handled(): Promise<void> {
  const request = Uint8Array.from([0x81, 0x0a, 0, 10, 1, 4, 0, 5, 1, 99])
  return new Promise((resolve) => {
    const repeat = setInterval(() => stranger.send(request, ownPort, '127.0.0.1'), 250)
    stranger.once('message', () => {
      clearInterval(repeat)
      resolve()
    })
    stranger.send(request, ownPort, '127.0.0.1')
  })
}

/** Reads until work is done. Returns the slowest reading, ms; throws when a value is none of these. */
async function readingDuring(work: Promise<unknown>, values: readonly unknown[] | 'any'): Promise<number> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  done.catch(() => undefined)
  let slowest = 0
  while (!isDone) {
    const startedAt = performance.now()
    const value = await valueNow()
    slowest = Math.max(slowest, performance.now() - startedAt)
    if (values !== 'any') expect([...values, null]).toContain(value)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await done
  return slowest
}

/** Returns after how many seconds a new value of the device is read. */
async function secondsUntilBack(value: number): Promise<number> {
  const startedAt = performance.now()
  device.put(2, 1, { 85: real(value) })
  await vi.waitFor(async () => expect(await valueNow()).toBe(value), { timeout: backMs, interval: 100 })
  return (performance.now() - startedAt) / 1_000
}

async function flood(send: (frame: Uint8Array) => void, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += batchSize) {
    for (let index = 0; index < batchSize; index++)
      send(damaged(fromHex(sampleFrames[below(sampleFrames.length)] ?? ''), below))
    await handled()
  }
}

test(`${frames} damaged frames, a liar and a silent device are a gap and nothing else`, async () => {
  const pid = processId()
  const before = megabytes()
  const startedAt = performance.now()
  silent.isSilent = true
  const own = await readingDuring(
    flood((frame) => host.send(frame, ownPort), frames / 2),
    'any',
  )
  const fromOwn = await secondsUntilBack(21)
  const foreign = await readingDuring(
    flood((frame) => stranger.send(frame, ownPort, '127.0.0.1'), frames / 2),
    [21],
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const back = Math.max(fromOwn, await secondsUntilBack(22))
  const grown = megabytes() - before
  expect(processId()).toBe(pid)
  expect(Math.max(own, foreign)).toBeLessThan(maxReadMs)
  expect(grown).toBeLessThan(maxGrownMb)
  tell(
    'N3',
    `${frames} damaged frames to the link in ${seconds.toFixed(0)} s, slowest reading ${Math.max(own, foreign).toFixed(0)} ms, back after ${back.toFixed(1)} s, ${grown.toFixed(0)} MB more`,
  )
})

test('a killed link is read again within 60 s', async () => {
  const pid = processId()
  if (pid === undefined) throw new Error('There is no process')
  process.kill(pid, 'SIGKILL')
  const back = secondsUntilBack(23)
  const slowest = await readingDuring(back, [22, 23])
  expect(slowest).toBeLessThan(maxReadMs)
  expect(processId()).not.toBe(pid)
  tell('N3', `killed: slowest reading ${slowest.toFixed(0)} ms, back after ${(await back).toFixed(1)} s`)
})

test('the console answers while the link is away, and shows the value again without a hand', async () => {
  const visitor = await product.signedIn('amelie')
  visitor.setCookie('lng', 'en')
  const { address } = await visitor.get(`/tenants/${tenantIdOf(services.world, 'boreal')}/devices/${deviceId}`)
  const own = address.split('?')[0]
  /** Returns what a page says the value is. */
  const shown = async () => {
    const page = await visitor.get(`${own}/points`)
    expect(page.status).toBe(200)
    const row = page.root.querySelectorAll('main tbody tr').find(({ text }) => text.includes('SAT'))
    return row?.text.match(/(?<!\d)2[345](?!\d)|Stale/)?.[0] ?? `no value in ${row?.text}`
  }
  expect(await shown()).toBe('23')
  const pid = processId()
  if (pid === undefined) throw new Error('There is no process')
  process.kill(pid, 'SIGKILL')
  device.put(2, 1, { 85: real(24) })
  const startedAt = performance.now()
  const seen = new Set<string>()
  for (let value = ''; value !== '24' && performance.now() - startedAt < backMs; seen.add(value)) value = await shown()
  expect([...seen].filter((one) => !['23', '24', 'Stale'].includes(one))).toEqual([])
  expect(seen.has('24')).toBe(true)
})
