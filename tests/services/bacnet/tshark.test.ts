/** tshark judges every kind of packet that the client sends: none is malformed, and a reader sends none that changes a device. */
import { expect, test } from 'vitest'
import { BacnetClient } from '../../../services/bacnet/client/bacnet-client'
import { fromHex } from '../../../services/bacnet/octets'
import { endpoint, manualTimers, memoryPort, settled, unicast } from '../../harness/bacnet-peer'
import { changesDevice, hasTshark, judgeDatagrams } from '../../harness/packets'

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

const judged = (datagrams: readonly string[]) =>
  judgeDatagrams(
    datagrams.map((hex) => ({
      from: endpoint('10.0.0.1:47808'),
      to: endpoint('10.0.0.7:47808'),
      datagram: fromHex(hex),
    })),
  )

test.skipIf(!hasTshark())('tshark finds no packet malformed, and none that changes a device', async () => {
  const datagrams = [...new Set(await everyDatagram())]
  expect(datagrams.length).toBeGreaterThan(20)
  const rows = judged(datagrams)
  expect(rows.map(({ requested }) => requested)).toEqual(expect.arrayContaining([5, 6, 12, 14, 26, 29]))
  expect(rows.filter(changesDevice)).toEqual([])
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

test.skipIf(!hasTshark())('tshark understands every packet that changes a device', async () => {
  const rows = judged(await everyChange()).filter(changesDevice)
  expect(rows.map(({ requested }) => requested)).toEqual([15, 15, 0, 8, 9])
  expect(rows[0]?.info).toContain('writeProperty')
})
