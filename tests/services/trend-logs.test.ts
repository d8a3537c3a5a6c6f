/** The trend log of a device in the history of its point: whole, each record once, over a restart of the services. */
import { createSocket } from 'node:dgram'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createBacnetLink } from '../../services/bacnet/link/bacnet-link'
import { systemTimers } from '../../services/bacnet/timers'
import { seedId } from '../../services/kit/deterministic'
import { requestConfiguration } from '../../services/link/configuration'
import { siteIdOf } from '../../services/seed/fleet-write'
import { type Services, startTestServices } from '../harness/services'
import { enumerated, openVirtualHost, real, text, VirtualDevice, virtualHost } from '../harness/virtual-bacnet'
import { dateAndTime, VirtualLog } from '../harness/virtual-logs'

/** A thousand where time does not matter. */
const count = process.env.PROVE === '1' ? 1_000 : 100
const deviceId = seedId('device', 'montcalm-BIB-ECYAPEX-1')
const minute = 60_000
const zoneMs = 5 * 60 * minute
const device = new VirtualDevice({ instance: 7 }).put(0, 1, { 77: text('SAT'), 85: real(20), 117: enumerated(62) })
const log = new VirtualLog(device, { instance: 1, of: [0, 1] })
/** What its clock shows: that of its site, in winter. */
const wallOf = (at: number) => at - zoneMs

const opened: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of opened.reverse()) await close()
})

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}

const soon = <Result>(work: () => Result) => vi.waitFor(work, { timeout: 20_000, interval: 50 })

interface LogRow {
  records: number
  minutes: number
  missed: number
}

test('its records fill what was before, and those of a stop what was missed, none twice', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-logs-'))
  opened.push(() => rm(dataDir, { recursive: true, force: true }))
  const host = await openVirtualHost(virtualHost([{ device }]))
  opened.push(() => host.close())
  const start = Math.floor(Date.parse('2026-03-04T17:00:00Z') / minute) * minute
  let services: Services = await open(start)

  /** Starts the services at a moment; the link and the device have their time. */
  function open(at: number): Promise<Services> {
    const aheadMs = at - Date.now()
    const now = () => Date.now() + aheadMs
    device.onRequest = () => {
      const octets = dateAndTime(wallOf(now()))
      device.put(8, 7, { 56: octets.slice(0, 5), 57: octets.slice(5) })
    }
    const link = createBacnetLink({ timers: { ...systemTimers, now } })
    return startTestServices({ links: { bacnet: link }, dataDir, start: at, frozen: false })
  }
  const row = () => services.world.store.get<LogRow>('SELECT records, minutes, missed FROM trend_log')
  const call = (line: string, body?: unknown) => services.call('site', line, { as: 'amelie', body })
  const valuesOf = async (pointId: string, from: number, to: number, everyMinutes = 1) => {
    const window = { from, to, everyMinutes }
    const read = await services.world.histories.of(deviceId).between([pointId], window)
    return (read.get(pointId) ?? []).map(({ value }) => value)
  }

  for (let at = 0; at < count; at++) log.add(wallOf(start - (count - at) * 15 * minute), 100 + at)
  device.put(20, 1, { 134: [0x23, 1, 0x5f, 0x90] })
  const network = await call(`POST /x/sites/${siteIdOf(41)}/controller-networks`, {
    ...{ name: 'Plant', address: '127.0.0.1', port: await freeUdpPort(), bbmd: null },
    broadcastTo: [{ address: '127.0.0.1', port: host.port }],
  })
  expect(network.status, JSON.stringify(network.body)).toBe(201)
  const networkId = network.body.data?.id ?? network.body.id
  const { store } = services.world
  store.run(`UPDATE device SET protocol = 'bacnet' WHERE id = ?`, deviceId)
  store.run('DELETE FROM point WHERE device_id = ?', deviceId)
  store.run('INSERT INTO networked_device (device_id, network_id, instance) VALUES (?,?,7)', deviceId, networkId)
  requestConfiguration(services.world)
  await soon(() => expect(row()).toEqual({ records: count, minutes: count, missed: 0 }))
  const point = services.world.store.get<{ id: string }>('SELECT id FROM point WHERE device_id = ?', deviceId)?.id ?? ''
  const first = start - count * 15 * minute
  const whole = Array.from({ length: count }, (_, at) => 100 + at)
  expect(await valuesOf(point, first, start, 15)).toEqual(whole)
  await services.close()

  for (let at = 1; at <= 20; at++) log.add(wallOf(start + at * 15 * minute), 2_000 + at)
  services = await open(start + 6 * 60 * minute)
  opened.push(() => services.close())
  await soon(() => expect(row()).toEqual({ records: count + 20, minutes: count + 20, missed: 0 }))
  expect(await valuesOf(point, first, start, 15)).toEqual(whole)
  const stop = await valuesOf(point, start + 15 * minute, start + 21 * 15 * minute, 15)
  expect(stop).toEqual(Array.from({ length: 20 }, (_, at) => 2_001 + at))
  expect(new Set(log.sent.filter((number) => number > count)).size).toBe(20)
})
