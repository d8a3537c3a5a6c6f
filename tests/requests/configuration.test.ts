/** How all configuration of a customer and of a site stands on one page, and that each number leads to just these. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kindNames } from '../../app/features/configuration/shared/kind'
import { boardHref, sendingHref } from '../../app/features/configuration/shared/place'
import { href, type QueryParams } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  const device = seedId('device', 'montcalm-SCI-ECYVAV-1')
  const { body } = await product.services.call('site', `GET /devices/${device}`, { as: 'amelie' })
  const node = (type: string) => body.path.find((one: { type: string }) => one.type === type).id
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: node('group'),
    siteId: node('site'),
  }
  await product.services.call('device-configuration', 'POST /devices/bacnet', {
    as: 'amelie',
    body: {
      eTag: null,
      deviceIds: [device, seedId('device', 'montcalm-SCI-ECYVAV-2')],
      value: { ip: { udpPort: 47_809 } },
    },
  })
})
afterAll(() => product.close())

const customer = () => ({ tenantId: at.tenantId, customerId: at.customerId })
const group = () => ({ ...customer(), groupId: at.groupId })

/** Every number of the page that leads somewhere, with its address. */
const numbers = (page: Page) =>
  page.root
    .querySelectorAll('main table a')
    .map((link) => ({ count: Number(link.text.match(/^\d+/)?.[0]), address: link.getAttribute('href') ?? '' }))
    .filter(({ count }) => !Number.isNaN(count))
const rows = (page: Page) => page.root.querySelectorAll('main tbody tr').length

test.each(['customerConfiguration', 'groupConfiguration', 'siteConfiguration'] as const)(
  'every number at %s leads to just these',
  async (name) => {
    const page = await amelie.get(href(name, at))
    const told = numbers(page)
    expect(told.length).toBeGreaterThan(3)
    for (const { count, address } of told) {
      expect(count).toBeGreaterThan(0)
      const board = await amelie.get(address)
      expect([address, board.status, rows(board)]).toEqual([address, 200, Math.min(count, 50)])
    }
  },
)

test('what is unsent of a kind is planned from there', async () => {
  const page = await amelie.get(href('customerConfiguration', at))
  const plan = await page.submit('main form[action$="/configuration/bacnet/sending"]:has([value=dirty])')
  expect(plan.title).toContain('Send BACnet settings')
  expect(plan.text).toContain('VAV SCI-01')
})

test.each(kindNames)(
  'all that is unsent and all that failed of %s is planned, at a customer, a site group and a site',
  async (kind) => {
    for (const place of [customer(), group(), at])
      for (const state of ['dirty', 'failed']) {
        const plan = await amelie.post(sendingHref({ ...place, kind }), [
          ['all', '1'],
          ['state', state],
        ])
        expect([plan.status, plan.root.querySelectorAll('main form').length > 0]).toEqual([200, true])
      }
  },
)

test('a place typed with other spaces and signs is that place, and one that cannot be read is not every place', async () => {
  const start = (search: QueryParams) =>
    amelie.get(href('customerConfiguration', customer(), { all: 1, to: 'adminUser', ...search }))
  for (const q of ['Campus Montcalm', ' campus  MONTCALM ', '\u200bCampus Montcalm', 'Campus-Montcalm'])
    expect([q, (await start({ q })).address.includes(siteIdOf(41))]).toEqual([q, true])
  for (const place of ['..', 'a b', `${'a'.repeat(300)}/b`])
    expect([place, (await start({ place })).status]).toEqual([place, 404])
})

test.each(kindNames)('the board of %s has a file, of its place and as it is narrowed', async (kind) => {
  const linesIn = async (page: Page) => {
    const download = page.root.querySelectorAll('main a').find((one) => one.text === 'Download CSV')
    const file = await amelie.raw('GET', download?.getAttribute('href') ?? '')
    expect([file.status, file.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(
        new RegExp(
          `^attachment; filename="universite-montcalm-configuration-${kind.toLowerCase()}-\\d{4}-\\d\\d-\\d\\d\\.csv"; filename\\*=UTF-8''`,
        ),
      ),
    ])
    const [headings = '', ...lines] = (await file.text()).trim().split('\r\n')
    expect(headings.includes('Build')).toBe(kind === 'graphics')
    return lines
  }
  const total = (page: Page) => Number(page.text.match(/([\d,]+) controllers?/)?.[1]?.replace(',', ''))
  for (const place of [customer(), group(), at]) {
    const page = await amelie.get(boardHref({ ...place, kind }))
    const lines = await linesIn(page)
    expect(lines).toHaveLength(total(page))
    const [first] = page.root.querySelectorAll('main tbody tr th')
    expect(lines[0]).toContain(first?.text.trim())
  }
  const some = await amelie.get(boardHref({ ...at, kind }, { q: 'VAV SCI-01' }))
  expect(await linesIn(some)).toEqual([expect.stringContaining('VAV SCI-01')])
  const paul = await englishReader(product, 'paul')
  const file = { bacnet: 'customerBacnetCsv', network: 'customerNetworkCsv', time: 'customerTimeCsv' } as const
  if (kind !== 'adminUser' && kind !== 'graphics') {
    const own = { ...at, customerId: customerIdOf('CUS1003') }
    expect((await paul.raw('GET', href(file[kind], own))).status).toBe(200)
    expect((await paul.raw('GET', href(file[kind], own, { siteId: at.siteId }))).status).toBe(404)
    expect((await paul.raw('GET', href(file[kind], own, { groupId: at.groupId }))).status).toBe(404)
  }
})

test('a site group has the controllers of its sites and no others, and sends to these alone', async () => {
  const { store } = product.services.world
  store.run('UPDATE site SET site_group_id = NULL WHERE id = ?', siteIdOf(43))
  const inGroup = await amelie.get(href('groupNetwork', group()))
  const total = (page: Page) => Number(page.text.match(/of ([\d,]+)/)?.[1]?.replace(',', ''))
  expect(total(inGroup)).toBeGreaterThan(0)
  expect(total(inGroup)).toBeLessThan(total(await amelie.get(href('customerNetwork', customer()))))
  const outside = store.get<{ id: string; name: string }>(
    `SELECT device.id, device.name FROM device JOIN site ON site.id = device.site_id
     WHERE device.customer_id = ? AND coalesce(site.site_group_id, '') <> ? LIMIT 1`,
    at.customerId,
    at.groupId,
  )
  const form = await amelie.get(href('groupBacnetSettings', group(), { device: outside?.id ?? '' }))
  expect(form.text).toContain('No controller is selected')
  const plan = await amelie.post(sendingHref({ ...group(), kind: 'network' }), [['device', outside?.id ?? '']])
  expect(plan.text).toContain('not found here')
  const own = seedId('device', 'montcalm-SCI-ECYVAV-1')
  const settings = await amelie.get(href('groupBacnetSettings', group(), { device: own }))
  expect(settings.title).toContain('VAV SCI-01')
  const none = await amelie.get(href('groupNetwork', { ...group(), groupId: 'none' }))
  expect(none.address).toBe(href('customerNetwork', customer()))
  const page = await amelie.get(href('groupConfiguration', group()))
  expect(page.title).toMatch(/^Configuration of Montcalm campuses/)
  store.run('UPDATE site SET site_group_id = ? WHERE id = ?', at.groupId, siteIdOf(43))
})

test('all of a site is chosen by its name, in the picker or typed, and not what only contains the words', async () => {
  const counts = new Map(
    product.services.world.store
      .all<{ name: string; count: number }>(
        `SELECT site.name, count(*) AS count FROM device JOIN site ON site.id = device.site_id
         WHERE device.customer_id = ? GROUP BY site.id`,
        at.customerId,
      )
      .map(({ name, count }) => [name, count]),
  )
  const own = counts.get('Campus Montcalm') ?? 0
  const summary = await amelie.get(href('customerConfiguration', customer()))
  const options = summary.root.querySelectorAll('select[name=place] option').map((one) => one.text)
  expect(options.sort()).toEqual(['All of Université Montcalm', 'Montcalm campuses', ...counts.keys()].sort())
  const start = 'main form:has(select[name=place])'
  const sentence = `Password changes on ${own} controllers of Campus Montcalm.`
  const siteAt = { ...at, groupId: group().groupId }
  const fills: Record<string, string>[] = [{ place: `${siteAt.groupId}/${at.siteId}` }, { q: ' campus montcalm ' }]
  for (const fill of fills) {
    const plan = await summary.submit(start, { fill, press: 'to=adminUser' })
    expect(plan.address).toBe(href('siteAdminPassword', siteAt, { all: 1 }))
    expect(plan.text).toContain(sentence)
    expect(plan.text).toContain(`Set for ${own} controllers of Campus Montcalm, send to ${own - 1}`)
  }
  const words = await summary.submit(start, { fill: { q: 'montcalm' }, press: 'to=adminUser' })
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const names = [...counts.keys()].sort((one, other) => one.localeCompare(other))
  const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  expect(words.text).toContain(
    `Password changes on ${all} controllers of Montcalm campuses (${names.length} sites: ${listed}).`,
  )
  expect(words.text).toContain('VAV MED-01 Campus du Saguenay')
  expect(words.text).toContain(`Set for ${all} controllers of ${names.length} sites, send to ${all - 2}`)
})

test('the menu has one entry for it, which every kind keeps; at a site it is one tab', async () => {
  const board = await amelie.get(href('siteBacnet', at))
  const entries = board.root.querySelectorAll('nav a').filter((link) => link.getAttribute('aria-current'))
  expect(entries.map((link) => link.text.trim())).toEqual(expect.arrayContaining(['Configuration', 'BACnet']))
  const page = await amelie.get(href('siteConfiguration', at))
  for (const kind of kindNames)
    expect(page.root.querySelectorAll(`main a[href="${boardHref({ ...at, kind })}"]`).length).toBeGreaterThan(0)
  expect(page.title).toMatch(/^Configuration of Campus Montcalm · Université Montcalm/)
})

test('somebody who may only look sees the numbers and no button; to who sees nothing it is not there', async () => {
  const usha = await englishReader(product, 'usha')
  const page = await usha.get(href('customerConfiguration', at))
  expect(page.root.querySelectorAll('main table form')).toHaveLength(0)
  expect(numbers(page).length).toBeGreaterThan(0)
  const nadia = await englishReader(product, 'nadia')
  expect((await nadia.get(href('customerConfiguration', at))).status).toBe(404)
})

test('a service that is down leaves the page standing, one without such a call is counted by its states', async () => {
  const before = await amelie.get(href('customerConfiguration', at))
  const { faults } = product.services.world
  const match = 'GET /x/configuration-summary'
  faults.inject('site', { match, kind: 'status', status: 503 })
  const marcus = await englishReader(product, 'marcus')
  const down = await marcus.get(href('customerConfiguration', at))
  expect([down.status, down.root.querySelectorAll('main table').length]).toEqual([200, 0])
  faults.clear('site')
  faults.inject('site', { match, kind: 'status', status: 404 })
  await product.clockAhead(61_000)
  const plain = await amelie.get(href('customerConfiguration', at))
  const unsent = (page: Page) =>
    numbers(page).filter(({ address }) => /state=(dirty|failed|notSet)$/.test(address) && !address.includes('/groups/'))
  expect(unsent(plain)).toEqual(unsent(before))
  faults.clear('site')
})

test('a site is found by its typed name among many that only contain the words', async () => {
  const laurier = { ...customer(), customerId: customerIdOf('CUS1001') }
  const names = [...Array.from({ length: 55 }, (_, number) => `Annexe ${number + 10} Parc Nord`), 'Parc Nord']
  const add = (name: string) =>
    product.services.call('site', `POST /customers/${laurier.customerId}/sites`, { as: 'amelie', body: { name } })
  const added = await Promise.all(names.map(add))
  expect(added.map(({ status }) => status)).toEqual(names.map(() => 201))
  const plan = await amelie.get(href('customerConfiguration', laurier, { all: 1, to: 'adminUser', q: 'parc nord' }))
  expect(plan.address).toContain(`/sites/${added.at(-1)?.body.id}/`)
})
