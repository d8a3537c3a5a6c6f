/** Trends of any points, chosen by their address, through the door (domain §17). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import type { Point } from '../../services/contracts/points'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { noon } from '../harness/services'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let laurier: { tenantId: string; customerId: string }
let controller: Parameters<typeof href<'device'>>[1]
let points: Point[]
const idOf = (name: string) => points.find((point) => point.name.endsWith(`.${name}`))?.id ?? ''
const window = { from: new Date(noon - 6 * 3_600_000).toISOString(), to: new Date(noon).toISOString() }
const choices = 'main form.choices'
const boxes = (page: Page) =>
  page.root.querySelectorAll(`${choices} tbody input[name=point]`).map((box) => box.getAttribute('value') ?? '')
const pointsOfLaurier = () => href('customerPoints', laurier)

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  laurier = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1001') }
  const path = `GET /devices/${deviceIdOf('story-1')}/points`
  points = (await product.services.call('site', path, { as: 'amelie' })).body
  const { body } = await product.services.call('site', `GET /devices/${deviceIdOf('story-1')}`, { as: 'amelie' })
  const node = (type: string) => body.path.findLast((one: { type: string }) => one.type === type)?.id ?? 'none'
  controller = {
    ...laurier,
    groupId: node('group'),
    siteId: body.siteId,
    buildingId: node('building'),
    spaceId: body.spaceId,
    deviceId: body.id,
  }
})
afterAll(() => product.close())

describe('the trends of points', () => {
  const chosen = () => [idOf('SupplyAirTemp'), idOf('DuctPressure'), idOf('FanStatus')]

  test('are drawn as the address says, each with its numbers, ranges and a file', async () => {
    const page = await amelie.get(href('customerTrends', laurier, { ...window, point: chosen() }))
    expect(page.status).toBe(200)
    expect(page.text).toContain('Supply air temperature')
    expect(page.text).toContain('Duct static pressure')
    expect(page.root.querySelectorAll('main svg').length).toBeGreaterThan(1)
    expect(page.root.querySelectorAll('main details table, main table').length).toBeGreaterThan(1)
    const links = page.root.querySelectorAll('main a').map((link) => link.getAttribute('href') ?? '')
    const week = links.find((link) => link.includes('range=7d')) ?? ''
    for (const id of chosen()) expect(week).toContain(`point=${id}`)
    const without = links.find((link) => link.includes('point=') && !link.includes(idOf('FanStatus')))
    expect(without).toBeDefined()

    const file = await amelie.raw('GET', href('customerTrendsCsv', laurier, { ...window, point: chosen() }))
    const [head = '', ...lines] = (await file.text()).trim().split('\r\n')
    expect(head).toContain('Supply air temperature')
    expect(lines).toHaveLength(361)
    const shown = points.find(({ id }) => id === idOf('DuctPressure'))?.presentValue
    expect(lines.at(-1)?.split(',')).toContain(String(shown))
  })

  test('wait for a point in the menu, and lead to the list where points are ticked', async () => {
    const empty = await amelie.get(href('customerTrends', laurier))
    expect([empty.status, empty.text.includes('No points selected')]).toEqual([200, true])
    expect(empty.text).toContain('Tick up to 20 points in a list of points and press “Show trends”')
    const list = await empty.follow('Go to the points')
    expect([list.status, list.address]).toEqual([200, href('customerPoints', laurier)])
    expect(boxes(list).length).toBeGreaterThan(1)
    expect((await list.submit(choices, { press: 'Show trends' })).address).toBe(href('customerTrends', laurier))
  })

  test('are those of the points that were ticked in a list, of one controller or of many', async () => {
    for (const list of [href('devicePoints', controller), href('spacePoints', controller), pointsOfLaurier()]) {
      const page = await amelie.get(list)
      const ticked = boxes(page).slice(0, 2)
      const trends = await page.submit(choices, { fill: { point: ticked }, press: 'Show trends' })
      expect([trends.status, trends.address], list).toEqual([200, href('customerTrends', laurier, { point: ticked })])
      const told = trends.root.querySelectorAll('main li > a').map((link) => link.getAttribute('href') ?? '')
      for (const id of ticked)
        expect(told.some((address) => address.endsWith(`/points/${id}`) && !address.includes('?'))).toBe(true)
      expect(trends.text).not.toContain('are shown')
    }
  })

  test('are those of the first twenty where more were ticked, which is said in both languages', async () => {
    const page = await amelie.get(href('devicePoints', controller))
    const ticked = boxes(page).slice(0, 21)
    const trends = await page.submit(choices, { fill: { point: ticked }, press: 'Show trends' })
    expect(trends.text).toContain('21 points are selected: the first 20 are shown')
    const without = trends.root.querySelectorAll('main .ranges a[href*="point="]').map((link) => link.text)
    expect(without.filter((text) => text.startsWith('Without '))).toHaveLength(20)
    expect(trends.html).not.toContain(`/points/${ticked[20]}"`)
    const french = await amelie.get(`${trends.address}&lng=fr`)
    expect(french.text).toContain('21 points sont sélectionnés : les 20 premiers sont affichés')
    amelie.setCookie('lng', 'en')
    const twenty = await page.submit(choices, { fill: { point: ticked.slice(1) }, press: 'Show trends' })
    expect([twenty.status, twenty.text.includes('are shown')]).toEqual([200, false])
    const file = href('customerTrendsCsv', laurier, { ...window, point: ticked })
    expect((await amelie.raw('GET', file, { headers: { accept: '*/*' } })).status).toBe(422)
  })

  test('are not offered for ticks while the list is read again by itself', async () => {
    for (const list of [href('devicePoints', controller), pointsOfLaurier()]) {
      const page = await amelie.get(list)
      const live = await page.follow(/Refresh every|every 10/i)
      expect(live.html).toContain('data-reload')
      expect([boxes(live), live.root.querySelectorAll(choices).length], list).toEqual([[], 0])
      expect(live.root.querySelectorAll('main tbody th').length).toBe(
        page.root.querySelectorAll('main tbody th').length,
      )
    }
  })

  test('are not those of another customer, nor of nobody knows what', async () => {
    const montcalm = { ...laurier, customerId: customerIdOf('CUS1004') }
    expect((await amelie.get(href('customerTrends', montcalm, { ...window, point: chosen() }))).status).toBe(404)
    const unknown = await amelie.get(href('customerTrends', laurier, { ...window, point: ['nothing'] }))
    expect(unknown.root.querySelectorAll('main svg.trend, main figure')).toHaveLength(0)
    expect(unknown.status).toBeLessThan(500)
  })

  test('are told by the rules that look at them where a backend keeps no others, which the page says', async () => {
    await product.services.control('POST /services/site/inject', {
      match: 'POST /x/trends',
      kind: 'status',
      status: 404,
      errorCode: 4012,
    })
    const unwatched = idOf('CO2')
    expect(unwatched).not.toBe('')
    const point = [...chosen(), unwatched]
    const page = await amelie.get(href('customerTrends', laurier, { ...window, point }))
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('This backend keeps no trends of points')])
    expect(page.text).toContain('Nothing is kept of 1 point')
    expect(page.root.querySelectorAll('main svg').length).toBeGreaterThan(1)
    const file = await amelie.raw('GET', href('customerTrendsCsv', laurier, { ...window, point }))
    const lines = (await file.text()).trim().split('\r\n')
    const shown = points.find(({ id }) => id === idOf('DuctPressure'))?.presentValue
    expect(lines.at(-1)?.split(',')).toContain(String(shown))
    const alone = await amelie.get(href('customerTrends', laurier, { ...window, point: unwatched }))
    expect([alone.status, alone.text]).toEqual([
      200,
      expect.stringContaining('This backend keeps no trend of these points'),
    ])
    await product.services.control('DELETE /services/site/inject')
  })
})
