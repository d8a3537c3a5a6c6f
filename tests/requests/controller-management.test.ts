/**
 * Managing a controller of another maker from its page: what it states, its trend logs, and orders with a password that
 * is shown, stored and logged nowhere.
 */
import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { createBacnetLink } from '../../services/bacnet/link/bacnet-link'
import { seedId } from '../../services/kit/deterministic'
import { requestConfiguration } from '../../services/link/configuration'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { allowWriting } from '../harness/services'
import {
  enumerated,
  openVirtualHost,
  real,
  text,
  unsigned,
  VirtualDevice,
  virtualHost,
} from '../harness/virtual-bacnet'
import { manageable } from '../harness/virtual-files'
import { VirtualLog } from '../harness/virtual-logs'
import type { Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, watch } from './on-record'

const password = 'Filister#88'
const deviceId = seedId('device', 'montcalm-BIB-ECYAPEX-1')
const device = new VirtualDevice({ instance: 7 })
  .put(0, 1, { 77: text('SAT'), 28: text('Supply air'), 85: real(16.5), 117: enumerated(62) })
  .put(8, 7, { 70: text('TC-9'), 44: text('4.2'), 98: unsigned(1), 139: unsigned(19), 196: enumerated(3) })
const octets = Uint8Array.from({ length: 6_060 }, (_, at) => (at * 7) % 256)
const managed = manageable(device, { password, files: [{ instance: 1, pieces: [octets] }] })
new VirtualLog(device, { instance: 1, of: [0, 1] }).add(Date.parse('2026-03-08T12:00:00Z'), 20)

let product: Console
let amelie: Visitor
let host: Awaited<ReturnType<typeof openVirtualHost>>
let at: Record<'tenantId' | 'customerId' | 'groupId' | 'siteId' | 'buildingId' | 'spaceId' | 'deviceId', string>

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}

const soon = <Result>(work: () => Result) => vi.waitFor(work, { timeout: 15_000, interval: 100 })

beforeAll(async () => {
  host = await openVirtualHost(virtualHost([{ device }]))
  product = await startTestConsole({ services: { links: { bacnet: createBacnetLink() } } })
  amelie = await englishReader(product, 'amelie')
  const { world } = product.services
  const row = world.store.get<{ site_id: string; space_id: string; building_id: string; group_id: string }>(
    `SELECT device.site_id, space_id, space.building_id, site.site_group_id AS group_id
     FROM device JOIN space ON space.id = space_id JOIN site ON site.id = device.site_id WHERE device.id = ?`,
    deviceId,
  )
  at = {
    tenantId: tenantIdOf(world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: row?.group_id ?? '',
    siteId: row?.site_id ?? siteIdOf(41),
    buildingId: row?.building_id ?? '',
    spaceId: row?.space_id ?? '',
    deviceId,
  }
  const network = await product.services.call('site', `POST /x/sites/${at.siteId}/controller-networks`, {
    as: 'amelie',
    body: {
      ...{ name: 'Plant', address: '127.0.0.1', port: await freeUdpPort(), bbmd: null },
      broadcastTo: [{ address: '127.0.0.1', port: host.port }],
    },
  })
  const networkId = network.body.data?.id ?? network.body.id
  world.store.run(`UPDATE device SET protocol = 'bacnet' WHERE id = ?`, deviceId)
  world.store.run('DELETE FROM point WHERE device_id = ?', deviceId)
  world.store.run('INSERT INTO networked_device (device_id, network_id, instance) VALUES (?,?,7)', deviceId, networkId)
  requestConfiguration(world)
  await soon(() => expect(world.store.get('SELECT records FROM trend_log WHERE records > 0')).toBeTruthy())
})
afterAll(async () => {
  await product.close()
  await host.close()
})

const own = () => amelie.get(href('device', at))

test('its page has what it states and its trend logs; what it does not say is not known', async () => {
  const page = await own()
  for (const shown of ['What the controller states', 'Plantroom tests', 'TC-9', '4.2', 'Power lost', 'revision 19'])
    expect(page.text).toContain(shown)
  expect(page.text).toMatch(/Serial number\s*not known/i)
  expect(page.text).toMatch(/Log 1\s*Supply air\s*1/)
  // Nothing can be ordered while writing is off.
  expect(page.text).not.toContain('Restart or silence')
  const early = await (await amelie.get(href('deviceManagement', at))).submit(form, { fill: { order: 'coldStart' } })
  const refused = await early.submit(form, {
    press: '_stage=apply',
    fill: { controllerPassword: password, reason: 'x' },
  })
  expect(refused.text).toContain('Switch writing to this controller on first')
  expect(managed.orders).toEqual([])
})

test('a restart is planned, refused for a wrong password, and done with the right one, on record without it', async () => {
  allowWriting(product.services, deviceId)
  requestConfiguration(product.services.world)
  const seen = await watch(product, amelie)
  const page = await (await own()).follow('Restart or silence')
  expect(page.text).not.toContain('Password of the controller')
  const plan = await page.submit(form, { fill: { order: 'warmStart', minutes: '15' } })
  expect([plan.text.includes('Restart, keeping its state'), managed.orders]).toEqual([true, []])
  const wrong = await soon(async () => {
    const answer = await plan.submit(form, {
      press: '_stage=apply',
      fill: { controllerPassword: 'Wrong#secret', reason: 'Hangs' },
    })
    expect(answer.text).toContain('The controller refused: this is not its password')
    return answer
  })
  expect([wrong.html.includes('Wrong#secret'), managed.orders]).toEqual([false, []])
  const done = await wrong.submit(form, { press: '_stage=apply', fill: { controllerPassword: password } })
  expect(done.address.split('?')[0]).toBe(href('device', at))
  expect(managed.orders).toEqual(['warm'])
  const records = await seen.records()
  expect(records.at(-1)).toMatchObject({ mutation: 'device.manage', reason: 'Hangs' })
  expect(JSON.stringify(records)).not.toMatch(/Filister|Wrong#/)
  const silence = await (await amelie.get(href('deviceManagement', at))).submit(form, {
    fill: { order: 'silenceUnasked', minutes: '60' },
  })
  await silence.submit(form, { press: '_stage=apply', fill: { controllerPassword: password, reason: 'Quiet' } })
  expect(managed.orders).toEqual(['warm', 'reserved 60'])
})

test('a backup has its file octet for octet, and restores it; a wrong password is said so', async () => {
  const { world } = product.services
  const template = await product.services.call('site', `POST /sites/${at.siteId}/configuration-templates`, {
    as: 'amelie',
    body: { name: 'Kept', sections: {} },
  })
  expect(template.status, JSON.stringify(template.body)).toBe(201)
  const backups = href('deviceBackups', at)
  const backUp = async (name: string, controllerPassword: string) => {
    const page = await amelie.get(href('newBackup', at))
    expect(page.text).not.toContain('OpenADR')
    return page.submit(form, { fill: { name, template: template.body.id, controllerPassword } })
  }
  await backUp('Locked', 'Wrong#secret')
  await soon(async () =>
    expect((await amelie.get(backups)).text).toContain('The controller refused: this is not its password'),
  )
  await backUp('Spring', password)
  const row = () =>
    world.store.get<{ id: string; size: number; sha256: string }>(
      `SELECT id, size, sha256 FROM template_backup WHERE name = 'Spring' AND state = 'completed'`,
    )
  await soon(() => expect(row()?.size).toBe(6_060))
  expect(row()?.sha256).toBe(createHash('sha256').update(octets).digest('hex'))
  expect((await amelie.get(backups)).text).toContain('Configuration files of the controller')
  managed.files[0] = { instance: 1, pieces: [new Uint8Array(6_060)] }
  const plan = await amelie.get(href('backupRestoring', { ...at, backupId: row()?.id ?? '' }))
  expect(plan.text).toContain('written to the controller')
  await plan.submit(form, { press: '_stage=apply', fill: { controllerPassword: password, reason: 'Replaced' } })
  await soon(async () => expect((await amelie.get(backups)).text).toMatch(/Restore of Spring\s*Completed/))
  expect(managed.files[0].pieces[0]).toEqual(octets)
  expect(managed.orders.slice(2)).toEqual(['startBackup', 'endBackup', 'startRestore', 'endRestore'])
})

test('no file has the password', () => {
  const { dataDir } = product.services.settings
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const having = files.filter((one) => readFileSync(join(one.parentPath, one.name)).includes('ilister#88'))
  expect(having.map(({ name }) => name)).toEqual([])
  expect(files.length).toBeGreaterThan(1)
})
