/**
 * S8. A hostile or broken identity provider signs nobody in: replayed state, nonce and code, `alg=none`, keys of a
 * stranger, wrong audience, issuer, nonce, end and subject, refusals, nonsense and silence each end on a page that says
 * what to do. Figure: 0 sessions, 0 answers of 500, a readable page each time; honest key rotation signs in.
 *
 * Seen to fail: with the ID token decoded in place of verified (5 of the cases signed in), and with the
 * nonce left out of the check (3 of them).
 */
import type { JWTPayload } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startProvider, type TestProvider } from '../door/provider'
import { type Console, startTestConsole } from '../harness/console'
import { Page, type Visitor } from '../harness/visitor'
import { tell } from './size'

let product: Console
let provider: TestProvider
let cases = 0

beforeAll(async () => {
  provider = await startProvider('console', { audience: 'plantroom-api' })
  product = await startTestConsole({
    services: { env: { OIDC_ISSUER: provider.issuer, RUN_IDENTITY: '0' } },
    env: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'of the console' },
  })
})
afterEach(() => provider.behave())
afterAll(async () => {
  await product.close()
  await provider.close()
  tell('S8', `${cases} hostile answers, 0 sessions, 0 answers of 500`)
})

interface Leaving {
  state: string
  nonce: string
}

async function leave(visitor: Visitor): Promise<Leaving> {
  const asked = await visitor.raw('GET', '/login/start?returnTo=%2Fprofile')
  const query = new URL(asked.headers.get('location') ?? '').searchParams
  return { state: query.get('state') ?? '', nonce: query.get('nonce') ?? '' }
}

/** What the browser gets when it comes back with this answer. */
const comeBack = (visitor: Visitor, answer: Record<string, string>) =>
  visitor.raw('GET', `/login/callback?${new URLSearchParams(answer)}`)

/** No session, and a page for people: in words, with a way on, and never a 500. */
async function expectRefused(visitor: Visitor, answer: Response): Promise<Page> {
  cases += 1
  const page = new Page(visitor, '/login/callback', answer.status, answer.headers, await answer.text(), [])
  expect(answer.status).not.toBe(500)
  expect(visitor.cookie('plantroom')).toBeUndefined()
  expect(page.root.querySelector('h1')?.text.trim()).toBeTruthy()
  expect(page.text.length).toBeGreaterThan(40)
  expect(page.html).not.toMatch(/invalid_grant|JWT|at .*\.js:\d/)
  return page
}

test('an honest answer signs in: the cases below fail for their own reason', async () => {
  const visitor = product.visitor()
  const { state, nonce } = await leave(visitor)
  const answer = await comeBack(visitor, { code: provider.codeFor(nonce), state })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/profile'])
  expect(visitor.cookie('plantroom')).toMatch(/^[\w-]{43}$/)
})

const claims = (change: (told: JWTPayload) => JWTPayload) => ({ claims: change })
const now = () => Math.floor(Date.now() / 1000)

test.each<[string, TestProvider['misbehave'], status: number]>([
  ['an unsigned ID token', { unsigned: true }, 400],
  ['the key of a stranger', { foreignKey: true }, 400],
  ['another audience', claims((told) => ({ ...told, aud: 'somebody-else' })), 400],
  ['several audiences without azp', claims((told) => ({ ...told, aud: ['console', 'other'] })), 400],
  ['another azp', claims((told) => ({ ...told, azp: 'other' })), 400],
  ['another issuer', claims((told) => ({ ...told, iss: 'https://evil.example' })), 400],
  ['another nonce', claims((told) => ({ ...told, nonce: 'other' })), 400],
  ['no nonce', claims(({ nonce: _, ...told }) => told), 400],
  ['an ID token that has ended', claims((told) => ({ ...told, exp: now() - 200 })), 400],
  ['no subject', claims(({ sub: _, ...told }) => told), 400],
  ['a refusal', { tokenAnswer: { status: 400, body: '{"error":"invalid_grant"}' } }, 400],
  ['a page in place of tokens', { tokenAnswer: { status: 200, body: '<html>' } }, 503],
  ['tokens that are none', { tokenAnswer: { status: 200, body: '{"access_token":1}' } }, 503],
  ['a breakdown', { tokenAnswer: { status: 500, body: '' } }, 503],
  ['silence', { down: true }, 503],
])('%s signs nobody in', async (_, misbehave, status) => {
  const visitor = product.visitor()
  const { state, nonce } = await leave(visitor)
  const code = provider.codeFor(nonce)
  provider.misbehave = misbehave
  const answer = await comeBack(visitor, { code, state })
  expect(answer.status).toBe(status)
  await expectRefused(visitor, answer)
})

test('a state nobody was given, one used twice, and one of another browser sign nobody in', async () => {
  const stranger = product.visitor()
  await expectRefused(stranger, await comeBack(stranger, { code: 'code', state: 'state' }))

  const visitor = product.visitor()
  const { state, nonce } = await leave(visitor)
  const answer = { code: provider.codeFor(nonce), state }
  expect((await comeBack(visitor, answer)).status).toBe(302)
  const thief = product.visitor()
  await expectRefused(thief, await comeBack(thief, answer))
  const other = product.visitor()
  await leave(other)
  await expectRefused(other, await comeBack(other, answer))
})

test('the nonce and the code of one sign-in are worth nothing in another', async () => {
  const first = product.visitor()
  const seen = await leave(first)
  const code = provider.codeFor(seen.nonce)
  await comeBack(first, { code, state: seen.state })
  const second = product.visitor()
  const { state } = await leave(second)
  await expectRefused(second, await comeBack(second, { code, state }))
  const third = product.visitor()
  const asked = await leave(third)
  await expectRefused(third, await comeBack(third, { code: provider.codeFor(seen.nonce), state: asked.state }))
})

test('an answer of another issuer, and one in which the person cancelled, sign nobody in', async () => {
  const visitor = product.visitor()
  const mixed = await leave(visitor)
  const answer = { code: provider.codeFor(mixed.nonce), state: mixed.state, iss: 'https://evil.example' }
  await expectRefused(visitor, await comeBack(visitor, answer))
  const cancelled = await leave(visitor)
  const page = await expectRefused(visitor, await comeBack(visitor, { error: 'access_denied', state: cancelled.state }))
  expect(page.status).toBe(200)
})

test('a provider that is down is told before anybody leaves', async () => {
  provider.misbehave = { down: true }
  const fresh = await product.visitor().get('/login?problem=providerDown')
  cases += 1
  expect(fresh.status).toBe(503)
  expect(fresh.text).toContain('The sign-in service does not answer')
})

test('a provider that honestly changes its keys signs in', async () => {
  provider.misbehave = { rotateKeys: true }
  const visitor = product.visitor()
  const { state, nonce } = await leave(visitor)
  expect((await comeBack(visitor, { code: provider.codeFor(nonce), state })).status).toBe(302)
  expect(visitor.cookie('plantroom')).toMatch(/^[\w-]{43}$/)
})
