/**
 * The weeks of BACnet controllers in the console: read only until writing is switched on, then edited and written object
 * by object; what the controller refuses or changes itself is said; a holiday goes to two controllers at once.
 */
import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { createBacnetLink } from '../../services/bacnet/link/bacnet-link'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { enumerated, free, openVirtualHost, text, VirtualDevice, virtualHost } from '../harness/virtual-bacnet'
import { putClock } from '../harness/virtual-clock'
import {
  calendarException,
  date,
  day,
  exception,
  onDate,
  putCalendar,
  putSchedule,
  target,
  week,
  writtenElements,
} from '../harness/virtual-schedules'
import type { Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, watch } from './on-record'

const [on, off] = [enumerated(1), enumerated(0)]
const office = day([6, on], [22, off])

function plant(instance: number): VirtualDevice {
  const device = new VirtualDevice({ instance }).put(5, 1, {
    ...{ 77: text('OCC'), 85: on, 4: text('Occupied'), 46: text('Empty'), 104: off },
    87: Array.from({ length: 16 }, () => free),
  })
  putCalendar(device, 1, 'Holidays', onDate(date(2031, 12, 25, 4)))
  putSchedule(device, 1, {
    ...{ name: `Occupancy ${instance}`, week: week(office), standard: off, present: on, targets: target(5, 1) },
    exceptions: [calendarException(1, day([0, off]), 8), exception(onDate(date(2031, 255, 33)), day([8, on]))],
  })
  device.arrays.set(123, (octets) => writtenElements('week', octets))
  device.arrays.set(38, (octets) => writtenElements('exceptions', octets))
  return device
}

const devices = [plant(31), plant(32)] as const
const [first, second] = devices

let product: Console
let amelie: Visitor
let hosts: Awaited<ReturnType<typeof openVirtualHost>>[]
const ids: string[] = []
let at: { tenantId: string; customerId: string; groupId: string; siteId: string; buildingId: string; spaceId: string }

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}

const site = (line: string, body?: unknown) => product.services.call('site', line, { as: 'amelie', body })
const soon = <Result>(work: () => Promise<Result> | Result) => vi.waitFor(work, { timeout: 10_000, interval: 100 })
const documentOf = async (deviceId: string) =>
  (await product.services.call('operations', `GET /schedules/${deviceId}`, { as: 'amelie' })).body

beforeAll(async () => {
  hosts = await Promise.all(devices.map((device) => openVirtualHost(virtualHost([{ device }]))))
  product = await startTestConsole({ services: { links: { bacnet: createBacnetLink() } } })
  amelie = await englishReader(product, 'amelie')
  const { world } = product.services
  const spaceId = seedId('space', '41-1-1')
  at = {
    tenantId: tenantIdOf(world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
    buildingId: world.store.get<{ id: string }>('SELECT building_id AS id FROM space WHERE id = ?', spaceId)?.id ?? '',
    spaceId,
  }
  const broadcastTo = hosts.map(({ port }) => ({ address: '127.0.0.1', port }))
  const own = { address: '127.0.0.1', port: await freeUdpPort() }
  const network = await site(`POST /x/sites/${at.siteId}/controller-networks`, { name: 'Plant', ...own, broadcastTo })
  expect(network.status, JSON.stringify(network.body)).toBe(201)
  const networkId = network.body.data?.id ?? network.body.id
  await site(`POST /x/controller-networks/${networkId}/searches`, {})
  await soon(async () => {
    const added = await site(`POST /x/spaces/${at.spaceId}/found-controllers`, {
      networkId,
      controllers: [{ instance: 31 }, { instance: 32 }],
    })
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    ids.push(...added.body.data.map(({ id }: { id: string }) => id))
  })
  await soon(async () => {
    for (const id of ids) expect((await documentOf(id)).schedules).toHaveLength(1)
  })
})
afterAll(async () => {
  await product.close()
  for (const host of hosts) await host.close()
})

const controller = (index: number) => ({ ...at, deviceId: ids[index] ?? '' })
const schedule = (index: number) => ({ ...controller(index), scheduleId: 'sch-1' })
const writes = (device: VirtualDevice) =>
  device.changes.filter((one) => one.startsWith('17:')).map((one) => one.split('@')[0])
const allowWriting = (index: number) =>
  site(`PUT /x/devices/${ids[index]}/writing`, { isOn: true, reason: 'Commissioned' })

test('a controller that is only read shows its week, and who may switch writing on', async () => {
  const page = await amelie.get(href('deviceSchedule', schedule(0)))
  expect(page.text).toContain('06:00–22:00')
  expect(page.text).toContain('The schedules of this controller are read only')
  expect(page.text).toContain('1 entry of a kind that is not known here')
  expect(page.root.querySelector(`main a[href*="${href('scheduleSettings', schedule(0))}"]`)).toBeNull()
  expect((await page.follow('Change writing')).address).toContain(href('deviceWriting', controller(0)))
  const { eTag, calendars, schedules } = await documentOf(ids[0] ?? '')
  const [point] = (await product.services.call('site', `GET /devices/${ids[0]}/points`, { as: 'amelie' })).body
  expect(schedules[0].listOfObjectPropertyReferences).toMatchObject([{ objectType: 'binaryValue', pointId: point.id }])
  const commanded = page.root.querySelector(`main a[href="${href('point', { ...controller(0), pointId: point.id })}"]`)
  expect(commanded?.closest('tr')?.structuredText.replace(/\s+/g, ' ').trim()).toBe(
    'OCC binaryValue 1 Occupied Own controller',
  )
  schedules[0].weeklySchedule[5] = [{ start: '08:00', end: '12:00', value: true }]
  const save = await product.services.call('operations', `PUT /schedules/${ids[0]}`, {
    ...{ as: 'amelie', body: { eTag, calendars, schedules } },
  })
  expect(save.body).toMatchObject({ errorCode: 4801, errors: { 'schedules.0': 'errors.schedule.writingOff' } })
  const created = await product.services.call('operations', `PUT /schedules/${ids[0]}`, {
    ...{ as: 'amelie', body: { eTag, calendars, schedules: [...schedules, { name: 'New' }] } },
  })
  expect(created.body.errorCode).toBe(4310)
  expect(writes(first)).toEqual([])
})

test('once writing is on, an edited day reaches the controller, on record, and its value is the one it states', async () => {
  await allowWriting(0)
  const seen = await watch(product, amelie)
  const page = await soon(async () => {
    const own = await amelie.get(href('scheduleSettings', schedule(0)))
    expect(own.status).toBe(200)
    return own
  })
  const plan = await page.submit(form, { fill: { 'weekly.5': '08:00-12:00 Occupied' } })
  expect(plan.text).toContain('Saturday')
  await plan.submit(form, { fill: { reason: 'Open day' } })
  await soon(async () => expect((await documentOf(ids[0] ?? '')).syncState).toBe('inSync'))
  expect(writes(first)).toEqual(['17:1/123'])
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
  first.put(17, 1, { 85: off })
  expect((await documentOf(ids[0] ?? '')).schedules[0]).toMatchObject({ presentValue: true, isWritable: true })
})

test('what the controller refuses is said by object, with its answer, and can be sent again', async () => {
  first.refusals.set('17:1/88', [2, 40])
  const page = await amelie.get(href('scheduleSettings', schedule(0)))
  const plan = await page.submit(form, { fill: { priorityForWriting: '12' } })
  const done = await plan.submit(form, { fill: { reason: 'Below operators' } })
  await soon(async () => expect((await documentOf(ids[0] ?? '')).syncState).toBe('failed'))
  const after = await amelie.get(done.address)
  expect(after.text).toContain('Not accepted by controller')
  expect(after.text).toContain('write priority (the controller does not let it be written)')
  first.refusals.clear()
  const again = await (await amelie.get(href('scheduleSettings', schedule(0)))).submit(form)
  await again.submit(form, { fill: { reason: 'Again' } })
  await soon(async () => expect((await documentOf(ids[0] ?? '')).syncState).toBe('inSync'))
  expect(writes(first).at(-1)).toBe('17:1/88')
})

test('of two saves, one right after the other, the second is what the controller has', async () => {
  const before = await documentOf(ids[0] ?? '')
  const kept = structuredClone(before.schedules)
  const save = async (eTag: string, saturday: unknown[]) => {
    const schedules = structuredClone(kept)
    schedules[0].weeklySchedule[5] = saturday
    const body = { eTag, calendars: before.calendars, schedules }
    const reply = await product.services.call('operations', `PUT /schedules/${ids[0]}`, { as: 'amelie', body })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body.eTag ?? reply.body.data?.eTag
  }
  const eTag = await save(before.eTag, [{ start: '10:00', end: '11:00', value: true }])
  await save(eTag, kept[0].weeklySchedule[5])
  await soon(async () => expect((await documentOf(ids[0] ?? '')).syncState).toBe('inSync'))
  expect((await documentOf(ids[0] ?? '')).schedules[0].weeklySchedule[5]).toEqual(kept[0].weeklySchedule[5])
  const copy = product.services.world.store.get<{ schedules: string }>(
    'SELECT schedules FROM controller_schedule WHERE device_id = ?',
    ids[0] ?? '',
  )
  expect(JSON.parse(copy?.schedules ?? '')[0].weeklySchedule[5]).toEqual(kept[0].weeklySchedule[5])
})

test('a change on the controller is shown as such, and not overwritten by a save over what was there before', async () => {
  const { eTag } = await documentOf(ids[0] ?? '')
  const page = await amelie.get(href('scheduleSettings', schedule(0)))
  first.put(17, 1, { 123: week(day([5, on])) })
  const plan = await page.submit(form, { fill: { 'weekly.6': '08:00-12:00 Occupied' } })
  await plan.submit(form, { fill: { reason: 'Sunday' } })
  await soon(async () => expect((await documentOf(ids[0] ?? '')).syncState).toBe('deviceChanged'))
  const now = await documentOf(ids[0] ?? '')
  expect(now.schedules[0].weeklySchedule[0]).toEqual([{ start: '05:00', end: '24:00', value: true }])
  expect(now.eTag).not.toBe(eTag)
  const own = await amelie.get(href('deviceSchedule', schedule(0)))
  expect(own.text).toContain('changed on the controller meanwhile, not written')
})

test('a holiday is planned for both controllers, and skips one that is only read', async () => {
  const holiday = href('customerScheduleExceptions', { ...at }, { schedule: ids.map((id) => `${id}.sch-1`) })
  const fill = { name: 'New Year', date: '2031-01-01' }
  const skipped = await (await amelie.get(holiday)).submit(form, { fill })
  expect(skipped.text).toContain('Writing to it is off')
  await allowWriting(1)
  const plan = await (await amelie.get(holiday)).submit(form, { fill })
  expect(plan.text).not.toContain('Writing to it is off')
  await plan.submit(form, { fill: { reason: 'Holiday' } })
  await soon(async () => {
    for (const id of ids) expect((await documentOf(id)).syncState).toBe('inSync')
  })
  const newYear = exception(onDate(date(2031, 1, 1, 3)), day([0, off]))
  const sent = second.changes.find((one) => one.startsWith('17:1/38'))
  expect(sent).toContain(Buffer.from(exception(onDate(date(2031, 255, 33)), day([8, on]))).toString('hex'))
  for (const device of devices)
    expect(device.changes.findLast((one) => one.startsWith('17:1/38'))).toContain(
      Buffer.from(newYear.slice(0, -1)).toString('hex'),
    )
  expect((await documentOf(ids[1] ?? '')).schedules[0].exceptionSchedule.at(-1)).toMatchObject({ name: 'New Year' })
})

test('the clocks of controllers are shown with their deviation, and set by a plan, on record', async () => {
  const now = new Date(Date.now() - 3_600_000)
  const local = (zone: string) =>
    Object.fromEntries(
      new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' })
        .formatToParts(now)
        .map(({ type, value }) => [type, Number(value)]),
    )
  const { year, month, day: date, hour, minute, second } = local((await documentOf(ids[0] ?? '')).timeZone)
  const sent = devices.map((device) =>
    putClock(device, {
      shows: [year ?? 0, month ?? 0, date ?? 0, 255, hour ?? 0, minute ?? 0, second ?? 0],
      takes: ['local'],
    }),
  )
  const page = await amelie.get(href('deviceTime', controller(0)))
  expect(page.text).toContain('1 h behind')
  expect(page.text).toContain('no time settings')
  expect(page.text).not.toContain('Time servers')
  const simulated = seedId('device', 'montcalm-RES-ECY303-1')
  const seen = await watch(product, amelie)
  const plan = await amelie.get(href('clocksSetting', at, { device: [...ids, simulated] }))
  expect(plan.text).toContain('its clock follows its time settings')
  expect(plan.text).toContain('1 h behind')
  const done = await plan.submit(form, { fill: { reason: 'Battery' } })
  expect(done.status, done.text).toBe(200)
  expect(sent.map((all) => all.map(({ service }) => service))).toEqual([[6], [6]])
  expect(await seen.outcomes()).toEqual(['intent pending', 'intent pending', 'outcome done', 'outcome done'])
  expect((await amelie.get(href('deviceTime', controller(0)))).text).toContain('(correct)')
})

test('a silent controller states no value, and what it has is still shown', async () => {
  expect((await documentOf(ids[1] ?? '')).schedules[0].presentValue).toBe(true)
  product.services.world.store.run('UPDATE device SET offline_since = 1 WHERE id = ?', ids[1] ?? '')
  expect((await documentOf(ids[1] ?? '')).schedules[0].presentValue).toBeUndefined()
  const page = await amelie.get(href('deviceSchedule', schedule(1)))
  expect(page.text).toContain('The controller does not state it now')
  expect(page.text).toContain('06:00–22:00')
})
