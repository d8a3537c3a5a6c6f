/** Trends of any points, chosen by their address, through the door (domain §17). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import type { KeptPoint } from '../../services/contracts/historian'
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
const hour = 3_600_000
const time = (at: number) => new Date(at).toISOString()
const window = { from: time(noon - 6 * hour), to: time(noon) }
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

const chosen = () => [idOf('SupplyAirTemp'), idOf('DuctPressure'), idOf('FanStatus')]

describe('the trends of points', () => {
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
})

describe('what the controller did not keep', () => {
  const clock = () => product.services.world.clock
  const between = (from: number, to: number) => ({ from: time(noon + from * hour), to: time(noon + to * hour) })
  const trendsOf = (names: readonly string[], span: ReturnType<typeof between>) =>
    amelie.get(href('customerTrends', laurier, { ...span, point: names.map(idOf) }))
  const sheetOf = async (names: readonly string[], span: ReturnType<typeof between>) => {
    const at = href('customerTrendsCsv', laurier, { ...span, point: names.map(idOf) })
    return (await (await amelie.raw('GET', at)).text())
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
  }
  const linesIn = (page: Page) => page.root.querySelectorAll('main .legend li').map(({ text }) => text.trim())
  const noticeIn = (page: Page) => page.root.querySelectorAll('main .notice').map(({ text }) => text.trim())

  /** Sets what the controller keeps of the points that are named, all else as it is. */
  async function keep({ how = {}, ...more }: { enabled?: boolean; how?: Record<string, Partial<KeptPoint> | null> }) {
    const path = `/x/devices/${deviceIdOf('story-1')}/historian`
    const { body } = await product.services.call('site', `GET ${path}`, { as: 'amelie' })
    const named = new Map(Object.entries(how).map(([name, one]) => [idOf(name), one]))
    const kept = [...named].flatMap(([pointId, one]) => (one ? [{ pointId, intervalSec: 60, ...one }] : []))
    const others = body.points.filter(({ pointId }: KeptPoint) => !named.has(pointId))
    const sent = { ...body, ...more, points: [...others, ...kept] }
    expect((await product.services.call('site', `PUT ${path}`, { as: 'amelie', body: sent })).status).toBe(200)
  }

  beforeAll(async () => {
    await keep({ how: { SupplyAirTemp: { mode: 'cov', covIncrement: 50 } } })
    clock().advance(2 * hour)
    await keep({ enabled: false })
    clock().advance(hour)
    await keep({ enabled: true, how: { DuctPressure: null } })
    clock().advance(hour)
  })

  const off = '2026-03-09 10:00 – 2026-03-09 11:00, site time (EDT): the historian was off'
  const notChosen = '2026-03-09 11:00 – 2026-03-09 12:00, site time (EDT): not selected for the historian'

  test('is named with its time and its reason, in both languages', async () => {
    const page = await trendsOf(['SupplyAirTemp', 'DuctPressure'], between(0, 4))
    expect(noticeIn(page)).toEqual([`Not logged by the controller${off}${notChosen} (AHU-1 Duct static pressure)`])
    expect(linesIn(page)).toHaveLength(2)
    const french = await amelie.get(`${page.address}&lng=fr`)
    amelie.setCookie('lng', 'en')
    expect(french.text).toContain('Non conservé par l’automate')
    expect(french.text).toContain('2026-03-09 10:00 – 2026-03-09 11:00, heure du site (HAE) : historique désactivé')
    expect(french.text).toContain(': point non retenu dans l’historique (AHU-1 Duct static pressure)')
  })

  test('has no line in a window without any of it, and a column in the file', async () => {
    const span = between(2, 4)
    const page = await trendsOf(['ReturnAirTemp', 'DuctPressure'], span)
    expect(linesIn(page)).toEqual([expect.stringContaining('Return air temperature')])
    expect(noticeIn(page)).toEqual([expect.stringContaining(off)])
    const [head, ...lines] = await sheetOf(['ReturnAirTemp', 'DuctPressure'], span)
    expect(head?.slice(2)).toEqual([expect.stringContaining('Return air'), expect.stringContaining('Duct static')])
    expect(lines.filter((cells) => cells[2] !== '')).toHaveLength(61)
    expect(lines.filter((cells) => cells[3] !== '')).toEqual([])

    const alone = await trendsOf(['DuctPressure'], span)
    expect(alone.root.querySelectorAll('main figure')).toHaveLength(0)
    expect(noticeIn(alone)).toEqual([`Not logged by the controller${off}${notChosen}`])
    expect(alone.text).not.toContain('This backend stores no trend')
  })

  test('ends what is kept at each change: it holds until there, in the drawing and in the file', async () => {
    const page = await trendsOf(['SupplyAirTemp'], between(0, 4))
    const [step] = page.root.querySelectorAll('main figure svg g.step path')
    const runs = (step?.getAttribute('d') ?? '').split('M').slice(1)
    const across = runs.map((run) =>
      run
        .split(/[L,]/)
        .filter((_, at) => at % 2 === 0)
        .map(Number),
    )
    const [least, most] = [across.map((own) => Math.min(...own)), across.map((own) => Math.max(...own))]
    // The drawing goes from 116 to 840; a stretch of it, whose middle a line goes to, is 7.5 wide.
    expect(runs).toHaveLength(2)
    for (const [index, edge] of [116, 659].entries()) expect(Math.abs(Number(least[index]) - edge)).toBeLessThan(7.6)
    for (const [index, edge] of [478, 840].entries()) expect(Math.abs(Number(most[index]) - edge)).toBeLessThan(7.6)

    const [, ...lines] = await sheetOf(['SupplyAirTemp', 'ReturnAirTemp'], between(0, 4))
    const filled = lines.map((cells) => [cells[1], cells[2]] as const).filter(([, supply]) => supply !== '')
    expect(filled).toHaveLength(120 + 61)
    expect(filled.filter(([at]) => String(at) >= time(noon + 2 * hour) && String(at) < time(noon + 3 * hour))).toEqual(
      [],
    )
    const first = filled.slice(0, 120).map(([, supply]) => supply)
    expect(new Set(first).size).toBe(1)
  })

  test('is said on the page of a point in place of its last day, and beside what is left of it', async () => {
    const pageOf = (name: string) => amelie.get(href('point', { ...controller, pointId: idOf(name) }))
    const partly = await pageOf('DuctPressure')
    expect(partly.root.querySelectorAll('main figure')).toHaveLength(1)
    expect(noticeIn(partly)).toEqual([`Not logged by the controller${off}${notChosen}`])
    clock().advance(26 * hour)
    amelie = await englishReader(product, 'amelie')
    const page = await pageOf('DuctPressure')
    expect(page.text).toContain('Last 24 hours')
    expect(page.root.querySelectorAll('main figure')).toHaveLength(0)
    expect(noticeIn(page)).toEqual([expect.stringContaining(': not selected for the historian')])
    expect(noticeIn(await pageOf('ReturnAirTemp'))).toEqual([])
    const path = `/x/devices/${deviceIdOf('story-1')}/historian`
    const { body } = await product.services.call('site', `GET ${path}`, { as: 'amelie' })
    await product.services.call('site', `PUT ${path}`, { as: 'amelie', body: { ...body, retentionDays: 1 } })
    const old = await trendsOf(['ReturnAirTemp'], between(-2, 2))
    expect(noticeIn(old)).toEqual([expect.stringContaining(': older than the retention period')])
  })
})

// A backend that lacks a call is believed for a minute: this comes last.
test('trends of points are told by the rules that look at them where a backend keeps no others, which the page says', async () => {
  await product.services.control('POST /services/site/inject', {
    match: 'POST /x/trends',
    kind: 'status',
    status: 404,
    errorCode: 4012,
  })
  const unwatched = idOf('CO2')
  expect(unwatched).not.toBe('')
  const point = [...chosen(), unwatched]
  // A window that is over ends before its last minute.
  const window = { from: time(noon - 6 * hour), to: time(noon + 60_000) }
  const page = await amelie.get(href('customerTrends', laurier, { ...window, point }))
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('This backend stores no trends of points')])
  expect(page.text).toContain('Nothing is stored for 1 point')
  expect(page.root.querySelectorAll('main svg').length).toBeGreaterThan(1)
  const file = await amelie.raw('GET', href('customerTrendsCsv', laurier, { ...window, point }))
  const lines = (await file.text()).trim().split('\r\n')
  const shown = points.find(({ id }) => id === idOf('DuctPressure'))?.presentValue
  expect(lines.at(-1)?.split(',')).toContain(String(shown))
  const alone = await amelie.get(href('customerTrends', laurier, { ...window, point: unwatched }))
  expect([alone.status, alone.text]).toEqual([
    200,
    expect.stringContaining('This backend stores no trend of these points'),
  ])
  await product.services.control('DELETE /services/site/inject')
})
