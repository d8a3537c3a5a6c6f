/** An address without a page of its own (a table file, a short address) refuses a browser with a page, and a program with data. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { type PathName, paths } from '../../app/paths'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
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

/** Every address that answers no page. */
const bare = Object.keys(paths).filter(
  (name) => /Csv$|^trailExport$|^deviceById$/.test(name) && !paths[name as PathName].startsWith('/users'),
) as PathName[]

/** The address with everything in it missing but the tenant. */
const missing = (name: PathName) =>
  paths[name].replace(/:([A-Za-z]+)/g, (_, key: string) => (key === 'tenantId' ? at.tenantId : 'not-there'))

describe.each(bare)('%s', (name) => {
  test('refuses a browser with a page', async () => {
    const address = missing(name)
    const page = await amelie.get(address)
    if (page.status === 200) return expect(page.headers.get('content-type')).toMatch(/text\/csv|ndjson|jsonl|octet/)
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.text).toContain('What happened')
    expect(page.title).not.toBe('')
    expect(page.html).not.toContain('"problem"')
  })
})

describe('a refusal', () => {
  const gone = () => href('deviceById', { ...at, deviceId: 'not-there' })

  test('of data stays data', async () => {
    for (const headers of [
      { accept: 'application/json' },
      { accept: '*/*' },
      { accept: 'text/html', 'sec-fetch-dest': 'empty' },
    ] as Record<string, string>[]) {
      const answer = await amelie.raw('GET', gone(), { headers })
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect((await answer.json()).problem.service).toBe('site')
    }
  })

  test('of what somebody may not see is a page with its own status, in their language', async () => {
    const usha = await product.signedIn('usha')
    usha.setCookie('lng', 'fr')
    const answer = await usha.get(href('trailExport', at))
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('Une consultation n’est pas consignée')
    expect(answer.root.querySelector('html')?.getAttribute('lang')).toBe('fr')
  })

  test('is read in the other language at its own address, which the browser keeps', async () => {
    const reader = await product.signedIn('amelie')
    const page = await reader.get(`${gone()}?lng=en`)
    const french = await page.follow('Français')
    expect([french.status, french.address.split('?')[0]]).toEqual([404, gone()])
    expect((await reader.get(gone())).text).toContain('Ce qui s’est passé')
  })

  test('that may pass leads back to where it was', async () => {
    product.services.world.faults.inject('site', { match: 'GET /x/devices', kind: 'status', status: 500 })
    const page = await amelie.get(href('customerDevicesCsv', at, { productId: 'x' }))
    product.services.world.faults.clear()
    expect(page.status).toBe(502)
    const again = page.root.querySelectorAll('main a').map((link) => link.getAttribute('href'))
    expect(again).toContain(href('customerDevicesCsv', at, { productId: 'x' }))
  })

  test('has no address of its own', async () => {
    expect((await amelie.get(href('refused', {}))).status).toBe(404)
  })
})
