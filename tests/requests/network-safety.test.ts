/** A network change that cannot lock anybody out: what its plan tells, a few first, and what was there before sent back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, watch } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
})
afterAll(() => product.close())

const device = (key: string) => seedId('device', `montcalm-${key}`)
const pass = (seconds: number) => product.services.world.clock.advance(seconds * 1000)
const changed = (name: string, value: string) => ({ [name]: value, [`keep.${name}`]: null })
const saved = async (key: string) =>
  (await product.services.call('device-configuration', `GET /devices/${device(key)}/network`, { as: 'amelie' })).body
const planFor = async (keys: string[], fill: Record<string, string | null>) =>
  (await amelie.get(href('siteNetworkSettings', at, { device: keys.map(device) }))).submit(form, {
    fill: fill as Record<string, string>,
  })
const apply = (page: Page, fill: Record<string, string> = {}) => page.submit(form, { press: '_stage=apply', fill })
/** An address of the same network that nobody has. */
const free = (address: string) => address.replace(/\d+$/, '251')
const idOf = ({ address }: Page) => address.match(/changes\/([^/?]+)/)?.[1] ?? ''
const resolver = (host: number) => changed('primary.secondaryDns', `10.41.0.${host}`)

describe('the plan of network settings tells', () => {
  test('an address that another controller of the site has', async () => {
    const { ipAddress } = (await saved('SCI-ECYVAV-4')).primary.ipv4
    const plan = await planFor(['SCI-ECYVAV-3'], changed('primary.ipAddress', ipAddress))
    expect(plan.text).toContain('Another controller of the site has this address')
  })

  test('that the way to a controller changes, and nothing where it does not', async () => {
    const { ipAddress } = (await saved('SCI-ECYVAV-3')).primary.ipv4
    expect((await planFor(['SCI-ECYVAV-3'], changed('primary.ipAddress', free(ipAddress)))).text).toContain(
      'The network path to it changes',
    )
    const harmless = await planFor(['SCI-ECYVAV-3'], resolver(77))
    expect(harmless.text).not.toContain('The network path to it changes')
    expect(harmless.text).toContain('10.41.0.77')
  })

  test('that no name server would be left', async () => {
    const plan = await planFor(['SCI-ECYVAV-3'], {
      ...changed('primary.primaryDns', ''),
      ...changed('primary.secondaryDns', ''),
    })
    expect(plan.text).toContain('No DNS server is left')
  })

  test('an open tunnel that would end', async () => {
    const deviceId = deviceIdOf('story-1')
    const { body } = await product.services.call('site', `GET /devices/${deviceId}`, { as: 'amelie' })
    const node = (type: string) => body.path.find((one: { type: string }) => one.type === type)?.id
    const place = { ...at, customerId: customerIdOf('CUS1001'), groupId: node('group'), siteId: node('site') }
    const asked = { as: 'amelie', body: { deleteAfterMin: 60 } }
    await product.services.call('site', `POST /devices/${deviceId}/tunnels`, asked)
    const page = await amelie.get(href('siteNetworkSettings', place, { device: deviceId }))
    const plan = await page.submit(form, {
      fill: changed('primary.secondaryDns', '10.1.0.77') as Record<string, string>,
    })
    expect(plan.text).toContain('An open tunnel to it closes')
  })
})

describe('what could not be looked up', () => {
  test('is told as not checked, and forbids nothing', async () => {
    const { ipAddress } = (await saved('SCI-ECYVAV-4')).primary.ipv4
    const fault = { kind: 'status', status: 503, times: 20 } as const
    product.services.world.faults.inject('device-configuration', { match: 'POST /x/devices/network', ...fault })
    product.services.world.faults.inject('site', { match: 'GET /x/tunnels', ...fault })
    const plan = await planFor(['SCI-ECYVAV-3'], changed('primary.ipAddress', ipAddress))
    product.services.world.faults.clear('device-configuration')
    product.services.world.faults.clear('site')
    expect(plan.text).toContain(
      'Not checked for all of them: whether another controller of the site has one of these addresses',
    )
    expect(plan.text).toContain('Not checked: open tunnels')
    expect(plan.text).toContain('Save for 1 controller')
  })

  test('is looked up for the controllers of a whole customer, each at its own site', async () => {
    const { ipAddress } = (await saved('SCI-ECYVAV-4')).primary.ipv4
    const { tenantId, customerId } = at
    const page = await amelie.get(
      href('customerNetworkSettings', { tenantId, customerId }, { device: device('SCI-ECYVAV-3') }),
    )
    const plan = await page.submit(form, { fill: changed('primary.ipAddress', ipAddress) as Record<string, string> })
    expect(plan.text).toContain('Another controller of the site has this address')
  })

  test('is told of a save that is put back, too', async () => {
    const { ipAddress } = (await saved('SCI-ECYVAV-3')).primary.ipv4
    const moved = await apply(await planFor(['SCI-ECYVAV-3'], changed('primary.ipAddress', free(ipAddress))), {
      reason: 'Elsewhere',
    })
    const { tenantId, customerId } = at
    const chooser = await amelie.get(href('networkPuttingBack', { tenantId, customerId, changeId: idOf(moved) }))
    const plan = await chooser.submit(form, { fill: { device: [device('SCI-ECYVAV-3')] } })
    expect(plan.text).toContain('The network path to it changes')
    await apply(plan, { reason: 'Back' })
    expect((await saved('SCI-ECYVAV-3')).primary.ipv4.ipAddress).toBe(ipAddress)
  })
})

describe('a send', () => {
  const keys = ['SCI-ECYVAV-7', 'SCI-ECYVAV-8', 'SCI-ECYVAV-9']
  let board: Page

  test('begins with as many as one says, and holds the others back', async () => {
    const result = await apply(await planFor(keys, resolver(78)), { reason: 'New resolver' })
    const plan = await result.submit('main form[action$="/network/sending"]')
    const few = await plan.submit('main form:has(select[name=first])', { fill: { first: '1' } })
    expect(few.text).toContain('Only the first ones are sent to now')
    expect(few.text).toContain('Send to 1 controller')
    const seen = await watch(product, amelie)
    board = await apply(few)
    expect(board.text).toContain('2 controllers wait until the first ones are back')
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
  })

  test('offers the others once the first are back, and each gets it once', async () => {
    pass(120)
    const withoutThem = await amelie.get(`${board.address}&q=no+such+controller`)
    expect(withoutThem.text).toContain('2 controllers wait until the first ones are back')
    board = await amelie.get(board.address)
    expect(board.text).toContain('The first ones are back: 2 controllers wait for this send')
    const rest = await board.submit('main form:has([name=device]):has(button)', {})
    expect(rest.text).toContain('Send to 2 controllers')
    const seen = await watch(product, amelie)
    await apply(rest)
    expect((await seen.performed()).map(({ entityIds }) => entityIds?.length)).toEqual([2])
    pass(120)
  })
})

describe('a controller that has not reconnected', () => {
  test('is named on the board once it has had its time, and what it had is sent back with one change', async () => {
    const before = (await saved('SCI-ECYVAV-12')).primary.ipv4.secondaryDns
    const result = await apply(await planFor(['SCI-ECYVAV-12'], resolver(79)), { reason: 'New resolver' })
    const sent = await apply(await result.submit('main form[action$="/network/sending"]'))
    pass(120)
    const { hostId } = (
      await product.services.call('site', `GET /devices/${device('SCI-ECYVAV-12')}`, { as: 'amelie' })
    ).body
    await product.services.control(`POST /devices/${hostId}/inject`, { kind: 'offline' })
    pass(1200)
    const soon = await amelie.get(sent.address)
    expect(soon.text).toContain('Offline')
    expect(soon.text).not.toContain('has not reconnected')
    await product.clockAhead(6 * 60_000)
    const later = await apply(await planFor(['SCI-ECYVAV-12'], resolver(80)), { reason: 'Another try' })
    const board = await amelie.get(href('siteNetwork', at, { q: 'VAV SCI-12' }))
    const [back] = board.root.querySelectorAll('main form[action*="/putting-back/"]')
    // What was saved since was never sent: it is the save before the send that is put back.
    expect(back?.getAttribute('action')).toContain(idOf(result))
    expect(back?.getAttribute('action')).not.toContain(idOf(later))
    expect(board.text).toContain('1 controller has not reconnected since its network settings were sent')
    expect(board.text).toContain('VAV SCI-12, sent')
    const plan = await board.submit('main form[action*="/putting-back/"]', {})
    expect(plan.text).toContain('10.41.0.80')
    await apply(plan, { reason: 'It is lost' })
    expect((await saved('SCI-ECYVAV-12')).primary.ipv4.secondaryDns).toBe(before)
    await product.clockAhead(0)
  })

  test('is named whatever page of the board is shown, and goes back past every save that it never took', async () => {
    const network = async () => (await saved('SCI-ECYVAV-8')).primary.ipv4
    const before = await network()
    const first = await apply(await planFor(['SCI-ECYVAV-8'], resolver(81)), { reason: 'Not sent yet' })
    const second = await apply(
      await planFor(['SCI-ECYVAV-8'], changed('primary.primaryDns', '10.41.0.82') as Record<string, string>),
      { reason: 'Sent with the one before' },
    )
    await apply(await second.submit('main form[action$="/network/sending"]'))
    pass(120)
    const { hostId } = (await product.services.call('site', `GET /devices/${device('SCI-ECYVAV-8')}`, { as: 'amelie' }))
      .body
    await product.services.control(`POST /devices/${hostId}/inject`, { kind: 'offline' })
    pass(1200)
    await product.clockAhead(6 * 60_000)
    const board = await amelie.get(href('siteNetwork', at, { q: 'no such controller' }))
    expect(board.text).toContain('2 controllers have not reconnected since their network settings were sent')
    expect(board.text).toMatch(/VAV SCI-08, sent.*VAV SCI-12, sent/)
    const own = `main form[action*="${idOf(second)}"][action*="${idOf(first)}"]`
    const plan = await board.submit(own, {})
    await apply(plan, { reason: 'It is lost' })
    expect(await network()).toEqual(before)
    await product.clockAhead(0)
  })
})
