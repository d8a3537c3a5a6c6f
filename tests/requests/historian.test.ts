/** What controllers keep of their points: set for one controller, seen on each point, told for a customer. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, performed, summaryOf, trailOf } from './on-record'

let product: Console
let amelie: Visitor
let usha: Visitor
let paul: Visitor
let at: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  ;[amelie, usha, paul] = await Promise.all([
    englishReader(product, 'amelie'),
    englishReader(product, 'usha'),
    englishReader(product, 'paul'),
  ])
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const device = (number: number) => deviceIdOf(`montcalm-SCI-ECYVAV-${number}`)
const pointOf = (deviceId: string, object: string) => seedId('point', `${deviceId}/${object}`)
const addressOf = async (deviceId: string) => {
  const page = await amelie.get(href('deviceById', { tenantId: at.tenantId, deviceId }))
  return page.address.replace(/[?#].*/, '')
}
const historianAt = async (deviceId: string) => `${await addressOf(deviceId)}/historian`
const call = async (line: string, as = 'amelie', body?: unknown) => product.services.call('site', line, { as, body })
const kept = async (deviceId: string) => (await call(`GET /x/devices/${deviceId}/historian`)).body
const keptOf = async (deviceId: string, object: string) =>
  (await kept(deviceId)).points.find((one: { pointId: string }) => one.pointId === pointOf(deviceId, object))
const shownIn = (page: Page, name: string) => {
  const field = page.root.querySelector(`${changeForm} [name="${name}"]`)
  return field?.tagName === 'SELECT'
    ? (field.querySelector('option[selected]')?.getAttribute('value') ?? '')
    : (field?.getAttribute('value') ?? null)
}
const totalOf = (page: Page) => Number(page.text.match(/Points logged ([\d,]+)/)?.[1]?.replace(',', ''))

describe('what a controller keeps', () => {
  test('is found from its points and set in one form: nothing else of it changes, and it is on record', async () => {
    const points = await amelie.get(`${await addressOf(device(1))}/points`)
    const page = await points.follow('Data logging')
    expect([shownIn(page, 'retentionDays'), shownIn(page, 'how-analogInput-1')]).toEqual(['400', '60'])
    const before = await kept(device(1))
    const done = await page.submit(changeForm, {
      fill: {
        retentionDays: '90',
        'how-analogInput-1': 'cov',
        'least-analogInput-1': '0.5',
        'how-analogInput-2': '900',
        'how-analogInput-3': '',
        reason: 'Less to store',
      },
    })
    expect([done.status, done.address]).toEqual([200, expect.stringContaining('/historian?changed=')])
    const after = await kept(device(1))
    expect(after).toMatchObject({ enabled: true, retentionDays: 90, pointCount: before.pointCount })
    expect(await keptOf(device(1), 'analogInput/1')).toMatchObject({ mode: 'cov', covIncrement: 0.5 })
    expect(await keptOf(device(1), 'analogInput/2')).toMatchObject({ mode: 'interval', intervalSec: 900 })
    expect(await keptOf(device(1), 'analogInput/3')).toBeUndefined()
    const others = (one: { points: { pointId: string }[] }) =>
      one.points.filter(({ pointId }) => ![1, 2, 3].some((at) => pointId === pointOf(device(1), `analogInput/${at}`)))
    expect(others(after)).toEqual(others(before))
    const record = (await trailOf(amelie, at.tenantId)).findLast(({ mutation }) => mutation === 'historian.save')
    expect(record).toMatchObject({ subject: { kind: 'device', id: device(1) }, reason: 'Less to store' })
    const told = await amelie.get(href('trailRecord', { tenantId: at.tenantId, sequence: String(record?.sequence) }))
    expect(told.text).toMatch(/Keep history for \(days\) 400 90/)
    expect(told.text).toMatch(/Logging of analogInput 1 Logged every 60 s Logged on change/)
  })

  test('is seen on each of its points, which lead to it', async () => {
    const page = await amelie.get(`${await addressOf(device(1))}/points/${pointOf(device(1), 'analogInput/2')}`)
    expect(page.text).toMatch(/Logging Logged every 15 min/)
    expect((await page.follow('Historian of the controller')).address).toBe(await historianAt(device(1)))
  })

  test('is put back from the record of its change', async () => {
    const record = (await trailOf(amelie, at.tenantId)).findLast(({ mutation }) => mutation === 'historian.save')
    const told = await amelie.get(href('trailRecord', { tenantId: at.tenantId, sequence: String(record?.sequence) }))
    const form = await told.follow('Revert…')
    expect([shownIn(form, 'retentionDays'), shownIn(form, 'how-analogInput-1')]).toEqual(['400', '60'])
    expect((await form.submit(changeForm)).status).toBe(200)
    expect((await kept(device(1))).retentionDays).toBe(400)
    expect(await keptOf(device(1), 'analogInput/3')).toMatchObject({ mode: 'interval' })
  })

  test('is refused where it is wrong, with what was typed and a way to each field', async () => {
    const page = await amelie.get(await historianAt(device(2)))
    const calls = (await performed(product)).length
    const refused = await page.submit(changeForm, {
      fill: { retentionDays: '0', 'how-analogInput-1': 'cov', 'least-analogInput-1': 'a bit' },
    })
    expect(refused.status).toBe(422)
    expect(summaryOf(refused).map(({ field }) => field)).toEqual(['retentionDays', 'least-analogInput-1'])
    expect([shownIn(refused, 'retentionDays'), shownIn(refused, 'least-analogInput-1')]).toEqual(['0', 'a bit'])
    expect((await performed(product)).length).toBe(calls)
    for (const how of ['59', '86401', 'sometimes', '-1'])
      expect(
        (
          await amelie.post(page.address, [
            ['how-analogInput-1', how],
            ['enabled', 'on'],
          ])
        ).status,
      ).toBe(422)
  })

  test('that somebody else set meanwhile is chosen, not written over', async () => {
    const page = await amelie.get(await historianAt(device(3)))
    const now = await kept(device(3))
    await call(`PUT /x/devices/${device(3)}/historian`, 'marcus', { ...now, retentionDays: 200 })
    const conflict = await page.submit(changeForm, { fill: { retentionDays: '30' } })
    expect([conflict.status, conflict.text]).toEqual([409, expect.stringMatching(/Keep history for \(days\)/)])
    expect((await kept(device(3))).retentionDays).toBe(200)
  })

  test('switched off keeps nothing of any point, and the settings stand until it is on again', async () => {
    const page = await amelie.get(await historianAt(device(4)))
    await page.submit(changeForm, { fill: { enabled: [] } })
    expect(await kept(device(4))).toMatchObject({ enabled: false })
    expect((await kept(device(4))).points.length).toBeGreaterThan(0)
    const point = await amelie.get(`${await addressOf(device(4))}/points/${pointOf(device(4), 'analogInput/1')}`)
    expect(point.text).toContain('Logging Not logged')
  })

  test('is told in French, its numbers as they are written there', async () => {
    const page = await amelie.get(`${await historianAt(device(5))}?lng=fr`)
    amelie.setCookie('lng', 'en')
    expect(page.text).toMatch(/Conserver les valeurs.*Conserver l’historique pendant \(jours\)/)
    const saved = await page.submit(changeForm, {
      fill: { 'how-analogInput-1': 'cov', 'least-analogInput-1': '0,25' },
    })
    expect(saved.status).toBe(200)
    expect(await keptOf(device(5), 'analogInput/1')).toMatchObject({ covIncrement: 0.25 })
  })

  test('is only read by who may not set it, and is nobody else’s', async () => {
    const address = await historianAt(device(6))
    const page = await usha.get(address)
    expect([page.status, page.root.querySelector(changeForm)]).toEqual([200, null])
    expect(page.text).toMatch(/Keep history for \(days\) 400/)
    expect((await usha.post(address, [['retentionDays', '30']])).status).toBe(403)
    expect((await paul.get(address)).status).toBe(404)
    const now = await kept(device(6))
    expect((await call(`PUT /x/devices/${device(6)}/historian`, 'usha', now)).status).toBe(403)
    expect((await call(`GET /x/devices/${device(6)}/historian`, 'paul')).status).toBe(404)
  })

  test('names points of its own, each once, and the version it was made from', async () => {
    const now = await kept(device(6))
    const put = async (body: object) => (await call(`PUT /x/devices/${device(6)}/historian`, 'amelie', body)).body
    const [one] = now.points
    const foreign = { ...one, pointId: pointOf(device(7), 'analogInput/1') }
    expect(await put({ ...now, points: [foreign] })).toMatchObject({
      errors: { 'points[0].pointId': expect.anything() },
    })
    expect(await put({ ...now, points: [one, one] })).toMatchObject({
      errors: { 'points[1].pointId': expect.anything() },
    })
    expect(await put({ ...now, retentionDays: 3651 })).toMatchObject({ errorCode: 4000 })
    expect(await put({ ...now, eTag: undefined })).toMatchObject({ errorCode: 4010 })
    expect(await put({ ...now, eTag: '77' })).toMatchObject({ errorCode: 4009 })
    expect(await kept(device(6))).toEqual(now)
  })
})

describe('what the controllers of a customer keep', () => {
  test('is told in totals that move with what is set, and is nobody else’s', async () => {
    const list = await amelie.get(href('customerPoints', at))
    const page = await list.follow('Data logging')
    expect(page.address).toBe(href('customerHistorian', at))
    const before = totalOf(page)
    const now = await kept(device(8))
    await call(`PUT /x/devices/${device(8)}/historian`, 'amelie', {
      ...now,
      retentionDays: 30,
      points: now.points.slice(2),
    })
    const after = await amelie.get(href('customerHistorian', at))
    expect(before - totalOf(after)).toBe(2)
    expect(after.text).toMatch(/Retention 30 days to 400 days/)
    expect((await paul.get(href('customerHistorian', at))).status).toBe(404)
    expect((await call(`GET /x/historian?customerId=${at.customerId}`, 'paul')).status).toBe(404)
  })
})

// A backend that lacks a call is believed for a minute: this comes last.
test('a backend without the calls shows what its points say, with nothing to set, and says why', async () => {
  product.services.world.faults.inject('site', { match: 'GET /x/devices/', kind: 'status', status: 404 })
  product.services.world.faults.inject('site', { match: 'GET /x/historian', kind: 'status', status: 404 })
  const page = await amelie.get(await historianAt(device(9)))
  expect([page.status, page.root.querySelector(changeForm)]).toEqual([200, null])
  expect(page.text).toContain('This backend cannot change data logging')
  expect(page.text).toContain('Logged every 60 s')
  expect((await amelie.get(href('customerHistorian', at))).text).toContain('This backend has no totals')
})
