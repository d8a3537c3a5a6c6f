/** The wall view: what it shows, where it turns, and the guest of an evaluation, who sees it without an account. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { startProvider } from '../door/provider'
import { noon } from '../harness/beginnings'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let tenantId: string
let montcalm: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
  montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const wall = { wall: 1, every: 20 }
const decode = (address: string | undefined) => (address ?? '').replaceAll('&amp;', '&')
/** Where the page goes by itself: the address of its refresh, or undefined. */
const nextOf = ({ html }: Page) => decode(/<meta http-equiv="refresh" content="20; url=([^"]+)"/.exec(html)?.[1])
const figure = (page: Page, words: string) =>
  page.root.querySelectorAll('.wall-figures > li').find((one) => one.text.includes(words))
const part = (page: Page, title: string) =>
  page.root.querySelectorAll('.wall-parts > section').find((one) => one.querySelector('h2')?.text === title)
const nameOf = (page: Page) => page.root.querySelector('h1')?.text

describe('a wall', () => {
  test('fills the screen without a menu; each number leads to as many rows', async () => {
    const page = await amelie.get(href('customer', montcalm, wall))
    expect(page.root.querySelectorAll('#navigation, header.bar, footer')).toEqual([])
    expect(nameOf(page)).toBe('Université Montcalm')
    for (const severity of ['Critical', 'High', 'Medium']) {
      const link = figure(page, severity)?.querySelector('b a')
      const list = await amelie.get(decode(link?.getAttribute('href')))
      expect(list.text, severity).toMatch(new RegExp(`\\b${link?.text} alarms?\\b`))
    }
    expect(figure(page, 'Connected')?.text).toMatch(/9\d%.*115 of 120 controllers/)
    expect(part(page, 'Newest alarms')?.querySelectorAll('li')).toHaveLength(5)
    expect(part(page, 'Needs attention')?.querySelectorAll('li').length).toBeGreaterThan(2)
    expect(part(page, 'Worst sites')?.querySelectorAll('tbody tr')).toHaveLength(3)
    expect(page.text).toMatch(/Data of 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/)
  })

  test('reads itself again only where its address says so, and pauses by a link', async () => {
    const page = await amelie.get(href('customer', montcalm, wall))
    expect(nextOf(page)).toBe(href('customer', montcalm, wall))
    const paused = await page.follow('Pause (20 s)')
    expect([nextOf(paused), paused.address]).toEqual(['', href('customer', montcalm, { wall: 1 })])
    expect(nextOf(await paused.follow('Resume'))).toBe(href('customer', montcalm, wall))
    expect((await paused.follow('Leave wall view')).root.querySelector('#navigation')).not.toBeNull()
    for (const every of ['1', '0', '-5', 'x', '99999'])
      expect((await amelie.get(href('customer', montcalm, { wall: 1, every }))).html).not.toContain(
        'http-equiv="refresh"',
      )
  })

  test('turns over the sites of its customer and comes back', async () => {
    const seen: (string | undefined)[] = []
    let page = await amelie.get(href('customer', montcalm, { ...wall, turn: 'sites' }))
    for (let turn = 0; turn < 4; turn += 1) {
      page = await amelie.get(nextOf(page))
      seen.push(nameOf(page))
    }
    expect(seen.slice(0, 3).toSorted()).toEqual(['Campus Montcalm', 'Campus de l’Estrie', 'Campus du Saguenay'])
    expect(seen[3]).toBe('Université Montcalm')
  })

  test('turns over all sites by trouble, ten at a time, and begins again after the last', async () => {
    const saint = { tenantId, customerId: customerIdOf('CUS1003') }
    for (let number = 1; number <= 21; number += 1)
      await product.services.call('site', `POST /customers/${saint.customerId}/sites`, {
        as: 'amelie',
        body: { name: `Quiet ${number}` },
      })
    const ranking = { ...wall, turn: 'ranking' }
    const rows: { name: string; counts: number[] }[] = []
    let page = await amelie.get(href('customer', saint, ranking))
    const total = Number(/Sites 1 to 10 of (\d+), by trouble/.exec(page.text)?.[1])
    expect(total).toBeGreaterThan(21)
    for (let turn = 0; turn < Math.ceil(total / 10); turn += 1) {
      if (turn > 0) page = await amelie.get(nextOf(page))
      for (const row of page.root.querySelectorAll('.wall-ranking tbody tr'))
        rows.push({
          name: row.querySelector('th')?.text ?? '',
          counts: row.querySelectorAll('td').map(({ text }) => Number(text)),
        })
    }
    expect(new Set(rows.map(({ name }) => name)).size).toBe(total)
    const sorted = rows.toSorted(
      (one, other) => [0, 1, 2].map((at) => (other.counts[at] ?? 0) - (one.counts[at] ?? 0)).find(Boolean) ?? 0,
    )
    expect(rows.map(({ counts }) => counts)).toEqual(sorted.map(({ counts }) => counts))
    expect(nextOf(page)).toBe(href('customer', saint, ranking))
  })

  test('says which numbers of its sites are not known', async () => {
    const fault = { kind: 'status', status: 503, errorCode: 5003 } as const
    product.services.world.faults.inject('operations', { match: 'POST /', ...fault })
    const page = await (await englishReader(product, 'marcus')).get(
      href('customer', montcalm, { ...wall, turn: 'ranking' }),
    )
    const cells = page.root.querySelectorAll('.wall-ranking tbody tr').map((row) => row.querySelectorAll('td')[2]?.text)
    expect(cells).toEqual(['Not known', 'Not known', 'Not known'])
  })

  test('turns over the drawings of equipment, live, and begins again after the last', async () => {
    const at = { ...montcalm, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(42) }
    const names: string[] = []
    let page = await amelie.get(href('site', at, { ...wall, turn: 'equipment' }))
    expect(page.root.querySelector('[data-live]')?.getAttribute('data-live')).toContain('/points/live')
    expect(page.root.querySelectorAll('.wall-drawings [data-point]').length).toBeGreaterThan(8)
    for (let turn = 0; turn < 20 && (turn === 0 || nextOf(page).includes('after=')); turn += 1) {
      if (turn > 0) page = await amelie.get(nextOf(page))
      names.push(...page.root.querySelectorAll('.wall-drawings li > p a').map(({ text }) => text))
    }
    expect(names.slice(0, 4)).toEqual(expect.arrayContaining(['AHU MED-01', 'AHU REC-02']))
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(20)
    expect(nextOf(page)).toBe(href('site', at, { ...wall, turn: 'equipment' }))
  })

  test('says that equipment cannot be read, and draws none', async () => {
    product.services.world.faults.inject('site', { match: 'GET /', kind: 'status', status: 503, errorCode: 5003 })
    const marcus = await englishReader(product, 'marcus')
    const page = await marcus.get(
      href('customer', { tenantId, customerId: customerIdOf('CUS1002') }, { ...wall, turn: 'equipment' }),
    )
    expect([page.status, page.text.includes('No equipment has points to draw')]).toEqual([200, false])
    expect(page.text).toContain('Not known now')
  })

  test('turns over saved trends, those of the person and those shared, and says that there are none', async () => {
    const trends = { ...wall, turn: 'trends' }
    const laurier = { tenantId, customerId: customerIdOf('CUS1001') }
    const window = { from: new Date(noon - 6 * 3_600_000).toISOString(), to: new Date(noon).toISOString() }
    const usha = await englishReader(product, 'usha')
    expect((await usha.get(href('customer', laurier, trends))).text).toContain('No trends are saved yet')
    const { body } = await product.services.call('site', `GET /devices/${deviceIdOf('story-1')}/points`, {
      as: 'usha',
    })
    for (const [viewName, end] of [
      ['Air handler supply', '.SupplyAirTemp'],
      ['Air handler return', '.ReturnAirTemp'],
    ] as const) {
      const { id } = body.find(({ name }: { name: string }) => name.endsWith(end))
      const page = await usha.get(href('customerTrends', laurier, { ...window, point: [id] }))
      await page.submit('.picker-save', { fill: { viewName } })
    }
    const first = await usha.get(href('customer', laurier, trends))
    expect(first.root.querySelector('.wall-trends h2')?.text).toContain('Air handler supply')
    expect(first.root.querySelectorAll('.wall-trends .chart svg').length).toBeGreaterThan(0)
    const second = await usha.get(nextOf(first))
    expect(second.root.querySelector('.wall-trends h2')?.text).toContain('Air handler return')
    expect(nextOf(second)).toBe(href('customer', laurier, trends))
  })

  test('of a tenant turns over its customers, of which each person has their own', async () => {
    const walk = async (visitor: Visitor, turns: number) => {
      let page = await visitor.get(href('tenant', { tenantId }, wall))
      const names = [nameOf(page)]
      for (let turn = 1; turn < turns; turn += 1) {
        page = await visitor.get(nextOf(page))
        names.push(nameOf(page))
      }
      return names
    }
    const all = await walk(amelie, 5)
    expect(new Set(all.slice(0, 4)).size).toBe(4)
    expect(all[4]).toBe(all[0])
    const claire = await englishReader(product, 'claire')
    expect(new Set(await walk(claire, 4))).toEqual(new Set(['Groupe Immobilier Laurier', 'Maple Ridge Health Network']))
    expect((await claire.get(href('customer', montcalm, wall))).status).toBe(404)
  })

  test('says what is not known, and never that it is none', async () => {
    const fault = { kind: 'status', status: 503, errorCode: 5003 } as const
    product.services.world.faults.inject('operations', { match: 'POST /', ...fault })
    product.services.world.faults.inject('site', { match: 'GET /x/', ...fault })
    const marcus = await englishReader(product, 'marcus')
    const page = await marcus.get(href('customer', { tenantId, customerId: customerIdOf('CUS1002') }, wall))
    expect(page.status).toBe(200)
    for (const words of ['Active alarms', 'Active faults', 'Connected'])
      expect(figure(page, words)?.text, words).toContain('Not known now')
    expect(page.text).not.toMatch(/No active alarms|Nothing else needs attention/)
  })

  test('reads French', async () => {
    const french = await product.signedIn('amelie')
    french.setCookie('lng', 'fr')
    const page = await french.get(href('customer', montcalm, wall))
    expect(page.text).toMatch(/Critique.*Connectés.*Alarmes récentes.*À surveiller.*Sites les plus touchés/)
  })
})

describe('the guest of an evaluation', () => {
  test('sees the wall by a link of the sign-in page, without an account', async () => {
    const guest = product.visitor()
    guest.setCookie('lng', 'en')
    const page = await (await guest.get('/login')).follow('See it on a wall')
    expect([page.status, page.address, nameOf(page)]).toEqual([
      200,
      href('customer', montcalm, { ...wall, turn: 'sites' }),
      'Université Montcalm',
    ])
    expect((await guest.get(nextOf(page))).root.querySelector('.wall')).not.toBeNull()
  })

  test('sees nothing else and changes nothing; whoever signs in from there is themselves', async () => {
    const guest = product.visitor()
    await guest.get('/wall')
    for (const address of [
      href('customer', montcalm),
      href('customerAlarms', montcalm),
      href('customerAlarms', montcalm, wall),
      href('customerAlarmsCsv', montcalm, wall),
      href('profile', {}),
      '/',
    ]) {
      const page = await guest.get(address)
      expect([address, page.address]).toEqual([address, '/login'])
    }
    const elsewhere = href('customer', { tenantId, customerId: customerIdOf('CUS1001') }, wall)
    expect((await guest.get(elsewhere)).status).toBe(404)
    const before = await product.services.control('GET /journal?since=0')
    for (const address of [href('customerAlarms', montcalm), href('customer', montcalm, wall), href('ownLists', {})]) {
      const answer = await guest.raw('POST', address, { body: new URLSearchParams({ do: 'save', at: address }) })
      expect([address, answer.status >= 400]).toEqual([address, true])
    }
    expect(await product.services.control('GET /journal?since=0')).toMatchObject({ body: before.body })
    const person = await guest.signIn('usha')
    expect(person.text).not.toContain('password')
    expect((await guest.get('/profile')).text).toContain('Usha')
  })

  test('does not take the place of a person who is signed in', async () => {
    const usha = await englishReader(product, 'usha')
    await usha.get('/wall')
    expect((await usha.get('/profile')).text).toContain('Usha')
  })

  test('does not exist outside an evaluation', async () => {
    const provider = await startProvider('console', { audience: 'plantroom-api' })
    const production = await startTestConsole({
      services: { env: { OIDC_ISSUER: provider.issuer, RUN_IDENTITY: '0' } },
      env: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'console',
        OIDC_CLIENT_SECRET: 'of the console',
        SESSION_SECRET: 'a-secret-of-the-console-for-every-replica',
      },
    })
    try {
      const anybody = production.visitor()
      expect((await anybody.get('/wall')).status).toBe(404)
      expect((await anybody.get('/login')).html).not.toContain('/wall')
      const asked = await anybody.raw('GET', '/login/start?guest=1')
      expect(asked.headers.get('location')).not.toContain('login_hint')
    } finally {
      await production.close()
      await provider.close()
    }
  })
})
