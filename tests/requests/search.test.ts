/** Anything of a customer is found by name, path, host id or address, and the page is a link (journey 13); the map. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let montcalm: { tenantId: string; customerId: string }
let laurier: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
  laurier = { tenantId, customerId: customerIdOf('CUS1001') }
})
afterAll(() => product.close())

const rowsOf = (html: Awaited<ReturnType<Visitor['get']>>) =>
  html.root.querySelectorAll('tbody tr').map((row) => row.structuredText.replace(/\s+/g, ' ').trim())

describe('search', () => {
  test('starts at every page of a customer and says which field matched, and where', async () => {
    const home = await amelie.get(href('customer', montcalm))
    const found = await home.submit('header form[method=get]', { fill: { q: 'VAV ART-01' } })
    expect(found.address).toBe(href('search', montcalm, { q: 'VAV ART-01' }).replace('%20', '+'))
    expect(rowsOf(found)[0]).toMatch(
      /VAV ART-01.*Controller.*Montcalm campuses \/ Campus Montcalm \/ Pavillon des Arts.*Name: VAV ART-01/,
    )
    const device = await found.follow('VAV ART-01')
    expect(device.root.querySelector('h1')?.text).toBe('VAV ART-01')
  })

  test('finds controllers by host id, sites by address, and spaces by where they hang', async () => {
    const line = `GET /x/devices?customerId=${montcalm.customerId}&search=${encodeURIComponent('VAV ART-01')}`
    const { body } = await product.services.call('site', line, { as: 'amelie' })
    const { hostId } = body.data[0]
    const byHost = await amelie.get(href('search', montcalm, { q: hostId }))
    expect(rowsOf(byHost)[0]).toContain(`Host id: ${hostId}`)
    const byAddress = await amelie.get(href('search', laurier, { q: 'Montréal', kind: 'site' }))
    expect(rowsOf(byAddress).join('\n')).toMatch(/Address: /)
  })

  test('goes on by cursor and keeps its words', async () => {
    const first = await amelie.get(href('search', montcalm, { q: 'vav' }))
    expect(rowsOf(first)).toHaveLength(50)
    const second = await first.follow('Next page')
    expect(second.status).toBe(200)
    expect(rowsOf(second)[0]).not.toBe(rowsOf(first)[0])
    expect(second.root.querySelector('main input[name=q]')?.getAttribute('value')).toBe('vav')
  })

  test('says so, in place of a number, when more things match than are counted', async () => {
    const page = await amelie.get(href('search', montcalm, { q: 'campus' }))
    expect(page.text).toContain('A great many things match.')
    expect(page.text).not.toMatch(/50 of \d/)
  })

  test('says what to do when the words are too short, or nothing is found', async () => {
    const short = await amelie.get(href('search', montcalm, { q: 'v' }))
    expect(short.text).toContain('Write at least two letters')
    const none = await amelie.get(href('search', montcalm, { q: 'no such thing' }))
    expect(none.text).toContain('Nothing of this customer matches.')
  })

  test('shows words as words, in French too', async () => {
    amelie.setCookie('lng', 'fr')
    const page = await amelie.get(href('search', montcalm, { q: '<script>alert(1)</script>%_"' }))
    amelie.setCookie('lng', 'en')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Rien ne correspond chez ce client.')
    expect(page.html).not.toContain('<script>alert(1)')
  })

  test('still finds groups, sites and controllers where a backend cannot search, and says so', async () => {
    product.services.world.faults.inject('site', {
      match: 'GET /x/search',
      kind: 'status',
      status: 404,
      errorCode: 4012,
    })
    const page = await amelie.get(href('search', montcalm, { q: 'campus' }))
    product.services.world.faults.clear()
    expect(page.text).toContain('This backend cannot search.')
    expect(rowsOf(page).join('\n')).toContain('Campus Montcalm')
  })

  test('is not there for people of other customers', async () => {
    const paul = await englishReader(product, 'paul')
    expect((await paul.get(href('search', montcalm, { q: 'vav' }))).status).toBe(404)
  })
})

describe('the map', () => {
  test('numbers the sites as the list does; each mark leads to its site, or to its line in the list', async () => {
    const page = await amelie.get(href('customerMap', laurier))
    const marks = page.root.querySelectorAll('svg a').map((mark) => mark.getAttribute('href') ?? '')
    expect(marks.length).toBeGreaterThan(1)
    for (const mark of marks) {
      if (mark.startsWith('#')) expect(page.root.querySelector(`[id="${mark.slice(1)}"]`)).not.toBeNull()
      else expect((await amelie.get(mark)).status).toBe(200)
    }
    expect(Buffer.byteLength(page.html)).toBeLessThan(60_000)
  })

  test('has no picture where no site has coordinates', async () => {
    const page = await amelie.get(href('customerMap', { ...laurier, customerId: customerIdOf('CUS1003') }))
    expect(page.status).toBe(200)
  })
})
