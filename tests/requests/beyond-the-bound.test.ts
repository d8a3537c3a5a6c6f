/** A change of more than it may reach: nothing is begun, the page says how many and how many it reaches, and what was chosen stays. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, watch } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string }

/** So many copies of one row of a table, each with a key, a name and words to find it by of its own. */
function copies(table: string, count: number, own: Record<string, string>, where: string) {
  const { store } = product.services.world
  const [key] = Object.keys(own)
  const columns = store
    .all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
    .map(({ name }) => name)
    .filter((name) => !(name in own))
  store.run(
    `INSERT INTO ${table} (${[...Object.keys(own), ...columns].join(', ')})
     SELECT ${[...Object.values(own), ...columns].join(', ')} FROM ${table},
     (WITH RECURSIVE number (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < ${count}) SELECT i FROM number)
     WHERE ${table}.${key} = (SELECT ${key} FROM ${table} WHERE ${where} LIMIT 1)`,
  )
}

const ofPlace = { sort_name: `printf('manifold %06d', i)`, name: `'Manifold ' || i` }
const controllers = (count: number) =>
  copies(
    'device',
    count,
    { id: `'m-' || i`, host_id: `''`, search_text: `'manifold ' || i`, ...ofPlace },
    `customer_id = '${at.customerId}'`,
  )

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const ofPlace = { sort_name: `printf('manifold %06d', i)`, name: `'Manifold ' || i` }
  const inCustomer = `customer_id = '${at.customerId}'`
  copies('device', 1_050, { id: `'m-' || i`, host_id: `''`, search_text: `'manifold ' || i`, ...ofPlace }, inCustomer)
  copies('network_setting', 1_050, { device_id: `'m-' || i` }, inCustomer)
  copies('site', 2_050, { id: `'s-' || i`, words: `'manifold ' || i`, ...ofPlace }, inCustomer)
  const person = { id: `'u-' || i`, person_id: 'NULL', login: 'NULL', email: `'crowd-' || i || '@boreal.example'` }
  copies('tenant_user', 1_050, { ...person, last_name: `'Crowd ' || i` }, `tenant_id = '${at.tenantId}'`)
})
afterAll(() => product.close())
afterEach(() => amelie.setCookie('lng', 'en'))

const each = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, i) => make(i + 1))
const hidden = (page: Page, name: string) =>
  page.root.querySelectorAll(`${form} [name="${name}"]`).map((field) => field.getAttribute('value'))

/** Where each change of many is chosen for, by a filter that too many match. */
const changes = [
  ['a deployment', 'newDeployment', '1,000', 'More than 1,000 controllers', { q: 'manifold' }],
  ['a deletion of controllers', 'devicesDeletion', '1,000', 'More than 1,000 controllers', { q: 'manifold' }],
  ['network settings', 'customerNetworkSettings', '1,000', 'More than 1,000 controllers', { q: 'manifold' }],
  ['a role for people', 'usersRoleGiving', '1,000', '1,050 people', { q: 'crowd' }],
  ['a role that is taken', 'usersRoleTaking', '1,000', '1,050 people', { q: 'crowd' }],
  ['an offboarding of people', 'usersOffboarding', '1,000', '1,050 people', { q: 'crowd' }],
  ['a deletion of people', 'usersDeletion', '1,000', '1,050 people', { q: 'crowd' }],
  ['a move of sites', 'siteMoves', '2,000', 'More than 2,000 sites', { q: 'manifold' }],
] as const

describe.each(changes)('%s', (_, name, most, matching, filter) => {
  test('is not begun for more than it reaches: the page says how many match, and leads to the list they are narrowed in', async () => {
    const page = await amelie.get(href(name, at, { all: 1, ...filter }))
    expect(page.status).toBe(200)
    expect(page.text).toContain(`${matching} match`)
    expect(page.text).toContain(`at most ${most}`)
    expect(page.root.querySelector(form)).toBeNull()
    const list = await page.follow('Narrow list')
    expect(list.status).toBe(200)
    expect(list.address).toContain(`q=${filter.q}`)
  })

  test('says so in French', async () => {
    amelie.setCookie('lng', 'fr')
    const page = await amelie.get(href(name, at, { all: 1, ...filter }))
    expect(page.text.replace(/\s/g, ' ')).toContain(`au plus ${most.replace(',', ' ')}`)
  })
})

describe('a form that is posted for more than its change reaches', () => {
  /** What a form was opened for a few of, all match by the time that it is posted. */
  const word = (table: string, column: string, where: string) =>
    product.services.world.store.run(`UPDATE ${table} SET ${column} = ${column} || ' swarm' WHERE ${where}`)
  const grow = (table: string, column: string) => word(table, column, `id LIKE '_-%' AND ${column} NOT LIKE '%swarm'`)
  beforeEach(() => {
    onRecord = []
    for (const [table, column] of [
      ['device', 'search_text'],
      ['site', 'name'],
      ['site', 'words'],
    ] as const) {
      product.services.world.store.run(`UPDATE ${table} SET ${column} = replace(${column}, ' swarm', '')`)
      word(table, column, `id LIKE '_-77_'`)
    }
  })

  /** Asked to be looked at, it leaves no record; asked to be done, as from a page that begins with its plan, it does. */
  let onRecord: [string, unknown][] = []
  async function refused(post: () => Promise<Page>, ...words: string[]): Promise<Page> {
    const seen = await watch(product, amelie)
    const page = await post()
    expect(page.status).toBe(422)
    for (const part of words) expect(page.text).toContain(part)
    expect(await seen.performed()).toEqual([])
    expect((await seen.records()).map(({ outcome, detail }) => [outcome, detail?.because])).toEqual(onRecord)
    return page
  }

  test('of a deployment keeps its filter and its wishes', async () => {
    const page = await amelie.get(href('newDeployment', at, { all: 1, q: 'swarm' }))
    grow('device', 'search_text')
    const answer = await refused(
      () => page.submit(form, { fill: { wish: 'install:weather@2.0.0' } }),
      'More than 1,000 controllers match',
      'at most 1,000',
    )
    expect(answer.root.querySelector('main form [name=q]')?.getAttribute('value')).toBe('swarm')
    expect(answer.root.querySelector('main form [name=wish]')?.getAttribute('value')).toBe('install:weather@2.0.0')
  })

  test('of a deletion keeps its filter', async () => {
    const page = await amelie.get(href('devicesDeletion', at, { all: 1, q: 'swarm' }))
    onRecord = [['refused', 'tooMany']]
    grow('device', 'search_text')
    const answer = await refused(() => page.submit(form), 'More than 1,000 controllers match', 'at most 1,000')
    expect((await answer.follow('Narrow list')).address).toContain('q=swarm')
  })

  test('of a deletion of too many that are named begins nothing', async () => {
    const fields = each(1_001, (i): [string, string] => ['device', `m-${i}`])
    const post = () => amelie.post(href('devicesDeletion', at), fields)
    await refused(post, '1,001 controllers are selected', 'at most 1,000')
  })

  test('of network settings keeps every tick and everything typed', async () => {
    const page = await amelie.get(href('customerNetworkSettings', at, { device: ['m-1', 'm-2'] }))
    const device = each(1_001, (i) => `m-${i}`)
    const fill = { device, 'primary.gateway': '10.9.9.1', 'keep.primary.gateway': null }
    const answer = await refused(() => page.submit(form, { fill }), '1,001 controllers are selected', 'at most 1,000')
    expect(hidden(answer, 'primary.gateway')).toEqual(['10.9.9.1'])
    expect(answer.root.querySelectorAll(`${form} [name^=device]`)).toHaveLength(1_001)
  })

  test.each([
    [
      'customerNetworkSending',
      [
        ['all', '1'],
        ['q', 'manifold'],
      ],
      'More than 1,000 controllers match',
    ],
    ['customerNetworkSending', each(1_001, (i) => ['device', `m-${i}`]), '1,001 controllers are selected'],
  ] as const)('of a send, %s, says so and leads back to the board', async (name, fields, words) => {
    const answer = await refused(
      () => amelie.post(href(name, at), fields as [string, string][]),
      words,
      'at most 1,000',
    )
    expect(answer.root.querySelector(`main a[href^="${href('customerNetwork', at)}"]`)).not.toBeNull()
  })

  test('of people keeps who was chosen', async () => {
    const page = await amelie.get(href('usersRoleGiving', at, { user: ['u-1', 'u-2'] }))
    const user = each(1_001, (i) => `u-${i}`)
    const fill = { 'user[0]': null, 'user[1]': null, user, role: 'admin' }
    const answer = await refused(() => page.submit(form, { fill }), '1,001 people are selected', 'at most 1,000')
    expect(answer.root.querySelector('option[selected][value=admin]')).not.toBeNull()
  })

  test('of a move of sites keeps its filter and its group', async () => {
    const page = await amelie.get(href('siteMoves', at, { all: 1, q: 'swarm' }))
    grow('site', 'name')
    grow('site', 'words')
    const answer = await refused(
      () => page.submit(form, { fill: { to: 'none' } }),
      'More than 2,000 sites match',
      'at most 2,000',
    )
    expect(hidden(answer, 'filter')).toEqual(['all=1&q=swarm'])
    expect(answer.root.querySelector('option[selected][value=none]')).not.toBeNull()
  })
})

describe('two calls of one change, the first of which', () => {
  const named = (key: string) => JSON.stringify({ errorCode: 4100, errors: [{ entityId: 'm-1', key }] })
  test.each([
    [
      'names one that it refused: the others are done, and the second goes out',
      { kind: 'answer', status: 422, body: named('errors.tunnels.open') },
      { 'failed 4100': 1, done: 249 },
      2,
    ],
    [
      'is refused: they failed, and the second goes out',
      { kind: 'status', status: 400, errorCode: 5003 },
      { 'failed 5003': 200, done: 50 },
      2,
    ],
    [
      'nobody knows of: they are not known, and the second is not tried',
      { kind: 'status', status: 500 },
      { 'unknown 500': 200, 'failed notTried': 50 },
      1,
    ],
    [
      'finds the service down: the second is not tried',
      { kind: 'status', status: 503, errorCode: 5003 },
      { 'failed 5003': 200, 'failed notTried': 50 },
      1,
    ],
  ] as const)('%s', async (_, fault, outcomes, calls) => {
    const { store, faults } = product.services.world
    store.run(`DELETE FROM device WHERE id LIKE 'm-%'`)
    controllers(250)
    const plan = await amelie.get(href('devicesDeletion', at, { all: 1, q: 'manifold' }))
    const seen = await watch(product, amelie)
    faults.inject('site', { match: 'DELETE /devices', times: 1, ...fault })
    await plan.submit(form, { press: '_stage=apply', fill: { reason: 'They are gone' } })
    faults.clear('site')
    const told: Record<string, number> = {}
    const sent = new Set<string>()
    for (const { entry, outcome, detail, calls: made } of await seen.records()) {
      if (entry !== 'outcome') continue
      const because = outcome === 'done' ? 'done' : `${outcome} ${detail?.because ?? detail?.code}`
      told[because] = (told[because] ?? 0) + 1
      for (const one of made ?? []) sent.add(JSON.stringify(one))
    }
    expect(told).toEqual(outcomes)
    expect(sent.size).toBe(calls)
  })
})
