/** tshark judges every kind of packet that the client sends: none is malformed, and a reader sends none that changes a device. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BacnetClient } from '../../../services/bacnet/client/bacnet-client'
import { endpoint, manualTimers, memoryPort, settled, unicast } from '../../harness/bacnet-peer'

const isFull = process.env.PROVE === '1'
const isInstalled = isFull && spawnSync('tshark', ['--version']).status === 0
if (isFull && !isInstalled) console.log('PROMISE TSHARK: skipped: tshark is not installed (apt-get install tshark)')

/** Returns a capture file of UDP datagrams between two addresses, without checksums. */
function captureOf(datagrams: readonly string[]): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0xa1b2c3d4, 0)
  head.writeUInt16LE(2, 4)
  head.writeUInt16LE(4, 6)
  head.writeUInt32LE(65_535, 16)
  head.writeUInt32LE(101, 20)
  const packets = datagrams.map((hex, index) => {
    const data = Buffer.from(hex, 'hex')
    const packet = Buffer.alloc(16 + 28)
    packet.writeUInt32LE(index, 0)
    packet.writeUInt32LE(data.length + 28, 8)
    packet.writeUInt32LE(data.length + 28, 12)
    packet.writeUInt8(0x45, 16)
    packet.writeUInt16BE(data.length + 28, 18)
    packet.writeUInt8(64, 24)
    packet.writeUInt8(17, 25)
    packet.set([10, 0, 0, 1, 10, 0, 0, 7], 28)
    for (const at of [36, 38]) packet.writeUInt16BE(47_808, at)
    packet.writeUInt16BE(data.length + 8, 40)
    return Buffer.concat([packet, data])
  })
  return Buffer.concat([head, ...packets])
}

/** Returns the datagrams of a client that does everything it can. */
async function everyDatagram(): Promise<string[]> {
  const port = memoryPort()
  const timers = manualTimers()
  const foreignDevice = { bbmd: endpoint('10.0.0.9:47808'), lifetimeSeconds: 60 }
  const identity = { instance: 9, vendorId: 555 }
  const client = new BacnetClient({ port, timers, broadcastTo: [], foreignDevice, identity, limits: { perDevice: 20 } })
  client.whoIs()
  client.whoIs({ low: 1, high: 4_194_302, scope: endpoint('10.0.0.7:47808') })
  client.whoHas({ object: { kind: 'name', value: { text: 'Température' } } })
  client.whoHas({ lowLimit: 1, highLimit: 9, object: { kind: 'identifier', value: { type: 0, instance: 1 } } }, 'local')
  client.link.whoIsRouter(1001)
  const station = { network: 1001, mac: new Uint8Array([12]) }
  for (const peer of [endpoint('10.0.0.7:47808'), { ...endpoint('10.0.0.8:47808'), station }]) {
    const device = client.device({ peer, maxApdu: 1476, segmentation: 0 })
    const log = { object: { type: 20, instance: 1 }, property: 131 }
    const file = { type: 10, instance: 1 }
    const time = {
      date: { year: 2026, month: 11, day: 27, weekday: 5 },
      time: { hour: 6, minute: 0, second: 0, hundredths: 0 },
    }
    const requests = [
      device.readProperty({ object: { type: 8, instance: 7 }, property: 76, arrayIndex: 3 }),
      device.readProperties([1, 2, 3].map((instance) => ({ object: { type: 0, instance }, property: 85 }))),
      device.readRange(log, { kind: 'byPosition', value: { index: 1, count: -10 } }),
      device.readRange(log, { kind: 'bySequenceNumber', value: { sequenceNumber: 79_200, count: 10 } }),
      device.readRange(log, { kind: 'byTime', value: { time, count: 10 } }),
      device.readEventInformation(),
      device.readFile(file, { kind: 'stream', start: 0, count: 400 }),
      device.readFile(file, { kind: 'record', start: 0, count: 4 }),
      client.subscriptions.subscribe(device, {
        ...{ object: { type: 0, instance: 1 }, isConfirmed: true, lifetimeSeconds: 300, onValues: () => {} },
      }),
    ]
    for (const request of requests) request.catch(() => {})
  }
  const [read = ''] = port.sent.filter(({ hex }) => hex.slice(18, 20) === '0c').map(({ hex }) => hex)
  port.deliver(unicast(`3c ${read.slice(16, 18)} 00 10 0c 0c 02 00 00 07`), '10.0.0.7:47808')
  port.deliver(unicast('00 05 2a 63'), '10.0.0.7:47808')
  port.deliver(unicast('08 05 2b 00 01 00 00'), '10.0.0.7:47808')
  port.deliver(unicast('00 05 2c 01 09 07 1c 02 00 00 04 2c 00 00 00 0a 39 00 4e 4f'), '10.0.0.7:47808')
  port.deliver(unicast('10 08'), '10.0.0.7:47808')
  await settled()
  for (let times = 0; times < 20; times++) await timers.advance(1_000)
  void client.close()
  await timers.advance(20_000)
  return port.sent.map(({ hex }) => hex)
}

/** Returns what tshark reads in each datagram: the service of a request, and the line it shows. */
function judge(datagrams: readonly string[]): { service: number | null; info: string }[] {
  const folder = mkdtempSync(join(tmpdir(), 'capture-'))
  try {
    const file = join(folder, 'sent.pcap')
    writeFileSync(file, captureOf(datagrams))
    const fields = ['_ws.malformed', 'bvlc.function', 'bacapp.confirmed_service', '_ws.col.Info']
    const argv = ['-r', file, '-T', 'fields', ...fields.flatMap((field) => ['-e', field])]
    const lines = execFileSync('tshark', argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trimEnd()
      .split('\n')
    const rows = lines.map((line) => line.split('\t'))
    expect(rows).toHaveLength(datagrams.length)
    expect(rows.filter(([malformed, bvlc, , info = '']) => malformed || !bvlc || /malformed/i.test(info))).toEqual([])
    return rows.map(([, , service, info = '']) => ({ service: service ? Number(service) : null, info }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const changing = [0, 7, 8, 9, 10, 11, 15, 16, 17, 20]

test.skipIf(!isInstalled)('tshark finds no packet malformed, and none that changes a device', async () => {
  const datagrams = [...new Set(await everyDatagram())]
  expect(datagrams.length).toBeGreaterThan(20)
  const rows = judge(datagrams)
  expect(rows.map(({ service }) => service)).toEqual(expect.arrayContaining([5, 6, 12, 14, 26, 29]))
  expect(rows.filter(({ service }) => service !== null && changing.includes(service))).toEqual([])
  console.log(`PROMISE TSHARK: ${rows.length} packets, 0 malformed, 0 that change a device`)
})

/** Returns the datagrams of a writer that does everything it can; each is answered with success. */
async function everyChange(): Promise<string[]> {
  const port = memoryPort()
  const timers = manualTimers()
  const client = new BacnetClient({ port, timers, broadcastTo: [], mayWrite: () => true })
  const device = client.device({ peer: endpoint('10.0.0.7:47808'), maxApdu: 1476, segmentation: 3 })
  const writer = client.writer(device)
  const answer = async (reply: string) => {
    const request = port.sent.at(-1)?.hex ?? ''
    port.deliver(unicast(reply.replace('ID', request.slice(16, 18))), '10.0.0.7:47808')
    await settled()
  }
  for (const value of [{ type: 'real', value: 21.5 } as const, null]) {
    const commanded = writer.command({ type: 1, instance: 3 }, 8, value)
    await answer('20 ID 0f')
    await commanded
  }
  const at = { kind: 'sequenceNumber', value: 7 } as const
  const acknowledged = writer.acknowledge(
    { object: { type: 0, instance: 2 }, eventState: 3, eventTime: at },
    { processId: 1, person: 'Am\u00e9lie', at },
  )
  await answer('20 ID 00')
  await acknowledged
  const midnight = { hour: 0, minute: 0, second: 0, hundredths: 0 }
  const recipient = {
    validDays: Array.from({ length: 7 }, () => true),
    ...{ fromTime: midnight, toTime: { ...midnight, hour: 23 }, processId: 1, issueConfirmed: true },
    recipient: { kind: 'device' as const, value: { type: 8, instance: 9 } },
    transitions: [true, true, true],
  }
  const added = writer.addRecipient({ type: 15, instance: 1 }, recipient)
  await answer('20 ID 08')
  const removed = writer.removeRecipient({ type: 15, instance: 1 }, recipient)
  await answer('20 ID 09')
  await Promise.all([added, removed])
  await client.close()
  return port.sent.map(({ hex }) => hex)
}

test.skipIf(!isInstalled)('tshark understands every packet that changes a device', async () => {
  const rows = judge(await everyChange()).filter(({ service }) => service !== null && changing.includes(service))
  expect(rows.map(({ service }) => service)).toEqual([15, 15, 0, 8, 9])
  expect(rows[0]?.info).toContain('writeProperty')
  console.log(`PROMISE TSHARK: ${rows.length} packets that change a device, 0 malformed`)
})
