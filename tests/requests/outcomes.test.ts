/** What answers to a change are taken for: done, refused, or nobody knows; by services that answer in other ways than ours. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import type { ServiceName } from '../../services/contracts/endpoint'
import type { ServiceFault } from '../../services/kit/faults'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, fieldsOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string }
let number = 0

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const fail = (service: ServiceName, fault: ServiceFault) => product.services.world.faults.inject(service, fault)
const named = () => `Group ${++number}`
const call = async (line: string) => (await product.services.call('site', line, { as: 'amelie' })).body
const groups = async (): Promise<{ id: string; name: string }[]> => call(`GET /customers/${at.customerId}/sitegroups`)

async function makeGroup(name: string): Promise<Page> {
  const page = await amelie.get(href('newGroup', at))
  return page.submit(changeForm, { fill: { name } })
}

async function groupThere(): Promise<string> {
  const name = named()
  await makeGroup(name)
  return (await groups()).find((one) => one.name === name)?.id ?? ''
}

/** Answers that say after the work that it was done, each with less than the contract promises. */
const sparse: [string, Pick<ServiceFault, 'status' | 'body' | 'mediaType'>][] = [
  ['204', { status: 204 }],
  ['an empty body', { status: 200 }],
  ['true', { body: 'true' }],
  ['null', { body: 'null' }],
  ['an operation id', { status: 202, body: '{"operationId":"op-1"}' }],
  ['true of a type of its own', { body: 'true', mediaType: 'application/vnd.backend+json' }],
]

describe.each(sparse)('a write answered with %s', (_, answer) => {
  const fault = (match: string): ServiceFault => ({ match, kind: 'answer', after: true, times: 1, ...answer })

  test('is done: the thing that was made is read again', async () => {
    const name = named()
    const seen = await watch(product, amelie)
    fail('site', fault('POST /customers'))
    const made = await makeGroup(name)
    const id = (await groups()).find((one) => one.name === name)?.id ?? ''
    expect(made.address).toMatch(new RegExp(`/groups/${id}\\?`))
    const records = await seen.records()
    expect(records.map(({ entry, outcome }) => `${entry} ${outcome}`)).toEqual(['intent pending', 'outcome done'])
    expect(records[1]?.subject).toMatchObject({ kind: 'group', id, name })
  })

  test('is done for an edit and for a deletion', async () => {
    const groupId = await groupThere()
    const seen = await watch(product, amelie)
    fail('site', fault('PUT /sitegroups'))
    const page = await amelie.get(href('groupSettings', { ...at, groupId }))
    const edited = await page.submit(changeForm, { fill: { description: 'Said little' } })
    expect(edited.address).toContain(`/groups/${groupId}?`)
    fail('site', fault('DELETE /sitegroups'))
    const plan = await amelie.get(href('groupDeletion', { ...at, groupId }))
    const gone = await plan.submit(changeForm, { press: '_stage=apply', fill: { reason: 'Empty' } })
    expect(gone.status).toBe(200)
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done', 'intent pending', 'outcome done'])
  })
})

test.each([
  ['nothing', { status: 204 }],
  ['true', { body: 'true' }],
  ['an operation', { body: '{"operationId":"op-2"}' }],
] as const)('a person whose creation is answered with %s gets the role that was chosen', async (_, answer) => {
  const email = `p${++number}@boreal.example`
  fail('tenant', { match: 'POST /tenants', kind: 'answer', after: true, times: 1, ...answer })
  const page = await amelie.get(href('newUser', at))
  const fill = { firstName: 'Ada', lastName: `Lovelace ${number}`, email, role: 'user', reason: 'New here' }
  const done = await page.submit(changeForm, { fill })
  const { body: people } = await product.services.call('tenant', `GET /tenants/${at.tenantId}/users?search=${email}`, {
    as: 'amelie',
  })
  expect(people).toHaveLength(1)
  expect(done.address).toContain(`/users/${people[0].id}`)
  const { body: roles } = await product.services.call(
    'tenant',
    `GET /tenants/${at.tenantId}/users/${people[0].id}/permissions`,
    { as: 'amelie' },
  )
  expect(roles).toHaveLength(1)
})

const loginPage = '<!doctype html><title>Sign in</title><form action="/login"></form>'

test('a sign-in page in answer to a deletion is no success', async () => {
  const groupId = await groupThere()
  const seen = await watch(product, amelie)
  const plan = await amelie.get(href('groupDeletion', { ...at, groupId }))
  fail('site', { match: 'DELETE /sitegroups', kind: 'answer', body: loginPage, mediaType: 'text/html', times: 1 })
  const page = await plan.submit(changeForm, { press: '_stage=apply', fill: { reason: 'Empty' } })
  expect(page.address).toContain('/changes/')
  expect(page.text).toContain('Check them before you repeat the change')
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome unknown'])
  expect((await groups()).some(({ id }) => id === groupId)).toBe(true)
})

const doubtful = [
  ['500', 500],
  ['503', 503],
  ['502', 502],
  ['408', 408],
  ['429', 429],
  ['a conflict without a code', 409],
] as const

describe.each(doubtful)('%s after the effect', (_, status) => {
  const fault = (match: string): ServiceFault => ({ match, kind: 'status', status, after: true, times: 1 })

  test('is looked up: an edit that shows is done', async () => {
    const groupId = await groupThere()
    const seen = await watch(product, amelie)
    const page = await amelie.get(href('groupSettings', { ...at, groupId }))
    fail('site', fault('PUT /sitegroups'))
    const done = await page.submit(changeForm, { fill: { description: `Edited ${status}` } })
    expect(done.status).toBe(200)
    const records = await seen.records()
    expect(records.map(({ entry, outcome }) => `${entry} ${outcome}`)).toEqual(['intent pending', 'outcome done'])
    expect(records[1]?.detail).toEqual({ because: 'lookedUp' })
    const [made] = await seen.performed()
    expect(made).toMatchObject({ method: 'PUT' })
  })

  test('is unknown where nothing shows it, and is not done twice', async () => {
    const deviceId = deviceIdOf('story-1')
    const tunnels = async (): Promise<{ tunnelId: string }[]> => call(`GET /devices/${deviceId}/tunnels`)
    for (const { tunnelId } of await tunnels())
      await call(`DELETE /devices/${deviceId}/tunnels/${encodeURIComponent(tunnelId)}`)
    const before = (await tunnels()).length
    const seen = await watch(product, amelie)
    const found = await amelie.get(href('deviceById', { tenantId: at.tenantId, deviceId }))
    const page = await amelie.get(`${found.address.split('?')[0]}/tunnels`)
    const posted = [
      ...fieldsOf(page, 'main form#tunnel').filter(([name]) => name !== 'reason' && name !== 'service'),
      ['service', 'https'],
      ['reason', `Try ${status} ${randomUUID()}`],
    ] as [string, string][]
    fail('site', fault('POST /devices'))
    const unknown = await amelie.post(page.address, posted)
    expect(unknown.address).toContain('/changes/')
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome unknown'])
    // The browser's own second try of the same form, then a try from the page that says that nobody knows.
    const again = await amelie.post(page.address, posted)
    expect(again.address).toBe(unknown.address)
    const form = await unknown.submit(changeForm)
    await amelie.post(form.address, [
      ...fieldsOf(form, 'main form#tunnel').filter(([name]) => !['reason', 'service'].includes(name)),
      ...posted.filter(([name]) => ['reason', 'service'].includes(name)),
    ])
    expect((await tunnels()).length).toBe(before + 1)
    expect((await seen.performed()).length).toBe(1)
  })
})

test('a refusal of the contract is one, whatever its status', async () => {
  const groupId = await groupThere()
  const seen = await watch(product, amelie)
  const page = await amelie.get(href('groupSettings', { ...at, groupId }))
  fail('site', { match: 'PUT /sitegroups', kind: 'status', status: 503, errorCode: 5003, times: 1 })
  const refused = await page.submit(changeForm, { fill: { description: 'Not now' } })
  expect(refused.status).toBe(503)
  expect(refused.root.querySelector('[name=description]')?.getAttribute('value') ?? refused.text).toContain('Not now')
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome failed'])
  const [intent] = await seen.records()
  const record = await amelie.get(href('trailRecord', { ...at, sequence: String(intent?.sequence) }))
  const told = record.root.querySelector('main table')?.text ?? ''
  expect(told).toContain('Not now')
  expect(told).toContain('Requested')
  expect(told).not.toContain('Changes')
})

test('the same form sent after signing out and in is the same change', async () => {
  const name = named()
  const page = await amelie.get(href('newGroup', at))
  const posted = [...fieldsOf(page).filter(([field]) => field !== 'name'), ['name', name]] as [string, string][]
  const first = await amelie.post(page.address, posted)
  const later = await englishReader(product, 'amelie')
  const again = await later.post(page.address, posted)
  expect(again.address).toBe(first.address)
  expect((await groups()).filter((one) => one.name === name)).toHaveLength(1)
})

test('a plan of pasted rows is applied whatever its lines end with on the way', async () => {
  const address = href('siteImport', at)
  const rows = `Site,Building\r\nPlain lines ${++number},North`
  const plan = await amelie.post(address, [['rows', rows]])
  const fields = fieldsOf(plan).map(([field, value]): [string, string] => [
    field,
    field === 'rows' ? value.replace(/\r\n?/g, '\n') : value,
  ])
  expect(fields.some(([field, value]) => field === 'rows' && value.includes('\n'))).toBe(true)
  const done = await amelie.post(address, [...fields, ['_stage', 'apply']])
  expect(done.address).toContain('/changes/')
  expect(done.text).toContain('2 of 2 done')
})

test('a refusal that names every controller says which, and why', async () => {
  const deviceId = deviceIdOf('montcalm-SCI-ECYVAV-8')
  const { siteId, name } = await call(`GET /devices/${deviceId}`)
  const settings = href('siteNetworkSettings', { ...at, groupId: 'none', siteId }, { device: deviceId })
  const fill = { 'primary.primaryDns': '10.77.1.1', 'keep.primary.primaryDns': null }
  const plan = await (await amelie.get(settings)).submit(changeForm, { fill })
  const errors = [{ entityId: deviceId, key: 'errors.deployments.inProgress', details: { type: 'network' } }]
  const body = JSON.stringify({ errorCode: 4100, errors })
  fail('device-configuration', { match: 'POST /devices/network', kind: 'answer', status: 422, body, times: 1 })
  const refused = await plan.submit(changeForm, { press: '_stage=apply' })
  expect(refused.status).toBe(422)
  const told = refused.root.querySelectorAll('main li').map((one) => one.structuredText.trim())
  expect(told).toContain(`${name}: A deployment to this controller is still in progress`)
})

test('of forms whose session had ended the newest few of a person are kept, and none that is very large', async () => {
  const signedOut = await englishReader(product, 'amelie')
  const address = href('newGroup', at)
  const cookie = signedOut.cookieHeader()
  const ending = (name: string, more = '') =>
    signedOut.raw('POST', address, {
      headers: { cookie },
      body: new URLSearchParams({ name, description: more, _key: randomUUID() }),
    })
  fail('tenant', { kind: 'status', status: 401, times: 1 })
  const leads: string[] = []
  for (let turn = 0; turn < 7; turn += 1) leads.push((await ending(`Kept ${turn}`)).headers.get('location') ?? '')
  product.services.world.faults.clear()
  // Random, since what is stored is compressed.
  expect((await ending('Large', randomBytes(225_000).toString('base64'))).status).toBe(401)
  const back = leads.map((to) => new URL(to, product.origin).searchParams.get('returnTo') ?? '')
  expect(back.every((to) => to.includes('draft='))).toBe(true)
  await signedOut.signIn('amelie')
  signedOut.setCookie('lng', 'en')
  const held = await Promise.all(
    back.map(async (to) => (await signedOut.get(to)).root.querySelector('[name=name]')?.getAttribute('value') ?? ''),
  )
  expect(held).toEqual(['', '', 'Kept 2', 'Kept 3', 'Kept 4', 'Kept 5', 'Kept 6'])
})
