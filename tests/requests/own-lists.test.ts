/** What people keep of lists for themselves: views as tabs with counts, columns, rows a page; and the way back through pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { maxSaved } from '../../app/kit/list/own-lists.server'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, summaryOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let marcus: Visitor
let montcalm: { tenantId: string; customerId: string }
let laurier: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole()
  ;[amelie, marcus] = (await Promise.all(['amelie', 'marcus'].map((login) => englishReader(product, login)))) as [
    Visitor,
    Visitor,
  ]
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
  laurier = { tenantId, customerId: customerIdOf('CUS1001') }
})
afterAll(() => product.close())

const own = href('ownLists', {})
const save = '.views form[method=post]'
const look = '.looks form[method=post]'
const devices = (search?: Record<string, string>) => href('customerDevices', montcalm, search)
const tabsOf = (page: Page) =>
  page.root.querySelectorAll('.views li a').map((link) => link.structuredText.replace(/\s+/g, ' ').trim())
const currentOf = (page: Page) => page.root.querySelector('.views [aria-current]')?.text.trim()
const rowsIn = (page: Page) => page.root.querySelectorAll('main tbody tr')
const headsOf = (page: Page) => page.root.querySelectorAll('main thead th').map((head) => head.text.trim())
const pagerOf = (page: Page) =>
  page.root.querySelector('nav[aria-label^=Pages]')?.structuredText.replace(/\s+/g, ' ').trim()

describe('the views of a list', () => {
  test('are there for everybody, with how many each leaves, and the list they lead to has exactly as many', async () => {
    const page = await marcus.get(devices({}))
    expect(tabsOf(page)).toEqual([
      'All 120',
      expect.stringMatching(/^Offline \d+$/),
      expect.stringMatching(/^Outdated packages \d+$/),
      expect.stringMatching(/^Not onboarded \d+$/),
    ])
    expect(currentOf(page)).toContain('All')
    for (const tab of tabsOf(page).slice(1)) {
      const [, name, count] = /^(.*) (\d+)$/.exec(tab) ?? []
      const view = await page.follow(new RegExp(`^${name}`))
      expect([currentOf(view), view.root.querySelector('.list-head h2')?.text]).toEqual([
        expect.stringContaining(name ?? ''),
        expect.stringMatching(new RegExp(`^${count} controllers?$`)),
      ])
    }
  })

  test('are saved by a form, stand above the list from then on, and nobody else sees them', async () => {
    const seen = await watch(product, amelie)
    const narrowed = await amelie.get(devices({ q: 'vav', sort: '-name' }))
    const saved = await narrowed.submit(save, { fill: { viewName: '  VAV,   last first ' } })
    expect([saved.status, saved.address]).toEqual([200, devices({ q: 'vav', sort: '-name' })])
    expect(currentOf(saved)).toContain('VAV, last first')
    expect(tabsOf(await amelie.get(devices()))).toContain(
      `VAV, last first ${saved.root.querySelector('.list-head h2')?.text.split(' ')[0]}`,
    )
    expect(tabsOf(await marcus.get(devices())).join()).not.toContain('VAV, last first')
    expect(tabsOf(await amelie.get(href('customerDevices', laurier))).join()).not.toContain('VAV, last first')
    expect(await seen.records()).toEqual([])
    expect(await seen.performed()).toEqual([])
  })

  test('are shared with the customer by who may, for everybody who may open the list, as a change on record', async () => {
    const usha = await englishReader(product, 'usha')
    const saved = await (await amelie.get(devices({ q: 'plt' }))).submit(save, { fill: { viewName: 'Plants' } })
    const seen = await watch(product, amelie)
    const own = await saved.follow('Edit views')
    const ofView = own.root.querySelectorAll('main section').find((one) => one.text.includes('Plants'))
    const sharing = ofView?.querySelectorAll('a').find((link) => link.text === 'Share with the customer')
    const page = await amelie.get(sharing?.getAttribute('href') ?? '')
    expect(page.text).toContain('Everybody who may open this list at Université Montcalm')
    const shared = await page.submit('main form[method=post]')
    expect(shared.address).toBe(devices({ q: 'plt' }))
    const [theirs] = tabsOf(await usha.get(devices())).filter((tab) => tab.startsWith('Plants'))
    expect(theirs).toMatch(/^Plants shared by Amélie Tremblay \d+$/)
    expect(tabsOf(await amelie.get(devices())).filter((tab) => tab.startsWith('Plants'))).toHaveLength(1)
    expect(tabsOf(await amelie.get(href('customerDevices', laurier))).join()).not.toContain('Plants')
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    const [record] = await seen.records()
    expect(record).toMatchObject({ mutation: 'view.share', after: { sharedView: 'Plants' } })
    // Who may not, is offered nothing and refused.
    const kept = await (await usha.get(devices({ q: 'fcu' }))).submit(save, { fill: { viewName: 'Hers' } })
    const hers = await kept.follow('Edit views')
    expect(hers.text).not.toMatch(/Share with the customer|Stop sharing/)
    const id = /viewName-([^"]+)"/.exec(hers.html)?.[1] ?? ''
    expect((await usha.get(href('viewSharing', montcalm, { view: id }))).status).toBe(403)
    const refused = await usha.raw('POST', href('viewSharing', montcalm), { body: new URLSearchParams({ view: id }) })
    expect(refused.status).toBe(403)
    // A view of one customer is not shared with another, and nobody shares what is another person’s.
    for (const address of [href('viewSharing', laurier, { view: id }), href('viewSharing', montcalm, { view: id })])
      expect((await amelie.get(address)).status, address).toBe(404)
  })

  test('are shared no more once somebody who may has removed them', async () => {
    const page = await (await marcus.get(devices())).follow('Edit views')
    expect(page.text).toContain('Shared with the customer')
    await (await page.follow('Stop sharing')).submit('main form[method=post]')
    expect(tabsOf(await marcus.get(devices())).join()).not.toContain('Plants')
    expect(tabsOf(await amelie.get(devices())).join()).toContain('Plants')
  })

  test('are renamed and deleted, by their person alone', async () => {
    await (await amelie.get(devices({ q: 'fcu' }))).submit(save, { fill: { viewName: 'Fans' } })
    const page = await (await amelie.get(devices())).follow('Edit views')
    const [field] = page.root.querySelectorAll('input[value=Fans]').map((input) => input.getAttribute('name') ?? '')
    const id = field?.replace('viewName-', '') ?? ''
    for (const asked of [{ do: 'delete' }, { do: 'rename', [`viewName-${id}`]: 'Mine' }])
      await marcus.raw('POST', own, { body: new URLSearchParams({ ...asked, id } as Record<string, string>) })
    expect(tabsOf(await amelie.get(devices())).join()).toContain('Fans')
    const renamed = await page.submit(`form:has(input[name="${field}"])`, { fill: { [field ?? '']: 'Ventilators' } })
    expect(renamed.root.querySelector(`input[name="${field}"]`)?.getAttribute('value')).toBe('Ventilators')
    const taken = await renamed.submit(`form:has(input[name="${field}"])`, {
      fill: { [field ?? '']: 'VAV, last first' },
    })
    expect([taken.status, summaryOf(taken)]).toEqual([
      422,
      [{ text: 'Another view of this list has this name', field: field }],
    ])
    const gone = await renamed.submit(`form:has(input[value=delete]):has(input[value="${id}"])`)
    expect(gone.text).not.toContain('Ventilators')
    expect(tabsOf(await amelie.get(devices())).join()).not.toContain('Ventilators')
  })

  test('come back with what was typed where the name is missing, too long or not text', async () => {
    const narrowed = await amelie.get(devices({ q: 'ahu' }))
    const none = await narrowed.submit(save, { fill: { viewName: ' ' } })
    expect([none.status, summaryOf(none)]).toEqual([422, [{ text: 'Enter a name', field: 'viewName' }]])
    const long = await narrowed.submit(save, { fill: { viewName: 'x'.repeat(61) } })
    expect([long.status, long.root.querySelector('input[name=viewName]')?.getAttribute('value')]).toEqual([
      422,
      'x'.repeat(61),
    ])
    const shown = await long.submit('main form:has(input[name=viewName])', { fill: { viewName: '<b>"\'🦉' } })
    expect(shown.address).toBe(devices({ q: 'ahu' }))
    expect(currentOf(shown)).toContain('<b>"\'🦉')
    expect(shown.html).not.toContain('<b>"')
  })

  test('are bounded in number, and their addresses are lists of ours that one may open', async () => {
    const post = (at: string, viewName: string) =>
      amelie.raw('POST', own, { body: new URLSearchParams({ do: 'save', at, viewName }) })
    const sites = href('customerSites', montcalm)
    for (let at = 0; at < maxSaved.ofList; at += 1)
      expect((await post(`${sites}?q=${at}`, `View ${at}`)).status).toBe(303)
    expect((await post(`${sites}?q=more`, 'One more')).status).toBe(422)
    expect((await post(`${sites}?q=other`, 'View 3')).status).toBe(303)
    for (const at of ['https://example.com/', '//example.com/x', '/profile', `${sites}/..`, 'x'.repeat(5_000), ''])
      expect((await post(at, 'Bad')).status, at).toBe(404)
    const elsewhere = href('customerDevices', { ...montcalm, tenantId: tenantIdOf(product.services.world, 'delta') })
    expect((await post(elsewhere, 'Bad')).status).toBe(404)
    const bare = await product.visitor().raw('POST', own, { body: new URLSearchParams({ do: 'save', at: sites }) })
    expect([303, 302, 403]).toContain(bare.status)
  })

  test('with a word that the list no longer knows say so, and have no number', async () => {
    const kept = await amelie.get(devices({ q: 'vav', colour: 'green' }))
    expect(kept.text).toContain('Unknown filter: colour')
    await amelie.raw('POST', own, {
      body: new URLSearchParams({ do: 'save', at: devices({ colour: 'green' }), viewName: 'Green' }),
    })
    const page = await amelie.get(devices())
    expect(tabsOf(page)).toContain('Green')
    expect((await page.follow('Green')).text).toContain('Unknown filter: colour')
  })

  test('are kept for nobody but a page of ours', async () => {
    const body = new URLSearchParams({ do: 'save', at: devices({ q: 'x' }), viewName: 'Planted' })
    const headers = { origin: 'https://example.com', 'sec-fetch-site': 'cross-site' }
    expect((await amelie.raw('POST', own, { body, headers })).status).toBe(403)
    expect(tabsOf(await amelie.get(devices())).join()).not.toContain('Planted')
  })
})

describe('how a list looks', () => {
  test('is remembered for its reader: columns of this list, rows of every one', async () => {
    const page = await marcus.get(devices({ q: 'vav' }))
    const before = headsOf(page)
    expect([rowsIn(page).length, before]).toEqual([50, expect.arrayContaining(['Location', 'Model'])])
    const body = new URLSearchParams([
      ['do', 'look'],
      ['at', devices({ q: 'vav' })],
      ...['place', 'hostId', 'model', 'state', 'packages'].map((key) => ['offered', key] as [string, string]),
      ['column', 'hostId'],
      ['column', 'state'],
      ['rows', '100'],
      ['height', 'comfortable'],
    ])
    const kept = await marcus.raw('POST', own, { body })
    expect([kept.status, kept.headers.get('location')]).toEqual([
      303,
      devices({ q: 'vav', hide: 'place,model,packages' }),
    ])
    const after = await marcus.get(devices())
    expect([rowsIn(after).length, headsOf(after).filter(Boolean)]).toEqual([100, ['Name', 'Host id', 'State']])
    expect(after.root.querySelector('main table')?.classNames).toContain('roomy')
    const ticked = after.root.querySelectorAll('.looks input[name=column][checked]')
    expect(ticked.map((box) => box.getAttribute('value'))).toEqual(['hostId', 'state'])
    expect(headsOf(await marcus.get(href('customerSites', montcalm))).length).toBeGreaterThan(3)
    expect(headsOf(await amelie.get(devices()))).toEqual(before)
    const file = await (await marcus.raw('GET', href('customerDevicesCsv', montcalm))).text()
    expect(file.split('\r\n')[0]).toContain('Model')
  })

  test('is as an address says, for everybody alike, on this page and the next', async () => {
    const said = { rows: '50', height: 'compact', hide: 'place,packages' }
    const [hers, others] = await Promise.all([marcus.get(devices(said)), amelie.get(devices(said))])
    expect([rowsIn(hers).length, headsOf(hers)]).toEqual([rowsIn(others).length, headsOf(others)])
    const next = await hers.follow('Next page')
    expect([rowsIn(next).length, headsOf(next)]).toEqual([50, headsOf(hers)])
    const wrong = await marcus.get(devices({ rows: '7' }))
    expect(wrong.text).toContain('Unknown filter: rows=7')
  })

  test('is set by the form in the page', async () => {
    const set = await marcus.get(devices())
    const plain = await set.submit(look, { fill: { rows: '50', height: 'compact' } })
    expect([plain.address, rowsIn(plain).length]).toEqual([devices({ hide: 'place,model,packages' }), 50])
  })
})

describe('columns that a reader adds', () => {
  const usual = ['place', 'hostId', 'model', 'state', 'packages']
  const added = (page: Page) =>
    headsOf(page).filter((head) => ['Alarms', 'IP address', 'Site', 'Description'].includes(head))

  test('are in the address, the file, and every link around the list', async () => {
    const page = await amelie.get(devices({ q: 'AHU' }))
    expect(added(page)).toEqual([])
    const chosen = await page.submit(look, { fill: { column: [...usual, 'alarms', 'address'] } })
    expect(chosen.address).toBe(devices({ q: 'AHU', show: 'alarms,address' }))
    expect(headsOf(chosen).filter(Boolean).slice(0, 3)).toEqual(['Name', 'Alarms', 'IP address'])
    const sorted = await chosen.follow('Host id')
    const cleared = await sorted.follow('Clear')
    const next = await (await marcus.get(devices({ show: 'alarms,address' }))).follow('Next page')
    const offline = await chosen.follow(/^Offline/)
    for (const one of [sorted, cleared, next, offline])
      expect(added(one), one.address).toEqual(['Alarms', 'IP address'])
    // What the file has is what the page shows, and all it has had before.
    const csv = chosen.root.querySelector('.list-aside a[href*="/csv"]')?.getAttribute('href') ?? ''
    const file = await (await amelie.raw('GET', csv)).text()
    const [head = '', first = ''] = file.split('\r\n')
    expect(head).toMatch(/Installed packages,Outdated packages,Alarms,IP address$/)
    const cells =
      rowsIn(chosen)[0]
        ?.querySelectorAll('td')
        .map((cell) => cell.text.trim()) ?? []
    expect(first.split(',').slice(-2)).toEqual(cells.slice(1, 3))
    // They are kept for the next time, and for nobody else.
    expect(added(await amelie.get(devices()))).toEqual(['Alarms', 'IP address'])
    const others = await (await product.signedIn('usha')).get(devices({ lng: 'en' }))
    expect(added(others)).toEqual([])
    await chosen.submit(look, { fill: { column: usual } })
    expect(added(await amelie.get(devices()))).toEqual([])
  })

  test('are part of a view that is saved with them', async () => {
    const page = await amelie.get(devices({ show: 'site' }))
    await page.submit(save, { fill: { viewName: 'With sites' } })
    const view = await (await amelie.get(devices({ hide: 'model' }))).follow(/^With sites/)
    expect([view.address, currentOf(view), added(view)]).toEqual([
      devices({ show: 'site' }),
      expect.stringContaining('With sites'),
      ['Site'],
    ])
  })

  test('are not known where their service fails, and the list is there', async () => {
    product.services.world.faults.inject('operations', { match: 'POST /alarms', kind: 'status', status: 500 })
    const page = await amelie.get(devices({ show: 'alarms' }))
    const cells = rowsIn(page).map((row) => row.querySelectorAll('td')[1]?.text.trim())
    expect(new Set(cells)).toEqual(new Set(['Not known']))
    product.services.world.faults.clear('operations')
  })
})

describe('the way through a list', () => {
  test('leads on and back, and says which rows are shown', async () => {
    const first = await amelie.get(devices({ sort: '-name' }))
    expect(pagerOf(first)).toMatch(/^1–50 of 120 Next page$/)
    const second = await first.follow('Next page')
    expect(pagerOf(second)).toMatch(/^51–100 of 120 Previous page Next page$/)
    const third = await second.follow('Next page')
    expect(pagerOf(third)).toMatch(/^101–120 of 120 First page Previous page$/)
    const names = (page: Page) => rowsIn(page).map((row) => row.querySelector('th')?.text)
    const back = await third.follow('Previous page')
    expect([names(back), pagerOf(back)]).toEqual([names(second), pagerOf(second)])
    expect(names(await back.follow('Previous page'))).toEqual(names(first))
  })

  test('says only what is known of an address that was written by hand', async () => {
    const second = await (await amelie.get(devices())).follow('Next page')
    const address = new URL(second.address, product.origin)
    address.searchParams.set('row', '9999')
    const far = await amelie.get(`${address.pathname}${address.search}`)
    expect(pagerOf(far)).toMatch(/^50 of 120 /)
    address.searchParams.set('row', '-1')
    address.searchParams.append('back', 'nonsense')
    const odd = await amelie.get(`${address.pathname}${address.search}`)
    expect([odd.status, pagerOf(odd)]).toEqual([200, expect.stringMatching(/^50 of 120 /)])
  })
})

test('counts are left out, and the list stands, where the service cannot count by one read', async () => {
  for (const match of ['GET /x/', 'POST /x/'])
    product.services.world.faults.inject('site', { match, kind: 'status', status: 404, errorCode: 4012 })
  const page = await amelie.get(devices())
  expect(page.status).toBe(200)
  expect(tabsOf(page)).toEqual(expect.arrayContaining(['Offline', 'Outdated packages', 'Not onboarded']))
})
