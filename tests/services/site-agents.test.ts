/** Site agents: who may connect, and what reaches the services over a line that breaks. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type Line, openLine } from '../../services/agent/line'
import { openOutbox } from '../../services/agent/outbox'
import { createSiteAgent } from '../../services/agent/site-agent'
import type { Point } from '../../services/contracts/points'
import type { SiteAgent } from '../../services/contracts/site-agents'
import { openStore } from '../../services/kit/store'
import type { DeviceEvent, LinkEvents, Measurement } from '../../services/link/port'
import { customerIdOf } from '../../services/seed/people'
import { type LineCutter, openLineCutter } from '../harness/line-cutter'
import {
  answering,
  createNetworkLink,
  type InventedNetwork,
  inventedNetwork,
  listedObject,
} from '../harness/network-link'
import { freePort } from '../harness/ports'
import { minutesAgo, recordSince } from '../harness/sample-recording'
import { type Services, startTestServices } from '../harness/services'

const minuteMs = 60_000

let services: Services
let line: LineCutter
let site: string
let space: string
let folder: string
/** Starts services on the same store and the same port for agents. */
let start: () => Promise<Services>
const running: (() => Promise<void>)[] = []

beforeAll(async () => {
  const agentPort = await freePort()
  folder = await mkdtemp(join(tmpdir(), 'plantroom-agent-'))
  const dataDir = join(folder, 'services')
  start = () => startTestServices({ env: { AGENT_PORT: String(agentPort) }, start: Date.now(), frozen: false, dataDir })
  services = await start()
  line = await openLineCutter(agentPort)
  const row = services.world.store.get<{ site_id: string; id: string }>(
    'SELECT site_id, id FROM space WHERE customer_id = ? ORDER BY id LIMIT 1',
    customerIdOf('CUS1004'),
  )
  ;({ site_id: site = '', id: space = '' } = row ?? { site_id: '', id: '' })
})
afterEach(async () => {
  for (const stop of running.splice(0)) await stop()
  line.mend()
})
afterAll(async () => {
  await line.close()
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

const call = (path: string, body?: unknown, as = 'amelie') => services.call('site', path, { as, body })
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
const newSecret = () => randomBytes(32).toString('base64url')

/** Adds an agent to the site; returns its id and its key. */
async function addAgent(name: string): Promise<{ id: string; key: string }> {
  const secret = newSecret()
  const { status, body } = await call(`POST /x/sites/${site}/agents`, { name })
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.data).toMatchObject({ state: 'keyless', keyIssuedAt: null })
  await call(`PUT /x/agents/${body.data.id}/key`, { keyHash: hashOf(secret) })
  return { id: body.data.id, key: `${body.data.id}.${secret}` }
}
const agentNow = async (id: string): Promise<SiteAgent> => (await call(`GET /x/agents/${id}`)).body.data

interface Running {
  network: InventedNetwork
  events: LinkEvents
  log: string[]
  stop(): Promise<void>
}

/** Runs an agent on an outbox of its own name, to an invented network. */
async function runAgent(
  key: string,
  { outbox: name, network = inventedNetwork() }: { outbox: string; network?: InventedNetwork },
): Promise<Running> {
  const log: string[] = []
  const outbox = openOutbox(join(folder, name), { log: (text) => log.push(text) })
  const agent = createSiteAgent({ link: createNetworkLink(network), outbox, version: '9.8.7' })
  await agent.start()
  const address = new URL(`ws://127.0.0.1:${line.port}/agents/link`)
  const opened: Line = openLine({ address, key, agent, log: (text) => log.push(text) })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    opened.stop()
    await agent.stop()
  }
  running.push(stop)
  return { network, events: network.events as LinkEvents, log, stop }
}

const isIn = (id: string, state: SiteAgent['state']) =>
  vi.waitFor(async () => expect((await agentNow(id)).state).toBe(state), { timeout: 10_000, interval: 50 })

/** A network that the agent reaches, with one controller of it in the tree and its point. */
async function addController(agentId: string, { network, name }: { network: InventedNetwork; name: string }) {
  network.search = { controllers: [answering(7)], duplicates: [], problem: null }
  network.objects.set(7, [listedObject('analogInput', 1, 'SAT')])
  const settings = { name, agentId, address: '127.0.0.1', broadcastTo: [{ address: '127.255.255.255' }] }
  const created = await call(`POST /x/sites/${site}/controller-networks`, settings)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const networkId: string = created.body.data.id
  await vi.waitFor(() => expect(network.configuration.networks).toMatchObject([{ id: networkId }]))
  await call(`POST /x/controller-networks/${networkId}/searches`)
  await vi.waitFor(async () =>
    expect((await call(`GET /x/controller-networks/${networkId}/search`)).body.data.state).toBe('completed'),
  )
  const added = await call(`POST /x/spaces/${space}/found-controllers`, { networkId, controllers: [{ instance: 7 }] })
  const deviceId: string = added.body.data[0].id
  const point = await vi.waitFor(async () => {
    const [first] = (await call(`GET /devices/${deviceId}/points`)).body as Point[]
    expect(first?.name).toBe('SAT')
    return first as Point
  })
  await vi.waitFor(() => expect(network.configuration.controllers).toMatchObject([{ points: [{ id: point.id }] }]), {
    timeout: 10_000,
  })
  return { networkId, deviceId, point }
}

/** Returns the samples of the trend of a point, as minutes before now and values. */
async function trendOf(
  pointId: string,
  { from, to }: { from: number; to: number },
): Promise<[number, number | null][]> {
  const iso = (at: number) => new Date(at).toISOString()
  const { body } = await call('POST /x/trends', {
    pointIds: [pointId],
    from: iso(from),
    to: iso(to),
    maxSamples: 10_000,
  })
  return body.series[0].samples.map(([at, value]: [string, number | null]) => [
    (Date.parse(at) - from) / minuteMs,
    value,
  ])
}

const isSilent = (deviceId: string) =>
  services.world.store.get('SELECT 1 FROM device WHERE id = ? AND offline_since IS NOT NULL', deviceId) !== undefined

const transition = (number: number): DeviceEvent => ({
  ...{ objectType: 'analogInput', objectInstance: 1, objectName: 'SAT', eventType: 'outOfRange' },
  ...{ pointId: null, controllerTime: null, priority: 1, notificationClass: 1, presentValue: number, limit: null },
  ...{ isAckRequired: true, acknowledged: null, text: `Event ${number}` },
  ...{ into: number % 2 ? 'offnormal' : 'normal', stamp: `s${number}` },
})

describe('a site agent', () => {
  it('connects with its key, reaches controllers of the site, and is silent when its line is cut', async () => {
    const { id, key } = await addAgent('Boiler house')
    expect(await agentNow(id)).toMatchObject({ state: 'waiting', version: null, backlog: null, networks: 0 })
    const { network, events } = await runAgent(key, { outbox: 'first' })
    await isIn(id, 'connected')
    const { deviceId, point } = await addController(id, { network, name: 'Boilers' })
    expect(await agentNow(id)).toMatchObject({ version: '9.8.7', networks: 1, controllers: 1 })
    expect((await call(`GET /devices/${deviceId}/points`)).body[0]).toMatchObject({ id: point.id, presentValue: 21.5 })
    events.down(deviceId, Date.now() - 100_000)
    await vi.waitFor(() => expect(isSilent(deviceId)).toBe(true))
    events.up(deviceId)
    await vi.waitFor(() => expect(isSilent(deviceId)).toBe(false))
    line.cut()
    await isIn(id, 'silent')
    expect((await call(`POST /points/${point.id}/value`, { value: 1 })).status).not.toBe(200)
    line.mend()
    await isIn(id, 'connected')
  })

  it('reports an hour that its line was cut, in order and once, though it was killed meanwhile', async () => {
    const { id, key } = await addAgent('Chillers')
    const first = await runAgent(key, { outbox: 'cut' })
    await isIn(id, 'connected')
    const { deviceId, point } = await addController(id, { network: first.network, name: 'Chillers' })
    const from = minutesAgo(60)
    const minutes = Math.floor((Date.now() - from) / minuteMs)
    const measured = (minute: number): Measurement => ({
      ...{ pointId: point.id, at: from + minute * minuteMs, value: minute + 0.5, quality: 'good' },
    })
    first.events.values(deviceId, [measured(0)])
    await vi.waitFor(() => recordSince(services, from), { timeout: 10_000 })
    line.cut()
    await isIn(id, 'silent')
    expect(await agentNow(id)).toMatchObject({ backlog: null, backlogSince: null })
    const half = Math.floor(minutes / 2)
    for (let minute = 1; minute < half; minute++) first.events.values(deviceId, [measured(minute)])
    for (let number = 1; number <= 40; number++) first.events.transition(deviceId, transition(number))
    await first.stop()
    const second = await runAgent(key, { outbox: 'cut', network: first.network })
    for (let minute = half; minute < minutes; minute++) second.events.values(deviceId, [measured(minute)])
    for (let number = 41; number <= 81; number++) second.events.transition(deviceId, transition(number))
    line.mend()
    await vi.waitFor(async () => expect(await agentNow(id)).toMatchObject({ state: 'connected', backlog: 0 }), {
      timeout: 20_000,
      interval: 100,
    })
    const samples = await trendOf(point.id, { from, to: from + minutes * minuteMs })
    expect(samples).toEqual(Array.from({ length: minutes }, (_, minute) => [minute, minute + 0.5]))
    const find = (path: string, body: object) =>
      services.call('operations', `POST ${path}`, { as: 'amelie', body: { ...body, pageSize: 200 } })
    const alarms = (await find('/alarms', { deviceIds: [deviceId] })).body.data as { id: string; messageText: string }[]
    const reported = alarms.find(({ messageText }) => messageText === 'Event 81')
    const occurrences = (await find(`/alarms/${reported?.id}/occurrences`, {})).body.data
    expect(occurrences).toHaveLength(41)
  })
})

/** Connects as the program of an agent would, without one; `greet` sends the first message. */
async function connectByHand(key: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${line.port}/agents/link`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const received: Record<string, unknown>[] = []
  socket.on('message', (data) => received.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  running.push(async () => socket.terminate())
  const send = (message: object) => socket.send(JSON.stringify(message))
  return { send, received, closed, greet: (outbox: string) => send({ hello: { version: '1', outbox } }), socket }
}

describe('an event of a site agent', () => {
  it('is stored once, though the services end before they confirm it', async () => {
    const { id, key } = await addAgent('Boilers by hand')
    const first = await runAgent(key, { outbox: 'by-hand' })
    await isIn(id, 'connected')
    const { deviceId } = await addController(id, { network: first.network, name: 'Boilers by hand' })
    await first.stop()
    const messages = [1, 2, 3, 4].map((number) => ({
      ...{ number, event: 'transition', args: [deviceId, transition(number)] },
    }))
    const occurrences = async () => {
      const find = (path: string, body: object) =>
        services.call('operations', `POST ${path}`, { as: 'amelie', body: { ...body, pageSize: 200 } })
      const alarms = (await find('/alarms', { deviceIds: [deviceId] })).body.data as {
        id: string
        messageText: string
      }[]
      const reported = alarms.find(({ messageText }) => messageText.startsWith('Event'))
      return reported && (await find(`/alarms/${reported.id}/occurrences`, {})).body.data.length
    }
    for (const attempt of ['first', 'second']) {
      const hand = await connectByHand(key)
      hand.greet('outbox by hand')
      // What the first attempt sent was stored, and not confirmed.
      await vi.waitFor(() => expect(hand.received[0], attempt).toEqual({ welcome: { last: 0 } }))
      // It has not said yet what waits, and the agent before it said that nothing does.
      expect(await agentNow(id)).toMatchObject({ state: 'connected', backlog: null })
      for (const message of messages) hand.send(message)
      await vi.waitFor(async () => expect(await occurrences()).toBe(2))
      services.world.store.run('UPDATE site_agent SET last_number = 0 WHERE id = ?', id)
      hand.socket.terminate()
      await isIn(id, 'silent')
      services.world.store.run('UPDATE site_agent SET last_number = 0 WHERE id = ?', id)
    }
    expect(await occurrences()).toBe(2)
  })
})

describe('the key of a site agent', () => {
  it('is refused when it is revoked before the first message', async () => {
    const { id, key } = await addAgent('Slow')
    const hand = await connectByHand(key)
    expect((await call(`DELETE /x/agents/${id}/key`)).status).toBe(200)
    hand.greet('slow')
    expect(await hand.closed).toBe(4401)
    expect((await agentNow(id)).state).toBe('keyless')
  })

  it('is required as it was issued, and ends its connection once it is revoked or replaced', async () => {
    const { id, key } = await addAgent('Labs')
    const other = await runAgent(`${id}.${newSecret()}`, { outbox: 'other' })
    await vi.waitFor(() => expect(other.log).toContain('refused with 401'))
    const { network, log } = await runAgent(key, { outbox: 'labs' })
    await isIn(id, 'connected')
    await addController(id, { network, name: 'Labs' })
    const { eTag } = await agentNow(id)
    expect((await call(`DELETE /x/agents/${id}/key`, undefined, 'usha')).status).toBe(403)
    expect((await call(`DELETE /x/agents/${id}/key`)).body.data).toMatchObject({ keyIssuedAt: null })
    await vi.waitFor(() => expect(log).toContain('the key is no longer valid'))
    expect(network.configuration).toEqual({ networks: [], controllers: [] })
    await isIn(id, 'keyless')
    const secret = newSecret()
    const replaced = { keyHash: hashOf(secret), eTag }
    expect((await call(`PUT /x/agents/${id}/key`, replaced)).body.errorCode).toBe(4009)
    expect((await call(`PUT /x/agents/${id}/key`, { keyHash: hashOf(secret) })).status).toBe(200)
    const again = await runAgent(`${id}.${secret}`, { outbox: 'labs-again' })
    await isIn(id, 'connected')
    await vi.waitFor(() => expect(again.network.configuration.controllers).toHaveLength(1))
    expect((await call(`DELETE /x/agents/${id}`)).body.errorCode).toBe(4201)
  })

  it('is used by one machine at a time', async () => {
    const { id, key } = await addAgent('Twins')
    await runAgent(key, { outbox: 'twin-one' })
    await isIn(id, 'connected')
    const { log } = await runAgent(key, { outbox: 'twin-two' })
    await vi.waitFor(() => expect(log).toContain('another machine uses the same key'))
    expect((await agentNow(id)).state).toBe('connected')
  })

  it('reports nothing of controllers that another agent reaches', async () => {
    const [one, two] = [await addAgent('North'), await addAgent('South')]
    const north = await runAgent(one.key, { outbox: 'north' })
    const south = await runAgent(two.key, { outbox: 'south' })
    await isIn(one.id, 'connected')
    await isIn(two.id, 'connected')
    // The same network with the same instance, at two places.
    const inNorth = await addController(one.id, { network: north.network, name: 'North' })
    const inSouth = await addController(two.id, { network: south.network, name: 'South' })
    expect(inNorth.point.id).not.toBe(inSouth.point.id)
    south.events.down(inNorth.deviceId, Date.now() - 100_000)
    south.events.down(inSouth.deviceId, Date.now() - 100_000)
    await vi.waitFor(() => expect(isSilent(inSouth.deviceId)).toBe(true))
    expect(isSilent(inNorth.deviceId)).toBe(false)
  })
})

describe('a restart of the services', () => {
  it('is no gap for the points of an agent that goes on meanwhile', async () => {
    const { id, key } = await addAgent('Pumps')
    const { network, events } = await runAgent(key, { outbox: 'pumps' })
    await isIn(id, 'connected')
    const { deviceId, point } = await addController(id, { network, name: 'Pumps' })
    const from = minutesAgo(60)
    const minutes = Math.floor((Date.now() - from) / minuteMs)
    const [ended, changed, last] = [1, 2, 3].map((part) => Math.floor((minutes * part) / 4)) as [number, number, number]
    const measured = (minute: number): Measurement => ({
      ...{ pointId: point.id, at: from + minute * minuteMs, value: minute + 0.5, quality: 'good' },
    })
    events.values(deviceId, [measured(0)])
    await vi.waitFor(async () => expect((await agentNow(id)).backlog).toBe(0), { timeout: 20_000, interval: 100 })
    const { dataDir } = services.settings
    await services.close()
    // As if they had ended back then.
    const samples = openStore(
      join(dataDir, 'samples', `samples-${new Date(from).toISOString().slice(0, 7)}.sqlite`),
      [],
    )
    samples.run('DELETE FROM recording')
    samples.run('INSERT INTO recording (from_at, until_at) VALUES (?,?)', from / minuteMs, from / minuteMs + ended)
    samples.close()
    const store = openStore(join(dataDir, 'services.sqlite'), [])
    store.run('UPDATE site_agent SET last_contact_at = ? WHERE id = ?', from + ended * minuteMs, id)
    store.close()
    for (const minute of [changed, last]) events.values(deviceId, [measured(minute)])
    services = await start()
    await isIn(id, 'connected')
    const expected = Array.from({ length: minutes }, (_, minute) => [
      minute,
      (minute < changed ? 0 : minute < last ? changed : last) + 0.5,
    ])
    await vi.waitFor(
      async () => expect(await trendOf(point.id, { from, to: from + minutes * minuteMs })).toEqual(expected),
      { timeout: 20_000, interval: 200 },
    )
  })
})
