/**
 * A customer whose controllers are virtual BACnet devices, for the journeys: the link runs in a process of its own, and
 * its time and that of the services are moved together.
 */
import { createSocket } from 'node:dgram'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'esbuild'
import pino from 'pino'
import type { Point } from '../../services/contracts/points'
import type { Site } from '../../services/contracts/site'
import { createProcessLink } from '../../services/link/process-link'
import { tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { VirtualAlarms } from '../harness/virtual-alarms'
import {
  boolean,
  enumerated,
  free,
  type Octets,
  type OpenHost,
  openVirtualHost,
  real,
  text,
  unsigned,
  VirtualDevice,
  type VirtualHost,
  virtualHost,
} from '../harness/virtual-bacnet'
import { day, putSchedule, target, week, writtenElements } from '../harness/virtual-schedules'
import { test as base, expect } from './fixtures'

/** Codes of units. */
const [litresPerSecond, percent, degreesCelsius] = [87, 98, 62]
const analogOutput = 1
const binaryValue = 5
export const [on, off] = [enumerated(1), enumerated(0)]

export interface Plant {
  device: VirtualDevice
  alarms: VirtualAlarms
  /** Its id in the console. */
  id: string
}

export interface BacnetSite {
  product: Console
  customer: { tenantId: string; customerId: string }
  groupName: string
  plants: readonly Plant[]
  call: (line: string, body?: unknown, service?: 'site' | 'operations' | 'tenant') => Promise<Reply>
  pointOf: (plant: Plant, name: string) => Promise<Point>
  /** Lets time pass for the services and the link. */
  pass: (ms: number) => Promise<void>
  close: () => Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look at replies of every shape
type Reply = any

/** A box of a floor, or an air handler with a fan: with analog inputs that report alarms, and a week. */
function plantOf(instance: number): VirtualDevice {
  const number = String(instance - 1_000).padStart(2, '0')
  const device = new VirtualDevice({ instance })
  device.put(8, instance, { 77: text(`Box ${number}`) })
  const input = (one: number, name: string, value: number, unit: number) =>
    device.put(0, one, { 77: text(name), 85: real(value), 117: enumerated(unit), 17: unsigned(1), 22: real(0.1) })
  const output = (type: number, one: number, name: string, value: number, unit: number) =>
    device.put(type, one, {
      ...{ 77: text(name), 85: real(value), 117: enumerated(unit), 104: real(value), 22: real(0.1) },
      87: Array.from({ length: 16 }, () => free),
    })
  input(1, 'Airflow', 98, litresPerSecond)
  for (const [at, name] of ['Zone temperature', 'Duct temperature', 'Coil temperature', 'Slab temperature'].entries())
    input(at + 2, name, 21, degreesCelsius)
  output(2, 1, 'Airflow setpoint', 100, litresPerSecond)
  device.put(3, 1, { 77: text('Occupancy'), 85: on, 46: text('Empty'), 4: text('Occupied') })
  output(analogOutput, 1, 'Damper position', 60, percent)
  output(analogOutput, 2, 'Reheat valve', 0, percent)
  output(analogOutput, 3, 'Supply fan speed', 70, percent)
  device.put(binaryValue, 1, {
    ...{ 77: text('Week'), 85: on, 46: text('Empty'), 4: text('Occupied'), 104: off },
    87: Array.from({ length: 16 }, () => free),
  })
  device.put(15, 1, { 77: text('Alarms') })
  putSchedule(device, 1, {
    ...{ name: `Hours ${number}`, week: week(day([6, on], [22, off])), standard: off, present: on },
    targets: target(binaryValue, 1),
  })
  device.put(17, 1, { 81: boolean(false) })
  device.arrays.set(123, (octets) => writtenElements('week', octets))
  device.arrays.set(38, (octets) => writtenElements('exceptions', octets))
  return device
}

/** Returns what the levels of an output hold, by level. */
export function heldLevels(device: VirtualDevice, instance: number): Record<number, number> {
  let octets = Buffer.from(device.octets().get(`${analogOutput}:${instance}/87`) ?? '', 'hex')
  const held: Record<number, number> = {}
  for (let level = 1; level <= 16; level += 1) {
    const isHeld = octets[0] === 0x44
    if (isHeld) held[level] = Math.round(octets.readFloatBE(1) * 10) / 10
    octets = octets.subarray(isHeld ? 5 : 1)
  }
  return held
}

/** Lets another workstation hold a level of an output. */
export function holdLevel(device: VirtualDevice, instance: number, { level, value }: { level: number; value: number }) {
  const levels = heldLevels(device, instance)
  const all = Array.from({ length: 16 }, (_, at): Octets => {
    const held = at + 1 === level ? value : levels[at + 1]
    return held === undefined ? free : real(held)
  })
  device.put(analogOutput, instance, { 87: all, 85: all.find((one) => one !== free) ?? real(0) })
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}

/** Builds the program of the link and returns its file, below node_modules, so that packages are found. */
async function buildLink(worker: number): Promise<string> {
  const outfile = `node_modules/.cache/test-bacnet-journeys/link-${worker}.mjs`
  await mkdir('node_modules/.cache/test-bacnet-journeys', { recursive: true })
  await build({
    entryPoints: ['tests/harness/bacnet-link-program.ts'],
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile },
  })
  return outfile
}

/** Two sites of five devices each; two of the second are behind a router. */
function hostsOf(devices: readonly VirtualDevice[]): VirtualHost[][] {
  const alone = (one: VirtualDevice) => virtualHost([{ device: one }])
  const routed = devices.slice(8).map((device, at) => ({ device, station: { network: 2001, mac: at + 1 } }))
  return [devices.slice(0, 5).map(alone), [...devices.slice(5, 8).map(alone), virtualHost(routed)]]
}

async function startSite(worker: number): Promise<BacnetSite> {
  const program = await buildLink(worker)
  const folder = await mkdtemp(join(tmpdir(), 'plantroom-journeys-'))
  const clockFile = join(folder, 'clock')
  process.env.LINK_CLOCK = clockFile
  const now = Date.now()
  const link = createProcessLink({ command: process.execPath, args: [program], log: pino({ level: 'silent' }) })
  const product = await startTestConsole({
    hasMovableClock: true,
    services: {
      ...{ links: { bacnet: link }, start: now, frozen: false },
      env: { SEED_EPOCH: new Date(now).toISOString().slice(0, 10) },
    },
  })
  const call: BacnetSite['call'] = async (line, body, service = 'site') => {
    const reply = await product.services.call(service, line, { as: 'amelie', body })
    expect(reply.status, `${line}: ${JSON.stringify(reply.body)}`).toBeLessThan(300)
    return reply.body
  }
  const { world } = product.services
  const tenantId = tenantIdOf(world, 'boreal')
  const customer = await call(`POST /tenants/${tenantId}/customers`, { name: 'Harbour Clinics' }, 'tenant')
  const groupName = 'Clinics of the harbour'
  const group = await call(`POST /customers/${customer.id}/sitegroups`, { name: groupName })
  const devices = Array.from({ length: 10 }, (_, at) => plantOf(1_001 + at))
  const opened: OpenHost[] = []
  const ids = new Map<number, string>()
  for (const [at, hosts] of hostsOf(devices).entries()) {
    const address = (one: number) => `127.${60 + worker}.${at + 1}.${one + 1}`
    const own = await Promise.all(hosts.map((host, one) => openVirtualHost(host, { address: address(one) })))
    opened.push(...own)
    const broadcastTo = own.map(({ port }, one) => ({ address: address(one), port }))
    const added = await addControllers(call, {
      ...{ customerId: customer.id, siteGroupId: group.id, name: `Clinic ${at + 1}`, broadcastTo },
      instances: devices.slice(at * 5, at * 5 + 5).map(({ options }) => options.instance),
    })
    for (const [instance, id] of added) ids.set(instance, id)
  }
  const plants = devices.map((device) => ({
    ...{ device, alarms: new VirtualAlarms(device), id: ids.get(device.options.instance) ?? '' },
  }))
  const pointsOf = async (plant: Plant) => (await call(`GET /devices/${plant.id}/points`)) as Point[]
  for (const plant of plants) {
    await expect
      .poll(async () => (await pointsOf(plant)).filter(({ presentValue }) => presentValue !== null).length, {
        timeout: 60_000,
      })
      .toBe(11)
    await call(`PUT /x/devices/${plant.id}/writing`, { isOn: true, reason: 'Commissioned' })
  }
  let ahead = 0
  return {
    ...{ product, customer: { tenantId, customerId: customer.id }, groupName, plants, call },
    async pointOf(plant, name) {
      const point = (await pointsOf(plant)).find((one) => one.name === name)
      if (!point) throw new Error(`There is no point ${name}`)
      return point
    },
    async pass(ms) {
      ahead += ms
      world.clock.advance(ms)
      writeFileSync(clockFile, String(ahead))
      const reached = `${clockFile}.reached`
      while (!existsSync(reached) || Number(readFileSync(reached, 'utf8')) < ahead) await setTimeout(20)
    },
    async close() {
      await product.close()
      for (const host of opened) await host.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Addition {
  customerId: string
  siteGroupId: string
  name: string
  broadcastTo: readonly { address: string; port: number }[]
  instances: readonly number[]
}

/** Adds a site with a network and what a search finds there; returns the ids of the controllers by instance. */
async function addControllers(
  call: BacnetSite['call'],
  { customerId, siteGroupId, name, broadcastTo, instances }: Addition,
): Promise<Map<number, string>> {
  const site: Site = await call(`POST /customers/${customerId}/sites`, {
    ...{ name, siteGroupId, timeZone: 'America/Toronto' },
  })
  const building = await call(`POST /sites/${site.id}/buildings`, { name: 'Main building' })
  const space = await call(`POST /buildings/${building.id}/spaces`, { name: 'Ground floor' })
  const network = await call(`POST /x/sites/${site.id}/controller-networks`, {
    ...{ name: 'Plant', address: '127.0.0.1', port: await freeUdpPort(), broadcastTo },
  })
  const networkId: string = network.data.id
  await call(`POST /x/controller-networks/${networkId}/searches`, {})
  await expect
    .poll(async () => (await call(`GET /x/controller-networks/${networkId}/findings`)).data.length, { timeout: 60_000 })
    .toBe(instances.length)
  const { data } = await call(`POST /x/spaces/${space.id}/found-controllers`, {
    ...{ networkId, controllers: instances.map((instance) => ({ instance })) },
  })
  return new Map(instances.map((instance, at) => [instance, data[at].id]))
}

export const test = base.extend<Record<never, never>, { site: BacnetSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture is made of
    async ({}, use, { parallelIndex }) => {
      const site = await startSite(parallelIndex)
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  consoleOf: [async ({ site }, use) => use(async () => site.product), { scope: 'worker', timeout: 300_000 }],
})

export { expect }
