/** What arrives without a request for it, in raw octets: it changes nothing, and takes no time of the others. */
import { afterEach, describe, expect, test } from 'vitest'
import { BacnetClient } from '../../../services/bacnet/client/bacnet-client'
import { segmentation } from '../../../services/bacnet/messages/who-is'
import { ArrivalLimit } from '../../../services/bacnet/network/arrival-limit'
import { endpoint, manualTimers, memoryPort, settled, unicast } from '../../harness/bacnet-peer'

const device = '10.0.0.7:47808'
const stranger = '10.0.0.66:47808'
const open: BacnetClient[] = []
afterEach(() => Promise.all(open.splice(0).map((client) => client.close())))

function setUp() {
  const port = memoryPort()
  const timers = manualTimers()
  const client = new BacnetClient({ port, timers, broadcastTo: [] })
  open.push(client)
  const reader = client.device({ peer: endpoint(device), maxApdu: 1476, segmentation: segmentation.none })
  const idOfRequest = () => (port.takeSent()[0] ?? '').slice(16, 18)
  return { port, timers, client, reader, idOfRequest }
}

const value = { object: { type: 0, instance: 1 }, property: 85 }
const answer = (id: string) => unicast(`30 ${id} 0c 0c 00 00 00 01 19 55 3e 44 41 a0 00 00 3f`)
const twenty = { kind: 'primitives', values: [{ type: 'real', value: 20 }] }
/** A notification of device 7 that analog input 1 is 20, for process 1; without a confirmation. */
const notification = (confirmed: string) =>
  unicast(`${confirmed} 09 01 1c 02 00 00 07 2c 00 00 00 01 39 c8 4e 09 55 2e 44 41 a0 00 00 2f 4f`)

describe('a peer that no request went to', () => {
  test('changes nothing by a notification of a value, which is refused where it wants an answer', async () => {
    const { port, client, reader, idOfRequest } = setUp()
    const seen: unknown[] = []
    const options = { object: value.object, isConfirmed: true, lifetimeSeconds: 300 }
    const subscribing = client.subscriptions.subscribe(reader, { ...options, onValues: (values) => seen.push(values) })
    port.deliver(unicast(`20 ${idOfRequest()} 05`), device)
    const handle = await subscribing
    for (const from of [stranger, '10.0.0.7:47809']) {
      port.deliver(notification('10 02'), from)
      expect(port.takeSent()).toEqual([])
      port.deliver(notification('00 05 2a 01'), from)
      expect(port.takeSent()).toEqual([unicast('50 2a 01 91 05 91 4f')])
    }
    expect(seen).toEqual([])
    port.deliver(notification('10 02'), device)
    expect(seen).toHaveLength(1)
    handle.drop()
  })

  test('does not take the turn of another one by a flood, nor does that cost more than its share', async () => {
    const { port, timers, client, reader, idOfRequest } = setUp()
    let read = 0
    client.onHeard(() => {
      read += 1
    })
    for (let count = 0; count < 20_000; count++) port.deliver(notification('10 02'), stranger)
    expect(read).toBe(4_000)
    const reading = reader.readProperty(value)
    port.deliver(answer(idOfRequest()), device)
    expect(await reading).toEqual(twenty)
    expect(client.link.counts).toMatchObject({ received: 20_001, dropped: 16_000 })
    // From other ports of the same address, too; a second later a second of it is read.
    for (let count = 0; count < 100; count++) port.deliver(notification('10 02'), `10.0.0.66:${count + 1_000}`)
    expect(read).toBe(4_001)
    await timers.advance(1_000)
    for (let count = 0; count < 5_000; count++) port.deliver(notification('10 02'), stranger)
    expect(read).toBe(5_001)
    await settled()
  })
})

test('a burst of every point of a network is read', () => {
  const { port, client } = setUp()
  for (let at = 0; at < 40; at++)
    for (let point = 0; point < 50; point++) port.deliver(notification('10 02'), `10.0.1.${at}:47808`)
  expect(client.link.counts).toMatchObject({ received: 2_000, dropped: 0 })
})

test('forged addresses are bounded in all, and in what is remembered of them', () => {
  const timers = manualTimers()
  const limit = new ArrivalLimit(timers)
  let read = 0
  for (let at = 0; at < 50_000; at++) if (limit.admits(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)) read += 1
  expect(read).toBe(10_000)
})
