/**
 * A controller of another maker on real packets, from the network of its site to an override in its priority array and an
 * alarm acknowledged in it: the console, the services, the link and a device that speaks for itself.
 */
import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { createBacnetLink } from '../../services/bacnet/link/bacnet-link'
import type { Point } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { changesDevice, isOnLoopback, recordPackets } from '../harness/packets'
import {
  enumerated,
  free,
  openVirtualHost,
  real,
  subordinate,
  text,
  unsigned,
  VirtualDevice,
  virtualHost,
} from '../harness/virtual-bacnet'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, watch } from './on-record'

const output = (name: string) => ({
  ...{ 77: text(name), 85: real(20), 117: enumerated(98), 104: real(20), 69: real(0), 65: real(100) },
  87: Array.from({ length: 16 }, () => free),
})
const device = new VirtualDevice({ instance: 7 })
  .put(0, 1, { 77: text('SAT'), 28: text('Supply air'), 85: real(16.5), 117: enumerated(62), 106: real(0.1) })
  .put(1, 1, output('DAMPER'))
  .put(1, 2, output('VALVE'))
  .put(29, 1, { 77: text('FLOOR2'), 28: text('Floor 2'), 211: [subordinate(29, 2)] })
  .put(29, 2, { 77: text('AHU-1'), 207: text('Air handler'), 211: [subordinate(0, 1)], 210: [text('Supply air')] })
  .put(15, 1, { 77: text('Alarms'), 17: unsigned(1) })

const recording = recordPackets()
/** Packets before writing was switched on. */
let readOnlyPackets = 0
let product: Console
let amelie: Visitor
let host: Awaited<ReturnType<typeof openVirtualHost>>
let port: number
let at: { tenantId: string; customerId: string; groupId: string; siteId: string; buildingId: string; spaceId: string }
let deviceId = ''

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port: own } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return own
}

beforeAll(async () => {
  host = await openVirtualHost(virtualHost([{ device }]), { recording })
  port = await freeUdpPort()
  product = await startTestConsole({ services: { links: { bacnet: createBacnetLink() } } })
  amelie = await englishReader(product, 'amelie')
  const spaceId = seedId('space', '41-1-1')
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
    buildingId:
      product.services.world.store.get<{ id: string }>('SELECT building_id AS id FROM space WHERE id = ?', spaceId)
        ?.id ?? '',
    spaceId,
  }
})
afterAll(async () => {
  await product.close()
  await host.close()
})

const site = (line: string, body?: unknown) => product.services.call('site', line, { as: 'amelie', body })
const points = async (): Promise<Point[]> => (await site(`GET /devices/${deviceId}/points`)).body
const pointNamed = async (name: string) => (await points()).find((one) => one.name === name) as Point
const soon = <Result>(work: () => Promise<Result>) => vi.waitFor(work, { timeout: 10_000, interval: 100 })
const controller = () => ({ ...at, deviceId })
const slots = () => device.changes.filter((one) => one.includes('@'))

test('is found on the network of its site, and added with its points', async () => {
  const page = await (await amelie.get(href('newControllerNetwork', at))).submit(form, {
    fill: { name: 'Plant room', address: '127.0.0.1', port: String(port), broadcastTo: `127.0.0.1:${host.port}` },
  })
  await page.submit(form)
  const own = page.address.split('?')[0] ?? ''
  await soon(async () => expect((await amelie.get(own)).text).toContain('Controller 7'))
  const networkId = own.split('/').at(-1)
  const added = await site(`POST /x/spaces/${at.spaceId}/found-controllers`, {
    networkId,
    controllers: [{ instance: 7 }],
  })
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  deviceId = added.body.data[0].id
  await soon(async () => expect(await pointNamed('SAT')).toMatchObject({ presentValue: 16.5, isWritable: false }))
})

test('has its points in the groups of its Structured Views, where a person looks for a point', async () => {
  const { id } = await pointNamed('SAT')
  const page = await amelie.get(href('point', { ...controller(), pointId: id }))
  const fact = page.root.querySelectorAll('main dt').find(({ text }) => text.trim() === 'Group on the controller')
  expect(fact?.nextElementSibling?.text).toBe('Floor 2 / AHU-1 (Air handler)')
  const listed = await amelie.get(href('devicePoints', controller(), { q: 'floor 2 ahu-1' }))
  expect(listed.root.querySelectorAll('main tbody th').map(({ text }) => text.trim())).toEqual(['Supply air'])
  const file = await amelie.get(href('devicePointsCsv', controller()))
  expect(file.text.split('\n').find((line) => line.includes('SAT'))).toContain('Floor 2 / AHU-1')
})

test('is only read until somebody who may switches writing on, with a reason, on record', async () => {
  const own = await amelie.get(href('device', controller()))
  expect(own.text).toContain('Writing to this controller is off')
  const seen = await watch(product, amelie)
  const page = await own.follow('Change writing')
  const refused = await page.submit(form, { fill: { writing: 'some', objects: 'the damper' } })
  expect([refused.status, refused.text.includes('such as analogValue 3')]).toEqual([422, true])
  const plan = await refused.submit(form, { fill: { writing: 'some', objects: 'analogOutput 1' } })
  expect(plan.text).toContain('On, for the objects named below')
  readOnlyPackets = recording.count
  const done = await plan.submit(form, { fill: { reason: 'Commissioned' } })
  expect(done.text).toContain('Writing to this controller is on for some objects')
  expect(await seen.outcomes()).toEqual(['refusal refused', 'intent pending', 'outcome done'])
  expect((await seen.records())[2]).toMatchObject({ mutation: 'device.writing', reason: 'Commissioned' })
  expect([(await pointNamed('DAMPER')).isWritable, slots()]).toEqual([true, []])
  await soon(async () => expect([...device.recipients.keys()]).toEqual(['15:1']))
  const usha = await englishReader(product, 'usha')
  expect((await usha.get(href('deviceWriting', controller()))).status).toBe(403)
})

test('has an override in slot 8 and no other, and says why it refuses one', async () => {
  const { id } = await pointNamed('DAMPER')
  const page = await amelie.get(href('point', { ...controller(), pointId: id }))
  const held = { pointValue: '45', duration: '2', unit: 'hours', reason: 'The belt is changed' }
  const seen = await watch(product, amelie)
  const after = await page.submit('main form[action$="/override"]', { fill: held })
  expect(after.text).toContain('Held at 45 % by Amélie Tremblay, at level 8')
  expect(slots()).toEqual(['1:1/85@8=4442340000'])
  device.refusal = [2, 37]
  const refused = await after.submit('main form[action$="/override"]', { fill: { ...held, pointValue: '50' } })
  expect(refused.text).toContain('The controller refused the value: it is out of range')
  device.refusal = null
  const automatic = await (await amelie.get(after.address)).submit('main form[action$="/automatic"]', {
    press: 'Return to automatic',
  })
  expect(automatic.text).not.toContain('Held at')
  expect(slots()).toEqual(['1:1/85@8=4442340000', '1:1/85@8=00'])
  const records = await seen.records()
  const at8 = (value: number | null) => Array.from({ length: 16 }, (_, at) => (at === 7 ? value : null))
  expect(records.map(({ entry, outcome, detail }) => [entry, outcome, detail])).toEqual([
    ['intent', 'pending', null],
    ['outcome', 'done', { controller: { answer: 'accepted', before: at8(null), after: at8(45) } }],
    ['intent', 'pending', null],
    ['outcome', 'failed', expect.objectContaining({ key: 'errors.points.answer.valueOutOfRange' })],
    ['intent', 'pending', null],
    ['outcome', 'done', { controller: { answer: 'accepted', before: at8(45), after: at8(null) } }],
  ])
  const [done, , refusal] = records.filter(({ entry }) => entry === 'intent')
  const { tenantId } = at
  const own = await amelie.get(href('change', { tenantId, changeId: records[0]?.changeId ?? '' }))
  expect(own.text).toContain('The controller accepted the write.')
  expect(own.text).toMatch(/Priority array All levels free → \S+ 8: 45 %/)
  expect((await amelie.get(href('trailRecord', { tenantId, sequence: String(done?.sequence) }))).text).toContain(
    '8: 45 %',
  )
  expect((await amelie.get(href('change', { tenantId, changeId: records[3]?.changeId ?? '' }))).text).toContain(
    'The controller refused the value: it is out of range',
  )
  expect(refusal?.reason ?? null).toBeNull()
})

test('has every level that is held on the list, and releases what this console holds on the site at once', async () => {
  const { id } = await pointNamed('DAMPER')
  const page = await amelie.get(href('point', { ...controller(), pointId: id }))
  await page.submit('main form[action$="/override"]', {
    fill: { pointValue: '30', duration: '2', unit: 'hours', reason: 'The filter is changed' },
  })
  const heldNow = Array.from({ length: 16 }, (_, at) => (at === 4 ? real(70) : at === 7 ? real(30) : free))
  device.put(1, 1, { 85: real(70), 87: heldNow })
  const list = (query = {}) => amelie.get(href('siteOverrides', at, query))
  const levels = (page: Page) => page.root.querySelectorAll('main tbody tr').map((row) => row.text.replace(/\s+/g, ' '))
  await soon(async () =>
    expect(
      levels(await list())
        .filter((row) => row.includes('DAMPER'))
        .sort(),
    ).toEqual([expect.stringMatching(/30 %Override.*AT/), expect.stringMatching(/70 %Level 5Other.*No end/)]),
  )
  expect(levels(await list({ held: 'others', level: 'other' }))).toHaveLength(1)
  const plan = await (await list()).follow('Release all that this console holds…')
  expect(plan.text).toContain('DAMPER')
  const before = slots().length
  const done = await plan.submit(form, { fill: { reason: 'All is done' } })
  expect(done.text).toContain('The controller accepted the write.')
  expect(slots().slice(before)).toEqual(['1:1/85@8=00'])
  await soon(async () => expect(levels(await list()).filter((row) => row.includes('DAMPER'))).toHaveLength(1))
  device.put(1, 1, { 85: real(20), 87: Array.from({ length: 16 }, () => free) })
  await soon(async () => expect(levels(await list()).filter((row) => row.includes('DAMPER'))).toHaveLength(0))
})

test('raises an alarm that is acknowledged in it with the name of the person', async () => {
  device.notify([
    ...[0x1c, 2, 0, 0, 7, 0x2c, 0, 0, 0, 1, 0x3e, 0x19, 16, 0x3f, 0x49, 1, 0x59, 100, 0x69, 5],
    ...[0x7d, 9, 0, ...Buffer.from('Too warm')],
    ...[0x89, 0, 0x99, 1, 0xa9, 0, 0xb9, 3, 0xce, 0x5e, 0x0c, ...real(31).slice(1), 0x1a, 4, 0x80],
    ...[0x2c, ...real(1).slice(1), 0x3c, ...real(30).slice(1), 0x5f, 0xcf],
  ])
  const list = () => amelie.get(href('customerAlarms', at, { q: 'Too warm' }))
  await soon(async () => expect((await list()).root.querySelectorAll('main tbody th a')).toHaveLength(1))
  const [link] = (await list()).root.querySelectorAll('main tbody th a')
  const alarm = await amelie.get(link?.getAttribute('href') ?? '')
  expect(alarm.text).toContain('Too warm')
  expect(alarm.text).toMatch(/31(\.0)? °C/)
  const acknowledged = await alarm.submit('main form#acknowledge')
  expect(acknowledged.status, acknowledged.text).toBe(200)
  const sent = device.changes.filter((one) => one.startsWith('acknowledge'))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain(Buffer.from('Amélie Tremblay').toString('hex'))
})

test('refuses the release of one point, and releases the next all the same, call by call', async () => {
  const writing = `/x/devices/${deviceId}/writing`
  const { eTag } = (await site(`GET ${writing}`)).body.data
  expect((await site(`PUT ${writing}`, { isOn: true, reason: 'All of them', eTag })).status).toBe(200)
  const [damper, valve] = [await pointNamed('DAMPER'), await pointNamed('VALVE')]
  for (const { id } of [damper, valve]) {
    const page = await amelie.get(href('point', { ...controller(), pointId: id }))
    const held = { pointValue: '30', duration: '2', unit: 'hours', reason: 'The filter is changed' }
    expect((await page.submit('main form[action$="/override"]', { fill: held })).text).toContain('Held at 30 %')
  }
  const override = [damper, valve].map(({ id }) => `${deviceId}.${id}.8`)
  const plan = await amelie.get(href('overridesClearing', at, { override }))
  // A backend without a call for many.
  product.services.world.faults.inject('site', { match: 'POST /x/overrides', kind: 'status', status: 404 })
  device.refusals.set('1:1/85', [2, 37])
  const before = slots().length
  const seen = await watch(product, amelie)
  const done = await plan.submit(form, { fill: { reason: 'All is done' } })
  expect(slots().slice(before)).toEqual(['1:2/85@8=00'])
  expect(done.text).toContain('1 of 2 done')
  expect(done.text).toContain('The controller refused the value: it is out of range')
  const ends = (await seen.records()).filter(({ entry }) => entry === 'outcome')
  expect(Object.fromEntries(ends.map(({ subject, outcome, detail }) => [subject.id, [outcome, detail]]))).toEqual({
    [damper.id]: ['failed', expect.objectContaining({ code: '4606', key: 'errors.points.answer.valueOutOfRange' })],
    [valve.id]: ['done', null],
  })
  device.refusals.clear()
  product.services.world.faults.clear('site')
})

test('was sent nothing that changes it before, and no packet is malformed', () => {
  const packets = recording.judge()
  expect(packets.filter((one) => !isOnLoopback(one))).toEqual([])
  expect(packets.slice(0, readOnlyPackets).filter(changesDevice)).toEqual([])
})
