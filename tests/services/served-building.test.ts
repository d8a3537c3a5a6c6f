/** `npm run devices`: the program as it is started, and the BACnet link on real packets. */
import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../app/commands/bundle.mjs'
import { createBacnetLink } from '../../services/bacnet/link/bacnet-link'
import type { ControllerLink, ControllerSearch, ObjectDescription, PointRef } from '../../services/link/port'
import { eventsWith } from '../harness/link-events'
import { capturePackets, changesDevice, hasTshark, isOnLoopback } from '../harness/packets'
import { freeUdpPorts } from '../harness/ports'

/** Below node_modules, so that packages are found. */
const program = 'node_modules/.cache/test-devices/devices.js'
const count = 4

interface Started {
  child: ChildProcess
  text: string
}

/** Starts the program; resolves when it has said what it serves, or has ended. */
async function start(...argv: string[]): Promise<Started> {
  const child = spawn(process.execPath, [program, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] })
  const started = { child, text: '' }
  await new Promise<void>((resolve) => {
    const add = (bytes: Buffer) => {
      started.text += bytes
      if (started.text.includes('one per line:')) setImmediate(resolve)
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.once('close', () => resolve())
  })
  return started
}

let firstPort: number
let own: number
let devices: Started
let link: ControllerLink
const points: PointRef[] = []

const configure = (instance: number) =>
  link.configure({
    networks: [
      {
        ...{ id: 'plant', own: { address: '127.0.0.1', port: own }, bbmd: null },
        broadcastTo: [0, 1, 2].map((at) => ({ address: '127.0.0.1', port: firstPort + at })),
      },
    ],
    controllers: [
      { deviceId: 'box', networkId: 'plant', instance, points, timeZone: 'America/Toronto', writable: 'all' },
    ],
  })

beforeAll(async () => {
  await bundle('services/simulation/devices/devices.ts', program)
  firstPort = await freeUdpPorts()
  own = firstPort + count
  devices = await start('--count', String(count), '--port', String(firstPort))
  link = createBacnetLink() as ControllerLink
  await link.start(eventsWith({}))
}, 60_000)
afterAll(async () => {
  await link?.stop()
  devices?.child.kill('SIGTERM')
})

test('it serves controllers of the simulated building, one behind a router, which the link finds, reads and commands', async () => {
  const capture = hasTshark() ? await capturePackets([firstPort, firstPort + 1, firstPort + 2]) : null
  expect(devices.text).toContain(`Serving ${count} BACnet/IP devices`)
  const [instance = ''] = devices.text.match(/\d+(?= +\S.* 127\.0\.0\.1:\d+$)/m) ?? []
  configure(Number(instance))
  const search: ControllerSearch = await link.find('plant', null)
  expect(search.controllers).toHaveLength(count)
  expect(search.controllers.filter(({ networkNumber }) => networkNumber === 2001)).toHaveLength(1)
  expect(search.controllers.every(({ vendorId, state, name }) => vendorId === 555 && state === 'read' && name)).toBe(
    true,
  )
  for (const { instance: listed, name } of search.controllers) {
    expect(devices.text).toContain(String(listed))
    expect(devices.text).toContain(name)
  }

  const objects: ObjectDescription[] = []
  for await (const one of link.objects('box')) objects.push(one)
  const found = (objectType: string, unit: string) => {
    const one = objects.find((object) => object.objectType === objectType && object.unit === unit)
    if (!one) throw new Error(`no ${objectType}`)
    const { objectInstance: object_instance, kind } = one
    return { id: objectType, device_id: 'box', object_type: objectType, object_instance, kind }
  }
  const [temperature, output] = [found('analogInput', 'degC'), found('analogOutput', 'percent')]
  points.push(temperature, output)
  configure(Number(instance))
  const [reading] = await link.read('box', [temperature])
  expect(reading?.value).toBeGreaterThan(10)
  expect(reading?.value).toBeLessThan(40)
  const { after } = await link.write(output, 8, 42.5)
  expect(after).toMatchObject({ value: 42.5, levels: [{ level: 8, value: 42.5 }] })
  expect(await link.write(output, 8, null)).toMatchObject({
    before: [{ level: 8, value: 42.5 }],
    after: { levels: [] },
  })
  const packets = await capture?.end()
  if (packets) {
    expect(packets.every(isOnLoopback)).toBe(true)
    expect(packets.filter(changesDevice)).toHaveLength(2)
  }
}, 60_000)

test('a port that is taken is named, and a command line that cannot be read is answered with the usage', async () => {
  const taken = await start('--count', '1', '--port', String(firstPort))
  expect(taken.text).toContain(`port ${firstPort} is already taken`)
  const unread = await start('--count', 'many')
  expect(unread.text).toContain('usage: npm run devices')
}, 60_000)
