/**
 * Every call of every service, as each of the six roles: on the caller's own things, on foreign things, on things
 * that are nowhere, and with input that is wrong. The calls and their bodies come from the contracts, who may comes
 * from the table of permissions.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyEndpoint } from '../../services/contracts/endpoint'
import type { RoleName } from '../../services/contracts/permissions'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { bodyAt, calls, type Ids, idsIn, multipart, nowhere, pathAt, queryAt } from '../harness/every-call'
import { type Called, type Services, startTestServices } from '../harness/services'
import { isFull } from '../promises/size'

const people = {
  'super-admin': { login: 'marcus', home: 'CUS1004' },
  admin: { login: 'amelie', home: 'CUS1004' },
  user: { login: 'usha', home: 'CUS1004' },
  'customer-admin': { login: 'claire', home: 'CUS1002' },
  'customer-user': { login: 'paul', home: 'CUS1003' },
  'no-access': { login: 'nadia', home: 'CUS1004' },
} as const satisfies Record<RoleName, { login: string; home: string }>
const roles = Object.keys(people) as RoleName[]
/** A customer that is moved to another tenant, out of everybody's reach but the super-admin's. */
const elsewhere = 'CUS1001'
const table = readFileSync('tests/house/permissions.tsv', 'utf8').trim().split('\n').slice(1)
const letterOf = (call: AnyEndpoint, role: RoleName) => {
  const row = table.map((line) => line.split('\t')).find(([, , , capability]) => capability === call.capability)
  return row?.[4 + roles.indexOf(role)] ?? '-'
}

let services: Services
let places: Record<string, Ids>
beforeAll(async () => {
  services = await startTestServices()
  moveAway()
  places = Object.fromEntries(
    [...new Set(roles.map((role) => people[role].home)), elsewhere].map((code) => [code, idsIn(services, code)]),
  )
  await Promise.all(roles.map((role) => services.tokenFor(people[role].login)))
})
afterAll(() => services.close())

function moveAway(): void {
  const { store } = services.world
  const tables = store.all<{ name: string }>(
    `SELECT m.name FROM sqlite_master m WHERE m.type = 'table' AND 2 = (SELECT count(*) FROM pragma_table_info(m.name)
       WHERE name IN ('tenant_id', 'customer_id'))`,
  )
  const id = customerIdOf(elsewhere)
  const tenantId = tenantIdOf(services.world, 'lakeshore')
  store.run('DELETE FROM customer_permission WHERE customer_id = ?', id)
  store.run('UPDATE customer SET tenant_id = ? WHERE id = ?', tenantId, id)
  for (const { name } of tables) store.run(`UPDATE ${name} SET tenant_id = ? WHERE customer_id = ?`, tenantId, id)
}

interface Sent {
  path: string
  body?: unknown
  language?: string
  headers?: Record<string, string>
}

const send = (call: AnyEndpoint, role: RoleName, { path, body, language = 'en', headers }: Sent) =>
  services.call(call.service, `${call.method} ${path}`, {
    as: people[role].login,
    body,
    headers: { 'accept-language': language, ...(call.upload && typeof body === 'string' ? multipart : {}), ...headers },
  })

/** The calls that name something of the kinds given, in the address or in the body, with that something. */
function callsNaming(kinds: readonly string[], ids: Ids) {
  const wanted = kinds.map((kind) => ids[kind]).filter((id) => id !== undefined && id !== nowhere)
  return calls.flatMap((call) => {
    const path = pathAt(call, ids) + queryAt(call, ids)
    const body = bodyAt(call, ids)
    const said = `${path} ${JSON.stringify(body ?? null)}`
    return wanted.some((id) => said.includes(id as string)) ? [{ call, path, body }] : []
  })
}

/** 4005, or the way the call has of saying so: of a place in the tree, or of each controller. */
function foundNothing({ body }: Called): boolean {
  if (!Array.isArray(body)) return [4005, 4410].includes(body?.errorCode)
  return body.every(
    ({ deviceOnboardingAvailability, deviceRemoteTunnelingAvailability }) =>
      (deviceOnboardingAvailability ?? deviceRemoteTunnelingAvailability)?.reason === 'unknown',
  )
}

/** Kinds of things that belong to a customer. */
const owned = [
  ...['customer', 'group', 'site', 'building', 'space', 'device', 'point', 'equipment'],
  ...['template', 'backup', 'tunnel', 'alarm', 'fault'],
]

/** What is wrong with an answer whatever was asked. */
function problemsOf({ status, body }: Called): string[] {
  if (status >= 500) return [`${status} ${JSON.stringify(body)}`]
  if (status < 400) return []
  const problems: string[] = []
  if (typeof body?.errorCode !== 'number') problems.push(`${status} without a code`)
  if (typeof body?.message !== 'string' || body.message === '') problems.push(`${status} without a message`)
  if (body?.errorCode === 4000 && (typeof body.errors !== 'object' || !body.errors))
    problems.push('4000 without fields')
  return problems
}

describe('a call', () => {
  it.each(roles)('on own things is allowed or refused to %s as the table says', async (role) => {
    const ids = places[people[role].home] as Ids
    const wrong: string[] = []
    for (const call of calls) {
      const body = bodyAt(call, ids)
      if (call.body && body === undefined) continue
      // What is allowed and changes things is not done: the next call wants them as they are.
      const isDenied = letterOf(call, role) === '-'
      if (!isDenied && call.effect === 'write') continue
      const path = pathAt(call, { ...ids, user: userIdOf(people[role].login) }) + queryAt(call, ids)
      const reply = await send(call, role, { path, body })
      const line = `${call.service} ${call.method} ${path} ${JSON.stringify(body ?? null).slice(0, 80)}: ${reply.status} ${reply.body?.errorCode ?? ''}`
      wrong.push(...problemsOf(reply).map((problem) => `${line} ${problem}`))
      if (isDenied && reply.status !== 403 && !path.includes(nowhere)) wrong.push(`${line} is not refused`)
      if (!isDenied && [401, 403].includes(reply.status)) wrong.push(`${line} is refused`)
    }
    expect(wrong).toEqual([])
  })

  it.each(roles.filter((role) => role !== 'super-admin'))('on foreign things finds nothing for %s', async (role) => {
    const ids = places[elsewhere] as Ids
    const wrong: string[] = []
    for (const call of calls.filter(
      ({ path, service }) => path.includes('{') && service !== 'product' && service !== 'package',
    )) {
      const body = bodyAt(call, ids)
      if (call.body && body === undefined) continue
      const reply = await send(call, role, { path: pathAt(call, ids) + queryAt(call, ids), body })
      const line = `${call.service} ${call.line} ${JSON.stringify(body ?? null).slice(0, 80)}: ${reply.status} ${reply.body?.errorCode ?? ''}`
      wrong.push(...problemsOf(reply).map((problem) => `${line} ${problem}`))
      if (reply.status !== 404) wrong.push(line)
    }
    expect(wrong).toEqual([])
  })

  it.each(['super-admin', 'admin'] as const)(
    'under the headers of one customer finds nothing of another for %s',
    async (role) => {
      const ids = places.CUS1002 as Ids
      const headers = { 'x-organization': ids.tenant as string, 'x-customer-id': customerIdOf('CUS1004') }
      const named = callsNaming(owned, ids)
      expect(named.length).toBeGreaterThan(100)
      const wrong: string[] = []
      for (const { call, path, body } of named) {
        const reply = await send(call, role, { path, body, headers })
        if (!foundNothing(reply)) wrong.push(`${call.service} ${call.line}: ${JSON.stringify(reply.body)}`)
      }
      expect(wrong).toEqual([])
    },
  )

  it('under the headers of one tenant finds nothing of another, not even for super-admin', async () => {
    const ids = places[elsewhere] as Ids
    const headers = { 'x-organization': tenantIdOf(services.world, 'boreal') }
    // A tenant that is recorded for the first time brings its code along, and names nothing yet.
    const named = callsNaming([...owned, 'tenant'], ids).filter(({ call }) => call.line !== 'POST /tenants')
    expect(named.length).toBeGreaterThan(120)
    const wrong: string[] = []
    for (const { call, path, body } of named) {
      const reply = await send(call, 'super-admin', { path, body, headers })
      if (!foundNothing(reply)) wrong.push(`${call.service} ${call.line}: ${JSON.stringify(reply.body)}`)
    }
    expect(wrong).toEqual([])
  })

  it('with the customer of one tenant and another tenant in its headers is refused to super-admin too', async () => {
    const headers = {
      'x-organization': tenantIdOf(services.world, 'lakeshore'),
      'x-customer-id': customerIdOf('CUS1004'),
    }
    const reply = await services.call('tenant', 'GET /users/info', { as: people['super-admin'].login, headers })
    expect([reply.status, reply.body.errorCode]).toEqual([403, 4003])
  })

  it('for a list that names no place tells what is in the tenant of its headers', async () => {
    const ask = async (headers: Record<string, string>): Promise<string[]> => {
      const { body } = await services.call('site', 'GET /x/tunnels', { as: 'marcus', headers })
      return body.data.map(({ tunnelId }: { tunnelId: string }) => tunnelId).sort()
    }
    const everywhere = await ask({})
    const here = await ask({ 'x-organization': tenantIdOf(services.world, 'boreal') })
    const there = await ask({ 'x-organization': tenantIdOf(services.world, 'lakeshore') })
    expect([here.length, there.length]).toEqual([
      expect.toSatisfy((n: number) => n > 0),
      expect.toSatisfy((n) => n > 0),
    ])
    expect([...here, ...there].sort()).toEqual(everywhere)
  })

  it('about nothing, or with wrong input, is refused with a code, its fields and a message in either language', async () => {
    const wrong: string[] = []
    const odd: unknown[] = [
      [],
      null,
      'text',
      '{"',
      { deviceIds: 7, operations: {}, name: {}, points: 'x' },
      { value: null, data: [[]] },
    ]
    const oddIds = ['%00', '..%2f..', 'x'.repeat(300), "'%20OR%201=1--", '%F0%9F%98%80']
    for (const [at, call] of calls.entries()) {
      const both = at % 2 ? (['super-admin', 'customer-user'] as const) : (['admin', 'no-access'] as const)
      // Both in full; on every run the one or the other, by turns.
      for (const role of both.filter((_, place) => isFull || place === (at >> 1) % 2)) {
        const ids = Object.fromEntries(Object.keys(places[elsewhere] as Ids).map((kind) => [kind, nowhere]))
        const paths = [
          pathAt(call, ids),
          ...oddIds.slice(at % 3, (at % 3) + 2).map((id) => call.path.replace(/\{\w+\}/g, id)),
        ]
        const bodies = call.body ? [odd[at % odd.length], odd[(at + 3) % odd.length], bodyAt(call, ids)] : [undefined]
        for (const path of paths) {
          for (const body of bodies) {
            const query = call.query ? '?pageSize=0&continuationToken=junk&expand=%00&q=x&sort=;&customerId=%27' : ''
            const reply = await send(call, role, { path: path + query, body })
            const line = `${call.service} ${call.method} ${path}${query} ${JSON.stringify(body ?? null).slice(0, 60)} as ${role}: ${reply.status}`
            wrong.push(...problemsOf(reply).map((problem) => `${line} ${problem}`))
            if (reply.status < 400 || path !== paths[0] || body !== bodies[0]) continue
            const french = await send(call, role, { path: path + query, body, language: 'fr' })
            if (french.body?.errorCode !== reply.body?.errorCode) wrong.push(`${line} differs in French`)
            else if (french.body?.message === reply.body?.message)
              wrong.push(`${line} says the same in French: ${reply.body?.message}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('has a body that its contract takes', () => {
    const ids = places.CUS1004 as Ids
    const without = calls.filter((call) => call.body && bodyAt(call, ids) === undefined)
    expect(without.map(({ line }) => line)).toEqual([])
  })
})

describe('the same seed', () => {
  it('gives the same answer to every read, byte by byte', async () => {
    const answers = async () => {
      const ids = idsIn(services, 'CUS1004')
      const bodies: Record<string, string> = {}
      // A subscription is a new thing each time, by effect it is none.
      for (const call of calls.filter(
        ({ effect, capability }) => effect === 'read' && capability !== 'point.subscribe',
      )) {
        const path = pathAt(call, ids) + queryAt(call, ids)
        const { status, body } = await send(call, 'super-admin', { path, body: bodyAt(call, ids) })
        if (status < 300) bodies[`${call.service} ${call.method} ${path}`] = JSON.stringify(body)
      }
      return bodies
    }
    // What was seeded when the run began, and what is seeded now.
    await services.reset()
    const first = await answers()
    expect(Object.keys(first).length).toBeGreaterThan(70)
    await services.control('POST /reset', { seed: 'plantroom', profile: 'demo' })
    expect(await answers()).toEqual(first)
  })
})
