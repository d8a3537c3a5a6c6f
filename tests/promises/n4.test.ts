/**
 * N4. No sample and no event is lost or doubled: an agent follows BACnet devices whose values change every minute and
 * which report alarms; its line to the services is cut for an hour, and it is killed meanwhile. Time at the site is by
 * hand, everything else is real: the link, the outbox, the WebSocket, the services.
 * Figure: every sample and every transition of the devices, once and in order.
 *
 * Seen to fail: with an outbox that keeps nothing while the line is down.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openLine } from '../../services/agent/line'
import { openOutbox } from '../../services/agent/outbox'
import { createSiteAgent } from '../../services/agent/site-agent'
import { createBacnetLink } from '../../services/bacnet/link/bacnet-link'
import type { DatagramPort } from '../../services/bacnet/network/udp-port'
import type { Point } from '../../services/contracts/points'
import { requestConfiguration } from '../../services/link/configuration'
import type { PartialLink } from '../../services/link/port'
import { customerIdOf } from '../../services/seed/people'
import { manualTimers, settled } from '../harness/bacnet-peer'
import { type LineCutter, openLineCutter } from '../harness/line-cutter'
import { freePort } from '../harness/ports'
import { minutesAgo, recordSince } from '../harness/sample-recording'
import { allowWriting, type Services, startTestServices } from '../harness/services'
import { enumerated, real, text, unsigned, VirtualDevice, virtualHost, virtualNetwork } from '../harness/virtual-bacnet'
import { size, tell } from './size'

const minuteMs = 60_000
const patienceMs = size({ smoke: 300_000, full: 1_800_000 })
/** A search asks at most 32 addresses. */
const counts = { devices: size({ smoke: 3, full: 32 }), points: size({ smoke: 2, full: 63 }) }
/** The hour, or what there is of the month. */
const start = minutesAgo(66)
const minutes = Math.floor((Date.now() - start) / minuteMs)

const devices = Array.from({ length: counts.devices }, (_, index) => {
  const device = new VirtualDevice({ instance: 100 + index }).put(15, 1, { 77: text('Alarms') })
  for (let one = 1; one <= counts.points; one += 1)
    device.put(0, one, { 77: text(`AI${one}`), 85: real(0), 117: enumerated(62), 17: unsigned(1), 22: real(0.1) })
  return device
})
const hosts = new Map(
  devices.map((device, index) => [
    `10.0.${Math.floor(index / 200)}.${10 + (index % 200)}:47808`,
    virtualHost([{ device }]),
  ]),
)

/** The socket at the site, which the agent that runs listens to. */
const { port } = virtualNetwork(hosts)

let services: Services
let line: LineCutter
let folder: string
const site = { timers: manualTimers(start) }

beforeAll(async () => {
  const agentPort = await freePort()
  services = await startTestServices({ env: { AGENT_PORT: String(agentPort) }, start: Date.now(), frozen: false })
  line = await openLineCutter(agentPort)
  folder = await mkdtemp(join(tmpdir(), 'plantroom-n4-'))
})
afterAll(async () => {
  await line.close()
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

const call = (path: string, body?: unknown, service: 'site' | 'operations' = 'site') =>
  services.call(service, path, { as: 'amelie', body })

/** Runs the agent; `kill` ends it without a word to the devices or the services. */
async function runAgent(key: string) {
  let isDead = false
  const own: DatagramPort = {
    ...port,
    send: (datagram, to) => isDead || port.send(datagram, to),
    onDatagram: (receive) => port.onDatagram((datagram, from) => isDead || receive(datagram, from)),
  }
  const timers = {
    ...site.timers,
    after: (ms: number, work: () => void) => site.timers.after(ms, () => isDead || work()),
  }
  const link: PartialLink = { ...createBacnetLink({ timers, openPort: async () => own }), stop: async () => undefined }
  const agent = createSiteAgent({ link, outbox: openOutbox(folder, { log: () => undefined }), version: '1' })
  await agent.start()
  const address = new URL(`ws://127.0.0.1:${line.port}/agents/link`)
  const opened = openLine({ address, key, agent, log: () => undefined })
  return {
    async kill() {
      isDead = true
      opened.stop()
      await agent.stop()
    },
  }
}

/** Lets time pass at the site, in which what the services request is answered. */
async function pass(ms: number) {
  for (let turn = 0; turn < ms / 1_000; turn += 1) {
    await site.timers.advance(1_000)
    await settled()
  }
}

/** Lets time pass at the site until something is true here. */
const until = (check: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await pass(2_000)
      await check()
    },
    { timeout: size({ smoke: 60_000, full: 600_000 }), interval: 20 },
  )

/** Adds the agent, its network, what a search finds there, and waits until it follows all points. */
async function setUpSite() {
  const place = services.world.store.get<{ site_id: string; id: string }>(
    'SELECT site_id, id FROM space WHERE customer_id = ? ORDER BY id LIMIT 1',
    customerIdOf('CUS1004'),
  )
  const secret = randomBytes(32).toString('base64url')
  const created = await call(`POST /x/sites/${place?.site_id}/agents`, { name: 'Plant' })
  const agentId: string = created.body.data.id
  await call(`PUT /x/agents/${agentId}/key`, { keyHash: createHash('sha256').update(secret).digest('base64url') })
  const key = `${agentId}.${secret}`
  const agent = await runAgent(key)
  const broadcastTo = [...hosts.keys()].map((one) => ({ address: one.split(':')[0] }))
  const made = await call(`POST /x/sites/${place?.site_id}/controller-networks`, {
    ...{ name: 'Plant', agentId, address: '10.0.0.1', broadcastTo },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const networkId: string = made.body.data.id
  await until(async () => expect((await call(`GET /x/agents/${agentId}`)).body.data.state).toBe('connected'))
  await call(`POST /x/controller-networks/${networkId}/searches`)
  await until(async () =>
    expect((await call(`GET /x/controller-networks/${networkId}/search`)).body.data.state).toBe('completed'),
  )
  const controllers = devices.map((_, index) => ({ instance: 100 + index }))
  const added = await call(`POST /x/spaces/${place?.id}/found-controllers`, { networkId, controllers })
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  const deviceIds = (added.body.data as { id: string }[]).map(({ id }) => id)
  for (const id of deviceIds) allowWriting(services, id)
  requestConfiguration(services.world)
  await until(async () => {
    expect(devices.filter((device) => device.subscriptions.size === counts.points)).toHaveLength(devices.length)
    expect(devices.filter((device) => device.recipients.get('15:1')?.length === 1)).toHaveLength(devices.length)
  })
  return { agentId, key, agent, deviceIds }
}

/** A notification that object 1 of a device went beyond its limit, or came back. */
function transitionOf(instance: number, number: number): number[] {
  const [from, to] = number % 2 ? [0, 3] : [3, 0]
  return [
    ...[0x1c, 2, 0, 0, instance, 0x2c, 0, 0, 0, 1, 0x3e, 0x19, number, 0x3f, 0x49, 1, 0x59, 100, 0x69, 5, 0x89, 0],
    ...[0x99, 1, 0xa9, from, 0xb9, to, 0xce, 0x5e, 0x0c, ...real(70).slice(1), 0x1a, 4, 0x80, 0x2c],
    ...[...real(1.8).slice(1), 0x3c, ...real(68).slice(1), 0x5f, 0xcf],
  ]
}

/** What a device answers about its events after a transition: the same, with the time stamps of the last ones. */
function summaryAfter(number: number): number[] {
  const [offNormal, normal] = number % 2 ? [number, number - 1] : [number - 1, number]
  return [
    ...[0x0e, 0x0c, 0, 0, 0, 1, 0x19, number % 2 ? 3 : 0, 0x2a, 5, number % 2 ? 0x60 : 0x40],
    ...[0x3e, 0x19, offNormal, 0x19, 0, 0x19, normal, 0x3f, 0x49, 0, 0x5a, 5, 0xe0],
    ...[0x6e, 0x21, 100, 0x21, 100, 0x21, 100, 0x6f, 0x0f, 0x19, 0],
  ]
}

test(
  'every sample and every transition of an hour without a line arrives once, though the agent was killed',
  async () => {
    const { agentId, key, agent, deviceIds } = await setUpSite()
    await vi.waitFor(() => recordSince(services, start), { timeout: 10_000 })
    line.cut()
    const first = Math.ceil((site.timers.now() - start) / minuteMs) + 1
    await pass(start + first * minuteMs - site.timers.now() + 5_000)
    let running = agent
    let transitions = 0
    for (let minute = first; minute < minutes - 1; minute += 1) {
      for (const [index, device] of devices.entries())
        for (let one = 1; one <= counts.points; one += 1) device.put(0, one, { 85: real(minute + index / 100) })
      if (minute % 4 === 0) {
        transitions += 1
        for (const [index, device] of devices.entries()) {
          device.eventInformation = summaryAfter(transitions)
          device.notify(transitionOf(100 + index, transitions))
        }
      }
      if (minute === Math.floor((first + minutes) / 2)) {
        await running.kill()
        running = await runAgent(key)
      }
      await pass(minuteMs)
    }
    line.mend()
    await until(async () =>
      expect((await call(`GET /x/agents/${agentId}`)).body.data).toMatchObject({ state: 'connected', backlog: 0 }),
    )
    let samples = 0
    for (const [index, deviceId] of deviceIds.entries()) {
      const points = (await call(`GET /devices/${deviceId}/points`)).body as Point[]
      const pointIds = points.map(({ id }) => id).slice(0, 20)
      const window = { from: new Date(start + first * minuteMs), to: new Date(start + (minutes - 1) * minuteMs) }
      const { body } = await call('POST /x/trends', { pointIds, ...window, maxSamples: 10_000 })
      for (const { samples: own } of body.series) {
        expect(own.map(([, value]: [string, number]) => value)).toEqual(
          Array.from({ length: minutes - 1 - first }, (_, at) => expect.closeTo(first + at + index / 100, 3)),
        )
        samples += own.length
      }
      const [alarm] = (await call('POST /alarms', { deviceIds: [deviceId], search: 'AI1' }, 'operations')).body.data
      const occurrences = (await call(`POST /alarms/${alarm.id}/occurrences`, {}, 'operations')).body.data
      expect(occurrences).toHaveLength(Math.ceil(transitions / 2))
    }
    await running.kill()
    tell(
      'N4',
      `${samples} samples and ${transitions * devices.length} transitions of an hour without a line, each once`,
    )
  },
  patienceMs,
)
