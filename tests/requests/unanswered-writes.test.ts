/** What is said of a write that a BACnet controller does not answer: what its levels say when they are read back. */
import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { createBacnetLink } from '../../services/bacnet/link/bacnet-link'
import type { Timers } from '../../services/bacnet/timers'
import type { Point } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { enumerated, free, openVirtualHost, real, text, VirtualDevice, virtualHost } from '../harness/virtual-bacnet'
import type { Visitor } from '../harness/visitor'
import { englishReader, watch } from './on-record'

/** The time of the link runs faster: it waits less long for answers. */
const rate = 10
const startedAt = Date.now()
const timers: Timers = {
  now: () => startedAt + (Date.now() - startedAt) * rate,
  after(ms, action) {
    const timer = setTimeout(action, ms / rate)
    return () => clearTimeout(timer)
  },
}

const device = new VirtualDevice({ instance: 7 }).put(1, 1, {
  ...{ 77: text('DAMPER'), 85: real(20), 117: enumerated(98), 104: real(20) },
  87: Array.from({ length: 16 }, () => free),
})
/** What of a write is lost on its way. */
let lost: 'request' | 'answer' | null = null
const controller = virtualHost([{ device }])
const isWrite = (datagram: Uint8Array) => (datagram[6] ?? 0) >> 4 === 0 && datagram[9] === 15
const isAnswerToWrite = (datagram: Uint8Array) => datagram[6] === 0x20 && datagram[8] === 15

let product: Console
let amelie: Visitor
let host: Awaited<ReturnType<typeof openVirtualHost>>
let at: Parameters<typeof href<'point'>>[1]

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}

beforeAll(async () => {
  host = await openVirtualHost({
    receive(datagram, from, send) {
      if (lost === 'request' && isWrite(datagram)) return
      controller.receive(datagram, from, (answer) => {
        if (lost !== 'answer' || !isAnswerToWrite(answer)) send(answer)
      })
    },
  })
  product = await startTestConsole({ services: { links: { bacnet: createBacnetLink({ timers }) } } })
  amelie = await englishReader(product, 'amelie')
  const site = async (line: string, body?: unknown) =>
    (await product.services.call('site', line, { as: 'amelie', body })).body
  const [siteId, spaceId] = [siteIdOf(41), seedId('space', '41-1-1')]
  const network = await site(`POST /x/sites/${siteId}/controller-networks`, {
    ...{ name: 'Plant', address: '127.0.0.1', port: await freeUdpPort() },
    broadcastTo: [{ address: '127.0.0.1', port: host.port }],
  })
  const networkId: string = network.data.id
  await site(`POST /x/controller-networks/${networkId}/searches`, {})
  const soon = { timeout: 20_000, interval: 100 }
  await vi.waitFor(
    async () => expect((await site(`GET /x/controller-networks/${networkId}/findings`)).data).toHaveLength(1),
    soon,
  )
  const added = await site(`POST /x/spaces/${spaceId}/found-controllers`, {
    ...{ networkId, controllers: [{ instance: 7 }] },
  })
  const deviceId: string = added.data[0].id
  await site(`PUT /x/devices/${deviceId}/writing`, { isOn: true, reason: 'Commissioned' })
  const pointId = await vi.waitFor(async () => {
    const [point] = (await site(`GET /devices/${deviceId}/points`)) as Point[]
    expect(point).toMatchObject({ presentValue: 20, isWritable: true })
    return point?.id ?? ''
  }, soon)
  const { world } = product.services
  at = {
    ...{ tenantId: tenantIdOf(world, 'boreal'), customerId: customerIdOf('CUS1004') },
    ...{ groupId: seedId('group', 'Montcalm campuses'), siteId, spaceId, deviceId, pointId },
    buildingId: world.store.get<{ id: string }>('SELECT building_id AS id FROM space WHERE id = ?', spaceId)?.id ?? '',
  }
})
afterAll(async () => {
  await product.close()
  await host.close()
})

const override = async (pointValue: string) => {
  const page = await amelie.get(href('point', at))
  const fill = { pointValue, duration: '2', unit: 'hours', reason: 'The belt is changed' }
  return page.submit('main form[action$="/override"]', { fill })
}

test('one whose answer is lost is done, as its level says', async () => {
  lost = 'answer'
  const seen = await watch(product, amelie)
  expect((await override('45')).text).toContain('Held at 45 % by Amélie Tremblay, at level 8')
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
})

test('one that is lost was not made, as its level says, and can be sent again', async () => {
  lost = 'request'
  const seen = await watch(product, amelie)
  const refused = await override('50')
  expect(refused.text).toContain('its levels were read afterwards: the change was not made')
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome refused'])
  lost = null
  expect((await override('50')).text).toContain('Held at 50 % by Amélie Tremblay, at level 8')
})
