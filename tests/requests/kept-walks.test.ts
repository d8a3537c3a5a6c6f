/** A walk through a customer, where a backend lists nothing of a fleet, is kept for some minutes for people of the same rights (domain §17). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { roleIds } from '../../services/contracts/permissions'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type ChangingProxy, startChangingProxy } from '../harness/changing-proxy'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream } from '../harness/upstream'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let proxy: ChangingProxy
let product: Console
let amelie: Visitor
/** A user of the tenant, who is made an administrator. */
let usha: Visitor
let at: { tenantId: string; customerId: string }
beforeAll(async () => {
  proxy = await startChangingProxy()
  product = await startTestConsole({ hasMovableClock: true, env: proxy.env })
  proxy.lead(product.services.origin)
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  for (const service of ['site', 'operations'])
    product.services.world.faults.inject(service, { match: '* /x/', kind: 'status', status: 404 })
  amelie = await englishReader(product, 'amelie')
  usha = await englishReader(product, 'usha')
})
afterAll(async () => {
  await product.close()
  await proxy.close()
})

let ahead = 0
const pass = (minutes: number) => {
  ahead += minutes * 60_000
  return product.clockAhead(ahead)
}
/** Nobody begins with what the test before them left. */
beforeEach(() => pass(6))

/** What a page asks for, one place, controller or piece of equipment after the other. */
const walking =
  /\/(sites|buildings|spaces|devices)\/[0-9a-f-]{36}\/\w+|\/rules\/equipment\/|\/schedules\/controllers\/|\/customers\/[^/]+\/sites/
const walks = async (work: () => Promise<unknown>) => {
  const upstream = listenUpstream(product.services)
  await work()
  upstream.stop()
  return upstream.heard().filter(({ url }) => walking.test(url)).length
}
const role = (method: 'POST' | 'DELETE', roleId: string) =>
  product.services.call('tenant', `${method} /tenants/${at.tenantId}/users/roles/${roleId}`, {
    as: 'amelie',
    body: [userIdOf('usha')],
  })
const makeAdmin = async () => {
  expect((await role('POST', roleIds.admin)).status).toBeLessThan(300)
  expect((await role('DELETE', roleIds.user)).status).toBeLessThan(300)
}
const saysAge = (page: Page) => /As of [^.]*\./.exec(page.text.replace(/\s+/g, ' '))?.[0] ?? null

const pages = () => ({
  rules: href('customerRules', at),
  coverage: href('ruleCoverage', at),
  overrides: href('customerOverrides', at),
  equipment: href('customerEquipment', at),
  points: href('customerPoints', at),
  licences: href('customerLicences', at),
  schedules: href('customerSchedules', at),
  controllers: href('customerDevices', at),
  mapping: href('pointsMapping', at, { rule: 'g36-ahu-fc1' }),
})

test('who has other rights gets a walk of their own', async () => {
  for (const address of [pages().licences, pages().equipment]) {
    await pass(6)
    const first = await walks(async () => expect(saysAge(await amelie.get(address))).toBeNull())
    expect([address, first > 20]).toEqual([address, true])
    // A user of the tenant, and no administrator of it.
    expect([address, await walks(() => usha.get(address))]).toEqual([address, first])
  }
})

test('who has the same rights makes none, and each page says how old it is', async () => {
  await makeAdmin()
  usha = await englishReader(product, 'usha')
  await pass(6)
  const shown = new Map<string, Page>()
  for (const [name, address] of Object.entries(pages())) shown.set(name, await amelie.get(address))
  await pass(3)
  for (const [name, address] of Object.entries(pages())) {
    const seen: Page[] = []
    expect([name, await walks(async () => seen.push(await usha.get(address)))]).toEqual([name, 0])
    const rows = (page: Page | undefined) => page?.root.querySelectorAll('main tbody th').map((cell) => cell.text)
    expect([name, seen[0]?.status, saysAge(seen[0] as Page)]).toEqual([name, 200, 'As of 3 minutes ago.'])
    expect([name, rows(seen[0])]).toEqual([name, rows(shown.get(name))])
  }
  usha.setCookie('lng', 'fr')
  expect((await usha.get(pages().controllers)).text).not.toContain('Données d’il y a')
  await pass(1)
  expect((await usha.get(pages().controllers)).text).toContain('Données d’il y a 1 minute.')
  usha.setCookie('lng', 'en')
})

test('pages go by the same walk, and views at the same moment share it', async () => {
  const alone = await walks(() => amelie.get(pages().equipment))
  await pass(6)
  expect(
    await walks(() =>
      Promise.all([amelie.get(pages().equipment), amelie.get(pages().equipment), amelie.get(pages().equipment)]),
    ),
  ).toBe(alone)
  // The tree and the equipment are known by then: only the rules of each piece are read.
  const upstream = listenUpstream(product.services)
  await amelie.get(pages().rules)
  upstream.stop()
  const asked = upstream.heard().filter(({ url }) => walking.test(url))
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.every(({ url }) => url.includes('/rules/equipment/'))).toBe(true)
})

test('it is read again after five minutes, or when that is asked for, once', async () => {
  await amelie.get(pages().licences)
  await pass(4)
  const old = await amelie.get(pages().licences)
  expect(saysAge(old)).toBe('As of 4 minutes ago.')
  const again =
    old.root
      .querySelectorAll('a')
      .find((link) => link.text.trim() === 'Read again')
      ?.getAttribute('href') ?? ''
  expect(again).toContain('again=')
  const fresh: Page[] = []
  expect(await walks(async () => fresh.push(await amelie.get(again)))).toBeGreaterThan(20)
  expect(saysAge(fresh[0] as Page)).toBeNull()
  expect(fresh[0]?.text).not.toContain('not understood')
  expect(await walks(() => amelie.get(again))).toBe(0)
  // A moment that is still to come means nothing.
  expect(await walks(() => amelie.get(again.replace(/again=\d+/, 'again=9999999999999')))).toBe(0)
  await pass(6)
  expect(await walks(() => amelie.get(pages().licences))).toBeGreaterThan(20)
})

test('after a change of ours nothing of before it is shown, in its customer', async () => {
  const laurier = href('customerDevices', { ...at, customerId: customerIdOf('CUS1001') })
  const deviceId = seedId('device', 'montcalm-SCI-ECYVAV-1')
  const { body } = await product.services.call('site', `GET /devices/${deviceId}`, { as: 'amelie' })
  const idOf = (type: string) => body.path.findLast((node: { type: string }) => node.type === type).id
  const place = { groupId: idOf('group'), siteId: idOf('site'), buildingId: idOf('building'), spaceId: idOf('space') }
  const device = { ...at, ...place, deviceId }
  await amelie.get(pages().controllers)
  await amelie.get(laurier)
  const edit = await amelie.get(href('deviceSettings', device))
  await edit.submit('main form[method=post]', { fill: { name: 'AAA renamed' } })
  const shown: Page[] = []
  expect(await walks(async () => shown.push(await amelie.get(pages().controllers)))).toBeGreaterThan(20)
  expect(shown[0]?.text).toContain('AAA renamed')
  expect(saysAge(shown[0] as Page)).toBeNull()
  expect(await walks(() => amelie.get(laurier))).toBe(0)
})

test('what a backend without customers in its headers answers about another customer’s site is kept for nobody', async () => {
  const foreign = siteIdOf(1)
  const { body } = await product.services.call('site', `GET /sites/${foreign}`, { as: 'amelie' })
  expect(body.customerId).not.toBe(at.customerId)
  const addresses = [pages().controllers, pages().points, pages().licences].map((one) => `${one}?siteId=${foreign}`)
  const names = (page: Page) => page.root.querySelectorAll('main tbody th').map((cell) => cell.text.trim())
  for (const address of addresses) {
    proxy.headers = ({ 'x-customer-id': _, ...headers }) => headers
    const hers = await amelie.get(address)
    proxy.headers = (headers) => headers
    expect([address, names(hers).length > 0]).toEqual([address, true])
    expect([address, names(await usha.get(address))]).toEqual([address, []])
  }
  // One of its own is kept, wherever the walk begins.
  const own = `${pages().controllers}?siteId=${siteIdOf(41)}`
  const first = names(await amelie.get(own))
  expect(first.length).toBeGreaterThan(0)
  expect(await walks(async () => expect(names(await usha.get(own))).toEqual(first))).toBe(0)
})

test('a file has no age, and is read anew', async () => {
  await amelie.get(pages().licences)
  expect(await walks(() => amelie.get(href('customerLicencesCsv', at)))).toBeGreaterThan(20)
})
