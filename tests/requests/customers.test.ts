/** Customers of a tenant: created, edited, archived, restored and deleted, each as its own change (spec §4, §7, domain §9.2). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, summaryOf, watch } from './on-record'

let product: Console
let tenantId: string
let amelie: Visitor
let claire: Visitor
let usha: Visitor
const apply = '_stage=apply'
const placeOf = (code: string) => ({ tenantId, customerId: customerIdOf(code) })

beforeAll(async () => {
  product = await startTestConsole()
  tenantId = tenantIdOf(product.services.world, 'boreal')
  ;[amelie, claire, usha] = (await Promise.all(
    ['amelie', 'claire', 'usha'].map((login) => englishReader(product, login)),
  )) as [Visitor, Visitor, Visitor]
})
afterAll(() => product.close())

const typedIn = (page: Page, name: string) => page.root.querySelector(`[name="${name}"]`)?.getAttribute('value')
const known = async (customerId: string) =>
  product.services.call('tenant', `GET /customers/${customerId}`, { as: 'amelie' })

/** A customer nobody else works with; answers where it stands. */
async function create(name: string): Promise<{ tenantId: string; customerId: string }> {
  const made = await (await amelie.get(href('newCustomer', { tenantId }))).submit(changeForm, { fill: { name } })
  const customerId = made.address.split(/[/?]/)[4] ?? ''
  expect(made.address).toContain(href('customer', { tenantId, customerId }))
  return { tenantId, customerId }
}

describe('the list of customers', () => {
  test('shows what each holds, and is a file too', async () => {
    const page = await amelie.get(href('tenant', { tenantId }))
    const laurier = page.root.querySelectorAll('main tbody tr').find((row) => row.text.includes('Laurier'))
    expect(laurier?.querySelectorAll('td').map((cell) => cell.text.trim())).toEqual([
      'CUS1001',
      '3',
      '5',
      '1',
      '8',
      '3',
      '0',
      '0',
    ])
    const file = await amelie.raw('GET', href('customersCsv', { tenantId }, { q: 'CUS1001' }))
    const lines = (await file.text()).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toBe('Groupe Immobilier Laurier,CUS1001,Offices and retail in Québec.,1,3,1,No')
  })

  test('offers changes only to those who may make them', async () => {
    const page = await usha.get(href('tenant', { tenantId }))
    expect(page.text).not.toMatch(/Create customer|Edit tenant|About this tenant/)
  })
})

describe('a customer', () => {
  test('of a form handed back to an unknown browser is not overwritten where others changed it', async () => {
    const place = await create('Handed Back')
    const page = await amelie.get(href('customerSettings', place))
    const id = amelie.cookie('plantroom') ?? ''
    amelie.setCookie('plantroom', 'A'.repeat(43))
    const back = await page.submit(changeForm, { fill: { description: 'Typed before' } })
    expect(back.status).toBe(401)
    amelie.setCookie('plantroom', id)
    const other = await englishReader(product, 'amelie')
    await (await other.get(href('customerSettings', place))).submit(changeForm, { fill: { name: 'Handed Over' } })
    const form = await back.submit(changeForm)
    expect(typedIn(form, 'name')).toBe('Handed Back')
    const conflict = await form.submit(changeForm)
    expect(conflict.status).toBe(409)
    expect(conflict.text).toContain('Handed Over')
  })

  test('is found in the trail by its name, whatever letter that begins with', async () => {
    await create('École Émile-Nelligan')
    for (const q of ['École', 'Émile-nelligan'])
      expect((await amelie.get(href('trail', { tenantId }, { q }))).text).toContain('École Émile-Nelligan')
  })

  test('is created with a code of its own, and the trail names it by its id', async () => {
    const seen = await watch(product, amelie)
    const at = await create('Port of Sorel')
    const { body } = await known(at.customerId)
    expect(body).toMatchObject({ name: 'Port of Sorel', archived: false })
    expect(body.customerId).toMatch(/^CUS\d{4}$/)
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    expect((await seen.records()).at(-1)?.subject).toMatchObject({ kind: 'customer', id: at.customerId })
  })

  test('takes as much text as its fields do, whatever the browser ends lines with on the way', async () => {
    const seen = await watch(product, amelie)
    const lines = (most: number) => `${'a'.repeat(most / 2)}\n${'b'.repeat(most / 2 - 1)}`
    const sent = (text: string) => text.replaceAll('\n', '\r\n')
    const form = await amelie.get(href('newCustomer', { tenantId }))
    const made = await form.submit(changeForm, {
      fill: { name: 'Long Words', description: sent(lines(2_000)), reason: sent(lines(500)) },
    })
    expect(summaryOf(made)).toEqual([])
    const [intent] = await seen.records()
    expect([intent?.reason, intent?.after]).toMatchObject([lines(500), { description: lines(2_000) }])
  })

  test('is not called by what nobody can see, and what is unseen around its name is not of it', async () => {
    const form = await amelie.get(href('newCustomer', { tenantId }))
    const unseen = await form.submit(changeForm, { fill: { name: '\u200b\u2060 \u3164' } })
    expect(summaryOf(unseen)).toEqual([{ text: 'Enter a name', field: 'name' }])
    const taken = await form.submit(changeForm, { fill: { name: '\u202aGroupe Immobilier Laurier\u202c\u200b' } })
    expect(summaryOf(taken)).toEqual([{ text: 'This name is already used here', field: 'name' }])
  })

  test('whose name is taken, or missing, comes back with what was typed', async () => {
    const form = await amelie.get(href('newCustomer', { tenantId }))
    const empty = await form.submit(changeForm, { fill: { name: '  ', description: 'Docks' } })
    expect(summaryOf(empty).map(({ field }) => field)).toEqual(['name'])
    const taken = await form.submit(changeForm, { fill: { name: 'Groupe immobilier LAURIER', description: 'Docks' } })
    expect(taken.status).toBe(409)
    expect(summaryOf(taken)).toEqual([{ text: 'This name is already used here', field: 'name' }])
    expect(typedIn(taken, 'name')).toBe('Groupe immobilier LAURIER')
    expect(taken.text).toContain('Docks')
  })

  test('is edited by its own administrator, who may not archive or delete it', async () => {
    const at = placeOf('CUS1002')
    const seen = await watch(product, amelie)
    const page = await (await claire.get(href('customer', at))).follow('Edit customer')
    const done = await page.submit(changeForm, { fill: { description: 'Hospitals and clinics' } })
    expect(done.text).toContain('Hospitals and clinics')
    expect(done.text).not.toMatch(/\bArchive\b|\bDelete\b/)
    expect((await seen.records()).at(-1)).toMatchObject({
      mutation: 'customer.edit',
      outcome: 'done',
      customerId: at.customerId,
      after: { description: 'Hospitals and clinics' },
    })
    for (const name of ['customerArchiving', 'customerDeletion'] as const)
      expect((await claire.raw('POST', href(name, at), { body: new URLSearchParams() })).status).toBe(403)
    expect(
      (await claire.raw('POST', href('customerSettings', placeOf('CUS1004')), { body: new URLSearchParams() })).status,
    ).toBe(404)
  })

  test('that changed meanwhile is not overwritten', async () => {
    const at = await create('Two at once')
    const [mine, theirs] = [
      await amelie.get(href('customerSettings', at)),
      await amelie.get(href('customerSettings', at)),
    ]
    await theirs.submit(changeForm, { fill: { description: 'Theirs' } })
    const stale = await mine.submit(changeForm, { fill: { description: 'Mine' } })
    expect(stale.status).toBe(409)
    expect((await known(at.customerId)).body.description).toBe('Theirs')
  })
})

describe('an archived customer', () => {
  let at: { tenantId: string; customerId: string }

  test('is archived after a plan that says what it means, for a reason', async () => {
    at = placeOf('CUS1003')
    const seen = await watch(product, amelie)
    const page = await (await amelie.get(href('customer', at))).follow('Archive')
    expect(page.text).toMatch(/become read-only.*Sites 2.*Controllers? \d/)
    expect(page.root.querySelector('main .plan-foot button.danger')?.text).toBe('Archive customer')
    const plan = await page.submit(changeForm)
    expect(await seen.performed()).toEqual([])
    expect((await plan.submit(changeForm, { press: apply })).text).toContain('Enter a reason')
    const done = await plan.submit(changeForm, { press: apply, fill: { reason: 'Sold' } })
    expect(done.text).toContain('This customer is archived')
    expect((await seen.records()).at(-1)).toMatchObject({
      mutation: 'customer.archive',
      outcome: 'done',
      reason: 'Sold',
    })
  })

  test('is read-only: its pages say so and offer no change but to restore it', async () => {
    const page = await amelie.get(href('customer', at))
    expect(page.text).toContain('can only be read')
    expect(page.text).not.toContain('Edit customer')
    expect((await amelie.get(href('customerSettings', at))).text).toContain('Restore it first')
    expect((await amelie.get(href('customerDeletion', at))).text).toContain('Restore it first')
    const seen = await watch(product, amelie)
    const form = [
      ['name', 'Other'],
      ['_stage', 'apply'],
      ['_key', 'once'],
    ] as const
    const refused = await amelie.post(href('customerSettings', at), form)
    expect([refused.status, await seen.performed()]).toEqual([422, []])
    expect(refused.text).toContain('archived')
  })

  test('offers no change below it either', async () => {
    const marcus = await englishReader(product, 'marcus')
    for (const visitor of [amelie, marcus]) {
      expect((await visitor.get(href('customerDevices', at))).text).not.toMatch(/Deploy packages/)
      expect((await visitor.get(href('customerDevices', placeOf('CUS1004')))).text).toMatch(/Deploy packages/)
    }
  })

  test('refuses the changes that no service would refuse, and says so on the trail', async () => {
    const seen = await watch(product, amelie)
    const note = { text: 'Typed for an archived customer', _stage: 'apply', _key: 'archived-note' }
    const refused = await amelie.post(href('customerShift', at), Object.entries(note))
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('archived')
    expect(refused.root.querySelector('main textarea[name=text]')?.textContent).toBe(note.text)
    expect((await amelie.get(href('customerShift', at))).root.querySelector('main textarea')).toBeNull()
    expect(await seen.outcomes()).toEqual(['refusal refused'])
    expect((await seen.records())[0]).toMatchObject({
      mutation: 'shift.note',
      customerId: at.customerId,
      detail: { because: 'planUnavailable', code: '4202' },
    })
    const alarm = href('alarmNote', { ...at, alarmId: 'any' })
    const form = { reason: 'Seen', _stage: 'apply', _key: 'archived-alarm' }
    expect((await amelie.raw('POST', alarm, { body: new URLSearchParams(form) })).status).toBe(409)
  })

  test('leaves the list, where a filter of administrators finds it', async () => {
    const isListed = async (visitor: Visitor, search = {}) =>
      (await visitor.get(href('tenant', { tenantId }, search))).root.querySelector(
        `main tbody a[href="${href('customer', at)}"]`,
      ) !== null
    expect(await isListed(amelie)).toBe(false)
    expect(await isListed(amelie, { archived: 1 })).toBe(true)
    expect(await isListed(usha, { archived: 1 })).toBe(false)
  })

  test('is restored as it was', async () => {
    const page = await (await amelie.get(href('customer', at))).follow('Restore')
    const done = await page.submit(changeForm, { press: apply })
    expect(done.text).not.toContain('This customer is archived')
    expect((await known(at.customerId)).body.archived).toBe(false)
  })
})

describe('deleting a customer', () => {
  test('with sites is not offered: it says how many there are and what to do instead', async () => {
    const page = await amelie.get(href('customerDeletion', placeOf('CUS1001')))
    expect(page.text).toContain('still has 3 sites')
    expect(page.root.querySelector(changeForm)).toBeNull()
    const seen = await watch(product, amelie)
    const fields = [
      ['confirmName', 'Groupe Immobilier Laurier'],
      ['_stage', 'apply'],
      ['_key', 'once'],
    ] as const
    const refused = await amelie.post(href('customerDeletion', placeOf('CUS1001')), fields)
    expect([refused.status, await seen.performed()]).toEqual([422, []])
  })

  test('asks for its name and a reason, and leaves what it was on the trail', async () => {
    const at = await create('Short Lived')
    const seen = await watch(product, amelie)
    const page = await (await amelie.get(href('customer', at))).follow('Delete')
    const wrong = await page.submit(changeForm, { fill: { confirmName: 'Short lived' } })
    expect(summaryOf(wrong)).toEqual([
      { text: 'Type the name exactly as it is shown', field: 'confirmName' },
      { text: expect.stringContaining('Enter a reason'), field: 'reason' },
    ])
    expect(await seen.performed()).toEqual([])
    const plan = await wrong.submit(changeForm, { fill: { confirmName: 'Short Lived' } })
    const done = await plan.submit(changeForm, { press: apply, fill: { reason: 'Made by mistake' } })
    expect(done.address).toContain(`${href('tenant', { tenantId })}?changed=`)
    expect(done.text).not.toContain('Unknown filter')
    expect((await known(at.customerId)).status).toBe(404)
    expect((await seen.records()).at(-1)).toMatchObject({
      mutation: 'customer.delete',
      outcome: 'done',
      before: { name: 'Short Lived' },
      after: null,
    })
  })

  test('that the service cannot do now loses nothing', async () => {
    const at = await create('Still There')
    const plan = await (await amelie.get(href('customerDeletion', at))).submit(changeForm, {
      fill: { confirmName: 'Still There' },
    })
    const match = `DELETE /customers/${at.customerId}`
    await product.services.control('POST /services/tenant/inject', {
      match,
      kind: 'status',
      status: 503,
      errorCode: 5003,
    })
    const failed = await plan.submit(changeForm, { press: apply, fill: { reason: 'No longer' } })
    await product.services.control('DELETE /services/tenant/inject')
    expect(failed.status).toBeGreaterThanOrEqual(500)
    expect((await known(at.customerId)).status).toBe(200)
  })
})

test('all of it reads French', async () => {
  const french = await product.signedIn('amelie')
  french.setCookie('lng', 'fr')
  const page = await french.get(href('customerArchiving', placeOf('CUS1004')))
  expect(page.text).toContain('Archiver Université Montcalm')
  expect((await french.get(href('newCustomer', { tenantId }))).text).toContain('Créer un client')
})

test('a thing of another customer leaves nothing of itself in the trail of the address', async () => {
  const laurier = { ...placeOf('CUS1001'), groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
  const found = await product.services.call('operations', 'POST /alarms', {
    as: 'amelie',
    headers: { 'x-customer-id': customerIdOf('CUS1004') },
    body: { pageSize: 1 },
  })
  const alarmId = found.body.data[0].id as string
  const seen = await watch(product, amelie)
  const post = (visitor: Visitor, address: string) =>
    visitor.raw('POST', address, {
      body: new URLSearchParams({ name: 'Mine', reason: 'Seen', _stage: 'apply', _key: 'elsewhere' }),
    })
  expect((await post(amelie, href('alarmNote', { ...laurier, alarmId }))).status).toBe(409)
  expect((await post(usha, href('siteSettings', laurier))).status).toBe(403)
  expect((await seen.records()).map(({ mutation, customerId, subject }) => [mutation, customerId, subject])).toEqual(
    ['alarm.note', 'site.edit'].map((mutation) => [
      mutation,
      laurier.customerId,
      { kind: 'customer', id: laurier.customerId, name: 'Groupe Immobilier Laurier' },
    ]),
  )
})
