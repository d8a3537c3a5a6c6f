/** One schedule edited without scripts: its buttons, everything wrong at once, two people, the controller itself, and troubles (domain §3). */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { fieldId } from '../../app/ui/field-id'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, summaryOf, trailOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let marcus: Visitor
let laurier: Record<'tenantId' | 'customerId' | 'groupId' | 'siteId' | 'buildingId' | 'spaceId' | 'deviceId', string>

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  ;[amelie, marcus] = (await Promise.all(['amelie', 'marcus'].map((login) => englishReader(product, login)))) as [
    Visitor,
    Visitor,
  ]
  laurier = await placeOf(deviceIdOf('story-1'))
})
afterAll(() => product.close())
afterEach(async () => {
  for (const service of ['operations', 'site']) await product.services.control(`DELETE /services/${service}/inject`)
})

/** Where a controller stands, as the address of its page has it. */
async function placeOf(deviceId: string): Promise<typeof laurier> {
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  const { address } = await marcus.get(href('deviceById', { tenantId, deviceId }))
  const [, customerId = '', groupId = '', siteId = '', buildingId = '', spaceId = ''] =
    /customers\/([^/]+)\/groups\/([^/]+)\/sites\/([^/]+)\/buildings\/([^/]+)\/spaces\/([^/]+)/.exec(address) ?? []
  return { tenantId, customerId, groupId, siteId, buildingId, spaceId, deviceId }
}

const one = () => href('scheduleSettings', { ...laurier, scheduleId: 'sch-1' })
const edit = (visitor = amelie) => visitor.get(one())
const documentOf = async (deviceId = laurier.deviceId) =>
  (await product.services.call('operations', `GET /schedules/${deviceId}`, { as: 'marcus' })).body
const scheduleNow = async () => (await documentOf()).schedules.find(({ key }: { key: string }) => key === 'sch-1')
const fail = (fault: Record<string, unknown>) => product.services.control('POST /services/operations/inject', fault)
const heldIn = (page: Page, name: string) => page.root.querySelector(`[name="${name}"]`)?.getAttribute('value')
const save = { press: '_stage=apply' }
/** The parts of a schedule that a plan or a page tells of. */
const exceptionsOf = (page: Page) =>
  page.root.querySelectorAll('input[type=hidden][name^="exception."]').map((input) => input.getAttribute('name') ?? '')

describe('the form of a schedule', () => {
  test('as it stands changes nothing', async () => {
    const seen = await watch(product, amelie)
    const plan = await (await edit()).submit(changeForm)
    expect(plan.text).toContain('Nothing would change')
    expect(await seen.performed()).toEqual([])
  })

  test('copies a day, splits a night, and loses nothing that was typed, sense or not', async () => {
    const copied = await (await edit()).submit(changeForm, {
      fill: { name: 'Bureaux', 'weekly.0': '7h-18:30', 'weekly.6': ' 25:99 – noon;', 'copyTo.0': ['1', '5'] },
      press: '_action=copyDay:weekly.0',
    })
    expect(copied.status).toBe(200)
    expect(['weekly.0', 'weekly.1', 'weekly.5'].map((name) => heldIn(copied, name))).toEqual([
      '07:00–18:30 Occupied',
      '07:00–18:30 Occupied',
      '07:00–18:30 Occupied',
    ])
    expect(heldIn(copied, 'weekly.2')).toBe('06:30–18:30 Occupied')
    expect(heldIn(copied, 'weekly.6')).toBe(' 25:99 – noon;')
    const week = await copied.submit(changeForm, {
      fill: { 'weekly.0': '8-12' },
      press: '_action=copyDay:weekly.0:1234',
    })
    expect([0, 1, 2, 3, 4, 5].map((day) => heldIn(week, `weekly.${day}`))).toEqual([
      ...Array(5).fill('08:00–12:00 Occupied'),
      '07:00–18:30 Occupied',
    ])
    const night = await week.submit(changeForm, {
      fill: { 'weekly.4': '8-12; 2200-6' },
      press: '_action=addInterval:weekly.6',
    })
    expect(heldIn(night, 'weekly.4')).toBe('8-12; 2200-6')
    const split = await night.submit(changeForm, { press: '_action=splitNight:weekly.4' })
    expect([heldIn(split, 'weekly.4'), heldIn(split, 'weekly.5')]).toEqual([
      '08:00–12:00 Occupied; 22:00–24:00 Occupied',
      '00:00–06:00 Occupied; 07:00–18:30 Occupied',
    ])
    const added = await split.submit(changeForm, {
      fill: { 'weekly.6': '' },
      press: '_action=addInterval:weekly.6',
    })
    expect(heldIn(added, 'weekly.6')).toBe('08:00–17:00 Occupied')
    expect(heldIn(added, 'name')).toBe('Bureaux')
    expect((await scheduleNow()).name).not.toBe('Bureaux')
  })

  test('shows the next days of an exception in each of its four forms, and takes one away and back', async () => {
    const added = await (await edit()).submit(changeForm, { press: '_action=addException' })
    const named = (type: Record<string, string>) =>
      added.submit(changeForm, {
        fill: Object.fromEntries(Object.entries(type).map(([name, value]) => [`exception.n-1.${name}`, value])),
        press: '_action=closeException:exception.n-1',
      })
    const days = /Next: (\w{3}\.? \d{4}-\d\d-\d\d(, )?){2,5}/
    const forms: Record<string, string>[] = [
      { type: 'date', date: '*-12-25' },
      { type: 'dateRange', start: '2030-01-01', end: '2030-01-09' },
      { type: 'weekNDay', week: 'last', dayOfWeek: '5' },
      { type: 'calendarReference', calendarKey: 'cal-1' },
    ]
    for (const period of forms) {
      const closed = await named({ name: 'Closed', ...period })
      const line = closed.root.querySelectorAll('main li').find((item) => item.text.includes('Closed'))
      expect(line?.text, period.type).toMatch(days)
    }
    const [first = ''] = exceptionsOf(added)
    const gone = await added.submit(changeForm, { press: `_action=removeException:${first}` })
    expect(gone.text).toContain('will be removed')
    const kept = await gone.submit(changeForm, { press: `_action=keepException:${first}` })
    expect(kept.text).not.toContain('will be removed')
    expect(heldIn(kept, first)).toBe(heldIn(added, first))
  })

  test('tells everything that is wrong at once, each beside its field', async () => {
    const seen = await watch(product, amelie)
    const opened = await (await edit()).submit(changeForm, { press: '_action=addException' })
    const wrong = await opened.submit(changeForm, {
      fill: {
        name: '',
        priorityForWriting: '17',
        start: '2026-12-31',
        end: '2026-01-01',
        'weekly.0': '25:00-18:30',
        'weekly.1': '6:30-18:30; 8-9',
        'weekly.2': '23:00–05:00',
        'weekly.3': '8-12 closed',
        'exception.n-1.intervals': '8',
        'exception.n-1.date': '2026-02-30',
        'exception.n-1.priority': '0',
        'targets.0.instance': 'x',
      },
    })
    expect(wrong.status).toBe(422)
    const fields = [...new Set(summaryOf(wrong).map(({ field }) => field))]
    expect(fields.sort()).toEqual(
      [
        'end',
        'exception.n-1.date',
        'exception.n-1.intervals',
        'exception.n-1.priority',
        'name',
        'priorityForWriting',
        'targets.0.instance',
        'weekly.0',
        'weekly.1',
        'weekly.2',
        'weekly.3',
      ].sort(),
    )
    for (const { field } of summaryOf(wrong)) {
      expect(wrong.root.querySelector(`#${fieldId(field)}`), field).not.toBeNull()
      expect(wrong.root.querySelector(`#${fieldId(field)}-error`), field).not.toBeNull()
    }
    expect(heldIn(wrong, 'weekly.0')).toBe('25:00-18:30')
    expect(heldIn(wrong, 'weekly.1')).toBe('6:30-18:30; 8-9')
    expect(heldIn(wrong, 'exception.n-1.intervals')).toBe('8')
    const told = summaryOf(wrong).map(({ text }) => text)
    expect(told).toContain('Monday: “25:00” is not a time: enter one such as 06:30; 24:00 only as an end.')
    expect(told).toContain('Thursday: “closed” does not fit this schedule: enter Occupied, Unoccupied.')
    expect(new Set(told).size).toBe(told.length)
    expect(wrong.root.querySelectorAll('button[value^=splitNight]').map((one) => one.getAttribute('value'))).toEqual([
      'splitNight:weekly.2',
    ])
    expect(await seen.performed()).toEqual([])
  })

  test.each([
    ['500,000 characters', 'x'.repeat(500_000), 'Enter at most 1,000 characters'],
    ['10,000 separators', ';'.repeat(10_000), 'Enter at most 1,000 characters'],
    ['500 separators', ';'.repeat(500), 'enter a start, a dash and an end'],
    ['500 intervals', '8-9;'.repeat(240), 'Enter at most 10 intervals'],
    ['odd letters', '\u202e8\u0301–\ud83d\ude00 \ufdfa', 'enter a start, a dash and an end'],
    ['markup', '<b>8</b>-9', 'enter a start, a dash and an end'],
  ])('refuses a line of %s beside its field, and returns it as typed', async (_, line, problem) => {
    const seen = await watch(product, amelie)
    const wrong = await (await edit()).submit(changeForm, { fill: { 'weekly.3': line } })
    expect(wrong.status).toBe(422)
    expect(summaryOf(wrong).map(({ field }) => field)).toEqual(['weekly.3'])
    expect(summaryOf(wrong)[0]?.text).toContain(problem)
    expect(heldIn(wrong, 'weekly.3')).toBe(line)
    expect(await seen.performed()).toEqual([])
  })

  test('adds an exception on a day of the month, and keeps the month that is shown', async () => {
    const page = await edit()
    const next = page.root.querySelectorAll('button[value^="showMonth:"]').at(-1)?.getAttribute('value') ?? ''
    const later = await page.submit(changeForm, { press: `_action=${next}` })
    const first = `${next.split(':')[1]}-01`
    const added = await later.submit(changeForm, { press: `_action=addException:${first}` })
    expect(heldIn(added, 'exception.n-1.date')).toBe(first)
    expect(added.root.querySelector(`button[value="addException:${first.slice(0, 8)}02"]`)).not.toBeNull()
    expect(added.root.querySelector('button[value="openException:exception.n-1"]')).not.toBeNull()
  })

  test('warns of a priority that operators cannot override', async () => {
    const plan = await (await edit()).submit(changeForm, { fill: { priorityForWriting: '8' } })
    expect(plan.text).toContain('operators, who override at 8, cannot override the schedule')
    const weaker = await (await edit()).submit(changeForm, { fill: { priorityForWriting: '9' } })
    expect(weaker.text).not.toContain('cannot override the schedule')
  })

  test('reads French, and is refused to who only looks', async () => {
    const french = await product.signedIn('amelie')
    french.setCookie('lng', 'fr')
    const page = await french.get(one())
    expect(page.text).toContain('Ajouter une exception')
    const plan = await page.submit(changeForm, { fill: { 'weekly.0': '6 h 30 à 17 h 30' } })
    expect(plan.text).toMatch(/lundi.*06:30–17:30/)
    const claire = await englishReader(product, 'claire')
    expect((await claire.get(one())).status).toBe(403)
  })
})

describe('a schedule that is saved', () => {
  test('is replaced in its document by host id, keeps all else, is on record in words, and is put back', async () => {
    const [before, document] = [await scheduleNow(), await documentOf()]
    const seen = await watch(product, amelie)
    const added = await (await edit()).submit(changeForm, { press: '_action=addException' })
    const plan = await added.submit(changeForm, {
      fill: {
        'weekly.0': '06:30–19:15 Occupied',
        'exception.n-1.name': 'Inventory',
        'exception.n-1.type': 'weekNDay',
        'exception.n-1.week': 'last',
        'exception.n-1.dayOfWeek': '5',
        'exception.n-1.intervals': '9-24',
      },
    })
    expect(plan.text).toMatch(/Monday 06:30–18:30 Occupied 06:30–19:15 Occupied/)
    expect(plan.text).toContain('Exception “Inventory”')
    const done = await plan.submit(changeForm, { ...save, fill: { reason: 'Longer Mondays' } })
    expect(done.address).toContain('changed=')
    const after = await scheduleNow()
    expect(after.weeklySchedule[0]).toEqual([{ start: '06:30', end: '19:15', value: true }])
    expect(after.weeklySchedule.slice(1)).toEqual(before.weeklySchedule.slice(1))
    expect(after.listOfObjectPropertyReferences).toEqual(before.listOfObjectPropertyReferences)
    expect(after.exceptionSchedule.slice(0, -1)).toEqual(before.exceptionSchedule)
    expect(after.exceptionSchedule.at(-1)).toMatchObject({
      name: 'Inventory',
      period: { type: 'weekNDay', month: 'any', week: 'last', dayOfWeek: 5 },
      intervals: [{ start: '09:00', end: '24:00', value: true }],
    })
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    expect((await seen.performed()).map(({ method, path }) => `${method} ${path.replace(/^.*\/api\//, '/')}`)).toEqual([
      `PUT /schedules/${document.hostId}`,
    ])

    const trail = await trailOf(amelie, laurier.tenantId)
    const record = trail.findLast(({ mutation }) => mutation === 'schedule.edit')
    const told = await amelie.get(
      href('trailRecord', {
        tenantId: laurier.tenantId,
        sequence: String(trail.find((one) => one.changeId === record?.changeId)?.sequence),
      }),
    )
    expect(told.text).toContain('Monday')
    expect(told.text).toContain('06:30–19:15')
    const back = await told.follow(/Revert|Undo/)
    expect(back.address).toContain('putBack=')
    const again = await back.submit(changeForm)
    expect(again.text).toMatch(/Monday 06:30–19:15 Occupied 06:30–18:30 Occupied/)
    await again.submit(changeForm, save)
    const restored = await scheduleNow()
    expect(restored.weeklySchedule).toEqual(before.weeklySchedule)
    expect(restored.exceptionSchedule).toEqual(before.exceptionSchedule)
  })
})

test.each([
  ['the controller did not take over', 'montcalm-REC-ECY303-2'],
  ['was changed on the controller', 'montcalm-GEN-ECY303-2'],
])('a document that %s is sent to it again as it stands', async (_, key) => {
  const place = await placeOf(deviceIdOf(key))
  const before = await documentOf(place.deviceId)
  const plan = await (await amelie.get(href('scheduleSettings', { ...place, scheduleId: 'sch-1' }))).submit(changeForm)
  expect(plan.text).toContain('sent to it again as shown here')
  await plan.submit(changeForm, save)
  const after = await documentOf(place.deviceId)
  expect([after.syncState, after.schedules[0].weeklySchedule]).toEqual([
    'pendingSend',
    before.schedules[0].weeklySchedule,
  ])
  const again = await (await amelie.get(href('scheduleSettings', { ...place, scheduleId: 'sch-1' }))).submit(changeForm)
  expect(again.text).toContain('Nothing would change')
})

describe('two people', () => {
  test('are told day by day and exception by exception what the other changed, and both are kept', async () => {
    const [hers, his] = await Promise.all([edit(amelie), edit(marcus)])
    const [second = '', first = ''] = exceptionsOf(his)
    const theirs = await hers.submit(changeForm, {
      fill: { 'weekly.0': '5-18:30', 'weekly.1': '5:30-18:30' },
      press: `_action=removeException:${first}`,
    })
    await (await theirs.submit(changeForm)).submit(changeForm, save)
    const mine = await his.submit(changeForm, {
      fill: { 'weekly.1': '6-18:30', 'weekly.2': '4-18:30' },
    })
    expect(mine.status).toBe(409)
    const told = [...new Set(mine.root.querySelectorAll('[name^="_take."]').map((one) => one.getAttribute('name')))]
    expect(told.sort()).toEqual([`_take.${first}`, '_take.weekly.0', '_take.weekly.1'].sort())
    expect(mine.text).toContain('Tuesday')
    expect(mine.text).toMatch(/05:30–18:30/)
    const open = await mine.submit(changeForm, { fill: { '_take.weekly.1': null } })
    expect(open.status).toBe(409)
    const plan = await open.submit(changeForm, {
      fill: { '_take.weekly.0': 'theirs', '_take.weekly.1': 'yours', [`_take.${first}`]: 'theirs' },
    })
    expect(plan.status).toBe(200)
    await plan.submit(changeForm, save)
    const now = await scheduleNow()
    expect([0, 1, 2].map((day) => now.weeklySchedule[day][0].start)).toEqual(['05:00', '06:00', '04:00'])
    const kept = now.exceptionSchedule.map(({ key }: { key: string }) => `exception.k-${key}`)
    expect([kept.includes(first), kept.includes(second)]).toEqual([false, true])
  })

  test('where the other saves between plan and save, the choice comes first', async () => {
    const plan = await (await edit(marcus)).submit(changeForm, { fill: { description: 'mine' } })
    const other = await (await edit(amelie)).submit(changeForm, { fill: { description: 'hers' } })
    await other.submit(changeForm, save)
    const late = await plan.submit(changeForm, save)
    expect(late.status).toBe(409)
    expect(late.text).toContain('hers')
    expect((await scheduleNow()).description).toBe('hers')
    await (await late.submit(changeForm, { fill: { '_take.description': 'yours' } })).submit(changeForm, save)
    expect((await scheduleNow()).description).toBe('mine')
  })

  test('and the controller itself: what was changed there is chosen between as well, and told as that', async () => {
    // What was saved before has arrived: a change there begins with what the controller has.
    product.services.world.clock.advance(5_000)
    await vi.waitFor(async () => expect((await documentOf()).syncState).toBe('inSync'))
    const mine = await edit()
    const { hostId } = await documentOf()
    await product.services.control(`POST /devices/${hostId}/inject`, {
      kind: 'deviceSideChange',
      params: { schedule: 'sch-1' },
    })
    const late = await mine.submit(changeForm, { fill: { description: 'ours' } })
    expect(late.status).toBe(409)
    expect(late.text).toContain('Someone changed the schedules on the controller')
    expect(late.text).toContain('00:00–24:00')
    const plan = await late.submit(changeForm, {})
    expect(plan.text).toContain('Saving here replaces them')
    await fail({ match: 'PUT /schedules', kind: 'status', status: 409, errorCode: 4802, times: 1 })
    const again = await plan.submit(changeForm, save)
    expect([again.status, again.text.includes('ours')]).toEqual([409, true])
    await again.submit(changeForm, save)
    const now = await scheduleNow()
    expect(now.description).toBe('ours')
    expect(JSON.stringify(now.weeklySchedule)).toContain('24:00')
  })
})

describe('trouble', () => {
  const typed = { description: 'typed and kept', 'weekly.5': '10:10–11:11 Occupied' }
  const planned = async () => (await edit()).submit(changeForm, { fill: typed })

  test.each([
    ['500', { kind: 'status', status: 500, errorCode: 5003 }],
    ['15 s', { kind: 'status', status: 504, errorCode: 5004 }],
    ['4004', { kind: 'status', status: 400, errorCode: 4004 }],
    ['4304', { kind: 'status', status: 409, errorCode: 4304 }],
  ])('%s at the save leaves what was typed, and says what it was', async (_, fault) => {
    const plan = await planned()
    await fail({ match: 'PUT /schedules', times: 1, ...fault })
    const answer = await plan.submit(changeForm, save)
    expect(answer.html).toContain('typed and kept')
    expect(answer.text).not.toContain('undefined')
    expect((await scheduleNow()).description).not.toBe('typed and kept')
  })

  test('4801 of the service comes back to the field it is of, though a plan was shown', async () => {
    const plan = await planned()
    const { schedules } = await documentOf()
    const index = schedules.findIndex(({ key }: { key: string }) => key === 'sch-1')
    await fail({
      match: 'PUT /schedules',
      kind: 'answer',
      status: 422,
      times: 1,
      body: JSON.stringify({
        errorCode: 4801,
        errors: { [`schedules.${index}.weeklySchedule.5.0.start`]: 'errors.schedule.time' },
      }),
    })
    const form = await plan.submit(changeForm, save)
    expect(summaryOf(form).map(({ field }) => field)).toEqual(['weekly.5'])
    expect(heldIn(form, 'weekly.5')).toBe('10:10–11:11 Occupied')
  })

  test('a controller that is not onboarded says so in place of the form', async () => {
    const place = await placeOf(deviceIdOf('story-7'))
    const page = await marcus.get(href('scheduleSettings', { ...place, scheduleId: 'sch-1' }))
    expect(page.text).toContain('This controller is not onboarded')
  })

  test('a document that cannot be read leaves what was typed to be sent again', async () => {
    const plan = await planned()
    await fail({ match: 'GET /schedules', kind: 'status', status: 500, errorCode: 5000 })
    const answer = await plan.submit(changeForm, save)
    expect(answer.html).toContain('typed and kept')
  })
})

describe('calendars', () => {
  const at = () => ({ ...laurier, calendarId: 'cal-1' })
  const add = { name: 'Bridge days', 'entries.0.type': 'date', 'entries.0.date': '*-12-24' }

  test('are listed with their next days and what refers to them; one that is referred to stays', async () => {
    const list = await amelie.get(href('deviceCalendars', laurier))
    expect(list.text).toContain('Statutory holidays of Québec')
    expect(list.text).toMatch(/Next: \w{3}/)
    const page = await amelie.get(href('deviceCalendar', at()))
    expect(page.text).toContain('Office occupancy')
    const deletion = await amelie.get(href('calendarDeletion', at()))
    expect(deletion.text).toContain('Exceptions use this calendar')
    const plan = await deletion.submit(changeForm)
    expect(plan.root.querySelector('main button[value=apply]')).toBeNull()
  })

  test('are made, edited, put back and deleted, each on record', async () => {
    const form = await amelie.get(href('newCalendar', laurier))
    const more = await form.submit(changeForm, { fill: add, press: '_action=addEntry' })
    expect(more.text).toMatch(/Every year on December 24/)
    const wrong = await more.submit(changeForm, {
      fill: { name: '', 'entries.1.type': 'date', 'entries.1.date': '2026-02-30' },
    })
    expect(summaryOf(wrong).map(({ field }) => field)).toContain('name')
    const still = await wrong.submit(changeForm, { fill: { name: 'Bridge days' } })
    expect(summaryOf(still).map(({ field }) => field)).toEqual(['entries.1.date'])
    const plan = await still.submit(changeForm, { fill: { 'entries.1.date': '2026-02-28' } })
    const made = await plan.submit(changeForm, save)
    expect(made.text).toContain('Bridge days')
    const calendarId = /calendars\/([^/?]+)/.exec(made.address)?.[1] ?? ''
    const calendar = async () => (await documentOf()).calendars.find(({ key }: { key: string }) => key === calendarId)
    expect((await calendar()).dateList).toEqual([
      { type: 'date', date: '*-12-24' },
      { type: 'date', date: '2026-02-28' },
    ])

    const month = await amelie.get(href('deviceCalendar', { ...laurier, calendarId }, { month: '2026-02' }))
    expect(month.root.querySelectorAll('.month .marked').map((day) => day.text.slice(0, 2))).toEqual(['28'])
    const days = await amelie.get(href('calendarSettings', { ...laurier, calendarId }))
    const dayButton = days.root.querySelector('button[value^="addDay:"]')?.getAttribute('value') ?? ''
    const another = await days.submit(changeForm, { press: `_action=${dayButton}` })
    expect(another.text).toContain(dayButton.split(':')[1])
    expect(another.root.querySelector('button[value="removeEntry:2"]')).not.toBeNull()
    const editing = await amelie.get(href('calendarSettings', { ...laurier, calendarId }))
    const shorter = await editing.submit(changeForm, { press: '_action=removeEntry:1' })
    await (await shorter.submit(changeForm)).submit(changeForm, save)
    expect((await calendar()).dateList).toHaveLength(1)
    const trail = await trailOf(amelie, laurier.tenantId)
    const edited = trail.find(({ mutation }) => mutation === 'calendar.edit')
    const told = await amelie.get(
      href('trailRecord', { tenantId: laurier.tenantId, sequence: String(edited?.sequence) }),
    )
    const back = await (await told.follow(/Revert|Undo/)).submit(changeForm)
    await back.submit(changeForm, save)
    expect((await calendar()).dateList).toHaveLength(2)

    const deletion = await (await amelie.get(href('calendarDeletion', { ...laurier, calendarId }))).submit(changeForm)
    await deletion.submit(changeForm, { ...save, fill: { confirmName: 'Bridge days' } })
    expect(await calendar()).toBeUndefined()
  })
})

describe('a schedule more, and one less', () => {
  const make = async (fill: Record<string, string>) =>
    (await amelie.get(href('newSchedule', laurier))).submit(changeForm, { fill })
  const keyOf = ({ address }: Page) => /schedules\/([^/?]+)/.exec(address)?.[1] ?? ''

  test('begins like another one, but commands nothing, and is on record', async () => {
    const before = await documentOf()
    const wrong = await make({ name: '', like: 'sch-1' })
    expect([wrong.status, summaryOf(wrong).map(({ field }) => field)]).toEqual([422, ['name']])
    const seen = await watch(product, amelie)
    const made = await wrong.submit(changeForm, { fill: { name: 'Evening classes' } })
    expect(made.text).toContain('Evening classes')
    const { schedules } = await documentOf()
    const [{ weeklySchedule, exceptionSchedule, facets }] = before.schedules
    expect(schedules.at(-1)).toMatchObject({
      key: keyOf(made),
      name: 'Evening classes',
      weeklySchedule,
      exceptionSchedule,
      facets,
      listOfObjectPropertyReferences: [],
    })
    expect(schedules.slice(0, -1)).toEqual(before.schedules)
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    expect((await seen.records()).at(-1)).toMatchObject({
      mutation: 'schedule.create',
      subject: { kind: 'schedule', id: `${laurier.deviceId}.${keyOf(made)}` },
    })
  })

  test('begins with an empty week, and is deleted with its name typed', async () => {
    const made = await make({ name: 'Setback', valueType: 'number', unit: 'degC' })
    const key = keyOf(made)
    const now = async () => (await documentOf()).schedules.find((one: { key: string }) => one.key === key)
    expect(await now()).toMatchObject({ valueType: 'number', facets: { unit: 'degC' }, scheduleDefault: 0 })
    const plan = await (await made.follow('Delete…')).submit(changeForm)
    const unsure = await plan.submit(changeForm, save)
    expect([unsure.status, (await now()).name]).toEqual([422, 'Setback'])
    const list = await unsure.submit(changeForm, { ...save, fill: { confirmName: 'Setback' } })
    expect(list.address).toMatch(/\/schedules\?changed=/)
    expect(await now()).toBeUndefined()
    const gone = await amelie.get(href('deviceSchedule', { ...laurier, scheduleId: key }))
    expect(gone.status).toBe(404)
    const record = (await trailOf(amelie, laurier.tenantId)).findLast(({ mutation }) => mutation === 'schedule.delete')
    const told = await amelie.get(
      href('trailRecord', { tenantId: laurier.tenantId, sequence: String(record?.intentSequence ?? record?.sequence) }),
    )
    expect(told.text).toContain('Setback')
  })

  test('is said to let go of what it commands, before it goes', async () => {
    const page = await amelie.get(href('scheduleDeletion', { ...laurier, scheduleId: 'sch-1' }))
    expect((await page.submit(changeForm)).text).toContain('What it commands is released')
  })
})

test('a session that a service refused leads to sign-in, and back to the form as it was typed', async () => {
  const visitor = await product.signedIn('amelie')
  const page = await visitor.get(one())
  const plan = await page.submit(changeForm, { fill: { description: 'typed and kept', 'weekly.5': '10:10-' } })
  await fail({ kind: 'status', status: 401, times: 3 })
  const login = await (plan.status === 422 ? plan : page).submit(changeForm, {
    fill: { description: 'typed and kept', 'weekly.5': '10:10-11:11' },
  })
  await product.services.control('DELETE /services/operations/inject')
  const draft = new URL(login.address, product.origin).searchParams.get('returnTo') ?? ''
  const form = await (await product.signedIn('amelie')).get(draft)
  expect(form.html).toContain('typed and kept')
  expect(heldIn(form, 'weekly.5')).toBe('10:10–11:11 Occupé')
})
