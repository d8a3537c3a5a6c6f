/** A real installation: `SEED=none`, real passwords, one-time links, and none of the shortcuts of an evaluation. */

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rootTenantId } from '../../services/contracts/permissions'
import { createAttempts } from '../../services/identity/attempts'
import { hashPassword, isPassword, passwordProblem } from '../../services/identity/passwords'
import { journalSince } from '../../services/kit/journal'
import { readSettings } from '../../services/kit/settings'
import { findProduct, requireHostId } from '../../services/site/devices/new-device'
import { type Services, startTestServices, visitor } from '../harness/services'

const none = { SEED: 'none', SIM_CONTROL: '0', OIDC_CLIENT_SECRET: 'only-this-installation-knows-it' }
const password = 'harbour-lantern-violet-maple'
const email = 'nora.keller@plant.example'

let folder: string
let running: Services[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-installation-'))
  running = []
})
afterEach(async () => {
  for (const services of running) await services.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}): Promise<Services> {
  const services = await startTestServices({
    dataDir: folder,
    frozen: false,
    start: Date.now(),
    env: { ...none, ...env },
  })
  running.push(services)
  return services
}

async function restart(env: Record<string, string> = {}): Promise<Services> {
  await running.pop()?.close()
  return start(env)
}

const browserOf = (services: Services) => visitor(services.origin('identity'), services.settings.publicOrigin)
const form = (fields: Record<string, string>) => new URLSearchParams(fields)
const first = { email, firstName: 'Nora', lastName: 'Keller', password, repeat: password }

function issuedUrl({ startLink }: Services): string {
  if (startLink?.is !== 'issued') throw new Error(`No link: ${JSON.stringify(startLink)}`)
  return startLink.url
}

async function withAdministrator(env: Record<string, string> = {}): Promise<Services> {
  const services = await start(env)
  const visit = browserOf(services)
  await visit(issuedUrl(services))
  await visit('/identity/link', form(first))
  return services
}

/** Opens the sign-in form in a new browser. */
async function signInForm(services: Services, extra: Record<string, string> = {}) {
  const visit = browserOf(services)
  const { client, publicOrigin } = services.settings
  const query = new URLSearchParams({
    client_id: client.id,
    response_type: 'code',
    redirect_uri: `${publicOrigin}/login/callback`,
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...extra,
  })
  const page = await visit(`/identity/auth?${query}`)
  const attempt = (login: string, entered: string) => visit(page.address, form({ login, password: entered }))
  return { page, attempt }
}

describe('the first administrator', () => {
  it('opens a link that works once, and has the whole installation', async () => {
    const services = await start()
    const visit = browserOf(services)
    const url = issuedUrl(services)
    for (let time = 0; time < 2; time += 1) {
      const opened = await visit(url)
      expect([opened.status, opened.address]).toEqual([200, '/identity/link'])
      expect(opened.html).toContain('Create the first administrator')
      expect(opened.html).not.toContain(url.split('=').at(-1))
    }
    // Somebody else's browser does not have the link.
    expect((await browserOf(services)('/identity/link')).status).toBe(410)

    const refused = await visit('/identity/link', form({ email: 'nora', password: 'plantroom', repeat: 'plantroom' }))
    expect(refused.status).toBe(422)
    for (const said of ['Enter an e-mail address', 'Enter your first and last name', 'at least 12 characters'])
      expect(refused.html).toContain(said)
    expect(refused.html).toContain('value="nora"')

    expect((await visit('/identity/link', form(first))).address).toBe('/identity/password/saved')
    expect((await visit(url)).status).toBe(410)

    const { access_token: token } = await services.signIn(email, { password })
    const info = await services.call('tenant', 'GET /users/info', { token })
    expect(info.body.tenantUsers[0]).toMatchObject({ fullName: 'Nora Keller', role: 'admin', tenantId: rootTenantId })
    const tenants = await services.call('tenant', 'GET /tenants', { token })
    expect(tenants.body.map(({ name }: { name: string }) => name)).toEqual(['Plantroom'])
    const { body: models } = await services.call('product', 'GET /controllers', { token })
    expect(models).toMatchObject([{ name: 'BACnet device', model: { type: 'BACNET' } }])
    expect(models[0].license ?? models[0].model.hostIdPattern).toBeUndefined()
    // Its devices may have any host id.
    const { store } = services.world
    requireHostId(store, { hostId: 'bacnet:1:4711', product: findProduct(store, 'BACNET') })
    const { body: packages } = await services.call('package', 'GET /packages', { token })
    expect(JSON.stringify(packages)).not.toContain('"version"')
  })

  it('has a link that survives a restart and is not printed again, until it expires', async () => {
    const services = await start()
    const url = issuedUrl(services)
    const { publicOrigin } = services.settings
    const again = await restart({ PUBLIC_ORIGIN: publicOrigin })
    expect(again.startLink?.is).toBe('waiting')
    expect(JSON.stringify(again.startLink)).not.toContain('http')
    expect((await browserOf(again)(url)).status).toBe(200)
    again.world.store.run('UPDATE sign_in_link SET expires_at = 0')
    expect((await browserOf(again)(url)).status).toBe(410)
    const third = await restart({ PUBLIC_ORIGIN: publicOrigin })
    expect(issuedUrl(third)).not.toBe(url)
    const visit = browserOf(third)
    await visit(issuedUrl(third))
    await visit('/identity/link', form(first))
    expect((await restart()).startLink).toBeNull()
  })

  it('may be named, and renamed while nobody has signed in', async () => {
    const services = await start({ FIRST_ADMIN_EMAIL: 'Nora.Kelller@plant.example' })
    const mistyped = issuedUrl(services)
    const named = await restart({ FIRST_ADMIN_EMAIL: email, PUBLIC_ORIGIN: services.settings.publicOrigin })
    const visit = browserOf(named)
    expect((await visit(mistyped)).status).toBe(410)
    const opened = await visit(issuedUrl(named))
    expect(opened.html).toContain('Set your password')
    expect(opened.html).toContain(email)
    // The address is that of the link, whatever the form sends.
    await visit('/identity/link', form({ ...first, email: 'mallory@else.example' }))
    const { access_token: token } = await named.signIn(email, { password })
    const { body } = await named.call('tenant', 'GET /users/info', { token })
    expect(body.tenantUsers).toMatchObject([{ fullName: 'Nora Keller', role: 'admin', tenantId: rootTenantId }])
    const later = await restart({ FIRST_ADMIN_EMAIL: 'somebody@else.example' })
    expect(later.startLink).toBeNull()
    expect(later.world.store.get("SELECT 1 FROM tenant_user WHERE email = 'somebody@else.example'")).toBeUndefined()
  })

  it('may have a first password from the environment, which never replaces a later one', async () => {
    await expect(start({ FIRST_ADMIN_EMAIL: email, FIRST_ADMIN_PASSWORD: 'short' })).rejects.toThrow(
      'FIRST_ADMIN_PASSWORD: is too short',
    )
    const env = { FIRST_ADMIN_EMAIL: email, FIRST_ADMIN_PASSWORD: password }
    const services = await start(env)
    expect(services.startLink).toBeNull()
    await services.signIn(email, { password })
    const changed = 'river-copper-window-cedar'
    const saved = await browserOf(services)(
      '/identity/password',
      form({ email, current: password, password: changed, repeat: changed }),
    )
    expect(saved.address).toBe('/identity/password/saved')
    const again = await restart(env)
    await again.signIn(email, { password: changed })
    await expect(again.signIn(email, { password })).rejects.toThrow()
  })
})

describe('signing in', () => {
  it('has nobody of the demonstration, no guest and no public password', async () => {
    const services = await withAdministrator()
    const { page, attempt } = await signInForm(services, { login_hint: 'guest' })
    expect(page.status).toBe(200)
    for (const absent of ['evaluation', 'amelie', '<code>plantroom']) expect(page.html).not.toContain(absent)
    for (const login of ['amelie', 'marcus', 'guest', email]) {
      expect((await attempt(login, 'plantroom')).status).toBe(422)
    }
    expect(
      services.world.store.get("SELECT 1 FROM tenant_user WHERE email LIKE '%.example' AND email <> ?", email),
    ).toBeUndefined()
  })

  it('slows down guesses, in the same way for accounts that do not exist', async () => {
    const services = await withAdministrator()
    for (const login of [email, 'nobody@plant.example']) {
      const { attempt } = await signInForm(services)
      for (let time = 0; time < 5; time += 1) expect((await attempt(login, `wrong guess ${time}`)).status).toBe(422)
      const paused = await attempt(login.toUpperCase(), password)
      expect(paused.status).toBe(429)
      expect(paused.html).toContain('Try again in a minute')
      const change = { email: login, current: password, password: 'x'.repeat(3) + password, repeat: `xxx${password}` }
      expect((await browserOf(services)('/identity/password', form(change))).status).toBe(429)
    }
  })

  it('refuses what is too long before anything is computed from it', async () => {
    const services = await withAdministrator()
    const { attempt } = await signInForm(services)
    const began = performance.now()
    expect((await attempt(email, 'p'.repeat(15_000))).status).toBe(422)
    expect((await attempt(`${'a'.repeat(10_000)}@plant.example`, password)).status).toBe(422)
    expect((await attempt(email, 'p'.repeat(17_000))).status).toBe(413)
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(passwordProblem('p'.repeat(1_000_000), { repeat: '', email })).toBe('long')
  })

  it('ends earlier sign-ins of the person when the password changes', async () => {
    const services = await withAdministrator()
    const { refresh_token } = await services.signIn(email, { password })
    const { client } = services.settings
    const refresh = () =>
      fetch(`${services.origin('identity')}/identity/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
        body: form({ grant_type: 'refresh_token', refresh_token }),
      })
    const visit = browserOf(services)
    const changed = 'river-copper-window-cedar'
    const wrong = await visit('/identity/password', form({ email, current: 'x', password: changed, repeat: changed }))
    expect(wrong.status).toBe(422)
    const differs = await visit(
      '/identity/password',
      form({ email, current: password, password: changed, repeat: 'y' }),
    )
    expect(differs.html).toContain('are not the same')
    await visit('/identity/password', form({ email, current: password, password: changed, repeat: changed }))
    expect((await refresh()).status).toBe(400)
    await services.signIn(email, { password: changed })
  })
})

describe('a sign-in link for somebody', () => {
  const order = { email, current: password, person: 'karl@plant.example' }

  /** Adds a person to the root tenant. */
  async function withKarl(services: Services): Promise<string> {
    const { access_token: token } = await services.signIn(email, { password })
    const body = { email: order.person, firstName: 'Karl', lastName: 'Meier' }
    expect((await services.call('tenant', `POST /tenants/${rootTenantId}/users`, { token, body })).status).toBe(201)
    return token
  }
  const linkIn = ({ html }: { html: string }) => /<code>(http[^<]+)<\/code>/.exec(html)?.[1] ?? ''

  it('is created by an administrator of the root tenant with their password, replaces the one before, and works once', async () => {
    const services = await withAdministrator()
    const visit = browserOf(services)
    const unknown = await visit('/identity/sign-in-link', form(order))
    expect(unknown.html).toContain('Nobody with this e-mail address has been added')
    await withKarl(services)
    expect((await visit('/identity/sign-in-link?person=karl%40plant.example')).html).toContain(order.person)
    expect((await visit('/identity/sign-in-link', form({ ...order, current: 'x' }))).status).toBe(422)
    const replaced = linkIn(await visit('/identity/sign-in-link', form(order)))
    const link = linkIn(await visit('/identity/sign-in-link', form(order)))
    const karl = browserOf(services)
    expect((await karl(replaced)).status).toBe(410)
    expect((await karl(link)).html).toContain(order.person)
    const own = 'winter-bicycle-lemon-forest'
    expect((await karl('/identity/link', form({ password: own, repeat: own }))).address).toBe(
      '/identity/password/saved',
    )
    expect((await karl(link)).status).toBe(410)
    const { access_token: token } = await services.signIn(order.person, { password: own })
    const { body } = await services.call('tenant', 'GET /users/info', { token })
    expect(body.tenantUsers).toMatchObject([{ fullName: 'Karl Meier', role: 'no-access' }])

    const accountOf = (address: string) =>
      services.world.store.get<{ id: string }>('SELECT id FROM account WHERE email = ?', address)?.id
    const recorded = journalSince(services.world.store, 0).filter(({ service }) => service === 'identity')
    expect(recorded.map(({ path, actor, entityIds }) => [path, actor, entityIds])).toEqual([
      ['/identity/sign-in-link', 'start', []],
      ['/identity/link', accountOf(email), [accountOf(email)]],
      ['/identity/sign-in-link', accountOf(email), [accountOf(order.person)]],
      ['/identity/sign-in-link', accountOf(email), [accountOf(order.person)]],
      ['/identity/link', accountOf(order.person), [accountOf(order.person)]],
    ])
    expect(JSON.stringify(recorded)).not.toContain(link.split('=').at(-1))

    const denied = await karl('/identity/sign-in-link', form({ email: order.person, current: own, person: email }))
    expect(denied.status).toBe(403)
    expect(denied.html).toContain('Only administrators of the root tenant')
  })

  it('may be printed by a start, for an administrator who has lost the password', async () => {
    const { publicOrigin } = (await withAdministrator()).settings
    const services = await restart({ SIGN_IN_LINK_FOR: email, PUBLIC_ORIGIN: publicOrigin })
    expect(services.startLink).toMatchObject({ is: 'issued', email })
    const visit = browserOf(services)
    expect((await visit(issuedUrl(services))).html).toContain('Set your password')
    // Until it is used, the earlier password stays.
    await services.signIn(email, { password })
    await expect(restart({ SIGN_IN_LINK_FOR: 'nobody@plant.example' })).rejects.toThrow('SIGN_IN_LINK_FOR: nobody')
  })
})

describe('passwords', () => {
  it('are stored as a hash of their own, and compared by it', async () => {
    const [one, other] = [await hashPassword(password), await hashPassword(password)]
    expect(one).toMatch(/^scrypt\$32768\$8\$3\$/)
    expect(one).not.toBe(other)
    expect(await isPassword(password, one)).toBe(true)
    expect(await isPassword(`${password} `, one)).toBe(false)
    expect(await isPassword(password, null)).toBe(false)
    // The same letters, composed otherwise.
    expect(
      await isPassword('e\u0301te\u0301 a\u0300 la plage', await hashPassword('\u00e9t\u00e9 \u00e0 la plage')),
    ).toBe(true)
  })

  it.each([
    ['short', 'eleven char'],
    ['guessable', 'plantroom2026'],
    ['guessable', 'nora.keller!1'],
    ['guessable', 'abababababab'],
    [undefined, 'correct horse battery staple'],
    [undefined, '\u043b\u0435\u0441 \u0440\u0435\u043a\u0430 \u0441\u0442\u043e\u043b \u043e\u043a\u043d\u043e'],
    [undefined, '837461920583'],
  ])('are %s: %s', (problem, candidate) => {
    expect(passwordProblem(candidate, { repeat: candidate, email })).toBe(problem)
  })

  it('may be tried again after a pause that doubles, up to a quarter of an hour', () => {
    let now = 0
    const attempts = createAttempts(() => now)
    const fail = () => attempts.begin('nora', '10.0.0.1')
    for (let time = 0; time < 4; time += 1) fail()
    expect(attempts.pauseOf('nora', '10.0.0.1')).toBe(0)
    const pauses = []
    for (let time = 0; time < 7; time += 1) {
      fail()
      pauses.push(attempts.pauseOf('nora', '10.0.0.2'))
      now += attempts.pauseOf('nora', '10.0.0.1') * 1000
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900])
    expect(attempts.pauseOf('nora', '10.0.0.1')).toBe(0)
    attempts.succeeded('nora', '10.0.0.1')
    fail()
    expect(attempts.pauseOf('nora', '10.0.0.1')).toBe(0)
    // One address that tries many accounts.
    for (let time = 0; time < 30; time += 1) attempts.begin(`person ${time}`, '10.0.0.9')
    expect(attempts.pauseOf('another', '10.0.0.9')).toBeGreaterThan(0)
    expect(attempts.pauseOf('another', '10.0.0.8')).toBe(0)
  })
})

describe('the data folder', () => {
  it('is that of an evaluation or of a real installation, never both', async () => {
    await start()
    await expect(restart({ SEED: 'demo', SIM_CONTROL: '1' })).rejects.toThrow('is that of a real installation')
    await rm(folder, { recursive: true })
    const demonstration = await startTestServices({ dataDir: folder })
    await demonstration.close()
    await expect(start()).rejects.toThrow('has the demonstration of an evaluation')
  })

  it('has no control plane', () => {
    const read = readSettings({ ...none, SIM_CONTROL: '1' })
    expect(read).toEqual({ ok: false, problems: ['SIM_CONTROL: does not exist with SEED=none'] })
    expect(readSettings({ SEED: 'none' })).toEqual({
      ok: false,
      problems: ['OIDC_CLIENT_SECRET: is required with SEED=none'],
    })
  })

  it('has a clock that nobody moves', async () => {
    const { world } = await start()
    expect(() => world.clock.advance(1)).toThrow('SEED=none is a real installation')
  })
})

describe('with an OpenID provider of the company', () => {
  /** A provider that signs whatever a test wants. */
  async function provider() {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const jwk = { ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'one', use: 'sig' }
    const server = createServer((request, response) => {
      const body = request.url === '/jwks' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/jwks` }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const tokenOf = (claims: Record<string, unknown>) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience('plantroom-api')
        .setExpirationTime('10m')
        .sign(privateKey)
    return { issuer, tokenOf, close: () => server.close() }
  }

  const rolesOf = async (services: Services, token: string) => {
    const { body } = await services.call('tenant', 'GET /users/info', { token })
    return body.tenantUsers.map(({ role }: { role: string }) => role)
  }

  it('knows the first administrator by a verified e-mail address only', async () => {
    const { issuer, tokenOf, close } = await provider()
    const env = { OIDC_ISSUER: issuer, RUN_IDENTITY: '0' }
    await expect(start(env)).rejects.toThrow('FIRST_ADMIN_EMAIL: is required')
    const services = await start({
      ...env,
      FIRST_ADMIN_EMAIL: email,
      SERVICE_CLIENT_ID: 'robot',
      SERVICE_CLIENT_SECRET: 'x',
    })
    expect(services.startLink).toBeNull()
    for (const claims of [
      { sub: 'mallory', email },
      { sub: 'mallory', email, email_verified: false },
      { sub: 'mallory', preferred_username: email },
      // The name of the console's own client, which has a record as well.
      { sub: 'mallory', preferred_username: 'robot', client_id: 'plantroom' },
    ])
      expect(await rolesOf(services, await tokenOf(claims)), JSON.stringify(claims)).toEqual([])
    expect(await rolesOf(services, await tokenOf({ sub: 'nora', email, email_verified: true }))).toEqual(['admin'])
    expect(await rolesOf(services, await tokenOf({ sub: 'robot-7', client_id: 'robot' }))).toEqual(['admin'])
    // From then on by the subject: whoever has the address later is somebody else.
    expect(await rolesOf(services, await tokenOf({ sub: 'mallory', email, email_verified: true }))).toEqual([])
    expect(await rolesOf(services, await tokenOf({ sub: 'nora' }))).toEqual(['admin'])
    close()
  })

  it('or by the subject', async () => {
    const { issuer, tokenOf, close } = await provider()
    const env = { OIDC_ISSUER: issuer, RUN_IDENTITY: '0', FIRST_ADMIN_EMAIL: email, FIRST_ADMIN_SUBJECT: 'nora' }
    const services = await start(env)
    expect(await rolesOf(services, await tokenOf({ sub: 'mallory', email, email_verified: true }))).toEqual([])
    expect(await rolesOf(services, await tokenOf({ sub: 'nora' }))).toEqual(['admin'])
    close()
  })
})
