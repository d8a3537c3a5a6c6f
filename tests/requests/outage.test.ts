/** A service in trouble is told where it is missing; the rest of the page stands, and nobody is left with a blank page. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import type { ServiceName } from '../../services/contracts/endpoint'
import { seedId } from '../../services/kit/deterministic'
import type { ServiceFault } from '../../services/kit/faults'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { isFull } from '../promises/size'
import { changeForm, englishReader, fieldsOf, watch } from './on-record'

let product: Console
let tenantId: string
/** By how much the clock of the console is ahead (ms). */
let ahead = 0
/** The main pages by name. */
let pages: Record<PageName, string>

interface Made {
  own: readonly ServiceName[]
  parts?: readonly ServiceName[]
}

/** Whose answer each page is made of; without another service it stands, with what is missing marked where `parts` says so. */
const made = {
  tenant: { own: ['tenant'] },
  users: { own: ['tenant'] },
  user: { own: ['tenant'] },
  customer: { own: ['tenant'], parts: ['site'] },
  // Whose customer it is, is asked before anything of it is shown.
  devices: { own: ['site', 'tenant'] },
  deployments: { own: ['site', 'tenant'] },
  newDeployment: { own: ['site', 'tenant'] },
  site: { own: ['site'] },
  device: { own: ['site'], parts: ['device-configuration'] },
  network: { own: ['site'] },
  profile: { own: [] },
} satisfies Record<string, Made>
type PageName = keyof typeof made
const names = Object.keys(made) as PageName[]

const services = [
  'tenant',
  'site',
  'package',
  'product',
  'device-configuration',
] as const satisfies readonly ServiceName[]
const kinds: ServiceFault[] = [
  { kind: 'status', status: 503 },
  { kind: 'status', status: 500 },
  { kind: 'drop' },
  { kind: 'garbage' },
  { kind: 'truncate' },
  { kind: 'redirect' },
]

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  tenantId = tenantIdOf(product.services.world, 'boreal')
  const laurier = { tenantId, customerId: customerIdOf('CUS1001') }
  const amelie = await englishReader(product, 'amelie')
  const device = (await amelie.get(href('deviceById', { tenantId, deviceId: deviceIdOf('story-2') }))).address
  const site = { ...laurier, groupId: seedId('group', 'Québec offices'), siteId: siteIdOf(1) }
  pages = {
    tenant: href('tenant', { tenantId }),
    users: href('users', { tenantId }),
    user: href('user', { tenantId, userId: userIdOf('mei.chen@boreal.example') }),
    customer: href('customer', laurier),
    devices: href('customerDevices', laurier),
    deployments: href('deployments', laurier),
    newDeployment: href('newDeployment', laurier, { device: [deviceIdOf('story-2')] }),
    site: href('site', site),
    device,
    network: href('siteNetwork', site),
    profile: '/profile',
  }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const fail = (service: ServiceName, fault: ServiceFault) => product.services.world.faults.inject(service, fault)

/** Every trouble in full; on every run one in three, others with each service and each page. */
const kindsOf = (service: (typeof services)[number], name: PageName) =>
  kinds.filter((_, at) => isFull || at % 3 === (services.indexOf(service) + names.indexOf(name)) % 3)

/** Somebody whose rights are known and who has seen nothing yet that could stand in for what is down. */
async function newcomer(): Promise<Visitor> {
  const visitor = await englishReader(product, 'amelie')
  await recovered(visitor, pages.tenant)
  return visitor
}

/** Sees a page whole again: a service that was down is tried again after 3 s. */
async function recovered(visitor: Visitor, address: string): Promise<Page> {
  ahead += 3_100
  await product.clockAhead(ahead)
  const look = async () => {
    const page = await visitor.get(address)
    expect(page.status).toBe(200)
    return page
  }
  return vi.waitFor(look, { timeout: 12_000, interval: 100 })
}

describe.each(services)('while %s is in trouble', (service) => {
  test.each(names)(
    'the page of %s says what is missing, whatever the trouble, and is whole again afterwards',
    async (name) => {
      const { own, parts = [] }: Made = made[name]
      const visitor = name === 'tenant' ? await strangerWithRights() : await newcomer()
      for (const fault of kindsOf(service, name)) {
        fail(service, fault)
        const page = await visitor.get(pages[name])
        product.services.world.faults.clear()
        const told = `${fault.kind} ${fault.status ?? ''}: ${page.status} ${page.text.slice(0, 200)}`
        expect(page.root.querySelectorAll('h1'), told).toHaveLength(1)
        expect(page.title, told).toMatch(/\S – Plantroom$/)
        if (own.includes(service)) {
          expect([502, 503, 504], told).toContain(page.status)
          expect(page.text, told).toMatch(/quote this request: [0-9a-f-]{36}/)
          expect(page.text, told).toContain('Try again')
          continue
        }
        expect(page.status, told).toBe(200)
        if (parts.includes(service)) expect(page.text, told).toContain('This part cannot be shown now')
      }
      await recovered(visitor, pages[name])
    },
    40_000,
  )
})

/** Rights are learned from any page; this one has not seen a tenant's. */
async function strangerWithRights(): Promise<Visitor> {
  const visitor = await englishReader(product, 'amelie')
  await recovered(visitor, pages.profile)
  return visitor
}

test('what was seen before stands in for at most some minutes, and says how old it is', async () => {
  const visitor = await newcomer()
  await visitor.get(pages.devices)
  fail('site', { kind: 'status', status: 503 })
  const old = await visitor.get(pages.devices)
  expect(old.status).toBe(200)
  expect(old.root.structuredText).toMatch(/not current|ago|old/i)
  expect(old.text).toContain('VAV 12-04')
  product.services.world.faults.clear()
  await recovered(await newcomer(), pages.devices)
})

test('a part that does not answer is given up, and the page stands', async () => {
  const visitor = await newcomer()
  fail('device-configuration', { kind: 'delay', delayMs: 30_000 })
  const started = Date.now()
  const page = await visitor.get(pages.device)
  expect(Date.now() - started).toBeLessThan(10_000)
  expect(page.status).toBe(200)
  expect(page.text).toContain('This part cannot be shown now')
  expect(page.text).toContain('VAV 12-04')
}, 20_000)

describe('a token the services do not take any more', () => {
  test('ends the session, leads to sign-in, and afterwards back to where the person was', async () => {
    const visitor = await newcomer()
    const cookie = visitor.cookie('plantroom') ?? ''
    fail('site', { kind: 'status', status: 401, times: 1 })
    const answer = await visitor.raw('GET', pages.devices)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`/login?errorCode=401&returnTo=${encodeURIComponent(pages.devices)}`)
    const old = product.visitor()
    old.setCookie('plantroom', cookie)
    expect((await old.raw('GET', '/profile')).headers.get('location')).toMatch(/^\/login/)
    const login = await visitor.get(answer.headers.get('location') ?? '')
    expect(login.text).toContain('sign')
    const back = await visitor.get(`/login/start?returnTo=${encodeURIComponent(pages.devices)}`)
    expect([back.address, back.status]).toEqual([pages.devices, 200])
    expect(visitor.cookie('plantroom')).not.toBe(cookie)
  })

  test('in the middle of a change leads to sign-in too, and the trail tells how far it came', async () => {
    const visitor = await newcomer()
    const form = await visitor.get(href('userRoles', { tenantId, userId: userIdOf('mei.chen@boreal.example') }))
    const plan = await form.submit(changeForm, { fill: { level: 'tenant', tenantRole: 'admin' } })
    const reader = await newcomer()
    const seen = await watch(product, reader)
    fail('tenant', { match: 'POST /tenants', kind: 'status', status: 401, times: 1 })
    const answer = await visitor.raw('POST', plan.address, {
      body: new URLSearchParams([...fieldsOf(plan), ['_stage', 'apply']]),
      headers: { referer: `${product.origin}${plan.address}` },
    })
    const location = new URL(answer.headers.get('location') ?? '', product.origin)
    expect([location.pathname, location.searchParams.get('errorCode')]).toEqual(['/login', '401'])
    expect(location.searchParams.get('returnTo')?.split('=')[0]).toBe(`${plan.address.split('?')[0]}?draft`)
    expect(await seen.performed()).toEqual([])
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome refused'])
  })
})

test('nothing is changed from an old answer while the service that would know better is down', async () => {
  const visitor = await newcomer()
  const at = { tenantId, customerId: customerIdOf('CUS1002') }
  const page = await visitor.get(href('customerSettings', at))
  fail('tenant', { kind: 'status', status: 503, match: `GET /customers/${at.customerId}` })
  const told = await page.submit(changeForm, { fill: { name: 'Not From Memory' } })
  product.services.world.faults.clear()
  expect(told.status).toBe(503)
  expect(told.root.querySelector('[name=name]')?.getAttribute('value')).toBe('Not From Memory')
  expect((await recovered(visitor, href('customerSettings', at))).text).not.toContain('Not From Memory')
})
