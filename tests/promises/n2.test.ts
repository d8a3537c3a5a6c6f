/**
 * N2. Only the slot that was asked for. Overrides of many controllers are released in one post, while other levels are
 * held by others: every property of every object is compared octet for octet before and after, every request on the wire
 * is seen, and so are the manners of the wire.
 * Figure: 500 levels on 40 controllers, 0 other octets changed, 0 requests beyond the limits.
 */
import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import type { IpEndpoint } from '../../services/bacnet/frames/bvlc'
import { createBacnetLink } from '../../services/bacnet/link/bacnet-link'
import { type DatagramPort, openUdpPort } from '../../services/bacnet/network/udp-port'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { allowWriting } from '../harness/services'
import {
  enumerated,
  free,
  openVirtualHost,
  real,
  text,
  VirtualDevice,
  type VirtualHost,
  virtualHost,
} from '../harness/virtual-bacnet'
import type { Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, watch } from '../requests/on-record'
import { verify } from '../requests/verify'
import { isFull, size, tell } from './size'

const counts = { devices: size({ smoke: 4, full: 40 }), overrides: size({ smoke: 20, full: 500 }) }
/** The last quarter of the controllers is behind a router. */
const routed = Math.floor(counts.devices / 4)
const perDevice = Math.ceil(counts.overrides / counts.devices)
/** How long a controller takes for an answer. */
const answerMs = 20

const at8 = (value: number) => Array.from({ length: 16 }, (_, at) => (at === 7 ? real(value) : free))
/** How many levels of a controller are released. */
const releasedOn = (index: number) => Math.min(perDevice, counts.overrides - index * perDevice)
const devices = Array.from({ length: counts.devices }, (_, index) => {
  const device = new VirtualDevice({ instance: 100 + index })
  const own = releasedOn(index)
  for (let one = 1; one <= own; one += 1)
    device.put(1, one, {
      ...{ 77: text(`D${index}.AO${one}`), 85: real(40), 117: enumerated(98), 104: real(5) },
      // A program holds level 13 of every third object.
      87: at8(40).map((slot, at) => (at === 12 && one % 3 === 0 ? real(12) : slot)),
    })
  return device.put(2, 1, { 77: text(`D${index}.AV1`), 85: real(18), 117: enumerated(62), 104: real(16), 87: at8(18) })
})

/** What was on the wire: when each request was sent, and the most at once by controller. */
const wire = { requests: [] as { at: number; isRouted: boolean }[], most: new Map<VirtualDevice, number>() }

/** Opens the socket of the link, and notes each request when it is sent for the first time. */
async function openNotedPort(own: IpEndpoint): Promise<DatagramPort> {
  const port = await openUdpPort(own)
  const sent = new Set<string>()
  return {
    local: port.local,
    onDatagram: (listener) => port.onDatagram(listener),
    close: () => port.close(),
    send(datagram, to) {
      const isRouted = ((datagram[5] ?? 0) & 0x20) !== 0
      const isRequest = (datagram[headOf(datagram)] ?? 0xff) >> 4 === 0
      const key = `${to.port} ${Buffer.from(datagram).toString('hex')}`
      if (isRequest && !sent.has(key)) wire.requests.push({ at: Date.now(), isRouted })
      if (isRequest) sent.add(key)
      port.send(datagram, to)
    },
  }
}

/** Returns where the message begins, after the address of a station behind a router. */
const headOf = (datagram: Uint8Array) => (((datagram[5] ?? 0) & 0x20) !== 0 ? 10 + (datagram[8] ?? 0) : 6)

/** Returns a host that answers as late as a controller, and counts what it is asked for at once. */
function slow(host: VirtualHost, deviceOf: (datagram: Uint8Array) => VirtualDevice | undefined): VirtualHost {
  const open = new Map<VirtualDevice, number>()
  return {
    receive(datagram, from, send) {
      const device = deviceOf(datagram)
      const isRequest = (datagram[headOf(datagram)] ?? 0xff) >> 4 === 0 && device !== undefined
      if (!isRequest) return host.receive(datagram, from, send)
      open.set(device, (open.get(device) ?? 0) + 1)
      wire.most.set(device, Math.max(wire.most.get(device) ?? 0, open.get(device) ?? 0))
      setTimeout(() => {
        open.set(device, (open.get(device) ?? 0) - 1)
        host.receive(datagram, from, send)
      }, answerMs)
    },
  }
}

let product: Console
let amelie: Visitor
let hosts: Awaited<ReturnType<typeof openVirtualHost>>[]
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }

beforeAll(async () => {
  const direct = devices.slice(0, devices.length - routed)
  const behind = devices
    .slice(direct.length)
    .map((device, mac) => ({ device, station: { network: 2_001, mac: mac + 1 } }))
  hosts = await Promise.all([
    ...direct.map((device) => openVirtualHost(slow(virtualHost([{ device }]), () => device))),
    openVirtualHost(slow(virtualHost(behind), (datagram) => behind[(datagram[9] ?? 0) - 1]?.device)),
  ])
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  product = await startTestConsole({ services: { links: { bacnet: createBacnetLink({ openPort: openNotedPort }) } } })
  amelie = await englishReader(product, 'amelie')
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
  const broadcastTo = hosts.map((host) => ({ address: '127.0.0.1', port: host.port }))
  const network = { name: 'Plant', protocol: 'bacnet', address: '127.0.0.1', port, broadcastTo }
  const { body } = await site(`POST /x/sites/${at.siteId}/controller-networks`, network)
  const search = await site(`POST /x/controller-networks/${body.data.id}/searches`)
  expect(search.status, JSON.stringify(search.body)).toBeLessThan(300)
  await vi.waitFor(
    async () => {
      const { body: found } = await site(`GET /x/controller-networks/${body.data.id}/findings?pageSize=200`)
      expect(found.data).toHaveLength(devices.length)
    },
    { timeout: 60_000, interval: 200 },
  )
  const controllers = devices.map(({ options: { instance } }) => ({ instance }))
  const added = await site(`POST /x/spaces/${seedId('space', '41-1-1')}/found-controllers`, {
    ...{ networkId: body.data.id, controllers },
  })
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  for (const { id } of added.body.data) allowWriting(product.services, id)
}, 180_000)
afterAll(async () => {
  await product.close()
  await Promise.all(hosts.map((host) => host.close()))
})

const site = (line: string, body?: unknown) => product.services.call('site', line, { as: 'amelie', body })
const held = async (query: string) =>
  (await site(`GET /x/overrides?siteId=${at.siteId}&pageSize=1&${query}`)).body.totalCount
const octets = () => devices.map((device) => device.octets())

test('one post releases them all, with progress, within the manners of the wire, and changes no other octet', async () => {
  const query = 'level=8&isOurs=false'
  await vi.waitFor(async () => expect(await held(query)).toBe(counts.overrides + devices.length), {
    timeout: 150_000,
    interval: 500,
  })
  const before = octets()
  wire.requests.length = 0
  wire.most.clear()
  const seen = await watch(product, amelie)
  const list = await amelie.get(href('siteOverrides', at, { level: '8', held: 'others', q: 'AO' }))
  const plan = await list.follow(/^Release all/)
  const postedAt = Date.now()
  const first = await plan.submit(form, { fill: { reason: 'All is done' } })
  const answeredMs = Date.now() - postedAt
  expect(answeredMs).toBeLessThan(20_000)
  expect(first.address).toContain('/changes/')
  const doneOf = (page: typeof first) => Number(/([\d,]+) of ([\d,]+) done/.exec(page.text)?.[1]?.replace(',', ''))
  const progress = [doneOf(first)]
  await vi.waitFor(
    async () => {
      const page = await amelie.get(first.address.split('?')[0] ?? '')
      progress.push(doneOf(page))
      expect(doneOf(page)).toBe(counts.overrides)
    },
    { timeout: 120_000, interval: 500 },
  )
  const tookMs = Date.now() - postedAt
  expect(progress).toEqual([...progress].sort((one, other) => one - other))
  if (counts.overrides > 100) expect(new Set(progress).size).toBeGreaterThan(5)

  for (const [index, device] of devices.entries()) {
    const now = device.octets()
    const changed = [...now].filter(([key, value]) => before[index]?.get(key) !== value)
    const released = Array.from({ length: releasedOn(index) }, (_, one) => `1:${one + 1}`)
    expect(new Set(changed.map(([key]) => key.split('/')[0]))).toEqual(new Set(released))
    for (const [key, value] of changed) {
      const [object = '', property] = key.split('/')
      const slots = before[index]?.get(key) ?? ''
      // The array loses its eighth element alone; the present value follows.
      if (property === '87') expect(value).toBe(slots.replace('4442200000', '00'))
      else
        expect([property, value]).toEqual(['85', Number(object.split(':')[1]) % 3 === 0 ? '4441400000' : '4440a00000'])
    }
    expect(changed).toHaveLength(released.length * 2)
    expect(device.changes.toSorted()).toEqual(released.map((object) => `${object}/85@8=00`).toSorted())
  }
  expect(devices.flatMap(({ changes }) => changes)).toHaveLength(counts.overrides)

  const most = devices.map((device) => wire.most.get(device) ?? 0)
  expect(Math.max(...most.slice(0, devices.length - routed))).toBeLessThanOrEqual(4)
  expect(Math.max(...most.slice(devices.length - routed))).toBeLessThanOrEqual(1)
  for (const isRouted of [false, true]) {
    const moments = wire.requests.filter((one) => one.isRouted === isRouted).map((one) => one.at)
    const inSecond = moments.map((from, index) => moments.slice(index).findIndex((one) => one >= from + 990))
    expect(Math.max(...inSecond)).toBeLessThanOrEqual(20)
  }

  const outcomes = (await seen.records()).filter(({ entry }) => entry === 'outcome')
  expect(outcomes).toHaveLength(counts.overrides)
  for (const { detail } of outcomes) {
    const { answer, before: slots, after } = (detail as { controller: Record<string, (number | null)[]> }).controller
    expect([answer, slots?.[7], after?.[7]]).toEqual(['accepted', 40, null])
    expect(after?.filter((value, level) => level !== 7 && value !== slots?.[level])).toEqual([])
  }
  // Whole; a signature follows with the next checkpoint.
  if (isFull) expect([0, 3]).toContain((await verify(product)).status)
  await vi.waitFor(async () => expect(await held(query)).toBe(devices.length), { timeout: 30_000, interval: 200 })
  const figures = [
    `${counts.overrides} levels on ${devices.length} controllers released in ${Math.round(tookMs / 1_000)} s, the post answered after ${Math.round(answeredMs / 1_000)} s`,
    `${wire.requests.length} requests, 0 beyond the limits, 0 other octets changed`,
  ]
  tell('N2', figures.join(', '))
}, 300_000)
