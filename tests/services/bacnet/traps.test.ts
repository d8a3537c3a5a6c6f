/**
 * Where other BACnet clients fail: each of these is sent by a peer of raw octets, so that no encoder of ours judges our
 * decoder.
 */
import { afterEach, describe, expect, test } from 'vitest'
import { BacnetClient, type ClientOptions } from '../../../services/bacnet/client/bacnet-client'
import type { RemoteDeviceAddress } from '../../../services/bacnet/client/remote-device'
import { Transactions } from '../../../services/bacnet/exchange/transactions'
import { decodeApdu } from '../../../services/bacnet/frames/apdu'
import { objectTypes } from '../../../services/bacnet/object-types'
import { fromHex, toHex } from '../../../services/bacnet/octets'
import { properties } from '../../../services/bacnet/property-ids'
import { isRequestFailure } from '../../../services/bacnet/refusals'
import { endpoint, manualTimers, memoryPort, settled, unicast } from '../../harness/bacnet-peer'

const here = '10.0.0.1:47808'
const device = '10.0.0.7:47808'
const value1 = { object: { type: objectTypes.analogValue, instance: 1 }, property: properties.presentValue }

const open: BacnetClient[] = []
afterEach(() => Promise.all(open.splice(0).map((client) => client.close())))

function setUp(options: Partial<ClientOptions> = {}) {
  const port = memoryPort(here)
  const timers = manualTimers()
  const client = new BacnetClient({ port, timers, broadcastTo: [endpoint('10.0.0.255:47808')], ...options })
  open.push(client)
  const reader = (address = device, more: Partial<RemoteDeviceAddress> = {}) =>
    client.device({ peer: endpoint(address), maxApdu: 1476, segmentation: 0, ...more })
  return { port, timers, client, reader }
}

/** The invoke id in a request without segments, as two digits. */
const invokeIdOf = (request: string | undefined) => (request ?? '').slice(16, 18)
const ackOf = (invokeId: string, value: string) => unicast(`30 ${invokeId} 0c 0c 00 80 00 01 19 55 3e ${value} 3f`)
const failureOf = (request: Promise<unknown>) =>
  request.then(
    () => 'answered',
    (error: unknown) => (isRequestFailure(error) ? error.failure : error),
  )
const real = (hex: string) => `44 ${hex}`
const twenty = { kind: 'primitives', values: [{ type: 'real', value: 20 }] }

describe('a request', () => {
  test('is on the wire as the standard says, and answered', async () => {
    const { port, reader } = setUp()
    const reading = reader().readProperty(value1)
    const [request] = port.takeSent()
    expect(request).toBe(`810a00110104${'0275'}${invokeIdOf(request)}0c0c008000011955`)
    port.deliver(ackOf(invokeIdOf(request), real('41 a0 00 00')), device)
    expect(await reading).toEqual(twenty)
  })

  test('is repeated when a datagram is lost, with the same invoke id', async () => {
    const { port, timers, reader } = setUp()
    const reading = reader().readProperty(value1)
    const [first] = port.takeSent()
    await timers.advance(3_000)
    const [second] = port.takeSent()
    expect(second).toBe(first)
    port.deliver(ackOf(invokeIdOf(second), real('41 a0 00 00')), device)
    expect(await reading).toEqual(twenty)
  })

  test('ends when nobody answers, after two repetitions', async () => {
    const { port, timers, reader } = setUp()
    const ended = failureOf(reader().readProperty(value1))
    await timers.advance(9_000)
    expect(port.takeSent()).toHaveLength(3)
    expect(await ended).toEqual({ kind: 'noAnswer' })
  })

  test('takes no answer from another address or port, nor one in a broadcast', async () => {
    const { port, reader } = setUp()
    const reading = reader().readProperty(value1)
    const [request] = port.takeSent()
    const forged = ackOf(invokeIdOf(request), real('44 26 80 00'))
    port.deliver(forged, '10.0.0.66:47808')
    port.deliver(forged, '10.0.0.7:47809')
    port.deliver(forged.replace('810a', '810b'), device)
    port.deliver(
      `8104${(forged.length / 2 + 6).toString(16).padStart(4, '0')}0a000007bac0${forged.slice(8)}`,
      '10.0.0.66:47808',
    )
    port.deliver(ackOf(invokeIdOf(request), real('41 a0 00 00')), device)
    expect(await reading).toEqual(twenty)
  })

  test('of a station behind a router takes no answer of another station', async () => {
    const { port, reader } = setUp()
    const station = { network: 1001, mac: new Uint8Array([12]) }
    const reading = reader(device, { peer: { ...endpoint(device), station }, maxApdu: 480 }).readProperty(value1)
    const [request = ''] = port.takeSent()
    expect(request.slice(8, 22)).toBe('012403e9010cff')
    const invokeId = request.slice(26, 28)
    const ack = (value: string) => ackOf(invokeId, real(value)).slice(12)
    port.deliver(unicast(ack('44 26 80 00')), device)
    port.deliver(unicast(ack('44 26 80 00'), { network: '03e9', mac: '0d' }), device)
    port.deliver(unicast(ack('41 a0 00 00'), { network: '03e9', mac: '0c' }), device)
    expect(await reading).toEqual(twenty)
  })

  test('takes no late answer to an earlier one of another service', async () => {
    const { port, reader } = setUp()
    const reading = reader().readProperty(value1)
    const [request] = port.takeSent()
    const id = invokeIdOf(request)
    port.deliver(unicast(`20 ${id} 0f`), device)
    port.deliver(unicast(`50 ${id} 0e 91 01 91 1f`), device)
    port.deliver(ackOf(id, real('41 a0 00 00')), device)
    expect(await reading).toEqual(twenty)
  })

  test('fails with the numbers of an error, a reject or an abort', async () => {
    const { port, reader } = setUp()
    const outcomes: [string, object][] = [
      ['50 ID 0c 91 01 91 1f', { kind: 'error', errorClass: 1, errorCode: 31 }],
      ['60 ID 09', { kind: 'reject', reason: 9 }],
      ['71 ID 09', { kind: 'abort', reason: 9, isFromServer: true }],
      ['50 ID 0c 91', { kind: 'damagedAnswer', detail: 'a value longer than the frame' }],
      ['30 ID 0c 0c 00 80 00 01 19 55 3e 44 41', { kind: 'damagedAnswer', detail: 'a value longer than the frame' }],
    ]
    for (const [apdu, failure] of outcomes) {
      const ended = failureOf(reader().readProperty(value1))
      const [request] = port.takeSent()
      port.deliver(unicast(apdu.replace('ID', invokeIdOf(request))), device)
      expect(await ended).toEqual(failure)
    }
  })

  test('names the reason in the words of the standard', async () => {
    const { port, reader } = setUp()
    const reading = reader().readProperty(value1)
    const [request] = port.takeSent()
    port.deliver(unicast(`60 ${invokeIdOf(request)} 09`), device)
    await expect(reading).rejects.toThrow('reject unrecognized-service (9)')
  })

  test('to a network that its router cannot reach ends at once', async () => {
    const { port, reader } = setUp()
    const station = { network: 1001, mac: new Uint8Array([12]) }
    const ended = failureOf(reader(device, { peer: { ...endpoint(device), station } }).readProperty(value1))
    port.deliver('810a000a 0180 03 01 03e9', '10.0.0.66:47808')
    port.deliver('810a000a 0180 03 01 03ea', device)
    port.deliver('810a000a 0180 03 01 03e9', device)
    expect(await ended).toEqual({ kind: 'unreachable', network: 1001, reason: 1 })
  })

  test('can say that this side accepts 50 octets', () => {
    const { port, reader } = setUp({ sizes: { maxApdu: 50 } })
    failureOf(reader().readProperty(value1))
    expect(port.takeSent()[0]?.slice(12, 16)).toBe('0270')
  })

  test('is always settled: four thousand of them, a third unanswered, with ids used again and again', async () => {
    const { port, timers, reader } = setUp({
      times: { apduTimeoutMs: 100, retries: 0 },
      limits: { perDevice: 200, perNetworkPerSecond: Number.POSITIVE_INFINITY, firstBackOffMs: 0 },
    })
    const one = reader()
    let settledCount = 0
    let used = new Set<string>()
    for (let round = 0; round < 20; round++) {
      used = new Set()
      for (let index = 0; index < 200; index++) failureOf(one.readProperty(value1)).then(() => settledCount++)
      for (const [index, request] of port.takeSent().entries()) {
        const id = invokeIdOf(request)
        expect(used.has(id)).toBe(false)
        used.add(id)
        if (index % 3 > 0) port.deliver(ackOf(id, real('41 a0 00 00')), device)
      }
      await timers.advance(100)
    }
    expect(settledCount).toBe(4_000)
  })
})

/** An answer to ReadProperty in segments, as a device sends it: the octets of the list cut into parts. */
function segmentsOf(invokeId: string, count: number) {
  const parts = Array.from({ length: count }, (_, index) => `c4 02 ${index.toString(16).padStart(6, '0')}`)
  parts[0] = `0c 02 00 00 07 19 4c 3e ${parts[0]}`
  parts[count - 1] += ' 3f'
  return parts.map((part, index) => {
    const sequence = (index & 255).toString(16).padStart(2, '0')
    return unicast(`${index < count - 1 ? '3c' : '38'} ${invokeId} ${sequence} 10 0c ${part}`)
  })
}

const objectList = { object: { type: objectTypes.device, instance: 7 }, property: properties.objectList }

function lengthOf(reading: unknown): number {
  return (reading as { values: unknown[] }).values.length
}

describe('an answer in segments', () => {
  test('is acknowledged by windows, also beyond 256 segments', async () => {
    const { port, reader } = setUp()
    const reading = reader().readProperty(objectList)
    const id = invokeIdOf(port.takeSent()[0])
    for (const segment of segmentsOf(id, 600)) port.deliver(segment, device)
    expect(lengthOf(await reading)).toBe(600)
    const acknowledged = port.takeSent()
    expect(acknowledged[0]).toBe(unicast(`40 ${id} 00 10`))
    expect(acknowledged[1]).toBe(unicast(`40 ${id} 10 10`))
    expect(acknowledged.at(-1)).toBe(unicast(`40 ${id} 57 10`))
    expect(acknowledged.length).toBe(Math.ceil(599 / 16) + 1)
  })

  test('arrives from several devices at once', async () => {
    const { port, reader } = setUp()
    const addresses = ['10.0.0.7:47808', '10.0.0.8:47808', '10.0.0.9:47808']
    const readings = addresses.map((address) => reader(address).readProperty(objectList))
    const answers = port.takeSent().map((request, index) => segmentsOf(invokeIdOf(request), 40 + index))
    for (let index = 0; index < 42; index++)
      for (const [which, answer] of answers.entries()) port.deliver(answer[index] ?? '', addresses[which] ?? '')
    expect((await Promise.all(readings)).map(lengthOf)).toEqual([40, 41, 42])
  })

  test('ends with the device that dies in it, and the next one arrives', async () => {
    const { port, timers, reader } = setUp()
    const ended = failureOf(reader().readProperty(objectList))
    const dead = segmentsOf(invokeIdOf(port.takeSent()[0]), 40)
    for (const segment of dead.slice(0, 20)) port.deliver(segment, device)
    await timers.advance(8_000)
    expect(await ended).toEqual({ kind: 'noAnswer' })
    const other = '10.0.0.8:47808'
    port.takeSent()
    const reading = reader(other).readProperty(objectList)
    for (const segment of segmentsOf(invokeIdOf(port.takeSent()[0]), 40)) port.deliver(segment, other)
    expect(lengthOf(await reading)).toBe(40)
    port.takeSent()
    for (let again = 0; again < 2_000; again++) port.deliver(dead[20] ?? '', device)
    expect(port.takeSent()).toHaveLength(1)
  })

  test('is whole when segments are lost, repeated or out of order', async () => {
    const { port, reader } = setUp()
    const reading = reader().readProperty(objectList)
    const id = invokeIdOf(port.takeSent()[0])
    const segments = segmentsOf(id, 20)
    const deliver = (...indexes: number[]) => {
      for (const index of indexes) port.deliver(segments[index] ?? '', device)
    }
    deliver(0, 0)
    expect(port.takeSent()).toEqual([unicast(`40 ${id} 00 10`), unicast(`40 ${id} 00 10`)])
    deliver(1, 2, 4, 5, 6)
    expect(port.takeSent()).toEqual([unicast(`42 ${id} 02 10`)])
    deliver(3, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18)
    expect(port.takeSent()).toEqual([unicast(`40 ${id} 12 10`)])
    deliver(19)
    expect(lengthOf(await reading)).toBe(20)
  })

  test('is aborted when it never ends', async () => {
    const { port, reader } = setUp({ sizes: { maxReplyOctets: 2_000 } })
    const ended = failureOf(reader().readProperty(objectList))
    const id = invokeIdOf(port.takeSent()[0])
    for (let index = 0; index < 2_100; index++)
      port.deliver(unicast(`3c ${id} ${(index & 255).toString(16).padStart(2, '0')} 10 0c`), device)
    expect(await ended).toEqual({ kind: 'abort', reason: 1, isFromServer: false })
    expect(port.takeSent().filter((hex) => hex === unicast(`70 ${id} 01`))).toHaveLength(1)
  })
})

describe('a request in segments', () => {
  const data = Uint8Array.from({ length: 1_000 }, (_, index) => index & 255)

  function longRequest(retries = 2) {
    const timers = manualTimers()
    const sent: string[] = []
    const transactions = new Transactions({
      timers,
      times: { apduTimeoutMs: 3_000, segmentTimeoutMs: 2_000, retries },
      sizes: { maxApdu: 1476, windowSize: 4, maxReplyOctets: 10_000 },
      send: (_, apdu) => sent.push(toHex(apdu)),
    })
    const peer = endpoint(device)
    const answer = transactions.request(peer, { service: 16, data, device: { maxApdu: 50, acceptsSegments: true } })
    const id = sent[0]?.slice(4, 6) ?? ''
    const sequences = () => sent.splice(0).map((hex) => Number.parseInt(hex.slice(6, 8), 16))
    const deliver = (hex: string) => transactions.receive(decodeApdu(fromHex(hex.replaceAll(' ', ''))) as never, peer)
    return { timers, sent, answer, id, sequences, deliver }
  }

  test('goes by the windows that the device grants, whole and in order, and is answered', async () => {
    const { sent, answer, id, deliver } = longRequest()
    const all = sent.splice(0)
    expect(all[0]?.slice(0, 12)).toBe(`0e75${id}000410`)
    for (let last = 0; last < 22; ) {
      deliver(`41 ${id} ${last.toString(16).padStart(2, '0')} 02`)
      const window = sent.splice(0)
      expect(window.length).toBeLessThanOrEqual(2)
      all.push(...window)
      last += window.length
    }
    expect(all).toHaveLength(23)
    expect(all.every((hex) => hex.length <= 100)).toBe(true)
    expect(all.map((hex) => hex.slice(12)).join('')).toBe(toHex(data))
    expect(all.map((hex) => hex.slice(0, 2))).toEqual([...Array(22).fill('0e'), '0a'])
    deliver(`41 ${id} 16 02`)
    deliver(`20 ${id} 10`)
    expect(await answer).toHaveLength(0)
  })

  test('sends a window again that was refused or not acknowledged, and ends when nobody answers', async () => {
    const { timers, answer, id, sequences, deliver } = longRequest()
    const ended = failureOf(answer)
    expect(sequences()).toEqual([0])
    deliver(`41 ${id} 00 04`)
    expect(sequences()).toEqual([1, 2, 3, 4])
    deliver(`43 ${id} 02 04`)
    expect(sequences()).toEqual([3, 4, 5, 6])
    deliver(`41 ${id} 01 04`)
    deliver(`40 ${id} 06 04`)
    expect(sequences()).toEqual([])
    await timers.advance(2_000)
    expect(sequences()).toEqual([3, 4, 5, 6])
    await timers.advance(10_000)
    expect(await ended).toEqual({ kind: 'noAnswer' })
  })

  test('is refused here when the device takes no segments', async () => {
    const { port, reader } = setUp()
    const none = reader(device, { maxApdu: 5, segmentation: 3 })
    expect(await failureOf(none.readProperty(value1))).toEqual({ kind: 'tooLong' })
    expect(port.takeSent()).toEqual([])
  })
})

describe('what a device sends unasked', () => {
  test('is refused with a reject when nobody knows the service, and never when it was broadcast', async () => {
    const { port } = setUp()
    port.deliver(unicast('00 05 2a 63 ff'), device)
    expect(port.takeSent()).toEqual([unicast('60 2a 09')])
    port.deliver(unicast('00 05 2a 63 ff').replace('810a', '810b'), device)
    expect(port.takeSent()).toEqual([])
  })

  test('never ends the client: an exception schedule without its end, and messages without any sense', async () => {
    const { port, client, reader } = setUp()
    const reading = reader().readProperty({
      object: { type: objectTypes.schedule, instance: 1 },
      property: properties.exceptionSchedule,
    })
    const id = invokeIdOf(port.takeSent()[0])
    const damaged = '0e 0c 7e 0c 19 ff 0f 2e b4 08 00 00 00 44 41 a0 00 00 '
    port.deliver(unicast(`30 ${id} 0c 0c 04 40 00 01 19 26 3e ${damaged.repeat(4)} 3f`), device)
    await expect(reading).rejects.toThrow('damaged answer')
    for (const hex of ['', '81', '810a0004', '810a0006ffff', '810b00080100ff00', '810a000601ff', unicast('f0')])
      port.deliver(hex, device)
    expect(client.damaged).toBeGreaterThan(5)
    await settled()
  })
})
