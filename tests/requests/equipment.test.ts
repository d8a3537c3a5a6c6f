/** Equipment: listed at every level, created in a space, changed, moved, linked to controllers and deleted (domain §8.1). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, summaryOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let space: Parameters<typeof href<'space'>>[1]

const device = seedId('device', 'montcalm-SCI-ECYVAV-1')
const box = equipmentIdOf('VAV SCI-01')
const names = (page: Page) => page.root.querySelectorAll('main tbody th a').map((link) => link.text.trim())
const settings = () => href('equipmentSettings', { ...space, equipmentId: box })
const asked = async (id: string) => (await product.services.call('site', `GET /equipment/${id}`, { as: 'amelie' })).body

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  space = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
    buildingId: seedId('building', '41-1'),
    spaceId: seedId('space', '41-1-1'),
  }
})
afterAll(() => product.close())
afterEach(() => product.services.control('DELETE /services/site/inject'))

describe('equipment', () => {
  test('is listed of a customer, of every place below it and of a controller', async () => {
    const all = await amelie.get(href('customerEquipment', space))
    const count = (page: Page) => Number(/([\d,]+) pieces? of equipment/.exec(page.text)?.[1]?.replace(',', ''))
    const at = [
      href('customerEquipment', space),
      href('siteEquipment', space),
      href('buildingEquipment', space),
      href('spaceEquipment', space),
    ]
    const counts = await Promise.all(at.map(async (address) => count(await amelie.get(address))))
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    expect(counts.at(-1)).toBeGreaterThan(0)
    expect(names(await amelie.get(href('deviceAllEquipment', { ...space, deviceId: device })))).toEqual(['VAV SCI-01'])
    const missing = await amelie.get(href('customerEquipment', space, { readiness: 'missing' }))
    expect(count(missing)).toBeLessThan(count(all))
    const found = await amelie.get(href('customerEquipment', space, { q: 'VAV SCI-01' }))
    expect(names(found)).toEqual(['VAV SCI-01'])
    const csv = href('customerEquipmentCsv', space, { q: 'VAV SCI-01' })
    expect((await (await amelie.raw('GET', csv)).text()).trim().split('\r\n')).toHaveLength(2)
  })

  test('has a page with its roles and what is known of it, and its alarms and faults alone', async () => {
    const page = await (await amelie.get(href('customerEquipment', space, { q: 'VAV SCI-01' }))).follow('VAV SCI-01')
    expect(page.text).toContain('Zone temperature')
    expect(page.text).toContain('AHU SCI-01')
    for (const tab of ['Alarms', 'Faults', 'Points']) expect((await page.follow(tab)).status).toBe(200)
  })

  test('without rules says so', async () => {
    const all = await amelie.get(href('customerEquipment', space))
    expect(all.text).not.toContain('0 of 0')
    const row = all.root.querySelectorAll('main tbody tr').find(({ text }) => text.includes('No rules apply'))
    const page = await amelie.get(row?.querySelector('th a')?.getAttribute('href') ?? '')
    expect(page.text).toContain('No rules apply')
  })

  test('stands on the page of its space and in the tree, opens there, and is found by its name', async () => {
    const page = await amelie.get(href('space', space))
    expect(page.root.querySelectorAll('main h2').map(({ text }) => text.trim())).toContain('Equipment')
    expect(names(page)).toContain('VAV SCI-01')
    const branch = page.root
      .querySelectorAll('.branch')
      .find((link) => /\/equipment\//.test(link.getAttribute('href') ?? '') && link.text.trim() === 'VAV SCI-01')
    const own = await amelie.get(branch?.getAttribute('href') ?? '')
    expect(own.address).toBe(href('equipment', { ...space, equipmentId: box }))
    expect(own.root.querySelector('.branch[aria-current=page]')?.text.trim()).toBe('VAV SCI-01')
    const found = await amelie.get(href('search', space, { q: 'VAV SCI-01', kind: 'equipment' }))
    expect(found.text).toMatch(/Equipment 1\b/)
    expect((await found.follow('VAV SCI-01')).address).toBe(own.address)
  })

  test('is created several at a time, each on record', async () => {
    const seen = await watch(product, amelie)
    const form = await amelie.get(href('newEquipment', space))
    const wrong = await form.submit(changeForm, { fill: { name: 'Pump', type: 'Pump', quantity: '51' } })
    expect(summaryOf(wrong)).toEqual([expect.objectContaining({ field: 'quantity' })])
    const made = await wrong.submit(changeForm, { fill: { name: 'Pump', type: 'Pump', quantity: '3' } })
    expect(names(made)).toEqual(expect.arrayContaining(['Pump-1', 'Pump-2', 'Pump-3']))
    const records = await seen.records()
    expect(records.filter(({ outcome }) => outcome === 'done')).toHaveLength(3)
    const again = await (await amelie.get(href('newEquipment', space))).submit(changeForm, {
      fill: { name: 'Pump-1', type: 'Pump', quantity: '1' },
    })
    expect(again.status).toBe(409)
    const longest = await again.submit(changeForm, { fill: { name: 'P'.repeat(128) } })
    expect([longest.status, longest.root.querySelector('h1')?.text.trim()]).toEqual([200, 'P'.repeat(128)])
  })

  test('is renamed and moved inside its site', async () => {
    const other = seedId('space', '41-1-2')
    const saved = await (await amelie.get(settings())).submit(changeForm, { fill: { name: 'VAV Lab', spaceId: other } })
    expect(saved.status).toBe(200)
    expect(saved.address).toContain(other)
    expect(await asked(box)).toMatchObject({ name: 'VAV Lab', spaceId: other })
    const there = await amelie.get(saved.address.replace(/\?.*/, '/settings'))
    await there.submit(changeForm, { fill: { name: 'VAV SCI-01', spaceId: space.spaceId } })
  })

  test('says which spaces it serves, by their names: planned, asked about, on record and put back', async () => {
    const [first, second] = [seedId('space', '41-1-2'), seedId('space', '41-1-3')]
    const served = async () => [...(await asked(box)).servesSpaceIds].sort()
    const before = await served()
    const page = await amelie.get(settings())
    const field = (on: Page, id: string) => on.root.querySelector(`main input[name="serves.${id}"]`)
    const ticked = (on: Page) =>
      on.root
        .querySelectorAll('main input[name^="serves."][checked]')
        .map((one) => one.getAttribute('name')?.replace('serves.', ''))
        .sort()
    expect(ticked(page)).toEqual(before)
    expect(before).not.toContain(first)
    const [name, other] = [first, second].map((id) => field(page, id)?.getAttribute('value') ?? '')
    // What is typed survives a refusal.
    const refused = await page.submit(changeForm, { fill: { name: '', [`serves.${first}`]: name ?? '' } })
    expect(refused.status).toBe(422)
    expect(ticked(refused)).toEqual([...before, first].sort())
    const stale = await amelie.get(settings())
    const seen = await watch(product, amelie)
    const saved = await refused.submit(changeForm, { fill: { name: 'VAV SCI-01' } })
    expect(saved.status).toBe(200)
    expect(await served()).toEqual([...before, first].sort())
    const record = (await seen.records()).at(-1)
    expect(record?.after).toMatchObject({ [`serves.${first}`]: name })
    const told = await amelie.get(href('trailRecord', { ...space, sequence: String(record?.sequence) }))
    expect(told.text).toContain(`Serves empty ${name}`)
    // Somebody else had the form open.
    const conflict = await stale.submit(changeForm, { fill: { [`serves.${second}`]: other ?? '' } })
    expect(conflict.status).toBe(409)
    expect(conflict.text).toContain(name)
    const form = await amelie.get(`${settings()}?putBack=${record?.sequence}`)
    expect(ticked(form)).toEqual(before)
    await form.submit(changeForm, { fill: { reason: 'It never did' } })
    expect(await served()).toEqual(before)
  })

  test('keeps properties, as a controller does: those that no form shows stay, and none is named twice', async () => {
    const put = (additionalProperties: object) =>
      product.services.call('site', `PUT /equipment/${box}`, { as: 'amelie', body: { additionalProperties } })
    await put({ $Filter: 'G4', $Belts: 2, $wifiPassword: 'unseen', origin: 'file' })
    const page = await amelie.get(settings())
    expect(page.text).not.toContain('unseen')
    const refused = await page.submit(changeForm, {
      fill: { 'property[2].name': 'Filter', 'property[2].value': 'F7', name: 'VAV Lab' },
    })
    expect(refused.status).toBe(422)
    expect(summaryOf(refused)).toEqual([expect.objectContaining({ field: 'property[2].name' })])
    const saved = await refused.submit(changeForm, {
      fill: {
        'property[0].value': 'F7',
        'property[2].name': 'Installer',
        'property[2].value': 'Luc',
        name: 'VAV SCI-01',
      },
    })
    expect(saved.text).toContain('Installer')
    expect((await asked(box)).additionalProperties).toEqual({
      $Filter: 'F7',
      $Belts: 2,
      $wifiPassword: 'unseen',
      origin: 'file',
      $Installer: 'Luc',
    })
    await put({})
  })

  test('that somebody else saved meanwhile is asked about', async () => {
    const [page, stale] = [await amelie.get(settings()), await amelie.get(settings())]
    await page.submit(changeForm, { fill: { name: 'VAV Lab' } })
    const conflict = await stale.submit(changeForm, { fill: { name: 'VAV Office' } })
    expect(conflict.status).toBe(409)
    expect(conflict.text).toContain('VAV Lab')
    await (await amelie.get(settings())).submit(changeForm, { fill: { name: 'VAV SCI-01' } })
  })

  test('that somebody else moved meanwhile is asked about where its form was sent to', async () => {
    const other = seedId('space', '41-1-2')
    const [page, stale] = [await amelie.get(settings()), await amelie.get(settings())]
    await page.submit(changeForm, { fill: { spaceId: other } })
    const conflict = await stale.submit(changeForm, { fill: { name: 'VAV Office' } })
    expect(conflict.status).toBe(409)
    expect(conflict.address).toBe(settings())
    expect(conflict.root.querySelector('main [name=name]')?.getAttribute('value')).toBe('VAV Office')
    // Its page leads on as ever.
    const there = await amelie.get(settings())
    expect(there.address).toContain(other)
    await there.submit(changeForm, { fill: { name: 'VAV SCI-01', spaceId: space.spaceId } })
  })

  test('is not fed by what it feeds', async () => {
    const ahu = await asked(equipmentIdOf('AHU SCI-01'))
    const found = await amelie.get(href('customerEquipment', space, { q: 'AHU SCI-01' }))
    const page = await (await found.follow('AHU SCI-01')).follow('Edit')
    const refused = await page.submit(changeForm, { fill: { parentEquipmentId: box } })
    expect(refused.status).toBe(409)
    expect(summaryOf(refused)).toEqual([expect.objectContaining({ field: 'parentEquipmentId' })])
    expect((await asked(ahu.id)).parentEquipmentId).toBe(ahu.parentEquipmentId)
  })

  test('is unlinked from a controller and linked again', async () => {
    const list = await amelie.get(href('deviceAllEquipment', { ...space, deviceId: device }))
    const plan = await list.submit('main form.choices', { fill: { equipment: box }, press: 'Unlink…' })
    expect(plan.text).toContain('Unlink 1 piece of equipment')
    const done = await plan.submit(changeForm, { press: '_stage=apply' })
    expect(done.text).toContain('No equipment')
    const form = await amelie.get(href('equipmentLinking', { ...space, deviceId: device }))
    const linked = await form.submit(changeForm, { fill: { equipment: box } })
    expect(names(linked)).toEqual(['VAV SCI-01'])
    expect((await asked(box)).deviceIds).toEqual([device])
  })

  test('is not left out of what is linked because it could not be read; what is gone is left out and told', async () => {
    const unread = equipmentIdOf('VAV SCI-02')
    const linking = href('deviceAllEquipment', { ...space, deviceId: device })
    const choose = async (equipment: string[]) =>
      (await amelie.get(linking)).submit('main form.choices', { fill: { equipment }, press: 'Unlink…' })
    await product.services.control('POST /services/site/inject', {
      match: `GET /equipment/${unread}`,
      kind: 'status',
      status: 500,
      errorCode: 5000,
    })
    const failed = await choose([box, unread])
    expect(failed.text).not.toContain('Unlink 1 piece of equipment')
    await product.services.control('DELETE /services/site/inject')
    const told = await choose([box, seedId('equipment', 'nobody')])
    expect(told.text).toContain('Unlink 1 piece of equipment')
    expect(told.text).toContain('Some of the selected equipment no longer exists')
  })

  test('is chosen among very many: a part is offered, and the others are looked for by name', async () => {
    const { store } = product.services.world
    const many = 1_100
    // The last by its name.
    const last = 999
    const clone = (table: string, own: string, more: (at: number) => Record<string, string>) => {
      const row = store.get<Record<string, string | number | null>>(`SELECT * FROM ${table} WHERE id = ?`, own) ?? {}
      const columns = Object.keys(row)
      store.transaction(() => {
        for (let at = 1; at <= many; at += 1)
          store.run(
            `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
            ...Object.values({ ...row, id: seedId(table, `many-${at}`), ...more(at) }),
          )
      })
    }
    const named = (name: string) => ({ name, sort_name: name.toLowerCase(), words: name.toLowerCase() })
    clone('equipment', box, (at) => named(`Zzfan ${at}`))
    clone('space', space.spaceId, (at) => named(`Zzroom ${at}`))
    const options = (page: Page, name: string) =>
      page.root.querySelectorAll(`main select[name=${name}] option`).map((one) => one.text.trim())
    const page = await amelie.get(settings())
    expect(page.text).toContain('Not all spaces and equipment')
    expect(options(page, 'parentEquipmentId').join()).not.toContain(`Zzfan ${last}`)
    const found = await page.submit('main form.filters', { fill: { q: `zzroom ${last}` } })
    expect(options(found, 'spaceId').filter((one) => one.includes('Zzroom'))).toEqual([
      expect.stringContaining(`Zzroom ${last}`),
    ])
    const feeder = await amelie.get(href('equipmentSettings', { ...space, equipmentId: box }, { q: `zzfan ${last}` }))
    expect(options(feeder, 'parentEquipmentId')).toContain(`Zzfan ${last}`)
    const saved = await feeder.submit(changeForm, { fill: { parentEquipmentId: seedId('equipment', `many-${last}`) } })
    expect(saved.status).toBe(200)
    expect((await asked(box)).parentEquipmentId).toBe(seedId('equipment', `many-${last}`))
    // The same where equipment is ticked.
    const linking = await amelie.get(href('equipmentLinking', { ...space, deviceId: device }))
    expect(linking.text).toContain('Only the first 200 of this site are listed')
    const ticked = await linking.submit('main form.filters', { fill: { q: `zzfan ${last}` } })
    const linked = await ticked.submit(changeForm, { fill: { equipment: seedId('equipment', `many-${last}`) } })
    expect(names(linked)).toContain(`Zzfan ${last}`)
    store.run(`DELETE FROM equipment WHERE name LIKE 'Zzfan %'`)
    store.run(`DELETE FROM space WHERE name LIKE 'Zzroom %'`)
  })

  test('is deleted after its consequence was said, mapped points and all', async () => {
    const page = await amelie.get(href('equipmentDeletion', { ...space, equipmentId: box }))
    expect(page.text).toMatch(/points are unmapped/)
    const gone = await page.submit(changeForm, { fill: { reason: 'Taken out' }, press: '_stage=apply' })
    expect(gone.status).toBe(200)
    expect((await product.services.call('site', `GET /equipment/${box}`, { as: 'amelie' })).status).toBe(404)
  })

  test('is changed by who may', async () => {
    const usha = await englishReader(product, 'usha')
    expect((await usha.get(href('spaceEquipment', space))).text).not.toContain('Create equipment')
    expect((await usha.get(href('newEquipment', space))).status).toBe(403)
  })

  test('is that of the controllers of a place where the backend lists none, and says so', async () => {
    await product.services.control('POST /services/site/inject', {
      match: 'GET /x/equipment',
      kind: 'status',
      status: 404,
    })
    const page = await amelie.get(href('buildingEquipment', space))
    expect(page.text).toContain('This list may not be complete')
    expect(names(page).length).toBeGreaterThan(3)
  })
})
