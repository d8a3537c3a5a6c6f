/**
 * Providers as they are: the console and the reference services together, in front of an OpenID provider that does
 * things in its own way, or wrongly.
 */
import type { JWTPayload } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Console, startTestConsole } from '../harness/console'
import { Page, type Visitor } from '../harness/visitor'
import { startProvider, type TestProvider } from './provider'

let product: Console
let provider: TestProvider

beforeAll(async () => {
  provider = await startProvider('console', { audience: 'plantroom-api' })
  product = await startTestConsole({
    services: { env: { OIDC_ISSUER: provider.issuer, RUN_IDENTITY: '0', OIDC_USERNAME_IS_EMAIL: '1' } },
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: 'of the console',
      SESSION_SECRET: 'a-secret-of-the-console-for-every-replica',
    },
  })
})
afterEach(() => provider.behave())
afterAll(async () => {
  await product.close()
  await provider.close()
})

/** Leaves for the provider; what it was asked. */
async function leave(visitor: Visitor): Promise<{ state: string; nonce: string }> {
  const asked = await visitor.raw('GET', '/login/start?returnTo=%2Fprofile')
  const query = new URL(asked.headers.get('location') ?? '').searchParams
  return { state: query.get('state') ?? '', nonce: query.get('nonce') ?? '' }
}

/** The page somebody ends on who comes back from the provider with this answer. */
async function comeBack(visitor: Visitor, answer: Record<string, string>): Promise<Page> {
  const back = await visitor.raw('GET', `/login/callback?${new URLSearchParams(answer)}`)
  const next = back.headers.get('location')
  if (next) return visitor.get(next)
  return new Page(visitor, '/login/callback', back.status, back.headers, await back.text(), [])
}

async function signIn(misbehave: TestProvider['misbehave'], subject = 'ada'): Promise<[Page, Visitor]> {
  const visitor = product.visitor()
  visitor.setCookie('lng', 'en')
  const { state, nonce } = await leave(visitor)
  provider.misbehave = misbehave
  return [await comeBack(visitor, { code: provider.codeFor(nonce, subject), state }), visitor]
}

const access = (change: (told: JWTPayload) => object) => ({
  access: (told: JWTPayload) => change(told) as JWTPayload,
})
const from = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

describe('signs in', () => {
  test.each<[string, TestProvider['misbehave']]>([
    ['a token without anything unusual', {}],
    ['changed its keys a moment ago', { rotateKeys: true }],
    ['changed its keys again', { rotateKeys: true }],
    [
      'has nothing to say about name and address',
      access((told) => ({ ...told, name: null, email: null, email_verified: null, preferred_username: null })),
    ],
    ['has a clock 110 s ahead', access((told) => ({ ...told, nbf: from(110), iat: from(110) }))],
    ['has a clock 110 s behind', access((told) => ({ ...told, exp: from(-110) }))],
    ['has a clock 110 s ahead in the ID token', { claims: (told) => ({ ...told, nbf: from(110), iat: from(110) }) }],
    ['has a clock 110 s behind in the ID token', { claims: (told) => ({ ...told, exp: from(-110) }) }],
    ['gives null for a refresh token', { tokens: (given) => ({ ...given, refresh_token: null, scope: null }) }],
    ['says no type of token', { tokens: (given) => ({ ...given, token_type: undefined }) }],
  ])('whoever a provider vouches for that %s', async (_, misbehave) => {
    const [page] = await signIn(misbehave)
    expect([page.address, page.status]).toEqual(['/profile', 200])
  })

  test.each<[string, string, TestProvider['misbehave']]>([
    [
      'its provider says in words is verified',
      'Hugo',
      access((told) => ({ ...told, email: 'Hugo.Lapointe@boreal.example', email_verified: 'true', name: null })),
    ],
    [
      'is their user name, where that is switched on',
      'Mei',
      access((told) => ({ ...told, preferred_username: 'mei.chen@boreal.example', email: null })),
    ],
  ])('with the records of the address that %s', async (_, name, misbehave) => {
    const [page] = await signIn(misbehave, name)
    expect(page.address).toBe('/profile')
    expect(page.html).toContain(name)
    expect(page.text).toContain('Boréal Facilities')
  })
})

describe('what the services refuse right after a sign-in', () => {
  test.each<[string, TestProvider['misbehave'], told: RegExp]>([
    [
      'another audience',
      access((told) => ({ ...told, aud: 'api://somebody-else' })),
      /"given":\{[^}]*"audience":"api:\/\/somebody-else".*"wanted":\{[^}]*"audience":"plantroom-api"/,
    ],
    [
      'the issuer of older tokens',
      access((told) => ({ ...told, iss: 'https://sts.windows.net/0000/' })),
      /"given":\{"issuer":"https:\/\/sts\.windows\.net\/0000\/".*"wanted":\{"issuer":"http:\/\/127/,
    ],
    [
      'a key that nobody published',
      { accessForeignKey: true },
      /"given":\{[^}]*"keyId":"unheard-of".*"wanted":\{.*"keyId":\["first/,
    ],
  ])('%s is told on a page with a number, once, and in the log without the token', async (_, misbehave, told) => {
    const [page, visitor] = await signIn(misbehave)
    expect([page.address, page.status]).toEqual(['/login/callback', 403])
    expect(page.text).toContain('You signed in, but the services rejected you')
    const requestId = /Request reference: ([\w-]{36})/.exec(page.text)?.[1] ?? ''
    expect(requestId).toBe(page.headers.get('x-request-id'))
    expect(page.text).toContain('Sign in as someone else')
    const lines = product.log().split('\n')
    expect(lines.filter((line) => line.includes(requestId) && line.includes('rejected')).join('\n')).toMatch(told)
    expect(lines.filter((line) => !line.includes('"type":"checkpoint"')).join('\n')).not.toMatch(/eyJ/)
    expect((await visitor.get('/profile')).address).toBe('/login?returnTo=%2Fprofile')
  })

  test('in French too', async () => {
    const visitor = product.visitor()
    visitor.setCookie('lng', 'fr')
    const { state, nonce } = await leave(visitor)
    provider.misbehave = { accessForeignKey: true }
    const page = await comeBack(visitor, { code: provider.codeFor(nonce), state })
    expect(page.text).toContain('La connexion a réussi, mais les services vous ont refusé')
  })
})

test.each(['server_error', 'temporarily_unavailable'])(
  '%s says that the provider is down, not that somebody was refused',
  async (error) => {
    const visitor = product.visitor()
    const { state } = await leave(visitor)
    const page = await comeBack(visitor, { error, state })
    expect(page.status).toBe(503)
    expect(page.text).toContain('The sign-in service does not answer')
  },
)

describe('a description of the provider', () => {
  const optional = {
    userinfo_endpoint: null,
    revocation_endpoint: null,
    end_session_endpoint: null,
    id_token_signing_alg_values_supported: null,
    token_endpoint_auth_methods_supported: null,
    scopes_supported: null,
  }

  test.each<[string, TestProvider['misbehave']]>([
    ['whose optional members are null', { document: (told) => ({ ...told, ...optional }) }],
    ['that begins with a byte order mark', { documentBegins: '\uFEFF' }],
    ['that has moved within its host', { documentMoved: '/moved/openid-configuration' }],
  ])('%s is read', async (_, misbehave) => {
    provider.misbehave = misbehave
    await product.stop()
    await product.start()
    const { state, nonce } = await leave(product.visitor())
    expect([state, nonce]).not.toContain('')
  })

  test('that has moved to another host is not', async () => {
    provider.misbehave = {
      documentMoved: `${provider.issuer.replace('127.0.0.1', 'localhost')}/moved/openid-configuration`,
    }
    await product.stop()
    await product.start()
    expect((await product.visitor().get('/login/start')).address).toBe('/login?problem=providerDown')
  })
})
