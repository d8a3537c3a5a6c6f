/** Points: what they read, what is written to them at which level, and the ledger of what is held: journeys 4 and 5 (domain §4). */
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream } from '../harness/upstream'
import type { Page, Visitor } from '../harness/visitor'
import { size } from '../promises/size'
import { changeForm, englishReader, summaryOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let marcus: Visitor
let usha: Visitor
let at: Parameters<typeof href<'device'>>[1]
let tenantId: string

const flags = join(tmpdir(), `plantroom-points-${process.pid}.json`)
const handler = deviceIdOf('story-1')
const pointId = (objectType: string, instance: number) => seedId('point', `${handler}/${objectType}/${instance}`)
const fanSpeed = pointId('analogOutput', 4)
const supplySetpoint = pointId('analogValue', 1)
const fan = pointId('binaryOutput', 1)
const overrideForm = 'main form#write'
const held = { pointValue: '45', duration: '2', unit: 'hours', reason: 'The belt is changed' }
const point = (id: string) => href('point', { ...at, pointId: id })
const rows = (page: Page) =>
  page.root.querySelectorAll('main tbody tr').map((row) => row.structuredText.replace(/\s+/g, ' ').trim())
const named = (page: Page) => page.root.querySelectorAll('main tbody th a').map((link) => link.text.trim())
const subscriptions = () =>
  product.services.world.store.get<{ n: number }>('SELECT count(*) AS n FROM subscription')?.n ?? 0

/** A point as the service has it. */
async function now(id: string) {
  const { body } = await product.services.call('site', `GET /devices/${handler}/points`, { as: 'amelie' })
  return body.find((one: { id: string }) => one.id === id)
}

beforeAll(async () => {
  await writeFile(flags, '{}')
  product = await startTestConsole({ env: { FEATURES_FILE: flags }, hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  marcus = await product.signedIn('marcus')
  usha = await englishReader(product, 'usha')
  tenantId = tenantIdOf(product.services.world, 'boreal')
  const { body } = await product.services.call('site', `GET /devices/${handler}`, { as: 'marcus' })
  const node = (type: string) => body.path.findLast((one: { type: string }) => one.type === type)?.id ?? 'none'
  at = {
    tenantId,
    customerId: customerIdOf('CUS1001'),
    groupId: node('group'),
    siteId: body.siteId,
    buildingId: node('building'),
    spaceId: body.spaceId,
    deviceId: handler,
  }
})
afterAll(() => product.close())
afterEach(() => product.services.control('DELETE /services/site/inject'))

describe('the points of a controller', () => {
  test('are listed with what they read, narrowed and as a file', async () => {
    const page = await amelie.get(href('devicePoints', at))
    expect(rows(page)).toHaveLength(26)
    expect(rows(page).join()).toContain('AHU-1 Fan speed command')
    const narrowed = await amelie.get(href('devicePoints', at, { q: 'fan', kind: 'number', state: 'writable' }))
    expect(rows(narrowed).map((row) => row.slice(0, 23))).toEqual(['AHU-1 Fan speed command'])
    const file = await (await amelie.raw('GET', href('devicePointsCsv', at, { unit: 'Pa' }))).text()
    expect(file.trim().split('\r\n')).toHaveLength(4)
    expect((await amelie.get(href('devicePoints', at, { unit: 'furlong' }))).text).toContain('No points match')
  })

  test('of a silent one look old, on its list as on the page of each', async () => {
    const { body } = await product.services.call('site', `GET /devices/${deviceIdOf('story-4')}`, { as: 'marcus' })
    const list = await amelie.get(`/tenants/${tenantId}/devices/${body.id}`)
    const points = await amelie.get(`${list.address}/points`)
    expect(points.root.querySelectorAll('main .reading.old').length).toBeGreaterThan(5)
    const one = await points.follow(/.+/).catch(() => points)
    expect(one.status).toBe(200)
    const link = points.root.querySelector('main tbody th a')?.getAttribute('href') ?? ''
    expect((await amelie.get(link)).text).toContain('Stale: the controller is offline')
  })

  test('stand without their service, and say what is wrong', async () => {
    await product.services.control('POST /services/site/inject', {
      match: `GET /devices/${handler}/points`,
      kind: 'status',
      status: 500,
    })
    const page = await amelie.get(href('devicePoints', at))
    expect(page.status).toBe(200)
    expect(page.text).toContain('AHU-1 Controller')
    expect(page.root.querySelectorAll('main tbody tr')).toHaveLength(0)
  })

  test('are told in the units and the language of the reader', async () => {
    marcus.setCookie('lng', 'fr')
    const page = await marcus.get(point(supplySetpoint))
    expect(page.text).toMatch(/\d+([.,]\d)? °F/)
    expect(page.text).toContain('De 50 °F (10 °C) à 86 °F (30 °C)')
    expect(page.text).toContain('Tableau de priorités')
  })

  test('say by how much they change before it is told, whether they can be believed, and which states they have', async () => {
    const page = await amelie.get(point(supplySetpoint))
    expect(page.text).toMatch(/COV increment 0\.1 °C/)
    expect(page.text).toContain('Reliability No fault detected')
    marcus.setCookie('lng', 'fr')
    const french = await marcus.get(point(supplySetpoint))
    expect(french.text).toMatch(/Incrément COV 0,18 °F/)
    expect(french.text).toContain('Fiabilité Aucun défaut détecté')
    expect(page.text).not.toContain('States')
    const switched = await amelie.get(point(fan))
    expect(switched.text).toContain('States Off · On')
    expect(switched.text).not.toContain('COV increment')
    const { body } = await product.services.call('site', `GET /devices/${handler}/points`, { as: 'marcus' })
    const { id, stateText } = body.find((one: { kind: string }) => one.kind === 'enum')
    expect((await amelie.get(point(id))).text).toContain(`States 1 ${stateText[0]} · 2 ${stateText[1]}`)
  })

  test('are drawn over the day before they were read, which leads on to any other window', async () => {
    const page = await amelie.get(point(supplySetpoint))
    expect(page.text).toContain('Last 24 hours')
    const [figure] = page.root.querySelectorAll('main figure')
    expect(figure?.querySelectorAll('svg').length).toBeGreaterThan(0)
    const zoom = page.root.querySelectorAll('main a').map((link) => link.getAttribute('href') ?? '')
    expect(zoom.some((address) => address.includes('/trends?') && address.includes(`point=${supplySetpoint}`))).toBe(
      true,
    )
    await product.services.control('POST /services/site/inject', {
      match: 'POST /x/trends',
      kind: 'status',
      status: 500,
    })
    const without = await amelie.get(point(supplySetpoint))
    expect([without.status, without.text.includes('Last 24 hours')]).toEqual([200, true])
    expect(without.root.querySelectorAll('main figure')).toHaveLength(0)
  })

  test('with states have a strip for each state of the day, in the words of the reader', async () => {
    const english = await amelie.get(point(pointId('binaryValue', 1)))
    const strips = (page: Page) => page.root.querySelectorAll('main figure .strip .name').map((name) => name.text)
    expect(strips(english)).toEqual(['Occupied', 'Unoccupied'])
    expect(english.root.querySelectorAll('main figure tbody tr').length).toBeGreaterThan(1)
    const french = await amelie.get(`${point(pointId('binaryValue', 1))}?lng=fr`)
    expect(strips(french)).toEqual(['Occupé', 'Inoccupé'])
    expect(french.root.querySelector('.present-value')?.text.trim()).toMatch(/^(Occupé|Inoccupé)$/)
    await amelie.get(`${point(fanSpeed)}?lng=en`)
  })

  test('are not there under another controller, nor for who has no role', async () => {
    expect((await amelie.get(href('point', { ...at, pointId: seedId('point', 'none') }))).status).toBe(404)
    const nadia = await englishReader(product, 'nadia')
    expect((await nadia.get(href('devicePoints', at))).status).toBe(404)
  })
})

test('a level that a schedule writes at says which schedule', async () => {
  const page = await amelie.get(point(pointId('binaryValue', 1)))
  expect(page.text).toMatch(/15 Program (?:Unocc|Occ)upied In effect The schedule “Office occupancy” No end/)
})

describe('an override for two hours', () => {
  test('is set from the page of its point, with who, level and until when on the page after', async () => {
    const seen = await watch(product, amelie)
    const page = await amelie.get(point(fanSpeed))
    const after = await page.submit('main form[action$="/override"]', { fill: held })
    expect(after.status).toBe(200)
    expect(after.address).toMatch(/\/points\/[^/]+\?changed=/)
    expect(after.text).toContain('Held at 45 % by Amélie Tremblay, at level 8')
    expect(after.text).toContain('The belt is changed')
    expect(after.text).toContain('2026-03-09 10:00')
    const [put] = await seen.performed()
    expect(put?.path).toContain(`/points/${fanSpeed}/timed-override`)
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    const [, done] = await seen.records()
    expect(done).toMatchObject({
      mutation: 'point.override',
      subject: { kind: 'point', id: fanSpeed, name: 'AHU-1 Fan speed command' },
      reason: 'The belt is changed',
      after: { level: 8, value: 45, unit: 'percent', minutes: 120 },
    })
    expect(await now(fanSpeed)).toMatchObject({ presentValue: 45, activePriority: 8 })
    expect(subscriptions()).toBe(0)
    const trail = await amelie.get(href('trail', { tenantId }, { kind: 'point', id: fanSpeed }))
    const record = await amelie.get(trail.root.querySelector('main tbody th a')?.getAttribute('href') ?? '')
    expect(record.text).toContain('45 %')
    expect(record.text).toContain('2 hours')
    expect(record.root.querySelectorAll('a').some((one) => one.getAttribute('href') === point(fanSpeed))).toBe(true)
  })

  test('is over by itself, and the point tells so', async () => {
    product.services.world.clock.advance(2 * 3_600_000 + 1_000)
    const page = await amelie.get(point(fanSpeed))
    expect(page.text).not.toContain('Held at')
    expect(page.text).toContain('Level 8 released on expiry')
    const held = page.root.querySelectorAll('main figure .strip .warn').map((one) => one.parentNode.text)
    expect(held).toEqual([expect.stringContaining('2026-03-09 08:00 – 2026-03-09 10:00')])
    expect(await now(fanSpeed)).toMatchObject({ override: null, activePriority: null })
  })

  test('is ended before by one press', async () => {
    const page = await amelie.get(point(fanSpeed))
    const set = await page.submit('main form[action$="/override"]', { fill: held })
    const free = await set.submit('main form[action$="/automatic"]', { press: 'Return to automatic' })
    expect(free.text).not.toContain('Held at')
    expect(free.text).toContain('Level 8 released')
    expect(await now(fanSpeed)).toMatchObject({ override: null })
  })

  const wrong: [string, Record<string, string>, string, string][] = [
    ['no reason', { ...held, reason: '' }, 'Enter a reason', 'reason'],
    ['a value outside the range', { ...held, pointValue: '140' }, 'outside the range', 'pointValue'],
    ['a value that is no number', { ...held, pointValue: 'much' }, 'wrong type', 'pointValue'],
    ['no duration', { ...held, duration: '0' }, 'duration', 'duration'],
    ['too long a duration', { ...held, duration: '8', unit: 'days' }, 'duration', 'duration'],
  ]
  test.each(wrong)('is refused with %s, with everything typed kept', async (_, fill, said, field) => {
    const seen = await watch(product, amelie)
    const page = await (await amelie.get(href('pointOverride', { ...at, pointId: fanSpeed }))).submit(overrideForm, {
      fill,
    })
    expect(page.status).toBe(422)
    expect(summaryOf(page)).toEqual([expect.objectContaining({ text: expect.stringContaining(said), field })])
    expect(page.root.querySelector('[name=pointValue]')?.getAttribute('value')).toBe(fill.pointValue)
    expect(await seen.performed()).toEqual([])
  })

  test('is at most a day for who may not hold a point without an end', async () => {
    const page = await usha.get(href('pointOverride', { ...at, pointId: fanSpeed }))
    expect(page.text).toContain('At most 1 day')
    const refused = await page.submit(overrideForm, { fill: { ...held, duration: '2', unit: 'days' } })
    expect(summaryOf(refused)).toEqual([expect.objectContaining({ field: 'duration' })])
  })

  const refusals: [number, number, string][] = [
    [409, 4303, 'The controller is offline'],
    [422, 4601, 'This point cannot be written'],
    [422, 4602, 'This value does not fit the point'],
    [422, 4603, 'This duration is outside the limits'],
    [502, 4606, 'The controller refused this'],
  ]
  test.each(refusals)('that is refused with %i, %i says so and stays filled in', async (status, errorCode, said) => {
    await product.services.control('POST /services/site/inject', {
      match: `PUT /points/${fanSpeed}/timed-override`,
      kind: 'status',
      status,
      errorCode,
    })
    const page = await (await amelie.get(href('pointOverride', { ...at, pointId: fanSpeed }))).submit(overrideForm, {
      fill: held,
    })
    expect(page.text).toContain(said)
    expect(page.root.querySelector('[name=pointValue]')?.getAttribute('value')).toBe('45')
    expect(subscriptions()).toBe(0)
  })

  test('that nobody answered is told as not known, and leads to its change', async () => {
    await product.services.control('POST /services/site/inject', {
      match: `PUT /points/${fanSpeed}/timed-override`,
      kind: 'status',
      status: 500,
      after: true,
    })
    const page = await (await amelie.get(href('pointOverride', { ...at, pointId: fanSpeed }))).submit(overrideForm, {
      fill: held,
    })
    expect(page.address).toContain('/changes/')
    await product.services.control('DELETE /services/site/inject')
    // The level holds what was written since: it was done after all.
    expect((await amelie.get(page.address)).text).toContain('1 of 1 done')
    await (await amelie.get(href('pointAutomatic', { ...at, pointId: fanSpeed }))).submit(changeForm)
  })
})

describe('a write that was never made, whose answer was lost', () => {
  test('is not told as failed because its level is as it was: its effect may have ended', async () => {
    await product.services.control('POST /services/site/inject', {
      match: `PUT /points/${fanSpeed}/timed-override`,
      kind: 'status',
      status: 500,
    })
    const seen = await watch(product, amelie)
    const form = await amelie.get(href('pointOverride', { ...at, pointId: fanSpeed }))
    const page = await form.submit(overrideForm, { fill: held })
    await product.clockAhead(130_000)
    expect((await amelie.get(page.address)).text).toContain('this does not show whether the change was made')
    expect((await seen.outcomes()).at(-1)).toBe('outcome unknown')
    await product.clockAhead(0)
  })
})

describe('the other writes', () => {
  test('are chosen by the words of the point', async () => {
    const page = await amelie.get(href('pointHold', { ...at, pointId: fan }))
    const radios = page.root.querySelectorAll(`${overrideForm} [name=pointValue]`)
    expect(radios.map((one) => one.getAttribute('value'))).toEqual(['1', '0'])
    const on = await page.submit(overrideForm, { fill: { pointValue: '1', reason: 'Test run' } })
    expect(on.text).toContain('Held at On by Amélie Tremblay, at level 8')
    expect(on.text).toContain('Held until someone releases it')
    await on.submit('main form[action$="/automatic"]')
  })

  test('say that they have no effect while a stronger level holds', async () => {
    const first = await (await amelie.get(href('pointEmergency', { ...at, pointId: supplySetpoint }))).submit(
      changeForm,
      { fill: { pointValue: '25' } },
    )
    expect(first.text).toContain('EMERGENCY')
    const untyped = await first.submit(changeForm, { fill: { reason: 'Smoke' }, press: '_stage=apply' })
    expect(untyped.status).toBe(422)
    const done = await untyped.submit(changeForm, {
      fill: { reason: 'Smoke', confirmName: 'EMERGENCY' },
      press: '_stage=apply',
    })
    expect(done.text).toContain('Emergency: held at 25 °C')
    const set = await (await amelie.get(href('pointValue', { ...at, pointId: supplySetpoint }))).submit(overrideForm, {
      fill: { pointValue: '18', reason: 'Comfort' },
    })
    expect(set.text).toContain('Set to 18 °C')
    expect(set.text).toContain('It has no effect now: level 1 has priority')
    const ended = await set.submit('main form[action$="/emergency/end"]')
    expect(ended.text).not.toContain('Emergency: held')
    expect(await now(supplySetpoint)).toMatchObject({ presentValue: 18, activePriority: 16 })
    const free = await ended.submit('main form[action$="/value/release"]')
    expect(free.text).not.toContain('Set to')
    expect(await now(supplySetpoint)).toMatchObject({ activePriority: null })
  })

  test('take a value in the units of who types, told in both', async () => {
    marcus.setCookie('lng', 'fr')
    const page = await marcus.get(href('pointHold', { ...at, pointId: supplySetpoint }))
    expect(page.text).toContain('Valeur (°F)')
    const after = await page.submit(overrideForm, { fill: { pointValue: '59', reason: 'Essai' } })
    expect(after.text).toContain('Maintenu à 59 °F')
    expect(await now(supplySetpoint)).toMatchObject({ presentValue: 15 })
    await after.submit('main form[action$="/automatic"]')
  })

  test('are in the trail with numbers as the reader writes them', async () => {
    marcus.setCookie('lng', 'fr')
    const page = await marcus.get(href('pointHold', { ...at, pointId: supplySetpoint }))
    const held = await page.submit(overrideForm, { fill: { pointValue: '61,7', reason: 'Essai' } })
    const trail = await marcus.get(href('trail', { tenantId: at.tenantId }, { mutation: 'point.hold' }))
    expect(trail.root.querySelector('main tbody tr')?.text).toContain('16,5 °C')
    await held.submit('main form[action$="/automatic"]')
  })

  test('are for who may: an override for a time is anybody’s, the others are not', async () => {
    const page = await usha.get(point(fanSpeed))
    expect(page.root.querySelectorAll('main form[action$="/override"]')).toHaveLength(1)
    expect(page.text).not.toContain('Override until released')
    for (const name of ['pointHold', 'pointValue', 'pointEmergency', 'pointEmergencyEnd', 'pointValueRelease'] as const)
      expect((await usha.get(href(name, { ...at, pointId: fanSpeed }))).status).toBe(403)
    const sensor = pointId('analogInput', 1)
    expect((await amelie.get(href('pointOverride', { ...at, pointId: sensor }))).status).toBe(404)
    expect((await amelie.get(point(sensor))).root.querySelectorAll('main form[method=post]')).toHaveLength(0)
  })

  test('are not there while their flag is off', async () => {
    await writeFile(flags, JSON.stringify({ pointWrite: false }))
    await expect
      .poll(async () => (await amelie.get(href('pointOverride', { ...at, pointId: fanSpeed }))).status, {
        timeout: 20_000,
      })
      .toBe(404)
    expect((await amelie.get(point(fanSpeed))).root.querySelectorAll('main form[method=post]')).toHaveLength(0)
    expect((await amelie.get(href('overridesClearing', at, { all: 1 }))).status).toBe(404)
    await writeFile(flags, '{}')
    await expect
      .poll(async () => (await amelie.get(href('pointOverride', { ...at, pointId: fanSpeed }))).status, {
        timeout: 20_000,
      })
      .toBe(200)
  })
})

describe('a controller of very many points', () => {
  const host = deviceIdOf('story-2')
  const where = () => `/tenants/${tenantId}/devices/${host}`

  test('has all of them on its list, in its search and its file, and each opens', async () => {
    const { store } = product.services.world
    await product.services.call('site', `GET /devices/${host}/points`, { as: 'amelie' })
    const [one] = store.all<Record<string, string | number | null>>('SELECT * FROM point WHERE device_id = ?', host)
    const columns = Object.keys(one ?? {})
    const many = size({ smoke: 2_500, full: 10_000 })
    store.transaction(() => {
      for (let at = 1; at <= many; at += 1) {
        const name = `Zz.Meter.${String(at).padStart(5, '0')}`
        const row = { ...one, id: `many-${at}`, name, display_name: name, object_instance: 100_000 + at }
        const places = columns.map(() => '?').join(', ')
        store.run(`INSERT INTO point (${columns.join(', ')}) VALUES (${places})`, ...Object.values(row))
      }
    })
    const { address } = await amelie.get(where())
    const list = await amelie.get(`${address}/points`)
    expect(list.status).toBe(200)
    expect(list.text).not.toContain('This list is not complete')
    const last = `Zz.Meter.${String(many).padStart(5, '0')}`
    const found = await amelie.get(`${address}/points?q=${last}`)
    expect(rows(found)).toHaveLength(1)
    const upstream = listenUpstream(product.services)
    const page = await found.follow(last)
    const asked = upstream.heard().map(({ url }) => url)
    upstream.stop()
    expect([page.status, page.text.includes(last)]).toEqual([200, true])
    // The page of one does not read them all.
    expect(asked.filter((url) => /\/x\/points\?.*pointId=/.test(url))).toHaveLength(1)
    expect(asked.filter((url) => /\/devices\/[^/]+\/points/.test(url))).toEqual([])
    const file = await (await amelie.raw('GET', `${address}/points/csv`)).text()
    expect(file.trim().split('\r\n').length).toBeGreaterThan(many)
    expect(file).toContain(last)
    store.run(`DELETE FROM point WHERE id LIKE 'many-%'`)
  })
})

describe('the points of a place', () => {
  const montcalm = () => ({ tenantId, customerId: customerIdOf('CUS1004') })

  test('are found over all its controllers, by words, by how they stand and by what they are, and each opens', async () => {
    const all = await amelie.get(href('customerPoints', montcalm(), { q: 'SCI-02' }))
    expect(rows(all).length).toBeGreaterThan(10)
    const flows = await amelie.get(href('customerPoints', montcalm(), { q: 'SCI-02 flow', unit: 'L/s' }))
    expect(named(flows).length).toBeGreaterThan(0)
    expect(named(flows).length).toBeLessThan(rows(all).length)
    expect(rows(flows).every((row) => row.includes('SCI-02'))).toBe(true)
    const page = await flows.follow(named(flows)[0] ?? '')
    expect(page.address).toMatch(/\/devices\/[^/]+\/points\/[^/?]+$/)
    const held = await amelie.get(href('customerPoints', montcalm(), { state: 'overridden' }))
    expect(rows(held).length).toBeGreaterThan(20)
    expect(rows(held).every((row) => /Overridden|Emergency/.test(row))).toBe(true)
    const kept = await amelie.get(href('customerPoints', montcalm(), { type: 'Supply_Air_Flow_Sensor' }))
    expect(rows(kept).length).toBeGreaterThan(5)
    expect(page.root.querySelectorAll('a').length).toBeGreaterThan(0)
  })

  test('are those of a site, a building and a space on their own pages, and a file at every level', async () => {
    for (const level of ['groupPoints', 'sitePoints', 'buildingPoints', 'spacePoints'] as const) {
      const page = await amelie.get(href(level, at, { q: 'fan speed command' }))
      expect(named(page), level).toContain('AHU-1 Fan speed command')
    }
    expect(
      (await amelie.get(href('space', at))).root.querySelectorAll(`a[href="${href('spacePoints', at)}"]`),
    ).toHaveLength(1)
    const file = await amelie.raw('GET', href('customerPointsCsv', at, { siteId: at.siteId, q: 'fan speed command' }))
    const lines = (await file.text()).trim().split('\r\n')
    expect(lines[0]).toContain('Host id')
    expect(lines.join()).toContain('AHU-1 Fan speed command')
  })

  test('are read in the units of the reader, and not by who may not read points', async () => {
    marcus.setCookie('lng', 'fr')
    expect((await marcus.get(href('customerPoints', at, { q: 'supply air setpoint' }))).text).toMatch(/\d °F/)
    const nadia = await englishReader(product, 'nadia')
    expect((await nadia.get(href('customerPoints', at))).status).toBe(404)
  })
})

describe('what was set for good', () => {
  test('is not told as given back by a backend that has no call for it, nor offered there', async () => {
    const where = { ...at, pointId: supplySetpoint }
    await (await amelie.get(href('pointValue', where))).submit(overrideForm, {
      fill: { pointValue: '18', reason: 'Comfort' },
    })
    const page = await amelie.get(href('pointValueRelease', where))
    await product.services.control('POST /services/site/inject', {
      match: 'POST /x/overrides/release',
      kind: 'status',
      status: 404,
    })
    const seen = await watch(product, amelie)
    const refused = await page.submit(changeForm)
    expect(refused.address).toContain('/changes/')
    expect(refused.text).toContain('This backend cannot release a set value')
    expect((await seen.outcomes()).at(-1)).toBe('outcome failed')
    await product.services.control('DELETE /services/site/inject')
    const freed = await (await amelie.get(point(supplySetpoint))).submit('main form[action$="/value/release"]')
    expect(freed.text).not.toContain('Set to')
  })
})

describe('equipment', () => {
  test('is in no tree and in no search while its flag is off', async () => {
    const found = () => amelie.get(href('search', at, { q: 'VAV 12-04' }))
    const shown = async () => (await found()).root.querySelectorAll('a[href*="/equipment/"]').length
    expect(await shown()).toBeGreaterThan(0)
    await writeFile(flags, JSON.stringify({ equipment: false }))
    await expect.poll(shown, { timeout: 20_000 }).toBe(0)
    expect((await found()).root.querySelectorAll('a[href*="kind=equipment"]')).toHaveLength(0)
    const space = await amelie.get(href('space', at))
    expect(space.status).toBe(200)
    expect(space.root.querySelectorAll('a[href*="/equipment"]')).toHaveLength(0)
    await writeFile(flags, '{}')
    await expect.poll(shown, { timeout: 20_000 }).toBeGreaterThan(0)
  })
})

describe('the ledger of overrides', () => {
  const montcalm = () => ({ tenantId, customerId: customerIdOf('CUS1004') })

  test('lists who holds what, the oldest first, narrowed and as a file', async () => {
    const page = await amelie.get(href('customerOverrides', montcalm()))
    const all = Number(/(\d+) overrides/.exec(page.text)?.[1])
    expect(all).toBeGreaterThan(20)
    expect(page.text).toContain('Not by this console')
    const endless = await amelie.get(href('customerOverrides', montcalm(), { end: 'endless' }))
    const few = rows(endless).length
    expect(few).toBeGreaterThan(3)
    expect(few).toBeLessThan(all)
    expect(rows(endless).every((row) => row.includes('No end'))).toBe(true)
    const file = await (await amelie.raw('GET', href('customerOverridesCsv', montcalm(), { end: 'endless' }))).text()
    expect(file.trim().split('\r\n')).toHaveLength(few + 1)
    const nobody = await amelie.get(href('customerOverrides', montcalm(), { q: 'nowhere' }))
    expect(nobody.text).toContain('No override matches')
  })

  test('stands on the overview with those that were forgotten', async () => {
    const page = await amelie.get(href('customer', montcalm()))
    expect(page.text).toMatch(/\d+ old overrides/)
    const forgotten = await page.follow(/old overrides/)
    const count = rows(forgotten).length
    expect(count).toBeGreaterThan(0)
    expect(forgotten.root.querySelector('.views [aria-current]')?.text.trim()).toBe(`Old overrides ${count}`)
  })

  test('is cleared of all that match in one plan, on record with a reason', async () => {
    const list = await amelie.get(href('customerOverrides', montcalm(), { end: 'endless', level: '8' }))
    const count = rows(list).length
    const plan = await list.follow(/^Release all/)
    expect(plan.text).toContain(`Release ${count} overrides`)
    const unsaid = await plan.submit(changeForm, { press: '_stage=apply' })
    expect(unsaid.status).toBe(422)
    const seen = await watch(product, amelie)
    const done = await unsaid.submit(changeForm, { fill: { reason: 'Nobody knows why' }, press: '_stage=apply' })
    expect(done.address).toContain('/changes/')
    const performed = await seen.performed()
    expect(performed.map(({ path }) => path)).toEqual([expect.stringContaining('/x/overrides/release')])
    const records = await seen.records()
    const [failed, cleared] = [
      records.filter(({ outcome }) => outcome === 'failed').length,
      records.filter(({ outcome }) => outcome === 'done').length,
    ]
    expect(cleared + failed).toBe(count)
    const left = await amelie.get(href('customerOverrides', montcalm(), { end: 'endless', level: '8' }))
    expect(rows(left).length).toBe(failed)
  })

  test('tells of each point how it ended where some could not be given back', async () => {
    const one = { ...at, pointId: supplySetpoint }
    const two = { ...at, pointId: fanSpeed }
    for (const where of [one, two])
      await (await amelie.get(href('pointHold', where))).submit(overrideForm, {
        fill: { pointValue: '20', reason: 'Trial' },
      })
    const override = [one, two].map(({ deviceId, pointId: id }) => `${deviceId}.${id}.8`)
    const plan = await amelie.get(href('overridesClearing', at, { override }))
    await product.services.control('POST /services/site/inject', {
      match: 'POST /x/overrides/release',
      kind: 'answer',
      after: true,
      status: 409,
      body: JSON.stringify({
        errorCode: 4100,
        message: 'Some failed',
        errors: [{ entityId: fanSpeed, message: 'Not connected', details: { errorCode: 4303 } }],
      }),
    })
    const seen = await watch(product, amelie)
    const done = await plan.submit(changeForm, { fill: { reason: 'Forgotten' }, press: '_stage=apply' })
    expect(done.text).toContain('1 of 2 done')
    const ends = (await seen.records()).filter(({ entry }) => entry === 'outcome')
    expect(ends.map(({ subject, outcome }) => [subject.id, outcome]).sort()).toEqual(
      [
        [fanSpeed, 'failed'],
        [supplySetpoint, 'done'],
      ].sort(),
    )
  })

  test('leaves alone what somebody may not give back', async () => {
    const list = await usha.get(href('customerOverrides', montcalm(), { level: '1' }))
    const [box] = list.root.querySelectorAll('main [name=override]')
    const key = box?.getAttribute('value') ?? ''
    expect(key).toMatch(/\.1$/)
    const plan = await usha.get(href('overridesClearing', montcalm(), { override: key }))
    expect(plan.text).toContain('You are not allowed to release this level')
    expect(plan.root.querySelectorAll('main button[value=apply]')).toHaveLength(0)
  })

  test('offers to release as many as its plan does: those of the levels that the person may release', async () => {
    const list = await usha.get(href('customerOverrides', montcalm()))
    const all = Number(/(\d+) overrides/.exec(list.text)?.[1])
    const emergencies = await usha.get(href('customerOverrides', montcalm(), { level: '1' }))
    const mine = all - rows(emergencies).length
    expect([rows(emergencies).length > 0, mine > 0]).toEqual([true, true])
    const plan = await list.follow(`Release ${mine} of ${all} overrides…`)
    expect(plan.root.querySelector('main button[value=apply]')?.text).toBe(`Release ${mine} overrides`)
    expect(emergencies.root.querySelectorAll('main .list-aside a[href*="all=1"]')).toHaveLength(0)
    const inFrench = await usha.get(href('customerOverrides', montcalm(), { lng: 'fr' }))
    expect(inFrench.text).toContain(`Libérer ${mine} des ${all} forçages…`)
    await usha.get(href('customerOverrides', montcalm(), { lng: 'en' }))
  })

  test('has nothing of their own for who has no record in the tenant', async () => {
    const reader = await englishReader(product, 'marcus')
    expect(rows(await reader.get(href('customerOverrides', montcalm()))).length).toBeGreaterThan(0)
    expect(rows(await reader.get(href('customerOverrides', montcalm(), { by: 'me' })))).toEqual([])
    const plan = await reader.get(href('overridesClearing', montcalm(), { all: 1, by: 'me' }))
    expect(plan.root.querySelectorAll('main button[value=apply]')).toHaveLength(0)
  })

  test('is cleared though nobody answered, and that is found out', async () => {
    const plan = await amelie.get(href('overridesClearing', montcalm(), { all: 1, end: 'timed', level: '8' }))
    expect(plan.root.querySelectorAll('main [name="override[0]"]')).toHaveLength(1)
    await product.services.control('POST /services/site/inject', {
      match: 'POST /x/overrides/release',
      kind: 'status',
      status: 500,
      after: true,
    })
    const seen = await watch(product, amelie)
    await plan.submit(changeForm, { fill: { reason: 'All of them' }, press: '_stage=apply' })
    const ends = (await seen.records()).filter(({ entry }) => entry === 'outcome')
    expect(ends.length).toBeGreaterThan(0)
    expect(ends.some(({ outcome }) => outcome === 'done')).toBe(true)
  })

  test('tells a point as done only where every level of it was given back', async () => {
    const where = { ...at, pointId: supplySetpoint }
    await (await amelie.get(href('pointHold', where))).submit(overrideForm, {
      fill: { pointValue: '19', reason: 'Trial' },
    })
    const asked = await (await amelie.get(href('pointEmergency', where))).submit(changeForm, {
      fill: { pointValue: '25' },
    })
    await asked.submit(changeForm, { fill: { reason: 'Smoke', confirmName: 'EMERGENCY' }, press: '_stage=apply' })
    const override = ['1', '8'].map((level) => `${handler}.${supplySetpoint}.${level}`)
    const plan = await amelie.get(href('overridesClearing', at, { override }))
    for (const [match, status, errorCode] of [
      ['POST /x/overrides', 404, undefined],
      [`PUT /points/${supplySetpoint}/emergency-auto`, 409, 4303],
    ])
      await product.services.control('POST /services/site/inject', { match, kind: 'status', status, errorCode })
    const seen = await watch(product, amelie)
    await plan.submit(changeForm, { fill: { reason: 'Plan B' }, press: '_stage=apply' })
    expect((await seen.performed()).map(({ path }) => path.split('/').at(-1))).toEqual(['auto'])
    expect((await seen.records()).at(-1)).toMatchObject({ outcome: 'failed', detail: { callsDone: 1 } })
    await product.services.control('DELETE /services/site/inject')
    await (await amelie.get(href('pointEmergencyEnd', where))).submit(changeForm)
  })

  test('is made of points, and says that it may not be whole, where the backend has none', async () => {
    await product.services.control('POST /services/site/inject', {
      match: 'GET /x/overrides',
      kind: 'status',
      status: 404,
    })
    const page = await amelie.get(href('customerOverrides', at))
    expect(page.status).toBe(200)
    expect(page.text).toContain('This list may not be complete')
    expect(rows(page).join()).toContain('VAV 12-04')
    const [box] = page.root.querySelectorAll('main [name=override]')
    await product.services.control('POST /services/site/inject', {
      match: 'POST /x/overrides',
      kind: 'status',
      status: 404,
    })
    const plan = await amelie.get(href('overridesClearing', at, { override: box?.getAttribute('value') ?? '' }))
    const seen = await watch(product, amelie)
    await plan.submit(changeForm, { fill: { reason: 'Plan B' }, press: '_stage=apply' })
    expect((await seen.performed()).map(({ path }) => path)).toEqual([expect.stringMatching(/\/points\/[^/]+\/auto$/)])
  })
})

// What a backend lacks is remembered for a minute: these come last.
describe('the points of a backend', () => {
  test('stand without their service, and are those of its controllers where the backend lists none', async () => {
    const match = 'GET /x/points'
    await product.services.control('POST /services/site/inject', { match, kind: 'status', status: 500 })
    const without = await amelie.get(href('customerPoints', at))
    expect([without.status, rows(without)]).toEqual([200, []])
    await product.services.control('DELETE /services/site/inject')
    await product.services.control('POST /services/site/inject', { match, kind: 'status', status: 404 })
    const part = await amelie.get(href('spacePoints', at, { q: 'fan speed command' }))
    expect(part.text).not.toContain('This list is not complete')
    expect(named(part)).toContain('AHU-1 Fan speed command')
    // Nor is a point the worse for it.
    const one = await amelie.get(point(fanSpeed))
    expect(one.text).toContain('AHU-1 Fan speed command')
    expect((await amelie.get(href('point', { ...at, pointId: seedId('point', 'none') }))).status).toBe(404)
  })
})
