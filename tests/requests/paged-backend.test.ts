/** A backend of the specification alone that answers its lists in pages, whether asked to or not (domain §0, §17). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type ChangingProxy, startChangingProxy } from '../harness/changing-proxy'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

const pageSize = 50
const sitesAdded = 130

let product: Console
let proxy: ChangingProxy
let amelie: Visitor
let montcalm: { tenantId: string; customerId: string }
let campus: typeof montcalm & { groupId: string; siteId: string }

beforeAll(async () => {
  proxy = await startChangingProxy()
  product = await startTestConsole({ env: proxy.env })
  proxy.lead(product.services.origin)
  amelie = await englishReader(product, 'amelie')
  montcalm = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const device = seedId('device', 'montcalm-SCI-ECYVAV-1')
  const { body } = await product.services.call('site', `GET /devices/${device}`, { as: 'amelie' })
  const node = (type: string) => body.path.find((one: { type: string }) => one.type === type).id
  campus = { ...montcalm, groupId: node('group'), siteId: node('site') }
  product.services.world.faults.inject('site', { match: 'GET /x/', kind: 'status', status: 404, errorCode: 4012 })
  addSites(sitesAdded)
  proxy.address = inPages
  proxy.change = ({ url, status, headers, body }) =>
    url.includes('/devices/info?') ? infoPage({ url, status, headers, body }) : undefined
})
afterAll(async () => {
  await product.close()
  await proxy.close()
})

/** Empty sites in no group that come before all others of the customer. */
function addSites(count: number, prefix = 'Aa') {
  const { store } = product.services.world
  const one = store.all<Record<string, string | number | null>>(
    'SELECT * FROM site WHERE customer_id = ? LIMIT 1',
    montcalm.customerId,
  )[0]
  for (let at = 0; at < count; at += 1) {
    const number = String(at).padStart(4, '0')
    const row = { ...one, id: `${prefix}-${number}`, site_group_id: null, name: `${prefix} ${number}` }
    const named = { ...row, sort_name: row.name.toLowerCase() }
    const places = Object.keys(named).map(() => '?')
    store.run(
      `INSERT INTO site (${Object.keys(named).join(', ')}) VALUES (${places.join(', ')})`,
      ...Object.values(named),
    )
  }
}

/** Lists of sites come fifty at a time, whatever size was asked for; states of controllers too. */
function inPages(url: string): string {
  const asked = new URL(url, 'http://backend')
  if (/\/(customers|sitegroups)\/[^/]+\/sites$/.test(asked.pathname))
    asked.searchParams.set('pageSize', String(pageSize))
  if (asked.pathname.endsWith('/devices/info')) asked.searchParams.delete('continuationToken')
  return asked.pathname + asked.search
}

function infoPage({ url, headers, body }: { url: string; status: number; headers: object; body: Buffer }) {
  const from = Number(new URL(url, 'http://backend').searchParams.get('continuationToken') ?? 0)
  const rows = JSON.parse(body.toString()) as unknown[]
  const end = from + pageSize
  const link = end < rows.length ? { link: `<http://backend/info?continuationToken=${end}>; rel="next"` } : {}
  return { headers: { ...headers, ...link }, body: Buffer.from(JSON.stringify(rows.slice(from, end))) }
}

const text = (page: Page) => (page.root.querySelector('main')?.structuredText ?? '').replace(/\s+/g, ' ')

describe('a customer with three pages of sites', () => {
  test('is counted over all of them', async () => {
    const page = await amelie.get(href('customer', montcalm))
    expect(text(page)).toContain(' 120 controllers ')
    expect(text(page)).toContain(`of ${sitesAdded + 1}`)
    expect(text(page)).not.toContain('it has more')
    const second = await page.follow('Next page')
    const sites = second.root
      .querySelectorAll('main .places tbody th')
      .filter((name) => /^Aa \d/.test(name.text.trim()))
    expect(sites).toHaveLength(pageSize)
    expect(second.text).toContain('Aa 0060')
  })

  test('has all its controllers in its list, and those of its groups', async () => {
    expect(text(await amelie.get(href('customerDevices', montcalm)))).toContain('120 controllers')
    expect(text(await amelie.get(href('customerDevices', montcalm, { groupId: campus.groupId })))).toContain(
      '120 controllers',
    )
  })

  test('is searched to its last site', async () => {
    for (const name of ['Campus Montcalm', 'Aa 0129']) {
      const page = await amelie.get(href('search', montcalm, { q: name, kind: 'site' }))
      expect(page.root.querySelectorAll('main tbody th').map((row) => row.text)).toEqual([name])
    }
  })

  test('has all controllers of a site on its network board', async () => {
    const page = await amelie.get(href('siteNetwork', campus))
    const { body } = await product.services.call('site', `GET /sites/${campus.siteId}`, { as: 'amelie' })
    expect(body.counts.devices).toBeGreaterThan(pageSize)
    expect(text(page)).toContain(`of ${body.counts.devices}`)
  })
})

describe('a customer with more sites than are read', () => {
  beforeAll(() => addSites(2_000, 'Ab'))

  test('says that its numbers are of the first 2,000', async () => {
    const page = await amelie.get(href('customer', montcalm))
    expect(page.status).toBe(200)
    expect(text(page)).toContain('the totals of its first 2,000 sites; it has more')
    expect(text(page)).toMatch(/of more than 2,00\d/i)
    amelie.setCookie('lng', 'fr')
    expect(text(await amelie.get(href('customer', montcalm)))).toContain('premiers sites')
    amelie.setCookie('lng', 'en')
    // What was read before they were added is kept for some minutes.
    const kept = await amelie.get(href('search', montcalm, { q: 'Ab', kind: 'site' }))
    const again = kept.root.querySelectorAll('a').find((link) => link.text.trim() === 'Read again')
    const found = await amelie.get((again?.getAttribute('href') ?? '').replaceAll('&amp;', '&'))
    expect(text(found)).toMatch(/more than 1,870/i)
  })
})
