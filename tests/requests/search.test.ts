/** Anything of a customer is found by name, path, host id or address, and the page is a link (journey 13); the map. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
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

/** What the script of a page reads while somebody types. */
const suggested = (visitor: Visitor, at: { tenantId: string; customerId: string }, q: string) =>
  visitor.raw('GET', href('searchSuggestions', at, { q }))

const rowsOf = (html: Awaited<ReturnType<Visitor['get']>>) =>
  html.root.querySelectorAll('tbody tr').map((row) => row.structuredText.replace(/\s+/g, ' ').trim())

describe('the box of the frame', () => {
  const box = 'header form[method=get]'
  const from = async (visitor: Visitor, address: string, q: string) =>
    (await visitor.get(address)).submit(box, { fill: { q } })
  const listOf = (at: typeof montcalm, q: string) => href('search', at, { q })
  const deviceCalled = async (name: string) => {
    const line = `GET /x/devices?customerId=${montcalm.customerId}&search=${encodeURIComponent(name)}`
    const { body } = await product.services.call('site', line, { as: 'amelie' })
    return body.data[0] as { id: string; name: string; hostId: string }
  }

  test('leads straight to the only thing that a whole name, number, address or path is of', async () => {
    const device = await deviceCalled('VAV ART-01')
    const byHost = await from(amelie, href('customer', montcalm), device.hostId.toLowerCase())
    expect(byHost.address).toMatch(new RegExp(`/devices/${device.id}$`))
    expect(byHost.root.querySelector('h1')?.text).toBe('VAV ART-01')
    expect(byHost.status).toBe(200)
    const point = await from(amelie, href('customer', laurier), 'vav 12-04 zone  temperature')
    expect(point.root.querySelector('h1')?.text).toBe('VAV 12-04 Zone temperature')
    const object = await from(amelie, href('customer', laurier), 'VAV 12-04.ZoneTemp')
    expect(object.root.querySelector('h1')?.text).toBe('VAV 12-04 Zone temperature')
    const project = await from(amelie, href('customer', laurier), 'place boreale graphics')
    expect(project.address).toMatch(/\/designer$/)
    for (const path of ['Campus Montcalm / Pavillon des Arts / VAV ART-02', 'VAV ART-02 · Pavillon des arts']) {
      const found = await from(amelie, href('customer', montcalm), path)
      expect(found.address).toContain('/devices/')
      expect(found.root.querySelector('h1')?.text).toBe('VAV ART-02')
    }
    const address = product.services.world.store.get<{ address: string; name: string }>(
      `SELECT site.address, site.name FROM site WHERE customer_id = ? AND address <> '' AND NOT EXISTS
         (SELECT 1 FROM building WHERE building.site_id = site.id AND building.address = site.address)`,
      laurier.customerId,
    )
    const site = await from(amelie, href('customer', laurier), address?.address ?? '')
    expect(site.root.querySelector('h1')?.text).toBe(address?.name)
    const street = await from(amelie, href('customer', laurier), address?.address.slice(0, -3) ?? '')
    expect([street.address.includes('sought='), street.root.querySelector('h1')?.text]).toEqual([true, address?.name])
  })

  test('opens equipment rather than the controller of its name and place, with a way to both', async () => {
    const equipment = await from(amelie, href('customer', montcalm), 'VAV ART-01')
    expect(equipment.address).toMatch(/\/equipment\/[\w-]+\?sought=VAV\+ART-01$/)
    expect(equipment.root.querySelector('h1')?.text).toBe('VAV ART-01')
    const all = await equipment.follow('All results for “VAV ART-01”')
    expect(all.address).toBe(listOf(montcalm, 'VAV ART-01'))
    expect(rowsOf(all).map((row) => /Controller|Equipment/.exec(row)?.[0])).toEqual(['Controller', 'Equipment'])
  })

  test('leads to the list where several are called so, or nothing is, at an address that can be sent', async () => {
    const two = await from(amelie, href('customer', montcalm), 'Étage 1')
    expect(two.address).toBe(listOf(montcalm, 'Étage 1'))
    expect(rowsOf(two).length).toBeGreaterThan(1)
    const { hostId } = await deviceCalled('VAV ART-01')
    const [, , ...digits] = hostId
    const several = await from(amelie, href('customer', montcalm), 'VAV ART')
    expect([several.address, digits.length > 0]).toEqual([listOf(montcalm, 'VAV ART'), true])
    const none = await from(amelie, href('customer', montcalm), 'no such thing')
    expect(none.address).toBe(listOf(montcalm, 'no such thing'))
    // The address of the list stays the list, however exact its words are.
    const sent = await amelie.get(listOf(montcalm, hostId))
    expect([sent.address, rowsOf(sent).length]).toEqual([listOf(montcalm, hostId), 1])
  })

  test('opens the only thing that some words match, with a way to the list', async () => {
    const project = await from(amelie, href('customer', laurier), 'boréale graph')
    expect(project.address).toMatch(/\/designer\?sought=/)
    const list = await project.follow('All results for “boréale graph”')
    expect([list.address, rowsOf(list).length]).toEqual([listOf(laurier, 'boréale graph'), 1])
  })

  test('finds a controller by half its serial number', async () => {
    const { store } = product.services.world
    const [device] = store.all<{ id: string; name: string; serial: string }>(
      `SELECT id, name, json_extract(properties, '$.$serialNumber') AS serial FROM device
       WHERE customer_id = ? AND json_extract(properties, '$.$serialNumber') IS NOT NULL ORDER BY name`,
      montcalm.customerId,
    )
    const half = device?.serial.slice(-Math.ceil(device.serial.length / 2)) ?? ''
    const { suggestions } = await (await suggested(amelie, montcalm, half)).json()
    const own = suggestions.find((one: { href: string }) => one.href.endsWith(`/devices/${device?.id}`))
    expect([own?.name, own?.about]).toEqual([device?.name, expect.stringContaining(device?.serial ?? '-')])
    expect((await amelie.get(own?.href)).root.querySelector('h1')?.text).toBe(device?.name)
  })

  test('leaves a way to whatever else was found', async () => {
    const { world } = product.services
    const { id } = await deviceCalled('VAV ART-04')
    world.store.run(
      `UPDATE device SET name = 'Pump house', sort_name = 'pump house', search_text = ' pump house ' WHERE id = ?`,
      id,
    )
    const other = await deviceCalled('VAV ART-05')
    world.store.run(
      `UPDATE device SET name = 'Pump house east', sort_name = 'pump house east', search_text = ' pump house east '
       WHERE id = ?`,
      other.id,
    )
    const straight = await from(amelie, href('customer', montcalm), 'pump house')
    expect(straight.root.querySelector('h1')?.text).toBe('Pump house')
    expect(straight.text).not.toContain('does not understand')
    expect(straight.root.querySelector(`${box} [name=q]`)?.getAttribute('value')).toBe('pump house')
    const all = await straight.follow('All results for “pump house”')
    expect(all.address).toBe(listOf(montcalm, 'pump house'))
    expect(rowsOf(all)).toHaveLength(2)
    amelie.setCookie('lng', 'fr')
    const french = await amelie.get(straight.address)
    amelie.setCookie('lng', 'en')
    expect(french.text).toContain('Tous les résultats pour « pump house »')
  })

  test('leads to a person by their whole name or address, for who may see people', async () => {
    for (const q of ['Hugo Lapointe', 'hugo.lapointe@boreal.example']) {
      const person = await from(amelie, href('customer', montcalm), q)
      expect(person.root.querySelector('h1')?.text).toBe('Hugo Lapointe')
    }
    const first = await from(amelie, href('customer', montcalm), 'Hugo')
    expect(first.root.querySelector('h1')?.text).toBe('Hugo Lapointe')
    const some = await amelie.get(listOf(montcalm, 'Hugo'))
    const people = some.root.querySelectorAll('main .list-aside a').find((link) => link.text === '1 person')
    expect((await amelie.get(people?.getAttribute('href') ?? '')).text).toContain('Hugo Lapointe')
    amelie.setCookie('lng', 'fr')
    expect((await amelie.get(some.address)).text).toContain('Personnes : 1 personne')
    amelie.setCookie('lng', 'en')
    const usha = await englishReader(product, 'usha')
    const nobody = await from(usha, href('customer', montcalm), 'Hugo Lapointe')
    expect(nobody.address).toBe(listOf(montcalm, 'Hugo Lapointe'))
    expect(nobody.text).toContain('Nothing in this customer matches.')
    expect(nobody.text).not.toContain('1 person')
  })

  test('tells nothing of what somebody may not see', async () => {
    const { hostId } = await deviceCalled('VAV ART-03')
    const paul = await englishReader(product, 'paul')
    expect((await paul.get(href('search', montcalm, { q: hostId, go: 1 }))).status).toBe(404)
    const saintRemi = (await paul.get('/')).address
    const own = await from(paul, saintRemi, hostId)
    expect(own.text).toContain('Nothing in this customer matches.')
    expect(own.passed.join()).not.toContain('/devices/')
  })
})

describe('suggestions', () => {
  const namesIn = async (answer: Response) =>
    ((await answer.json()) as { suggestions: { name: string }[] }).suggestions.map(({ name }) => name)

  test('are the first results of the same search, at most eight, with the way to all', async () => {
    const reply = await (await suggested(amelie, montcalm, 'VAV SCI')).json()
    const list = await amelie.get(href('search', montcalm, { q: 'VAV SCI' }))
    const names = list.root.querySelectorAll('main tbody th').map(({ text }) => text.trim())
    expect(reply.suggestions).toHaveLength(8)
    expect(reply.suggestions.map((one: { name: string }) => one.name)).toEqual(names.slice(0, 8))
    expect(reply.said).toBe(list.root.querySelector('.list-head h2')?.text)
    expect(reply.all.href).toBe(href('search', montcalm, { q: 'VAV SCI' }))
    for (const { href: to } of reply.suggestions.slice(0, 2)) expect((await amelie.get(to)).status).toBe(200)
  })

  test('of a tenant come from every customer that the person may see, and from no other', async () => {
    const { tenantId } = montcalm
    const claire = await englishReader(product, 'claire')
    const ask = (visitor: Visitor, q: string) =>
      visitor.raw('GET', href('tenantSearchSuggestions', { tenantId }, { q }))
    expect(await namesIn(await ask(amelie, 'Campus Montcalm'))).toContain('Campus Montcalm')
    expect(await namesIn(await ask(claire, 'Campus Montcalm'))).toEqual([])
    expect((await suggested(claire, montcalm, 'Campus Montcalm')).status).toBe(404)
  })

  test('are none for one letter, for a backend that cannot search, and while it does not answer', async () => {
    expect((await suggested(amelie, montcalm, 'V')).status).toBe(204)
    const { faults } = product.services.world
    faults.inject('site', { match: 'GET /x/search', kind: 'status', status: 503, errorCode: 5003 })
    expect((await suggested(amelie, montcalm, 'VAV MED')).status).toBe(204)
    faults.clear()
    const long = await (await suggested(amelie, montcalm, 'x'.repeat(5_000))).json()
    expect([long.suggestions, long.all.href]).toEqual([[], href('search', montcalm, { q: 'x'.repeat(200) })])
    expect((await suggested(product.visitor(), montcalm, 'VAV')).status).toBe(302)
  })
})

test('what a service says of another thing is no missing page: a search tells it in its place', async () => {
  const fault = { match: 'GET /x/search', kind: 'status', status: 404, errorCode: 4004 }
  await product.services.control('POST /services/site/inject', fault)
  const address = href('search', montcalm, { q: 'vav' })
  const page = await amelie.get(address)
  const typed = await amelie.get(`${address}&go=1`)
  amelie.setCookie('lng', 'fr')
  const french = await amelie.get(address)
  amelie.setCookie('lng', 'en')
  await product.services.control('DELETE /services/site/inject')
  for (const one of [page, typed]) {
    expect(one.status).toBe(200)
    expect(one.text).toContain('This part cannot be shown now')
    expect(one.text).toContain('A required item was not found')
    expect(one.root.querySelector('main input[name=q]')?.getAttribute('value')).toBe('vav')
  }
  expect(french.text).toContain('Cette partie ne peut pas être affichée')
})

describe('search', () => {
  test('starts at every page of a customer and says which field matched, and where', async () => {
    const home = await amelie.get(href('customer', montcalm))
    const found = await home.submit('header form[method=get]', { fill: { q: 'VAV ART' } })
    expect(found.address).toBe(href('search', montcalm, { q: 'VAV ART' }).replace('%20', '+'))
    const row = /VAV ART-01.*Controller.*Montcalm campuses \/ Campus Montcalm \/ Pavillon des Arts.*Name: VAV ART-01/
    expect(rowsOf(found).filter((one) => row.test(one))).toHaveLength(1)
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

  test('has its kinds as links with how many of each there are, and keeps its words and its kind', async () => {
    const page = await amelie.get(href('search', montcalm, { q: 'VAV ART', kind: 'site' }))
    const tabs = page.root.querySelectorAll('main nav.views a')
    const told = tabs.map((tab) => tab.structuredText.replace(/\s+/g, ' ').trim())
    expect(told).toEqual([
      expect.stringMatching(/^All \d+$/),
      'Site groups 0',
      'Sites 0',
      'Buildings 0',
      'Spaces 0',
      expect.stringMatching(/^Controllers \d+$/),
      expect.stringMatching(/^Equipment \d+$/),
      'Projects 0',
      'Points 0',
    ])
    expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual([undefined, undefined, 'true', ...Array(6)])
    expect(page.root.querySelector('main input[name=kind]')?.getAttribute('value')).toBe('site')
    const controllers = await amelie.get(tabs.at(5)?.getAttribute('href') ?? '')
    expect(rowsOf(controllers)).toHaveLength(Number(told.at(5)?.match(/\d+/)?.[0]))
    expect(controllers.root.querySelector('main input[name=q]')?.getAttribute('value')).toBe('VAV ART')
  })

  test('finds designer projects and points, and leads to their pages', async () => {
    const project = await amelie.get(href('search', laurier, { q: 'boréale graphics' }))
    expect(rowsOf(project)).toEqual([
      expect.stringMatching(/^Place Boréale graphics Project Québec offices \/ Place Boréale Name: /),
    ])
    const pages = await project.follow('Place Boréale graphics')
    expect(pages.address).toMatch(/\/designer$/)
    const points = await amelie.get(href('search', laurier, { q: 'VAV 12-04.ZoneTemp', kind: 'point' }))
    expect(rowsOf(points)[0]).toMatch(/^VAV 12-04 Zone temperature Point .* \/ VAV 12-04 .*Object on the controller: /)
    const point = await points.follow('VAV 12-04 Zone temperature')
    expect(point.root.querySelector('h1')?.text).toBe('VAV 12-04 Zone temperature')
    // Both stand in the tree beside their pages.
    const branch = (page: Page, name: string) =>
      page.root.querySelectorAll('#tree a').find((link) => link.text.trim() === name)
    expect(branch(pages, 'Place Boréale graphics')?.getAttribute('aria-current')).toBe('page')
    expect(branch(point, 'Points')?.getAttribute('href')).toBe(point.address.replace(/\/[^/]+$/, ''))
    amelie.setCookie('lng', 'fr')
    const french = await amelie.get(href('search', laurier, { q: 'VAV 12-04.ZoneTemp' }))
    amelie.setCookie('lng', 'en')
    expect(rowsOf(french)[0]).toMatch(/Objet sur l’automate : VAV 12-04\.ZoneTemp/)
    const tabs = french.root.querySelectorAll('main nav.views a').map((tab) => tab.text.replace(/\s*\d+$/, '').trim())
    expect(tabs.slice(-2)).toEqual(['Projets', 'Points'])
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
    expect(page.text).toMatch(/More than [\d,]+ results match\./)
    expect(page.text).not.toMatch(/50 of \d/)
  })

  test('says what to do when the words are too short, or nothing is found', async () => {
    const short = await amelie.get(href('search', montcalm, { q: 'v' }))
    expect(short.text).toContain('Enter at least two letters')
    const none = await amelie.get(href('search', montcalm, { q: 'no such thing' }))
    expect(none.text).toContain('Nothing in this customer matches.')
  })

  test.each(['search', 'tenantSearch'] as const)(
    'counts letters as a reader does: one emoji is too short for %s, and two are not',
    async (name) => {
      const short = await amelie.get(href(name, montcalm, { q: '🏢' }))
      expect(short.text).toContain('Enter at least two letters')
      expect(short.root.querySelectorAll('main table, main [data-empty]')).toHaveLength(0)
      const long = await amelie.get(href(name, montcalm, { q: '🏢🏢' }))
      expect(long.text).not.toContain('Enter at least two letters')
      expect(long.root.querySelectorAll('main [data-empty]')).toHaveLength(1)
    },
  )

  test.each(['search', 'tenantSearch'] as const)(
    'says at %s that nothing is listed where the service refuses the words, never that nothing matches',
    async (name) => {
      const body = JSON.stringify({ errorCode: 4000, errors: { q: ['errors.field.tooLong'] } })
      const { faults } = product.services.world
      faults.inject('site', { match: 'GET /x/search', kind: 'answer', status: 422, body })
      const page = await amelie.get(href(name, montcalm, { q: 'gaspe' }))
      faults.clear()
      expect(page.status).toBe(200)
      expect(page.root.querySelector('main [data-empty]')?.text.trim()).toBe('Nothing is listed')
      expect(page.root.querySelector('main [name=q]')?.getAttribute('value')).toBe('gaspe')
      expect(page.text).toContain('This is too long')
      expect(page.text).not.toMatch(/0 results|Nothing in th/)
    },
  )

  test('shows words as words, in French too', async () => {
    amelie.setCookie('lng', 'fr')
    const page = await amelie.get(href('search', montcalm, { q: '<script>alert(1)</script>%_"' }))
    amelie.setCookie('lng', 'en')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Rien ne correspond chez ce client.')
    expect(page.html).not.toContain('<script>alert(1)')
  })

  test('finds a controller by its host id, serial number or MAC address, whichever customer it belongs to', async () => {
    const { store } = product.services.world
    const at = { tenantId: montcalm.tenantId }
    const device = store.get<{ id: string; name: string; host: string; serial: string }>(
      `SELECT id, name, host_id AS host, properties ->> '$."$serialNumber"' AS serial FROM device
       WHERE customer_id = ? AND onboarded = 1 LIMIT 1`,
      customerIdOf('CUS1002'),
    )
    if (!device) throw new Error('no controller')
    const record = await product.services.call('site', `GET /devices/${device.id}/onboarding`, { as: 'amelie' })
    const claire = await englishReader(product, 'claire')
    const home = await claire.get(href('tenant', at))
    for (const [label, q] of Object.entries({
      'Host id': device.host,
      'Serial number': device.serial,
      'MAC address': record.body.device.macAddress as string,
    })) {
      const straight = await home.submit('header form[method=get]', { fill: { q } })
      expect(straight.root.querySelector('h1')?.text, label).toBe(device.name)
      const found = await claire.get(href('tenantSearch', at, { q }))
      expect(rowsOf(found), q).toHaveLength(1)
      expect(rowsOf(found)[0]).toMatch(new RegExp(`${device.name}.*Maple Ridge Health Network.*${label}: ${q}`))
      expect((await found.follow(device.name)).root.querySelector('h1')?.text).toBe(device.name)
    }
  })

  test('shows in a tenant only what is of the customers somebody sees, and leads on from an empty search in one', async () => {
    const at = { tenantId: montcalm.tenantId }
    const all = await amelie.get(href('tenantSearch', at, { q: 'campus', kind: 'group' }))
    expect(rowsOf(all).join('\n')).toContain('Université Montcalm')
    const paul = await englishReader(product, 'paul')
    const own = await paul.get(href('tenantSearch', at, { q: 'campus' }))
    expect(rowsOf(own).length).toBeGreaterThan(0)
    for (const row of rowsOf(own)) expect(row).toContain('Académie Saint-Rémi')
    paul.setCookie('lng', 'fr')
    const none = await paul.get(href('tenantSearch', at, { q: 'VAV ART-01' }))
    expect(none.text).toContain('Rien ne correspond chez les clients que vous voyez.')
    const nowhere = await amelie.get(href('search', laurier, { q: 'VAV ART-01' }))
    const wider = await nowhere.follow('Search all customers you can see')
    expect(rowsOf(wider)[0]).toContain('Université Montcalm')
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
    // It is believed for a while that the call is not there.
    const all = await amelie.get(href('tenantSearch', montcalm, { q: 'campus' }))
    expect(all.text).toContain('This backend cannot search.')
    const found = rowsOf(all).join('\n')
    expect(found).toMatch(/Campus Montcalm.*Université Montcalm/)
    expect(found).toContain('Académie Saint-Rémi')
    const project = await amelie.get(href('search', laurier, { q: 'graphics' }))
    expect((await project.follow('Place Boréale graphics')).address).toMatch(/\/designer$/)
  })

  test('is not there for people of other customers', async () => {
    const paul = await englishReader(product, 'paul')
    expect((await paul.get(href('search', montcalm, { q: 'vav' }))).status).toBe(404)
  })
})

describe('the map', () => {
  const hrefOf = (link: { getAttribute(name: string): string | undefined }) =>
    (link.getAttribute('href') ?? '').replaceAll('&amp;', '&')

  test('has a ring as large as the controllers are many, and red only for trouble; each mark leads on', async () => {
    const page = await amelie.get(href('customerMap', laurier))
    const marks = page.root.querySelectorAll('main svg a')
    expect(marks.length).toBeGreaterThan(1)
    for (const mark of marks) expect((await amelie.get(hrefOf(mark))).status).toBe(200)
    const { world } = product.services
    const offline = page.root.querySelectorAll('main tbody tr').map((row) => row.structuredText)
    expect(offline.filter((text) => text.includes('Tour Laurier'))).toHaveLength(1)
    const devices = world.store.get<{ n: number }>(
      'SELECT sum(devices) AS n FROM site_tally WHERE customer_id = ?',
      laurier.customerId,
    )?.n
    const listed = page.root
      .querySelectorAll('main tbody tr')
      .map((row) => Number(row.querySelectorAll('td').at(-1)?.text.replace(',', '')))
    expect(listed.reduce((sum, one) => sum + one, 0)).toBe(devices)
    // One of two controllers of Québec is offline; all of Montréal answer.
    const red = marks.filter((mark) => mark.classList.contains('trouble'))
    expect(red.map((mark) => mark.querySelector('title')?.text)).toEqual([expect.stringContaining('1 offline')])
    expect(Buffer.byteLength(page.html)).toBeLessThan(60_000)
    expect(page.root.querySelector('#navigation [aria-current=page]')?.text).toContain('Map of the sites')
  })

  test('has no picture where no site has coordinates', async () => {
    const page = await amelie.get(href('customerMap', { ...laurier, customerId: customerIdOf('CUS1003') }))
    expect(page.status).toBe(200)
  })

  describe('of a customer with more sites than a page of a list', () => {
    const estates = { tenantId: '', customerId: '' }
    const added = 120
    const bareAdded = 7
    let many = added
    let bare = bareAdded
    beforeAll(() => {
      const { world } = product.services
      Object.assign(estates, { ...laurier, customerId: customerIdOf('CUS1003') })
      const own = world.store.all<{ latitude: number | null }>(
        'SELECT * FROM site WHERE customer_id = ? AND archived = 0',
        estates.customerId,
      )
      many += own.length
      bare += own.filter(({ latitude }) => latitude === null).length
      const one = own[0] as Record<string, string | number | null>
      for (let i = 0; i < added; i++) {
        const row = {
          ...one,
          id: `spread-${i}`,
          site_group_id: null,
          archived: 0,
          name: `Spread ${i}`,
          sort_name: `spread ${String(i).padStart(3, '0')}`,
          latitude: i < bareAdded ? null : 45 + (i % 10) * 0.7 + i * 0.001,
          longitude: i < bareAdded ? null : -75 + Math.floor(i / 10) * 1.1 + i * 0.001,
        }
        world.store.run(
          `INSERT INTO site (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
            .map(() => '?')
            .join(', ')})`,
          ...Object.values(row),
        )
      }
    })
    const marksOf = (page: Page) =>
      page.root.querySelectorAll('main svg a').map((mark) => ({
        href: hrefOf(mark),
        count: Number(/· ([\d,]+) sites?/.exec(mark.querySelector('title')?.text ?? '')?.[1]?.replace(',', '')),
      }))
    const drawn = (page: Page) => marksOf(page).reduce((sum, { count }) => sum + count, 0)

    test('draws all of them, and says how many have no coordinates', async () => {
      const page = await amelie.get(href('customerMap', estates))
      expect(drawn(page)).toBe(many - bare)
      expect(page.text).toContain(`${many} sites, ${bare} without coordinates`)
      expect(page.text).toContain(`50 of ${many}`)
      amelie.setCookie('lng', 'fr')
      const french = await amelie.get(href('customerMap', estates))
      amelie.setCookie('lng', 'en')
      expect(french.text).toContain(`${many} sites, dont ${bare} sans coordonnées`)
    })

    test('stays where it is while the list goes on', async () => {
      const first = await amelie.get(href('customerMap', estates))
      const second = await first.follow('Next page')
      expect(second.root.querySelector('main nav svg')?.toString()).toBe(
        first.root.querySelector('main nav svg')?.toString(),
      )
      expect(second.root.querySelector('main tbody th')?.text).not.toBe(first.root.querySelector('main tbody th')?.text)
    })

    test('leads from a mark of several to the map and the list of these alone', async () => {
      const page = await amelie.get(href('customerMap', estates))
      const several = marksOf(page).toSorted((a, b) => b.count - a.count)[0]
      expect(several?.count).toBeGreaterThan(1)
      const near = await amelie.get(several?.href ?? '')
      const listed = near.root.querySelectorAll('main tbody tr').length
      expect(listed).toBeGreaterThanOrEqual(several?.count ?? 0)
      expect(listed).toBeLessThan(50)
      expect(drawn(near)).toBe(listed)
      expect(marksOf(near).length).toBeGreaterThan(1)
      expect((await near.follow('Show all sites')).address).toBe(page.address)
    })

    test('begins with regions where there are several, each a link to the map of its sites', async () => {
      const { world } = product.services
      world.store.run(`UPDATE site SET country = 'CH', state = NULL WHERE id IN ('spread-20', 'spread-21')`)
      const page = await amelie.get(href('customerMap', estates))
      expect(drawn(page)).toBe(many)
      expect(Buffer.byteLength(page.html)).toBeLessThan(60_000)
      const rows = page.root.querySelectorAll('main tbody tr').map((row) => row.querySelector('th')?.text ?? '')
      expect(rows.at(-1)).toContain('Switzerland')
      const region = await page.follow('Switzerland')
      expect(region.address).toBe(href('customerMap', estates, { region: 'CH' }))
      expect(region.root.querySelector('main h1')?.text).toBe('Switzerland')
      expect(drawn(region)).toBe(2)
      expect(region.root.querySelectorAll('main tbody tr')).toHaveLength(2)
      const unknown = await amelie.get(href('customerMap', estates, { region: 'XX' }))
      expect(unknown.text).toContain('Unknown filter: region=XX')
      world.store.run(
        `UPDATE site SET country = (SELECT country FROM site WHERE id = 'spread-0'),
           state = (SELECT state FROM site WHERE id = 'spread-0') WHERE id IN ('spread-20', 'spread-21')`,
      )
    })

    test('is the same where the backend has no list of places', async () => {
      const page = await amelie.get(href('customerMap', estates))
      product.services.world.faults.inject('site', { match: 'GET /x/site-locations', kind: 'status', status: 404 })
      const plain = await amelie.get(href('customerMap', estates))
      product.services.world.faults.clear()
      expect(drawn(plain)).toBe(drawn(page))
      expect(plain.text).toContain(`${many} sites, ${bare} without coordinates`)
    })
  })
})
