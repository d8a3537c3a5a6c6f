/** The alarms of a customer and of the places below it: which, in which order, how many of each kind, and each under its cause. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href, type QueryParams } from '../../app/hrefs'
import type { PathName } from '../../app/paths'
import { seedId } from '../../services/kit/deterministic'
import { reportAlarm } from '../../services/operations/alarms/alarm-records'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let at: Record<string, string>

/** A controller of the science pavilion that has not answered for three hours. */
const silent = deviceIdOf('montcalm-SCI-ECYVAV-6')

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  const { world } = product.services
  const space = world.store.get<{ space_id: string; building_id: string }>(
    'SELECT space_id, building_id FROM device WHERE id = ?',
    silent,
  )
  at = {
    tenantId: tenantIdOf(world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
    buildingId: space?.building_id ?? '',
    spaceId: space?.space_id ?? '',
    deviceId: silent,
  }
})
afterAll(() => product.close())

const open = (name: PathName, search: QueryParams = {}) => amelie.get(href(name, at as never, search))
/** The view that has no filter. */
const all = { view: 'all' }
const rowsOf = (page: Page) => page.root.querySelectorAll('main tbody tr:not(.below)')
const counted = (page: Page) => Number(/([\d,]+) alarms?/.exec(page.text)?.[1]?.replace(',', ''))
/** How many alarms of the services match, by their own store. */
const stored = (condition: string, ...values: string[]) =>
  product.services.world.store.get<{ n: number }>(
    `SELECT count(*) AS n FROM alarm WHERE customer_id = ? AND ${condition}`,
    at.customerId as string,
    ...values,
  )?.n

describe('the list', () => {
  test('tells the value of a binary object as a word, and the alarm itself too', async () => {
    const pump = stored(`event_state <> 'normal' AND message = 'pumpFailure'`)
    expect(pump).toBeGreaterThan(0)
    const page = await open('customerAlarms', { q: 'Pump does not follow', state: 'active' })
    const names = rowsOf(page).map((row) => row.querySelector('th')?.text.trim())
    expect(names).toEqual(Array(pump).fill('Pump does not follow its command Off'))
    const alarm = await page.follow('Pump does not follow its command')
    expect(alarm.root.querySelector('.alarm-value')?.text.trim()).toBe('Off')
    expect(alarm.root.querySelectorAll('main th').map((one) => one.text)).not.toContain('Extreme value')
  })

  test('has what is active first, the worst of it at the head, and nothing of another customer', async () => {
    const page = await open('customerAlarms', all)
    expect(counted(page)).toBe(stored('1 = 1'))
    const states = rowsOf(page).map((row) => row.querySelector('.state')?.text ?? '')
    expect(states[0]).toBe('Critical')
    const order = ['Critical', 'High', 'Medium', 'Low']
    const active = states.filter((state) => order.includes(state))
    expect(active).toEqual(active.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))
    expect(page.root.querySelectorAll('main tbody th').length).toBeGreaterThan(20)
    const other = await amelie.get(href('customerAlarms', { ...at, customerId: customerIdOf('CUS1001') } as never, all))
    const names = rowsOf(page).map((row) => row.querySelectorAll('a').map((link) => link.getAttribute('href')))
    expect(JSON.stringify(names)).not.toContain(customerIdOf('CUS1001'))
    expect(counted(other)).not.toBe(counted(page))
  })

  test.each([
    ['groupAlarms', 'site_id IN (SELECT id FROM site WHERE site_group_id = ?)', 'groupId'],
    ['siteAlarms', 'site_id = ?', 'siteId'],
    ['buildingAlarms', 'building_id = ?', 'buildingId'],
    ['spaceAlarms', 'space_id = ?', 'spaceId'],
    ['deviceAlarms', 'device_id = ?', 'deviceId'],
  ] as [PathName, string, string][])('is that of its place at %s', async (name, condition, key) => {
    const page = await open(name, all)
    expect(page.status).toBe(200)
    expect(counted(page)).toBe(stored(condition, at[key] ?? ''))
    const file = page.root.querySelectorAll('main a').find((link) => link.text === 'Download CSV')
    const csv = await (await amelie.raw('GET', (file?.getAttribute('href') ?? '').replaceAll('&amp;', '&'))).text()
    expect(csv.trim().split('\n')).toHaveLength(counted(page) + 1)
  })

  test('that is asked for words over too long a time says how long it may be', async () => {
    const page = await open('customerAlarms', { q: 'smoke', from: '2024-01-01', to: '2026-01-01' })
    expect(page.text).toContain('A text search covers at most 400 days. Choose a shorter period')
  })

  test('says in the language of its reader what an alarm means', async () => {
    expect((await open('customerAlarms', { q: 'smoke' })).text).toContain('Smoke detected in the air duct')
    const french = await open('customerAlarms', { q: 'fumée', lng: 'fr' })
    expect(french.text).toContain('Fumée détectée dans la gaine')
    expect(french.text).toContain('Critique')
    await open('customerAlarms', { lng: 'en' })
  })

  test('counts what there is of each kind, and each number leads to exactly those', async () => {
    const page = await open('customerAlarms', { state: 'active' })
    const facets = page.root.querySelectorAll('main .counts a')
    expect(facets.map(({ text }) => text.replace(/ \(.*/, ''))).toEqual([...['Critical', 'High', 'Medium', 'Low']])
    for (const facet of facets.filter(({ text }) => !text.endsWith('(0)'))) {
      const narrowed = await amelie.get((facet.getAttribute('href') ?? '').replaceAll('&amp;', '&'))
      expect(facet.text).toContain(`(${counted(narrowed)})`)
    }
  })

  test('opens with those to acknowledge, and each view counts the rows behind it', async () => {
    const waiting = `event_state <> 'normal' AND ack_state = 'unacknowledged'`
    const page = await open('customerAlarms')
    expect(counted(page)).toBe(stored(waiting))
    const tabs = page.root.querySelectorAll('main nav.views:not(.counts) li a')
    const names = tabs.map(({ text }) => text.replace(/\s*[\d,]+$/, '').trim())
    expect(names).toEqual([
      'All',
      'Active, to acknowledge',
      'Active',
      'Critical and high',
      'Active, acknowledged',
      'Ended, to acknowledge',
    ])
    expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual([
      undefined,
      'true',
      ...[undefined, undefined, undefined, undefined],
    ])
    for (const tab of tabs) {
      const number = Number(/([\d,]+)$/.exec(tab.text.trim())?.[1]?.replace(',', ''))
      const behind = await amelie.get((tab.getAttribute('href') ?? '').replaceAll('&amp;', '&'))
      expect([tab.text, number === 0 ? counted(behind) || 0 : counted(behind)]).toEqual([tab.text, number])
      expect(behind.root.querySelector('main nav.views li [aria-current]')?.text).toBe(tab.text)
    }
    expect(counted(await amelie.get(tabs[3]?.getAttribute('href')?.replaceAll('&amp;', '&') ?? ''))).toBe(
      stored(`event_state <> 'normal' AND severity IN ('critical', 'high')`),
    )
  })

  test('is bold where nobody has acknowledged, and says who did and when where somebody has', async () => {
    const laurier = { ...at, customerId: customerIdOf('CUS1001') }
    const page = await amelie.get(href('customerAlarms', laurier as never, { state: 'active' }))
    const rows = rowsOf(page)
    const own = rows.find((row) => row.querySelector('.acknowledged abbr'))
    expect(own?.querySelector('abbr')?.getAttribute('title')).toMatch(/^(Amélie Tremblay|Usha Raman)$/)
    expect(own?.querySelector('abbr')?.text).toMatch(/^(AT|UR)$/)
    expect(own?.querySelector('.acknowledged time')?.getAttribute('datetime')).toBeTruthy()
    const waiting = rows.filter((row) => row.querySelector('.to-acknowledge'))
    expect(waiting).not.toHaveLength(0)
    expect(waiting.every((row) => !row.querySelector('.acknowledged'))).toBe(true)
  })

  test('is narrowed by day, by kind and by site, and sorted by its headings', async () => {
    expect(counted(await open('customerAlarms', { kind: 'lifeSafetyAlarm' }))).toBe(
      stored(`event_state = 'lifeSafetyAlarm'`),
    )
    expect(counted(await open('customerAlarms', { siteId: siteIdOf(41) }))).toBe(stored('site_id = ?', siteIdOf(41)))
    const newest = await (await open('customerAlarms')).follow('Since')
    expect(newest.address).toContain('sort=-raisedAt')
    const times = newest.root
      .querySelectorAll('main tbody tr:not(.below) > td time')
      .map((time) => time.getAttribute('datetime'))
    expect(times).toEqual(times.toSorted().toReversed())
    const days = newest.root.querySelectorAll('main tbody time').map((time) => time.getAttribute('datetime') ?? '')
    const last = days[0]?.slice(0, 10) ?? ''
    expect(counted(await open('customerAlarms', { from: last, to: last }))).toBe(
      stored('raised_at >= ? AND raised_at < ?', ...[0, 1].map((n) => String(Date.parse(last) + n * 86_400_000))),
    )
  })
})

test('one alarm says how long it lasts once, with the exact time', async () => {
  const list = await open('customerAlarms')
  const page = await amelie.get(rowsOf(list)[0]?.querySelector('th a')?.getAttribute('href') ?? '')
  const term = page.root.querySelectorAll('main dt').find(({ text }) => text.trim() === 'Since')
  const since = term?.nextElementSibling
  expect(since?.text).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d .* · \d/)
  expect(since?.text).not.toContain('ago')
})

describe('the page of one alarm', () => {
  /** An alarm of a point with a trend, above its limit. */
  const hot = async () => {
    const laurier = { ...at, customerId: customerIdOf('CUS1001') }
    const id = product.services.world.store.get<{ id: string }>(
      `SELECT id FROM alarm WHERE customer_id = ? AND message = 'zoneHot' AND event_state <> 'normal'`,
      laurier.customerId,
    )?.id
    return amelie.get(href('alarm', { ...laurier, alarmId: id ?? '' } as never))
  }

  test('begins with the value against its limit and the form, before the trend and the facts', async () => {
    const page = await hot()
    const head = page.root.querySelector('main .alarm-head')
    expect(head?.structuredText.replace(/\s/g, ' ')).toMatch(/27\.\d °C\s*limit 26\.0 °C · 1\.\d °C above/)
    expect(head?.querySelector('form [name=reason]')).not.toBeNull()
    expect(head?.querySelector('form button')?.text).toBe('Acknowledge')
    const order = ['class="panel alarm-head', '<figure class="chart', 'Last 30 days', 'About this alarm']
    const places = order.map((text) => page.html.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    const links = head?.querySelectorAll('.alarm-links a').map((link) => link.getAttribute('href') ?? '') ?? []
    expect(links.some((link) => /\/points\/[\w-]+$/.test(link))).toBe(true)
    expect(links.some((link) => /\/equipment\/[\w-]+$/.test(link))).toBe(true)
    expect(links.some((link) => link.includes('/faults?equipmentId='))).toBe(true)
  })

  test('has 24 hours of its point with the limit, when it was in alarm, a table and a file', async () => {
    const page = await hot()
    const chart = page.root.querySelector('main figure.chart')
    expect(chart?.querySelectorAll('.limit')).toHaveLength(1)
    expect(chart?.text).toContain('limit 26')
    expect(chart?.text).toContain('In alarm')
    // Three earlier occurrences, and the one that lasts.
    expect(chart?.querySelectorAll('.strip rect.danger')).toHaveLength(4)
    expect(chart?.querySelectorAll('table tbody tr').length).toBeGreaterThan(40)
    const file = chart?.querySelectorAll('a').find((link) => link.text === 'Download CSV')
    const csv = await (await amelie.raw('GET', (file?.getAttribute('href') ?? '').replaceAll('&amp;', '&'))).text()
    expect(csv.split('\n').length).toBeGreaterThan(200)
    expect(page.text).toMatch(/\d times? in 30 days/)
  })

  test.each([
    [
      'the operating state of an air handler',
      'OperatingState',
      3,
      'Economizer',
      'Économiseur',
      /Heating|Economizer|cooling|Off/,
    ],
    ['its occupancy', 'Occupied', 1, 'Occupied', 'Occupé', /Occupied/],
  ])('shows the state of a point in words, not as a number: %s', async (_, point, value, word, inFrench, states) => {
    const { world } = product.services
    const device = 'montcalm-SCI-ECY303-1'
    const object = world.store.get<{ id: string; name: string; objectType: string; objectInstance: number }>(
      `SELECT id, name, object_type AS objectType, object_instance AS objectInstance FROM point
       WHERE device_id = ? AND name LIKE '%.' || ?`,
      deviceIdOf(device),
      point,
    )
    const alarmId = reportAlarm(world, {
      deviceId: deviceIdOf(device),
      kind: 'freezeStat',
      into: 'offnormal',
      point: object,
      presentValue: value,
      limit: { kind: 'state', value, deadband: null },
    })
    const address = href('alarm', { ...at, alarmId } as never)
    const page = await amelie.get(address)
    expect(page.root.querySelector('main .alarm-value')?.structuredText).toMatch(
      new RegExp(`^${word}\\s*limit ${word}$`),
    )
    const chart = page.root.querySelector('main figure.chart')?.text ?? ''
    expect(chart).toMatch(states)
    expect(chart).not.toMatch(/Operating state: |\bOn\b/)
    expect((await amelie.get(`${address}?lng=fr`)).root.querySelector('main .alarm-value b')?.text).toBe(inFrench)
    await amelie.get(`${address}?lng=en`)
  })

  test('says that a trend is not known where there is none, and still shows when it was active', async () => {
    const id = product.services.world.store.get<{ id: string }>(
      `SELECT id FROM alarm WHERE device_id = ? AND message = 'deviceOffline' AND event_state <> 'normal'`,
      silent,
    )?.id
    const page = await amelie.get(href('alarm', { ...at, alarmId: id ?? '' } as never))
    expect(page.text).toContain('This alarm has no point, so there is no trend.')
    expect(page.root.querySelectorAll('main svg.strip .active').length).toBeGreaterThan(0)
    const point = await hot()
    await product.services.control('POST /services/site/inject', {
      match: 'POST /x/trends',
      kind: 'status',
      status: 500,
    })
    const trouble = await amelie.get(point.address)
    await product.services.control('DELETE /services/site/inject')
    expect(trouble.status).toBe(200)
    expect(trouble.root.querySelector('main figure.chart')).toBeNull()
    expect(trouble.text).toContain('This part cannot be shown now')
  })
})

describe('all that match', () => {
  test.each([
    ['groupAlarms', 'site_id IN (SELECT id FROM site WHERE site_group_id = ?)', 'groupId'],
    ['siteAlarms', 'site_id = ?', 'siteId'],
    ['buildingAlarms', 'building_id = ?', 'buildingId'],
    ['spaceAlarms', 'space_id = ?', 'spaceId'],
    ['deviceAlarms', 'device_id = ?', 'deviceId'],
  ] as [PathName, string, string][])(
    'at %s are those of its place alone, which the plan names',
    async (name, condition, key) => {
      const id = at[key] ?? ''
      const page = await open(name, all)
      const place = page.root.querySelector('main h1')?.text ?? ''
      const plan = await page.submit('main form.choices', { fill: { all: '1' }, press: 'Acknowledge…' })
      const waiting = stored(`${condition} AND ack_state = 'unacknowledged'`, id) ?? 0
      const said = Number(/([\d,]+) alarms? will be acknowledged/.exec(plan.text)?.[1]?.replace(',', '') ?? 0)
      expect(said).toBe(waiting)
      const left = Number(/([\d,]+) unchanged/.exec(plan.text)?.[1]?.replace(',', '') ?? 0)
      expect(said + left).toBe(stored(condition, id))
      const from = /All of them come from (.+?)\. /.exec(plan.text)?.[1]
      expect(from).toBeTruthy()
      expect(place).toContain(from)
    },
  )
})

describe('several values of a filter', () => {
  test('are each chosen, in the address, the form, the counts, the file and the number that leads there', async () => {
    const condition = `event_state <> 'normal' AND severity IN ('critical', 'high')`
    const count = stored(condition) ?? 0
    expect(count).toBeGreaterThan(stored(`event_state <> 'normal' AND severity = 'critical'`) ?? 0)
    const address = href('customerAlarms', at as never, { state: 'active' })
    for (const query of ['severity=critical&severity=high', 'severity=critical%2Chigh']) {
      const page = await amelie.get(`${address}&${query}`)
      expect([query, counted(page)]).toEqual([query, count])
      const ticked = page.root.querySelectorAll('main form.filters [name=severity][checked]')
      expect(ticked.map((box) => box.getAttribute('value'))).toEqual(['critical', 'high'])
      const current = page.root.querySelectorAll('main nav.counts a[aria-current]').map((link) => link.text)
      expect(current).toEqual([expect.stringMatching(/^Critical/), expect.stringMatching(/^High/)])
      expect(page.text).not.toContain('Actions for the whole list are off')
    }
    const file = await (
      await amelie.raw('GET', `${href('customerAlarmsCsv', at as never)}?state=active&severity=high&severity=critical`)
    ).text()
    expect(file.trim().split('\n')).toHaveLength(count + 1)
    const overview = await amelie.get(href('customer', at as never))
    const figure = overview.root
      .querySelectorAll('main .figures a')
      .find((link) => /severity=critical&severity=high/.test(link.getAttribute('href')?.replaceAll('&amp;', '&') ?? ''))
    const behind = await amelie.get(figure?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '')
    expect(figure?.text.trim()).toBe(String(stored(`${condition} AND ack_state = 'unacknowledged'`)))
    expect(figure?.text.trim()).toBe(String(counted(behind)))
  })

  test('of a filter that takes one are said to be ignored, and offer nothing for all of the list', async () => {
    const page = await amelie.get(`${href('customerAlarms', at as never)}?state=active&state=normal`)
    expect(page.text).toContain('state=normal')
    const plan = await amelie.get(`${href('alarmsAcknowledging', at as never)}?all=1&state=active&state=normal`)
    expect(plan.status).toBe(404)
  })
})

describe('one row for each cause', () => {
  test('has what a controller raised while it did not answer below its silence, counted and behind a press', async () => {
    const { world } = product.services
    const before = counted(await open('deviceAlarms', all))
    for (const kind of ['zoneHot', 'damperStuck', 'zoneHumid'] as const)
      reportAlarm(world, { deviceId: silent, kind, into: kind === 'damperStuck' ? 'offnormal' : 'highLimit' })
    const page = await open('customerAlarms', { state: 'active' })
    const silence = page.root.querySelectorAll('main tbody tr.below').find((row) => row.text.includes('did not answer'))
    expect(silence?.querySelector('details summary')?.text).toContain('3 alarms while the controller did not answer')
    expect(
      silence
        ?.querySelectorAll('li')
        .map((one) => one.querySelector('a, bdi')?.text)
        .toSorted(),
    ).toEqual([
      'Damper does not reach its position',
      'Zone humidity above high limit',
      'Zone temperature above high limit',
    ])
    const device = await open('deviceAlarms', { state: 'active' })
    expect(rowsOf(device)).toHaveLength(1)
    expect(counted(await open('deviceAlarms', all))).toBe(before + 3)
    expect(device.text).toContain('4 of 4')
    const cause = await amelie.get(rowsOf(device)[0]?.querySelector('th a')?.getAttribute('href') ?? '')
    expect(cause.text).toContain('3 alarms follow from it')
    const effect = await cause.follow('Damper does not reach its position')
    expect(effect.text).toContain('Raised while the controller did not answer')
    expect(effect.text).toContain('2 other alarms with the same cause')
  })

  test('finds the cause of what stands on another page of the list', async () => {
    const { world } = product.services
    const device = deviceIdOf('montcalm-MED-ECYVAV-4')
    const own = world.store.get<{ building_id: string; site_id: string }>(
      'SELECT building_id, site_id FROM device WHERE id = ?',
      device,
    )
    reportAlarm(world, { deviceId: device, kind: 'filterPressure', into: 'highLimit' })
    const first = await open('customerAlarms', { state: 'active' })
    const told = first.root.querySelectorAll('main tbody tr.below').filter((row) => /Filter/.test(row.text))
    expect(told).toHaveLength(1)
    const next = first.root.querySelectorAll('main a').some((link) => link.text === 'Next page')
    if (next) expect((await first.follow('Next page')).text).not.toContain('Filter differential pressure')
    expect(own?.site_id).toBeTruthy()
  })

  test('counts in its box as many as it acknowledges, and names the critical ones among them', async () => {
    const { world } = product.services
    for (const kind of ['smoke', 'zoneHot', 'damperStuck'] as const)
      reportAlarm(world, { deviceId: silent, kind, into: kind === 'zoneHot' ? 'highLimit' : 'offnormal' })
    const page = await open('customerAlarms', { state: 'active' })
    const choices = page.root.querySelectorAll('main [data-choice]')
    expect(choices.length).toBeGreaterThan(10)
    for (const cell of choices) {
      const box = cell.querySelector('input')
      const ids = (box?.getAttribute('value') ?? '').split(',')
      expect(cell.querySelectorAll('i')).toHaveLength(ids.length - 1)
      const label = box?.getAttribute('aria-label') ?? ''
      if (ids.length > 1) expect(label).toMatch(new RegExp(` and ${ids.length - 1} related$`))
      else expect(label).not.toContain('related')
    }
    const folded = page.root.querySelectorAll('main tr.below details li').map((item) => item.text)
    expect(folded.filter((text) => text.includes('Critical'))).toEqual([])
    const critical = page.root.querySelectorAll('main tr.below td > ul li').map((item) => item.text)
    expect(critical).toEqual([expect.stringContaining('Critical')])
  })

  test('is not made of what was there before its controller fell silent, and its file has every alarm by itself', async () => {
    const file = await (await amelie.raw('GET', href('customerAlarmsCsv', at as never, { state: 'active' }))).text()
    expect(file.trim().split('\n')).toHaveLength((stored(`event_state <> 'normal'`) ?? 0) + 1)
    const narrowed = await open('deviceAlarms', { state: 'active', kind: 'highLimit' })
    expect(rowsOf(narrowed)).toHaveLength(2)
  })
})

describe('while the service of alarms is in trouble', () => {
  const inject = (order: object) => product.services.control('POST /services/operations/inject', order)
  const clear = () => product.services.control('DELETE /services/operations/inject')

  test('a 500 is told in the words of the catalogue, and the rest of the page stands', async () => {
    await inject({ match: 'POST /alarms', kind: 'status', status: 500 })
    const page = await open('siteAlarms', { severity: 'critical' })
    const french = await open('siteAlarms', { lng: 'fr' })
    await clear()
    expect(page.status).toBe(200)
    expect(page.text).toContain('This part cannot be shown now')
    expect(page.text).toContain('Service is temporarily unavailable')
    expect(page.root.querySelector('main form.filters [name=severity][checked]')?.getAttribute('value')).toBe(
      'critical',
    )
    expect(page.root.querySelectorAll('main nav a').length).toBeGreaterThan(3)
    expect(french.text).toContain('Cette partie ne peut pas être affichée')
    await open('siteAlarms', { lng: 'en' })
  })
})

test('a person refreshes the list by a link, or has it done every fifteen seconds until they stop it', async () => {
  const page = await open('customerAlarms', { severity: 'critical' })
  const auto = await page.follow('Refresh every 15 seconds')
  expect(auto.address).toContain('auto=15')
  expect(auto.address).toContain('severity=critical')
  expect(auto.text).not.toContain('Unknown filter')
  expect(auto.root.querySelector('noscript')?.innerHTML).toContain('http-equiv="refresh"')
  const stopped = await auto.follow('Pause')
  expect(stopped.address).toBe(page.address)
})

test('a refresh leaves the page of the list and its look as they are', async () => {
  const asked = { after: 'x', row: 51, back: ['y'], rows: 100, height: 'comfortable', hide: 'ackState' }
  await product.services.control('POST /services/operations/inject', {
    match: 'POST /alarms',
    kind: 'answer',
    status: 200,
    body: JSON.stringify({ totalCount: 0, data: [] }),
  })
  const page = await open('customerAlarms', asked)
  await product.services.control('DELETE /services/operations/inject')
  const links = page.root.querySelectorAll('main a').filter(({ text }) => /^Refresh/.test(text.trim()))
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) {
    const { searchParams } = new URL((link.getAttribute('href') ?? '').replaceAll('&amp;', '&'), product.origin)
    for (const [name, value] of Object.entries(asked)) expect(searchParams.get(name)).toBe(String(value))
  }
})

test('kinds of which the service stopped counting are told as at least so many', async () => {
  const facets = {
    severity: { critical: 4, high: 0, medium: 9_000, low: 996 },
    ackState: { unacknowledged: 10_000 },
    eventState: { highLimit: 10_000 },
  }
  await product.services.control('POST /services/operations/inject', {
    match: 'POST /alarms',
    kind: 'answer',
    status: 200,
    body: JSON.stringify({ totalCount: 10_000, isTotalCapped: true, data: [], facets, areFacetsCapped: true }),
  })
  const page = await open('customerAlarms')
  await product.services.control('DELETE /services/operations/inject')
  const said = page.root.querySelectorAll('main .counts a').map(({ text }) => text)
  expect(said.slice(0, 3)).toEqual(['Critical (at least 4)', 'High', 'Medium (at least 9,000)'])
})
