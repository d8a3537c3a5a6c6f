import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../services/contracts'
import type { AnyEndpoint, ServiceName } from '../../services/contracts/endpoint'
import { errorCodes } from '../../services/contracts/error-codes'
import { nilId, roleIds } from '../../services/contracts/permissions'
import { addClockOffset, clockOffsetMs, keepRealTime } from '../../services/kit/clock-offset'
import { prng, seedId, seedOf } from '../../services/kit/deterministic'
import { messages } from '../../services/kit/messages'
import { customerIdOf, userIdOf } from '../../services/seed/people'
import { type Services, startTestServices, stopWatching } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
afterEach(() => services.control('DELETE /services/tenant/inject'))

const boreal = seedId('tenant', 'boreal')
const lakeshore = seedId('tenant', 'lakeshore')
const hugo = userIdOf('hugo.lapointe@boreal.example')

const seqNow = () => services.control('GET /journal').then(({ body }) => (body.at(-1)?.seq as number | undefined) ?? 0)
const performedSince = (seq: number) => services.control(`GET /journal?since=${seq}`).then(({ body }) => body)

describe('the error catalogue', () => {
  it('has a text in both languages for every code', () => {
    for (const code of errorCodes) {
      expect(messages[code].en, `${code} en`).toMatch(/\S/)
      expect(messages[code].fr, `${code} fr`).toMatch(/\S/)
    }
    expect(Object.keys(messages).map(Number)).toEqual(errorCodes)
  })

  it('speaks the language of the caller', async () => {
    const { body } = await services.call('tenant', 'GET /users/info', {
      headers: { 'accept-language': 'fr-CA,en;q=0.5', 'x-request-id': 'req-1' },
    })
    expect(body).toEqual({
      errorCode: 4001,
      key: 'errors.unauthenticated',
      message: 'Connectez-vous de nouveau.',
      traceId: 'req-1',
    })
  })
})

describe('bearer tokens', () => {
  const bad = async (token: string) => {
    const { status, body } = await services.call('tenant', 'GET /users/info', { token })
    expect([status, body.errorCode]).toEqual([401, 4001])
  }

  it('refuses what the issuer did not sign, whatever it claims', async () => {
    const { issuer, apiAudience } = services.settings
    const { privateKey } = await generateKeyPair('RS256')
    const claims = { sub: seedId('account', 'marcus'), preferred_username: 'marcus' }
    await bad(new UnsecuredJWT(claims).setIssuer(issuer).setAudience(apiAudience).setExpirationTime('1h').encode())
    await bad(
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'mine' })
        .setIssuer(issuer)
        .setAudience(apiAudience)
        .setExpirationTime('1h')
        .sign(privateKey),
    )
    await bad(
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(apiAudience)
        .setExpirationTime('1h')
        .sign(Buffer.alloc(32, 1)),
    )
  })

  it('refuses an ID token, which is for another audience, and garbage', async () => {
    await bad((await services.signIn('amelie')).id_token)
    await bad('a.b.c')
    await bad('opaque-but-unknown')
  })

  it('refuses a token whose payload was changed', async () => {
    const [head, payload = '', signature] = (await services.tokenFor('nadia')).split('.')
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: seedId('account', 'marcus') }
    await bad([head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.'))
  })
})

describe('malformed requests', () => {
  it('answers each with a code, none with a 500', async () => {
    const as = 'amelie'
    const expected = async (line: string, [status, code]: [number, number], options = {}) => {
      const answer = await services.call('tenant', line, { as, ...options })
      expect([answer.status, answer.body.errorCode], line).toEqual([status, code])
      return answer
    }
    await expected('GET /nothing/here', [404, 4005])
    const wrongMethod = await expected('DELETE /users/info', [405, 4006])
    expect(wrongMethod.headers.get('allow')).toBe('GET')
    await expected(`PUT /tenants/${boreal}/users/${hugo}`, [400, 4002], { body: '{"firstName":' })
    await expected(`PUT /tenants/${boreal}/users/${hugo}`, [415, 4006], {
      body: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    await expected(`PUT /tenants/${boreal}/users/${hugo}`, [413, 4007], {
      body: JSON.stringify({ firstName: 'x'.repeat(3_000_000) }),
    })
    await expected(`GET /tenants/${boreal}/users?pageSize=0`, [422, 4000])
    await expected(`GET /tenants/${boreal}/users?continuationToken=nonsense`, [422, 4000])
    await expected('GET /tenants/%ff/users', [400, 4002])
    await expected(`GET /tenants/${'x'.repeat(300)}/users`, [404, 4005])
  })

  it('refuses no body, null, and what is not UTF-8, of every call that takes one', async () => {
    const calls = Object.entries(contracts).flatMap(([service, contract]) =>
      Object.values(contract as Record<string, AnyEndpoint>).map((call) => ({ service: service as ServiceName, call })),
    )
    const taking = calls.filter(({ call }) => call.body && !call.upload)
    // Ending an override has nothing to say, nor has a search for every controller.
    const bare = [
      'PUT /points/{id}/auto',
      'PUT /points/{id}/emergency-auto',
      'POST /x/controller-networks/{id}/searches',
    ]
    const id = '99999999-9999-4999-8999-999999999999'
    for (const { service, call } of taking) {
      const line = `${call.method} ${call.path}`
      const address = `${call.method} ${call.path.replace(/\{\w+\}/g, id)}`
      const answers = async (body: unknown) => {
        const { status, body: told } = await services.call(service, address, {
          as: 'marcus',
          body,
          headers: { 'content-type': 'application/json' },
        })
        return [status, told?.errorCode]
      }
      expect([line, ...(await answers('null'))]).toEqual([line, 422, 4000])
      expect([line, ...(await answers(Buffer.from('7b226e616d65223a22ff227d', 'hex')))]).toEqual([line, 400, 4002])
      const none = await services.call(service, address, { as: 'marcus' })
      if (!bare.includes(line)) expect([line, none.status, none.body.errorCode]).toEqual([line, 422, 4000])
    }
    expect(taking).toHaveLength(94)
  })

  it('names the field in which a query or a search has a NUL', async () => {
    const montcalm = customerIdOf('CUS1004')
    const as = 'amelie'
    const id = '99999999-9999-4999-8999-999999999999'
    let asked = 0
    for (const [service, contract] of Object.entries(contracts))
      for (const call of Object.values(contract as Record<string, AnyEndpoint>)) {
        const names = Object.keys((call.query as { shape?: object } | undefined)?.shape ?? {})
        if (call.method !== 'GET') continue
        for (const name of names) {
          const line = `GET ${call.path.replace(/\{\w+\}/g, id)}?${name}=a%00b`
          const { status, body } = await services.call(service as ServiceName, line, { as })
          expect([line, status, body.errorCode]).toEqual([line, 422, 4000])
          asked += 1
        }
      }
    expect(asked).toBeGreaterThan(150)
    for (const [service, line] of [
      ['operations', 'POST /alarms'],
      ['operations', 'POST /faults'],
    ] as const) {
      const { status, body } = await services.call(service, line, {
        as,
        body: { customerId: montcalm, search: '\0\0' },
      })
      expect([line, status, body.errorCode]).toEqual([line, 422, 4000])
    }
  })

  it('names the fields that are wrong, by key', async () => {
    const { body } = await services.call('tenant', `PUT /tenants/${boreal}/users/${hugo}`, {
      as: 'amelie',
      body: { firstName: 'x'.repeat(81), unit: 'furlong' },
    })
    expect(body.errors).toEqual({
      firstName: ['errors.user.name'],
      lastName: ['errors.field.required'],
      unit: ['errors.user.unit'],
    })
  })

  it('survives bytes that are no HTTP at all', async () => {
    const { port } = new URL(services.origin('tenant'))
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end('BREW /pot\r\n\r\n'))
      let text = ''
      socket.on('data', (data) => {
        text += data
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer).toContain('400 Bad Request')
  })
})

describe('what is refused', () => {
  it('says so of a body that is too large, to whoever listens only when all of it is sent', async () => {
    const { port } = new URL(services.origin('tenant'))
    const token = await services.tokenFor('amelie')
    const size = 24_000_000
    const head = [
      `PUT /tenant/api/v1/tenants/${boreal}/users/${hugo} HTTP/1.1`,
      ...['host: localhost', `authorization: Bearer ${token}`, 'content-type: application/json'],
      ...[`content-length: ${size}`, 'connection: close', '', ''],
    ].join('\r\n')
    const heard = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1')
      let text = ''
      socket.on('error', (error) => resolve(String(error)))
      socket.on('close', () => resolve(text))
      socket.write(head)
      socket.write(Buffer.alloc(size, 'x'), () => {
        socket.on('data', (data) => {
          text += data
        })
      })
    })
    expect(heard).toMatch(/^HTTP\/1\.1 413 /)
    expect(heard).toContain('"errorCode":4007')
  })

  it('names the parameters that an extension does not know', async () => {
    const { status, body } = await services.call('site', 'GET /x/tunnels?pageSize=5&colour=red', { as: 'amelie' })
    expect([status, body.errorCode, body.errors]).toEqual([422, 4000, { colour: 'errors.field.invalid' }])
    const none = await services.call('site', `GET /x/customers/${customerIdOf('CUS1004')}/overview?fast=1`, {
      as: 'amelie',
    })
    expect([none.status, none.body.errors]).toEqual([422, { fast: 'errors.field.invalid' }])
  })
})

describe('the control plane', () => {
  const post = (headers: Record<string, string>, body?: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = httpRequest(`${services.origin('control')}/__sim/clock`, { method: 'POST', headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      sent.on('error', reject)
      sent.end(body)
    })

  it('takes nothing that a page of another site could send', async () => {
    expect(await post({}, undefined)).toBe(415)
    expect(await post({ 'content-type': 'text/plain' }, '{"advanceMs":1}')).toBe(415)
    expect(await post({ 'content-type': 'application/x-www-form-urlencoded' }, 'a=b')).toBe(415)
    expect(await post({ 'content-type': 'application/json', host: 'rebound.example' }, '{}')).toBe(403)
    expect(await post({ 'content-type': 'application/json', host: 'localhost:9' }, '{}')).toBe(200)
    expect(await post({ 'content-type': 'application/json' }, '{}')).toBe(200)
  })

  it('moves the clock for good: a restart goes on from there', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-clock-'))
    const first = await startTestServices({ dataDir })
    await first.control('POST /clock', { advanceMs: 3_600_000 })
    await first.control('POST /reset', {})
    const { body: moved } = await first.control('GET /clock')
    await first.close()
    const second = await startTestServices({ dataDir })
    expect((await second.control('GET /clock')).body).toEqual(moved)
    await second.close()
    await rm(dataDir, { recursive: true })
  })

  it('refuses to move a clock that somebody relies on, and a store whose clock was moved', async () => {
    const own = await startTestServices()
    const { world } = own
    keepRealTime(world, 'a link to real controllers is configured')
    for (const order of [{ advanceMs: 1_000 }, { freeze: true }, { freeze: false }, { rate: 60 }]) {
      const refused = await own.control('POST /clock', order)
      expect(refused.status).toBe(409)
      expect(refused.body.message).toBe('The clock cannot be moved: a link to real controllers is configured')
    }
    expect(clockOffsetMs(world.store)).toBe(0)
    addClockOffset(world.store, 90 * 60_000)
    expect(() => keepRealTime(world, 'a link to real controllers is configured')).toThrow(
      /moved forward by 90 minutes .* a link to real controllers/,
    )
    await own.close()
  })

  it('lets whoever is at work come to an end before the store is closed', async () => {
    const own = await startTestServices()
    const token = await own.tokenFor('amelie')
    const { tokens } = own.world
    const { claimsOf } = tokens
    const release = new EventEmitter()
    const ends: (string | undefined)[] = []
    const asked = new Promise<void>((resolve) => {
      tokens.claimsOf = async (bearer) => {
        resolve()
        await once(release, 'now')
        ends.push(own.world.store.get<{ name: string }>('SELECT name FROM tenant')?.name)
        return claimsOf(bearer)
      }
    })
    const answer = own.call('tenant', 'GET /users/info', { token }).catch(() => 'cut off')
    await asked
    const closing = own.close()
    expect(await answer).toBe('cut off')
    const isClosed = await Promise.race([closing.then(() => true), setTimeout(500, false)])
    release.emit('now')
    await closing
    expect([isClosed, ends]).toEqual([false, [expect.any(String)]])
  })

  it('waits for no trouble that only takes time', async () => {
    const own = await startTestServices()
    const token = await own.tokenFor('amelie')
    own.world.faults.inject('tenant', { kind: 'delay', delayMs: 600_000 })
    const { faults } = own.world
    const { next } = faults
    const met = new Promise<void>((resolve) => {
      faults.next = (...call) => {
        resolve()
        return next(...call)
      }
    })
    const answer = own.call('tenant', 'GET /users/info', { token }).catch(() => 'cut off')
    await met
    await own.close()
    expect(await answer).toBe('cut off')
  })
})

describe('tenant and customer headers', () => {
  const info = (headers: Record<string, string>, as = 'amelie') =>
    services.call('tenant', 'GET /users/info', { as, headers })

  it('accepts the own tenant, and the nil id as none', async () => {
    expect(
      (await info({ 'x-organization': boreal, 'x-tenant-id': boreal, 'x-customer-id': customerIdOf('CUS1001') }))
        .status,
    ).toBe(200)
    expect((await info({ 'x-organization': nilId, 'x-customer-id': nilId })).status).toBe(200)
  })

  it('refuses two that differ (4002)', async () => {
    const { status, body } = await info({ 'x-organization': boreal, 'x-tenant-id': lakeshore })
    expect([status, body.errorCode]).toEqual([400, 4002])
  })

  it('refuses foreign and unknown ones alike (403, never 401)', async () => {
    const foreign: Record<string, string>[] = [
      { 'x-tenant-id': lakeshore },
      { 'x-tenant-id': 'unknown' },
      { 'x-customer-id': 'unknown' },
    ]
    for (const headers of foreign) {
      const { status, body } = await info(headers)
      expect([status, body.errorCode]).toEqual([403, 4003])
    }
    expect((await info({ 'x-customer-id': customerIdOf('CUS1003') }, 'claire')).status).toBe(403)
    expect((await info({ 'x-customer-id': customerIdOf('CUS1002') }, 'claire')).status).toBe(200)
  })
})

describe('Idempotency-Key', () => {
  const line = `POST /tenants/${boreal}/users/roles/${roleIds.user}`
  const mei = userIdOf('mei.chen@boreal.example')

  it('repeats the answer without a second effect, and refuses the key for anything else', async () => {
    const before = await seqNow()
    const first = await services.call('tenant', line, {
      as: 'amelie',
      body: [mei],
      headers: { 'idempotency-key': 'k1' },
    })
    const again = await services.call('tenant', line, {
      as: 'amelie',
      body: [mei],
      headers: { 'idempotency-key': 'k1' },
    })
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await performedSince(before)).toMatchObject([
      {
        service: 'tenant',
        method: 'POST',
        idempotencyKey: 'k1',
        actor: seedId('account', 'amelie'),
        entityIds: [mei],
        status: 200,
      },
    ])

    const other = await services.call('tenant', line, {
      as: 'amelie',
      body: [hugo],
      headers: { 'idempotency-key': 'k1' },
    })
    expect([other.status, other.body.errorCode]).toEqual([409, 4013])
  })

  it('forgets after 24 hours', async () => {
    await services.call('tenant', line, { as: 'amelie', body: [mei], headers: { 'idempotency-key': 'k2' } })
    stopWatching(services)
    await services.control('POST /clock', { advanceMs: 24 * 3_600_000 })
    const before = await seqNow()
    expect(
      (await services.call('tenant', line, { as: 'amelie', body: [hugo], headers: { 'idempotency-key': 'k2' } }))
        .status,
    ).toBe(200)
    expect(await performedSince(before)).toHaveLength(1)
  })

  it('keeps no refused write in the journal', async () => {
    const before = await seqNow()
    await services.call('tenant', line, { as: 'usha', body: [mei] })
    await services.call('tenant', line, { as: 'amelie', body: ['unknown'] })
    expect(await performedSince(before)).toEqual([])
  })
})

describe('services told to fail', () => {
  const inject = (fault: object) => services.control('POST /services/tenant/inject', fault)
  const info = () => services.call('tenant', 'GET /users/info', { as: 'amelie' })

  it('answers with a status as often as told, only where it matches', async () => {
    await inject({ match: 'GET /users', kind: 'status', status: 503, errorCode: 5003, times: 1 })
    expect((await services.call('tenant', 'GET /tenants', { as: 'amelie' })).status).toBe(200)
    const failed = await info()
    expect([failed.status, failed.body.errorCode]).toEqual([503, 5003])
    expect((await info()).status).toBe(200)
  })

  it('drops, babbles, breaks off, sends elsewhere', async () => {
    await inject({ kind: 'drop', times: 1 })
    await expect(info()).rejects.toThrow()
    await inject({ kind: 'garbage', times: 1 })
    expect((await info()).body).toContain('oops')
    await inject({ kind: 'truncate', times: 1 })
    await expect(info()).rejects.toThrow()
    await inject({ kind: 'redirect', times: 1 })
    expect((await info()).status).toBe(302)
  })

  it('loses the answer of a write whose effect stands', async () => {
    const before = await seqNow()
    await inject({ match: 'POST /tenants', kind: 'drop', after: true, times: 1 })
    await expect(
      services.call('tenant', `POST /tenants/${boreal}/users/roles/${roleIds.user}`, { as: 'amelie', body: [hugo] }),
    ).rejects.toThrow()
    expect(await performedSince(before)).toHaveLength(1)
  })

  it('knows its services', async () => {
    expect((await services.control('POST /services/nobody/inject', { kind: 'drop' })).status).toBe(404)
    expect((await inject({ kind: 'sulk' })).status).toBe(422)
  })
})

describe('jobs', () => {
  it('run at their due time, in order, each with its effects in one transaction, and again when they fail', async () => {
    const { jobs, clock, store } = services.world
    const seen: [string, number][] = []
    let failures = 1
    jobs.on<{ name: string }>('test.note', ({ name }, at) => {
      seen.push([name, clock.now() - start])
      expect(clock.now()).toBe(at)
      if (name === 'fails once' && failures > 0) {
        failures -= 1
        store.run('INSERT INTO person (id, issuer, subject) VALUES (?,?,?)', 'half', 'done', 'only')
        throw new Error('expected by the test')
      }
    })
    const start = clock.now()
    jobs.schedule('test.note', start + 2_000, { name: 'second' })
    jobs.schedule('test.note', start + 1_000, { name: 'first' })
    jobs.schedule('test.note', start + 2_000, { name: 'third' })
    jobs.cancel(jobs.schedule('test.note', start + 2_500, { name: 'cancelled' }))
    jobs.schedule('test.note', start + 3_000, { name: 'fails once' })
    jobs.schedule('test.note', start + 3_600_000, { name: 'much later' })

    await services.control('POST /clock', { advanceMs: 10_000 })
    expect(seen).toEqual([
      ['first', 1_000],
      ['second', 2_000],
      ['third', 2_000],
      ['fails once', 3_000],
      ['fails once', 5_000],
    ])
    expect(store.get('SELECT 1 FROM person WHERE id = ?', 'half')).toBeUndefined()
    expect(clock.now()).toBe(start + 10_000)
  })

  it('of the services see the current time after a pause, those of the simulation the time at which they were due', () => {
    const { jobs, clock, store } = services.world
    const seen: [string, number][] = []
    let failures = 1
    jobs.on(
      'test.simulated',
      (_payload, at) => void seen.push(['simulated', at - start], ['clock', clock.now() - start]),
    )
    jobs.onRealTime('test.real', (_payload, at) => {
      seen.push(['real', at - start], ['clock', clock.now() - start])
      if (failures-- > 0) throw new Error('expected by the test')
    })
    const start = clock.now()
    jobs.schedule('test.real', start + 1_000, null)
    jobs.schedule('test.simulated', start + 2_000, null)
    clock.shift(3 * 3_600_000)
    jobs.runDue(clock.now())
    expect(seen).toEqual([
      ['real', 3 * 3_600_000],
      ['clock', 3 * 3_600_000],
      ['simulated', 2_000],
      ['clock', 2_000],
    ])
    const [retry] = store.all<{ due_at: number }>("SELECT due_at FROM job WHERE kind = 'test.real'")
    expect(retry?.due_at).toBe(start + 3 * 3_600_000 + 2_000)
    // While the clock is moved, both see the time it passes through.
    seen.length = 0
    jobs.schedule('test.simulated', clock.now() + 1_000, null)
    clock.advance(60_000)
    const passed = (ms: number) => 3 * 3_600_000 + ms
    expect(seen).toEqual([
      ['simulated', passed(1_000)],
      ['clock', passed(1_000)],
      ['real', passed(2_000)],
      ['clock', passed(2_000)],
    ])
  })

  it('never plan themselves for no later than they were due, whether they have a name or not', async () => {
    const { jobs, clock, store } = services.world
    let done = 0
    jobs.on<{ name?: string }>('test.again', (payload, at) => {
      done += 1
      if (done > 100) throw new Error('it goes on for ever')
      jobs.schedule('test.again', at, payload, payload.name)
    })
    jobs.schedule('test.again', clock.now() + 1_000, {})
    jobs.schedule('test.again', clock.now() + 1_000, { name: 'named' }, 'named')
    clock.advance(600_000)
    expect(done).toBeLessThanOrEqual(10)
    const left = store.all<{ due_at: number }>("SELECT due_at FROM job WHERE kind = 'test.again'")
    expect(left.map(({ due_at }) => due_at > clock.now())).toEqual([true, true])
    store.run("DELETE FROM job WHERE kind = 'test.again'")
  })

  it('give others a turn however much is due', async () => {
    const { jobs, clock } = services.world
    let done = 0
    jobs.on('test.slow', () => {
      const until = performance.now() + 10
      while (performance.now() < until);
      done += 1
    })
    for (let second = 1; second <= 100; second++) jobs.schedule('test.slow', clock.now() + second * 1_000, second)
    const moved = services.control('POST /clock', { advanceMs: 200_000 })
    await services.control('GET /clock')
    const doneWhenAnswered = done
    await moved
    expect(doneWhenAnswered).toBeLessThan(100)
    expect(done).toBe(100)
  })
})

describe('the OpenAPI document', () => {
  it('lists every call of the contract with its capability', async () => {
    const document = await (await fetch(`${services.origin('tenant')}/openapi.json`)).json()
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/users/info'].get).toMatchObject({
      operationId: 'usersInfo',
      'x-capability': 'self.read',
      'x-effect': 'read',
    })
    expect(
      document.paths['/tenants/{id}/users/roles/{roleId}'].delete.requestBody.content['application/json'].schema.type,
    ).toBe('array')
    for (const name of ['site', 'package', 'product', 'device-configuration'] as const) {
      expect((await fetch(`${services.origin(name)}/openapi.json`)).status, name).toBe(200)
    }
  })
})

describe('the seed', () => {
  it('gives the same ids every time, as UUIDv5', () => {
    expect(seedId('tenant', 'boreal')).toBe(boreal)
    expect(boreal).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('draws the numbers of the reference generator', () => {
    expect(seedOf('AHU-1|montreal|20')).toBe(4_050_302_885)
    const draw = prng(1)
    expect([draw(), draw()]).toEqual([0.6270739405881613, 0.002735721180215478])
  })

  it('is drawn from the word of a reset', async () => {
    const held = async () => {
      const { body } = await services.call('site', 'GET /x/overrides?pageSize=200', { as: 'amelie' })
      return body.data.map(({ pointId, at }: { pointId: string; at: string }) => `${pointId} ${at}`)
    }
    await services.reset()
    const usual = await held()
    await services.control('POST /reset', { seed: 'another' })
    const another = await held()
    expect(another.length).toBeGreaterThan(0)
    expect(another).not.toEqual(usual)
    await services.control('POST /reset', { seed: 'plantroom' })
    expect(await held()).toEqual(usual)
  })

  it('comes back after a reset, with what it left due done by the time that answers', async () => {
    const { store, clock } = services.world
    await services.control('POST /clock', { advanceMs: 2 * 3_600_000 })
    await services.call('tenant', `POST /tenants/${boreal}/users/roles/${roleIds.admin}`, {
      as: 'amelie',
      body: [hugo],
    })
    await services.control('POST /reset', {})
    expect(store.all('SELECT kind FROM job WHERE due_at <= ?', clock.now())).toEqual([])
    const { body } = await services.call('tenant', `GET /tenants/${boreal}/users/${hugo}/permissions`, { as: 'amelie' })
    expect(body).toEqual([{ tenantId: boreal, userId: hugo, roleId: roleIds.user }])
  })
})

describe('the data file', () => {
  it('is written through to the disk', () => {
    const header = readFileSync(`${services.settings.dataDir}/services.sqlite`).subarray(0, 15).toString()
    expect(header).toBe('SQLite format 3')
    expect(services.world.store.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
    expect(services.world.store.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
  })
})
