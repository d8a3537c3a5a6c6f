/** The networks of a site in the console: made, searched, and what answered added to the tree with its points. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { answering, createNetworkLink, inventedNetwork, listedObject } from '../harness/network-link'
import type { Page, Visitor } from '../harness/visitor'
import { isFull } from '../promises/size'
import { englishReader, changeForm as form, summaryOf, watch } from './on-record'

const invented = inventedNetwork()
let product: Console
let amelie: Visitor
let usha: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }
const spaceId = seedId('space', '41-1-1')

beforeAll(async () => {
  product = await startTestConsole({ services: { links: { bacnet: createNetworkLink(invented) } } })
  ;[amelie, usha] = await Promise.all([englishReader(product, 'amelie'), englishReader(product, 'usha')])
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
})
afterAll(() => product.close())
beforeEach(() => {
  const { store } = product.services.world
  store.transaction(() => {
    for (const table of ['networked_device', 'network_finding', 'network_search', 'controller_network'])
      store.run(`DELETE FROM ${table}`)
    store.run(`DELETE FROM device WHERE protocol = 'bacnet'`)
  })
  Object.assign(invented, { search: { controllers: [], duplicates: [], problem: null }, gate: null })
  invented.objects.clear()
})

const settings = { name: 'Plant room', address: '10.0.4.2', broadcastTo: '10.0.4.255' }
const names = (page: Page) => page.root.querySelectorAll('main tbody th').map(({ text }) => text.trim())

/** Makes a network and returns its page. */
async function madeNetwork(fill: Record<string, string> = {}): Promise<Page> {
  const page = await (await amelie.get(href('newControllerNetwork', at))).submit(form, {
    fill: { ...settings, ...fill },
  })
  expect(page.status, page.text).toBe(200)
  return page
}

/** Searches from the page of a network and returns it once the search has ended. */
async function searched(page: Page): Promise<Page> {
  await page.submit(form)
  const own = page.address.split('?')[0] ?? ''
  return vi.waitFor(async () => {
    const now = await amelie.get(own)
    expect(now.text).not.toContain('Searching…')
    return now
  }, 10_000)
}

describe('the networks of a site', () => {
  test('are none at first, are made with a form that comes back with each problem, changed and deleted', async () => {
    const seen = await watch(product, amelie)
    const none = await amelie.get(href('siteControllerNetworks', at))
    expect(none.text).toContain('This site has no BACnet networks')
    const refused = await (await none.follow('Create network')).submit(form, {
      fill: { name: 'Plant room', address: '0.0.0.0', port: '70000', broadcastTo: '', highestInstance: '1,5' },
    })
    expect(refused.status).toBe(422)
    expect(summaryOf(refused).map(({ field }) => field)).toEqual(expect.arrayContaining(['address', 'port']))
    const page = await refused.submit(form, {
      fill: {
        address: '10.0.4.2',
        port: '47809',
        broadcastTo: '10.0.4.255\n10.0.5.255:47808',
        highestInstance: '9999',
      },
    })
    expect(page.text).toContain('10.0.4.2:47809')
    expect(page.text).toContain('This network has not been searched')
    const edited = await (await page.follow('Edit')).submit(form, { fill: { bbmdAddress: '10.9.0.1', bbmdPort: '' } })
    expect(edited.status, edited.text).toBe(200)
    const { data } = (
      await product.services.call('site', `GET /x/sites/${at.siteId}/controller-networks`, { as: 'amelie' })
    ).body
    expect(data).toMatchObject([
      {
        port: 47809,
        broadcastTo: [
          { address: '10.0.4.255', port: 47809 },
          { address: '10.0.5.255', port: 47808 },
        ],
        bbmd: { address: '10.9.0.1', port: 47808, lifetimeSeconds: 300 },
        highestInstance: 9_999,
      },
    ])
    const other = await (await amelie.get(href('newControllerNetwork', at))).submit(form, {
      fill: { ...settings, name: 'Other', port: '47809' },
    })
    expect(summaryOf(other)).toEqual([
      { field: 'address', text: expect.stringContaining('Another network of this installation uses this') },
    ])
    const gone = await (await edited.follow(/^Delete/)).submit(form, { fill: { reason: 'Taken down' } })
    expect(gone.status, gone.text).toBe(200)
    expect((await amelie.get(href('siteControllerNetworks', at))).text).toContain('This site has no BACnet networks')
    expect(await seen.outcomes()).toEqual(expect.arrayContaining(['intent pending', 'outcome done']))
  })

  test('are looked at by who may, and changed and searched by who may', async () => {
    const { address } = await madeNetwork()
    const own = address.split('?')[0] ?? ''
    const page = await usha.get(own)
    expect(page.status).toBe(200)
    expect(page.root.querySelector(form)).toBeNull()
    expect((await usha.get(`${own}/settings`)).status).toBe(403)
    expect((await usha.post(own, [['_stage', 'apply']])).status).toBe(403)
    expect((await amelie.get(own.replace(at.siteId, siteIdOf(43)))).status).toBe(404)
  })

  test('say how to get a link where the installation has none', async () => {
    const { links } = product.services.world
    const { has } = links
    links.has = () => false
    const page = await amelie.get(href('siteControllerNetworks', at)).finally(() => {
      links.has = has
    })
    expect(page.text).toContain('This installation has no BACnet link')
    expect(page.text).toContain('LINK_PROGRAMS=bacnet=')
  })
})

describe('a search', () => {
  test('refreshes its page while it runs, and then shows what was found, also as a file', async () => {
    let open = () => {}
    invented.gate = new Promise((resolve) => {
      open = resolve
    })
    invented.search = {
      controllers: [answering(101), answering(102, { state: 'silent', name: null, answeredAfterMs: 2_600 })],
      duplicates: [{ instance: 7, addresses: ['10.0.4.7:47808', '10.0.4.8:47808'] }],
      problem: 'bbmdSilent',
    }
    const page = await madeNetwork()
    const running = await page.submit(form)
    expect(running.text).toContain('Searching…')
    const refreshOf = async (address: string) => (await amelie.raw('GET', address)).headers.get('refresh')
    expect(await refreshOf(running.address)).toMatch(/^3; /)
    expect(running.root.querySelector(form)).toBeNull()
    const paused = await running.follow('Pause')
    expect(await refreshOf(paused.address)).toBeNull()
    open()
    const own = page.address.split('?')[0] ?? ''
    const done = await vi.waitFor(async () => {
      const now = await amelie.get(own)
      expect(now.text).toContain('2 new')
      return now
    }, 10_000)
    expect(done.text).toContain('The BBMD did not answer')
    expect(names(done)).toEqual(['BACnet 7', 'AHU-101', 'BACnet 102'])
    expect(done.text).toContain('Several controllers answered with this instance')
    expect(done.text).toContain('2,600 ms')
    expect(names(await done.follow('1 duplicate instance'))).toEqual(['BACnet 7'])
    expect(names(await amelie.get(`${own}?q=ahu`))).toEqual(['AHU-101'])
    const file = await (await amelie.raw('GET', `${own}/csv`)).text()
    expect(file).toContain('10.0.4.101:47808')
    expect(file.trim().split('\n')).toHaveLength(4)
  })

  test.each([
    ['noInterface', 'The interface address does not exist'],
    ['portInUse', 'Another program uses this port'],
    ['bbmdRefused', 'The BBMD refused the registration'],
  ] as const)('says of %s what to do', async (problem, words) => {
    invented.search = { controllers: [], duplicates: [], problem }
    const page = await searched(await madeNetwork())
    expect(page.text).toContain(words)
    expect(page.text).toContain('No controller answered')
  })
})

describe('what was found', () => {
  test('may be for an object, by its name or identifier: the page says which controller has which, on record', async () => {
    const objects = [{ objectType: 'analogInput', objectInstance: 3, name: 'AHU-1 Supply Temperature' }]
    invented.search = { controllers: [{ ...answering(103), objects }], duplicates: [], problem: null }
    const page = await madeNetwork()
    const ofObject = 'main form[method=post]:has([name=object])'
    const empty = await page.submit(ofObject, { fill: { object: ' ' } })
    expect([empty.status, summaryOf(empty).map(({ field }) => field)]).toEqual([422, ['object']])
    const seen = await watch(product, amelie)
    const own = page.address.split('?')[0] ?? ''
    for (const [typed, asked, text] of [
      ['Analog-Input 3', { objectType: 'analogInput', objectInstance: 3 }, 'analogInput 3'],
      ['AHU-1 Supply Temperature', { name: 'AHU-1 Supply Temperature' }, 'AHU-1 Supply Temperature'],
      ['“Loop 1”', { name: 'Loop 1' }, 'Loop 1'],
    ] as const) {
      await (await amelie.get(own)).submit(ofObject, { fill: { object: typed } })
      const found = await vi.waitFor(async () => {
        const now = await amelie.get(own)
        expect(now.text).toContain(`Searched for “${text}”`)
        return now
      }, 10_000)
      expect(invented.objectsAsked.at(-1)).toEqual(asked)
      expect(found.text).toContain('analogInput 3 (AHU-1 Supply Temperature)')
      expect(names(found)).toEqual(['AHU-103'])
    }
    expect((await seen.records()).find(({ outcome }) => outcome === 'done')?.after).toEqual({ object: 'analogInput 3' })
    invented.search = { controllers: [], duplicates: [], problem: null }
    await (await amelie.get(own)).submit(ofObject, { fill: { object: 'Nobody' } })
    await vi.waitFor(async () => expect((await amelie.get(own)).text).toContain('No controller has this object'))
    expect((await usha.get(own)).root.querySelector(ofObject)).toBeNull()
  })

  test('is added to a space by a plan, is on record, and its page says how it is reached', async () => {
    invented.search = {
      controllers: [answering(101), answering(102)],
      duplicates: [{ instance: 7, addresses: ['10.0.4.7:47808', '10.0.4.8:47808'] }],
      problem: null,
    }
    invented.objects.set(101, [listedObject('analogInput', 1, 'AHU-101.SupplyAirTemp')])
    const found = await searched(await madeNetwork())
    const seen = await watch(product, amelie)
    const own = found.address.split('?')[0] ?? ''
    const chosen = await amelie.get(`${own}?to=add&instance=7&instance=101&instance=102`)
    expect(chosen.status).toBe(200)
    const without = await chosen.submit(form)
    expect(summaryOf(without).map(({ field }) => field)).toEqual(['spaceId'])
    const plan = await chosen.submit(form, { fill: { spaceId } })
    expect(plan.text).toContain('several controllers have this instance')
    expect(plan.text).toContain('Add 2 controllers')
    const result = await plan.submit(form)
    expect(result.text).toMatch(/2 of [23]/)
    const records = await seen.records()
    expect(records.filter(({ outcome }) => outcome === 'done').map(({ subject }) => subject.name)).toEqual(
      expect.arrayContaining(['AHU-101', 'AHU-102']),
    )
    const again = await amelie.get(own)
    expect(again.text).toContain('2 already added')
    const page = await again.follow('AHU-101')
    expect(page.text).toContain('Writing to this controller is off')
    expect(page.text).toContain('BACnet/IP')
    expect(page.text).toContain('Test Controls TC-9')
    const own101 = page.address.split('?')[0] ?? ''
    const offered = page.root.querySelectorAll('a').map((link) => link.getAttribute('href') ?? '')
    expect(offered).toContain(`${own101}/points`)
    for (const none of ['network', 'graphics', 'admin-user', 'deployments', 'tunnels', 'onboarding', 'backups'])
      expect(
        offered.filter((one) => one.startsWith(own101) && one.includes(`/${none}`)),
        none,
      ).toEqual([])
    expect(page.text).not.toContain('Deploy packages')
    const points = await vi.waitFor(async () => {
      const now = await amelie.get(`${page.address.split('?')[0]}/points`)
      expect(now.text).toContain('SupplyAirTemp')
      return now
    }, 10_000)
    expect(points.text).toContain('21.5')
    invented.objects.set(101, [listedObject('analogInput', 2, 'AHU-101.ReturnAirTemp')])
    const deviceId = page.address.match(/devices\/([^/?]+)/)?.[1] ?? ''
    invented.events?.objectsChanged(deviceId)
    const point = seedId('point', `${deviceId}/analogInput/1`)
    await vi.waitFor(async () => {
      const gone = await amelie.get(`${page.address.split('?')[0]}/points/${point}`)
      expect(gone.text).toContain('This object is no longer on its controller')
    }, 10_000)
    const list = await amelie.get(`${page.address.split('?')[0]}/points`)
    const [row] = list.root.querySelectorAll('main tbody tr').filter(({ text }) => text.includes('SupplyAirTemp'))
    expect(row?.text).toContain('Missing')
    expect(row?.text).not.toContain('Automatic')
    const controller = await amelie.get(page.address.split('?')[0] ?? '')
    expect(controller.text.replace(/\s+/g, ' ')).toContain('No longer listed 1 point')
  })

  test('is added many at a time, all that match', async () => {
    const many = isFull ? 1_000 : 210
    invented.search = {
      controllers: Array.from({ length: many }, (_, index) => answering(index + 1)),
      duplicates: [],
      problem: null,
    }
    const found = await searched(await madeNetwork())
    const counted = many.toLocaleString('en')
    expect(found.text).toContain(`${counted} new`)
    const own = found.address.split('?')[0] ?? ''
    const chosen = await amelie.get(`${own}?state=new&all=1&to=add`)
    expect(chosen.text).toContain(`${counted} controllers`)
    const plan = await chosen.submit(form, { fill: { spaceId } })
    expect(plan.text).toContain(`Add ${counted} controllers`)
    const result = await plan.submit(form)
    expect(result.text).toContain(`${counted} of ${counted} done`)
    expect((await amelie.get(own)).text).toContain(`${counted} already added`)
  }, 120_000)
})
