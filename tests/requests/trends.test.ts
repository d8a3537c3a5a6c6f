/** Trends of any points, chosen by their address, through the door (domain §17). */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import type { KeptPoint } from '../../services/contracts/historian'
import type { Point } from '../../services/contracts/points'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { noon } from '../harness/beginnings'
import { type Console, startTestConsole } from '../harness/console'
import { stopWatching } from '../harness/services'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, watch } from './on-record'

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

/** Where each run of a path in relative steps begins and ends. */
function runsIn(path: string): { from: number; to: number }[] {
  return path
    .split('M')
    .slice(1)
    .map((run) => {
      const from = Number.parseInt(run, 10)
      return { from, to: [...run.matchAll(/h(-?\d+)/g)].reduce((at, [, step]) => at + Number(step), from) }
    })
}

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
    const rest = await page.submit('form#trend-selection', { press: `without=${idOf('FanStatus')}` })
    expect(rest.address).toBe(href('customerTrends', laurier, { ...window, point: chosen().slice(0, 2) }))

    const file = await amelie.raw('GET', href('customerTrendsCsv', laurier, { ...window, point: chosen() }))
    const [head = '', ...lines] = (await file.text()).trim().split('\r\n')
    expect(head).toContain('Supply air temperature')
    expect(lines).toHaveLength(361)
    const shown = points.find(({ id }) => id === idOf('DuctPressure'))?.presentValue
    expect(lines.at(-1)?.split(',')).toContain(String(shown))
  })

  test('of switched points alone are strips with their times, and a file', async () => {
    const page = await amelie.get(href('customerTrends', laurier, { ...window, point: [idOf('FanStatus')] }))
    const [figure, ...others] = page.root.querySelectorAll('main figure')
    expect([others.length, figure?.querySelectorAll('.area').length]).toEqual([0, 0])
    expect(figure?.querySelector('.strip .name')?.text).toBe('AHU-1 Fan status')
    expect(figure?.querySelectorAll('.strip .accent').length).toBeGreaterThan(0)
    expect(figure?.querySelectorAll('.times text').length).toBeGreaterThan(2)
    expect(figure?.querySelector('tbody tr')?.text).toContain('AHU-1 Fan status')
    const file = href('customerTrendsCsv', laurier, { ...window, point: [idOf('FanStatus')] })
    expect(page.root.querySelectorAll('main figure a').map((link) => link.getAttribute('href'))).toContain(file)
  })

  test('of points with states have the texts of the states, in a strip, a list and a file', async () => {
    const point = [idOf('Occupied'), idOf('OperatingState')]
    const day = { from: time(noon - 24 * hour), to: time(noon) }
    const page = await amelie.get(href('customerTrends', laurier, { ...day, point }))
    const strips = page.root.querySelectorAll('main figure .strip')
    expect(strips.map((strip) => strip.querySelector('.name')?.text)).toEqual([
      'AHU-1 Occupancy',
      'AHU-1 Operating state',
    ])
    expect(strips[0]?.querySelector('title')?.text).toContain('AHU-1 Occupancy: Occupied')
    expect(strips[1]?.querySelectorAll('text').map(({ text }) => text)).toContain('Off')
    expect(page.root.querySelectorAll('main figure .area')).toHaveLength(0)
    const last = page.root.querySelectorAll('main .trend-legend td bdi').map(({ text }) => text)
    expect(last).toEqual([expect.stringMatching(/^(Occupied|Unoccupied)$/), expect.stringMatching(/^[A-Z][a-z ]+$/)])
    const french = await amelie.get(`${page.address}&lng=fr`)
    expect(french.root.querySelectorAll('main figure .strip text').map(({ text }) => text)).toContain('Arrêt')
    amelie.setCookie('lng', 'en')
    const file = await amelie.raw('GET', href('customerTrendsCsv', laurier, { ...day, point }))
    const rows = parse(await file.text(), { from_line: 2 }) as string[][]
    const cells = new Set(rows.flatMap((row) => row.slice(-2)))
    for (const text of ['Occupied', 'Unoccupied', 'Off']) expect([...cells]).toContain(text)
    for (const text of ['On', 'true', '5']) expect([...cells]).not.toContain(text)
  })

  test('name what is unknown in their address, without words about actions on a list', async () => {
    const page = await amelie.get(href('customerTrends', laurier, { ...window, point: chosen(), colour: 'green' }))
    expect(page.text).toContain('Unknown filter: colour')
    expect(page.text).toContain('We ignored it and show the page without it.')
    expect(page.text).not.toContain('Actions for the whole list')
  })

  test('wait for a point in the menu, and lead to the list where points are ticked', async () => {
    const empty = await amelie.get(href('customerTrends', laurier))
    expect([empty.status, empty.text.includes('No points selected')]).toEqual([200, true])
    expect(empty.text).toContain('Search for points here and add up to 20')
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
      const told = trends.root.querySelectorAll('main th > a').map((link) => link.getAttribute('href') ?? '')
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
    expect(trends.root.querySelectorAll('main button[name=without]')).toHaveLength(20)
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

describe('the trends page as a workspace', () => {
  const pageOf = (search: Record<string, string | string[] | undefined>) =>
    amelie.get(href('customerTrends', laurier, { ...window, point: chosen(), ...search }))
  const pointsOf = (page: Page) => new URL(page.address, 'http://x').searchParams.getAll('point')
  const legendOf = (page: Page) =>
    page.root
      .querySelectorAll('main figure .trend-legend tbody tr')
      .map((row) => row.querySelectorAll('th, td').map(({ text }) => text.trim()))

  test('finds points by their words, and adds those that are ticked to the others', async () => {
    const empty = await amelie.get(href('customerTrends', laurier))
    const found = await empty.submit('form.picker-search', { fill: { q: 'return air' } })
    const offered = found.root.querySelectorAll('.picker-matches input[name=point]')
    expect(offered.map((box) => box.getAttribute('value'))).toContain(idOf('ReturnAirTemp'))
    const first = await found.submit('form.picker-matches', { fill: { point: idOf('ReturnAirTemp') } })
    expect([pointsOf(first), first.text.includes('AHU-1 Return air temperature')]).toEqual([
      [idOf('ReturnAirTemp')],
      true,
    ])
    const next = await first.submit('form.picker-search', { fill: { q: 'duct static' } })
    const both = await next.submit('form.picker-matches', {
      fill: { point: [idOf('ReturnAirTemp'), idOf('DuctPressure')] },
    })
    expect(pointsOf(both)).toEqual([idOf('ReturnAirTemp'), idOf('DuctPressure')])
    const nothing = await both.submit('form.picker-search', { fill: { q: 'zzzz' } })
    expect(nothing.text).toContain('No point matches “zzzz”')
    expect(pointsOf(nothing)).toEqual(pointsOf(both))
  })

  test('takes a start and an end in the time of the site, and keeps a range until now where neither is typed', async () => {
    const page = await pageOf({ from: undefined, to: undefined, range: '8h' })
    const form = 'main .period form'
    const typed = await page.submit(form, { fill: { from: '2026-03-08T22:00', to: '2026-03-09T04:30' } })
    // Montréal is four hours behind UTC on that day.
    expect(typed.address).toBe(
      href('customerTrends', laurier, {
        from: '2026-03-09T02:00:00.000Z',
        to: '2026-03-09T08:30:00.000Z',
        point: chosen(),
      }),
    )
    expect(typed.root.querySelector(`${form} input[name=from]`)?.getAttribute('value')).toBe('2026-03-08 22:00')
    const spaced = await page.submit(form, { fill: { from: ' 2026-03-08 22:00', to: '2026-03-09 04:30 ' } })
    expect(spaced.address).toBe(typed.address)
    const compared = await page.submit(form, { press: 'The week before' })
    expect(compared.address).toBe(href('customerTrends', laurier, { range: '8h', compare: 'week', point: chosen() }))
    for (const wrong of [
      { from: '2026-03-09T04:30', to: '2026-03-08T22:00' },
      { from: '2026-03-09T04:30', to: '' },
      { from: 'yesterday', to: '2026-03-09T04:30' },
    ]) {
      const refused = await page.submit(form, { fill: wrong })
      expect([refused.status, refused.text]).toEqual([
        200,
        expect.stringContaining('Enter a start and an end after it'),
      ])
      const kept = refused.root.querySelector(`${form} input[name=from]`)?.getAttribute('value')
      expect(kept).toBe(wrong.from.replace('T', ' '))
    }
  })

  test('compares with the day before, on the page and in the file', async () => {
    const page = await pageOf({ compare: 'day' })
    const rows = legendOf(page)
    expect(rows.map(([name]) => name)).toEqual([
      'AHU-1 Supply air temperature',
      'AHU-1 Supply air temperature, a day before',
      'AHU-1 Duct static pressure',
      'AHU-1 Duct static pressure, a day before',
    ])
    expect(page.root.querySelectorAll('main figure g.earlier')).toHaveLength(2)
    const before = { from: time(noon - 30 * hour), to: time(noon - 24 * hour) }
    const [own] = legendOf(await pageOf(before))
    expect(rows[1]?.slice(1, 5)).toEqual(own?.slice(1, 5))
    expect(rows[0]?.slice(1, 5)).not.toEqual(own?.slice(1, 5))
    const sheet = async (search: object) => {
      const file = await amelie.raw(
        'GET',
        href('customerTrendsCsv', laurier, { ...window, point: chosen(), ...search }),
      )
      return parse(await file.text()) as string[][]
    }
    const [head, ...lines] = await sheet({ compare: 'day' })
    const column = head?.findIndex((title) => title.startsWith('AHU-1 Supply air temperature, a day before')) ?? -1
    const [earlierHead, ...earlier] = await sheet(before)
    const ownColumn = earlierHead?.findIndex((title) => title.startsWith('AHU-1 Supply air temperature')) ?? -1
    // A window until now has its last minute as well.
    expect(lines.slice(0, earlier.length).map((cells) => cells[column])).toEqual(
      earlier.map((cells) => cells[ownColumn]),
    )
    expect(new Set(lines.map((cells) => cells[column])).size).toBeGreaterThan(10)
  })

  test('is saved as a set of the person, which opens with one link', async () => {
    const page = await pageOf({ compare: 'day' })
    const saved = await page.submit('.picker-save', { fill: { viewName: 'Supply of AHU-1' } })
    const address = href('customerTrends', laurier, { ...window, compare: 'day', point: chosen() })
    expect(saved.address).toBe(address)
    expect(saved.root.querySelector('.picker-sets [aria-current]')?.text).toBe('Supply of AHU-1')
    expect(saved.root.querySelector('.picker-save')).toBeNull()
    const opened = await (await amelie.get(href('customerTrends', laurier))).follow('Supply of AHU-1')
    expect(opened.address).toBe(address)
    const usha = await englishReader(product, 'usha')
    expect((await usha.get(href('customerTrends', laurier))).text).not.toContain('Supply of AHU-1')
  })

  test('is a set that is shared with everyone who sees the customer, by who may, and no longer when that ends', async () => {
    const usha = await englishReader(product, 'usha')
    const watched = await watch(product, amelie)
    const address = href('customerTrends', laurier, { ...window, compare: 'day', point: chosen() })
    const list = href('ownLists', {}, { list: href('customerTrends', laurier) })
    await (await (await amelie.get(list)).follow('Share with the customer')).submit(changeForm)
    const seen = await usha.get(href('customerTrends', laurier))
    expect(seen.text).toContain('Supply of AHU-1 shared by Amélie Tremblay')
    expect((await seen.follow('Supply of AHU-1')).address).toBe(address)
    expect((await usha.get(list)).text).not.toContain('Stop sharing')
    const montcalm = { ...laurier, customerId: customerIdOf('CUS1004') }
    expect((await amelie.get(href('customerTrends', montcalm))).text).not.toContain('Supply of AHU-1')
    await (await (await amelie.get(list)).follow('Stop sharing')).submit(changeForm)
    expect((await usha.get(href('customerTrends', laurier))).text).not.toContain('Supply of AHU-1')
    const recorded = (await watched.records()).map(({ mutation, outcome }) => `${mutation} ${outcome}`)
    expect(recorded).toEqual(expect.arrayContaining(['view.share done', 'view.unshare done']))
  })

  test('opens the tree level by level down to the points of a controller, which are added by a form', async () => {
    let page = await amelie.get(href('customerTrends', laurier, window))
    const { body } = await product.services.call('site', `GET /devices/${deviceIdOf('story-1')}`, { as: 'amelie' })
    const path = [...body.path.map(({ type, id }: { type: string; id: string }) => `${type}:${id}`)]
    for (const node of [...path.filter((one) => !one.startsWith('customer:')), `device:${body.id}`]) {
      const link = page.root
        .querySelectorAll('main .point-tree a')
        .map((one) => (one.getAttribute('href') ?? '').replaceAll('&amp;', '&'))
        .find((address) => new URLSearchParams(address.split('?')[1]).getAll('in').at(-1) === node)
      page = await amelie.get(link ?? '')
    }
    const ticked = page.root
      .querySelectorAll('main .point-tree input[name=point]')
      .map((box) => box.getAttribute('value'))
    expect(ticked).toEqual(expect.arrayContaining(chosen()))
    expect(page.root.querySelectorAll('main .point-tree [aria-expanded=true]')).toHaveLength(path.length + 1)
    const drawn = await page.submit('main .point-tree form', { fill: { point: chosen() }, press: 'Add to trends' })
    expect(new URLSearchParams(drawn.address.split('?')[1]).getAll('point')).toEqual(chosen())
    // The way to a controller does not lead through a place of somebody else.
    const elsewhere = await amelie.get(
      href('customerTrends', { ...laurier, customerId: customerIdOf('CUS1004') }, { in: [`device:${body.id}`] }),
    )
    expect([elsewhere.status, elsewhere.text.includes('Supply air temperature')]).toEqual([200, false])
    expect(elsewhere.root.querySelectorAll('main .point-tree input[name=point]')).toHaveLength(0)
  })

  test('lists the points that were drawn last, to their person alone', async () => {
    const own = [idOf('ReturnAirTemp'), ...chosen()]
    await pageOf({ point: own })
    const page = await amelie.get(href('customerTrends', laurier))
    const recent = page.root.querySelectorAll('main .picker-matches input[name=point]')
    expect(recent.map((box) => box.getAttribute('value'))).toEqual(expect.arrayContaining(own))
    const usha = await englishReader(product, 'usha')
    expect((await usha.get(href('customerTrends', laurier))).text).not.toContain('Return air temperature')
  })

  test('shows what each point had at a moment that is typed in the time of the site, also outside the window', async () => {
    const page = await pageOf({})
    const typed = await page.submit('form#trend-selection', { fill: { at: '2026-03-09T04:30' } })
    expect(typed.address).toBe(
      href('customerTrends', laurier, { ...window, at: '2026-03-09T08:30:00.000Z', point: chosen() }),
    )
    const [name, value] = legendOf(typed)[0] ?? []
    const samples = await product.services.call('site', 'POST /x/trends', {
      as: 'amelie',
      body: { pointIds: [chosen()[0]], from: '2026-03-09T08:20:00Z', to: '2026-03-09T08:30:00Z', maxSamples: 100 },
    })
    const last = samples.body.series[0].samples.at(-1)[1]
    expect([name, value]).toEqual(['AHU-1 Supply air temperature', `${Math.round(last * 10) / 10}\u00a0°C`])
    expect(typed.root.querySelectorAll('main figure .mark')).toHaveLength(2)
    const earlier = await page.submit('form#trend-selection', { fill: { at: '2026-03-08T14:35' } })
    expect(earlier.text).toContain('2026-03-08 11:35 – 2026-03-08 17:35')
    expect(legendOf(earlier)[0]?.[1]).toMatch(/[\d.]+\u00a0°C/)
    expect((await pageOf({ at: 'yesterday' })).root.querySelectorAll('main figure .mark')).toHaveLength(0)
  })

  test('has a file of each chart, with its points alone', async () => {
    const page = await pageOf({})
    const files = page.root
      .querySelectorAll('main figure .numbers > a')
      .map((link) => (link.getAttribute('href') ?? '').replaceAll('&amp;', '&'))
    expect(files).toHaveLength(2)
    const heads = await Promise.all(
      files.map(async (file) => (await (await amelie.raw('GET', file)).text()).split('\r\n')[0]),
    )
    expect(heads.map((head) => [head?.includes('Supply air temp'), head?.includes('Duct static')])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  test('weighs at most 150 KB with twenty lines of thirty days, in few parts, and says what it shows', async () => {
    const temperatures = points.filter(({ unit }) => unit === 'degC').map(({ id }) => id)
    const others = points.filter(({ id, unit }) => unit !== null && !temperatures.includes(id)).map(({ id }) => id)
    const twenty = [...temperatures, ...others].slice(0, 20)
    expect(twenty).toHaveLength(20)
    const page = await amelie.get(href('customerTrends', laurier, { range: '30d', to: window.to, point: twenty }))
    expect(page.root.querySelectorAll('main button[name=without]')).toHaveLength(20)
    expect(page.root.querySelectorAll('main figure g.line')).toHaveLength(20)
    expect(page.root.querySelectorAll('main figure .hit').length).toBeLessThanOrEqual(24 * 8)
    expect(Buffer.byteLength(page.html)).toBeLessThan(150 * 1_024)
  })

  test('stands whatever its address says', async () => {
    const long = 'x'.repeat(3_000)
    const drawn = async (search: Record<string, string | undefined>) => {
      const page = await pageOf(search)
      return [page.status, page.root.querySelectorAll('main figure').length]
    }
    for (const search of [
      { compare: 'century' },
      { q: long },
      { without: 'nothing' },
      { zone: 'Mars/Olympus', from: '2026-03-09T01:00', to: '2026-03-09T02:00' },
      { zone: '', from: '2026-03-09T01:00', to: '2026-03-09T02:00' },
    ])
      expect(await drawn(search), JSON.stringify(search).slice(0, 80)).toEqual([200, 2])
    for (const search of [
      { zone: long.slice(0, 300), from: long.slice(0, 300), to: long.slice(0, 300) },
      { range: 'year', from: '0000-00-00T00:00', to: '9999-99-99T99:99' },
      { range: '30d', from: undefined, to: undefined },
    ])
      expect(await drawn(search), JSON.stringify(search).slice(0, 80)).toEqual([200, 0])
    const many = Array.from({ length: 300 }, (_, at) => `p${at}`)
    expect((await amelie.get(href('customerTrends', laurier, { point: many }))).status).toBeLessThan(500)
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
  const linesIn = (page: Page) =>
    page.root.querySelectorAll('main figure .trend-legend tbody th').map(({ text }) => text.trim())
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
    stopWatching(product.services)
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
    const runs = runsIn(step?.getAttribute('d') ?? '')
    // Four hours are 240 buckets of a minute, whose middles are the integers: known are the first half and the last hour.
    expect(runs).toHaveLength(2)
    for (const [index, edge] of [0, 180].entries()) expect(Math.abs(Number(runs[index]?.from) - edge)).toBeLessThan(2)
    for (const [index, edge] of [120, 239].entries()) expect(Math.abs(Number(runs[index]?.to) - edge)).toBeLessThan(2)

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
