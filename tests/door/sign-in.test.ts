import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '~/config.server'
import { hashOfId, newId } from '~/session/cookies.server'
import { currentSession } from '~/session/session.server'
import { signOut } from '~/session/sign-in.server'
import { scopesFor } from '~/session/strategy.server'
import { database } from '~/store/store.server'
import { Browser, startConsole } from './console-process'
import type { TestProvider } from './provider'

let provider: TestProvider

beforeAll(async () => {
  provider = await startConsole()
})
beforeEach(() => provider.behave())
afterAll(() => provider.close())

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
  expect(asked.get('nonce')).toHaveLength(43)
})

test('a provider is asked only for what it has, and for exactly what was configured', () => {
  expect(scopesFor({ scopes_supported: ['openid', 'profile'] })).toEqual(['openid', 'profile', 'facilities.access'])
  expect(scopesFor({})).toContain('offline_access')
  expect(readConfig({ OIDC_SCOPES: 'openid  groups' }).oidc.scopes).toEqual(['openid', 'groups'])
})

test('the ID token leaves in the body of a form, and in no address', async () => {
  const browser = new Browser()
  await browser.signIn(provider)
  const end = await signOut(browser.request('/logout', { method: 'POST' }))
  expect(end).toMatchObject({ address: `${provider.issuer}/end`, fields: { client_id: 'console' } })
  expect(end?.fields.id_token_hint).toMatch(/^eyJ/)
  expect(await signOut(browser.request('/logout', { method: 'POST' }))).toBeNull()
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

test('an address that begins thousands of sign-ins pushes out its own alone', async () => {
  const person = new Browser()
  const asked = await person.leave('/one')
  const row = { sender: hashOfId('198.51.100.7'), browser_hash: '', sealed: '', return_to: '/', created_at: Date.now() }
  for (let part = 0; part < 5; part += 1) {
    const rows = Array.from({ length: 4_000 }, () => ({ ...row, state_hash: newId() }))
    await database().insertInto('pending_sign_in').values(rows).execute()
  }
  await new Browser('198.51.100.7').leave()
  const { count } = await database()
    .selectFrom('pending_sign_in')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeLessThan(20_000)
  const code = provider.codeFor(asked.get('nonce') ?? '')
  const back = await person.comeBack({ code, state: asked.get('state') ?? '' })
  expect(back.headers.get('location')).toBe('/one')
  await database().deleteFrom('pending_sign_in').execute()
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
