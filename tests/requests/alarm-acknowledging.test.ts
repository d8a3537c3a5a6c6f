/** Acknowledging alarms: one, those that were ticked, all that match; with one note, until a time, told of each. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href, type QueryParams } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { reportAlarm } from '../../services/operations/alarms/alarm-records'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { inStore } from '../harness/store'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, fieldsOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let usha: Visitor
let at: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  usha = await englishReader(product, 'usha')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())

const list = (search: QueryParams = {}) => href('customerAlarms', at, search)
const choices = 'main form.choices'
const boxes = (page: Page) =>
  page.root.querySelectorAll('main [data-choice] > input').map((box) => (box.getAttribute('value') ?? '').split(','))
const rowOf = (id: string) =>
  product.services.world.store.get<{ ack_state: string; ack_comment: string | null; ack_by_name: string | null }>(
    'SELECT ack_state, ack_comment, ack_by_name FROM alarm WHERE id = ?',
    id,
  )
/** Alarms of these that somebody has still to acknowledge. */
const waiting = (ids: readonly string[]) => ids.filter((id) => rowOf(id)?.ack_state === 'unacknowledged')
const inject = (order: object) => product.services.control('POST /services/operations/inject', order)
const clear = () => product.services.control('DELETE /services/operations/inject')

/** Alarms of a box of its own that nobody has seen, for one test alone. */
function raised(kinds: readonly Parameters<typeof reportAlarm>[1]['kind'][], device: string): string[] {
  const { world } = product.services
  return kinds.map((kind) => reportAlarm(world, { deviceId: deviceIdOf(device), kind, into: 'highLimit' }) as string)
}

/** So many alarms like one that is active and waits for somebody. */
function copied(count: number, severity = 'medium'): string[] {
  const { store } = product.services.world
  const columns = store
    .all<{ name: string }>(`SELECT name FROM pragma_table_info('alarm')`)
    .map(({ name }) => name)
    .filter((name) => !['id', 'point_name', 'raised_at'].includes(name))
    .join(', ')
  store.run(
    `INSERT INTO alarm (id, point_name, raised_at, ${columns})
     SELECT printf('a0000000-0000-4000-8000-%012d', value), 'Manifold ' || value, raised_at + value, ${columns}
     FROM alarm, (WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ?) SELECT value FROM number)
     WHERE alarm.id = (SELECT id FROM alarm WHERE customer_id = ? AND ack_state = 'unacknowledged' AND event_state <> 'normal' AND severity = ? LIMIT 1)`,
    count,
    at.customerId,
    severity,
  )
  return store.all<{ id: string }>(`SELECT id FROM alarm WHERE point_name LIKE 'Manifold %'`).map(({ id }) => id)
}
const forgetCopies = () => product.services.world.store.run(`DELETE FROM alarm WHERE point_name LIKE 'Manifold %'`)

describe('those that were ticked', () => {
  test('are none: the answer says to select a row', async () => {
    const seen = await watch(product, amelie)
    const answer = await (await amelie.get(list())).submit(choices, { press: 'Acknowledge…' })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('Select at least one row')
    expect(answer.text).not.toContain('None of the selected alarms')
    expect(answer.text).not.toContain('Change at least one setting')
    expect(await seen.performed()).toEqual([])
  })

  test('are acknowledged in three pages, with the note that was typed beside them', async () => {
    const seen = await watch(product, amelie)
    const first = await amelie.get(list({ severity: 'medium', ack: 'unacknowledged' }))
    const chosen = boxes(first).slice(0, 6)
    const ids = chosen.flat()
    const plan = await first.submit(choices, {
      fill: { alarm: chosen.map((one) => one.join(',')), reason: 'Morning round' },
      press: 'Acknowledge…',
    })
    expect(plan.status).toBe(200)
    expect(plan.text).toContain(`${ids.length} alarms will be acknowledged`)
    expect(plan.root.querySelector('main textarea[name=reason]')?.text).toBe('Morning round')
    expect(waiting(ids)).toHaveLength(ids.length)
    const result = await plan.submit(changeForm, { press: '_stage=apply' })
    expect(result.text).toContain(`${ids.length} of ${ids.length} done`)
    expect(result.root.querySelectorAll('main tbody tr')).toHaveLength(ids.length)
    expect(result.text).toMatch(/Acknowledgement Not acknowledged\W+(becomes )?Acknowledged/)
    expect(result.root.querySelector('#navigation [aria-current=page]')?.text).toContain('Alarms')
    expect(result.text).toContain(`${ids.length} alarms`)
    const back = await result.follow('Back to the list: Alarms')
    expect(back.address).toBe(list({ severity: 'medium', ack: 'unacknowledged' }))
    expect(waiting(ids)).toEqual([])
    for (const id of ids)
      expect(rowOf(id)).toMatchObject({ ack_comment: 'Morning round', ack_by_name: 'Amélie Tremblay' })
    expect((await seen.performed()).map(({ path }) => path)).toEqual([expect.stringMatching(/\/alarms\/acknowledge$/)])
    const records = await seen.records()
    expect(records.filter(({ entry }) => entry === 'outcome').map(({ outcome }) => outcome)).toEqual(
      ids.map(() => 'done'),
    )
    expect(records.every(({ reason, subject }) => reason === 'Morning round' && subject.kind === 'alarm')).toBe(true)
  })

  test('with a row its followers are acknowledged, and what is acknowledged already is left as it is', async () => {
    const [follower = ''] = raised(['sensorOpen'], 'montcalm-SCI-ECYVAV-6')
    const first = await amelie.get(list({ state: 'active' }))
    const withFollowers = boxes(first).find((ids) => ids.includes(follower)) ?? []
    expect(withFollowers.length).toBeGreaterThan(1)
    const plan = await first.submit(choices, { fill: { alarm: withFollowers.join(',') }, press: 'Acknowledge…' })
    expect(plan.text).toContain(`${withFollowers.length} alarms will be acknowledged`)
    await plan.submit(changeForm, { press: '_stage=apply' })
    expect(waiting(withFollowers)).toEqual([])
    const again = await first.submit(choices, { fill: { alarm: withFollowers.join(',') }, press: 'Acknowledge…' })
    expect(again.text).toContain('Already acknowledged by Amélie Tremblay')
    expect(again.root.querySelector('main [name=_stage][value=apply]')).toBeNull()
  })

  test('a row says how many it stands for, and the plan counts as many', async () => {
    const [follower = ''] = raised(['sensorOpen'], 'montcalm-SCI-ECYVAV-6')
    const page = await amelie.get(list({ state: 'active' }))
    const cells = page.root.querySelectorAll('main [data-choice]')
    const counts = cells.map((cell) => 1 + cell.querySelectorAll('i').length)
    expect(counts).toEqual(boxes(page).map((ids) => ids.length))
    const row = cells.find((cell) => cell.querySelector('input')?.getAttribute('value')?.includes(follower))
    expect(row?.querySelectorAll('i').length).toBeGreaterThan(0)
    const values = boxes(page).map((ids) => ids.join(','))
    const plan = await page.submit(choices, { fill: { alarm: values }, press: 'Acknowledge…' })
    const sum = counts.reduce((some, one) => some + one, 0)
    const going = Number(/(\d+) alarms? will be acknowledged/.exec(plan.text)?.[1])
    if (going < sum) expect(plan.text).toContain(`${sum} alarms are selected`)
    expect(going).toBe(waiting(boxes(page).flat()).length)
  })

  test('critical ones are named openly, and never behind a press', async () => {
    const page = await amelie.get(list({ severity: ['critical', 'high', 'medium'], ack: 'unacknowledged' }))
    const plan = await page.submit(choices, { fill: { all: '1' }, press: 'Acknowledge…' })
    const critical = product.services.world.store.all<{ id: string; message_text: string }>(
      `SELECT id FROM alarm WHERE customer_id = ? AND ack_state = 'unacknowledged' AND severity = 'critical'`,
      at.customerId,
    )
    expect(critical.length).toBeGreaterThan(5)
    const section = plan.root.querySelector('main section[aria-labelledby=critical-alarms]')
    expect(section?.querySelector('h3')?.text.trim()).toBe(`${critical.length} critical alarms`)
    expect(section?.querySelectorAll('li')).toHaveLength(critical.length)
    expect(section?.text).toContain('Smoke detected')
    expect(plan.root.querySelectorAll('main details').every((one) => !one.text.includes('Smoke detected'))).toBe(true)
  })

  test('forty are acknowledged once by two people at once, and the second is told', async () => {
    const ids = copied(40)
    expect(ids).toHaveLength(40)
    const first = await amelie.get(list({ ack: 'unacknowledged' }))
    const fill = { alarm: ids, reason: 'Both of us' }
    const [hers, theirs] = await Promise.all([
      first.submit(choices, { fill, press: 'Acknowledge…' }),
      (await usha.get(list({ ack: 'unacknowledged' }))).submit(choices, {
        fill,
        press: 'Acknowledge…',
      }),
    ])
    const seen = await watch(product, amelie)
    const ends = await Promise.all([hers, theirs].map((plan) => plan.submit(changeForm, { press: '_stage=apply' })))
    expect(waiting(ids)).toEqual([])
    const owners = new Set(ids.map((id) => rowOf(id)?.ack_by_name))
    expect(owners.size).toBe(1)
    const told = ends.filter(({ text }) => /had acknowledged it a moment before|Already acknowledged by/.test(text))
    expect(told).toHaveLength(1)
    expect((await seen.records()).filter(({ outcome }) => outcome === 'failed' || outcome === 'unknown')).toEqual([])
    forgetCopies()
  })
})

describe('all that match', () => {
  test('are offered with their number in the box and the button, however few they are', async () => {
    const page = await amelie.get(list({ severity: 'critical', ack: 'unacknowledged' }))
    const total = Number(/(\d+) alarms/.exec(page.root.querySelector('.list-head h2')?.text ?? '')?.[1])
    expect(page.root.querySelector('.bulk .all')?.text.trim()).toBe(`Select all ${total} matching alarms`)
    for (const fill of [{ all: null }, { all: '1' }]) {
      const ticked = await page.submit(choices, { fill, press: `Acknowledge all ${total} alarms…` })
      expect(ticked.text).toContain(`${total} alarms will be acknowledged`)
    }
    const plan = await page.submit(choices, { press: `Acknowledge all ${total} alarms…` })
    expect(fieldsOf(plan).filter(([name]) => name === 'alarm')).toEqual([])
  })

  test('go in chunks of five hundred, each told by itself', async () => {
    const { store } = product.services.world
    copied(1_100)
    const before = store.get<{ n: number }>(
      `SELECT count(*) AS n FROM alarm WHERE customer_id = ? AND ack_state = 'unacknowledged' AND severity = 'medium'`,
      at.customerId,
    )?.n
    const seen = await watch(product, amelie)
    const first = await amelie.get(list({ severity: 'medium', ack: 'unacknowledged' }))
    expect(first.text).toContain(`Select all ${before?.toLocaleString('en')} matching alarms`)
    const plan = await first.submit(choices, { fill: { all: '1', reason: 'Stuck valve' }, press: 'Acknowledge…' })
    expect(plan.text).toContain(`${before?.toLocaleString('en')} alarms will be acknowledged`)
    const result = await plan.submit(changeForm, { press: '_stage=apply' })
    expect(result.text).toContain(`${before?.toLocaleString('en')} of ${before?.toLocaleString('en')} done`)
    expect((await seen.performed()).map(({ path }) => path)).toEqual(
      Array(3).fill(expect.stringMatching(/\/alarms\/acknowledge$/)),
    )
    expect(
      (await seen.records()).filter(({ entry, outcome }) => entry === 'outcome' && outcome === 'done'),
    ).toHaveLength(before ?? -1)
    expect(
      store.get(
        `SELECT 1 FROM alarm WHERE customer_id = ? AND ack_state = 'unacknowledged' AND severity = 'medium'`,
        at.customerId,
      ),
    ).toBeUndefined()
    forgetCopies()
  }, 120_000)

  test('where most was not taken, are tried again with all that is left, more than the page names', async () => {
    copied(1_600, 'high')
    const total = product.services.world.store.get<{ n: number }>(
      `SELECT count(*) AS n FROM alarm WHERE customer_id = ? AND ack_state = 'unacknowledged' AND severity = 'high'`,
      at.customerId,
    )?.n
    const first = await amelie.get(list({ severity: 'high', ack: 'unacknowledged' }))
    const plan = await first.submit(choices, { fill: { all: '1' }, press: 'Acknowledge…' })
    await inject({ match: 'POST /alarms/acknowledge', kind: 'status', status: 500, errorCode: 5003, times: 3 })
    const result = await plan.submit(changeForm, { press: '_stage=apply' })
    await clear()
    expect(result.text).toContain('1,500 failed')
    expect(result.text).toContain(`1,000 of ${total?.toLocaleString('en')}`)
    const rest = await result.submit(changeForm, { press: 'Retry 1,500 remaining items' })
    expect(rest.text).toContain('1,500 alarms will be acknowledged')
    forgetCopies()
  }, 120_000)
})

describe('one alarm, from its own page', () => {
  test('is acknowledged there, and the page says who did and what they wrote', async () => {
    const [id = ''] = raised(['zoneHot'], 'montcalm-DRO-ECYVAV-1')
    const page = await amelie.get(href('alarm', { ...at, alarmId: id }, { severity: 'medium' }))
    expect(page.text).toContain('Zone temperature above high limit')
    expect(page.text).toMatch(
      /Limit [\d.]+ °C Deadband [\d.]+ °C Priority \d+ Notification class \d+ Object analog\w+ \d+/,
    )
    const done = await page.submit('main form[method=post]', { fill: { reason: 'Valve ordered', for: '8h' } })
    expect(done.address).toContain('changed=')
    expect(rowOf(id)).toMatchObject({ ack_state: 'acknowledged', ack_comment: 'Valve ordered' })
    expect(done.text).toContain('Valve ordered')
    expect(done.text).toContain('Acknowledged until')
    const back = await page.follow('Back to the list')
    expect(back.address).toBe(list({ severity: 'medium' }))
  })

  test('is not acknowledged in another state than the one that was seen, and nothing typed is lost', async () => {
    const [id = ''] = raised(['zoneHot'], 'montcalm-DRO-ECYVAV-3')
    const page = await amelie.get(href('alarm', { ...at, alarmId: id }))
    reportAlarm(product.services.world, {
      deviceId: deviceIdOf('montcalm-DRO-ECYVAV-3'),
      kind: 'zoneHot',
      into: 'fault',
    })
    const refused = await page.submit('main form[method=post]', { fill: { reason: 'Only warm' } })
    expect(refused.text).toContain('The alarm changed in the meantime')
    expect(refused.root.querySelector('main input[name=reason]')?.getAttribute('value')).toBe('Only warm')
    expect(rowOf(id)?.ack_state).toBe('unacknowledged')
    const again = await refused.submit('main form[method=post]')
    expect(again.address).toContain('changed=')
    expect(rowOf(id)?.ack_state).toBe('acknowledged')
  })

  test('takes a note by itself, which stands on its page', async () => {
    const [id = ''] = raised(['zoneHot'], 'montcalm-ART-ECYVAV-1')
    const form = await (await amelie.get(href('alarm', { ...at, alarmId: id }))).follow('Add a note…')
    expect((await form.submit('main form[method=post]')).text).toContain('There is a problem')
    const page = await form.submit('main form[method=post]', { fill: { reason: 'Tenant was told' } })
    expect(page.text).toContain('Tenant was told')
    expect(rowOf(id)?.ack_state).toBe('unacknowledged')
  })

  test('is not there for another customer, and cannot be acknowledged by who may not', async () => {
    const [id = ''] = raised(['zoneHot'], 'montcalm-ART-ECYVAV-3')
    const elsewhere = { ...at, customerId: customerIdOf('CUS1001'), alarmId: id }
    expect((await amelie.get(href('alarm', elsewhere))).status).toBe(404)
    expect((await amelie.get(href('alarm', { ...at, alarmId: seedId('alarm', 'none') }))).status).toBe(404)
    const seen = await watch(product, amelie)
    const paul = await englishReader(product, 'paul')
    const posted = await paul.post(href('alarm', { ...at, alarmId: id }), [
      ['_stage', 'apply'],
      ['_key', 'x'],
      ['reason', 'x'],
    ])
    expect(posted.status).toBe(404)
    expect(rowOf(id)?.ack_state).toBe('unacknowledged')
    expect(await seen.outcomes()).toEqual(['refusal denied'])
  })
})

describe('while the service is in trouble', () => {
  test('some are refused by themselves, and the rest can be tried again', async () => {
    const ids = raised(['zoneHot', 'zoneHumid'], 'montcalm-RES-ECYVAV-1')
    const wait = ids.filter((id) => rowOf(id)?.ack_state === 'unacknowledged')
    const other = raised(['zoneHot'], 'montcalm-RES-ECYVAV-3')
    const chosen = [...wait, ...other]
    const page = await amelie.get(list({ state: 'active' }))
    const plan = await page.submit(choices, { fill: { alarm: chosen, reason: 'Two of them' }, press: 'Acknowledge…' })
    const entity = {
      entityId: chosen[0],
      message: 'no',
      key: 'errors.catalogue.staleEvent',
      details: { type: 'staleEvent' },
    }
    const body = JSON.stringify({ errorCode: 4100, message: 'x', errors: [entity], data: [] })
    await inject({ match: 'POST /alarms/acknowledge', kind: 'answer', status: 422, body, times: 1 })
    const result = await plan.submit(changeForm, { press: '_stage=apply' })
    await clear()
    expect(result.text).toContain('1 of 2 done')
    expect(result.text).toContain('Not all changes were made')
    const rest = await result.submit('main form[method=post]')
    expect(rest.text).toContain('1 alarm will be acknowledged')
  })

  test('a 500 leaves the plan with its note, and nothing is done twice', async () => {
    const [id = ''] = raised(['zoneHot'], 'montcalm-RES-ECYVAV-5')
    const page = await amelie.get(list({ state: 'active' }))
    const plan = await page.submit(choices, { fill: { alarm: id, reason: 'Nothing lost' }, press: 'Acknowledge…' })
    await inject({ match: 'POST /alarms/acknowledge', kind: 'status', status: 500, errorCode: 5003, times: 1 })
    const refused = await plan.submit(changeForm, { press: '_stage=apply' })
    await clear()
    expect(refused.text).toContain('Service is temporarily unavailable')
    expect(refused.root.querySelector('main textarea[name=reason]')?.text).toBe('Nothing lost')
    const fields = fieldsOf(refused)
    const done = await refused.submit(changeForm, { press: '_stage=apply' })
    expect(done.text).toContain('1 of 1 done')
    const seen = await watch(product, amelie)
    await amelie.post(refused.address, [...fields, ['_stage', 'apply']])
    expect(await seen.performed()).toEqual([])
  })
})

describe('until a time', () => {
  /** Lets every end pass at once: nobody stays signed in until one does. */
  const endAll = () =>
    inStore(product, (db) =>
      db
        .updateTable('acknowledgement_end')
        .set({ ends_at: Date.now() - 1 })
        .execute(),
    )

  test('an alarm that is still active then is listed again, and can be acknowledged anew', async () => {
    const [id = ''] = raised(['zoneHumid', 'zoneHot'], 'montcalm-GEN-ECYVAV-1').slice(1)
    const first = await amelie.get(
      href('deviceById', { tenantId: at.tenantId, deviceId: deviceIdOf('montcalm-GEN-ECYVAV-1') }),
    )
    const own = await amelie.get(`${first.address}/alarms?state=active`)
    const plan = await own.submit(choices, {
      fill: { alarm: id, for: '4h', reason: 'Until noon' },
      press: 'Acknowledge…',
    })
    expect(plan.text).toContain('4 hours from now')
    await plan.submit(changeForm, { press: '_stage=apply' })
    expect((await amelie.get(list({ ack: 'ended' }))).root.querySelectorAll('main [data-choice] > input')).toHaveLength(
      0,
    )
    await endAll()
    const listed = await amelie.get(list())
    expect(listed.text).toMatch(/\d acknowledgements? ha(s|ve) expired/)
    const ended = await listed.follow('Show alarms that are still active')
    expect(boxes(ended)).toContainEqual([id])
    expect(ended.text).toContain('Acknowledgement expired')
    const anew = await ended.submit(choices, { fill: { alarm: id }, press: 'Acknowledge…' })
    expect(anew.text).toContain('1 alarm will be acknowledged')
    await anew.submit(changeForm, { press: '_stage=apply' })
    expect(boxes(await amelie.get(list({ ack: 'ended' })))).not.toContainEqual([id])
  })

  test('an alarm that went by itself is not listed again', async () => {
    const [id = ''] = raised(['zoneHot'], 'montcalm-GEN-ECYVAV-3')
    const page = await amelie.get(href('alarm', { ...at, alarmId: id }))
    await page.submit('main form[method=post]', { fill: { for: '1h' } })
    reportAlarm(product.services.world, {
      deviceId: deviceIdOf('montcalm-GEN-ECYVAV-3'),
      kind: 'zoneHot',
      into: 'normal',
    })
    await endAll()
    expect(boxes(await amelie.get(list({ ack: 'ended' }))).flat()).not.toContain(id)
  })

  test('an end that had passed before the alarm was acknowledged anew elsewhere is not of that acknowledgement', async () => {
    const [id = ''] = raised(['zoneHot'], 'montcalm-GEN-ECYVAV-5')
    const page = await amelie.get(href('alarm', { ...at, alarmId: id }))
    await page.submit('main form[method=post]', { fill: { for: '1h' } })
    const acknowledged = product.services.world.store.get<{ at: number }>(
      'SELECT ack_at AS at FROM alarm WHERE id = ?',
      id,
    )
    const before = (acknowledged?.at ?? 0) - 60 * 60_000
    await inStore(product, (db) =>
      db.updateTable('acknowledgement_end').set({ ends_at: before }).where('alarm_id', '=', id).execute(),
    )
    expect(rowOf(id)?.ack_state).toBe('acknowledged')
    expect(boxes(await amelie.get(list({ ack: 'ended' }))).flat()).not.toContain(id)
    const own = await amelie.get(href('alarm', { ...at, alarmId: id }))
    expect(own.status).toBe(200)
    expect(own.text).not.toMatch(/Acknowledgement expired|Acknowledged until/)
  })
})

describe('ends that have passed', () => {
  test('are counted and listed at each place for what is there, and for what is still active', async () => {
    const { world } = product.services
    const [here = ''] = raised(['zoneHot'], 'montcalm-MED-ECYVAV-1')
    const [over = ''] = raised(['damperStuck'], 'montcalm-MED-ECYVAV-1')
    for (const alarmId of [here, over]) {
      const page = await amelie.get(href('alarm', { ...at, alarmId }))
      await page.submit('main form[method=post]', { fill: { for: '1h' } })
    }
    reportAlarm(world, { deviceId: deviceIdOf('montcalm-MED-ECYVAV-1'), kind: 'damperStuck', into: 'normal' })
    await inStore(product, (db) =>
      db
        .updateTable('acknowledgement_end')
        .set({ ends_at: Date.now() - 1 })
        .execute(),
    )
    const ownDevice = await amelie.get(
      href('deviceById', { tenantId: at.tenantId, deviceId: deviceIdOf('montcalm-MED-ECYVAV-1') }),
    )
    const listed = await amelie.get(`${ownDevice.address}/alarms`)
    expect(listed.text).toContain('1 acknowledgement has expired')
    expect(boxes(await listed.follow('Show alarms that are still active'))).toEqual([[here]])
    const spaces = spacesWithout('montcalm-MED-ECYVAV-1')
    expect(spaces).toHaveLength(2)
    for (const space of spaces) {
      const page = await amelie.get(href('spaceAlarms', space))
      expect(page.status).toBe(200)
      expect(page.text).not.toMatch(/acknowledgements? ha(s|ve) expired/)
      const ended = await amelie.get(href('spaceAlarms', space, { ack: 'ended' }))
      expect(ended.status).toBe(200)
      expect(boxes(ended)).toEqual([])
    }
  })

  /** A space without any controller, and one with others. */
  function spacesWithout(device: string) {
    const find = (condition: string) =>
      product.services.world.store.get<{ groupId: string; siteId: string; buildingId: string; spaceId: string }>(
        `SELECT site_group_id AS groupId, site_id AS siteId, building_id AS buildingId, space.id AS spaceId
         FROM space JOIN site ON site.id = space.site_id
         WHERE space.customer_id = ? AND site_group_id IS NOT NULL AND ${condition} LIMIT 1`,
        at.customerId,
      )
    const devices = 'SELECT space_id FROM device WHERE id'
    const found = [
      find(`space.id NOT IN (SELECT space_id FROM device) AND NOT EXISTS (
        SELECT 1 FROM space AS below WHERE below.parent_space_id = space.id)`),
      find(`space.id IN (${devices} = '${deviceIdOf('montcalm-SCI-ECYVAV-6')}')
        AND space.id NOT IN (${devices} = '${deviceIdOf(device)}')`),
    ]
    return found.flatMap((space) => (space ? [{ ...at, ...space }] : []))
  }
})

test('an occurrence of which nobody knows when it came has no bar, and its alarm has its page', async () => {
  const [id = ''] = raised(['zoneHot'], 'montcalm-MED-ECYVAV-3')
  const body = JSON.stringify({
    totalCount: 1,
    data: [{ id: seedId('occurrence', 'dateless'), alarmId: id, sequence: 1, eventState: 'highLimit', raisedAt: '' }],
  })
  await inject({ match: `POST /alarms/${id}/occurrences`, kind: 'answer', status: 200, body })
  const page = await amelie.get(href('alarm', { ...at, alarmId: id }))
  await clear()
  expect(page.status).toBe(200)
  expect(page.text).toContain('Zone temperature above high limit')
  // The only bar is that of the alarm itself.
  for (const strip of page.root.querySelectorAll('main svg.strip'))
    expect(strip.querySelectorAll('rect:not(.ground)')).toHaveLength(1)
  expect(page.html).not.toContain('NaN')
})

test('critical alarms that are acknowledged wait below what nobody has seen, with who acknowledged them', async () => {
  const listed = await amelie.get(list({ state: 'active', severity: 'critical,high', ack: 'unacknowledged' }))
  const plan = await listed.submit(choices, { fill: { alarm: boxes(listed).map((ids) => ids.join(',')) } })
  const count = boxes(listed).flat().length
  expect(plan.text).toContain(`${count} alarms will be acknowledged`)
  const result = await plan.submit(changeForm, { press: '_stage=apply' })
  expect(result.text).toContain(`${count} of ${count} done`)
  const overview = await amelie.get(href('customer', at))
  const rows = overview.root.querySelectorAll('main tbody tr').map((row) => row.text)
  const kinds = rows.map(
    (text) => /^(Critical alarm|High severity|Acknowledged|Not sent|Offline)/.exec(text.trim())?.[1],
  )
  expect(kinds).not.toContain('Critical alarm')
  expect(kinds).not.toContain('High severity')
  expect(kinds.indexOf('Acknowledged')).toBeGreaterThan(kinds.indexOf('Offline'))
  expect(rows[kinds.indexOf('Acknowledged')]).toContain('acknowledged by Amélie Tremblay')
})

/** Last: that a call is not there is believed for a while. */
test('a backend that cannot name alarms is asked for them one by one', async () => {
  const [id = ''] = raised(['zoneHot'], 'montcalm-SCI-ECYVAV-3')
  await inject({ match: 'POST /x/alarms/named', kind: 'status', status: 404 })
  const page = await amelie.get(href('alarm', { ...at, alarmId: id }))
  expect(page.text).toContain('Zone temperature above high limit')
  const done = await page.submit('main form[method=post]', { fill: { reason: 'Plain' } })
  await clear()
  expect(done.address).toContain('changed=')
  expect(rowOf(id)?.ack_comment).toBe('Plain')
})
