/** What an address asks of a list in words that the list does not know is told, and never read as "all of them". */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href, type QueryParams } from '../../app/hrefs'
import type { PathName } from '../../app/paths'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { isFull } from '../promises/size'
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
    deviceId: seedId('device', 'montcalm-SCI-ECYVAV-1'),
    ruleId: 'g36-vav-lowflow',
    productId: seedId('product', 'ECYVAV'),
    userId: userIdOf('hugo.lapointe@boreal.example'),
  }
})
afterAll(() => product.close())

const open = (name: PathName, search: QueryParams) => amelie.get(href(name, at as never, search))
/** What a list offers to do with several of its rows. */
const offered = (page: Page) =>
  page.root.querySelectorAll(
    'main table input[type=checkbox], main a[href*="?all=1"], main a[href*="&all=1"], main input[name=all]',
  ).length

const lists: PathName[] = [
  'tenants',
  'tenant',
  'users',
  'trail',
  'models',
  'search',
  'customerMap',
  'customerAlarms',
  'customerFaults',
  'customerRules',
  'ruleCoverage',
  'rule',
  'customerSchedules',
  'customerDevices',
  'customerLicences',
  'customerEquipment',
  'customerPoints',
  'customerOverrides',
  'deployments',
  'packages',
  'customerOnboarding',
  'customerTunnels',
  'customerSites',
  'groupAlarms',
  'groupFaults',
  'groupSchedules',
  'groupEquipment',
  'groupPoints',
  'groupOverrides',
  'siteAlarms',
  'siteFaults',
  'siteSchedules',
  'siteDevices',
  'siteEquipment',
  'sitePoints',
  'siteOverrides',
  'siteNetwork',
  'siteTemplates',
  'buildingAlarms',
  'buildingFaults',
  'buildingOverrides',
  'buildingDesigner',
  'buildingSchedules',
  'buildingDevices',
  'buildingEquipment',
  'buildingPoints',
  'spaceAlarms',
  'spaceFaults',
  'spaceSchedules',
  'spaceDevices',
  'spaceEquipment',
  'spacePoints',
  'deviceAllEquipment',
  'devicePoints',
]

describe.each(lists)('the list at %s', (name) => {
  test('tells a word that it does not know, in both languages, and offers nothing for many rows', async () => {
    const page = await open(name, { colour: 'green', lng: 'en' })
    expect(page.status).toBe(200)
    expect(page.text).toContain('Unknown filter: colour')
    expect(offered(page)).toBe(0)
    // In full each list in French, and once with nothing that it does not know; on every run the one or the other.
    const turn = lists.indexOf(name) % 2
    if (isFull || turn === 0)
      expect((await open(name, { colour: 'green', lng: 'fr' })).text).toContain('Filtre inconnu : colour')
    if (isFull || turn === 1) expect((await open(name, { lng: 'en' })).text).not.toContain('Unknown filter')
  })
})

/** Pages with rows and no actions for all of them: what an address asks beside them is told, and they stay. */
const pages: [name: PathName, known: Record<string, string>, wrong: Record<string, string>][] = [
  ['customer', { wall: '0' }, {}],
  ['group', {}, {}],
  ['site', { wall: '0' }, {}],
  ['building', {}, {}],
  ['model', {}, {}],
  ['tenantInitials', { q: 'AT' }, {}],
  ['userRoles', { q: 'campus' }, {}],
  ['deviceDeployments', {}, {}],
  ['customerScheduleDay', { date: '2026-12-24' }, { from: '-1' }],
  ['groupScheduleDay', { date: '2026-12-24' }, { from: 'now' }],
  ['siteScheduleDay', { from: '0' }, { from: '99999' }],
  ['buildingScheduleDay', {}, {}],
  ['spaceScheduleDay', {}, {}],
  ['deviceScheduleDay', {}, {}],
]

describe.each(pages)('the page at %s', (name, known, wrong) => {
  test('tells a word and a value that it does not know, and shows the same without it', async () => {
    const plain = await open(name, known)
    expect([plain.status, plain.text.includes('Unknown filter')]).toEqual([200, false])
    for (const [word, value] of Object.entries({ colour: 'green', ...wrong })) {
      const page = await open(name, { ...known, [word]: value })
      expect(page.status).toBe(200)
      expect(page.text).toContain(`Unknown filter: ${word === 'colour' ? word : `${word}=${value}`}`)
      expect(page.text).toContain('We ignored it and show the page without it.')
      expect(page.root.querySelectorAll('main tbody tr')).toHaveLength(
        plain.root.querySelectorAll('main tbody tr').length,
      )
    }
  })
})

describe('a value that means nothing here', () => {
  test.each([
    ['customerDevices', { connected: 'perhaps' }],
    ['customerAlarms', { severity: 'perhaps' }],
    ['siteAlarms', { from: 'yesterday' }],
    ['customerFaults', { severity: 'critical' }],
    ['customerRules', { stands: 'perhaps' }],
    ['rule', { status: 'perhaps' }],
    ['siteFaults', { from: 'yesterday' }],
    ['customerSites', { archived: 'perhaps' }],
    ['siteNetwork', { state: 'perhaps' }],
    ['users', { role: 'king' }],
    ['deployments', { status: 'perhaps' }],
    ['trail', { outcome: 'perhaps' }],
    ['models', { platform: 'perhaps' }],
    ['customerMap', { box: 'here' }],
    ['customerLicences', { feature: 'perhaps' }],
    ['customerEquipment', { readiness: 'perhaps' }],
    ['customerPoints', { state: 'perhaps' }],
    ['customerOverrides', { end: 'perhaps' }],
    ['devicePoints', { state: 'perhaps' }],
  ] as [PathName, Record<string, string>][])('is told at %s', async (name, search) => {
    const page = await open(name, search)
    const [[word, value] = []] = Object.entries(search)
    expect(page.text).toContain(`Unknown filter: ${word}=${value}`)
    expect(offered(page)).toBe(0)
  })
})

describe('a filter that only some have', () => {
  test.each([
    ['tenants', { state: 'onboarded' }],
    ['tenant', { archived: '1' }],
  ] as [PathName, Record<string, string>][])(
    'is not understood of others at %s, nor in its file',
    async (name, search) => {
      const [word = ''] = Object.keys(search)
      const usha = await englishReader(product, 'usha')
      const page = await usha.get(href(name, at as never, search))
      expect(page.text).toContain(`Unknown filter: ${word}`)
      expect(page.root.querySelector(`main form.filters [name=${word}]`)).toBeNull()
      const file = name === 'tenants' ? 'tenantsCsv' : 'customersCsv'
      expect((await usha.raw('GET', href(file, at as never, search))).status).toBe(422)
    },
  )
})

describe('a list without rows', () => {
  test.each([
    ['tenants', 'No tenant matches'],
    ['tenant', 'No customer matches'],
    ['users', 'Nobody matches'],
    ['allUsers', 'Nobody matches'],
    ['customerSites', 'No site matches'],
  ] as [PathName, string][])('says at %s that nothing matches, and leads back to all of it', async (name, none) => {
    const marcus = await englishReader(product, 'marcus')
    const page = await marcus.get(href(name, at as never, { q: 'no such name' }))
    expect(page.text).toContain(none)
    expect(page.root.querySelectorAll('main h2').filter(({ text }) => text.startsWith('0 '))).toEqual([])
    const clear = page.root.querySelectorAll('main section a').find((link) => link.text === 'Clear filters')
    expect(clear?.getAttribute('href')).toBe(href(name, at as never))
    expect((await marcus.get(href(name, at as never))).text).not.toContain(none)
  })
})

describe('what is searched for', () => {
  test.each([
    ['customerAlarms', 'smoke'],
    ['customerFaults', 'ART-01'],
    ['customerRules', 'dmpleak'],
    ['customerDevices', 'SCI-02'],
    ['customerSites', 'gaspe'],
    ['customerEquipment', 'SCI-02'],
    ['customerPoints', 'SCI-02 flow'],
    ['devicePoints', 'airflow'],
    ['siteNetwork', 'SCI-02'],
    ['packages', 'outdoor'],
    ['users', 'usha'],
    ['customerOnboarding', 'BIB-11'],
  ] as [PathName, string][])('is called q at %s', async (name, q) => {
    const page = await open(name, { q })
    expect(page.text).not.toContain('Unknown filter')
    expect(page.root.querySelector('main form input[name=q]')?.getAttribute('value')).toBe(q)
    expect(page.root.querySelectorAll('main tbody tr').length).toBeLessThan(5)
    expect((await open(name, { search: q })).text).toContain('Unknown filter: search')
  })
})

describe('a change of all that match', () => {
  test.each([
    'newDeployment',
    'devicesDeletion',
    'siteMoves',
    'siteNetworkSettings',
    'usersDeletion',
    'faultsResolving',
    'ruleSwitching',
  ] as PathName[])('is not there at %s for a filter that nobody understands', async (name) => {
    expect((await open(name, { all: 1, search: 'SCI' })).status).toBe(404)
    expect((await open(name, { all: 1, q: 'no such name' })).status).toBe(200)
  })

  test.each([
    ['usersDeletion', { role: 'king' }, { role: 'admin' }],
    ['siteMoves', { archived: 'perhaps' }, { archived: 'all' }],
    ['siteNetworkSettings', { state: 'perhaps' }, { state: 'dirty' }],
    ['newDeployment', { connected: 'perhaps' }, { connected: 'true' }],
    ['devicesDeletion', { connected: 'perhaps' }, { connected: 'true' }],
    ['faultsResolving', { severity: 'critical' }, { severity: 'medium' }],
  ] as [PathName, Record<string, string>, Record<string, string>][])(
    'is not there at %s for a value that nobody has heard of',
    async (name, unheard, known) => {
      expect((await open(name, { all: 1, ...unheard })).status).toBe(404)
      expect((await open(name, { all: 1, ...known })).status).toBe(200)
    },
  )
})

/** What the services refuse of their own accord, and what a stricter one would. */
describe('what a service refuses', () => {
  test.each([
    ['customerDevices', { package: 'weather', version: 'x'.repeat(300) }, 'version', 'This is too long'],
    ['customerDevices', { package: 'x'.repeat(300) }, 'package', 'This is too long'],
    ['siteDevices', { q: 'x'.repeat(300) }, 'q', 'This is too long'],
  ] as [PathName, Record<string, string>, string, string][])(
    'stands at %s beside its filter (search %#)',
    async (name, search, field, message) => {
      const page = await open(name, search)
      expect(page.status).toBe(200)
      expect(page.text).toContain(`Unknown filter: ${field}=`)
      const input = page.root.querySelector(`main form.filters [name=${field}]`)
      expect(input?.getAttribute('aria-invalid')).toBe('true')
      const told = page.root.querySelector(`#${input?.getAttribute('aria-describedby')?.split(' ').at(-1)}`)
      expect(told?.text).toContain(message)
      expect(offered(page)).toBe(0)
      expect(page.root.querySelectorAll('main tbody tr')).toHaveLength(0)
    },
  )

  test.each([
    ['tenants', 'tenant', 'GET /tenants', 'q', 'search'],
    ['tenant', 'tenant', 'GET /tenants', 'q', 'search'],
    ['users', 'tenant', 'GET /tenants', 'q', 'search'],
    ['users', 'tenant', 'GET /tenants', 'role', 'role'],
    ['customerAlarms', 'operations', 'POST /alarms', 'q', 'search'],
    ['customerSites', 'site', 'GET /customers', 'country', 'country'],
    ['customerSites', 'site', 'GET /customers', 'q', 'search'],
    ['deployments', 'site', 'GET /x/deployments', 'status', 'status'],
    ['search', 'site', 'GET /x/search', 'q', 'q'],
    ['tenantSearch', 'site', 'GET /x/search', 'kind', 'kinds'],
  ] as [PathName, string, string, string, string][])('is told at %s when %s refuses at %s: %s', async (...row) => {
    const [name, service, match, word, field] = row
    const value = { role: 'user', status: 'NotStarted', kind: 'site' }[word] ?? 'Nowhere'
    const reader = name === 'tenants' ? await englishReader(product, 'marcus') : amelie
    const body = JSON.stringify({ errorCode: 4000, errors: { [field]: ['errors.field.choice'] } })
    const search = { ...(word === 'kind' && { q: 'gaspe' }), [word]: value }
    const address = href(name, at as never, search)
    await product.services.control(`POST /services/${service}/inject`, { match, kind: 'answer', status: 422, body })
    const page = await reader.get(address)
    await product.services.control(`DELETE /services/${service}/inject`)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`Unknown filter: ${word}=${value}`)
    const input = page.root.querySelector(`main form.filters [name=${word}]`)
    // A kind is chosen by a link: there is no control to be marked.
    if (word !== 'kind') {
      expect(input?.getAttribute('aria-invalid')).toBe('true')
      expect(page.text).toContain('Choose one of the options shown')
    }
    expect((await reader.get(address)).text).not.toContain('Unknown filter')
  })

  const paged = [
    'customerAlarms',
    'customerDevices',
    'customerPoints',
    'deployments',
    'customerSites',
    'customerOnboarding',
    'customerTunnels',
    'packages',
  ]

  test.each(paged as PathName[])('of where a page begins is told at %s', async (name) => {
    const page = await open(name, { after: 'made-up' })
    expect(page.status).toBe(200)
    expect(page.text).toContain('Unknown filter: after=made-up')
    expect(page.root.querySelectorAll('main tbody tr')).toHaveLength(0)
    // Nothing is known of what matches.
    expect(page.root.querySelector('main [data-empty]')?.text).toMatch(/^Nothing is listed/)
    expect(page.text).not.toContain('0 results')
  })
})

/** The address of the file that a list offers, for each list that has one. */
const files: [PathName, PathName][] = [
  ['tenantsCsv', 'tenants'],
  ['customersCsv', 'tenant'],
  ['usersCsv', 'users'],
  ['allUsersCsv', 'allUsers'],
  ['trailCsv', 'trail'],
  ['trailExport', 'trail'],
  ['customerAlarmsCsv', 'customerAlarms'],
  ['customerFaultsCsv', 'customerFaults'],
  ['customerRulesCsv', 'customerRules'],
  ['ruleCoverageCsv', 'ruleCoverage'],
  ['ruleCsv', 'rule'],
  ['customerDevicesCsv', 'customerDevices'],
  ['customerPointsCsv', 'customerPoints'],
  ['customerSitesCsv', 'customerSites'],
  ['customerTunnelsCsv', 'customerTunnels'],
  ['packagesCsv', 'packages'],
  ['modelsCsv', 'models'],
  ['deploymentsCsv', 'deployments'],
  ['customerNetworkCsv', 'customerNetwork'],
  ['customerTimeCsv', 'customerTime'],
  ['customerBacnetCsv', 'customerBacnet'],
  ['customerAdminUserCsv', 'customerAdminUser'],
  ['customerGraphicsCsv', 'customerGraphics'],
]

describe.each(files)('the file at %s', (name, list) => {
  test('is refused for a word that its list does not know', async () => {
    const reader = ['tenantsCsv', 'allUsersCsv'].includes(name) ? await englishReader(product, 'marcus') : amelie
    const asked = (path: PathName) => href(path, at as never, { colour: 'green', q: 'a' })
    expect((await reader.get(asked(list))).text).toContain('Unknown filter: colour')
    const answer = await reader.raw('GET', asked(name), { headers: { accept: '*/*' } })
    expect(answer.status).toBe(422)
    expect((await answer.json()).unclear).toContain('colour')
    const page = await reader.get(asked(name))
    expect(page.status).toBe(422)
    expect(page.text).toContain('Unknown filter: colour')
    expect((await reader.raw('GET', href(name, at as never))).status).toBe(200)
  })
})

describe('a file', () => {
  test.each([
    ['customerAlarmsCsv', { ack: 'perhaps' }],
    ['customerFaultsCsv', { severity: 'critical' }],
    ['customerDevicesCsv', { connected: 'perhaps' }],
    ['customerDevicesCsv', { version: 'x'.repeat(300) }],
    ['customerDevicesCsv', { after: 'made-up' }],
    ['customerSitesCsv', { archived: 'perhaps' }],
    ['usersCsv', { role: 'king' }],
    ['trailCsv', { outcome: 'perhaps' }],
    ['trailExport', { from: 'yesterday' }],
  ] as [PathName, Record<string, string>][])(
    'is refused for a value that means nothing: %s (%#)',
    async (name, search) => {
      const answer = await amelie.raw('GET', href(name, at as never, search), { headers: { accept: '*/*' } })
      expect(answer.status).toBe(422)
      const [[word, value] = ['', '']] = Object.entries(search)
      expect((await answer.json()).unclear).toEqual([`${word}=${value}`.slice(0, 60)])
    },
  )
})
