/**
 * Nobody sees beyond what is theirs: every address × role × {own, another customer's, another tenant's, missing}, as a
 * page and as data. An address without an expectation fails here.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { type ParamsFor, type PathName, paths } from '../../app/paths'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { englishReader, trailOf } from './on-record'

/** Who gets an address: everyone of the tenant, or these roles. Above a customer, `at` says who finds the thing there. */
interface Expectation {
  may: readonly Role[]
  /** A redirect to the nested address instead of a page. */
  leads?: true
  /** Tenant-level things that not everyone who may look finds. */
  finds?: readonly Login[]
}
type Role = 'super-admin' | 'admin' | 'user' | 'customer-admin' | 'customer-user' | 'no-access'
type Login = (typeof logins)[number]
type Whose = 'own' | 'another customer' | 'another tenant' | 'missing'

const logins = ['marcus', 'amelie', 'usha', 'claire', 'paul', 'nadia'] as const
const members: readonly Role[] = ['super-admin', 'admin', 'user', 'customer-admin', 'customer-user']
const everyone: readonly Role[] = [...members, 'no-access']
const administrators: readonly Role[] = ['super-admin', 'admin', 'customer-admin']
const superAdministrators: readonly Role[] = ['super-admin']
const tenantAdministrators: readonly Role[] = ['super-admin', 'admin']

/** Addresses that name nothing of anybody's. */
const general = [
  'home',
  'login',
  'loginStart',
  'loginCallback',
  'logout',
  'profile',
  'operator',
  'tenants',
  'tenantsCsv',
  'newTenant',
] as const

const expectations = {
  tenant: { may: members },
  tenantSettings: { may: tenantAdministrators },
  tenantOnboarding: { may: superAdministrators },
  tenantOffboarding: { may: superAdministrators },
  tenantInitials: { may: administrators },
  customersCsv: { may: members },
  newCustomer: { may: tenantAdministrators },
  deviceById: { may: members, leads: true },
  allUsers: { may: ['super-admin'] },
  allUsersCsv: { may: ['super-admin'] },
  users: { may: administrators },
  usersCsv: { may: administrators },
  newUser: { may: tenantAdministrators },
  usersRoleGiving: { may: tenantAdministrators },
  usersRoleTaking: { may: tenantAdministrators },
  usersOffboarding: { may: tenantAdministrators },
  usersDeletion: { may: tenantAdministrators },
  user: { may: administrators, finds: ['marcus', 'amelie'] },
  userSettings: { may: tenantAdministrators, finds: ['marcus', 'amelie'] },
  userRoles: { may: administrators, finds: ['marcus', 'amelie'] },
  trail: { may: administrators },
  trailRecord: { may: everyone, finds: ['marcus', 'amelie', 'usha'] },
  trailExport: { may: tenantAdministrators },
  trailCsv: { may: tenantAdministrators },
  change: { may: everyone, finds: ['marcus', 'amelie', 'usha'] },
  customer: { may: members },
  search: { may: members },
  customerMap: { may: members },
  customerSettings: { may: administrators },
  customerArchiving: { may: tenantAdministrators },
  customerRestoring: { may: tenantAdministrators },
  customerDeletion: { may: tenantAdministrators },
  customerDevices: { may: members },
  customerDevicesCsv: { may: members },
  devicesDeletion: { may: administrators },
  deployments: { may: members },
  newDeployment: { may: administrators },
  deployment: { may: members },
  deploymentCsv: { may: members },
  customerSites: { may: members },
  customerSitesCsv: { may: members },
  siteMoves: { may: administrators },
  newSite: { may: administrators },
  newGroup: { may: administrators },
  group: { may: members },
  groupSettings: { may: administrators },
  groupDeletion: { may: administrators },
  site: { may: members },
  siteSettings: { may: administrators },
  siteArchiving: { may: administrators },
  siteRestoring: { may: administrators },
  siteDeletion: { may: administrators },
  siteDevices: { may: members },
  siteNetwork: { may: members },
  siteNetworkSettings: { may: administrators },
  siteNetworkSending: { may: administrators },
  newBuilding: { may: administrators },
  building: { may: members },
  buildingSettings: { may: administrators },
  buildingDeletion: { may: administrators },
  buildingDevices: { may: members },
  newSpace: { may: administrators },
  spacesEditing: { may: administrators },
  space: { may: members },
  spaceSettings: { may: administrators },
  spaceDeletion: { may: administrators },
  spaceDevices: { may: members },
  newDevice: { may: administrators },
  device: { may: members },
  deviceSettings: { may: administrators },
  deviceNetwork: { may: members },
  deviceDeployments: { may: members },
  customerOnboarding: { may: members },
  deviceOnboarding: { may: members },
  deviceOnboardingRemoval: { may: administrators },
  deviceStateRequest: { may: members },
  customerTunnels: { may: administrators },
  customerTunnelsCsv: { may: administrators },
  deviceTunnels: { may: administrators },
  deviceTunnel: { may: administrators },
} satisfies Record<Exclude<PathName, (typeof general)[number]>, Expectation>
type Name = keyof typeof expectations
const names = Object.keys(expectations) as Name[]

let product: Console
const visitors = {} as Record<Login, Visitor>
let boreal: string
let lakeshore: string
/** Params of every address, per customer, as somebody who sees everything finds them. */
const placed: Record<string, Record<string, string>> = {}
let common: Record<string, string>

beforeAll(async () => {
  product = await startTestConsole()
  await Promise.all(
    logins.map(async (login) => Object.assign(visitors, { [login]: await englishReader(product, login) })),
  )
  boreal = tenantIdOf(product.services.world, 'boreal')
  lakeshore = tenantIdOf(product.services.world, 'lakeshore')
  const devices = { CUS1001: 'story-3', CUS1002: 'story-6', CUS1003: 'story-8', CUS1004: 'montcalm-SCI-ECYVAV-1' }
  for (const [customer, key] of Object.entries(devices)) placed[customer] = await placeOf(customer, deviceIdOf(key))
  // Something usha was denied: a record of hers, of the tenant, that no customer's people see.
  const hugo = { tenantId: boreal, userId: userIdOf('hugo.lapointe@boreal.example') }
  await visitors.usha.post(href('userRoles', hugo), [['level', 'tenant']])
  const [record] = await trailOf(visitors.amelie, boreal)
  common = { userId: hugo.userId, sequence: String(record?.sequence), changeId: record?.changeId ?? '' }
})
afterAll(() => product.close())

async function placeOf(customer: string, deviceId: string): Promise<Record<string, string>> {
  const page = await visitors.marcus.get(href('deviceById', { tenantId: boreal, deviceId }))
  const found = page.address.match(/groups\/([^/]+)\/sites\/([^/]+)\/buildings\/([^/]+)\/spaces\/([^/]+)\/devices/)
  const [, groupId = '', siteId = '', buildingId = '', spaceId = ''] = found ?? []
  const customerId = customerIdOf(customer)
  const { body } = await product.services.call('site', `GET /x/deployments?customerId=${customerId}`, { as: 'marcus' })
  const tunnelId = await tunnelTo(deviceId)
  const operationId = body.data[0]?.operationId ?? ''
  return { customerId, groupId, siteId, buildingId, spaceId, deviceId, operationId, tunnelId }
}

/** One that is there, else a new one; '' to a controller that can hold none. */
async function tunnelTo(deviceId: string): Promise<string> {
  const { body: known } = await product.services.call('site', `GET /devices/${deviceId}/tunnels`, { as: 'marcus' })
  if (known[0]) return known[0].tunnelId
  const { body } = await product.services.call('site', `POST /devices/${deviceId}/tunnels`, { as: 'marcus', body: {} })
  return body.tunnelId ?? ''
}

/** The role somebody has where an address leads; null where the place is hidden from them. */
function roleOf(login: Login, tenantId: string, customer: string | null): Role | null {
  if (login === 'marcus') return 'super-admin'
  if (tenantId !== boreal) return null
  if (login === 'amelie') return 'admin'
  if (login === 'usha') return 'user'
  if (login === 'nadia') return customer ? null : 'no-access'
  if (login === 'paul') return customer === null || customer === 'CUS1003' ? 'customer-user' : null
  if (customer === 'CUS1001') return 'customer-user'
  return customer === null || customer === 'CUS1002' ? 'customer-admin' : null
}

const home: Record<Login, string> = {
  marcus: 'CUS1001',
  amelie: 'CUS1001',
  usha: 'CUS1001',
  claire: 'CUS1002',
  paul: 'CUS1003',
  nadia: 'CUS1001',
}

interface Asked {
  address: string
  status: number
}

/** The address of a page for somebody, and what it answers; null where there is nothing of the kind to ask for. */
function ask(name: Name, login: Login, whose: Whose): Asked | null {
  const expected: Expectation = expectations[name]
  const customer = whose === 'another customer' ? 'CUS1004' : home[login]
  const tenantId = whose === 'another tenant' ? lakeshore : boreal
  const known = { ...common, ...placed[customer] }
  const keys = [...paths[name].matchAll(/:([A-Za-z]+)/g)].map(([, key]) => key as string)
  const last = keys.at(-1) ?? ''
  if (keys.length === 0 && whose !== 'own') return null
  if (whose === 'missing' && last === 'groupId') return null
  if (whose === 'another customer' && !keys.some((key) => key in (placed.CUS1001 ?? {}))) return null
  const missing = whose === 'missing' ? { [last]: last === 'sequence' ? '999999' : randomUUID() } : {}
  const params = { ...known, tenantId, ...missing } as Record<string, string>
  if (keys.some((key) => !params[key])) return null
  const role = roleOf(login, params.tenantId ?? '', keys.includes('customerId') ? customerNow(params.customerId) : null)
  const address = href(name, params as ParamsFor<Name>)
  return {
    address,
    status: statusOf({ name, expected, role, login, whose, tenantId: params.tenantId ?? '', last, customer }),
  }
}

const customerNow = (id: string | undefined) =>
  Object.keys(placed).find((code) => customerIdOf(code) === id) ?? 'nowhere'

interface Case {
  name: Name
  expected: Expectation
  role: Role | null
  login: Login
  whose: Whose
  tenantId: string
  last: string
  customer: string
}

function statusOf({ name, expected, role, login, whose, tenantId, last, customer }: Case): number {
  if (role === null) return 404
  if (!expected.may.includes(role)) return 403
  const isSupers = login === 'marcus' && tenantId !== boreal
  // The trail is the console's own: of a tenant that is not there it is empty.
  if (whose === 'missing' && last === 'tenantId') return name.startsWith('trail') ? 200 : 404
  // A super-admin enters every tenant; what belongs to another one is not in it.
  if (isSupers && !expected.leads) return last === 'tenantId' ? 200 : 404
  if (whose === 'missing') return 404
  if (expected.finds && !expected.finds.includes(login)) return 404
  if (name === 'deviceById' && roleOf(login, tenantId, customer) === null) return 404
  // Sites in no group hang from their customer.
  return expected.leads || (name === 'group' && placed[customer]?.groupId === 'none') ? 302 : 200
}

/** Names and host ids of what somebody cannot see; none of them may be in any byte. */
function foreignTo(login: Login): string[] {
  if (login === 'marcus') return []
  const { store } = product.services.world
  const visible: Record<string, string[]> = { claire: ['CUS1001', 'CUS1002'], paul: ['CUS1003'], nadia: [] }
  const own = (visible[login] ?? Object.keys(placed)).map(customerIdOf)
  const notOwn = <Row extends { customer_id: string }>(rows: Row[]) =>
    rows.filter((row) => !own.includes(row.customer_id))
  const rows = [
    ...notOwn(store.all<{ customer_id: string; name: string }>('SELECT id AS customer_id, name FROM customer')),
    ...notOwn(store.all<{ customer_id: string; name: string }>('SELECT customer_id, name FROM site')),
    ...notOwn(
      store.all<{ customer_id: string; name: string }>(
        `SELECT customer_id, host_id AS name FROM device WHERE host_id <> ''`,
      ),
    ),
    ...store.all<{ name: string }>('SELECT name FROM tenant WHERE id <> ?', boreal),
  ]
  return rows.map(({ name }) => name)
}

/** A page without what differs between two askings. */
const still = (html: string, nonce: string) =>
  html.replaceAll(nonce, 'nonce').replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')

async function body(visitor: Visitor, address: string, headers: Record<string, string> = {}) {
  const answer = await visitor.raw('GET', address, { headers })
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? '-'
  return { status: answer.status, text: await answer.text(), nonce }
}

test('every address has an expectation', () => {
  expect([...names, ...general].sort()).toEqual(Object.keys(paths).sort())
})

describe.each(logins)('%s', (login) => {
  test.each<Whose>(['own', 'another customer', 'another tenant', 'missing'])(
    '%s',
    async (whose) => {
      const visitor = visitors[login]
      const foreign = foreignTo(login)
      const wrong: string[] = []
      for (const name of names) {
        const asked = ask(name, login, whose)
        if (!asked) continue
        const page = await body(visitor, asked.address)
        if (page.status !== asked.status) wrong.push(`${name}: ${page.status} instead of ${asked.status}`)
        const bare = await body(visitor, `${asked.address}.data`)
        if (bare.status >= 500) wrong.push(`${name}.data: ${bare.status}`)
        for (const { text } of [page, bare]) {
          const seen = foreign.filter((marker) => text.includes(marker))
          if (seen.length > 0) wrong.push(`${name} shows ${seen.slice(0, 3).join(', ')}`)
        }
      }
      expect(wrong).toEqual([])
    },
    60_000,
  )
})

test('what is hidden and what is missing get the same answer', async () => {
  for (const [login, name] of (['claire', 'paul'] as const).flatMap((who) => names.map((one) => [who, one] as const))) {
    const hidden = ask(name, login, 'another customer')
    if (!hidden) continue
    const missing = {
      ...common,
      ...placed.CUS1004,
      tenantId: boreal,
      ...(name === 'deviceById' ? { deviceId: randomUUID() } : { customerId: randomUUID() }),
    }
    const [one, other] = await Promise.all([
      body(visitors[login], hidden.address),
      body(visitors[login], href(name, missing as unknown as ParamsFor<Name>)),
    ])
    expect([login, name, one.status]).toEqual([login, name, 404])
    expect(other.status).toBe(404)
    expect(still(one.text, one.nonce)).toBe(still(other.text, other.nonce))
  }
})

test('headers a browser sends about tenant, customer or token change nothing', async () => {
  const headers = {
    'x-organization': lakeshore,
    'x-tenant-id': lakeshore,
    'x-customer-id': customerIdOf('CUS1004'),
    authorization: `Bearer ${await product.services.tokenFor('marcus')}`,
  }
  for (const name of ['customer', 'customerDevices', 'site', 'users', 'siteNetwork'] as const) {
    const { address } = ask(name, 'claire', 'own') as Asked
    const plain = await body(visitors.claire, address)
    const forged = await body(visitors.claire, address, headers)
    expect(forged.status).toBe(200)
    expect(still(forged.text, forged.nonce)).toBe(still(plain.text, plain.nonce))
  }
  const hidden = ask('customer', 'claire', 'another customer') as Asked
  expect((await body(visitors.claire, hidden.address, headers)).status).toBe(404)
})

test('somebody who is not signed in gets to sign-in from every address, and is told nothing of it', async () => {
  const stranger = product.visitor()
  for (const name of names) {
    for (const whose of ['own', 'missing'] as const) {
      const asked = ask(name, 'marcus', whose)
      if (!asked) continue
      const answer = await stranger.raw('GET', asked.address)
      expect([name, answer.status]).toEqual([name, 302])
      expect(answer.headers.get('location')).toBe(`/login?returnTo=${encodeURIComponent(asked.address)}`)
    }
  }
})
