/** How a place is at one glance: every number leads to exactly what it counts, and each part is missing by itself. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream } from '../harness/upstream'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader } from './on-record'

let product: Console
let folder: string
let flags: string
let amelie: Visitor
let usha: Visitor
let claire: Visitor
let tenantId: string
let montcalm: { tenantId: string; customerId: string }
let group: typeof montcalm & { groupId: string }
let campus: typeof group & { siteId: string }
let pavilion: typeof campus & { buildingId: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-flags-'))
  flags = join(folder, 'features.json')
  await writeFile(flags, '{}')
  product = await startTestConsole({ env: { FEATURES_FILE: flags } })
  ;[amelie, usha, claire] = (await Promise.all(
    ['amelie', 'usha', 'claire'].map((login) => englishReader(product, login)),
  )) as [Visitor, Visitor, Visitor]
  tenantId = tenantIdOf(product.services.world, 'boreal')
  montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
  group = { ...montcalm, groupId: seedId('group', 'Montcalm campuses') }
  campus = { ...group, siteId: siteIdOf(41) }
  pavilion = { ...campus, buildingId: seedId('building', '41-1') }
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  product.services.world.faults.clear()
  await writeFile(flags, '{}')
})

const decode = (address: string) => address.replaceAll('&amp;', '&')
const laurier = () => ({ tenantId, customerId: customerIdOf('CUS1001') })
const figure = (page: Page, words: string) =>
  page.root.querySelectorAll('.figures > li').find((one) => one.text.includes(words))
const section = (page: Page, title: string) =>
  page.root.querySelectorAll('main section').find((one) => one.querySelector('h2')?.text === title)
const attention = (page: Page) => section(page, 'Needs attention')
const rowsIn = (part: ReturnType<typeof section>) =>
  (part?.querySelectorAll('tbody tr') ?? []).map((row) => ({
    words: row.querySelectorAll('td, th').map((cell) => cell.text.trim()),
    links: row.querySelectorAll('a').map((link) => link.getAttribute('href') ?? ''),
  }))

/** Every number that is a link, with where it leads. */
const counted = (page: Page) =>
  page.root
    .querySelectorAll('.figures a, .in-all a, .places td a, .site-heat td a, main .lined td.number a')
    .map((link) => ({
      words: link.text,
      count: Number(link.text.match(/\d+/)?.[0]),
      to: link.getAttribute('href') ?? '',
    }))

describe('every number leads to exactly that many rows', () => {
  const places: [string, () => string, number][] = [
    ['customer', () => href('customer', montcalm), 12],
    ['group', () => href('group', group), 10],
    ['site', () => href('site', campus), 10],
    ['building', () => href('building', pavilion), 5],
    ['tenant', () => href('tenant', { tenantId }), 6],
  ]
  test.each(places)('of a %s', async (_, address, atLeast) => {
    const links = counted(await amelie.get(address()))
    expect(links.length).toBeGreaterThanOrEqual(atLeast)
    for (const { words, count, to } of links) {
      expect(count, words).toBeGreaterThan(0)
      const list = await amelie.get(to)
      expect(list.status, words).toBe(200)
      // Of alarms those stand below one another that have one cause; how many there are is said.
      if (to.includes('/alarms')) expect(list.text, words).toMatch(new RegExp(`\\b${count} alarms?\\b`))
      // Below the faults stand their counts by type of equipment.
      else if (to.includes('/faults'))
        expect(list.root.querySelectorAll('main .lined tbody tr'), words).toHaveLength(count)
      else expect(list.root.querySelectorAll('main tbody tr'), `${words} ${to}`).toHaveLength(Math.min(50, count))
      if (count > 50) expect(list.text, words).toMatch(new RegExp(`\\b${count} (controllers|alarms)\\b`))
    }
  })

  test('of a space, a controller, a piece of equipment, a list of equipment and a search: alarms and faults', async () => {
    const { store } = product.services.world
    const unit = store.get<{ id: string; space_id: string; device_id: string }>(
      `SELECT id, space_id, device_id FROM equipment JOIN equipment_device ON equipment_id = id
       WHERE customer_id = ? AND name = 'AHU MED-01'`,
      montcalm.customerId,
    )
    const below = {
      ...pavilion,
      spaceId: unit?.space_id ?? '',
      deviceId: unit?.device_id ?? '',
      equipmentId: unit?.id ?? '',
    }
    const pages = {
      space: href('space', below),
      device: href('device', below),
      equipment: href('equipment', below),
      list: href('customerEquipment', montcalm, { q: 'AHU MED' }),
      search: href('search', montcalm, { q: 'AHU MED-01' }),
    }
    for (const [name, address] of Object.entries(pages)) {
      const page = await amelie.get(address)
      const links = page.root
        .querySelectorAll('main a')
        .map((link) => ({ text: link.text, to: decode(link.getAttribute('href') ?? '') }))
        .filter(({ text, to }) => /\d/.test(text) && /\/(alarms|faults)(\?|$)/.test(to))
      expect([
        name,
        links.some(({ to }) => to.includes('/alarms')),
        links.some(({ to }) => to.includes('/faults')),
      ]).toEqual([name, true, true])
      for (const { text, to } of links) {
        const count = Number(/\d+/.exec(text)?.[0])
        const list = await amelie.get(to)
        if (to.includes('/alarms'))
          expect([name, to, list.text]).toEqual([name, to, expect.stringMatching(new RegExp(`\\b${count} alarms?\\b`))])
        else expect([name, to, list.root.querySelectorAll('main .choices tbody tr').length]).toEqual([name, to, count])
      }
    }
  })

  test('and the figures of a tenant, which no list shows, are none', async () => {
    const page = await amelie.get(href('tenant', { tenantId }))
    expect(figure(page, 'Controllers offline')?.text).toContain('of 128')
    expect(page.root.querySelectorAll('.figures a')).toEqual([])
  })
})

test('what a page counts of controllers it asks by one call, with the answers of the list', async () => {
  const upstream = listenUpstream(product.services)
  const asked = async (address: string) => {
    const page = await amelie.get(address)
    const heard = upstream.heard().filter(({ url }) => url.includes('/x/devices'))
    return { page, counts: heard.filter(({ url }) => url.includes('/counts') || /pageSize=1(&|$)/.test(url)) }
  }
  expect((await asked(href('site', campus))).counts.map(({ method }) => method)).toEqual(['POST'])
  const { page, counts } = await asked(href('customerDevices', montcalm))
  expect(counts.map(({ method }) => method)).toEqual(['POST'])
  upstream.stop()
  const tabs = page.root.querySelectorAll('.views a').filter((tab) => /\d/.test(tab.text))
  expect(tabs.length).toBeGreaterThanOrEqual(4)
  for (const tab of tabs) {
    const list = await amelie.get(tab.getAttribute('href') ?? '')
    expect(list.root.querySelector('.list-head h2')?.text).toContain(`${tab.text.match(/\d+/)?.[0]} controller`)
  }
})

describe('the last 24 hours', () => {
  type Row = { raised_at: number; normal_at: number | null; ack_at: number | null; ack_state: string }
  const dayMs = 86_400_000
  /** How many critical and high alarms nobody had acknowledged, now and a day ago, by the times in the store. */
  const openAlarms = () => {
    const rows = product.services.world.store.all<Row>(
      `SELECT raised_at, CASE WHEN event_state = 'normal' THEN normal_at END AS normal_at, ack_at, ack_state FROM alarm
       WHERE customer_id = ? AND severity IN ('critical', 'high')`,
      montcalm.customerId,
    )
    const endOf = ({ normal_at, ack_at, ack_state }: Row) =>
      Math.min(normal_at ?? Number.POSITIVE_INFINITY, ack_state === 'acknowledged' && ack_at ? ack_at : Infinity)
    const before = Date.now() - dayMs
    return {
      now: rows.filter((row) => endOf(row) === Number.POSITIVE_INFINITY).length,
      before: rows.filter((row) => row.raised_at <= before && endOf(row) > before).length,
    }
  }

  test('stand beside a figure as a line and a difference, from the times of the alarms themselves', async () => {
    const page = await amelie.get(href('customer', montcalm))
    const { now, before } = openAlarms()
    const alarms = figure(page, 'Critical and high alarms')
    expect(alarms?.querySelector('b')?.text).toBe(String(now))
    const sign = now > before ? '+' : '−'
    const words = now === before ? 'As many as yesterday' : `${sign}${Math.abs(now - before)} since yesterday`
    expect(alarms?.querySelector('.last-day')?.text.trim()).toContain(words)
    expect(alarms?.querySelector('svg')?.getAttribute('aria-label')).toBe(`Last 24 hours: ${before} then, ${now} now`)
    expect(figure(page, 'Active faults')?.querySelector('svg')).not.toBeNull()
    expect(figure(page, 'Controllers offline')?.querySelector('svg')).toBeNull()
  })

  test('are left out where a time is missing, and the figure stays', async () => {
    const { store } = product.services.world
    const { id, normal_at } = store.get<{ id: string; normal_at: number }>(
      `SELECT id, normal_at FROM alarm WHERE customer_id = ? AND event_state = 'normal' AND severity = 'high' LIMIT 1`,
      montcalm.customerId,
    ) as { id: string; normal_at: number }
    store.run('UPDATE alarm SET normal_at = NULL WHERE id = ?', id)
    const alarms = figure(await amelie.get(href('customer', montcalm)), 'Critical and high alarms')
    store.run('UPDATE alarm SET normal_at = ? WHERE id = ?', normal_at, id)
    expect([alarms?.querySelector('b')?.text, alarms?.querySelector('svg')]).toEqual([String(openAlarms().now), null])
  })
})

describe('what needs attention', () => {
  test('is one list over all kinds, the worst first, each row with its next step', async () => {
    const rows = rowsIn(attention(await amelie.get(href('customer', montcalm))))
    expect(rows).toHaveLength(14)
    expect(rows.map(({ words }) => words[0])).toEqual([
      ...Array.from({ length: 5 }, () => 'Critical alarm'),
      'Not sent',
      'Failed',
      'Offline',
      'High severity',
      'Recurred',
      'Fault',
      'Old override',
      'Outdated',
      'Not onboarded',
    ])
    const alarm = /\/customers\/[^/]+\/alarms\/[^/?]+$/
    expect(rows[0]?.links).toEqual([expect.stringMatching(alarm), expect.stringMatching(alarm)])
    const [state, what, , since] = rows[7]?.words ?? []
    expect([state, what]).toEqual(['Offline', expect.stringContaining('Campus')])
    expect(since).toMatch(/\d/)
    for (const { links } of rows) {
      expect(links.length).toBeGreaterThan(0)
      for (const link of links) expect((await amelie.get(link)).status, link).toBe(200)
    }
  })

  test('names the old overrides of a building, and not those of others', async () => {
    const { store, clock } = product.services.world
    const weekAgo = new Date(clock.now() - 7 * 86_400_000).toISOString()
    const query = `customerId=${montcalm.customerId}&level=8&endless=true&olderThan=${weekAgo}`
    const { body } = await product.services.call('site', `GET /x/overrides?${query}`, { as: 'amelie' })
    const deviceIds = JSON.stringify(body.data.map(({ deviceId }: { deviceId: string }) => deviceId))
    const buildings = (isIn: 'IN' | 'NOT IN') =>
      store.all<Omit<typeof pavilion, 'tenantId' | 'customerId'>>(
        `SELECT site.site_group_id AS "groupId", site.id AS "siteId", device.building_id AS "buildingId"
         FROM device JOIN site ON site.id = device.site_id
         WHERE device.customer_id = ? AND device.building_id ${isIn} (
           SELECT building_id FROM device WHERE id IN (SELECT value FROM json_each(?)))`,
        montcalm.customerId,
        deviceIds,
      )
    const kindsAt = async ([place]: ReturnType<typeof buildings>) =>
      rowsIn(attention(await amelie.get(href('building', { ...pavilion, ...place })))).map(({ words }) => words[0])
    expect(await kindsAt(buildings('IN'))).toContain('Old override')
    expect(await kindsAt(buildings('NOT IN'))).not.toContain('Old override')
  })

  test('is not said to be nothing where there is no controller', async () => {
    const made = await (await amelie.get(href('newCustomer', { tenantId }))).submit(changeForm, {
      fill: { name: 'Quiet Estates' },
    })
    expect(made.text).toContain('There are no controllers here yet')
    expect(made.text).not.toContain('Nothing needs attention')
    expect(counted(made)).toEqual([])
    expect(made.root.querySelector('.places')).toBeNull()
  })

  test('ranks the customers of a tenant by their trouble', async () => {
    const page = await amelie.get(href('tenant', { tenantId }))
    const names = page.root.querySelectorAll('main tbody th[scope=row] a').map((link) => link.text)
    expect(names.slice(0, 3)).toEqual([
      'Université Montcalm',
      'Groupe Immobilier Laurier',
      'Maple Ridge Health Network',
    ])
  })
})

describe('recent changes', () => {
  test('are told in sentences: what from what to what, on how many, and how it went', async () => {
    const devices = [1, 2, 3].map((number) => seedId('device', `montcalm-SCI-ECYVAV-${number}`))
    const settings = await amelie.get(href('customerNetworkSettings', montcalm, { device: devices }))
    const fill = { 'primary.gateway': '10.41.1.254', 'keep.primary.gateway': null }
    const plan = await settings.submit('main form[method=post]', { fill })
    await plan.submit('main form[method=post]', {
      press: 'Save and send to 3 controllers of Campus Montcalm',
      fill: { reason: 'Router' },
    })
    for (const page of [href('customer', montcalm), href('site', campus), href('tenant', { tenantId })]) {
      const rows = rowsIn(section(await amelie.get(page), 'Recent changes'))
      const saved = rows.find(({ words }) => words[2]?.startsWith('Save network settings'))
      expect(saved?.words.slice(1), page).toEqual([
        'Amélie Tremblay',
        'Save network settings: Primary: Gateway 10.41.1.1 → 10.41.1.254 on 3 controllers of Campus Montcalm',
        '3 done',
      ])
      expect((await amelie.get(saved?.links[0] ?? '')).status).toBe(200)
    }
    const elsewhere = section(await amelie.get(href('customer', laurier())), 'Recent changes')
    expect(elsewhere?.text).not.toContain('Gateway')
  })

  test('of one thing name it, and a refusal says that it was one', async () => {
    const form = await amelie.get(href('customerSettings', montcalm))
    await form.submit(changeForm, { fill: { description: 'Three campuses' } })
    const [newest] = rowsIn(section(await amelie.get(href('customer', montcalm)), 'Recent changes'))
    expect(newest?.words.slice(1)).toEqual([
      'Amélie Tremblay',
      expect.stringMatching(/^Edit customer: Université Montcalm, Description .* → Three campuses$/),
      'Done',
    ])
    await usha.raw('POST', href('customerSettings', montcalm), { body: new URLSearchParams() })
    const [denied] = rowsIn(section(await amelie.get(href('customer', montcalm)), 'Recent changes'))
    expect([denied?.words[1], denied?.words[3]]).toEqual(['Usha Raman', 'Not allowed'])
  })

  test('of a new place begin with its creation', async () => {
    const created = await (await amelie.get(href('newGroup', laurier()))).submit(changeForm, {
      fill: { name: 'North' },
    })
    const page = created.address.split('?')[0] ?? ''
    const rows = rowsIn(section(await amelie.get(page), 'Recent changes'))
    expect(rows.map(({ words }) => words.slice(1))).toEqual([['Amélie Tremblay', 'Create site group: North', 'Done']])
    const groupId = page.split('/').at(-1)
    const trail = await amelie.get(href('trail', { tenantId }, { under: groupId }))
    const [row, ...others] = trail.root.querySelectorAll('main tbody tr')
    expect([row?.text, others]).toEqual([expect.stringContaining('North'), []])
    expect(row?.text).not.toContain('Description')
  })

  test('have no form that was sent back: it changed nothing', async () => {
    const before = rowsIn(section(await amelie.get(href('customer', montcalm)), 'Recent changes'))
    const form = await amelie.get(href('newGroup', montcalm))
    expect((await form.submit(changeForm, { fill: { name: '' } })).status).toBe(422)
    const after = rowsIn(section(await amelie.get(href('customer', montcalm)), 'Recent changes'))
    expect(after.map(({ words }) => words.slice(1))).toEqual(before.map(({ words }) => words.slice(1)))
    const trail = await amelie.get(href('trail', { tenantId }, { outcome: 'refused' }))
    expect(trail.text).toContain('Create site group')
  })
})

describe('whoever may not see something', () => {
  test('sees neither its number nor a link to it', async () => {
    const mine = await amelie.get(href('customer', montcalm))
    const theirs = await usha.get(href('customer', montcalm))
    expect(mine.root.querySelectorAll('main a[href*="/trail"]').length).toBeGreaterThan(0)
    expect(theirs.root.querySelectorAll('main a[href*="/trail"], main a[href*="/tunnels"]')).toEqual([])
    expect(section(theirs, 'Recent changes')).toBeUndefined()
    expect(theirs.text).not.toMatch(/Plan update|Onboard\b/)
  })

  test('sees of a tenant their own customers alone', async () => {
    const page = await claire.get(href('tenant', { tenantId }))
    expect(page.text).toContain('Maple Ridge')
    expect(page.text).not.toContain('Montcalm')
    expect(figure(page, 'Controllers offline')?.text).toContain('of 7')
  })
})

test('the head has one thing to do first, two more at most, and what is hard to undo last behind a press', async () => {
  const page = await amelie.get(href('customer', montcalm))
  const head = page.root.querySelector('main header')
  expect(head?.querySelectorAll('.primary').map((one) => one.text)).toEqual(['Deploy packages'])
  expect(head?.querySelectorAll('a.button').length).toBeLessThanOrEqual(3)
  const more = head?.querySelectorAll('details[data-menu] ul:not(.on-phones) a').map((one) => one.text)
  expect(more).toEqual(['Edit customer', 'History', 'Archive', 'Delete'])
  expect(head?.querySelectorAll('details .danger a').map((one) => one.text)).toEqual(['Archive', 'Delete'])
  for (const address of [href('group', group), href('site', campus), href('building', pavilion)])
    expect((await amelie.get(address)).root.querySelector('main header details .danger a')?.text, address).toBeTruthy()
  expect(
    (await usha.get(href('customer', montcalm))).root.querySelector('main header details:not(.on-phones)'),
  ).toBeNull()
})

test('a controller is told by how it is: its link and since when, its points, and what of it was not sent', async () => {
  const list = await amelie.get(href('customerDevices', montcalm, { connected: 'false', onboarded: 'true' }))
  const device = await list.follow(list.root.querySelector('main tbody th a')?.text ?? '')
  const health = section(device, 'Health')?.text ?? ''
  expect(health).toMatch(/Link ?Offline 2\d{3}-\d\d-\d\d/)
  expect(health).toMatch(/Active alarms ?\d/)
  expect(section(device, 'Licence')?.text).toMatch(/\d+ of \d+/)
  expect(section(device, 'Configuration')?.text).toMatch(/Network ?(Sent|Failed|Never sent)/)
  const folded = device.root.querySelectorAll('main details > summary').map((one) => one.text)
  expect(folded).toContainEqual(expect.stringMatching(/\d+ up to date/))
})

describe('what a flag hides', () => {
  test('is in no column, view or number of equipment: its rules, its faults, and those of fan coils', async () => {
    const shown = async () => {
      const page = await amelie.get(href('customerEquipment', montcalm, { q: 'FCU RES-02' }))
      const texts = (selector: string) => page.root.querySelectorAll(selector).map(({ text }) => text.trim())
      return { heads: texts('main thead th'), views: texts('main .views li a bdi'), cells: texts('main tbody td') }
    }
    const before = await shown()
    expect(before.heads).toEqual(expect.arrayContaining(['Fault rules', 'Alarms', 'Faults']))
    expect(before.views).toHaveLength(4)
    expect(before.cells[before.heads.indexOf('Faults') - 1]).toBe('1')
    await writeFile(flags, '{"fanCoilUnitRules":false}')
    const others = await shown()
    expect(others.cells[others.heads.indexOf('Faults') - 1]).toBe('')
    await writeFile(flags, '{"faults":false,"faultRules":false}')
    const without = await shown()
    expect(without.heads).toEqual(before.heads.filter((head) => head !== 'Fault rules' && head !== 'Faults'))
    expect(without.views).toHaveLength(2)
    const file = await (await amelie.raw('GET', href('customerEquipmentCsv', montcalm, { q: 'FCU RES-02' }))).text()
    expect(file.split('\r\n')[0]).not.toMatch(/Fault/)
  })

  test('is in no count: faults of fan coils', async () => {
    const shown = async (address: string) => (await amelie.get(address)).root.querySelectorAll('main .lined tbody tr')
    const before = await shown(href('customerFaults', montcalm))
    await writeFile(flags, '{"fanCoilUnitRules":false}')
    const left = await shown(href('customerFaults', montcalm))
    expect(left.length).toBeLessThan(before.length)
    const customer = await amelie.get(href('customer', montcalm))
    expect(figure(customer, 'Active faults')?.text).toMatch(new RegExp(`\\b${left.length}\\b`))
    expect(customer.root.querySelector('.places')?.text).not.toContain('fault')
    // A counter cannot leave them out.
    const tenant = await amelie.get(href('tenant', { tenantId }))
    expect(figure(tenant, 'Controllers offline')).toBeDefined()
    expect(figure(tenant, 'Active faults')).toBeUndefined()
  })

  test('is not on the page of a tenant: its last changes', async () => {
    expect(section(await amelie.get(href('tenant', { tenantId })), 'Recent changes')).toBeDefined()
    await writeFile(flags, '{"dashboard":false}')
    expect(section(await amelie.get(href('tenant', { tenantId })), 'Recent changes')).toBeUndefined()
  })
})

test('all of it reads French', async () => {
  const french = await product.signedIn('amelie')
  french.setCookie('lng', 'fr')
  const page = await french.get(href('customer', montcalm))
  expect(page.text).toMatch(/À surveiller.*14 automates ont des paquets à mettre à jour/s)
  expect(page.text).toContain('Modifications récentes')
})

describe('what waits behind a word of the menu', () => {
  const waiting = (page: Page) =>
    page.root
      .querySelectorAll('#navigation li')
      .filter((entry) => entry.querySelector('.waiting'))
      .map((entry) => entry.structuredText.replace(/\s+/g, ' ').trim())

  test('stands beside it, wherever somebody is, and is asked anew after a change of theirs', async () => {
    const list = href('customerAlarms', montcalm, { state: 'active', severity: 'critical', ack: 'unacknowledged' })
    const [, critical] = /(\d+) alarms?/.exec((await amelie.get(list)).root.querySelector('main h2')?.text ?? '') ?? []
    expect(Number(critical)).toBeGreaterThan(0)
    const expected = [
      `Alarms ${critical} ${critical} critical alarms to acknowledge`,
      'Faults 12 12 active faults',
      'Configuration 1 sending failed on 1 controller',
      'Deployments 1 the last deployment failed on 1 controller',
      'Onboarding 2 2 controllers not onboarded',
    ]
    // No page waits for it for long: what comes late is there on the next one.
    for (const page of [href('customer', montcalm), href('customerTunnels', montcalm), href('users', { tenantId })])
      await expect.poll(async () => waiting(await amelie.get(page))).toEqual(expected)
    const { store } = product.services.world
    const one = store.get<{ id: string }>(
      'SELECT id FROM device WHERE customer_id = ? AND onboarded = 0',
      montcalm.customerId,
    )
    const plan = await amelie.get(href('devicesDeletion', montcalm, { device: one?.id ?? '' }))
    await plan.submit(changeForm, { press: '_stage=apply', fill: { reason: 'Never came' } })
    await expect
      .poll(async () => waiting(await amelie.get(href('customerTunnels', montcalm))))
      .toEqual([...expected.slice(0, 4), 'Onboarding 1 1 controller not onboarded'])
  })

  test('is no number where there is nothing, or nobody says', async () => {
    const quiet = await amelie.get(href('customer', { tenantId, customerId: customerIdOf('CUS1003') }))
    for (const words of waiting(quiet)) expect(words).not.toMatch(/ 0 /)
    product.services.world.faults.inject('site', { match: 'GET /x/customers', kind: 'status', status: 500 })
    const page = await (await englishReader(product, 'usha')).get(href('customerDevices', montcalm))
    expect([page.status, waiting(page)]).toEqual([200, []])
  })
})

describe('a part that is down', () => {
  test('leaves the page standing, and says what is not known', async () => {
    const fresh = await englishReader(product, 'marcus')
    product.services.world.faults.inject('operations', {
      match: 'POST /alarms',
      kind: 'status',
      status: 503,
      errorCode: 5003,
    })
    const page = await fresh.get(href('customer', laurier()))
    expect(page.status).toBe(200)
    expect(figure(page, 'Critical and high alarms')?.text).toContain('Not known now')
    expect(attention(page)?.text).toContain('Part of this is not available now: alarms.')
    expect(figure(page, 'Controllers offline')?.text).toContain('1 of 5')
    const tenant = await fresh.get(href('tenant', { tenantId }))
    expect(figure(tenant, 'Active alarms')?.text).toContain('58')
  })

  test('is told as it was a moment ago, the points that are held too long like everything else', async () => {
    const { faults } = product.services.world
    const minute = () => Math.floor(Date.now() / 60_000)
    const visited = async () => {
      faults.clear()
      await amelie.get(href('site', campus))
      faults.inject('site', { match: 'GET /x/overrides', kind: 'status', status: 503, errorCode: 5003 })
      return amelie.get(href('site', campus))
    }
    const began = minute()
    const first = await visited()
    // What is asked of those points names the minute.
    const page = began === minute() ? first : await visited()
    expect([page.status, page.text.includes('Not current: last known')]).toEqual([200, true])
    expect(attention(page)?.text).not.toContain('not available now')
  })

  test('of all of them leaves the head and the last changes', async () => {
    const fresh = await englishReader(product, 'marcus')
    product.services.world.faults.inject('site', { match: 'GET /x/', kind: 'status', status: 503, errorCode: 5003 })
    product.services.world.faults.inject('operations', {
      match: 'POST /',
      kind: 'status',
      status: 503,
      errorCode: 5003,
    })
    const page = await fresh.get(href('customer', { tenantId, customerId: customerIdOf('CUS1002') }))
    expect([page.status, page.root.querySelector('h1')?.text]).toEqual([200, 'Maple Ridge Health Network'])
    expect(page.root.querySelectorAll('.figures li').map((one) => one.text)).toEqual(
      expect.arrayContaining([expect.stringContaining('Not known now')]),
    )
    expect(section(page, 'Recent changes')).toBeDefined()
    const tenant = await fresh.get(href('tenant', { tenantId }))
    expect(tenant.text).toContain('The state of the customers is not available now')
  })

  test('is not known where only some deployments under way were looked at, and none of those has stalled', async () => {
    product.services.world.faults.inject('site', {
      match: 'GET /x/deployments',
      kind: 'answer',
      body: JSON.stringify({ data: [], totalCount: 400, continuationToken: 'further' }),
    })
    const page = await amelie.get(href('customer', laurier()))
    expect(attention(page)?.text).toContain('Part of this is not available now: stalled deployments.')
  })

  test('is added up from its sites where a backend has no counters', async () => {
    product.services.world.faults.inject('site', { match: 'GET /x/', kind: 'status', status: 404, errorCode: 4012 })
    const page = await amelie.get(href('customer', montcalm))
    const { store } = product.services.world
    const all = store.get<{ n: number }>('SELECT count(*) AS n FROM device WHERE customer_id = ?', montcalm.customerId)
    expect(figure(page, 'Controllers offline')?.text).toMatch(new RegExp(`3\\s*of ${all?.n}`))
    expect(page.text).not.toContain('with a failed deployment')
  })
})

test('what a page opens of the tree it asks by one call, and no page makes more calls than it has parts', async () => {
  const upstream = listenUpstream(product.services)
  const list = await amelie.get(href('siteDevices', campus))
  const pages = [
    { address: href('site', campus), most: 14 },
    { address: list.root.querySelector('main tbody th a')?.getAttribute('href') ?? '', most: 9 },
  ]
  for (const { address, most } of pages) {
    // What is kept between pages is asked by the first.
    await amelie.get(address)
    upstream.heard()
    const page = await amelie.get(address)
    const calls = upstream.heard().map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`)
    expect(page.root.querySelectorAll('#tree a').length).toBeGreaterThan(4)
    expect(calls.filter((call) => call.includes('/x/children'))).toEqual([expect.stringMatching(/^POST .*\/levels$/)])
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(most)
  }
  upstream.stop()
})

test('an acknowledged alarm is counted apart', async () => {
  const before = await amelie.get(href('customer', montcalm))
  const now = Number(figure(before, 'Critical and high alarms')?.querySelector('b')?.text)
  const [critical] = rowsIn(attention(before))
  const alarm = await amelie.get(critical?.links[0] ?? '')
  await alarm.submit('main form[method=post]:has([name="reason"])', { fill: { reason: 'Seen' } })
  const alarms = figure(await amelie.get(href('customer', montcalm)), 'Critical and high alarms')
  expect(alarms?.querySelector('b')?.text).toBe(String(now - 1))
  expect(alarms?.text).toContain('1 acknowledged')
})
