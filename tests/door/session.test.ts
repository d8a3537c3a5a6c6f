import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { config } from '~/config.server'
import { accessToken } from '~/session/renewal.server'
import { waitForRevocations } from '~/session/revocation.server'
import { open, seal } from '~/session/seal.server'
import {
  currentSession,
  endIdleSessions,
  endSession,
  refusedAtOnce,
  rememberPlace,
  type Session,
  SessionEnded,
  signInRedirect,
} from '~/session/session.server'
import { database, isStoreWritable } from '~/store/store.server'
import { inStore } from '../harness/store'
import { Browser, startConsole } from './console-process'
import type { TestProvider } from './provider'

let provider: TestProvider

beforeAll(async () => {
  provider = await startConsole()
})
beforeEach(() => provider.behave())
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => provider.close())

const minutes = 60_000

async function signedIn(): Promise<{ browser: Browser; session: Session }> {
  const browser = new Browser()
  await browser.signIn(provider)
  const session = await currentSession(browser.request('/'))
  if (!session) throw new Error('not signed in')
  return { browser, session }
}

function later(milliseconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

describe('a session', () => {
  test('that was ended stays ended, with its old cookie too', async () => {
    const { browser, session } = await signedIn()
    await endSession(session, 'signed out')
    expect(await currentSession(browser.request('/'))).toBeNull()
    await expect(accessToken(session)).rejects.toBeInstanceOf(SessionEnded)
  })

  test('remembers where somebody was, also for their next one', async () => {
    const { browser, session } = await signedIn()
    await rememberPlace(session, { tenantId: 'tenant', customerId: 'customer' })
    await browser.signIn(provider)
    expect(await currentSession(browser.request('/'))).toMatchObject({
      lastTenantId: 'tenant',
      lastCustomerId: 'customer',
    })
  })

  test('refused within a minute of signing in is told from one refused later', async () => {
    const { browser, session } = await signedIn()
    await endSession(session, 'refused')
    expect(await refusedAtOnce(browser.request('/login'))).toBe(session.id)
    const another = await signedIn()
    later(5 * minutes)
    await endSession(another.session, 'refused')
    expect(await refusedAtOnce(another.browser.request('/login'))).toBeNull()
  })

  test('is not kept alive by a page that refreshes itself', async () => {
    const { browser } = await signedIn()
    later(50 * minutes)
    expect(await currentSession(browser.request('/tenants?auto=10'))).not.toBeNull()
    later(20 * minutes)
    expect(await currentSession(browser.request('/tenants?auto=10'))).toBeNull()
  })

  test.each(['', 'nonsense', 'a'.repeat(43), 'é'])('is not found by the cookie "%s"', async (value) => {
    const request = new Request('http://localhost:3100/', {
      headers: { cookie: `plantroom=${encodeURIComponent(value)}` },
    })
    expect(await currentSession(request)).toBeNull()
  })
})

describe('the access token', () => {
  test('is used as it is while it lasts', async () => {
    const { session } = await signedIn()
    const before = provider.grants.refresh_token ?? 0
    expect(await accessToken(session)).toBe(await accessToken(session))
    expect(provider.grants.refresh_token ?? 0).toBe(before)
  })

  test('that may not be renewed ends the session', async () => {
    const { browser, session } = await signedIn()
    provider.misbehave = { refresh: 'refuse' }
    later(9.5 * minutes)
    await expect(accessToken(session)).rejects.toBeInstanceOf(SessionEnded)
    expect(await currentSession(browser.request('/'))).toBeNull()
  })

  test('is used to its end while the provider is down, and then nothing is', async () => {
    const { session } = await signedIn()
    provider.misbehave = { down: true }
    later(9.5 * minutes)
    expect(await accessToken(session)).toMatch(/^access-/)
    later(minutes)
    await expect(accessToken(session)).rejects.toMatchObject({ status: 503 })
    provider.behave()
    expect(await accessToken(session)).toMatch(/^access-/)
  })

  test('does not come back to life when somebody signs out during the renewal', async () => {
    const { browser, session } = await signedIn()
    provider.misbehave = { refresh: async () => void (await endSession(session, 'signed out')) }
    later(9.5 * minutes)
    await expect(accessToken(session)).rejects.toBeInstanceOf(SessionEnded)
    expect(await currentSession(browser.request('/'))).toBeNull()
    const row = await database()
      .selectFrom('session')
      .selectAll()
      .where('id_hash', '=', session.id)
      .executeTakeFirstOrThrow()
    expect(row.tokens_sealed).toBeNull()
  })
})

/** Something that happens when the test says so, and whether anybody waits for it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened: () => opened }
}

async function rowOf({ id }: Session) {
  return database().selectFrom('session').selectAll().where('id_hash', '=', id).executeTakeFirstOrThrow()
}

describe('the refresh token', () => {
  const kept = () => `refresh-${Object.values(provider.grants).reduce((sum, count) => sum + count, 0)}`

  test.each<[string, (one: { browser: Browser; session: Session }) => Promise<unknown>]>([
    ['signs out', ({ session }) => endSession(session, 'signed out')],
    ['was refused', ({ session }) => endSession(session, 'refused')],
    ['signs in again', ({ browser }) => browser.signIn(provider)],
    [
      'did not come back',
      () => {
        later(61 * minutes)
        return endIdleSessions()
      },
    ],
  ])('of somebody who %s is revoked', async (_, end) => {
    const one = await signedIn()
    const token = kept()
    await end(one)
    await waitForRevocations()
    expect(provider.revoked).toContain(token)
    expect(await rowOf(one.session)).toMatchObject({ tokens_sealed: null, ended_at: expect.any(Number) })
  })

  test('that arrives after a sign-out is revoked as well', async () => {
    const { session } = await signedIn()
    provider.misbehave = { refresh: async () => void (await endSession(session, 'signed out')) }
    later(11 * minutes)
    await expect(accessToken(session)).rejects.toBeInstanceOf(SessionEnded)
    await waitForRevocations()
    expect(provider.revoked).toContain(kept())
  })
})

describe('the renewal of a token', () => {
  const refreshes = () => provider.grants.refresh_token ?? 0

  test('is one, however slow the provider and whatever the clock says meanwhile', async () => {
    const { session } = await signedIn()
    const { open: answer, opened } = gate()
    provider.misbehave = { refresh: opened }
    later(11 * minutes)
    const before = refreshes()
    const first = accessToken(session)
    await vi.waitFor(() => expect(provider.waiting).toBe(1))
    later(20_000)
    const second = accessToken(session)
    await vi.waitFor(async () => expect((await rowOf(session)).lock_owner).not.toBeNull())
    setTimeout(answer, 200)
    expect(await first).toBe(await second)
    expect(refreshes()).toBe(before + 1)
  })

  test('holds nobody up while the provider’s description is read', async () => {
    const { session } = await signedIn()
    const { open: answer, opened } = gate()
    const asked = vi.fn(opened)
    provider.misbehave = { discovery: asked }
    later(130 * minutes)
    const renewed = accessToken(session)
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    expect((await rowOf(session)).lock_owner).toBeNull()
    answer()
    expect(await renewed).toMatch(/^access-/)
  })

  test('counts although somebody else took it over meanwhile', async () => {
    const { session } = await signedIn()
    const { open: answer, opened } = gate()
    provider.misbehave = { refresh: opened }
    later(11 * minutes)
    const renewed = accessToken(session)
    await vi.waitFor(() => expect(provider.waiting).toBe(1))
    await database()
      .updateTable('session')
      .set({ lock_owner: 'another process' })
      .where('id_hash', '=', session.id)
      .execute()
    answer()
    const token = await renewed
    expect(token).toMatch(/^access-/)
    expect(await accessToken(session)).toBe(token)
  })

  test('that a process died over is done by another, or asked of the provider once more when its answer was lost', async () => {
    // The provider knows the newest refresh token only.
    const loser = await signedIn()
    const heir = await signedIn()
    later(11 * minutes)
    const dead = { lock_owner: 'a process that died', lock_until: Date.now() + 15_000 }
    for (const { session } of [loser, heir])
      await database().updateTable('session').set(dead).where('id_hash', '=', session.id).execute()
    await Promise.all([
      expect(accessToken(heir.session)).resolves.toMatch(/^access-/),
      expect(accessToken(loser.session)).rejects.toMatchObject({ isLost: true }),
    ])
    const toProvider = signInRedirect(loser.browser.request('/users'), { isLost: true })
    expect(toProvider.headers.get('location')).toBe('/login/start?returnTo=%2Fusers')
  })

  test('that the store cannot take is used, kept and stored once it can', async () => {
    const { session } = await signedIn()
    const { open: answer, opened } = gate()
    provider.misbehave = { refresh: opened }
    later(11 * minutes)
    const before = refreshes()
    const renewed = accessToken(session)
    await vi.waitFor(() => expect(provider.waiting).toBe(1))
    const sealed = (await rowOf(session)).tokens_sealed
    const used = await inStore(config(), (db) =>
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable('session')
          .set((row) => ({ last_seen_at: row.ref('last_seen_at') }))
          .where('id_hash', '=', session.id)
          .execute()
        answer()
        const token = await renewed
        expect(await accessToken(session)).toBe(token)
        expect((await rowOf(session)).tokens_sealed).toBe(sealed)
        // Longer than a lock is waited for.
        await isStoreWritable()
        expect(await accessToken(session)).toBe(token)
        return token
      }),
    )
    expect(used).toMatch(/^access-/)
    await vi.waitFor(async () => expect(await rowOf(session)).toMatchObject({ lock_owner: null }), { timeout: 5_000 })
    expect((await rowOf(session)).tokens_sealed).not.toBe(sealed)
    expect(await accessToken(session)).toBe(used)
    expect(refreshes()).toBe(before + 1)
  })

  test('is waited for no longer than the page may take', async () => {
    const { session } = await signedIn()
    later(11 * minutes)
    await inStore(config(), (db) =>
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable('session')
          .set((row) => ({ last_seen_at: row.ref('last_seen_at') }))
          .where('id_hash', '=', session.id)
          .execute()
        await expect(accessToken(session, { deadline: Date.now() + 300 })).rejects.toMatchObject({ status: 503 })
      }),
    )
    await vi.waitFor(async () => expect(await accessToken(session)).toMatch(/^access-/), { timeout: 5_000 })
  })

  test('is not waited for while the token is good and the provider hangs', async () => {
    const { session } = await signedIn()
    const { open: answer, opened } = gate()
    provider.misbehave = { refresh: opened }
    later(9.5 * minutes)
    const before = refreshes()
    const good = await accessToken(session)
    expect(provider.waiting).toBe(1)
    expect(await accessToken(session)).toBe(good)
    expect(refreshes()).toBe(before + 1)
    answer()
    await vi.waitFor(async () => expect(await accessToken(session)).not.toBe(good))
  })

  test.each([
    ['401 invalid_client', { status: 401, body: '{"error":"invalid_client"}' }],
    ['400 temporarily_unavailable', { status: 400, body: '{"error":"temporarily_unavailable"}' }],
    ['403 without a word', { status: 403, body: '' }],
    ['404 as a page', { status: 404, body: '<h1>Not found</h1>' }],
    ['500', { status: 500, body: '' }],
  ])(
    'refused with %s ends no session: the good token is used, and then the page asks for patience',
    async (_, tokenAnswer) => {
      const { browser, session } = await signedIn()
      later(9.5 * minutes)
      provider.misbehave = { tokenAnswer }
      const before = refreshes()
      const good = await accessToken(session)
      expect(await accessToken(session)).toBe(good)
      expect(refreshes()).toBe(before + 1)
      later(minutes)
      await expect(accessToken(session)).rejects.toMatchObject({ status: 503 })
      expect(await currentSession(browser.request('/'))).not.toBeNull()
      provider.behave()
      expect(await accessToken(session)).not.toBe(good)
    },
  )

  test.each(['invalid_grant', 'interaction_required'])('refused with %s ends the session', async (error) => {
    const { session } = await signedIn()
    later(9.5 * minutes)
    provider.misbehave = { tokenAnswer: { status: 400, body: JSON.stringify({ error }) } }
    await expect(accessToken(session)).rejects.toBeInstanceOf(SessionEnded)
    expect((await rowOf(session)).end_reason).toBe('refused')
  })
})

describe('sealing', () => {
  const first = 'first secret, long enough for the key'
  const second = 'second secret, long enough for the key'

  test('keeps a text for one purpose', () => {
    const sealed = seal('a token', 'tokens', [first])
    expect(sealed).not.toContain('token')
    expect(open(sealed, 'tokens', [first])).toBe('a token')
    expect(open(sealed, 'something else', [first])).toBeNull()
  })

  test('opens with an older secret, and not without it', () => {
    const sealed = seal('a token', 'tokens', [first])
    expect(open(sealed, 'tokens', [second, first])).toBe('a token')
    expect(open(sealed, 'tokens', [second])).toBeNull()
  })

  test.each(['', 'a.b.c.d', '....'])('refuses "%s"', (text) => {
    expect(open(text, 'tokens', [first])).toBeNull()
  })

  test('notices a changed byte', () => {
    const [id, iv, tag, body = ''] = seal('a token', 'tokens', [first]).split('.')
    const changed = (body.startsWith('A') ? 'B' : 'A') + body.slice(1)
    expect(open([id, iv, tag, changed].join('.'), 'tokens', [first])).toBeNull()
  })
})

describe('the way to sign-in', () => {
  const location = (request: Request, options?: { errorCode: 401 }) =>
    signInRedirect(request, options).headers.get('location')

  test('remembers the page asked for', () => {
    expect(location(new Request('http://localhost:3100/users?page=2'))).toBe('/login?returnTo=%2Fusers%3Fpage%3D2')
    expect(location(new Request('http://localhost:3100/'))).toBe('/login')
  })

  test('says 401 when the services refused', () => {
    expect(location(new Request('http://localhost:3100/users'), { errorCode: 401 })).toBe(
      '/login?errorCode=401&returnTo=%2Fusers',
    )
  })

  test('leads from a posted form back to the page it stood on', () => {
    const headers = { referer: 'http://localhost:3100/users/1' }
    expect(location(new Request('http://localhost:3100/logout-all', { method: 'POST', headers }))).toBe(
      '/login?returnTo=%2Fusers%2F1',
    )
  })
})
