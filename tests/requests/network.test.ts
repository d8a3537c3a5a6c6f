/** Network settings on many controllers: form, plan, save, send, what became of it (spec §5, domain §5, journey 3). */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await signedIn('amelie')
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  const { body } = await product.services.call('site', `GET /devices/${device('SCI-ECYVAV-1')}`, { as: 'amelie' })
  const node = (type: string) => body.path.find((one: { type: string }) => one.type === type).id
  at = { tenantId, customerId: customerIdOf('CUS1004'), groupId: node('group'), siteId: node('site') }
})
afterAll(() => product.close())
afterEach(() => product.services.control('DELETE /services/device-configuration/inject'))

/** Somebody who reads English, whatever their profile says. */
async function signedIn(login: string) {
  const visitor = await product.signedIn(login)
  visitor.setCookie('lng', 'en')
  return visitor
}

const device = (key: string) => seedId('device', `montcalm-${key}`)
const settingsOf = (...keys: string[]) => href('siteNetworkSettings', at, { device: keys.map(device) })
const pass = (seconds: number) => product.services.world.clock.advance(seconds * 1000)
const form = 'main form[method=post]'
const choices = 'main form:has(table)'
const rows = (page: Page) => page.root.querySelectorAll('main tbody tr')
const rowOf = (page: Page, name: string) =>
  rows(page).find((row) => row.querySelector('th')?.text.includes(name))?.text ?? ''
const typedIn = (page: Page, name: string) => page.root.querySelector(`${form} [name="${name}"]`)?.getAttribute('value')
const isKept = (page: Page, name: string) => page.root.querySelector(`[name="keep.${name}"]`)?.hasAttribute('checked')
/** A setting typed with its no-change box unticked. */
const changed = (name: string, value: string) => ({ [name]: value, [`keep.${name}`]: null })
const saved = async (key: string) =>
  (await product.services.call('device-configuration', `GET /devices/${device(key)}/network`, { as: 'amelie' })).body
const apply = (page: Page, fill: Record<string, string> = {}) => page.submit(form, { press: '_stage=apply', fill })
const journal = async () =>
  (await product.services.control('GET /journal?since=0')).body as { method: string; path: string }[]
const saves = async () => (await journal()).filter(({ path }) => path.endsWith('/devices/network')).length

describe('twenty controllers', () => {
  let result: Page
  let board: Page

  test('are found on the board by the building they stand in', async () => {
    board = await amelie.get(href('siteNetwork', at, { q: 'sciences' }))
    expect(board.status).toBe(200)
    expect(rows(board)).toHaveLength(20)
    expect(rowOf(board, 'VAV SCI-06')).toContain('Offline')
  })

  test('are shown with what they have now, every setting left alone', async () => {
    const settings = await board.submit(choices, { fill: { device: [], all: '1' } })
    expect(settings.title).toContain('Network settings of 20 controllers')
    expect(settings.text).toContain('1 of them is offline')
    expect(settings.text).toMatch(/Gateway Now: 10\.41\.1\.1/)
    expect(settings.text).toContain('Now: 20 different values')
    const boxes = settings.root.querySelectorAll(`${form} [name^="keep."]`)
    expect(boxes.every((box) => box.hasAttribute('checked'))).toBe(true)
    expect(settings.root.querySelector('[name="primary.ipAddress"]')).toBeNull()
    board = settings
  })

  test('come back with everything typed when a value cannot be used', async () => {
    const refused = await board.submit(form, {
      fill: { ...changed('primary.gateway', '10.41.1.300'), 'primary.primaryDns': '10.41.0.60' },
    })
    expect(refused.status).toBe(422)
    expect(refused.title).toMatch(/^Error:/)
    expect(refused.root.querySelector('#error-summary a')?.getAttribute('href')).toBe('#field-primary-gateway')
    expect(typedIn(refused, 'primary.gateway')).toBe('10.41.1.300')
    expect(refused.root.querySelector('details[open] [name^="keep.bridge"]')).toBeNull()
    expect(isKept(refused, 'primary.gateway')).toBe(false)
    expect(typedIn(refused, 'primary.primaryDns')).toBe('10.41.0.60')
    expect(refused.root.querySelectorAll(`${form} [name=device]`)).toHaveLength(20)
  })

  test('are told together what none of them could take', async () => {
    const refused = await board.submit(form, { fill: changed('primary.gateway', '10.99.0.1') })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Enter a gateway inside the subnet')
  })

  test('get a plan with current and new for each, and a word about what was typed but left ticked', async () => {
    const fill = { ...changed('primary.gateway', '10.41.1.254'), ...changed('primary.primaryDns', '10.41.0.60') }
    const plan = await board.submit(form, { fill: { ...fill, 'primary.secondaryDns': '10.41.0.61' } })
    expect(plan.status).toBe(200)
    expect(rows(plan)).toHaveLength(40)
    expect(rowOf(plan, 'VAV SCI-01')).toMatch(/10\.41\.1\.1.*10\.41\.1\.254/)
    expect(plan.text).toContain('They stay as they are: Primary: Secondary DNS server')
    const back = await plan.submit(form, { press: '_stage=edit' })
    expect([typedIn(back, 'primary.gateway'), isKept(back, 'primary.gateway')]).toEqual(['10.41.1.254', false])
    board = plan
  })

  test('are saved by one call, with nothing else of them changed and a record for each', async () => {
    const before = await saved('SCI-ECYVAV-3')
    result = await apply(board, { reason: 'New core router' })
    expect(result.address).toContain('/changes/')
    expect(result.text).toContain('20 of 20 done')
    // Customer, tree and the way down stay where one was.
    const here = result.root.querySelectorAll('header a, nav a').map((link) => link.getAttribute('href'))
    expect(here).toContain(href('customerDevices', at))
    expect(here).toContain(href('site', at))
    expect(await saves()).toBe(1)
    const after = await saved('SCI-ECYVAV-3')
    expect(after.primary.ipv4).toEqual({ ...before.primary.ipv4, gateway: '10.41.1.254', primaryDns: '10.41.0.60' })
    const trail = await amelie.get(href('trail', at, { kind: 'device', id: device('SCI-ECYVAV-3') }))
    const record = await amelie.get(trail.root.querySelector('main tbody th a')?.getAttribute('href') ?? '')
    expect(record.text).toContain('New core router')
    expect(record.text).toMatch(/10\.41\.1\.1\b.*10\.41\.1\.254/)
  })

  test('are sent from there: one waits, one refuses, one rolls back, the others have it', async () => {
    const plan = await result.submit('main form[action$="/network/sending"]')
    expect(plan.text).toContain('Send to 20 controllers')
    expect(plan.root.querySelector('main .folded > li')?.text).toMatch(/Waits for the controller.*VAV SCI-06/s)
    expect(plan.text).toContain('19 immediately, 1 waits, 0 skipped')
    const lines = (part: string) => rows(plan).filter((row) => row.text.includes(part))
    expect(lines('Primary: Gateway').map((row) => /10\.41\.1\.1\s*10\.41\.1\.254/.test(row.text))).toEqual(
      Array(20).fill(true),
    )
    expect(lines('Primary: Primary DNS server')).toHaveLength(20)
    expect(lines('not recorded')).toEqual([])
    const sent = await apply(plan)
    expect(sent.address).toMatch(/\/network\?change=[0-9a-f-]{36}$/)
    expect(rows(sent)).toHaveLength(20)
    const asked = { mutation: 'configuration.send', kind: 'device', id: device('SCI-ECYVAV-3') }
    const trail = await amelie.get(href('trail', at, asked))
    const record = await amelie.get(trail.root.querySelector('main tbody th a')?.getAttribute('href') ?? '')
    expect(record.text).toMatch(/Sending Sent Queued/)
    expect(record.text).toMatch(/Primary: Gateway 10\.41\.1\.1 10\.41\.1\.254/)
    expect(record.text).not.toContain('sendState')
    pass(200)
    board = await amelie.get(sent.address)
    expect(board.text).toContain('17 sent 2 failed 1 waiting for its controller')
    expect(
      rows(board)
        .slice(0, 2)
        .map(({ text }) => text.includes('Failed')),
    ).toEqual([true, true])
    expect(rowOf(board, 'VAV SCI-06')).toContain('Waiting for the controller')
  })

  test('have records that follow them to the controller', async () => {
    const sendOf = async (name: string) => {
      const filter = { mutation: 'configuration.send', kind: 'device', id: device(name) }
      const trail = await amelie.get(href('trail', at, filter))
      return amelie.get(trail.root.querySelector('main tbody th a')?.getAttribute('href') ?? '')
    }
    const back = await sendOf('SCI-ECYVAV-9')
    expect(back.text).toMatch(/Send configuration Record \d+ Failed/)
    expect(back.text).toContain('The controller did not accept what was sent, and keeps what it had.')
    expect(back.text).toMatch(/Sending Sent Failed/)
    expect(back.text).not.toContain('on the controller:')
    const taken = await sendOf('SCI-ECYVAV-3')
    expect(taken.text).toContain('The controller accepted what was sent.')
    expect(taken.text).toMatch(/Sending Sent Queued, then Sent/)
    const list = await amelie.get(href('trail', at, { kind: 'device', id: device('SCI-ECYVAV-3') }))
    expect(list.text).toMatch(/Sending Sent → .*?Queued, then Sent/)
    expect((await sendOf('SCI-ECYVAV-6')).text).toMatch(/Sending Sent Queued/)
    const failed = await amelie.get(href('trail', at, { mutation: 'configuration.send', outcome: 'failed' }))
    expect(failed.text).toContain('VAV SCI-09')
  })

  test('say in the log of each why it failed', async () => {
    const failed = (name: string) => {
      const row = rows(board).find((one) => one.text.includes(name))
      return amelie.get(row?.querySelector('th a')?.getAttribute('href') ?? '')
    }
    const rolledBack = await failed('VAV SCI-09')
    expect(rolledBack.text).toContain('within 120 seconds and returned to the old ones')
    expect(rolledBack.text).toContain('ROLLED_BACK')
    expect((await failed('VAV SCI-12')).text).toContain('NET-207')
  })

  test('are sent again, the failed ones alone', async () => {
    const plan = await board.submit('main form[action$="/network/sending"]')
    expect(rows(plan).filter((row) => row.text.includes('Primary: Gateway'))).toHaveLength(2)
    expect(plan.text).toContain('are sent to 2 controllers of Pavillon des Sciences. 2 immediately, 0 skipped.')
    expect(plan.text).toContain('Send to 2 controllers')
  })

  test('are led to their settings by the button that says so, and sent to by the other', async () => {
    const fill = { device: [device('SCI-ECYVAV-1')] }
    const settings = await board.submit(choices, { press: 'Change settings of the selected…', fill })
    expect(settings.address).toBe(href('siteNetworkSettings', at, fill))
    const plan = await board.submit(choices, { press: 'Send to the selected…', fill })
    expect(plan.address.split('?')[0]).toBe(href('siteNetworkSending', at))
  })

  test('are not sent to twice', async () => {
    const plan = await board.submit(choices, {
      press: 'Send to the selected…',
      fill: { device: [device('SCI-ECYVAV-6'), device('SCI-ECYVAV-1')] },
    })
    expect(rowOf(plan, 'VAV SCI-06')).toContain('a send to it is still in progress')
    expect(rowOf(plan, 'VAV SCI-01')).toContain('it already has everything')
    expect(plan.root.querySelector('[value=apply]')).toBeNull()
  })
})

describe('a save that fails for some', () => {
  test('tells who was saved and who was not, and why', async () => {
    const page = await amelie.get(settingsOf('SCI-ECYVAV-13', 'SCI-ECYVAV-14'))
    const plan = await page.submit(form, { fill: changed('primary.primaryDns', '10.41.0.80') })
    const late = { match: 'POST /devices/network', kind: 'delay', delayMs: 1500, times: 1 }
    await product.services.control('POST /services/device-configuration/inject', late)
    const applying = apply(plan)
    const pending = href('trail', at, { kind: 'device', id: device('SCI-ECYVAV-13'), outcome: 'pending' })
    await expect.poll(async () => (await amelie.get(pending)).text).toContain('VAV SCI-13')
    const { store } = product.services.world
    store.run('UPDATE network_setting SET version = version + 1 WHERE device_id = ?', device('SCI-ECYVAV-13'))
    const told = await applying
    expect(told.address).toContain('/changes/')
    expect(told.text).toContain('1 of 2 done')
    const [first, second] = told.root.querySelectorAll('main .folded > li').map(({ text }) => text)
    expect(first).toMatch(/Failed.*VAV SCI-13/s)
    expect(second).toMatch(/Done.*VAV SCI-14/s)
    expect((await saved('SCI-ECYVAV-13')).primary.ipv4.primaryDns).toBe('10.41.0.60')
  })
})

describe('one controller', () => {
  const someoneElse = async (key: string, value: object) => {
    const { eTag } = await saved(key)
    const body = { eTag, deviceIds: [device(key)], value }
    const { status } = await product.services.call('device-configuration', 'POST /devices/network', {
      as: 'amelie',
      body,
    })
    expect(status).toBe(200)
  }

  test('is shown filled in, and may be given an address of its own', async () => {
    const page = await amelie.get(settingsOf('SCI-ECYVAV-2'))
    expect(typedIn(page, 'primary.ipAddress')).toBe((await saved('SCI-ECYVAV-2')).primary.ipv4.ipAddress)
    const plan = await page.submit(form, { fill: changed('primary.ipAddress', '10.41.1.200') })
    expect(plan.text).not.toContain('They stay as they are')
    expect(rows(plan)).toHaveLength(1)
  })

  test('gets no address in the way of its own other settings', async () => {
    const page = await amelie.get(settingsOf('SCI-ECYVAV-2'))
    const refused = await page.submit(form, { fill: changed('primary.ipAddress', '10.99.1.200') })
    expect(refused.status).toBe(422)
    expect(refused.root.querySelector('#error-summary a')?.getAttribute('href')).toBe('#field-primary-gateway')
  })

  test('is shown by a page that asks for the small scripts alone', async () => {
    const page = await amelie.get(settingsOf('SCI-ECYVAV-2'))
    const asked = page.root.querySelectorAll('script[src], link[rel=modulepreload]')
    expect(asked.map((one) => one.getAttribute('src') ?? one.getAttribute('href'))).toEqual(['/enhance.js', '/keys.js'])
  })

  test('leaves its schemas on the server: no script of the build carries one', () => {
    const folder = 'build/client/assets'
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(5)
    expect(scripts.filter((name) => readFileSync(`${folder}/${name}`, 'utf8').includes('_zod'))).toEqual([])
  })

  test('loses its addresses with DHCP, as the plan says', async () => {
    const page = await amelie.get(settingsOf('SCI-ECYVAV-4'))
    const plan = await page.submit(form, { fill: changed('primary.dhcpEnabled', 'on') })
    expect(plan.text).toMatch(/Primary: IP address 10\.41\.1\.\d+ empty/)
    expect((await apply(plan)).text).toContain('1 of 1 done')
    const { ipv4 } = (await saved('SCI-ECYVAV-4')).primary
    expect([ipv4.dhcpEnabled, ipv4.ipAddress, ipv4.gateway]).toEqual([true, null, null])
  })

  test('has a setting emptied that is left empty without its box, as the plan says', async () => {
    const named = 'primary.secondaryDns'
    const first = await (await amelie.get(settingsOf('SCI-ECYVAV-16'))).submit(form, {
      fill: changed(named, '10.41.0.99'),
    })
    await apply(first)
    expect((await saved('SCI-ECYVAV-16')).primary.ipv4.secondaryDns).toBe('10.41.0.99')
    const plan = await (await amelie.get(settingsOf('SCI-ECYVAV-16'))).submit(form, { fill: changed(named, '') })
    expect(plan.text).toMatch(/Primary: Secondary DNS server 10\.41\.0\.99 empty Removed/)
    const before = await saved('SCI-ECYVAV-16')
    const done = await apply(plan)
    expect(done.text).toContain('1 of 1 done')
    expect((await saved('SCI-ECYVAV-16')).primary.ipv4).toEqual({ ...before.primary.ipv4, secondaryDns: null })
    const needed = await (await amelie.get(settingsOf('SCI-ECYVAV-16'))).submit(form, {
      fill: changed('primary.ipAddress', ''),
    })
    expect(needed.status).toBe(422)
    expect(isKept(needed, 'primary.ipAddress')).toBe(false)
  })

  test('saved by another system is sent with what it brings, as the backend tells it', async () => {
    const id = device('BIB-ECYVAV-2')
    const now = await saved('BIB-ECYVAV-2')
    const put = await product.services.call('device-configuration', 'POST /devices/network', {
      as: 'amelie',
      body: { eTag: now.eTag, deviceIds: [id], value: { primary: { ipv4: { primaryDns: '10.41.0.77' } } } },
    })
    expect(put.status).toBe(200)
    const board = await amelie.get(href('siteNetwork', at, { q: 'BIB' }))
    const plan = await board.submit(choices, { press: 'Send to the selected…', fill: { device: id } })
    expect(plan.text).toMatch(/Primary: Primary DNS server ?\S+ ?10\.41\.0\.77/)
    expect(plan.text).not.toContain('not recorded')
    const path = (await product.services.call('site', `GET /devices/${id}`, { as: 'amelie' })).body
    const own = { ...at, buildingId: path.buildingId, spaceId: path.spaceId, deviceId: id }
    const page = await amelie.get(href('deviceNetwork', own))
    expect(page.text).toMatch(/Differences.*Primary: Primary DNS server.*10\.41\.0\.77/)
    expect(page.text).toContain('Last saved by Amélie Tremblay')
  })

  test('that somebody changed since shows yours, theirs and the original', async () => {
    const page = await amelie.get(settingsOf('SCI-ECYVAV-5'))
    await someoneElse('SCI-ECYVAV-5', { primary: { ipv4: { primaryDns: '10.41.0.70' } } })
    const plan = await page.submit(form, { fill: changed('primary.primaryDns', '10.41.0.71') })
    expect(plan.text).toContain('Someone changed the settings of this controller')
    expect(plan.text).toMatch(/Primary: Primary DNS server 10\.41\.0\.60 10\.41\.0\.70 10\.41\.0\.71/)
  })

  test('that somebody changes under the plan is not overwritten unseen', async () => {
    const page = await amelie.get(settingsOf('SCI-ECYVAV-7'))
    const plan = await page.submit(form, { fill: changed('primary.primaryDns', '10.41.0.72') })
    await someoneElse('SCI-ECYVAV-7', { primary: { ipv4: { secondaryDns: '10.41.0.73' } } })
    const moved = await apply(plan)
    expect(moved.status).toBe(409)
    expect(moved.text).not.toContain('They stay as they are')
    expect(moved.text).toContain('Changed meanwhile')
    expect((await saved('SCI-ECYVAV-7')).primary.ipv4.primaryDns).toBe('10.41.0.60')
    expect((await apply(moved)).text).toContain('1 of 1 done')
  })

  test('keeps what was typed when the service goes down', async () => {
    const page = await amelie.get(settingsOf('SCI-ECYVAV-8'))
    const plan = await page.submit(form, { fill: changed('primary.primaryDns', '10.41.0.74') })
    await product.services.control('POST /services/device-configuration/inject', {
      match: 'POST /devices/network',
      kind: 'status',
      status: 503,
      errorCode: 5003,
    })
    const refused = await apply(plan)
    expect(refused.status).toBe(503)
    expect(typedIn(refused, 'primary.primaryDns')).toBe('10.41.0.74')
    await product.services.control('DELETE /services/device-configuration/inject')
    expect((await apply(refused)).text).toContain('1 of 1 done')
  })
})

describe('a form that comes back', () => {
  const posted = (...more: [string, string][]) =>
    amelie.post(settingsOf('SCI-ECYVAV-2'), [
      ['device', device('SCI-ECYVAV-2')],
      ['primary.gateway', '10.41.1'],
      ...more,
    ])

  test('brings what was filled in, but never a secret', async () => {
    const page = await posted(['password', 'correct horse'])
    expect(page.status).toBe(422)
    expect(typedIn(page, 'primary.gateway')).toBe('10.41.1')
    expect(page.html).not.toContain('correct horse')
  })

  test('is refused whole when it asks for buttons it never had', async () => {
    const validate = JSON.stringify({ type: 'validate', payload: {} })
    expect((await posted(['__intent__', validate])).status).toBe(400)
    expect((await posted(['__state__', '{"validated":5}'])).status).toBe(400)
  })
})

describe('the way in', () => {
  test('without a choice leads back to the controllers', async () => {
    const page = await amelie.get(href('siteNetworkSettings', at))
    expect(page.text).toContain('No controller is selected')
    expect((await page.follow('Select controllers')).address).toBe(href('siteNetwork', at))
    const sending = await amelie.get(href('siteNetworkSending', at))
    expect((await sending.follow('Go to network settings')).address).toBe(href('siteNetwork', at))
  })

  test('leaves out controllers of other sites', async () => {
    const page = await amelie.get(settingsOf('SCI-ECYVAV-1', 'RES-ECYPTU207-2'))
    expect(page.text).toContain('1 of the selected controllers was not found here and is left out')
    expect(page.title).toContain('VAV SCI-01')
  })

  test('is closed to those who may only look, and their attempt is on record', async () => {
    const usha = await signedIn('usha')
    const board = await usha.get(href('siteNetwork', at))
    expect(board.status).toBe(200)
    expect(board.root.querySelector(choices)).toBeNull()
    expect((await usha.get(settingsOf('SCI-ECYVAV-1'))).status).toBe(403)
    const refused = await usha.post(href('siteNetworkSending', at), [['device', device('SCI-ECYVAV-1')]])
    expect(refused.status).toBe(403)
    const trail = await amelie.get(href('trail', at, { mutation: 'configuration.send', outcome: 'denied' }))
    expect(trail.text).toContain('Usha Raman')
  })

  test('shows the board without its rows while the states cannot be had', async () => {
    await product.services.control('POST /services/site/inject', {
      match: 'GET /x/configuration-states',
      kind: 'status',
      status: 500,
    })
    const board = await amelie.get(href('siteNetwork', at, { state: 'notSet' }))
    await product.services.control('DELETE /services/site/inject')
    expect(board.status).toBe(200)
    expect(board.text).toContain('This part cannot be shown now')
  })

  test('falls back on the calls of the specification where a backend has no fleet list', async () => {
    await product.services.control('POST /services/site/inject', {
      match: 'GET /x/configuration-states',
      kind: 'status',
      status: 404,
    })
    const board = await amelie.get(href('siteNetwork', at, { q: 'sciences' }))
    await product.services.control('DELETE /services/site/inject')
    expect(rowOf(board, 'VAV SCI-06')).toContain('Waiting for the controller')
  })
})
