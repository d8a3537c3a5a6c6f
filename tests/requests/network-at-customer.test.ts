/** Network settings of controllers chosen in the customer's list: saved and sent from one plan (journey 3). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, trailOf } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())
afterEach(() => product.services.control('DELETE /services/device-configuration/inject'))

const device = (key: string) => seedId('device', `montcalm-${key}`)
const form = 'main form[method=post]'
const changed = (name: string, value: string) => ({ [name]: value, [`keep.${name}`]: null })
const rows = (page: Page) => page.root.querySelectorAll('main tbody tr')
const writes = async () => {
  const { body } = await product.services.control('GET /journal?since=0')
  const all = body as { method: string; path: string }[]
  const of = (path: string) => all.filter((one) => one.method === 'POST' && one.path.endsWith(path)).length
  return { saves: of('/devices/network'), sends: of('/devices/configuration/send') }
}

test('seventeen controllers get a gateway in five pages: list, filter, form, plan, and the board of the send', async () => {
  const home = await amelie.get(href('customer', at))
  const list = await home.follow('Controllers')
  const found = await list.submit('main form.filters', { fill: { q: 'VAV SCI' } })
  const ticks = found.root.querySelectorAll('main input[name=device]').map((box) => box.getAttribute('value') ?? '')
  expect(ticks).toHaveLength(17)
  const settings = await found.submit('main form:has(table)', {
    press: 'Change network settings…',
    fill: { device: ticks },
  })
  expect(settings.address).toBe(href('customerNetworkSettings', at, { device: ticks }))
  expect(settings.title).toContain('Network settings of 17 controllers')
  const plan = await settings.submit(form, { fill: changed('primary.gateway', '10.41.1.254') })
  expect(plan.title).toContain('Network settings of 17 controllers')
  expect(plan.text).toContain('16 controllers are sent their settings immediately.')
  expect(plan.text).toContain('1 waits until it is back online, 24 hours at most: VAV SCI-06.')
  expect(plan.text).not.toContain('a send waits until they are back')
  const board = await plan.submit(form, {
    press: 'Save and send to 17 controllers of Campus Montcalm',
    fill: { reason: 'New router' },
  })
  expect(board.address).toMatch(/\/customers\/[^/]+\/network\?change=/)
  const bar = (name: string) => board.root.querySelector('.segments')?.getAttribute(name)
  expect(bar('aria-label')).toBe('0 sent, 16 in progress, 1 waiting, 0 failed')
  expect(board.text).toContain('16 in progress 1 waiting for its controller')
  expect(await writes()).toEqual({ saves: 1, sends: 1 })
  for (const mutation of ['network.save', 'configuration.send']) {
    const trail = await amelie.get(href('trail', at, { mutation, kind: 'device', id: device('SCI-ECYVAV-3') }))
    const record = await amelie.get(trail.root.querySelector('main tbody th a')?.getAttribute('href') ?? '')
    expect(record.text, mutation).toContain('New router')
    expect(record.text, mutation).toMatch(/10\.41\.1\.1\b.*10\.41\.1\.254/)
  }

  const again = await plan.submit(form, {
    press: 'Save and send to 17 controllers of Campus Montcalm',
    fill: { reason: 'New router' },
  })
  expect(again.address).toBe(board.address)
  expect(await writes()).toEqual({ saves: 1, sends: 1 })
})

test('a send that is refused after the save says so, and is sent from there', async () => {
  const chosen = { device: [device('BIB-ECYVAV-1'), device('BIB-ECYVAV-2')] }
  const settings = await amelie.get(href('customerNetworkSettings', at, chosen))
  const plan = await settings.submit(form, { fill: changed('primary.primaryDns', '10.41.0.61') })
  const refusal = { match: 'POST /devices/configuration/send', kind: 'status', status: 400, errorCode: 5003, times: 1 }
  await product.services.control('POST /services/device-configuration/inject', refusal)
  const told = await plan.submit(form, { press: 'Save and send to 2 controllers of Campus Montcalm' })
  expect(told.status).toBe(400)
  expect(told.text).toContain('The settings of 2 controllers are saved. They are not sent yet.')
  expect(told.text).toMatch(/Primary: Primary DNS server 10\.41\.0\.\d+ 10\.41\.0\.61/)
  const before = await writes()
  const sent = await told.submit(form, { press: '_stage=apply' })
  expect(sent.address).toMatch(/\/network\?change=/)
  expect(await writes()).toEqual({ saves: before.saves, sends: before.sends + 1 })
})

test('a save and send says whom it only saves for: in the plan, on its button and on the board', async () => {
  const chosen = { device: ['BIB-ECYVAV-9', 'BIB-ECYVAV-10', 'BIB-ECYVAV-11'].map(device) }
  const settings = await amelie.get(href('customerNetworkSettings', at, chosen))
  const fill = { 'primary.gateway': '10.41.2.254', 'keep.primary.gateway': null }
  const plan = await settings.submit(form, { fill })
  expect(plan.text).toContain('1 is not sent anything, as it is not onboarded: VAV BIB-11.')
  const board = await plan.submit(form, {
    press: 'Save for 3 controllers of Campus Montcalm, send to 2',
    fill: { reason: 'New router' },
  })
  expect(board.address).toMatch(/\/network\?change=/)
  expect(board.root.querySelectorAll('main tbody tr')).toHaveLength(2)
  expect(board.text).toContain('1 controller is saved only: this send did not reach it VAV BIB-11: it is not onboarded')
  const changes = new Map((await trailOf(amelie, at.tenantId)).map(({ mutation, changeId }) => [mutation, changeId]))
  const resultOf = (mutation: string) =>
    amelie.get(href('change', { tenantId: at.tenantId, changeId: changes.get(mutation) ?? '' }))
  const saved = await resultOf('network.save')
  const sends = saved.root.querySelectorAll('main .notice').find(({ text }) => text.includes('2 sent, 1 saved only'))
  expect(sends?.querySelectorAll('li').map(({ text }) => text)).toEqual(['VAV BIB-11'])
  expect(saved.text).not.toContain('All changes were made')
  expect(saved.text).toContain('Send to 1 controller now')
  const sent = await resultOf('configuration.send')
  expect(sent.text).toContain('this send did not reach it VAV BIB-11')
  expect(sent.text).not.toContain('All changes were made')
  const password = await amelie.get(href('customerAdminPassword', at, chosen))
  expect(password.text).toContain('1 is not sent anything, as it is not onboarded: VAV BIB-11.')
  const passwords = await password.submit(form, {
    press: 'Set for 3 controllers of Campus Montcalm, send to 2',
    fill: { adminPassword: 'Vogel#11nest', adminPasswordAgain: 'Vogel#11nest' },
  })
  expect(passwords.text).toContain(
    '1 controller is saved only: this send did not reach it VAV BIB-11: it is not onboarded',
  )
})

test('who may only look sees the board without a form, and no settings', async () => {
  const usha = await englishReader(product, 'usha')
  expect((await usha.get(href('customerNetworkSettings', at, { device: device('BIB-ECYVAV-3') }))).status).toBe(403)
  const board = await usha.get(href('customerNetwork', at))
  expect(rows(board).length).toBe(50)
  expect(board.root.querySelector('main form[method=post]')).toBeNull()
})

test('a controller that nobody onboarded is not called offline', async () => {
  const board = await amelie.get(href('customerNetwork', at, { q: 'FCU GEN-01' }))
  expect(rows(board).map((row) => row.text)).toEqual([expect.stringMatching(/Not onboarded/)])
  expect(rows(board).map((row) => row.text)).toEqual([expect.not.stringMatching(/Offline/)])
})

test('a plan that changes nothing shows what the controllers have', async () => {
  const chosen = { device: [device('BIB-ECYVAV-4'), device('BIB-ECYVAV-5')] }
  const settings = await amelie.get(href('customerNetworkSettings', at, chosen))
  const plan = await settings.submit(form, { fill: { 'primary.gateway': '10.41.9.9' } })
  expect(plan.text).toContain('Nothing would change')
  expect(rows(plan)).toHaveLength(2)
  for (const row of rows(plan)) expect(row.text).toMatch(/Primary: Gateway10\.41\.\d+\.110\.41\.\d+\.1 ?Unchanged/)
  const untouched = await settings.submit(form)
  expect(untouched.text).toContain('Nothing would change')
  for (const row of rows(untouched)) expect(row.text).not.toContain('empty')
})

test('controllers of another customer are not there', async () => {
  const { store } = product.services.world
  const [other] = store.all<{ id: string; name: string }>(
    'SELECT id, name FROM device WHERE customer_id = ? LIMIT 1',
    customerIdOf('CUS1001'),
  )
  const page = await amelie.get(href('customerNetworkSettings', at, { device: other?.id ?? '' }))
  expect(page.text).not.toContain(other?.name)
  expect(page.root.querySelector('#network')).toBeNull()
})
