/** Live values: one stream of events for a page, fed by one subscription for all who look at a controller. */
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LiveTrouble, LiveValue } from '../../app/features/point/shared/live'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { type EventStream, openEventStream } from '../harness/event-stream'
import { listenUpstream } from '../harness/upstream'
import type { Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let usha: Visitor
let at: Parameters<typeof href<'device'>>[1]
let subscriptionId: string
const opened: EventStream[] = []

const flags = join(tmpdir(), `plantroom-live-values-${process.pid}.json`)
const handler = deviceIdOf('story-1')
const pointId = (objectType: string, instance: number) => seedId('point', `${handler}/${objectType}/${instance}`)
const fanSpeed = pointId('analogOutput', 4)
const supplySetpoint = pointId('analogValue', 1)
/** Time for what the console does every few seconds. */
const soon = { timeout: 20_000, interval: 50 }

beforeAll(async () => {
  await writeFile(flags, '{}')
  product = await startTestConsole({ env: { FEATURES_FILE: flags }, hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  usha = await englishReader(product, 'usha')
  const { body } = await product.services.call('site', `GET /devices/${handler}`, { as: 'marcus' })
  const node = (type: string) => body.path.findLast((one: { type: string }) => one.type === type)?.id ?? 'none'
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1001'),
    groupId: node('group'),
    siteId: body.siteId,
    buildingId: node('building'),
    spaceId: body.spaceId,
    deviceId: handler,
  }
  const lease = { deviceId: handler, pointIds: [fanSpeed, supplySetpoint], leaseSec: 900 }
  const followed = await product.services.call('site', 'PUT /points/subscribe', { as: 'marcus', body: lease })
  subscriptionId = followed.body.subscriptionId
})
afterAll(() => product.close())
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
  await product.services.control('DELETE /services/site/inject')
  await expect.poll(subscriptions, soon).toBe(0)
})

const streamOf = (search: Record<string, string | string[]> = {}) =>
  href('customerPointsLive', { tenantId: at.tenantId, customerId: at.customerId }, { auto: 'live', ...search })

async function open(visitor: Visitor, points: readonly string[] = [fanSpeed], device = handler): Promise<EventStream> {
  const stream = await openEventStream(visitor, streamOf({ device, point: [...points] }))
  opened.push(stream)
  return stream
}

const status = async (visitor: Visitor, search: Record<string, string | string[]>) => {
  const stream = await openEventStream(visitor, streamOf(search))
  await stream.close()
  return stream.status
}

/** Subscriptions at the service beside that of who writes here. */
const subscriptions = () =>
  product.services.world.store.get<{ n: number }>(
    'SELECT count(*) AS n FROM subscription WHERE id <> ?',
    subscriptionId,
  )?.n ?? 0

/** Who has no session any more cannot end a subscription: it ends with its lease. */
const letLeasesEnd = () => product.services.world.clock.advance(91_000)

/** Lets half a second pass for the console at each look. */
const asTimePasses =
  <Seen>(look: () => Seen) =>
  async () => {
    await product.pass(500)
    return look()
  }

const values = ({ events }: EventStream) =>
  events.flatMap(({ name, data }) => (name === 'values' ? (data as LiveValue[]) : []))
const latest = (stream: EventStream, id = fanSpeed) => values(stream).findLast((one) => one.pointId === id)
const troubles = ({ events }: EventStream) =>
  events.flatMap(({ name, data }) => (name === 'trouble' ? [data as LiveTrouble] : []))
const reasons = ({ events }: EventStream) => events.flatMap(({ name, data }) => (name === 'ended' ? [data] : []))

/** Sets a value as somebody beside the console does. */
async function write(pointValue: number, id = fanSpeed): Promise<void> {
  const body = { pointValue, subscriptionId, deviceId: handler }
  expect((await product.services.call('site', `PUT /points/${id}/override`, { as: 'marcus', body })).status).toBe(200)
}

const calls = (heard: readonly { method: string; url: string }[], part: string) =>
  heard.filter(({ url }) => url.includes(part)).length

describe('live values', () => {
  test('arrive as they change, in the words and units of each reader, with states and time', async () => {
    const marcus = await product.signedIn('marcus')
    marcus.setCookie('lng', 'fr')
    const [own, french] = [await open(amelie, [fanSpeed, supplySetpoint]), await open(marcus, [supplySetpoint])]
    expect(own.headers.get('content-type')).toBe('text/event-stream')
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect(own.headers.get('x-accel-buffering')).toBe('no')
    expect(own.headers.get('content-encoding')).toBeNull()
    await expect.poll(() => latest(own)?.text, soon).toMatch(/^\d+(\.\d)?\s%$/)
    await write(37)
    await expect.poll(() => latest(own)?.text, soon).toMatch(/^37(\.0)?\s%$/)
    expect(latest(own)).toMatchObject({ value: 37, isOld: false, said: '', level: 8, when: expect.any(String) })
    expect(latest(own)?.states).toContainEqual({ name: 'override', tone: 'warn', text: 'Overridden' })
    await write(20, supplySetpoint)
    await expect.poll(() => latest(own, supplySetpoint)?.text, soon).toMatch(/^20(\.0)?\s°C$/)
    await expect.poll(() => latest(french, supplySetpoint)?.text, soon).toMatch(/^68(,0)?\s°F$/)
  })

  test('take one subscription for twenty who look, and a call a second, and leave nothing behind', async () => {
    const upstream = listenUpstream(product.services)
    const begun = Date.now()
    const streams = await Promise.all(Array.from({ length: 20 }, (_, index) => open(index % 2 ? amelie : usha)))
    await expect.poll(() => streams.filter((one) => latest(one)).length, soon).toBe(20)
    await write(41)
    await expect.poll(() => streams.filter((one) => latest(one)?.value === 41).length, soon).toBe(20)
    const heard = upstream.heard()
    upstream.stop()
    expect(calls(heard, '/points/subscribe')).toBe(1)
    expect(calls(heard, '/enumeration-points')).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - begun) / 1_000))
    expect(subscriptions()).toBe(1)
    await Promise.all(streams.map((one) => one.close()))
    await expect.poll(subscriptions, soon).toBe(0)
  })

  test('are not asked for any more as soon as nobody looks', async () => {
    const stream = await open(amelie)
    await expect.poll(() => latest(stream), soon).toBeDefined()
    const left = Date.now()
    await stream.close()
    await expect.poll(subscriptions, soon).toBe(0)
    // Not only when the console next has something to write, after up to fifteen seconds.
    expect(Date.now() - left).toBeLessThan(10_000)
  })

  test('go on for the others when the one who subscribed leaves', async () => {
    const first = await open(amelie)
    await expect.poll(() => latest(first), soon).toBeDefined()
    const second = await open(usha)
    await first.close()
    await write(43)
    await expect.poll(() => latest(second)?.value, soon).toBe(43)
    await expect.poll(subscriptions, soon).toBe(1)
  })

  test('of further points join the same subscription', async () => {
    const first = await open(amelie)
    await expect.poll(() => latest(first), soon).toBeDefined()
    const second = await open(amelie, [supplySetpoint])
    await expect.poll(() => latest(second, supplySetpoint), soon).toBeDefined()
    expect(latest(first, supplySetpoint)).toBeUndefined()
    await expect.poll(subscriptions, soon).toBe(1)
  })

  test('are followed again once their lease is over', async () => {
    const stream = await open(amelie)
    await expect.poll(() => latest(stream), soon).toBeDefined()
    product.services.world.store.run('DELETE FROM subscription WHERE id <> ?', subscriptionId)
    await write(47)
    await expect.poll(() => latest(stream)?.value, soon).toBe(47)
    expect(troubles(stream)).toEqual([])
  })

  test('are out of date while their service fails, and the page reads itself after some time', async () => {
    const stream = await open(amelie)
    await expect.poll(() => latest(stream), soon).toBeDefined()
    for (const match of [`GET /devices/${handler}/subscriptions`, 'PUT /points/subscribe'])
      await product.services.control('POST /services/site/inject', { match, kind: 'status', status: 500 })
    await expect
      .poll(() => troubles(stream).at(0), soon)
      .toEqual({
        pointIds: [fanSpeed],
        isStale: true,
        said: 'Stale: no update since',
        isPolled: false,
      })
    await expect
      .poll(
        asTimePasses(() => troubles(stream).at(-1)?.isPolled),
        soon,
      )
      .toBe(true)
    const before = values(stream).length
    await product.services.control('DELETE /services/site/inject')
    await expect
      .poll(
        asTimePasses(() => values(stream).length),
        soon,
      )
      .toBeGreaterThan(before)
  })

  test.each([404, 405, 501])(
    'of a service that answers %i are read with the page, and are not out of date',
    async (code) => {
      await product.services.control('POST /services/site/inject', {
        match: 'PUT /points/subscribe',
        kind: 'status',
        status: code,
      })
      const stream = await open(amelie)
      await expect
        .poll(() => troubles(stream).at(0), soon)
        .toEqual({ pointIds: [fanSpeed], isStale: false, said: '', isPolled: true })
    },
  )

  test('that one person may not follow are followed by another', async () => {
    await product.services.control('POST /services/site/inject', {
      match: 'PUT /points/subscribe',
      kind: 'status',
      status: 409,
      errorCode: 4011,
      times: 1,
    })
    const streams = await Promise.all([open(amelie), open(usha)])
    await expect.poll(() => streams.filter((one) => latest(one)).length, soon).toBe(2)
  })

  test('end with the session of their reader', async () => {
    const visitor = await englishReader(product, 'amelie')
    const [stream, other] = [await open(visitor), await open(usha)]
    await expect.poll(() => latest(stream) && latest(other), soon).toBeDefined()
    await visitor.post('/logout', [])
    await stream.ended
    expect(reasons(stream)).toEqual([{ reason: 'session' }])
    await write(53)
    await expect.poll(() => latest(other)?.value, soon).toBe(53)
    expect(latest(stream)?.value).not.toBe(53)
    letLeasesEnd()
  })

  test('end with the flag', async () => {
    const stream = await open(amelie)
    await writeFile(flags, JSON.stringify({ subscriptions: false }))
    await stream.ended
    expect(reasons(stream)).toEqual([{ reason: 'session' }])
    expect(await status(amelie, { device: handler, point: fanSpeed })).toBe(404)
    const page = await amelie.get(href('point', { ...at, pointId: fanSpeed }))
    expect(page.root.querySelectorAll('[data-live]')).toHaveLength(0)
    expect(page.text).toMatch(/\d+ %/)
    await writeFile(flags, '{}')
    await expect.poll(() => status(amelie, { device: handler, point: fanSpeed }), soon).toBe(200)
    letLeasesEnd()
  })

  test('are of the own customer alone, of known controllers and points, and no more than a page shows', async () => {
    const other = deviceIdOf('story-4')
    const ask = (search: Record<string, string | string[]>) => status(amelie, search)
    expect(await ask({ device: handler, point: fanSpeed })).toBe(200)
    const none = await openEventStream(amelie, streamOf())
    await none.ended
    expect([none.status, none.events]).toEqual([200, []])
    expect(await ask({ device: handler, point: seedId('point', 'none') })).toBe(404)
    expect(await ask({ device: seedId('device', 'none'), point: fanSpeed })).toBe(404)
    expect(await ask({ device: other, point: fanSpeed })).not.toBe(200)
    expect(await ask({ device: handler, point: Array.from({ length: 201 }, (_, one) => `p${one}`).join() })).toBe(400)
    const claire = await englishReader(product, 'nadia')
    expect(await status(claire, { device: handler, point: fanSpeed })).toBe(404)
    const elsewhere = { tenantId: at.tenantId, customerId: customerIdOf('CUS1004') }
    const foreign = href('customerPointsLive', elsewhere, { device: handler, point: fanSpeed })
    expect([302, 404]).toContain((await amelie.raw('GET', foreign)).status)
    expect((await product.visitor().raw('GET', streamOf({ device: handler, point: fanSpeed }))).status).toBe(302)
    const data = streamOf({ device: handler, point: fanSpeed }).replace('/live?', '/live.data?')
    expect((await amelie.raw('GET', data)).status).not.toBe(200)
  })

  test('are one stream for a page: a person has a hundred', async () => {
    const streams = await Promise.all(Array.from({ length: 100 }, () => open(amelie)))
    expect(new Set(streams.map((one) => one.status))).toEqual(new Set([200]))
    expect(await status(amelie, { device: handler, point: fanSpeed })).toBe(503)
    expect((await amelie.get('/profile')).status).toBe(200)
    await streams[0]?.close()
    await expect.poll(() => status(amelie, { device: handler, point: fanSpeed }), soon).toBe(200)
  })

  test('leave nothing behind past their lease when the console is killed', async () => {
    const stream = await open(amelie)
    await expect.poll(() => latest(stream), soon).toBeDefined()
    await product.stop('SIGKILL')
    letLeasesEnd()
    await expect.poll(subscriptions, soon).toBe(0)
    await product.start()
  })

  test('end before the console does, and their subscriptions with them', async () => {
    const stream = await open(amelie)
    await expect.poll(() => latest(stream), soon).toBeDefined()
    expect(await product.stop()).toBe(0)
    await stream.ended
    expect(reasons(stream)).toEqual([{ reason: 'stopping' }])
    expect(subscriptions()).toBe(0)
    await product.start()
  })
})
