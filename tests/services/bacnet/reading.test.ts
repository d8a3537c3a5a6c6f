/** Reading devices of every kind, with examples of annex F of the standard where it has them. */
import { afterEach, describe, expect, test } from 'vitest'
import { BacnetClient } from '../../../services/bacnet/client/bacnet-client'
import { decodeWhole, encodeWhole } from '../../../services/bacnet/encoding/codec'
import { segmentation } from '../../../services/bacnet/messages/who-is'
import { acknowledgeAlarmRequest, timeSynchronizationRequest } from '../../../services/bacnet/messages/writing'
import { fromHex, toHex } from '../../../services/bacnet/octets'
import { endpoint, manualTimers, memoryPort, settled, unicast } from '../../harness/bacnet-peer'

const device = '10.0.0.7:47808'
const open: BacnetClient[] = []
afterEach(() => {
  for (const client of open.splice(0)) void client.close()
})

function setUp(maxApdu = 1476) {
  const port = memoryPort()
  const timers = manualTimers()
  const client = new BacnetClient({ port, timers, broadcastTo: [] })
  open.push(client)
  const reader = client.device({ peer: endpoint(device), maxApdu, segmentation: segmentation.none })
  /** Answers the next request by its service and data; ID stands for the invoke id. */
  const answer = (reply: (service: string, data: string) => string) => {
    const [request = ''] = port.takeSent()
    const id = request.slice(16, 18)
    port.deliver(unicast(reply(request.slice(18, 20), request.slice(20)).replaceAll('ID', id)), device)
    return settled()
  }
  return { port, timers, client, reader, answer }
}

const points = [1, 2, 3].map((instance) => ({ object: { type: 0, instance }, property: 85 }))
const value = (hex: string) => ({ value: { kind: 'primitives', values: [{ type: 'real', value: Number(hex) }] } })

describe('many properties', () => {
  test('are one request, whose answer may mix values and errors (annex F.3.7)', async () => {
    const { reader, answer } = setUp()
    const reading = reader.readProperties(points)
    await answer((service, data) => {
      expect([service, data]).toEqual(['0e', '0c000000011e09551f0c000000021e09551f0c000000031e09551f'])
      return `30 ID 0e 0c 00 00 00 01 1e 29 55 4e 44 42 90 00 00 4f 1f
        0c 00 00 00 02 1e 29 55 5e 91 02 91 20 5f 1f 0c 00 00 00 03 1e 29 55 4e 44 41 a0 00 00 4f 1f`.replace(/\s/g, '')
    })
    expect(await reading).toEqual([
      value('72'),
      { failure: { kind: 'error', errorClass: 2, errorCode: 32 } },
      value('20'),
    ])
  })

  const one = (_: string, data: string) => `30 ID 0c ${data} 3e 44 41 a0 00 00 3f`

  test('are halved when the device aborts', async () => {
    const { reader, answer } = setUp()
    const reading = reader.readProperties(points)
    await answer(() => '71 ID 04')
    await answer((_, data) => {
      expect(data).toBe('0c000000011e09551f0c000000021e09551f')
      return '71 ID 01'
    })
    for (let index = 0; index < 3; index++) await answer(one)
    expect(await reading).toEqual([value('20'), value('20'), value('20')])
  })

  test('are read one by one where the service is unknown, and from then on', async () => {
    const { reader, answer } = setUp()
    const reading = reader.readProperties(points)
    await answer(() => '60 ID 09')
    for (let index = 0; index < 3; index++) await answer(one)
    expect(await reading).toEqual([value('20'), value('20'), value('20')])
    const again = reader.readProperties(points.slice(0, 2))
    for (let index = 0; index < 2; index++) await answer(one)
    expect(await again).toHaveLength(2)
  })

  test('are read one by one from a device that takes 50 octets', async () => {
    const { reader, answer } = setUp(50)
    const reading = reader.readProperties(points.slice(0, 1))
    await answer((service, data) => {
      expect(service).toBe('0c')
      return one(service, data)
    })
    expect(await reading).toEqual([value('20')])
  })

  test('of a silent device all fail, and only the first was asked for', async () => {
    const { port, timers, reader } = setUp(50)
    const reading = reader.readProperties(points)
    await timers.advance(9_000)
    expect(port.takeSent()).toHaveLength(3)
    expect(await reading).toEqual(points.map(() => ({ failure: { kind: 'noAnswer' } })))
  })
})

describe('subscriptions', () => {
  const object = { type: 0, instance: 10 }
  const notification = (processId: string) =>
    `00 05 2a 01 09 ${processId} 1c 02 00 00 04 2c 00 00 00 0a 39 00 4e 09 55 2e 44 42 82 00 00 2f 09 6f 2e 82 04 00 2f 4f`

  test('are confirmed, renewed at half their lifetime and cancelled; values are acknowledged', async () => {
    const { port, timers, client, reader, answer } = setUp()
    const values: unknown[] = []
    const subscribing = client.subscriptions.subscribe(reader, {
      ...{ object, isConfirmed: true, lifetimeSeconds: 300 },
      onValues: (all) => values.push(...all),
    })
    await answer((service, data) => {
      expect([service, data]).toEqual(['05', '09011c0000000a29013a012c'])
      return '20 ID 05'
    })
    const subscription = await subscribing
    expect(subscription.isActive()).toBe(true)
    port.deliver(unicast(notification('01')), device)
    expect(values).toMatchObject([{ property: 85, value: value('65').value }, { property: 111 }])
    expect(port.takeSent()).toEqual([unicast('20 2a 01')])
    port.deliver(unicast(notification('02')), device)
    port.deliver(unicast(notification('01')), '10.0.0.66:47808')
    expect(port.takeSent()).toEqual([unicast('50 2a 01 91 05 91 4f'), unicast('50 2a 01 91 05 91 4f')])
    await timers.advance(150_000)
    await answer(() => '20 ID 05')
    await timers.advance(149_000)
    expect(subscription.isActive()).toBe(true)
    const cancelled = subscription.cancel()
    const cancel = port.sent.findLast(({ hex }) => hex.slice(20) === '09011c0000000a')
    port.deliver(unicast(`20 ${cancel?.hex.slice(16, 18)} 05`), device)
    await cancelled
    expect(subscription.isActive()).toBe(false)
  })
})

describe('events and files', () => {
  test('a list of events is read to its end (annex F.1.8)', async () => {
    const { reader, answer } = setUp()
    const summary = (instance: string) =>
      `0c 00 00 00 ${instance} 19 03 2a 05 60 3e 0c 0f 23 00 14 0c ff ff ff ff 0c ff ff ff ff 3f 49 00 5a 05 e0 6e 21 0f 21 0f 21 14 6f`
    const reading = reader.readEventInformation()
    await answer((_, data) => {
      expect(data).toBe('')
      return `30 ID 1d 0e ${summary('02')} 0f 19 01`
    })
    await answer((_, data) => {
      expect(data).toBe('0c00000002')
      return `30 ID 1d 0e ${summary('03')} 0f 19 00`
    })
    expect((await reading).map(({ object, eventPriorities }) => [object.instance, eventPriorities])).toEqual([
      [2, [15, 15, 20]],
      [3, [15, 15, 20]],
    ])
  })

  test('a file is read as octets or records (annex F.2.1)', async () => {
    const { reader, answer } = setUp()
    const file = { type: 10, instance: 1 }
    const stream = reader.readFile(file, { kind: 'stream', start: 0, count: 27 })
    await answer((_, data) => {
      expect(data).toBe('c4028000010e3100211b0f')
      return '30 ID 06 10 0e 31 00 65 05 43 68 69 6c 6c 0f'
    })
    expect(await stream).toMatchObject({ isEndOfFile: false, content: { kind: 'stream' } })
    const records = reader.readFile(file, { kind: 'record', start: 14, count: 3 })
    await answer((_, data) => {
      expect(data).toBe('c4028000011e310e21031f')
      return '30 ID 06 11 1e 31 0e 21 02 61 31 61 32 1f'
    })
    expect(await records).toMatchObject({ isEndOfFile: true, content: { value: { count: 2 } } })
  })

  test('a log is read by sequence number (annex F.3.8)', async () => {
    const { reader, answer } = setUp()
    const reading = reader.readRange(
      { object: { type: 20, instance: 1 }, property: 131 },
      { kind: 'bySequenceNumber', value: { sequenceNumber: 79_200, count: 4 } },
    )
    await answer((_, data) => {
      expect(data).toBe('0c0500000119836e2301356031046f')
      return `30 ID 1a 0c 05 00 00 01 19 83 3a 05 c0 49 02 5e
        0e a4 62 03 17 01 b4 13 36 1b 00 0f 1e 2c 41 90 00 00 1f 2a 04 00
        0e a4 62 03 17 01 b4 13 38 1b 00 0f 1e 2c 41 90 cc cd 1f 2a 04 00 5f 6b 01 35 61`.replace(/\s/g, '')
    })
    expect(await reading).toMatchObject({
      ...{ itemCount: 2, hasMore: false, firstSequenceNumber: 79_201 },
      value: { kind: 'logRecords', values: [{ datum: { value: 18 } }, {}] },
    })
  })
})

test('what would change a device is encoded as the standard says (annex F.1.1, F.4.7)', async () => {
  const acknowledgement = '09011c00000002290 33e1910 3f4c004d444c5e2ea45c061502b40d0329092f5f'.replaceAll(' ', '')
  const decoded = decodeWhole(acknowledgeAlarmRequest, fromHex(acknowledgement))
  expect(decoded).toMatchObject({ eventState: 3, source: { text: 'MDL' }, eventTime: { value: 16 } })
  expect(toHex(encodeWhole(acknowledgeAlarmRequest, decoded))).toBe(acknowledgement)
  const time = 'a45c0b11ffb4162d1e46'
  expect(decodeWhole(timeSynchronizationRequest, fromHex(time)).time).toEqual({
    ...{ hour: 22, minute: 45, second: 30, hundredths: 70 },
  })
})
