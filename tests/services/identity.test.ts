import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProblem } from '../../services/identity'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Services, startTestServices, visitor } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const begin = (extra: Record<string, string> = {}) => {
  const { settings } = services
  return `/identity/auth?${new URLSearchParams({
    client_id: settings.client.id,
    response_type: 'code',
    redirect_uri: `${settings.publicOrigin}/login/callback`,
    scope: 'openid profile email',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 's',
    ...extra,
  })}`
}

const token = (body: Record<string, string>) => {
  const { client } = services.settings
  return fetch(`${services.origin('identity')}/identity/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    body: new URLSearchParams(body),
  })
}

describe('signing in', () => {
  it('gives a JWT access token for the API, claims about the person, and a refresh token', async () => {
    const tokens = await services.signIn('amelie')
    const access = decodeJwt(tokens.access_token)
    expect(decodeProtectedHeader(tokens.access_token).alg).toBe('RS256')
    expect(access).toMatchObject({ iss: services.settings.issuer, aud: 'plantroom-api', scope: 'facilities.access' })
    expect(tokens.expires_in).toBe(600)
    expect(tokens.refresh_token).toBeTruthy()
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      email: 'amelie.tremblay@boreal.example',
      email_verified: true,
      name: 'Amélie Tremblay',
      preferred_username: 'amelie',
      locale: 'fr',
      nonce: 'nonce',
    })
  })

  it('gives an opaque token when the scope of the API is not asked, which the services resolve by asking the issuer', async () => {
    const { access_token } = await services.signIn('usha', { scope: 'openid profile email' })
    expect(access_token.split('.')).toHaveLength(1)
    const info = await services.call('tenant', 'GET /users/info', { token: access_token })
    expect(info.body.tenantUsers[0]).toMatchObject({ fullName: 'Usha Raman', role: 'user' })
  })

  it('demands S256 and an address of return it knows', async () => {
    const visit = visitor(services.origin('identity'), services.settings.publicOrigin)
    const plain = await visit(begin({ code_challenge_method: 'plain' }))
    expect(plain.address).toContain('error=invalid_request')
    const elsewhere = await visit(begin({ redirect_uri: 'https://elsewhere.example/' }))
    expect(elsewhere.status).toBe(400)
    expect(elsewhere.html).toContain('Start again')
  })

  it('shows a form without scripts, in the language asked, that keeps the login after a wrong password', async () => {
    const visit = visitor(services.origin('identity'), services.settings.publicOrigin)
    const form = await visit(begin({ ui_locales: 'fr' }))
    expect(form.html).toContain('<html lang="fr">')
    expect(form.html).not.toContain('<script')
    for (const login of ['marcus', 'amelie', 'usha', 'claire', 'paul', 'nadia'])
      expect(form.html).toContain(`<code>${login}</code>`)

    const again = await visit(form.address, new URLSearchParams({ login: '<b>amelie', password: 'wrong' }))
    expect(again.status).toBe(422)
    expect(again.html).toContain('<title>Erreur : ')
    expect(again.html).toContain('value="&lt;b&gt;amelie"')
    expect(again.html).toContain('href="#password"')

    const done = await visit(form.address, new URLSearchParams({ login: 'amelie', password: 'plantroom' }))
    expect(done.address).toContain('/login/callback?code=')
  })

  it('gives a guest, who has no password, a token that reads one customer and changes nothing', async () => {
    const { access_token: guest } = await services.signIn('guest')
    const { body: info } = await services.call('tenant', 'GET /users/info', { token: guest })
    expect(info.customers.map((one: { id: string }) => one.id)).toEqual([customerIdOf('CUS1004')])
    const { body: found } = await services.call('operations', 'POST /alarms', {
      token: guest,
      body: { isActive: true },
    })
    expect(found.totalCount).toBeGreaterThan(0)
    const alarmIds = [found.data[0].id]
    const refused = await services.call('operations', 'POST /alarms/acknowledge', { token: guest, body: { alarmIds } })
    expect(refused.status).toBe(403)
    const visit = visitor(services.origin('identity'), services.settings.publicOrigin)
    const form = await visit(begin())
    expect(form.html).not.toContain('guest')
    const wrong = await visit(form.address, new URLSearchParams({ login: 'guest', password: 'plantroom' }))
    expect(wrong.status).toBe(422)
  })

  it('never takes the guest for a person who signs in later, nor the other way round', async () => {
    const visit = visitor(services.origin('identity'), services.settings.publicOrigin)
    expect((await visit(begin({ login_hint: 'guest' }))).address).toContain('/login/callback?code=')
    const form = await visit(begin())
    expect(form.html).toContain('name="password"')
    const person = await visit(form.address, new URLSearchParams({ login: 'usha', password: 'plantroom' }))
    expect(person.address).toContain('/login/callback?code=')
    expect((await visit(begin())).address).toContain('/login/callback?code=')
  })

  it('tells somebody with an interaction that is not theirs to start again', async () => {
    const visit = visitor(services.origin('identity'), services.settings.publicOrigin)
    const page = await visit('/identity/interaction/nobodys')
    expect(page.status).toBe(400)
    expect(page.html).toContain(`${services.settings.publicOrigin}/login`)
  })
})

describe('refreshing', () => {
  it('rotates, and ends everything when a used refresh token comes again', async () => {
    const first = await services.signIn('paul')
    const second = await (await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })).json()
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(decodeJwt(second.access_token).aud).toBe('plantroom-api')

    const replayed = await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
    expect(replayed.status).toBe(400)
    expect(await replayed.json()).toMatchObject({ error: 'invalid_grant' })
    expect((await token({ grant_type: 'refresh_token', refresh_token: second.refresh_token })).status).toBe(400)
  })
})

describe('signing out', () => {
  it('goes straight back with an ID token of the session, and ends the refresh token', async () => {
    const { settings } = services
    const visit = visitor(services.origin('identity'), settings.publicOrigin)
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    const form = await visit(begin({ scope: 'openid profile email offline_access facilities.access' }))
    const arrived = await visit(form.address, new URLSearchParams({ login: 'claire', password: 'plantroom' }))
    const code = new URL(arrived.address).searchParams.get('code') ?? ''
    const tokens = await (
      await token({
        grant_type: 'authorization_code',
        code,
        redirect_uri: `${settings.publicOrigin}/login/callback`,
        code_verifier: verifier,
      })
    ).json()

    const leave = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${settings.publicOrigin}/login`,
      state: 'x',
    })
    expect((await visit(`/identity/session/end?${leave}`)).address).toBe(`${settings.publicOrigin}/login?state=x`)
    expect((await token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })).status).toBe(400)
    // Nobody is signed in any more: back again without a question, and the next sign-in asks for the password.
    expect((await visit(`/identity/session/end?${leave}`)).address).toBe(`${settings.publicOrigin}/login?state=x`)
    expect((await visit(begin())).html).toContain('name="password"')
  })

  it('asks whoever comes with a name only, their own too', async () => {
    const { settings } = services
    const visit = visitor(services.origin('identity'), settings.publicOrigin)
    const form = await visit(begin())
    await visit(form.address, new URLSearchParams({ login: 'paul', password: 'plantroom' }))
    const leave = (name: string) =>
      `/identity/session/end?${new URLSearchParams({
        client_id: settings.client.id,
        logout_hint: name,
        post_logout_redirect_uri: `${settings.publicOrigin}/login`,
      })}`
    expect((await visit(leave('amelie'))).html).toContain('Do you want to sign out?')
    expect((await visit(leave('paul'))).html).toContain('Do you want to sign out?')
    expect((await visit(begin())).address, 'still signed in').toContain('/login/callback?code=')
  })

  it('asks somebody who comes without proof', async () => {
    const visit = visitor(services.origin('identity'), services.settings.publicOrigin)
    const form = await visit(begin())
    await visit(form.address, new URLSearchParams({ login: 'usha', password: 'plantroom' }))
    const question = await visit('/identity/session/end')
    expect(question.html).toContain('Do you want to sign out?')
    expect(question.html).toMatch(/<button type="submit" name="logout" value="yes">/)
  })
})

it.each([
  ['a document', '/identity/.well-known/openid-configuration', 200],
  ['an address that is not there', '/identity/nothing', 404],
  ['an address of nobody', '/elsewhere', 404],
])('%s carries the headers of every answer', async (_, path, status) => {
  const answer = await fetch(services.origin('identity') + path)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

describe('where it runs', () => {
  it('knows its people again at another address', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-address-'))
    const customersOf = async (login: string) => {
      const running = await startTestServices({ dataDir })
      const { body } = await running.call('tenant', `GET /tenants/${tenantIdOf(running.world, 'boreal')}/customers`, {
        as: login,
      })
      await running.close()
      return { issuer: running.settings.issuer, names: body.map(({ name }: { name: string }) => name) }
    }
    const first = await customersOf('claire')
    const second = await customersOf('claire')
    expect(first.issuer).not.toBe(second.issuer)
    expect(first.names).toHaveLength(2)
    expect(second.names).toEqual(first.names)
    // Who comes back to an earlier address is still the same, and so is who never signed in before.
    expect((await customersOf('paul')).names).toEqual(['Académie Saint-Rémi'])
    expect((await customersOf('claire')).names).toEqual(first.names)
    await rm(dataDir, { recursive: true, force: true })
  })

  it('refuses an origin that others can reach, unless told that this is meant', () => {
    expect(startProblem({ profile: 'demo', publicOrigin: 'http://localhost:3000', onNetwork: false })).toBeUndefined()
    expect(startProblem({ profile: 'demo', publicOrigin: 'http://127.0.0.1:3000', onNetwork: false })).toBeUndefined()
    expect(startProblem({ profile: 'demo', publicOrigin: 'http://127.0.0.1.example.com', onNetwork: false })).toContain(
      'EVALUATION_ON_NETWORK',
    )
    expect(startProblem({ profile: 'demo', publicOrigin: 'http://192.168.1.4:3000', onNetwork: true })).toBeUndefined()
  })
})
