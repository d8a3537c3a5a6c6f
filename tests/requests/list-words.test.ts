/** What an address asks of a list in words that the list does not know is told, and never read as "all of them". */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href, type Search } from '../../app/hrefs'
import type { PathName } from '../../app/paths'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let at: Record<string, string>
beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
    buildingId: seedId('building', '41-1'),
    spaceId: seedId('space', '41-1-1'),
  }
})
afterAll(() => product.close())

const open = (name: PathName, search: Search) => amelie.get(href(name, at as never, search))
/** What a list offers to do with several of its rows. */
const offered = (page: Page) =>
  page.root.querySelectorAll('main table input[type=checkbox], main a[href*="all=1"], main input[name=all]').length

const lists: PathName[] = [
  'tenants',
  'tenant',
  'users',
  'trail',
  'models',
  'search',
  'customerMap',
  'customerDevices',
  'deployments',
  'packages',
  'customerOnboarding',
  'customerTunnels',
  'customerSites',
  'siteDevices',
  'siteNetwork',
  'buildingDevices',
  'spaceDevices',
]

describe.each(lists)('the list at %s', (name) => {
  test('tells a word that it does not know, in both languages, and offers nothing for many rows', async () => {
    const page = await open(name, { colour: 'green' })
    expect(page.status).toBe(200)
    expect(page.text).toContain('Not understood: colour')
    expect(offered(page)).toBe(0)
    expect((await open(name, { colour: 'green', lng: 'fr' })).text).toContain('Non compris : colour')
    expect((await open(name, { lng: 'en' })).text).not.toContain('Not understood')
  })
})

describe('a value that means nothing here', () => {
  test.each([
    ['customerDevices', { connected: 'perhaps' }],
    ['customerSites', { archived: 'perhaps' }],
    ['siteNetwork', { state: 'perhaps' }],
    ['users', { role: 'king' }],
    ['deployments', { status: 'perhaps' }],
    ['trail', { outcome: 'perhaps' }],
    ['models', { platform: 'perhaps' }],
    ['customerMap', { box: 'here' }],
  ] as [PathName, Record<string, string>][])('is told at %s', async (name, search) => {
    const page = await open(name, search)
    const [[word, value] = []] = Object.entries(search)
    expect(page.text).toContain(`Not understood: ${word}=${value}`)
    expect(offered(page)).toBe(0)
  })
})

describe('what is searched for', () => {
  test.each([
    ['customerDevices', 'SCI-02'],
    ['customerSites', 'gaspe'],
    ['siteNetwork', 'SCI-02'],
    ['packages', 'outdoor'],
    ['users', 'usha'],
    ['customerOnboarding', 'BIB-11'],
  ] as [PathName, string][])('is called q at %s', async (name, q) => {
    const page = await open(name, { q })
    expect(page.text).not.toContain('Not understood')
    expect(page.root.querySelector('main form input[name=q]')?.getAttribute('value')).toBe(q)
    expect(page.root.querySelectorAll('main tbody tr').length).toBeLessThan(5)
    expect((await open(name, { search: q })).text).toContain('Not understood: search')
  })
})

describe('a change of all that match', () => {
  test.each(['newDeployment', 'devicesDeletion', 'siteMoves', 'siteNetworkSettings', 'usersDeletion'] as PathName[])(
    'is not there at %s for a filter that nobody understands',
    async (name) => {
      expect((await open(name, { all: 1, search: 'SCI' })).status).toBe(404)
      expect((await open(name, { all: 1, q: 'no such name' })).status).toBe(200)
    },
  )
})
