/**
 * Live values cost a controller's service the same however many look, and nobody who looks misses one: 200 viewers of 20
 * controllers for five minutes in `npm run prove -- viewers`, some dozens for some seconds in an ordinary run.
 */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaseSec } from '../../app/features/point/shared/live.server'
import { href } from '../../app/hrefs'
import type { Point } from '../../services/contracts/points'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream } from '../harness/upstream'
import type { Visitor } from '../harness/visitor'
import { isFull, size, tell } from './size'

const controllers = size({ smoke: 5, full: 20 })
const viewers = size({ smoke: 50, full: 200 })
const seconds = size({ smoke: 6, full: 300 })
/** Milliseconds between an answer and the next question of one viewer: in full as pages ask, in small as fast as three of them. */
const rhythm = size({ smoke: 1_000, full: 3_000 })
/** Longer than the service takes to notice what is over. */
const sweepMs = 31_000

interface Watched {
  deviceId: string
  /** Where its points are told of. */
  at: Parameters<typeof href<'devicePointsLive'>>[1]
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
  const [{ body: device }, { body: points }] = await Promise.all([
    call(`GET /devices/${deviceId}`),
    call(`GET /devices/${deviceId}/points`),
  ])
  const named = (name: string) => (points as Point[]).find((one) => one.name.endsWith(`.${name}`))?.id ?? 'none'
  const setpoint = named('ZoneTempSp')
  const { body } = await call('PUT /points/subscribe', { deviceId, pointIds: [setpoint], leaseSec: 900 })
  const node = (type: string) => device.path.findLast((one: { type: string }) => one.type === type)?.id ?? 'none'
  return {
    deviceId,
    at: {
      tenantId: tenantIdOf(product.services.world, 'boreal'),
      customerId: customerIdOf('CUS1004'),
      groupId: node('group'),
      siteId: device.siteId,
      buildingId: node('building'),
      spaceId: device.spaceId,
      deviceId,
    },
    setpoint,
    sensor: named('ZoneTemp'),
    subscriptionId: body.subscriptionId,
  }
}

const live = (visitor: Visitor, { at, setpoint, sensor }: Watched) =>
  visitor.raw('GET', href('devicePointsLive', at, { auto: 3, point: [setpoint, sensor], lng: 'en' }), {
    headers: { accept: 'text/event-stream' },
  })

/** What a stream says of a point, as a number. */
function readIn(stream: string, pointId: string): number | null {
  const [, data = '[]'] = /^data: (.*)$/m.exec(stream) ?? []
  const told = JSON.parse(data) as { id: string; text?: string }[]
  const text = told.find(({ id }) => id === pointId)?.text?.replace(',', '.')
  return text === undefined ? null : Number.parseFloat(text)
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
    const statuses = new Map<number, number>()
    let isWritten = false
    let isOver = false

    async function view(index: number): Promise<void> {
      const [visitor, one, values] = [people[index % 2], own[Math.floor(index / 2) % controllers], heard[index]]
      if (!visitor || !one || !values) return
      while (!isOver) {
        const answer = await live(visitor, one)
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        values.add(readIn(await answer.text(), one.setpoint))
        await setTimeout(rhythm)
      }
    }

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
        const missing = () => lookers.filter((values) => !values.has(pointValue)).length
        await expect.poll(missing, { timeout: 20_000, interval: 100 }).toBe(0)
        if (isWritten) return written + 1
      }
    }

    const upstream = listenUpstream(product.services)
    const samples: number[] = []
    const begun = Date.now()
    const looking = Array.from({ length: viewers }, (_, index) => view(index))
    const writing = own.map(write)
    while (Date.now() - begun < seconds * 1_000) {
      await setTimeout(1_000)
      samples.push(memory())
    }
    isWritten = true
    const written = (await Promise.all(writing)).reduce((sum, count) => sum + count, 0)
    isOver = true
    await Promise.all(looking)
    const lasted = (Date.now() - begun) / 1_000
    const asked = upstream.heard().filter(({ url }) => /\/points\/subscribe|\/enumeration-points/.test(url))
    upstream.stop()
    expect([...statuses.keys()].filter((status) => ![200, 204].includes(status))).toEqual([])
    expect(leases()).toHaveLength(controllers)
    const polls = own.map(({ deviceId }) => asked.filter(({ url }) => url.includes(deviceId)).length)
    const subscribed = asked.filter(({ url }) => url.includes('/points/subscribe')).length
    expect(Math.max(...polls)).toBeLessThanOrEqual(Math.ceil(lasted) + 1)
    expect(subscribed).toBeLessThanOrEqual(2 * controllers)
    const third = Math.floor(samples.length / 3)
    const [early, late] = [median(samples.slice(third, 2 * third)), median(samples.slice(2 * third))]
    if (isFull) expect(late).toBeLessThanOrEqual(early * 1.1)
    const answers = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    const most = (Math.max(...polls) / lasted).toFixed(2)
    tell(
      'viewers',
      `${viewers} viewers, ${controllers} controllers, ${Math.round(lasted)} s: ${answers} answers, ${written} values written, 0 missed; at most ${most} polls a second and controller; ${early.toFixed(0)} MiB, then ${late.toFixed(0)} MiB`,
    )
  },
  size({ smoke: 120_000, full: 900_000 }),
)

test('twenty subscriptions of a console that is killed are over with their lease', async () => {
  const all = watched.slice(0, 20)
  const follow = () => Promise.all(all.flatMap((one) => people.map((visitor) => live(visitor, one))))
  await expect.poll(async () => follow().then(() => leases().length), { timeout: 20_000 }).toBe(20)
  await product.stop('SIGKILL')
  const { clock } = product.services.world
  expect(Math.max(...leases().map(({ expires_at }) => expires_at - clock.now()))).toBeLessThanOrEqual(leaseSec * 1_000)
  clock.advance((leaseSec - 15) * 1_000)
  expect(leases().length).toBeGreaterThan(0)
  clock.advance(15_000 + sweepMs)
  expect(leases()).toEqual([])
  tell('viewers', `killed with 20 subscriptions: 0 left ${leaseSec} s and a sweep later`)
  await product.start()
  await follow()
  expect(leases()).toHaveLength(20)
})
