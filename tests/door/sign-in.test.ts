import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { currentSession } from '~/session/session.server'
import { SignInFailed } from '~/session/sign-in.server'
import { database } from '~/store/store.server'
import { Browser, startConsole } from './console-process'
import type { TestProvider } from './provider'

let provider: TestProvider

beforeAll(async () => {
  provider = await startConsole()
})
beforeEach(() => provider.behave())
afterAll(() => provider.close())

async function problemOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'signed in',
    (error: unknown) => (error instanceof SignInFailed ? error.problem : String(error)),
  )
}

test('the provider is asked with S256, a nonce, answers by query, and every scope', async () => {
  const asked = await new Browser().leave()
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    response_mode: 'query',
    code_challenge_method: 'S256',
    client_id: 'console',
    redirect_uri: 'http://localhost:3100/login/callback',
    scope: 'openid profile offline_access email facilities.access',
  })
  expect(asked.get('nonce')).toHaveLength(32)
})

test('somebody who signs in lands on the page asked for, with a new id each time', async () => {
  const browser = new Browser()
  browser.setCookie('plantroom', 'A'.repeat(43))
  const first = await browser.signIn(provider, { returnTo: '/tenants/1?page=2' })
  const id = browser.cookie('plantroom')
  expect(first.headers.get('location')).toBe('/tenants/1?page=2')
  expect(id).not.toBe('A'.repeat(43))
  expect(await currentSession(browser.request('/'))).toMatchObject({
    person: { issuer: provider.issuer, subject: 'subject-1', name: 'Ada Byron' },
  })
  await browser.signIn(provider)
  expect(browser.cookie('plantroom')).not.toBe(id)
})

test('no token is stored in the clear, and the cookie’s id is not stored at all', async () => {
  const browser = new Browser()
  await browser.signIn(provider)
  const stored = JSON.stringify(await database().selectFrom('session').selectAll().execute())
  expect(stored).not.toContain('access-')
  expect(stored).not.toContain('refresh-')
  expect(stored).not.toContain(browser.cookie('plantroom'))
})

test('two tabs sign in side by side', async () => {
  const browser = new Browser()
  const one = await browser.leave('/one')
  const two = await browser.leave('/two')
  const back = async (asked: URLSearchParams) =>
    (
      await browser.comeBack({ code: provider.codeFor(asked.get('nonce') ?? ''), state: asked.get('state') ?? '' })
    ).headers.get('location')
  expect(await back(one)).toBe('/one')
  expect(await back(two)).toBe('/two')
})

test('unfinished sign-ins do not pile up, in the browser or in the store', async () => {
  const browser = new Browser()
  for (let attempt = 0; attempt < 80; attempt++) await browser.leave()
  expect(browser.request('/').headers.get('cookie')?.length).toBeLessThan(100)
  const { count } = await database()
    .selectFrom('pending_sign_in')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeLessThan(20)
})

describe('nobody is signed in', () => {
  test('by an answer nobody asked for', async () => {
    expect(await problemOf(new Browser().comeBack({ code: 'code', state: 'state' }))).toBe('expired')
  })

  test('in another browser than the one that left', async () => {
    const asked = await new Browser().leave()
    const other = new Browser()
    await other.leave()
    expect(
      await problemOf(
        other.comeBack({ code: provider.codeFor(asked.get('nonce') ?? ''), state: asked.get('state') ?? '' }),
      ),
    ).toBe('expired')
  })

  test('twice by the same answer', async () => {
    const browser = new Browser()
    const asked = await browser.leave()
    const answer = { code: provider.codeFor(asked.get('nonce') ?? ''), state: asked.get('state') ?? '' }
    await browser.comeBack(answer)
    expect(await problemOf(browser.comeBack(answer))).toBe('expired')
  })

  test('by an answer of another issuer', async () => {
    const browser = new Browser()
    const asked = await browser.leave()
    expect(
      await problemOf(browser.comeBack({ code: 'code', state: asked.get('state') ?? '', iss: 'https://evil.example' })),
    ).toBe('refused')
  })

  test('when they cancelled at the provider', async () => {
    const browser = new Browser()
    const asked = await browser.leave()
    expect(await problemOf(browser.comeBack({ error: 'access_denied', state: asked.get('state') ?? '' }))).toBe(
      'cancelled',
    )
  })

  test.each<[string, TestProvider['misbehave']]>([
    ['an unsigned ID token', { unsigned: true }],
    ['a key that is not the provider’s', { foreignKey: true }],
    ['another audience', { claims: (told) => ({ ...told, aud: 'somebody-else' }) }],
    ['several audiences without azp', { claims: (told) => ({ ...told, aud: ['console', 'other'] }) }],
    ['another azp', { claims: (told) => ({ ...told, azp: 'other' }) }],
    ['another issuer', { claims: (told) => ({ ...told, iss: 'https://evil.example' }) }],
    ['another nonce', { claims: (told) => ({ ...told, nonce: 'other' }) }],
    ['no nonce', { claims: ({ nonce: _, ...told }) => told }],
    ['an ID token that has ended', { claims: (told) => ({ ...told, exp: Math.floor(Date.now() / 1000) - 120 }) }],
    ['no subject', { claims: ({ sub: _, ...told }) => told }],
    ['a refusal', { tokenAnswer: { status: 400, body: '{"error":"invalid_grant"}' } }],
  ])('with %s', async (_, misbehave) => {
    provider.misbehave = misbehave
    const browser = new Browser()
    expect(await problemOf(browser.signIn(provider))).toBe('refused')
    expect(browser.cookie('plantroom')).toBeUndefined()
  })

  test.each([
    ['answers with a page', { tokenAnswer: { status: 200, body: '<html>' } }],
    ['breaks', { tokenAnswer: { status: 500, body: '' } }],
    ['is down', { down: true }],
  ])('while the provider %s', async (_, misbehave) => {
    const browser = new Browser()
    const asked = await browser.leave()
    provider.misbehave = misbehave
    expect(await problemOf(browser.comeBack({ code: 'code', state: asked.get('state') ?? '' }))).toBe('providerDown')
  })
})

test('keys may change between two sign-ins', async () => {
  provider.misbehave = { rotateKeys: true }
  expect(await problemOf(new Browser().signIn(provider))).toBe('signed in')
})
