/** Every flag of the specification gates something: off, its addresses are not there and no page leads to them (spec §6, domain §9.4). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { flagsFor } from '../../app/changes'
import { type FeatureName, flagDefaults } from '../../app/flags'
import { href } from '../../app/hrefs'
import { type PathName, paths } from '../../app/paths'
import { viewNames, views } from '../../app/views'
import { seedId } from '../../services/kit/deterministic'
import { faultIdOf } from '../../services/operations/faults/fault-records'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { everyRoute, routeNames } from '../harness/every-route'
import type { Page, Visitor } from '../harness/visitor'
import { isFull } from '../promises/size'
import { changeForm, englishReader } from './on-record'

let product: Console
let amelie: Visitor
let folder: string
let file: string
let at: Record<string, string>
/** Where each hub leads while everything is on. */
const ledTo = new Map<PathName, readonly string[]>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-flags-'))
  file = join(folder, 'features.json')
  await writeFile(file, '{}')
  product = await startTestConsole({ env: { FEATURES_FILE: file } })
  amelie = await englishReader(product, 'amelie')
  const ask = async (line: string) => (await product.services.call('site', line, { as: 'amelie' })).body
  const deviceId = deviceIdOf('montcalm-SCI-ECY303-1')
  const device = await ask(`GET /devices/${deviceId}`)
  const points: { id: string; isWritable: boolean }[] = await ask(`GET /devices/${deviceId}/points`)
  const node = (type: string) => device.path.findLast((one: { type: string }) => one.type === type).id
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: node('group'),
    siteId: node('site'),
    buildingId: node('building'),
    spaceId: device.spaceId,
    deviceId,
    pointId: points.find(({ isWritable }) => isWritable)?.id ?? '',
    equipmentId: equipmentIdOf('AHU SCI-01'),
    userId: userIdOf('hugo.lapointe@boreal.example'),
    ruleId: 'g36-ahu-fc1',
  }
  // The trail has something of what is behind a flag.
  const settings = await amelie.get(addressOf('equipmentSettings'))
  await settings.submit(changeForm, { fill: { description: 'Looked at' } })
  const faultId = faultIdOf(equipmentIdOf('AHU ART-01'), 'g36-ahu-fc1')
  const fault = await amelie.get(href('fault', { ...at, faultId } as never))
  await fault.submit('main form#note', { fill: { text: 'Looked at' } })
  for (const name of hubs) ledTo.set(name, leadsTo(await amelie.get(addressOf(name))))
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => writeFile(file, '{}'))

const off = (flag: FeatureName) => writeFile(file, JSON.stringify({ [flag]: false }))
const namesIn = (name: PathName) => [...paths[name].matchAll(/:([A-Za-z]+)/g)].map(([, one]) => one ?? '')
/** What no seed has a thing for is of no thing: off, it is not there all the same. */
const addressOf = (name: PathName, search = {}) =>
  href(name, { ...Object.fromEntries(namesIn(name).map((one) => [one, seedId('none', one)])), ...at } as never, search)
const hasPage = (name: PathName) => namesIn(name).every((one) => one in at)

const flags = Object.keys(flagDefaults) as FeatureName[]
const viewsOf = (flag: FeatureName) => viewNames.map((name) => views[name]).filter((view) => view.flag === flag)
const pagesOf = (flag: FeatureName): PathName[] => viewsOf(flag).flatMap((view) => Object.values(view.at))
/** The addresses that are behind a flag, by their view or by what is changed there. */
const gatedBy = (flag: FeatureName): PathName[] => [
  ...pagesOf(flag),
  ...viewsOf(flag).flatMap((view) => [...(view.files ?? [])]),
  ...routeNames.filter((name) => {
    const { changes } = everyRoute[name]
    return changes !== undefined && flagsFor(changes).includes(flag)
  }),
]

/** Where one comes by most of what there is. */
const hubs: readonly PathName[] = [
  'tenant',
  'customer',
  'group',
  'site',
  'building',
  'space',
  'device',
  'equipment',
  'devicePoints',
  'point',
  'customerAlarms',
  'customerConfiguration',
  'siteConfiguration',
  'user',
  'trail',
  'customerRules',
  'rule',
  'ruleCoverage',
  'equipmentRules',
  'pointsMapping',
  'customerFaults',
  'customerEquipment',
  'customerSchedules',
  'customerTrends',
  'customerShift',
]

/** Where a page leads to and posts, without what is asked there. */
const leadsTo = (page: Page) =>
  page.root
    .querySelectorAll('a[href], form[action], button[formaction]')
    .map((one) => one.getAttribute('href') ?? one.getAttribute('action') ?? one.getAttribute('formaction') ?? '')
    .map((address) => address.split(/[?#]/)[0] ?? '')

const told = (page: Page) => `${page.root.querySelector('nav')?.structuredText} ${page.text}`

/** What else a flag shows: a page, and the words or the markup that are on it alone while the flag is on. */
const shows: { [Flag in FeatureName]?: readonly [PathName, string | RegExp, search?: Record<string, string>] } = {
  dashboard: ['customer', 'Needs attention'],
  customerUser: ['userRoles', /name="level"[^>]*value="customer"|value="customer"[^>]*name="level"/],
  fanCoilUnitRules: ['customerRules', 'FCU-FC1', { equipmentType: 'Fan_Coil_Unit' }],
  ecyDisplay: ['models', 'ECYDISPLAY'],
  horyzonC: ['models', 'HORYZONC'],
  niagara: ['models', 'NIAGARA'],
  multipleConfiguration: ['customerBacnet', 'Send to all with unsent changes'],
  subscriptions: ['devicePoints', 'data-live='],
  pointWrite: ['point', '/override"'],
  userAdmin: ['siteConfiguration', '/admin-user"'],
  configurationTemplates: ['trail', 'value="template"'],
  schedules: ['trail', 'value="schedule"'],
  faults: ['trail', 'value="fault"'],
  equipment: ['trail', 'value="equipment"'],
}

test('the trail leads to what is behind flags while they are on', async () => {
  const links = leadsTo(await amelie.get(addressOf('trail')))
  expect(links).toContain(addressOf('equipment'))
  expect(links.some((address) => address.includes('/faults/'))).toBe(true)
})

test('every flag of the specification has something to gate', () => {
  expect(flags).toHaveLength(16)
  expect(flags.filter((flag) => gatedBy(flag).length === 0 && !shows[flag])).toEqual([])
})

describe.each(flags.map((flag, turn) => [flag, turn] as const))('the flag %s', (flag, turn) => {
  test('on, has its pages; off, none of them is there, and nothing leads to one', async () => {
    for (const name of pagesOf(flag).filter(hasPage))
      expect([name, (await amelie.get(addressOf(name))).status]).toEqual([name, 200])
    const [page, words, search = {}] = shows[flag] ?? []
    const holds = (shown: Page) => shown.root.outerHTML.search(words ?? '') >= 0 || told(shown).search(words ?? '') >= 0
    if (page) expect([page, holds(await amelie.get(addressOf(page, search)))]).toEqual([page, true])

    await off(flag)
    const gated = gatedBy(flag)
    const answers = await Promise.all(
      gated.map(async (name) => [name, (await amelie.raw('GET', addressOf(name))).status] as const),
    )
    expect(answers.filter(([, status]) => status !== 404)).toEqual([])
    if (page) expect([page, holds(await amelie.get(addressOf(page, search)))]).toEqual([page, false])

    const patterns = gated.map((name) => new RegExp(`^${paths[name].replace(/:[A-Za-z]+/g, '[^/]+')}$`))
    // What stands below a page that is not there is not there, either.
    const isThere = (hub: PathName) => !gated.some((name) => `${paths[hub]}/`.startsWith(`${paths[name]}/`))
    const leadingThere = (addresses: readonly string[]) =>
      addresses.filter((address) => patterns.some((pattern) => pattern.test(address)))
    // Every hub that leads there while the flag is on, and one in three of the others, taking turns from flag to flag.
    const isMet = (hub: PathName, place: number) =>
      isFull || place % 3 === turn % 3 || leadingThere(ledTo.get(hub) ?? []).length > 0
    for (const name of hubs.filter((hub, place) => isThere(hub) && isMet(hub, place))) {
      const hub = await amelie.get(addressOf(name))
      expect([name, hub.status]).toEqual([name, 200])
      expect([name, leadingThere(leadsTo(hub))]).toEqual([name, []])
    }
  })
})
