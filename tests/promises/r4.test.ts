/**
 * R4, the part about somebody else's backend: whatever way the services write their answers, a page whose own thing
 * answers stands. Figure: pages × ways of writing, 0 answers of 500 and above, 0 pages without their heading.
 *
 * Seen to fail: with the contracts read strictly, compressed answers, a byte order mark, text for numbers and words
 * nobody knows gave 502 on nearly every page.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Change, type ChangingProxy, startChangingProxy, withJson } from '../harness/changing-proxy'
import { type Console, startTestConsole } from '../harness/console'
import { strangeBytes, strangeJson } from '../harness/strange-replies'
import type { Visitor } from '../harness/visitor'
import { isFull, tell } from './size'

let proxy: ChangingProxy
let product: Console
let visitor: Visitor
let pages: string[]

beforeAll(async () => {
  proxy = await startChangingProxy()
  product = await startTestConsole({ env: proxy.env })
  proxy.lead(product.services.origin)
  visitor = await product.signedIn('amelie')
  visitor.setCookie('lng', 'en')
  pages = await pagesToWalk()
})
afterAll(async () => {
  await product.close()
  await proxy.close()
})

/** The main page of each kind first: the ordinary run walks those. */
async function pagesToWalk(): Promise<string[]> {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const site = { ...at, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
  const userId = userIdOf('mei.chen@boreal.example')
  const byId = await visitor.get(href('deviceById', { ...at, deviceId: deviceIdOf('montcalm-SCI-ECYVAV-1') }))
  const device = byId.address
  const space = device.replace(/\/devices\/.*/, '')
  const building = space.replace(/\/spaces\/.*/, '')
  const laurier = { ...at, customerId: customerIdOf('CUS1001') }
  const storyDevice = async (number: number) =>
    (await visitor.get(href('deviceById', { ...at, deviceId: deviceIdOf(`story-${number}`) }))).address
  const ledToFrom = async (address: string, pattern: RegExp) => {
    const links = (await visitor.get(address)).root.querySelectorAll('main a')
    return links.map((link) => link.getAttribute('href') ?? '').find((to) => pattern.test(to)) ?? address
  }
  const main = [
    href('customer', laurier),
    href('deployments', laurier),
    await ledToFrom(href('deployments', laurier), /\/deployments\/[0-9a-f-]{36}$/),
    `${await storyDevice(5)}/schedules`,
    `${await storyDevice(3)}/schedules/sch-1/settings`,
    await ledToFrom(`${await storyDevice(2)}/points`, /\/points\/[0-9a-f-]{36}$/),
    href('customerPoints', laurier),
    href('customer', at),
    href('customerDevices', at),
    href('deployments', at),
    href('users', at),
    href('siteNetwork', site),
    device,
  ]
  const others = [
    href('home', {}),
    href('profile', {}),
    href('tenant', at),
    href('tenantInitials', at),
    href('user', { ...at, userId }),
    href('userRoles', { ...at, userId }),
    href('userSettings', { ...at, userId }),
    href('usersOffboarding', at, { user: userId }),
    href('newUser', at),
    href('trail', at),
    href('models', at),
    href('customerSettings', at),
    href('customerDeletion', at),
    href('customerSites', at),
    href('siteMoves', at, { site: [site.siteId] }),
    href('newSite', at),
    href('siteImport', at),
    href('customerMap', at),
    href('packages', at),
    href('package', { ...at, packageName: 'fdd-agent' }),
    href('newDeployment', at, { all: 1, q: 'sci-' }),
    href('customerTunnels', at),
    href('search', at, { q: 'vav' }),
    href('customerOnboarding', at),
    href('group', site),
    href('groupSettings', site),
    href('site', site),
    href('siteDevices', site),
    href('siteSettings', site),
    href('siteDeletion', site),
    href('siteNetworkSettings', site, { all: 1 }),
    building,
    `${building}/settings`,
    space,
    `${space}/settings`,
    `${device}/settings`,
    `${device}/network`,
    `${device}/deployments`,
    `${device}/onboarding`,
    `${device}/tunnels`,
    ...[laurier, at].flatMap((customer) => [
      href('customerShift', customer),
      href('customerAlarms', customer),
      href('customerFaults', customer),
      href('customerRules', customer),
      href('ruleCoverage', customer),
      href('customerOverrides', customer),
      href('customerEquipment', customer),
      href('customerSchedules', customer),
      href('customerScheduleDay', customer),
      href('customerConfiguration', customer),
      href('customerLicences', customer),
    ]),
    href('siteTemplates', site),
    href('customerDevicesCsv', at),
    href('customerSitesCsv', at),
    href('usersCsv', at),
  ]
  return isFull ? [...main, ...others] : main
}

/** Every page in full; on every run every second, the others with the next way of writing. */
const pagesOf = (way: number) => pages.filter((_, place) => isFull || (place + way) % 2 === 0)

const ways: [string, Change][] = [
  ...Object.entries(strangeJson).map(([name, change]): [string, Change] => [
    name,
    (answer) => withJson(answer, change),
  ]),
  ...Object.entries(strangeBytes).map(([name, write]): [string, Change] => [
    name,
    (answer) => {
      if (!answer.headers['content-type']?.includes('json')) return undefined
      const { body, headers } = write(answer.body.toString())
      return { body, headers: { ...answer.headers, ...headers } }
    },
  ]),
]

test('every page stands on its own before anything is changed', async () => {
  for (const address of pages) expect((await visitor.get(address)).status, address).toBe(200)
})

test.each(ways.map(([name, change], way) => [name, change, way] as const))(
  'written with %s, every page stands',
  async (name, change, way) => {
    // What somebody saw before would stand in for an answer that cannot be used.
    const visitor = await product.signedIn('amelie')
    visitor.setCookie('lng', 'en')
    await visitor.get(href('profile', {}))
    proxy.change = change
    const wrong: string[] = []
    const asked = pagesOf(way)
    for (const address of asked) {
      const page = await visitor.get(address)
      if (page.text.includes('Not current')) wrong.push(`an old answer at ${address}`)
      const isFile = address.endsWith('/csv')
      if (page.status >= 500)
        wrong.push(
          `${page.status} ${address}: ${product.log().trimEnd().split('\n').slice(-2).join(' ').slice(0, 900)}`,
        )
      else if (!isFile && page.root.querySelectorAll('h1').length !== 1) wrong.push(`no heading at ${address}`)
    }
    proxy.change = null
    expect(wrong).toEqual([])
    tell('R4', `${name}: ${asked.length} pages stand`)
  },
  120_000,
)
