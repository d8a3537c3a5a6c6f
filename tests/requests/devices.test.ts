/** Controllers as people change them: added, edited, moved, listed by place and deleted, each on record (spec §3, domain §15). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, watch } from './on-record'

let product: Console
let amelie: Visitor
let usha: Visitor
let claire: Visitor
let montcalm: { tenantId: string; customerId: string }
let building: typeof montcalm & { groupId: string; siteId: string; buildingId: string }
let space: typeof building & { spaceId: string }

beforeAll(async () => {
  product = await startTestConsole()
  ;[amelie, usha, claire] = (await Promise.all(
    ['amelie', 'usha', 'claire'].map((login) => englishReader(product, login)),
  )) as [Visitor, Visitor, Visitor]
  montcalm = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const campus = { ...montcalm, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
  building = { ...campus, buildingId: seedId('building', '41-1') }
  space = { ...building, spaceId: seedId('space', '41-1-1') }
})
afterAll(() => product.close())
afterEach(() => product.services.control('DELETE /services/site/inject'))

/** What a form holds, by the name of each field. */
function held(page: Page, name: string): string {
  const field = page.root.querySelector(`${changeForm} [name="${name}"]`)
  const chosen = field?.querySelector('option[selected]')
  return chosen?.getAttribute('value') ?? field?.getAttribute('value') ?? field?.text ?? ''
}

/** The first link of a page's own part that leads to such an address. */
function mainLink(page: Page, part: string): string {
  const links = page.root.querySelectorAll('main a').map((link) => link.getAttribute('href') ?? '')
  return links.find((address) => address.includes(part))?.replaceAll('&amp;', '&') ?? ''
}

const deviceNow = async (id: string) =>
  (await product.services.call('site', `GET /devices/${id}`, { as: 'amelie' })).body
const devicesIn = async (spaceId: string): Promise<{ id: string; name: string }[]> =>
  (await product.services.call('site', `GET /spaces/${spaceId}/devices`, { as: 'amelie' })).body
const named = async (name: string) => (await devicesIn(space.spaceId)).find((one) => one.name === name)?.id ?? ''

/** A controller of its own for a test, made by the service itself. */
async function added(name: string, additionalProperties = {}): Promise<string> {
  const body = { device: { name, additionalProperties } }
  const made = await product.services.call('site', `POST /spaces/${space.spaceId}/devices`, { as: 'amelie', body })
  return made.body[0].id
}

describe('new controllers', () => {
  test('of one kind are added by one post, each on record by its own name', async () => {
    const seen = await watch(product, amelie)
    const form = await (await amelie.get(href('space', space))).follow('Add controllers…')
    const made = await form.submit(changeForm, {
      fill: { name: 'Testbox', productId: 'ECY303', quantity: '3', spaceServed: 'Room 7' },
    })
    expect(made.status).toBe(200)
    expect(made.address).toContain(href('spaceDevices', space))
    expect(made.text).toContain('Saved')
    for (const name of ['Testbox', 'Testbox-2', 'Testbox-3']) expect(made.text).toContain(name)
    expect((await seen.performed()).map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /site/api/v1/spaces/${space.spaceId}/devices`,
    ])
    const records = await seen.records()
    expect(records.map(({ entry, outcome }) => `${entry} ${outcome}`)).toEqual([
      ...Array.from({ length: 3 }, () => 'intent pending'),
      ...Array.from({ length: 3 }, () => 'outcome done'),
    ])
    expect(records[1]).toMatchObject({
      mutation: 'device.create',
      before: null,
      after: { name: 'Testbox-2', productId: 'ECY303', spaceServed: 'Room 7' },
    })
    expect(JSON.stringify(records[4])).toContain(await named('Testbox-2'))
    expect(await deviceNow(await named('Testbox-3'))).toMatchObject({ spaceServed: 'Room 7' })
  })

  test('keep what was typed when the number is none, or when one host id is to serve several', async () => {
    const seen = await watch(product, amelie)
    const form = await amelie.get(href('newDevice', space))
    for (const quantity of ['0', '101', 'many', '1.5']) {
      const refused = await form.submit(changeForm, { fill: { name: 'Nobox', description: 'Kept', quantity } })
      expect(refused.status).toBe(422)
      expect(refused.title).toMatch(/^Error:/)
      expect(refused.text).toContain('Enter a whole number from 1 to 100')
      expect(held(refused, 'quantity')).toBe(quantity)
      expect(held(refused, 'description')).toBe('Kept')
    }
    const shared = await form.submit(changeForm, { fill: { name: 'Nobox', hostId: 'ECY303-1', quantity: '2' } })
    expect(shared.text).toContain('A host id belongs to one controller')
    const unknown = await amelie.post(href('newDevice', space), [
      ...[['name', 'Nobox'] as [string, string], ['productId', 'NOSUCH'] as [string, string]],
    ])
    expect(unknown.text).toContain('This controller model does not exist')
    expect(await seen.performed()).toEqual([])
  })

  test('with a host id the service refuses come back as they were filled in', async () => {
    const form = await amelie.get(href('newDevice', space))
    const refused = await form.submit(changeForm, { fill: { name: 'Nobox', productId: 'ECY303', hostId: 'wrong' } })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('This host id does not fit the controller model')
    expect(held(refused, 'hostId')).toBe('wrong')
    expect(held(refused, 'productId')).toBe('ECY303')
  })

  test('are not for a user, whose try is on record, and not to be seen from elsewhere', async () => {
    expect((await usha.get(href('newDevice', space))).status).toBe(403)
    expect((await usha.get(href('space', space))).text).not.toContain('Add controllers')
    const seen = await watch(product, amelie)
    expect((await usha.post(href('newDevice', space), [['name', 'x']])).status).toBe(403)
    expect(await seen.outcomes()).toEqual(['refusal denied'])
    expect((await claire.get(href('newDevice', space))).status).toBe(404)
    expect((await claire.post(href('newDevice', space), [['name', 'x']])).status).toBe(404)
  })

  test('are asked for in French', async () => {
    const french = await product.signedIn('amelie')
    const form = await french.get(`${href('newDevice', space)}?lng=fr`)
    expect(form.text).toContain('Créer des automates')
    expect(form.text).toContain('Nombre')
    const refused = await form.submit(changeForm, { fill: { name: 'x', quantity: '0' } })
    expect(refused.text).toContain('Entrez un nombre entier de 1 à 100')
  })
})

describe('the settings of a controller', () => {
  test('change its fields and its properties, and nothing else', async () => {
    const id = await added('Settings A', { $Panel: 'B-12', $Breakers: 4, origin: 'hidden' })
    const at = { ...space, deviceId: id }
    const before = await deviceNow(id)
    const seen = await watch(product, amelie)
    const form = await (await amelie.get(href('device', at))).follow('Edit')
    expect(held(form, 'property[0].name')).toBe('Panel')
    expect(held(form, 'property[1].value')).toBe('4')
    expect(form.root.querySelectorAll(`${changeForm} [name$=".value"]`)).toHaveLength(5)
    const saved = await form.submit(changeForm, {
      fill: {
        spaceServed: 'Lab 2',
        'property[0].name': '',
        'property[0].value': '',
        'property[3].name': 'Électricien',
        'property[3].value': 'Luc',
        reason: 'Rewired',
      },
    })
    expect(saved.address).toContain(href('device', at))
    expect(saved.text).toContain('Saved')
    const after = await deviceNow(id)
    const { $activationCode, ...properties } = after.additionalProperties
    expect(properties).toEqual({ $Breakers: 4, $Électricien: 'Luc', origin: 'hidden' })
    expect($activationCode).toBe(before.additionalProperties.$activationCode)
    expect($activationCode).toBeTruthy()
    for (const text of [form.html, JSON.stringify(await seen.records())]) expect(text).not.toContain($activationCode)
    const changed = { eTag: '', spaceServed: '', additionalProperties: {}, lastUpdatedAt: '', updatedAt: '' }
    expect({ ...after, ...changed }).toEqual({ ...before, ...changed })
    const [intent, outcome] = await seen.records()
    expect(intent).toMatchObject({ mutation: 'device.edit', reason: 'Rewired', after: { spaceServed: 'Lab 2' } })
    expect(outcome).toMatchObject({ outcome: 'done' })
  })

  test('come back with what was typed when a property has no name, a wrong one, or another’s', async () => {
    const at = { ...space, deviceId: await added('Settings B', { $Panel: 'B-12' }) }
    const form = await amelie.get(href('deviceSettings', at))
    const refused = await form.submit(changeForm, {
      fill: {
        'property[1].value': 'alone',
        'property[2].name': '<b>',
        'property[3].name': 'Panel',
      },
    })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Enter a name for this property')
    expect(refused.text).toContain('Name properties with letters')
    expect(refused.text).toContain('A property of this name is above already')
    expect(held(refused, 'property[1].value')).toBe('alone')
    expect(held(refused, 'property[2].name')).toBe('<b>')
    const secret = await form.submit(changeForm, { fill: { 'property[1].name': 'Wifi password' } })
    expect(secret.text).toContain('Do not keep passwords')
  })

  test('saved by two at once come back with both values to choose from', async () => {
    const id = await added('Settings C', { $Panel: 'B-12' })
    const address = href('deviceSettings', { ...space, deviceId: id })
    const mine = await amelie.get(address)
    await (await amelie.get(address)).submit(changeForm, { fill: { 'property[0].value': 'B-13' } })
    const conflict = await mine.submit(changeForm, { fill: { 'property[0].value': 'B-14', description: 'Mine' } })
    expect(conflict.status).toBe(409)
    expect(conflict.text).toContain('Property 1: value')
    expect(conflict.text).toContain('B-13')
    const done = await conflict.submit(changeForm, { fill: { '_take.property[0].value': 'yours' } })
    expect(done.status).toBe(200)
    expect(await deviceNow(id)).toMatchObject({ description: 'Mine', additionalProperties: { $Panel: 'B-14' } })
  })

  test('move it to another space of its building, and leave the model of an onboarded one alone', async () => {
    const id = await added('Settings D')
    const form = await amelie.get(href('deviceSettings', { ...space, deviceId: id }))
    const other = seedId('space', '41-1-0')
    const moved = await form.submit(changeForm, { fill: { spaceId: other } })
    expect(moved.address).toContain(href('device', { ...space, spaceId: other, deviceId: id }))
    expect(await deviceNow(id)).toMatchObject({ spaceId: other })
    const onboarded = { ...space, deviceId: seedId('device', 'montcalm-SCI-ECYVAV-1') }
    const fixed = await amelie.get(href('deviceSettings', onboarded))
    expect(fixed.root.querySelector(`${changeForm} [name=productId]`)).toBeNull()
    const productId = (await deviceNow(onboarded.deviceId)).productId
    await fixed.submit(changeForm, { fill: { description: 'Same model' } })
    expect(await deviceNow(onboarded.deviceId)).toMatchObject({ description: 'Same model', productId })
  })

  test('are put back from the trail, properties too', async () => {
    const id = await added('Settings E', { $Panel: 'B-12' })
    const at = { ...space, deviceId: id }
    const seen = await watch(product, amelie)
    const form = await amelie.get(href('deviceSettings', at))
    await form.submit(changeForm, { fill: { 'property[0].value': 'C-1', 'property[1].name': 'Extra' } })
    const sequence = (await seen.records())[0]?.sequence
    const back = await amelie.get(`${href('deviceSettings', at)}?putBack=${sequence}`)
    expect(held(back, 'property[0].value')).toBe('B-12')
    expect(held(back, 'property[1].name')).toBe('')
    await back.submit(changeForm)
    expect((await deviceNow(id)).additionalProperties).toMatchObject({ $Panel: 'B-12' })
    expect((await deviceNow(id)).additionalProperties).not.toHaveProperty('$Extra')
  })

  test('are refused to a user on record, and hidden from elsewhere', async () => {
    const at = { ...space, deviceId: seedId('device', 'montcalm-SCI-ECYVAV-1') }
    const seen = await watch(product, amelie)
    expect((await usha.get(href('deviceSettings', at))).status).toBe(403)
    expect((await usha.post(href('deviceSettings', at), [['name', 'x']])).status).toBe(403)
    expect(await seen.outcomes()).toEqual(['refusal denied'])
    expect((await claire.post(href('deviceSettings', at), [['name', 'x']])).status).toBe(404)
  })
})

describe('the properties of a controller', () => {
  test('are read by all but for secrets, and the code on its label by whoever may onboard it', async () => {
    const id = await added('Kept close', { $Panel: 'C-3', $BackupPassword: 'hunter-2-canary' })
    const { $activationCode: code } = (await deviceNow(id)).additionalProperties
    const at = { ...space, deviceId: id }
    for (const name of ['device', 'deviceOnboarding', 'deviceSettings'] as const) {
      const mine = await amelie.get(href(name, at))
      expect(mine.html).not.toContain('hunter-2-canary')
      for (const address of [href(name, at), href(name, at).concat('.data')])
        expect(await (await usha.raw('GET', address)).text()).not.toContain(code)
    }
    expect((await usha.get(href('device', at))).text).toContain('C-3')
    expect((await amelie.get(href('device', at))).text).toContain(code)
  })
})

describe('deleting controllers', () => {
  test('and the other buttons of a list lead where they say, in a browser that knows no address of a button', async () => {
    const fill = { device: [(await devicesIn(space.spaceId))[0]?.id ?? ''] }
    for (const [name, at] of [
      ['customerDevices', montcalm],
      ['siteDevices', space],
      ['buildingDevices', space],
      ['spaceDevices', space],
    ] as const) {
      const list = await amelie.get(href(name, at as typeof space, { sort: '-name' }))
      const led = async (press: string) => (await list.submit('main form:has(table)', { press, fill })).address
      expect(await led('Delete…')).toBe(href('devicesDeletion', montcalm, fill))
      expect(await led('Deploy packages…')).toBe(href('newDeployment', montcalm, fill))
    }
    const list = await amelie.get(href('siteDevices', space))
    expect((await list.submit('main form:has(table)', { press: 'Change network settings…', fill })).address).toBe(
      href('siteNetworkSettings', space, fill),
    )
  })

  test('tells of each what goes, asks why, and deletes those that were ticked', async () => {
    const ids = [await added('Doomed A'), await added('Doomed B')]
    const seen = await watch(product, amelie)
    const plan = await amelie.get(href('devicesDeletion', montcalm, { device: ids }))
    expect(plan.text).toContain('Doomed A')
    expect(plan.text).toContain('Delete 2 controllers')
    expect(plan.root.querySelector('main [value=plan], main [value=edit]')).toBeNull()
    expect(await seen.performed()).toEqual([])
    const unexplained = await plan.submit(changeForm, { press: '_stage=apply' })
    expect(unexplained.status).toBe(422)
    const done = await unexplained.submit(changeForm, { press: '_stage=apply', fill: { reason: 'Torn down' } })
    expect(done.text).toContain('All changes were made.')
    const left = await devicesIn(space.spaceId)
    expect(left.filter(({ id }) => ids.includes(id))).toEqual([])
    const records = (await seen.records()).filter(({ entry }) => entry !== 'refusal')
    expect(records.map(({ entry, outcome }) => `${entry} ${outcome}`)).toEqual([
      'intent pending',
      'intent pending',
      'outcome done',
      'outcome done',
    ])
    expect(records[0]).toMatchObject({ mutation: 'device.delete', reason: 'Torn down', after: null })
  })

  test('by a filter reaches all that match', async () => {
    for (const name of ['Sweep 1', 'Sweep 2', 'Sweep 3']) await added(name)
    const list = await amelie.get(href('spaceDevices', space, { q: 'Sweep' }))
    const plan = await list.follow('Delete all 3 matching…')
    await plan.submit(changeForm, { press: '_stage=apply', fill: { reason: 'Swept' } })
    expect((await devicesIn(space.spaceId)).filter(({ name }) => name.startsWith('Sweep'))).toEqual([])
  })

  test('tells what the service did not delete, and leaves it', async () => {
    const id = await added('Kept by trouble')
    const plan = await amelie.get(href('devicesDeletion', montcalm, { device: id }))
    await product.services.control('POST /services/site/inject', {
      match: 'DELETE /devices',
      kind: 'status',
      status: 503,
    })
    const told = await plan.submit(changeForm, { press: '_stage=apply', fill: { reason: 'Try' } })
    expect(told.text).not.toContain('All changes were made.')
    expect(await named('Kept by trouble')).toBe(id)
  })

  test('names nobody of another customer, is refused to a user on record, and hidden from elsewhere', async () => {
    const id = seedId('device', 'montcalm-SCI-ECYVAV-1')
    const laurier = { ...montcalm, customerId: customerIdOf('CUS1001') }
    expect((await amelie.get(href('devicesDeletion', laurier, { device: id }))).text).toContain(
      'No controllers to delete',
    )
    const seen = await watch(product, amelie)
    expect((await usha.get(href('devicesDeletion', montcalm, { device: id }))).status).toBe(403)
    expect((await usha.post(href('devicesDeletion', montcalm), [['device', id]])).status).toBe(403)
    expect(await seen.outcomes()).toEqual(['refusal denied'])
    expect((await claire.post(href('devicesDeletion', montcalm), [['device', id]])).status).toBe(404)
  })
})

describe('the controllers of a place', () => {
  test('are one view at four levels: its tab and its crumb say the same, the menu stays with the place, and its data has its own name', async () => {
    for (const [name, at] of [
      ['customerDevices', montcalm],
      ['siteDevices', building],
      ['buildingDevices', building],
      ['spaceDevices', space],
    ] as const) {
      const address = href(name, at as typeof space)
      const page = await amelie.get(address)
      const current = page.root.querySelectorAll('[aria-current=page]').map((one) => one.text.trim())
      const [entry, ...others] = current
      expect(entry).toBe(name === 'customerDevices' ? 'Controllers' : 'Sites')
      expect(others).toEqual(name === 'customerDevices' ? ['Controllers'] : ['Controllers', 'Controllers'])
      expect(page.root.querySelector('#tree') !== null).toBe(name !== 'customerDevices')
      const data = await amelie.raw('GET', `${address}.data?_routes=${name}`)
      expect(data.status).toBe(200)
      expect(await data.text()).toContain('"place"')
    }
  })

  test('are linked from the page on, which leads where the whole address does', async () => {
    const page = await amelie.get(href('customerDevices', montcalm))
    const written = [...page.html.matchAll(/<th scope="row"[^>]*><a href="([^"]*)"/g)].map(([, link = '']) => link)
    expect(written).toHaveLength(50)
    expect(written.filter((link) => !/^groups\/[\w/-]+\/devices\/[\w-]{36}$/.test(link))).toEqual([])
    const first = await amelie.get(new URL(written[0] ?? '', `${amelie.origin}${page.address}`).pathname)
    expect([first.status, first.passed]).toEqual([200, []])
    expect(first.address).toBe(page.root.querySelector('main tbody th a')?.getAttribute('href'))
  })

  test('are those of the building or the space, narrowed by the address, with the same table file', async () => {
    await added('Here only', {})
    const ofBuilding = await amelie.get(mainLink(await amelie.get(href('building', building)), '/devices'))
    expect(ofBuilding.address).toBe(href('buildingDevices', building))
    const ofSpace = await amelie.get(href('spaceDevices', space, { q: 'Here only' }))
    expect(ofSpace.text).toContain('1 controller')
    const other = { ...space, spaceId: seedId('space', '41-1-2') }
    expect((await amelie.get(href('spaceDevices', other, { q: 'Here only' }))).text).toContain('No controller matches')
    const csv = await (await amelie.raw('GET', mainLink(ofSpace, '/csv'))).text()
    expect(csv.trim().split('\r\n')).toHaveLength(2)
    expect((await claire.get(href('spaceDevices', space))).status).toBe(404)
  })
})
