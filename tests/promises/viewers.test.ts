/**
 * Live values cost a controller's service the same however many look, and nobody who looks misses one: 200 viewers of 20
 * controllers for five minutes in `npm run prove -- viewers`, some dozens for some seconds in an ordinary run. Figure: how
 * long it takes from the write until everybody who looks has heard the value.
 */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveValue } from '../../app/features/point/shared/live'
import { leaseSec } from '../../app/features/point/shared/live.server'
import { href } from '../../app/hrefs'
import type { Point } from '../../services/contracts/points'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { openEventStream } from '../harness/event-stream'
import { listenUpstream } from '../harness/upstream'
import type { Visitor } from '../harness/visitor'
import { isFull, size, tell } from './size'

const controllers = size({ smoke: 5, full: 20 })
const viewers = size({ smoke: 50, full: 200 })
const seconds = size({ smoke: 6, full: 300 })
/** Longer than the service takes to notice what is over. */
const sweepMs = 31_000

interface Watched {
  deviceId: string
  /** What is written, and one that moves by itself. */
  setpoint: string
  sensor: string
  /** The writer's. */
  subscriptionId: string
}

let product: Console
let people: Visitor[]
let watched: Watched[]

beforeAll(async () => {
  // Its clock runs: leases end and values move as they do.
  product = await startTestConsole({ services: { frozen: false } })
  people = await Promise.all(['amelie', 'usha'].map((login) => product.signedIn(login)))
  const { store } = product.services.world
  const found = store.all<{ id: string }>(
    `SELECT id FROM device WHERE customer_id = ? AND model_type = 'ECYVAV' AND onboarded = 1 AND offline_since IS NULL
     ORDER BY id LIMIT ?`,
    customerIdOf('CUS1004'),
    Math.max(controllers, 20),
  )
  watched = await Promise.all(found.map(({ id }) => watch(id)))
})
afterAll(() => product.close())

/** A controller with its address; the writer follows it apart from the console. */
async function watch(deviceId: string): Promise<Watched> {
  const call = (line: string, body?: unknown) => product.services.call('site', line, { as: 'marcus', body })
  const { body: points } = await call(`GET /devices/${deviceId}/points`)
  const named = (name: string) => (points as Point[]).find((one) => one.name.endsWith(`.${name}`))?.id ?? 'none'
  const setpoint = named('ZoneTempSp')
  const { body } = await call('PUT /points/subscribe', { deviceId, pointIds: [setpoint], leaseSec: 900 })
  return {
    deviceId,
    setpoint,
    sensor: named('ZoneTemp'),
    subscriptionId: body.subscriptionId,
  }
}

/** Follows the points of a controller as a page does; what is heard of the one that is written is kept as numbers. */
function follow(visitor: Visitor, { deviceId, setpoint, sensor }: Watched, heard = new Set<number | null>()) {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const address = href('customerPointsLive', at, {
    auto: 'live',
    device: deviceId,
    point: [setpoint, sensor],
    lng: 'en',
  })
  return openEventStream(visitor, address, ({ name, data }) => {
    for (const { pointId, text } of name === 'values' ? (data as LiveValue[]) : [])
      if (pointId === setpoint) heard.add(Number.parseFloat(text.replace(',', '.')))
  })
}

/** Leases on the points of the watched controllers that are not the writer's. */
const leases = () =>
  product.services.world.store.all<{ expires_at: number }>(
    'SELECT expires_at FROM subscription WHERE id NOT IN (SELECT value FROM json_each(?))',
    JSON.stringify(watched.map(({ subscriptionId }) => subscriptionId)),
  )

/** What the console holds now, in MiB. */
function memory(): number {
  const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${product.pid()}/status`, 'utf8')) ?? []
  return Number(kibibytes) / 1024
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

test(
  `${viewers} viewers of ${controllers} controllers miss nothing, cost one poll a second each, and no memory`,
  async () => {
    const own = watched.slice(0, controllers)
    const heard = Array.from({ length: viewers }, () => new Set<number | null>())
    const delays: number[] = []
    let isWritten = false
    const streams = await Promise.all(
      heard.map((values, index) => {
        const [visitor, one] = [people[index % 2], own[Math.floor(index / 2) % controllers]]
        if (!visitor || !one) throw new Error('nobody looks')
        return follow(visitor, one, values)
      }),
    )

    /** One controller gets value after value, each once everybody who looks has heard the one before. */
    async function write(one: Watched, at: number): Promise<number> {
      const lookers = heard.filter((_, index) => Math.floor(index / 2) % controllers === at)
      for (let written = 0; ; written += 1) {
        const pointValue = 15 + ((written * 7) % 150) / 10
        for (const values of lookers) values.delete(pointValue)
        const { status } = await product.services.call('site', `PUT /points/${one.setpoint}/override`, {
          as: 'marcus',
          body: { pointValue, subscriptionId: one.subscriptionId, deviceId: one.deviceId },
        })
        expect(status).toBe(200)
        const writtenAt = Date.now()
        const missing = () => lookers.filter((values) => !values.has(pointValue)).length
        await expect.poll(missing, { timeout: 20_000, interval: 50 }).toBe(0)
        delays.push(Date.now() - writtenAt)
        if (isWritten) return written + 1
      }
    }

    const upstream = listenUpstream(product.services)
    const samples: number[] = []
    const begun = Date.now()
    const writing = own.map(write)
    while (Date.now() - begun < seconds * 1_000) {
      await setTimeout(1_000)
      samples.push(memory())
    }
    isWritten = true
    const written = (await Promise.all(writing)).reduce((sum, count) => sum + count, 0)
    const lasted = (Date.now() - begun) / 1_000
    const asked = upstream.heard().filter(({ url }) => /\/points\/subscribe|\/enumeration-points/.test(url))
    upstream.stop()
    expect(new Set(streams.map((stream) => stream.status))).toEqual(new Set([200]))
    expect(leases()).toHaveLength(controllers)
    const polls = own.map(({ deviceId }) => asked.filter(({ url }) => url.includes(deviceId)).length)
    const subscribed = asked.filter(({ url }) => url.includes('/points/subscribe')).length
    expect(Math.max(...polls)).toBeLessThanOrEqual(Math.ceil(lasted) + 1)
    expect(subscribed).toBeLessThanOrEqual(2 * controllers)
    const third = Math.floor(samples.length / 3)
    const [early, late] = [median(samples.slice(third, 2 * third)), median(samples.slice(2 * third))]
    if (isFull) expect(late).toBeLessThanOrEqual(early * 1.1)
    await Promise.all(streams.map((stream) => stream.close()))
    await expect.poll(() => leases().length, { timeout: 20_000 }).toBe(0)
    const most = (Math.max(...polls) / lasted).toFixed(2)
    tell(
      'viewers',
      `${viewers} viewers, ${controllers} controllers, ${Math.round(lasted)} s: ${written} values written, 0 missed, heard by all after ${median(delays)} ms (at most ${Math.max(...delays)}); at most ${most} polls a second and controller; ${early.toFixed(0)} MiB, then ${late.toFixed(0)} MiB`,
    )
  },
  size({ smoke: 120_000, full: 900_000 }),
)

test('twenty subscriptions of a console that is killed are over with their lease', async () => {
  const all = watched.slice(0, 20)
  const followAll = () => Promise.all(all.flatMap((one) => people.map((visitor) => follow(visitor, one))))
  await followAll()
  await expect.poll(() => leases().length, { timeout: 20_000 }).toBe(20)
  await product.stop('SIGKILL')
  const { clock } = product.services.world
  expect(Math.max(...leases().map(({ expires_at }) => expires_at - clock.now()))).toBeLessThanOrEqual(leaseSec * 1_000)
  clock.advance((leaseSec - 15) * 1_000)
  expect(leases().length).toBeGreaterThan(0)
  clock.advance(15_000 + sweepMs)
  expect(leases()).toEqual([])
  tell('viewers', `killed with 20 subscriptions: 0 left ${leaseSec} s and a sweep later`)
  await product.start()
  const streams = await followAll()
  await expect.poll(() => leases().length, { timeout: 20_000 }).toBe(20)
  await Promise.all(streams.map((stream) => stream.close()))
})
