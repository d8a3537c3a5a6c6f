/** The graphics of customers and sites: drawn by the server with the values of their points, whatever their files hold. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let campus: { tenantId: string; customerId: string; groupId: string; siteId: string }

const project = seedId('project', 'campus-montcalm')

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  campus = {
    tenantId,
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
})
afterAll(() => product.close())

const drawing = (page: Page) => page.root.querySelector('.schematic.screen svg')
const decode = (address: string | undefined) => (address ?? '').replaceAll('&amp;', '&')
const linkTo = (page: Page, address: string) =>
  drawing(page)
    ?.querySelectorAll('a')
    .filter((one) => decode(one.getAttribute('href')) === address) ?? []

/** Puts another file in place of the floor, with the size that the project tells of it. */
function replaceFloor(body: string, size = Buffer.byteLength(body)) {
  const { store } = product.services.world
  const path = 'sciences-etage-1.dg5'
  store.run('UPDATE designer_file SET body = ? WHERE project_id = ? AND path = ?', body, project, path)
  const row = store.get<{ assets: string }>('SELECT assets FROM designer_project WHERE project_id = ?', project)
  const assets = JSON.parse(row?.assets ?? '[]').map((one: { path: string }) =>
    one.path === path ? { ...one, size } : one,
  )
  store.run('UPDATE designer_project SET assets = ? WHERE project_id = ?', JSON.stringify(assets), project)
  return amelie.get(href('siteDesigner', campus, { page: path }))
}

const sheet = (elements: readonly unknown[], more: object = {}) =>
  JSON.stringify({ title: 'x', width: 960, height: 540, elements, ...more })
const value = (more: object) => ({
  kind: 'value',
  x: 10,
  y: 10,
  label: 'Zone',
  deviceId: deviceIdOf('montcalm-SCI-ECYVAV-5'),
  pointId: 'gone',
  ...more,
})

describe('the graphics of a customer', () => {
  test('are a word of the menu, and a card for each site with its screens', async () => {
    const page = await (await amelie.get(href('customer', campus))).follow('Graphics')
    expect(page.address).toBe(href('customerDesigner', campus))
    const cards = page.root.querySelectorAll('.graphics > li')
    expect(cards.map((one) => one.querySelector('h2')?.text.trim())).toEqual(['Campus du Saguenay', 'Campus Montcalm'])
    expect(cards[1]?.querySelectorAll('ul a').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Plan du campus', 'Centrale BIB-01', 'Sciences, étage 1']),
    )
    expect(cards[1]?.text).toContain('22 active alarms')
    expect(cards[1]?.querySelector('svg polygon.building')).not.toBeNull()
    const group = await amelie.get(href('groupDesigner', campus))
    expect(group.root.querySelectorAll('.graphics > li')).toHaveLength(2)
    expect((await amelie.raw('GET', href('customerDesigner', campus, { after: 'x' }))).status).toBe(422)
  })

  test('are told to be none where no site has any, and to be out of reach where the service is down', async () => {
    const none = await amelie.get(href('customerDesigner', { ...campus, customerId: customerIdOf('CUS1002') }))
    expect([none.status, none.text.includes('No site here has graphics')]).toEqual([200, true])
    const usha = await englishReader(product, 'usha')
    await product.services.control('POST /services/designer/inject', { kind: 'status', status: 500, errorCode: 5003 })
    const down = await usha.get(href('customerDesigner', campus))
    const site = await usha.get(href('siteDesigner', campus))
    await product.services.control('DELETE /services/designer/inject')
    expect([down.status, down.text.match(/cannot be read now/g)?.length]).toEqual([200, 2])
    expect([site.status, drawing(site)]).toEqual([200, null])
    expect(site.text).not.toContain('This site has no graphics')
  })
})

describe('a screen', () => {
  test('has the values written into it, each a link to its point, and the same as a table', async () => {
    const page = await amelie.get(href('siteDesigner', campus, { page: 'cta-bib-01.dg5' }))
    expect(page.html).not.toContain('<iframe')
    const readings = drawing(page)?.querySelectorAll('[data-point]') ?? []
    expect(readings.length).toBeGreaterThan(15)
    for (const one of readings) expect(one.text).not.toMatch(/NaN|undefined|null/)
    const supply = page.root.querySelectorAll('tbody tr').find(({ text }) => text.includes('Température de soufflage'))
    const address = decode(supply?.querySelector('th a')?.getAttribute('href'))
    const [link] = linkTo(page, address)
    expect(link?.text).toMatch(/Soufflage[\s\S]*°C/)
    expect((await amelie.get(address)).text).toContain('Température de soufflage')
    expect(page.root.querySelector('[data-live]')?.getAttribute('data-live')).toContain(
      deviceIdOf('montcalm-BIB-ECY303-1'),
    )
  })

  test('marks what is in alarm or overridden with a shape and a word', async () => {
    const page = await amelie.get(href('siteDesigner', campus, { page: 'sciences-etage-1.dg5' }))
    const marks = drawing(page)
    expect(marks?.querySelector('.is-danger .glyph')?.text).toContain('◆')
    expect(marks?.querySelector('.note .is-danger')?.text).toBe('In alarm')
    expect(marks?.querySelector('.is-warn .glyph')?.text).toContain('▲')
    expect(marks?.querySelector('.note .is-warn')?.text).toBe('Overridden')
  })

  test('links to the other screens of its project', async () => {
    const home = await amelie.get(href('siteDesigner', campus))
    const handler = href('siteDesigner', campus, { page: 'cta-sci-01.dg5' })
    expect(linkTo(home, handler)).toHaveLength(1)
    const page = await amelie.get(handler)
    expect(linkTo(page, href('siteDesigner', campus, { page: 'index.dg5' }))).toHaveLength(1)
    expect(page.root.querySelector('nav.screens [aria-current=page]')?.text).toBe('Centrale SCI-01')
    const unknown = await amelie.get(href('siteDesigner', campus, { page: 'nothing.dg5' }))
    expect(unknown.text).toContain('page=nothing.dg5')
  })

  test('says of each value why it is not known', async () => {
    const elsewhere = deviceIdOf('montcalm-GEN-ECYVAV-1')
    const page = await replaceFloor(sheet([value({}), value({ deviceId: elsewhere, label: 'Foreign' })]))
    expect(page.text).toContain('2 values are not known')
    expect(
      drawing(page)
        ?.querySelectorAll('.note')
        .map(({ text }) => text),
    ).toEqual(['No such point', 'No such point'])
    expect(page.root.querySelectorAll('tbody td').filter(({ text }) => text === 'No such point')).toHaveLength(2)
    product.services.world.faults.inject('site', {
      match: 'GET /devices/',
      kind: 'status',
      status: 503,
      errorCode: 5003,
    })
    const down = await englishReader(product, 'usha')
    const dead = await down.get(href('siteDesigner', campus, { page: 'sciences-etage-1.dg5' }))
    product.services.world.faults.clear()
    expect([
      dead.status,
      drawing(dead)
        ?.querySelectorAll('.note')
        .map(({ text }) => text)[0],
    ]).toEqual([200, 'Not readable now'])
  })

  test('makes neither markup, links nor styles of what its file holds', async () => {
    const hostile = '<script>alert(1)</script>'
    const page = await replaceFloor(
      sheet([
        { kind: 'text', x: 1, y: 1, text: hostile },
        { kind: 'link', x: 1, y: 1, width: 99, height: 20, label: 'away', page: 'javascript:alert(1)' },
        { kind: 'box', x: 1, y: 1, width: 9, height: 9, label: 'styled', style: 'x:expression(1)', onclick: 'x()' },
        {
          kind: 'area',
          of: 'ground" onload="x',
          outline: [
            [0, 0],
            [9, 0],
            [9, 9],
          ],
          label: 'area',
        },
        { kind: 'box', x: '1" onload="x', y: 1, width: 9, height: 9, label: 'number' },
        { kind: 'text', x: 1, y: 9, text: 'turned \u202e around' },
        value({ pointId: '__proto__', deviceId: '__proto__' }),
        value({ pointId: '../..', deviceId: '../..' }),
        null,
        'x',
      ]),
    )
    expect(page.status).toBe(200)
    const { innerHTML: svg = '' } = drawing(page) ?? {}
    expect(svg).not.toMatch(/<script|onload|onclick|javascript:|expression|\u202e/)
    expect(svg).toContain('&lt;script&gt;')
    expect(drawing(page)?.querySelectorAll('a')).toHaveLength(0)
    expect(page.text).toContain('4 parts of this screen cannot be drawn')
  })

  test('is bounded, and says so', async () => {
    const tooLarge = 'This screen is too large to be drawn here'
    expect((await replaceFloor(' '.repeat(300_000))).text).toContain(tooLarge)
    expect((await replaceFloor(`"${'x'.repeat(300_000)}"`, 10)).text).toContain(tooLarge)
    const broken = 'The file of this screen is not a drawing'
    for (const body of ['', '[', '['.repeat(200_000), '{}', sheet([], { width: 0 }), sheet([], { height: 9e9 })])
      expect((await replaceFloor(body)).text, body.slice(0, 20)).toContain(broken)
    const many = Array.from({ length: 700 }, (_, at) => ({ kind: 'text', x: 1, y: 1, text: `t${at}` }))
    const page = await replaceFloor(sheet(many))
    expect(drawing(page)?.querySelectorAll('text')).toHaveLength(500)
    expect(page.text).toContain('200 parts of this screen cannot be drawn')
    const devices = await replaceFloor(sheet(Array.from({ length: 12 }, (_, at) => value({ deviceId: `d${at}` }))))
    expect(
      drawing(devices)
        ?.querySelectorAll('.note')
        .filter(({ text }) => text.includes('too many')),
    ).toHaveLength(2)
  })
})

test('the graphics of another customer are out of reach', async () => {
  const claire = await englishReader(product, 'claire')
  expect((await claire.get(href('customerDesigner', campus))).status).toBe(404)
  expect((await claire.get(href('siteDesigner', campus))).status).toBe(404)
})
