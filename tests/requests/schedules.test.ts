/** Schedules of every place, one schedule, and what happens on a day: journey 7, through the door (domain §3). */
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { isFull, tell } from '../promises/size'
import { changeForm, englishReader, summaryOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let claire: Visitor
let montcalm: { tenantId: string; customerId: string }
/** The controllers of two air handlers and of a hall. */
let laurier: Record<'tenantId' | 'customerId' | 'groupId' | 'siteId' | 'buildingId' | 'spaceId' | 'deviceId', string>

const campus = { groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }

const rows = (page: Page) =>
  page.root.querySelectorAll('main tbody tr').map((row) => row.structuredText.replace(/\s+/g, ' ').trim())

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  ;[amelie, claire] = (await Promise.all(['amelie', 'claire'].map((login) => englishReader(product, login)))) as [
    Visitor,
    Visitor,
  ]
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
  const deviceId = deviceIdOf('story-1')
  const led = await amelie.get(href('deviceById', { tenantId, deviceId }))
  const ids =
    /customers\/([^/]+)\/groups\/([^/]+)\/sites\/([^/]+)\/buildings\/([^/]+)\/spaces\/([^/]+)/.exec(led.address) ?? []
  const [, customerId = '', groupId = '', siteId = '', buildingId = '', spaceId = ''] = ids
  laurier = { tenantId, customerId, groupId, siteId, buildingId, spaceId, deviceId }
})
afterAll(() => product.close())
afterEach(() => product.services.control('DELETE /services/operations/inject'))

describe('the list of schedules', () => {
  test('has those of a customer and of every place below it, with what they say and how they stand', async () => {
    const page = await amelie.get(href('customerSchedules', montcalm))
    expect(page.status).toBe(200)
    expect(page.text).toContain('24 schedules')
    expect(rows(page).filter((row) => row.includes('Changed on the controller'))).toHaveLength(1)
    expect(rows(page).filter((row) => row.includes('Not accepted by controller'))).toHaveLength(1)
    expect(rows(page).filter((row) => row.includes('Waiting to send'))).toHaveLength(1)
    const inGroup = await amelie.get(href('groupSchedules', { ...montcalm, ...campus }))
    expect(inGroup.text).toContain('24 schedules')
    const inSite = await amelie.get(href('siteSchedules', { ...montcalm, ...campus }))
    expect(rows(inSite).length).toBeGreaterThan(0)
    expect(rows(inSite).length).toBeLessThan(24)
  })

  test.each([
    [{ sync: 'failed' }, 1],
    [{ type: 'number' }, 6],
    [{ active: 'no' }, 0],
    [{ q: 'chaufferie MED' }, 1],
  ])('is narrowed by %o', async (search, count) => {
    const page = await amelie.get(href('customerSchedules', montcalm, search))
    expect(page.root.querySelectorAll('main .choices tbody tr, main table tbody tr').length).toBe(count)
  })

  test('is a file, of the whole and of a place', async () => {
    const file = await amelie.get(href('customerSchedulesCsv', montcalm, { siteId: campus.siteId, type: 'number' }))
    const lines = file.html.trim().split('\n')
    expect(lines[0]).toContain('Schedule')
    expect(lines.slice(1).every((line) => line.includes('eau chaude'))).toBe(true)
  })

  test('is in French, and says what is not there', async () => {
    const page = await amelie.get(href('customerSchedules', montcalm, { q: 'zzz', lng: 'fr' }))
    expect(page.text).toContain('Aucun horaire ne correspond')
    await amelie.get(href('customerSchedules', montcalm, { lng: 'en' }))
  })
})

describe('the schedules of a controller', () => {
  test('are listed, and one has its week, its exceptions with their next days, and why it says what it says', async () => {
    const list = await amelie.get(href('deviceSchedules', laurier))
    expect(list.text).toContain('Office occupancy')
    const page = await amelie.get(href('deviceSchedule', { ...laurier, scheduleId: 'sch-1' }))
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/06:30–18:30 Occupied/)
    expect(page.text).toContain('Days of the calendar “Statutory holidays of Québec”')
    expect(page.text).toMatch(/Next: \w{3}\.? \d{4}-\d\d-\d\d/)
    expect(page.root.querySelector('main svg[role=img]')).not.toBeNull()
    expect(rows(page).filter((row) => row.includes('Own controller'))).toEqual([
      'AHU-1 Occupancy binaryValue 1 Occupied Own controller',
    ])
    const december = await amelie.get(href('deviceSchedule', { ...laurier, scheduleId: 'sch-1' }, { month: '2026-12' }))
    expect(december.root.querySelectorAll('.month .marked').map((day) => day.text.trim())).toEqual(['25 Holidays'])
  })

  test('are another’s own, and a schedule that is not there is not there', async () => {
    const one = { ...laurier, scheduleId: 'sch-1' }
    expect((await claire.get(href('deviceSchedule', { ...one, customerId: montcalm.customerId }))).status).toBe(404)
    expect((await amelie.get(href('deviceSchedule', { ...one, scheduleId: 'nobody' }))).status).toBe(404)
  })

  test('say so where the controller is not onboarded', async () => {
    const deviceId = deviceIdOf('story-7')
    const { address } = await amelie.get(href('deviceById', { tenantId: laurier.tenantId, deviceId }))
    const page = await amelie.get(`${address}/schedules`)
    expect(page.text).toContain('This controller is not onboarded')
  })
})

describe('what happens on a day', () => {
  const day = (date: string, name: 'customerScheduleDay' | 'siteScheduleDay' = 'customerScheduleDay') =>
    amelie.get(href(name, { ...laurier }, { date }))

  test('is told schedule by schedule with why, those first that do not know the holiday', async () => {
    const page = await day('2026-12-25')
    expect(page.status).toBe(200)
    const told = rows(page)
    const unaware = told.filter((row) => row.includes('No exception'))
    expect(unaware.length).toBeGreaterThan(0)
    expect(told.slice(0, unaware.length)).toEqual(unaware)
    expect(told.find((row) => row.includes('Office occupancy'))).toMatch(/00:00–24:00 Unoccupied Exception “Holidays”/)
    expect(told.find((row) => row.includes('Zone setpoint'))).toMatch(/07:00–18:00 21.5\s°C/)
  })

  test('says that clocks change, and leaves out what they leave out', async () => {
    const page = await day('2026-03-08')
    expect(page.text).toContain('They go forward from 02:00 to 03:00')
    expect((await day('2026-03-09')).text).not.toContain('Clocks change')
  })

  test('is a file, a line a stretch', async () => {
    const file = await amelie.get(href('customerScheduleDayCsv', laurier, { date: '2026-12-25' }))
    expect(file.html).toMatch(
      /Office occupancy,.*2026-12-25,00:00,24:00,Unoccupied,Exception,Holidays,No,America\/Toronto/,
    )
    expect((await amelie.get(href('customerScheduleDayCsv', laurier, { date: 'soon' }))).status).toBe(422)
  })

  test('says what is wrong with a day that is none', async () => {
    expect((await day('2026-02-30')).text).toContain('Enter a date that exists')
  })
})

test('values are told in the units of their reader, and written as their language does', async () => {
  const told = async (login: string, language: string) => {
    const reader = await product.signedIn(login)
    reader.setCookie('lng', language)
    const day = await reader.get(href('customerScheduleDay', laurier, { date: '2026-03-10' }))
    const list = await reader.get(href('customerSchedules', laurier, { q: 'Zone setpoint' }))
    const [row = ''] = rows(list)
    return [rows(day).find((one) => one.includes('Zone setpoint')) ?? '', row]
  }
  for (const text of await told('amelie', 'fr')) expect(text).toMatch(/21,5\s°C/)
  for (const text of await told('marcus', 'en')) expect(text).toMatch(/70\.7\s°F/)
})

describe('trouble of the service', () => {
  const fail = (fault: Record<string, unknown>) => product.services.control('POST /services/operations/inject', fault)

  test('is told in place of the rows: the page stands', async () => {
    await fail({ match: 'GET /x/schedules', kind: 'status', status: 500, errorCode: 5000 })
    for (const name of ['customerSchedules', 'customerScheduleDay'] as const) {
      const page = await amelie.get(href(name, montcalm))
      expect([name, page.status]).toEqual([name, 200])
      expect(page.text).toMatch(/Try again/)
    }
  })

  test('that answers too late leaves what was read before, with its age', async () => {
    const one = href('deviceSchedule', { ...laurier, scheduleId: 'sch-1' })
    await amelie.get(one)
    await fail({ match: 'GET /schedules', kind: 'status', status: 504, errorCode: 5004 })
    const page = await amelie.get(one)
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/last known|Try again/)
  })

  test('that knows no such list is asked one controller at a time', async () => {
    await fail({ match: 'GET /x/schedules', kind: 'status', status: 404 })
    const page = await amelie.get(href('customerSchedules', montcalm, { sync: 'failed' }))
    expect(rows(page)).toHaveLength(1)
    const told = await amelie.get(href('siteScheduleDay', { ...montcalm, ...campus }, { date: '2026-12-25' }))
    expect(rows(told).length).toBeGreaterThan(0)
    await product.clockAhead(61_000)
  })
})

describe('a holiday for all', () => {
  const christmas = { how: 'add', name: 'Noël', type: 'date', date: '*-12-25', priority: '10', like: 'closed' }
  const page = (search = {}) => amelie.get(href('groupScheduleExceptions', { ...montcalm, ...campus }, search))
  const plan = async (fields: Record<string, string> = {}) =>
    (await page()).submit(changeForm, { fill: { ...christmas, ...fields } })

  test('is refused for who only looks, and is on record as refused', async () => {
    const address = href('customerScheduleExceptions', laurier)
    expect((await claire.get(address)).status).toBe(403)
    const seen = await watch(product, amelie)
    const fields = Object.entries({ ...christmas, _stage: 'apply' })
    expect((await claire.post(address, fields)).status).toBe(403)
    expect(await seen.outcomes()).toEqual(['refusal denied'])
    expect(await seen.records()).toMatchObject([
      { mutation: 'schedule.exception', actor: { name: expect.any(String) } },
    ])
    expect(await seen.performed()).toEqual([])
  })

  test('says everything that is wrong beside its field, and loses nothing', async () => {
    const wrong = await plan({ name: '', date: '2026-02-30', priority: '99' })
    expect(summaryOf(wrong).map(({ field }) => field)).toEqual(expect.arrayContaining(['name', 'priority']))
    const none = await plan({ date: ' ' })
    expect(summaryOf(none)).toEqual([{ text: 'Enter a date, such as 2026-12-25', field: 'date' }])
    const date = await plan({ date: '2026-02-30' })
    expect(summaryOf(date).map(({ field }) => field)).toEqual(['date'])
    expect(date.root.querySelector('input[name=date]')?.getAttribute('value')).toBe('2026-02-30')
    expect(date.root.querySelector('input[name=name]')?.getAttribute('value')).toBe('Noël')
  })

  test('is planned, added to every schedule of a group, seen on the day, there already, and taken back', async () => {
    const seen = await watch(product, amelie)
    const planned = await plan()
    expect(planned.text).toContain('24 schedules')
    expect(planned.text).toContain('It was changed on the controller')
    const day = await planned.submit(changeForm, { fill: { reason: 'Statutory holiday' }, press: '_stage=apply' })
    expect(day.address).toMatch(/schedules\/day\?date=\d{4}-12-25/)
    expect(day.text).toContain('24 have the exception “Noël”')
    expect(day.text).not.toContain('No exception')
    expect(await seen.outcomes()).toEqual([
      ...Array.from({ length: 24 }, () => 'intent pending'),
      ...Array.from({ length: 24 }, () => 'outcome done'),
    ])
    expect((await seen.performed()).filter(({ method }) => method === 'PUT')).toHaveLength(18)

    const again = await plan()
    expect(again.text).toContain('Already has it')
    const stronger = await plan({ priority: '3' })
    expect(stronger.text).toContain('Change 24 schedules')
    const changeId = new URL(day.address, 'http://x').searchParams.get('changed') ?? ''
    const change = await amelie.get(href('change', { tenantId: montcalm.tenantId, changeId }))
    const back = await change.follow('Undo…')
    const taken = await back.submit(changeForm)
    expect(taken.text).toMatch(/Change 24 schedules/)
    const gone = await taken.submit(changeForm, { press: '_stage=apply' })
    expect(gone.text).not.toContain('the exception “Noël”')
  })

  test('that is over is told as over', async () => {
    expect((await plan({ date: '2020-12-25' })).text).toContain('That day is over')
    expect((await plan()).text).not.toContain('That day is over')
  })

  test('is taken away alone, where others have its name and its day', async () => {
    const scheduleId = `${laurier.deviceId}.sch-1`
    const path = `/schedules/${laurier.deviceId}`
    const { body } = await product.services.call('operations', `GET ${path}`, { as: 'amelie' })
    const [first, ...others] = body.schedules
    const twin = { name: 'Twin', period: { type: 'date', date: '*-05-05' }, intervals: [] }
    const exceptionSchedule = [
      ...first.exceptionSchedule,
      { ...twin, key: 'twin-1', eventPriority: 4 },
      { ...twin, key: 'twin-2', eventPriority: 9 },
    ]
    const saved = await product.services.call('operations', `PUT /schedules/${body.hostId}`, {
      as: 'amelie',
      body: { eTag: body.eTag, calendars: body.calendars, schedules: [{ ...first, exceptionSchedule }, ...others] },
    })
    expect(saved.status).toBe(200)
    const asked = { how: 'remove', schedule: scheduleId, name: 'Twin', date: '*-05-05', priority: '9' }
    const form = await amelie.get(href('customerScheduleExceptions', laurier, asked))
    await (await form.submit(changeForm)).submit(changeForm, { press: '_stage=apply' })
    const after = await product.services.call('operations', `GET ${path}`, { as: 'amelie' })
    const left = after.body.schedules[0].exceptionSchedule.filter(({ name }: { name: string }) => name === 'Twin')
    expect(left.map(({ key }: { key: string }) => key)).toEqual(['twin-1'])
  })

  test('is refused for a schedule that is not below the address, also where nobody tells the way down to it', async () => {
    const call = (service: 'site' | 'operations', path: string) =>
      product.services.call(service, path, { as: 'amelie' })
    const placed = await call('operations', `GET /x/schedules/documents?customerId=${montcalm.customerId}&pageSize=200`)
    const elsewhere = placed.body.data.find(
      ({ siteId, schedules }: { siteId: string; schedules: unknown[] }) =>
        siteId !== campus.siteId && schedules.length > 0,
    )
    const seen = await watch(product, amelie)
    const { deviceId, schedules } = elsewhere
    const { body } = await call('site', `GET /devices/${deviceId}`)
    const form = await amelie.get(href('siteScheduleExceptions', { ...montcalm, ...campus }))
    await product.services.control('POST /services/site/inject', {
      match: `GET /devices/${deviceId}`,
      kind: 'answer',
      body: JSON.stringify({ ...body, path: undefined }),
    })
    const refused = await form.submit(changeForm, {
      fill: { ...christmas, schedule: `${deviceId}.${schedules[0].key}` },
    })
    await product.services.control('DELETE /services/site/inject')
    expect(refused.status).toBe(404)
    const foreign = await (await amelie.get(href('siteScheduleExceptions', { ...montcalm, ...campus }))).submit(
      changeForm,
      {
        fill: { ...christmas, schedule: `${laurier.deviceId}.sch-1` },
      },
    )
    expect(foreign.status).toBeGreaterThanOrEqual(400)
    expect(await seen.performed()).toEqual([])
    // Of the same customer, in another of its groups.
    const made = await product.services.call('site', `POST /customers/${montcalm.customerId}/sitegroups`, {
      as: 'amelie',
      body: { name: 'Leased halls' },
    })
    expect([made.status, Boolean(made.body.id)]).toEqual([201, true])
    const inOther = await watch(product, amelie)
    const group = href('groupScheduleExceptions', { ...montcalm, groupId: made.body.id })
    const other = await (await amelie.get(group)).submit(changeForm, {
      fill: { ...christmas, schedule: `${deviceId}.${schedules[0].key}` },
    })
    expect(other.status).toBe(404)
    expect(await inOther.performed()).toEqual([])
  })

  test('names those that were refused and tries the rest again', async () => {
    const planned = await plan({ name: 'Épiphanie', date: '*-01-06' })
    await product.services.control('POST /services/operations/inject', {
      match: 'PUT /schedules',
      kind: 'status',
      status: 422,
      errorCode: 4801,
      times: 1,
    })
    const result = await planned.submit(changeForm, { press: '_stage=apply' })
    expect(result.text).toMatch(/failed/)
    const rest = await result.submit(changeForm)
    expect(rest.text).toMatch(/Change [12] schedule/)
    const day = await rest.submit(changeForm, { press: '_stage=apply' })
    expect(day.text).toContain('24 have the exception “Épiphanie”')
  })
})

describe('a holiday for all, in trouble', () => {
  let group: typeof montcalm & typeof campus
  beforeAll(() => {
    group = { ...montcalm, ...campus }
  })
  const fill = (name: string, date: string) => ({
    how: 'add',
    name,
    type: 'date',
    date,
    priority: '11',
    like: 'closed',
  })
  const fail = (match: string, fault: Record<string, unknown>) =>
    product.services.control('POST /services/operations/inject', { match, kind: 'status', ...fault })
  const mend = () => product.services.control('DELETE /services/operations/inject')
  const form = () => amelie.get(href('groupScheduleExceptions', group))
  const planned = async (name: string, date: string) => (await form()).submit(changeForm, { fill: fill(name, date) })
  const held = (page: Page, name: string) => page.root.querySelector(`[name="${name}"]`)?.getAttribute('value')
  const apply = { press: '_stage=apply', fill: { reason: 'Statutory' } }
  const knowing = async (name: string) => {
    const { body } = await product.services.call(
      'operations',
      `GET /x/schedules/documents?groupId=${campus.groupId}&pageSize=200`,
      { as: 'amelie' },
    )
    const schedules = (body.data as { schedules: { exceptionSchedule: { name: string }[] }[] }[]).flatMap(
      (document) => document.schedules,
    )
    return schedules.map((one) => one.exceptionSchedule.filter((exception) => exception.name === name).length)
  }
  /** How it ended, told together: `failed 5003`, `done`; and how many calls went out for it. */
  const told = async (seen: Awaited<ReturnType<typeof watch>>) => {
    const ends = (await seen.records()).filter(({ entry }) => entry === 'outcome')
    const outcomes: Record<string, number> = {}
    for (const { outcome, detail } of ends) {
      const how = outcome === 'done' ? 'done' : `${outcome} ${detail?.because ?? detail?.code}`
      outcomes[how] = (outcomes[how] ?? 0) + 1
    }
    return {
      outcomes,
      calls: new Set(ends.flatMap(({ calls }) => (calls ?? []).map((call) => JSON.stringify(call)))).size,
    }
  }

  const unread = [
    ['500', { status: 500, errorCode: 5003 }],
    ['15 s', { status: 504, errorCode: 5004 }],
    ['4004', { status: 404, errorCode: 4004 }],
  ] as const

  test.each(unread)(
    '%s while its list, its plan or its day is read leaves the page, and what was typed',
    async (_, fault) => {
      await fail('GET /x/schedules', fault)
      const [list, day] = await Promise.all([
        amelie.get(href('groupSchedules', group)),
        amelie.get(href('groupScheduleDay', group, { date: '2026-11-11' })),
      ])
      expect([list.status, day.status]).toEqual([200, 200])
      for (const page of [list, day]) expect(page.text).not.toContain('undefined')
      const seen = await watch(product, amelie)
      const back = await planned('Souvenir', '*-11-11')
      expect(back.status).toBeGreaterThanOrEqual(400)
      expect([held(back, 'name'), held(back, 'date'), held(back, 'priority')]).toEqual(['Souvenir', '*-11-11', '11'])
      await mend()
      expect((await back.submit(changeForm)).text).toContain('24 schedules')
      expect(await seen.performed()).toEqual([])
    },
  )

  test('of a session that ended, while it is planned or saved, leads to sign-in and back to what was typed', async () => {
    const visitor = await englishReader(product, 'amelie')
    const own = await visitor.get(href('groupScheduleExceptions', group))
    const plan = await own.submit(changeForm, { fill: fill('Session', '*-10-10') })
    const seen = await watch(product, amelie)
    await fail('GET /x/schedules', { status: 401, times: 3 })
    const login = await plan.submit(changeForm, apply)
    await mend()
    const draft = new URL(login.address, product.origin).searchParams.get('returnTo') ?? ''
    const again = await (await englishReader(product, 'amelie')).get(draft)
    expect(held(again, 'name')).toBe('Session')
    expect(await seen.performed()).toEqual([])
    expect(await knowing('Session')).toEqual(Array(24).fill(0))
  })

  /** Of the 24 schedules on 18 controllers, twelve stand two to a controller. */
  const unsaved = [
    [
      'refuses one with 4004: the others are done',
      { status: 404, errorCode: 4004, times: 1 },
      /failed 4004/,
      '*-09-11',
    ],
    [
      'tells one that it is stale: the others are done',
      { status: 409, errorCode: 4009, times: 1 },
      /failed 4009/,
      '*-09-12',
    ],
    ['names one in a 4100: the others are done', { status: 422, errorCode: 4100, times: 1 }, /failed 4100/, '*-09-13'],
    ['is down with 503: nothing more is begun', { status: 503, errorCode: 5003 }, /failed notTried/, '*-09-14'],
    ['is silent for 15 s: nothing more is begun', { status: 504, errorCode: 5004 }, /failed notTried/, '*-09-15'],
  ] as const

  test.each(unsaved)(
    'of a service that %s, is told schedule by schedule, and the rest is done once',
    async (...given) => {
      const [what, fault, expected, date] = given
      const name = what.split(':')[0]?.slice(-20) ?? ''
      const plan = await planned(name, date)
      const seen = await watch(product, amelie)
      await fail('PUT /schedules', fault)
      const result = await plan.submit(changeForm, apply)
      await mend()
      if (fault.errorCode === 4004) expect(result.text).toContain('A required item was not found')
      const { outcomes, calls } = await told(seen)
      expect(Object.keys(outcomes).join()).toMatch(expected)
      expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(24)
      if (expected.source.includes('notTried')) expect(calls).toBeLessThanOrEqual(4)
      else expect([calls, outcomes.done]).toEqual([18, expect.toSatisfy((done: number) => done === 22 || done === 23)])
      const rest = result.address.includes('/changes/') ? await result.submit(changeForm) : result
      await rest.submit(changeForm, apply)
      expect(await knowing(name)).toEqual(Array(24).fill(1))
    },
  )

  test('whose answers are lost, is looked up: nothing is done twice', async () => {
    const plan = await planned('Lost', '*-08-08')
    await fail('PUT /schedules', { status: 500, times: 1, after: true })
    const result = await plan.submit(changeForm, apply)
    await mend()
    const done = result.address.includes('/changes/') && (await result.submit(changeForm))
    if (done) await done.submit(changeForm, apply)
    expect(await knowing('Lost')).toEqual(Array(24).fill(1))
  })
})

describe('a schedule that is saved', () => {
  test('is seen to act: its level in the points that it commands, and the fan with them, by its hours', async () => {
    const { services } = product
    const at = { ...laurier, scheduleId: 'sch-1' }
    const { body: points } = await services.call('site', `GET /devices/${laurier.deviceId}/points`, { as: 'amelie' })
    const point = (name: string): string =>
      points.find((one: { name: string }) => one.name.endsWith(`.${name}`))?.id ?? ''
    const page = (name: string) => amelie.get(href('point', { ...laurier, pointId: point(name) }))
    /** What the schedule holds, as the levels of what it commands show it. */
    const level = async () => {
      const shown = (await page('Occupied')).root.querySelectorAll('main tbody tr')
      return (
        shown.map((row) => row.structuredText.replace(/\s+/g, ' ').trim()).find((row) => row.startsWith('15 ')) ?? ''
      )
    }
    // 08:00 at the controller, on a Monday: people are there.
    expect(await level()).toMatch(/ Occupied In effect/)
    const form = await amelie.get(href('scheduleSettings', at))
    const plan = await form.submit(changeForm, {
      fill: { 'weekly.0': '6:30-8:10; 9-18:30' },
    })
    expect(plan.text).toContain('06:30–08:10 Occupied, 09:00–18:30 Occupied')
    await plan.submit(changeForm, { press: '_stage=apply' })
    const minutes = (count: number) => services.world.clock.advance(count * 60_000)
    minutes(5)
    expect(await level()).toMatch(/ Occupied In effect/)
    minutes(7)
    expect(await level()).toMatch(/ Unoccupied In effect/)
    expect((await page('FanStatus')).text).toMatch(/FanStatus.*Off/)
    minutes(50)
    expect(await level()).toMatch(/ Occupied In effect/)
    const window = { from: '2026-03-09T12:00:00.000Z', to: '2026-03-09T13:00:00.000Z' }
    const chosen = { ...window, point: [point('Occupied'), point('FanStatus')] }
    const file = await (await amelie.raw('GET', href('customerTrendsCsv', laurier, chosen))).text()
    expect(file).toContain('2026-03-09T12:00:00.000Z,Occupied,On')
    expect(file).toContain('2026-03-09T12:10:00.000Z,Unoccupied,Off')
  })
})

describe.runIf(isFull)('a holiday for a thousand schedules', () => {
  const each = 55
  const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid()}/status`, 'utf8'))?.[1]) / 1024

  test('is planned and done, with the memory that a few take', async () => {
    const { body } = await product.services.call(
      'operations',
      `GET /x/schedules/documents?groupId=${campus.groupId}&pageSize=200`,
      { as: 'marcus' },
    )
    for (const { hostId, eTag, calendars, schedules } of body.data) {
      const [first] = schedules
      const more = Array.from({ length: each }, (_, at) => ({ ...first, key: `more-${at}`, objectInstance: 100 + at }))
      const answer = await product.services.call('operations', `PUT /schedules/${hostId}`, {
        as: 'marcus',
        body: { eTag, calendars, schedules: more },
      })
      expect(answer.status).toBe(200)
    }
    const count = body.data.length * each
    const held = [rss()]
    const took: number[] = []
    const timed = async <T>(work: () => Promise<T>): Promise<T> => {
      const from = performance.now()
      const done = await work()
      took.push(Math.round(performance.now() - from))
      held.push(rss())
      return done
    }
    const form = await amelie.get(href('groupScheduleExceptions', { ...montcalm, ...campus }))
    const fill = { how: 'add', name: 'Mille', type: 'date', date: '*-11-11', priority: '10', like: 'closed' }
    const planned = await timed(() => form.submit(changeForm, { fill }))
    expect(planned.text).toContain(`Change ${count} schedules`)
    const day = await timed(() => planned.submit(changeForm, { press: '_stage=apply' }))
    expect(day.text).toContain(`${count} have the exception “Mille”`)
    await timed(() => amelie.get(day.address))
    tell(
      'journey 7',
      `${count} schedules on ${body.data.length} controllers: planned in ${took[0]} ms, done in ${took[1]} ms, day page in ${took[2]} ms, memory ${held.map(Math.round).join(' → ')} MB`,
    )
    expect(Math.max(...held) - (held[0] ?? 0)).toBeLessThan(300)
  }, 120_000)
})
