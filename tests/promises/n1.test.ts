/**
 * N1, only what it is permitted to send: the link, as a process of its own, searches a network, reads and follows devices
 * of every kind, writes to the one where writing is on and refuses to write to the others, while tshark captures the
 * loopback interface. Figures: 0 malformed packets, 0 that change a device where writing is off, none but between the
 * named addresses. Where this user may not capture, the devices record what they receive.
 *
 * Seen to fail: with `mayWrite` of the client always true and the check of the controller left out.
 */
import { createSocket } from 'node:dgram'
import { build } from 'esbuild'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ControllerLink, PointRef } from '../../services/link/port'
import { createProcessLink } from '../../services/link/process-link'
import { eventsWith } from '../harness/link-events'
import {
  capturePackets,
  changesDevice,
  hasTshark,
  isOnLoopback,
  judgeDatagrams,
  recordPackets,
} from '../harness/packets'
import { enumerated, free, openVirtualHost, real, text, VirtualDevice, virtualHost } from '../harness/virtual-bacnet'
import { size, tell } from './size'

const rounds = size({ smoke: 1, full: 30 })
const program = 'node_modules/.cache/test-n1/link.mjs'

const withPoints = (device: VirtualDevice) =>
  device
    .put(0, 1, { 77: text('SAT'), 28: text('Supply air'), 85: real(16.5), 117: enumerated(62), 22: real(0.1) })
    .put(1, 1, {
      ...{ 77: text('DAMPER'), 85: real(20), 117: enumerated(98), 104: real(20) },
      87: Array.from({ length: 16 }, () => free),
    })
    .put(3, 1, { 77: text('FANSTS'), 85: enumerated(1) })
    .put(40, 1, { 77: text('NOTE'), 85: text('Température é') })

const writable = withPoints(new VirtualDevice({ instance: 1 }))
const modern = withPoints(new VirtualDevice({ instance: 2 }))
const old = withPoints(
  new VirtualDevice({ instance: 3, maxApdu: 50, sendsSegments: false, readsMultiple: false, maxSubscriptions: 0 }),
)
const routed = Array.from({ length: 4 }, (_, at) => withPoints(new VirtualDevice({ instance: 10 + at, maxApdu: 480 })))
const all = [writable, modern, old, ...routed]
const recording = recordPackets()
let hosts: Awaited<ReturnType<typeof openVirtualHost>>[]

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}

beforeAll(async () => {
  await build({
    entryPoints: ['services/bacnet/link/main.ts'],
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile: program },
  })
  const stationed = routed.map((device, at) => ({ device, station: { network: 2709, mac: at + 1 } }))
  hosts = await Promise.all(
    [[{ device: writable }], [{ device: modern }], [{ device: old }], stationed].map((devices) =>
      openVirtualHost(virtualHost(devices), { recording }),
    ),
  )
})
afterAll(() => Promise.all(hosts.map((host) => host.close())))

const pointsOf = (device: VirtualDevice): PointRef[] =>
  (['analogInput', 'analogOutput', 'binaryInput', 'characterStringValue'] as const).map((type) => ({
    ...{ id: `${device.options.instance}/${type}`, device_id: String(device.options.instance), object_type: type },
    ...{ object_instance: 1, kind: 'number' },
  }))

/** Searches, reads, follows and writes, as the services do. */
async function session(link: ControllerLink, ownPort: number): Promise<void> {
  await link.start(eventsWith({}))
  link.configure({
    networks: [
      {
        ...{ id: 'plant', own: { address: '127.0.0.1', port: ownPort }, bbmd: null },
        broadcastTo: hosts.map(({ port }) => ({ address: '127.0.0.1', port })),
      },
    ],
    controllers: all.map((device) => ({
      ...{ deviceId: String(device.options.instance), networkId: 'plant', instance: device.options.instance },
      ...{ points: pointsOf(device), timeZone: 'UTC', writable: device === writable ? ('all' as const) : [] },
    })),
  })
  const { controllers } = await link.find('plant', null)
  expect(controllers.map(({ instance, state }) => [instance, state])).toEqual(
    all.map(({ options }) => [options.instance, 'read']),
  )
  for (const device of all) {
    const id = String(device.options.instance)
    const objects: string[] = []
    for await (const { name } of link.objects(id)) objects.push(name)
    expect(objects).toEqual(['SAT', 'DAMPER', 'FANSTS', 'NOTE'])
    expect(await link.read(id, pointsOf(device))).toHaveLength(4)
    await link.clocks([id])
  }
  await vi.waitFor(() => expect(modern.subscriptions.size).toBe(4), 10_000)
  for (let round = 0; round < rounds; round++) {
    for (const device of all) device.put(0, 1, { 85: real(17 + round) })
    for (const device of all) {
      const [, damper] = pointsOf(device)
      const writes = [link.write(damper as PointRef, 8, 30 + round), link.write(damper as PointRef, 8, null)]
      const results = (await Promise.allSettled(writes)).map(({ status }) => status)
      expect(results).toEqual(device === writable ? ['fulfilled', 'fulfilled'] : ['rejected', 'rejected'])
    }
  }
  await link.stop()
}

test.skipIf(!hasTshark())('a malformed packet is seen', () => {
  const from = { address: '127.0.0.1', port: 47_901 }
  const datagram = Uint8Array.from([0x81, 0x0a, 0, 14, 1, 4, 0, 5, 1, 12, 0x0c, 2, 0, 0])
  expect(() => judgeDatagrams([{ from, to: from, datagram }])).toThrow('malformed')
})

test.skipIf(!hasTshark())(
  'nothing malformed is sent, and nothing that changes a device that is only read',
  async () => {
    const ownPort = await freeUdpPort()
    const capture = await capturePackets([ownPort, ...hosts.map(({ port }) => port)])
    const command = { command: process.execPath, args: [program], log: pino({ level: 'silent' }) }
    await session(createProcessLink(command) as ControllerLink, ownPort)
    const packets = capture ? await capture.end() : recording.judge()
    // Every packet that a device received or sent is among those captured.
    expect(packets.length).toBeGreaterThanOrEqual(recording.count)
    expect(packets.filter((one) => !isOnLoopback(one))).toEqual([])
    const changes = packets.filter(changesDevice)
    expect(changes).toHaveLength(rounds * 2)
    expect(new Set(changes.map(({ to }) => to.port))).toEqual(new Set([hosts[0]?.port]))
    const services = new Set(packets.flatMap(({ requested }) => requested ?? []))
    expect([...services]).toEqual(expect.arrayContaining([1, 5, 12, 14, 15, 29]))
    const source = capture ? 'captured on the loopback interface' : 'recorded by the devices'
    tell('N1', `${packets.length} packets ${source}: 0 malformed, 0 that change a device that is only read`)
  },
)
