/** The BACnet link in a process of its own, between the real services and a device on real packets. */
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { build } from 'esbuild'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Point } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import type { ControllerLink, LinkNetwork, PointRef } from '../../services/link/port'
import { createProcessLink } from '../../services/link/process-link'
import { changesDevice, isOnLoopback, recordPackets } from '../harness/packets'
import { type Services, startTestServices } from '../harness/services'
import { enumerated, flags, openVirtualHost, real, text, VirtualDevice, virtualHost } from '../harness/virtual-bacnet'

const deviceId = seedId('device', 'montcalm-BIB-ECYAPEX-1')
/** Below node_modules, so that packages are found. */
const program = 'node_modules/.cache/test-bacnet-link/link.mjs'

const device = new VirtualDevice({ instance: 7 })
  .put(0, 1, { 77: text('SAT'), 28: text('Supply air'), 85: real(16.5), 117: enumerated(62), 106: real(0.1) })
  .put(0, 2, { 77: text('DSP'), 85: real(1), 117: enumerated(58), 111: flags('0100'), 103: enumerated(1) })
  .put(3, 1, { 77: text('FANSTS'), 85: enumerated(1) })

const recording = recordPackets()
let services: Services
let link: ControllerLink
let host: Awaited<ReturnType<typeof openVirtualHost>>

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}

let own: { address: string; port: number }
const networkAt = (address: string, id = 'plant'): LinkNetwork => ({
  ...{ id, own: { ...own, address }, bbmd: null },
  broadcastTo: [{ address: '127.0.0.1', port: host.port }],
})
const configure = (points: readonly PointRef[], others: readonly LinkNetwork[] = []) =>
  link.configure({
    networks: [networkAt('127.0.0.1'), ...others],
    controllers: [{ deviceId, networkId: 'plant', instance: 7, points, writable: [], timeZone: 'UTC' }],
  })
let watched: PointRef[]

beforeAll(async () => {
  await build({
    entryPoints: ['services/bacnet/link/main.ts'],
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile: program },
  })
  host = await openVirtualHost(virtualHost([{ device }]), { recording })
  own = { address: '127.0.0.1', port: await freeUdpPort() }
  link = createProcessLink({
    ...{ command: process.execPath, args: [program], log: pino({ level: 'silent' }) },
  }) as ControllerLink
  services = await startTestServices({ links: { bacnet: { ...link, configure: () => undefined } } })
  services.world.store.run(`UPDATE device SET protocol = 'bacnet' WHERE id = ?`, deviceId)
  services.world.store.run('DELETE FROM point WHERE device_id = ?', deviceId)
  configure([])
  await call('POST /devices/sync-state', { deviceIds: [deviceId] })
  services.world.clock.advance(3_000)
  await vi.waitFor(async () => expect(await pointsNow()).toHaveLength(3), { timeout: 10_000, interval: 100 })
  watched = services.world.store.all<PointRef>(
    'SELECT id, device_id, object_type, object_instance, kind FROM point WHERE device_id = ?',
    deviceId,
  )
  configure(watched)
})
afterAll(async () => {
  await services.close()
  await host.close()
})

const call = (line: string, body?: unknown) => services.call('site', line, { as: 'amelie', body })
const pointsNow = async (): Promise<Point[]> => (await call(`GET /devices/${deviceId}/points`)).body
const pointNow = async (name: string) => (await pointsNow()).find((one) => one.name === name) as Point
const children = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(program))
    .map((line) => Number(line.trim().split(' ')[0]))

describe('a BACnet controller', () => {
  it('has its points with values, flags and reasons', async () => {
    expect(await pointNow('SAT')).toMatchObject({
      ...{ displayName: 'Supply air', unit: 'degC', precision: 1, presentValue: 16.5, reliability: 'noFaultDetected' },
      statusFlags: { fault: false },
    })
    expect(await pointNow('DSP')).toMatchObject({
      ...{ unit: 'Pa', presentValue: 249.089, reliability: 'noSensor', statusFlags: { fault: true, inAlarm: false } },
    })
    expect(await pointNow('FANSTS')).toMatchObject({ kind: 'boolean', presentValue: true })
  })

  it('shows a change within two seconds, and has it in its trend', async () => {
    await vi.waitFor(() => expect(device.subscriptions.size).toBe(3), { timeout: 10_000, interval: 50 })
    device.put(0, 1, { 85: real(18) })
    const changedAt = Date.now()
    await vi.waitFor(async () => expect((await pointNow('SAT')).presentValue).toBe(18), {
      timeout: 5_000,
      interval: 50,
    })
    expect(Date.now() - changedAt).toBeLessThan(2_000)
    const { id } = await pointNow('SAT')
    const to = services.world.clock.now()
    const trend = async () => {
      const range = { from: new Date(to - 60_000).toISOString(), to: new Date(to + 1).toISOString() }
      return (await call('POST /x/trends', { pointIds: [id], ...range, maxSamples: 100 })).body.series[0].samples
    }
    await vi.waitFor(async () => expect((await trend()).at(-1)?.[1]).toBe(16.5), { timeout: 10_000, interval: 100 })
  })

  it('is read again a second after its process was killed, and takes no second place in the device', async () => {
    const [pid] = children()
    if (pid === undefined) throw new Error('There is no process')
    process.kill(pid, 'SIGKILL')
    const killedAt = Date.now()
    const seen: unknown[] = []
    while (children().every((one) => one === pid) || seen.at(-1) !== 18) {
      seen.push((await pointNow('SAT')).presentValue)
      expect(Date.now() - killedAt).toBeLessThan(10_000)
    }
    expect(new Set(seen.filter((value) => value !== 18))).toEqual(new Set(seen.includes(null) ? [null] : []))
    await vi.waitFor(() => expect(device.requested.filter((service) => service === 5)).toHaveLength(6), 10_000)
    expect(device.subscriptions.size).toBe(3)
  })

  it('is not searched for over an address that another network has, or that no interface has', async () => {
    configure(watched, [networkAt('127.0.0.1', 'same'), networkAt('192.0.2.1', 'none')])
    const searches = await Promise.all(['plant', 'same', 'none'].map((id) => link.find(id, null)))
    expect(searches.map(({ problem, controllers }) => [problem, controllers.length])).toEqual([
      [null, 1],
      ['portInUse', 0],
      ['noInterface', 0],
    ])
    expect(device.subscriptions.size).toBe(3)
  })

  it('has no subscription left when the services end', async () => {
    await link.stop()
    expect(device.subscriptions.size).toBe(0)
    expect(children()).toEqual([])
  })

  it('was sent nothing that changes it, and no packet is malformed', () => {
    const packets = recording.judge()
    expect(packets.filter((one) => changesDevice(one) || !isOnLoopback(one))).toEqual([])
  })
})
