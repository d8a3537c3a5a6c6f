/** A shift at a customer and at a site: what happened since when, each number with its list, and notes for the next one. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href, placeParams, type QueryParams } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { reportAlarm } from '../../services/operations/alarms/alarm-records'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { noon } from '../harness/beginnings'
import { type Console, startTestConsole } from '../harness/console'
import { inStore } from '../harness/store'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, watch } from './on-record'

let product: Console
let amelie: Visitor
let usha: Visitor
let montcalm: { tenantId: string; customerId: string }
let campus: typeof montcalm & { groupId: string; siteId: string }

/** As services and console have clocks of their own, the window is one of the services. */
const since = new Date(noon - 8 * 60 * 60_000).toISOString()

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  usha = await englishReader(product, 'usha')
  const { world } = product.services
  montcalm = { tenantId: tenantIdOf(world, 'boreal'), customerId: customerIdOf('CUS1004') }
  campus = { ...montcalm, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
  reportAlarm(world, { deviceId: deviceIdOf('montcalm-SCI-ECYVAV-2'), kind: 'deviceOffline', into: 'fault' })
  reportAlarm(world, { deviceId: deviceIdOf('montcalm-SCI-ECYVAV-3'), kind: 'deviceOffline', into: 'fault' })
  reportAlarm(world, { deviceId: deviceIdOf('montcalm-SCI-ECYVAV-3'), kind: 'deviceOffline', into: 'normal' })
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const atCustomer = (search: QueryParams = { since }) => href('customerShift', montcalm, search)
const atSite = (search: QueryParams = { since }) => href('siteShift', campus, search)
const part = (page: Page, title: string) =>
  page.root.querySelectorAll('main section').find((one) => one.querySelector('h2')?.text === title)
const noteForm = 'main form:has(textarea)'
/** Every number that leads to a list. */
const lines = (page: Page) =>
  page.root.querySelectorAll('.shift-lines a').map((link) => ({
    words: link.text.trim(),
    count: Number(link.querySelector('b')?.text.replaceAll(',', '')),
    to: link.getAttribute('href')?.replaceAll('&amp;', '&') ?? '',
  }))

describe('every number leads to exactly that many rows', () => {
  test.each([
    ['a customer', () => atCustomer()],
    ['a site', () => atSite()],
    ['a site over a month', () => atSite({ since: new Date(noon - 30 * 24 * 60 * 60_000).toISOString() })],
  ])('of %s', async (_, address) => {
    const found = lines(await amelie.get(address()))
    expect(found.length).toBeGreaterThanOrEqual(4)
    for (const { words, count, to } of found) {
      expect(count, words).toBeGreaterThan(0)
      const list = await amelie.get(to)
      expect(list.status, words).toBe(200)
      expect(list.text, words).not.toContain('not understood')
      if (to.includes('/alarms') || to.includes('/overrides'))
        expect(list.text, `${words} ${to}`).toMatch(new RegExp(`\\b${count} (alarms?|overrides?)\\b`))
      else if (to.includes('/faults'))
        expect(list.root.querySelectorAll('main .lined tbody tr'), words).toHaveLength(count)
      else expect(list.root.querySelectorAll('main tbody tr'), `${words} ${to}`).toHaveLength(Math.min(50, count))
    }
  })

  test('and a list that begins at a moment says so, with the way to the list without it', async () => {
    const list = await amelie.get(href('customerAlarms', montcalm, { since }))
    const chip = list.root.querySelectorAll('main .chip').find((one) => one.text.includes('Since'))
    expect(chip?.getAttribute('href')).toBe(href('customerAlarms', montcalm, { view: 'all' }))
    const all = await list.follow((chip?.structuredText ?? '').replace(/\s+/g, ' ').trim())
    expect(all.root.querySelectorAll('main .chip').filter((one) => one.text.includes('Since'))).toEqual([])
  })
})

test('controllers that were lost and that came back are named, each with the way to it', async () => {
  const page = await amelie.get(atCustomer())
  const told = part(page, 'Controllers disconnected and reconnected')
  const rows = told?.querySelectorAll('tbody tr').map((row) => row.structuredText.replace(/\s+/g, ' ').trim()) ?? []
  expect(rows.filter((row) => row.startsWith('Disconnected')).join()).toContain('VAV SCI-02')
  expect(rows.filter((row) => row.startsWith('Reconnected'))).toHaveLength(1)
  const [link] = told?.querySelectorAll('tbody tr a') ?? []
  expect((await amelie.get(link?.getAttribute('href') ?? '')).status).toBe(200)
})

test('a fault came back where somebody had resolved it, as the list of faults says, and not where it occurred twice', async () => {
  const month = new Date(noon - 30 * 24 * 60 * 60_000).toISOString()
  const page = await amelie.get(atCustomer({ since: month }))
  const told = part(page, 'Faults')
  const named = told?.querySelectorAll('tbody tr').map((row) => row.structuredText) ?? []
  expect(named.filter((row) => row.includes('Recurred'))).toEqual([expect.stringContaining('VAV DRO-04')])
  expect(named[0]).toContain('Recurred')
  expect(named.slice(1).filter((row) => !row.includes('Started again'))).toEqual([])
  expect(named.join()).toContain('AHU ART-01')
  const count = lines(page).find(({ words }) => words.endsWith('recurred'))
  expect(count).toEqual({
    words: expect.any(String),
    count: 1,
    to: href('customerFaults', montcalm, { status: 'returned', since: month }),
  })
  const list = await amelie.get(count?.to ?? '')
  expect(list.root.querySelectorAll('main .lined tbody tr').map((row) => row.structuredText)).toEqual([
    expect.stringContaining('VAV DRO-04'),
  ])
})

test('an override that was begun is in progress, and one that was released counts by its noun', async () => {
  const deviceId = deviceIdOf('montcalm-SCI-ECYVAV-1')
  const read = async (line: string) => (await product.services.call('site', line, { as: 'amelie' })).body
  const { path } = await read(`GET /devices/${deviceId}`)
  const points = (await read(`GET /devices/${deviceId}/points`)) as { id: string; name: string }[]
  const ids = ['HeatingSp', 'CoolingSp'].map((name) => points.find((one) => one.name.endsWith(name))?.id ?? '')
  for (const pointId of ids) {
    const page = await amelie.get(href('point', { ...placeParams(montcalm, path), deviceId, pointId } as never))
    const fill = { pointValue: '23', duration: '2', unit: 'hours', reason: 'The room is empty' }
    const held = await page.submit('main form[action$="/override"]', { fill })
    if (pointId === ids[0]) await held.submit('main form[action$="/automatic"]', { press: 'Return to automatic' })
  }
  const overrides = part(await amelie.get(atSite({ since })), 'Overrides')
  const begun = overrides?.querySelectorAll('tbody .state').filter(({ text }) => text === 'Started') ?? []
  expect(begun.length).toBeGreaterThan(0)
  expect(begun.filter(({ classNames }) => !classNames.includes('progress'))).toEqual([])
  const shown = overrides?.querySelectorAll('.shift-lines a').map(({ text }) => text.trim().replace(/\s+/g, ' '))
  expect(shown).toContain('1 return to automatic')
  // What is known is not drawn as what is not.
  expect((await amelie.get(atSite({ since }))).root.querySelectorAll('main section .state.neutral')).toEqual([])
})

test('the times of a site are those of its clock', async () => {
  const at = '2026-03-09T04:00:00.000Z'
  expect((await amelie.get(atSite({ since: at }))).text).toContain('Since 2026-03-09 00:00:00 EDT')
  expect((await amelie.get(atCustomer({ since: at }))).text).toContain('Since 2026-03-09 04:00:00 UTC')
})

test('what was done is told by whom, with the list of what each did', async () => {
  await amelie.get(atSite({})).then((page) => page.submit(noteForm, { fill: { text: 'Filters come tomorrow' } }))
  const page = await amelie.get(atCustomer({ since: '8h' }))
  const row = part(page, 'Changes')?.querySelectorAll('tbody tr').at(0)
  expect(row?.text).toContain('Amélie')
  const list = await amelie.get(row?.querySelector('a')?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '')
  const count = Number(row?.querySelector('.state')?.text)
  expect(list.root.querySelectorAll('main tbody tr')).toHaveLength(count)
  expect(list.text).toContain('Add a note for the next shift')
})

describe('notes for the next shift', () => {
  test('of a site stand there and at its customer, nowhere else, and on the trail', async () => {
    const seen = await watch(product, amelie)
    const done = await (await amelie.get(atSite({}))).submit(noteForm, {
      fill: { text: 'Chiller 2 <b>stays off</b>\nuntil Monday' },
    })
    expect(done.status).toBe(200)
    expect(part(done, 'Notes for the next shift')?.text).toContain('Chiller 2 <b>stays off</b>')
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    expect((await seen.records())[0]).toMatchObject({
      mutation: 'shift.note',
      subject: { kind: 'site', id: campus.siteId },
      customerId: montcalm.customerId,
      after: { text: 'Chiller 2 <b>stays off</b>\nuntil Monday' },
    })
    expect((await usha.get(atCustomer({}))).text).toContain('until Monday')
    const other = { ...montcalm, customerId: customerIdOf('CUS1001') }
    expect((await amelie.get(href('customerShift', other))).text).not.toContain('until Monday')
  })

  test('are not left empty, and what was typed stays', async () => {
    const seen = await watch(product, amelie)
    const page = await (await amelie.get(atCustomer({}))).submit(noteForm, { fill: { text: '  ' } })
    expect(page.status).toBe(422)
    expect(page.text).toContain('Write a note')
    const long = await (await amelie.get(atCustomer({}))).submit(noteForm, { fill: { text: 'n'.repeat(1001) } })
    expect(long.status).toBe(422)
    expect(long.root.querySelector('main textarea')?.text).toHaveLength(1001)
    expect(await seen.outcomes()).toEqual(['refusal refused', 'refusal refused'])
  })

  test('are gone when somebody is done with them, and what they said is on the trail', async () => {
    const page = await (await amelie.get(atCustomer({}))).submit(noteForm, { fill: { text: 'Pick up the keys' } })
    const seen = await watch(product, amelie)
    const form = page.root.querySelectorAll('main ol li').find((one) => one.text.includes('Pick up the keys'))
    const to = form?.querySelector('form')?.getAttribute('action') ?? ''
    const done = await (await usha.get(to)).submit('main form[method=post]')
    expect(done.status).toBe(200)
    expect(part(done, 'Notes for the next shift')?.text).not.toContain('Pick up the keys')
    expect((await seen.records())[0]).toMatchObject({
      mutation: 'shift.removeNote',
      before: { text: 'Pick up the keys' },
    })
    expect((await usha.get(to)).status).toBe(404)
  })
})

describe('the time it looks back on', () => {
  test('is 8 hours unless the address says otherwise, and a word it does not know is told', async () => {
    const page = await amelie.get(atCustomer({}))
    expect(page.root.querySelector('main [aria-current=true]')?.text).toBe('8 hours')
    expect(page.text).toMatch(/Since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/)
    const wrong = await amelie.get(atCustomer({ since: 'yesterday' }))
    expect(wrong.text).toContain('since=yesterday')
  })

  test('since the last visit is since it ended; looking again at once is the same visit', async () => {
    const marcus = await englishReader(product, 'marcus')
    const first = await marcus.get(atCustomer({ since: 'visit' }))
    expect(first.text).toContain('This is your first visit to this page')
    const threeHours = Date.now() - 3 * 60 * 60_000
    await inStore(product, (db) => db.updateTable('shift_visit').set({ seen_at: threeHours }).execute())
    const again = await marcus.get(atCustomer({ since: 'visit' }))
    const from = again.root.querySelector('main p:not(.print-head) time')?.getAttribute('datetime')
    expect(from).toBe(new Date(threeHours).toISOString())
    const once = await marcus.get(atCustomer({ since: 'visit' }))
    expect(once.root.querySelector('main p:not(.print-head) time')?.getAttribute('datetime')).toBe(from)
  })
})

test('its file has every number and row of the page', async () => {
  const page = await amelie.get(atSite())
  const file = await amelie.get(
    page.root.querySelector('main a[href*="/shift/csv"]')?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '',
  )
  expect(file.headers.get('content-type')).toContain('text/csv')
  for (const { words, count } of lines(page)) {
    const name = words.replace(/^[\d,]+\s+/, '')
    expect(file.html, words).toContain(`,${count},`)
    expect(file.html.replaceAll('"', ''), words).toContain(name)
  }
  expect((await amelie.get(href('customerShiftCsv', montcalm, { siteId: siteIdOf(1), since }))).status).toBe(404)
  expect((await amelie.get(href('customerShiftCsv', montcalm, { since: 'then' }))).status).toBe(422)
})

test('a part that is down says so, and the rest stands', async () => {
  const fresh = await englishReader(product, 'marcus')
  const { faults } = product.services.world
  faults.inject('operations', { match: 'POST /alarms', kind: 'status', status: 503, errorCode: 5003 })
  const page = await fresh.get(atCustomer())
  expect(page.status).toBe(200)
  expect(part(page, 'Alarms')?.querySelector('.notice')).not.toBeNull()
  expect(part(page, 'Faults')?.querySelector('.notice')).toBeNull()
  expect(part(page, 'Notes for the next shift')).toBeDefined()
})

test('all of it reads French', async () => {
  amelie.setCookie('lng', 'fr')
  try {
    const page = await amelie.get(atCustomer())
    expect(page.text).toContain('Notes pour le prochain quart')
    expect(page.text).toContain('Automates déconnectés et reconnectés')
    expect(page.text).not.toMatch(/main:|Alarms\b/)
  } finally {
    amelie.setCookie('lng', 'en')
  }
})
