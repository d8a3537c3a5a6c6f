/** BACnet/IP around the messages: foreign devices, forwarded broadcasts, routers, and the socket. */
import { afterEach, describe, expect, test } from 'vitest'
import { BacnetClient, type ClientOptions } from '../../../services/bacnet/client/bacnet-client'
import { addressProblem, openUdpPort } from '../../../services/bacnet/network/udp-port'
import { peerKey } from '../../../services/bacnet/peer'
import { endpoint, manualTimers, memoryPort, unicast } from '../../harness/bacnet-peer'

const bbmd = '192.168.5.1:47808'
const open: BacnetClient[] = []
afterEach(() => Promise.all(open.splice(0).map((client) => client.close())))

function setUp(options: Partial<ClientOptions> = {}) {
  const port = memoryPort()
  const timers = manualTimers()
  const client = new BacnetClient({ port, timers, broadcastTo: [endpoint('10.0.0.255:47808')], ...options })
  open.push(client)
  const heard: string[] = []
  client.onIAm(({ device }, from) => heard.push(`${device.instance} at ${peerKey(from)}`))
  return { port, timers, client, heard }
}

const foreignDevice = { bbmd: endpoint(bbmd), lifetimeSeconds: 60 }
const registration = '81050006003c'
/** I-Am of device 7, with 1476 octets, no segments, vendor 555. */
const iAm = '10 00 c4 02 00 00 07 22 05 c4 91 03 22 02 2b'

describe('a foreign device', () => {
  test('registers, renews at half the lifetime, and sends its broadcasts to the BBMD', async () => {
    const { port, timers, client } = setUp({ foreignDevice })
    expect(port.sent).toEqual([{ hex: registration, to: bbmd }])
    expect(client.link.registration).toBe('pending')
    port.takeSent()
    port.deliver('810000060000', bbmd)
    expect(client.link.registration).toBe('registered')
    client.whoIs()
    expect(port.sent).toEqual([{ hex: '8109000c0120ffff00ff1008', to: bbmd }])
    port.takeSent()
    await timers.advance(29_999)
    expect(port.takeSent()).toEqual([])
    await timers.advance(1)
    expect(port.takeSent()).toEqual([registration])
  })

  test('tries again while the BBMD is silent, and is not registered beyond its lifetime', async () => {
    const { port, timers, client } = setUp({ foreignDevice })
    await timers.advance(45_000)
    expect(port.takeSent().length).toBeGreaterThan(3)
    port.deliver('810000060000', bbmd)
    await timers.advance(61_000)
    expect(client.link.registration).toBe('pending')
    await timers.advance(600_000)
    expect(port.takeSent().length).toBeGreaterThan(19)
    port.deliver('810000060000', bbmd)
    expect(client.link.registration).toBe('registered')
  })

  test('says that it was refused, takes no result of another, and registers anew when forgotten', async () => {
    const { port, client } = setUp({ foreignDevice })
    port.takeSent()
    port.deliver('810000060000', '192.168.5.2:47808')
    expect(client.link.registration).toBe('pending')
    port.deliver('810000060030', bbmd)
    expect(client.link.registration).toBe('refused')
    const other = setUp({ foreignDevice })
    other.port.deliver('810000060000', bbmd)
    other.port.takeSent()
    other.port.deliver('810000060060', bbmd)
    expect(other.port.takeSent()).toEqual([registration])
  })

  test('hears forwarded broadcasts of its BBMD only, as from their origin', () => {
    const { port, heard } = setUp({ foreignDevice })
    const npdu = `0100${iAm.replaceAll(' ', '')}`
    const forwarded = `8104${(npdu.length / 2 + 10).toString(16).padStart(4, '0')}c0a80607bac0${npdu}`
    port.deliver(forwarded, '192.168.9.9:47808')
    expect(heard).toEqual([])
    port.deliver(forwarded, bbmd)
    expect(heard).toEqual(['7 at 192.168.6.7:47808'])
  })
})

describe('a network', () => {
  test('gets Who-Is as the standard says: all, a range, one routed network, or one device', () => {
    const { port, client } = setUp()
    client.whoIs()
    client.whoIs({ low: 3, high: 3, scope: 'local' })
    client.whoIs({ scope: { network: 1001 } })
    client.whoIs({ scope: endpoint('10.0.0.7:47808') })
    expect(port.sent.map(({ to }) => to)).toEqual([...Array(3).fill('10.0.0.255:47808'), '10.0.0.7:47808'])
    expect(port.takeSent()).toEqual([
      '810b000c0120ffff00ff1008',
      '810b000c0100100809031903',
      '810b000c012003e900ff1008',
      '810a000801001008',
    ])
  })

  test('has devices behind routers, whose routers it remembers', () => {
    const { port, client, heard } = setUp()
    port.deliver(unicast(iAm, { network: '03e9', mac: '0c' }).replace('810a', '810b'), '10.0.0.2:47808')
    expect(heard).toEqual(['7 at 10.0.0.2:47808/1001:0c'])
    client.link.whoIsRouter()
    client.link.whoIsRouter(1001)
    expect(port.takeSent()).toEqual(['810b0007018000', '810b000901800003e9'])
    port.deliver('810b000b01800103e903ea', '10.0.0.2:47808')
    expect([...client.link.routers]).toEqual([
      [1001, endpoint('10.0.0.2:47808')],
      [1002, endpoint('10.0.0.2:47808')],
    ])
  })

  test('has messages of routers and vendors that are ignored', () => {
    const { port, client } = setUp()
    for (const message of ['06 00', '07 00', '04 03e9', '08 03e9 00', '80 022b ff', '12', '13 03e9 01'])
      port.deliver(
        unicast('')
          .replace('0100', `0180${message}`.replaceAll(' ', ''))
          .replace(/^810a..../, (head) => head.slice(0, 4) + '000f'),
        '10.0.0.2:47808',
      )
    expect(client.link.counts.received).toBe(7)
    expect(port.takeSent()).toEqual([])
  })

  test('does not hear what is for devices of another network', () => {
    const { port, heard } = setUp()
    port.deliver('810b001b 0120 03e9 00 ff 1000 c402000007 2205c4 9103 22022b'.replaceAll(' ', ''), '10.0.0.2:47808')
    expect(heard).toEqual([])
  })

  test('hears an I-Am of this side when it asks for its instance', () => {
    const { port } = setUp({ identity: { instance: 9, vendorId: 555 } })
    port.deliver('810b00080100 1008', '10.0.0.2:47808')
    port.deliver('810b000c0100 1008 0901 1908', '10.0.0.2:47808')
    expect(port.takeSent()).toEqual([unicast('10 00 c4 02 00 00 09 22 05 c4 91 03 22 02 2b')])
  })
})

describe('the socket', () => {
  test.each(['0.0.0.0', '255.255.255.255', '239.0.0.1', '::1', 'localhost', ''])(
    'is not bound to %s',
    async (address) => {
      expect(addressProblem(address)).toBeDefined()
      await expect(openUdpPort({ address, port: 0 })).rejects.toThrow(RangeError)
    },
  )

  test('carries datagrams between two named addresses of this machine', async () => {
    const one = await openUdpPort({ address: '127.0.0.1', port: 0 })
    const other = await openUdpPort({ address: '127.0.0.1', port: 0 })
    try {
      const arrival = new Promise((resolve) => other.onDatagram((datagram, from) => resolve([...datagram, from.port])))
      one.send(Uint8Array.of(1, 2, 3), other.local)
      expect(await arrival).toEqual([1, 2, 3, one.local.port])
      // A port where nobody listens ends nothing.
      one.send(Uint8Array.of(1), { address: '127.0.0.1', port: 1 })
    } finally {
      await Promise.all([one.close(), other.close()])
    }
    one.send(Uint8Array.of(1), other.local)
  })
})
