/** The catalogue of packages: what there is, what each version needs, and where it runs (spec §3, §7; domain §7). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream } from '../harness/upstream'
import type { Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string }
beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())

const packageAt = (packageName: string) => href('package', { ...at, packageName })
/** Words of a page that spaces do not matter to. */
const told = (text: string) => text.replace(/\s+/g, ' ')

describe('the catalogue', () => {
  test('that is refused to whoever asks first is not refused to those who wait with them', async () => {
    const visitors = await Promise.all(['amelie', 'usha', 'marcus'].map((login) => englishReader(product, login)))
    await product.services.control('POST /services/package/inject', {
      match: 'GET /packages',
      kind: 'status',
      status: 403,
      times: 1,
    })
    const pages = await Promise.all(visitors.map((one) => one.get(href('packages', at))))
    expect(pages.map(({ status }) => status).filter((status) => status !== 200).length).toBeLessThanOrEqual(1)
    expect((await amelie.get(href('packages', at))).status).toBe(200)
  })

  test('is each tenant’s own', async () => {
    const lakeshore = tenantIdOf(product.services.world, 'lakeshore')
    const marcus = await englishReader(product, 'marcus')
    const asked = async (tenantId: string) => {
      const upstream = listenUpstream(product.services)
      await marcus.get(href('models', { tenantId }))
      upstream.stop()
      return upstream.heard().filter(({ service, url }) => service === 'product' && url.includes('/controllers'))
    }
    expect(await asked(at.tenantId)).toEqual([])
    const [first] = await asked(lakeshore)
    expect(first?.headers['x-organization']).toBe(lakeshore)
    expect(await asked(lakeshore)).toEqual([])
  })

  test('lists every package once, with its newest version', async () => {
    const page = await amelie.get(href('packages', at))
    expect(page.root.querySelectorAll('main tbody tr')).toHaveLength(12)
    expect(page.text).toContain('12 packages')
    expect(told(page.text)).toMatch(/Trends ?Keeps the history of points\. ?1\.10\.23640\.204/)
    expect(page.root.querySelector(`nav a[href="${href('packages', at)}"][aria-current=page]`)).not.toBeNull()
  })

  test('is searched, in its file too, and says when nothing matches', async () => {
    const found = await amelie.get(href('packages', at, { q: 'outdoor' }))
    expect(found.root.querySelectorAll('main tbody tr')).toHaveLength(1)
    const download = found.root.querySelectorAll('main a').find((one) => one.text === 'Download CSV')
    expect(download?.getAttribute('href')).toBe(href('packagesCsv', at, { q: 'outdoor' }))
    const [headings, ...lines] = (await (await amelie.raw('GET', href('packagesCsv', at, { q: 'outdoor' }))).text())
      .trim()
      .split('\r\n')
    expect(headings).toContain('Package,Description,Mandatory,Newest')
    expect(lines).toEqual([expect.stringMatching(/^Weather,Outdoor.*,No,/)])
    const all = await (await amelie.raw('GET', href('packagesCsv', at))).text()
    expect(all.trim().split('\r\n')).toHaveLength(13)
    const none = await amelie.get(href('packages', at, { q: 'nothing of the kind' }))
    expect(none.text).toContain('No package matches')
    expect((await none.follow('Clear filters')).address).toBe(href('packages', at))
  })
})

describe('a package', () => {
  test('tells of each version what it needs, where its files are, and on how many controllers it runs', async () => {
    const list = await amelie.get(href('packages', at))
    const link = list.root.querySelectorAll('main a').find(({ text }) => text.trim() === 'Trends')
    expect(link?.getAttribute('href')).toBe(packageAt('trends'))
    const page = await amelie.get(packageAt('trends'))
    const rows = page.root.querySelectorAll('main tbody tr').map((row) => told(row.text))
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatch(/1\.10\.23640\.204.*Newest version.*Platform.*1\.17 or newer.*ARM.*AArch64.*AMD64/)
    expect(told(page.text)).toMatch(/Installed on ?\d+ controllers/)
  })

  test('counts what the list of controllers then shows', async () => {
    const page = await amelie.get(packageAt('trends'))
    const link = page.root
      .querySelectorAll('main tbody a')
      .find((one) => /^\d+ controllers?$/.test(one.text.trim()) && one.getAttribute('href')?.includes('version='))
    const count = link?.text.trim() ?? ''
    expect(count).toMatch(/^[1-9]/)
    const list = await amelie.get(link?.getAttribute('href') ?? '')
    expect(list.text).toContain(count)
    expect(list.root.querySelector('input[name=package][checked]')?.getAttribute('value')).toBe('trends')
    expect(list.root.querySelector('input[name=version][checked]')).not.toBeNull()
  })

  test('names only the models that have a file of it', async () => {
    const page = await amelie.get(packageAt('fdd-agent'))
    expect(told(page.text)).toMatch(/Models that can run it ?[^.]*ECYAPEX/)
    expect(told(page.text)).not.toMatch(/Models that can run it ?[^.]*ECY103/)
  })

  test('is brought to its newest version on those that have an older one', async () => {
    const page = await amelie.get(packageAt('gfx'))
    const link = page.root.querySelectorAll('main tbody a').find((one) => one.text.startsWith('Update to the newest'))
    const form = await amelie.get(link?.getAttribute('href') ?? '')
    expect(form.root.querySelector('form option[selected][value="newest:gfx"]')).not.toBeNull()
    const review = await form.submit('main form[method=post]')
    expect(review.text).toContain('Graphics engine')
    expect(review.root.querySelector('button[value=apply]')).not.toBeNull()
  })

  test('that nobody knows is not there', async () => {
    expect((await amelie.get(packageAt('no-such-package'))).status).toBe(404)
  })
})

describe('trouble', () => {
  const inject = (match: string, status: number) =>
    product.services.control('POST /services/site/inject', { match, kind: 'status', status })
  const heal = () => product.services.control('DELETE /services/site/inject')

  test('a service that is down leaves the versions, and says what is missing', async () => {
    const fresh = await englishReader(product, 'marcus')
    await inject('GET /x/devices', 503)
    const page = await fresh.get(packageAt('alarms'))
    await heal()
    expect(page.status).toBe(200)
    expect(page.root.querySelectorAll('main tbody tr')).toHaveLength(3)
    expect(page.text).toContain('Unknown')
    expect(page.text).not.toMatch(/Installed on ?\d/)
  })

  test('a backend that cannot list controllers is walked, and the page is whole within its bound', async () => {
    await inject('GET /x/devices', 404)
    const page = await amelie.get(packageAt('trends'))
    await heal()
    expect(page.status).toBe(200)
    expect(told(page.text)).toMatch(/Installed on ?\d+ controllers/)
    expect(page.text).not.toContain('This list may not be complete')
  })
})

describe('who may', () => {
  test('a user reads, and is offered no deployment', async () => {
    const usha = await englishReader(product, 'usha')
    const page = await usha.get(packageAt('weather'))
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('Deploy this')
    expect(page.text).not.toContain('Update to the newest')
    const headings = async (visitor: Visitor) =>
      (await visitor.get(packageAt('weather'))).root.querySelectorAll('main thead th').map(({ text }) => text.trim())
    expect(await headings(usha)).not.toContain('Deploy')
    expect(await headings(amelie)).toContain('Deploy')
  })

  test('a package that runs nowhere leads to no controllers', async () => {
    const list = await amelie.get(href('packages', at))
    const links = list.root.querySelectorAll('main tbody th a').map((link) => link.getAttribute('href') ?? '')
    const pages = await Promise.all(links.map((link) => amelie.get(link)))
    expect(pages.filter(({ text }) => text.includes('0 controllers')).length).toBeGreaterThan(0)
    for (const { root } of pages)
      expect(root.querySelectorAll('main a').map(({ text }) => text)).not.toContain('0 controllers')
  })

  test('in French it is told in French', async () => {
    const french = await product.signedIn('amelie')
    french.setCookie('lng', 'fr')
    const page = await french.get(packageAt('trends'))
    expect(page.text).toContain('Version la plus récente')
    expect(page.text).toContain('Installé sur')
  })
})
