/**
 * Every empty list says why it is empty and what comes next: a link for who may, the name of who may for everybody else.
 * An all-clear says when and from what it was read, and nothing is clear where there is no controller.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { type ViewLevel, type ViewName, viewLevels, viewNames, views } from '../../app/views'
import { tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { isFull } from '../promises/size'
import { changeForm, englishReader } from './on-record'

let product: Console
let admin: Visitor
let viewer: Visitor
/** A customer without anything, and one with a single controller, not onboarded, and a piece of equipment. */
let bare: Record<string, string>
let shell: Record<string, string>
/** A site with a space and no controller. */
let hollow: Record<string, string>

beforeAll(async () => {
  product = await startTestConsole()
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  const amelie = await englishReader(product, 'amelie')
  ;[admin, viewer] = await Promise.all([englishReader(product, 'claire'), englishReader(product, 'paul')])
  const create = async (name: string) => {
    const page = await (await amelie.get(href('newCustomer', { tenantId }))).submit(changeForm, { fill: { name } })
    const customerId = page.address.split(/[/?]/)[4] ?? ''
    const { store, settings } = product.services.world
    for (const [login, role] of [['claire', 'admin'] as const, ['paul', 'user'] as const])
      store.run(
        'INSERT INTO customer_permission (tenant_id, user_id, customer_id, role_id) VALUES (?,?,?,?)',
        ...[tenantId, userIdOf(login), customerId, settings.roleIds[role]],
      )
    return customerId
  }
  bare = { tenantId, customerId: await create('Bare') }
  const customerId = await create('Shell')
  const site = async (line: string, body: object) => {
    const answer = await product.services.call('site', line, { as: 'amelie', body })
    expect(answer.status, line).toBeLessThan(300)
    return answer.body
  }
  const group = await site(`POST /customers/${customerId}/sitegroups`, { name: 'None' })
  const place = await site(`POST /customers/${customerId}/sites`, { name: 'Site' })
  const building = await site(`POST /sites/${place.id}/buildings`, { name: 'Building' })
  const space = await site(`POST /buildings/${building.id}/spaces`, { name: 'Space' })
  const [device] = await site(`POST /spaces/${space.id}/devices`, { device: { name: 'Controller' } })
  const [equipment] = await site(`POST /spaces/${space.id}/equipment`, { name: 'Unit', type: 'Air_Handling_Unit' })
  shell = {
    ...{ tenantId, customerId, groupId: group.id, siteId: place.id, buildingId: building.id, spaceId: space.id },
    ...{ deviceId: device.id, equipmentId: equipment.id },
  }
  const hollowId = await create('Hollow')
  const { id: groupId } = await site(`POST /customers/${hollowId}/sitegroups`, { name: 'Hollow group' })
  const { id: siteId } = await site(`POST /customers/${hollowId}/sites`, { name: 'Hollow', siteGroupId: groupId })
  const { id: buildingId } = await site(`POST /sites/${siteId}/buildings`, { name: 'Hollow building' })
  const { id: spaceId } = await site(`POST /buildings/${buildingId}/spaces`, { name: 'Hollow space' })
  hollow = { tenantId, customerId: hollowId, groupId, siteId, buildingId, spaceId }
})
afterAll(() => product.close())

const wordsOf = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The empty parts of a page: sentence, reason, links, and who may do what the reader may not. */
function emptiesOf({ root }: Page) {
  return root.querySelectorAll('main [data-empty]').map((part) => ({
    title: wordsOf(part.querySelector('p')?.text ?? ''),
    text: wordsOf(part.querySelector('div.text-soft')?.text ?? ''),
    links: part.querySelectorAll('a').map((link) => wordsOf(link.text)),
    addresses: part.querySelectorAll('a').map((link) => (link.getAttribute('href') ?? '').replaceAll('&amp;', '&')),
    forms: part.querySelectorAll('form').length,
    others: part.querySelectorAll('[data-who]').map((one) => wordsOf(one.text)),
    isDated: part.querySelector('[data-read-from]') !== null,
  }))
}

/** Views with a form, a search or a notice that says how to go on, beside their empty part. */
const isContinuedBeside: readonly ViewName[] = ['siteAgents']

const atLevels = (levels: readonly ViewLevel[]) =>
  viewNames.flatMap((name) => levels.flatMap((level) => (views[name].at[level] ? [{ name, level }] : [])))

describe.each<[string, () => Record<string, string>, readonly ViewLevel[]]>([
  ['a customer without sites', () => bare, ['customer']],
  [
    'places with one controller that is not onboarded',
    () => shell,
    isFull ? viewLevels.filter((level) => level !== 'above' && level !== 'tenant') : ['device'],
  ],
])('%s', (_, placeOf, levels) => {
  test.each([
    ['an administrator', () => admin],
    ['somebody who may only look', () => viewer],
  ] as const)('offers %s the next step in every empty list', { timeout: 180_000 }, async (_who, visitorOf) => {
    const opened = new Map<string, number>()
    for (const { name, level } of atLevels(levels)) {
      const path = views[name].at[level] ?? 'customer'
      const page = await visitorOf().get(href(path, placeOf() as never))
      if (page.status === 403 && visitorOf() === viewer) continue
      expect(page.status, path).toBe(200)
      for (const { title, text, links, addresses, forms, others, isDated } of emptiesOf(page)) {
        expect(title, path).toMatch(/\S/)
        expect(text || others.join(), `${path}: ${title}`).toMatch(/\S/)
        const goesOn = links.length + forms + others.length > 0 || isDated
        expect(goesOn || isContinuedBeside.includes(name), `${path}: ${title} leads nowhere`).toBe(true)
        expect(links, path).not.toContain('Clear filters')
        if (visitorOf() === admin) expect(others, `${path}: ${title}`).toEqual([])
        for (const address of addresses) {
          if (!opened.has(address)) opened.set(address, (await visitorOf().get(address)).status)
          expect([address, opened.get(address)]).toEqual([address, 200])
        }
      }
    }
  })
})

test.each([
  [
    'customerSites',
    'This customer has no sites yet',
    ['Create site', 'Build from a file…'],
    'Create site · Build from a file',
  ],
  ['customerDevices', 'There are no controllers here yet', ['Choose a site'], 'Add controllers'],
  ['customerAlarms', 'There are no controllers here yet', ['Choose a site'], 'Add controllers'],
  ['customerFaults', 'There are no controllers here yet', ['Choose a site'], 'Add controllers'],
  ['customerOverrides', 'There are no controllers here yet', ['Choose a site'], 'Add controllers'],
  ['customerShift', 'There are no controllers here yet', ['Choose a site'], 'Add controllers'],
  ['customerConfiguration', 'There are no controllers here yet', ['Choose a site'], 'Add controllers'],
  ['customerEquipment', 'No equipment', ['Choose a site'], 'Create equipment'],
  ['customerHistorian', 'No controllers are onboarded yet', ['Onboard controller'], 'Onboard controller'],
] as const)('%s of an empty customer says what is missing and who can add it', async (path, title, links, step) => {
  const [forAdmin] = emptiesOf(await admin.get(href(path, bare as never)))
  expect(forAdmin).toMatchObject({ title, links, others: [] })
  const [forViewer] = emptiesOf(await viewer.get(href(path, bare as never)))
  expect(forViewer).toMatchObject({
    ...{ title, links: [] },
    others: [`An administrator of this customer can do this: ${step}.`],
  })
})

test.each([
  ['site', 'Choose a space', 'site'],
  ['siteAlarms', 'Choose a space', 'site'],
  ['siteFaults', 'Choose a space', 'site'],
  ['siteOverrides', 'Choose a space', 'site'],
  ['siteShift', 'Choose a space', 'site'],
  ['siteGraphics', 'Choose a space', 'site'],
  ['siteNetwork', 'Choose a space', 'site'],
  ['siteScheduleDay', 'Choose a space', 'site'],
  ['siteDevices', 'Choose a space', 'site'],
  ['siteEquipment', 'Choose a space', 'site'],
  ['groupAlarms', 'Choose a site', 'customerSites'],
  ['buildingAlarms', 'Choose a space', 'building'],
  ['buildingDevices', 'Choose a space', 'building'],
  ['buildingEquipment', 'Choose a space', 'building'],
  ['spaceAlarms', 'Add controllers…', 'newDevice'],
] as const)('%s without controllers leads down to a space, not to another site', async (path, label, target) => {
  const parts = emptiesOf(await admin.get(href(path, hollow as never)))
  const [part] = parts.filter(({ title }) => /There are no controllers here yet|No equipment/.test(title))
  expect(part?.others).toEqual([])
  const place = part?.links.indexOf(label) ?? -1
  expect(part?.addresses[place]).toBe(href(target, hollow as never))
  const [inFrench] = emptiesOf(await admin.get(href(path, hollow as never, { lng: 'fr' })))
  await admin.get(href(path, hollow as never, { lng: 'en' }))
  if (label === 'Choose a space') expect(inFrench?.links).toContain('Choisir un espace')
})

test.each([
  ['deviceTunnels', 'No tunnel is open', 'Onboard controller'],
  ['deviceTime', 'Nothing was sent yet', 'Onboard controller'],
  ['deviceGraphics', 'Nothing was built yet', 'Upload graphics'],
  ['device', 'No packages were deployed to this controller yet', 'Onboard controller'],
  ['customerTunnels', 'No tunnel to any controller of this customer is open', 'Open tunnel'],
] as const)('%s of a new controller offers what comes first', async (path, title, step) => {
  const partFor = async (who: Visitor) =>
    emptiesOf(await who.get(href(path, shell as never))).find((one) => one.title === title)
  expect(await partFor(admin)).toMatchObject({ links: [expect.stringContaining(step)], others: [] })
  // Neither tunnels nor logs are for everybody.
  const forViewer = await partFor(viewer)
  expect(forViewer !== undefined).toBe(path === 'device')
  if (forViewer)
    expect(forViewer).toMatchObject({
      ...{ links: [], others: [`An administrator of this customer can do this: ${step}.`] },
    })
})

test('a tunnel is opened by the form that its empty list leads to', async () => {
  const page = await admin.get(href('customerTunnels', shell as never))
  const [address = ''] = emptiesOf(page)[0]?.addresses ?? []
  expect(page.root.querySelector(`form#${address.split('#')[1]}`)).not.toBeNull()
})

test('a coverage without equipment is not called complete', async () => {
  const [part] = emptiesOf(await viewer.get(href('ruleCoverage', bare as never)))
  expect(part).toMatchObject({ title: 'No rule applies here', links: ['Equipment'] })
})

test.each(['siteAlarms', 'siteFaults', 'siteOverrides'] as const)(
  'an all-clear says when and from what: %s',
  async (path) => {
    const [part] = emptiesOf(await viewer.get(href(path, shell as never)))
    expect(part?.text).toMatch(/Read at 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d \w+ from 1 controller\.$/)
  },
)

test('an all-clear whose controllers could not be counted says when only', async () => {
  product.services.world.faults.inject('site', { match: 'GET /x/devices', kind: 'status', status: 503 })
  try {
    const [part] = emptiesOf(await viewer.get(href('siteAlarms', shell as never)))
    expect(part?.text).toMatch(/Read at [^.]*\d \w+\.$/)
  } finally {
    product.services.world.faults.clear()
  }
})

test('a list that is empty by its filters offers to clear them, and nothing else', async () => {
  for (const path of ['customerSites', 'customerDevices', 'customerEquipment'] as const) {
    const [part] = emptiesOf(await admin.get(href(path, shell as never, { q: 'zzz' })))
    expect(part, path).toMatchObject({ links: ['Clear filters'], others: [] })
  }
  const [alarms] = emptiesOf(
    await admin.get(href('customerAlarms', shell as never, { severity: 'critical', q: 'zzz' })),
  )
  expect(alarms?.links).toEqual([
    'Clear filters',
    'Remove the filter Search (zzz)',
    'Remove the filter Severity (Critical)',
  ])
})

test('in an archived customer nobody is named who could change it', async () => {
  const { store } = product.services.world
  store.run('UPDATE customer SET archived = 1 WHERE id = ?', bare.customerId ?? '')
  const [part] = emptiesOf(await viewer.get(href('customerSites', bare as never)))
  expect(part).toMatchObject({ title: 'This customer has no sites yet', links: [], others: [] })
  store.run('UPDATE customer SET archived = 0 WHERE id = ?', bare.customerId ?? '')
})
