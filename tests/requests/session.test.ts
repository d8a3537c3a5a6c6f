/** Signing in and out through the door, with the provider of evaluation mode. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { inStore } from '../harness/store'
import { listenUpstream } from '../harness/upstream'
import { changeForm } from './on-record'

let started: Console

beforeAll(async () => {
  started = await startTestConsole({ hasMovableClock: true })
})
afterAll(() => started.close())

test('somebody who asks for a page without being signed in gets it after signing in', async () => {
  const visitor = started.visitor()
  const login = await visitor.get('/profile')
  expect(login.address).toBe('/login?returnTo=%2Fprofile')
  const provider = await login.follow('Sign in')
  expect(provider.address).toMatch(/^\/identity\/interaction\//)
  const profile = await provider.submit('form', { fill: { login: 'usha', password: 'plantroom' } })
  expect(profile.address).toBe('/profile')
  expect(profile.status).toBe(200)
})

test('whoever comes back with an error code reads what it means, once', async () => {
  const login = await started.visitor().get('/profile?errorCode=401')
  expect(login.address).toBe('/login?errorCode=401&returnTo=%2Fprofile')
  expect(login.text).toContain('You need to sign in again')
  expect((await started.visitor().get('/?errorCode=401')).address).toBe('/login?errorCode=401')
  expect((await started.visitor().get('/?errorCode=7')).address).toBe('/login')
})

test('a wrong password stays with the provider and keeps the login typed', async () => {
  const page = await started.visitor().signIn('usha', { password: 'wrong' })
  expect(page.address).toMatch(/^\/identity\//)
  expect(page.root.querySelector('input[name=login]')?.getAttribute('value')).toBe('usha')
})

describe('the browser', () => {
  test('without scripts and without Origin, as a text browser, signs in and out by its Referer', async () => {
    const visitor = await started.signedIn('amelie')
    const cookie = `plantroom=${visitor.cookie('plantroom')}`
    const headers = {
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
      referer: `${started.origin}/profile`,
    }
    const answer = await fetch(`${started.origin}/logout`, { method: 'POST', body: '', headers, redirect: 'manual' })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie().join()).toContain('plantroom=;')
  })
})

test('signing out ends the session here and at the provider, and the old cookie opens nothing', async () => {
  const visitor = await started.signedIn('amelie')
  const id = visitor.cookie('plantroom') ?? ''
  const gone = await visitor.post('/logout', [])
  expect([gone.address, gone.status]).toEqual(['/logout', 200])
  expect(visitor.cookie('plantroom')).toBeUndefined()
  const form = gone.root.querySelector('form[data-at-once]')
  expect(form?.getAttribute('action')).toBe(`${started.origin}/identity/session/end`)
  expect(gone.headers.get('cache-control')).toBe('no-store')
  const back = await gone.submit('form[data-at-once]')
  expect(back.address, back.text).toBe('/login')
  expect(back.passed.join(), 'no token in an address').not.toMatch(/eyJ/)
  const again = await (await visitor.get('/login')).follow('Se connecter')
  expect(again.html, 'the provider asks who it is').toContain('name="password"')
  expect(visitor.cookie('plantroom')).toBeUndefined()
  visitor.setCookie('plantroom', id)
  expect((await visitor.get('/profile')).address).toBe('/login?returnTo=%2Fprofile')
})

test('a provider that refuses to renew for reasons of its own signs nobody out, and the log says why', async () => {
  const visitor = await started.signedIn('claire')
  const tokenEndsIn = (milliseconds: number) =>
    inStore(started, (db) =>
      db
        .updateTable('session')
        .set({ access_expires_at: Date.now() + milliseconds })
        .execute(),
    )
  started.services.world.faults.inject('identity', { match: 'POST /token', kind: 'status', status: 403 })
  await tokenEndsIn(30_000)
  expect((await visitor.get('/profile')).status).toBe(200)
  expect(started.log()).toMatch(/"code":"http_403".*could not be renewed/)
  await tokenEndsIn(0)
  expect((await visitor.get('/profile')).status).toBe(503)
  started.services.world.faults.clear('identity')
  expect((await visitor.get('/profile')).status).toBe(200)
})

test('a provider that cannot be reached is told later that sessions ended, and one line of the log says so', async () => {
  const revocation = { match: 'POST /token/revocation', kind: 'drop' } as const
  const leaving = await Promise.all(['amelie', 'usha', 'paul'].map((login) => started.signedIn(login)))
  started.services.world.faults.inject('identity', revocation)
  const upstream = listenUpstream(started.services)
  let told = 0
  const revocations = () => {
    told += upstream.heard().filter(({ url }) => url.startsWith('/identity/token/revocation')).length
    return told
  }
  for (const visitor of leaving) await visitor.post('/logout', [])
  await expect.poll(() => started.log()).toContain('refresh tokens cannot be revoked now')
  await expect.poll(revocations).toBe(3)
  const lines = started
    .log()
    .split('\n')
    .filter((line) => line.includes('revoked'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('stack')
  started.services.world.faults.clear('identity')
  await started.keepHouse()
  await expect.poll(revocations).toBe(6)
  upstream.stop()
})

test('whoever has nowhere else to go is offered no way there', async () => {
  const ways = async (login: string) => {
    const visitor = await started.signedIn(login)
    const page = await visitor.get('/')
    return page.root.querySelectorAll('.scope a.switch').length
  }
  expect([await ways('nadia'), await ways('marcus')]).toEqual([0, 1])
})

test('a session survives a restart of the console', async () => {
  const visitor = await started.signedIn('paul')
  await started.stop()
  await started.start()
  expect((await visitor.get('/profile')).status).toBe(200)
})

describe('every answer', () => {
  test.each(['/login', '/nothing', '/healthz', '/features.json', '/favicon.svg', '/%', '/profile'])(
    '%s carries the headers',
    async (address) => {
      const { headers } = await started.visitor().raw('GET', address)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/)
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe-inline|unsafe-eval/)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('x-powered-by')).toBeNull()
    },
  )

  test('has a nonce of its own, and every script of a page has it', async () => {
    const nonces = new Set<string>()
    for (let time = 0; time < 3; time++) {
      const page = await started.visitor().get('/login')
      const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? ''
      nonces.add(nonce)
      for (const script of page.root.querySelectorAll('script')) expect(script.getAttribute('nonce')).toBe(nonce)
    }
    expect(nonces.size).toBe(3)
  })

  test('of a page is kept by nobody, of a hashed file for ever', async () => {
    const page = await started.visitor().get('/login')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const sheet = page.root.querySelector('link[rel=stylesheet]')?.getAttribute('href') ?? ''
    const file = await fetch(started.origin + sheet, { headers: { 'accept-encoding': 'br' } })
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect(file.headers.get('content-encoding')).toBe('br')
  })

  test('to HEAD has no body', async () => {
    const answer = await started.visitor().raw('HEAD', '/login')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
  })
})

test('another loopback name leads to the public origin', async () => {
  const answer = await fetch(started.origin.replace('localhost', '127.0.0.1').concat('/login?a=b'), {
    redirect: 'manual',
  })
  expect(answer.status).toBe(307)
  expect(answer.headers.get('location')).toBe(`${started.origin}/login?a=b`)
})

test('asked to stop, the console finishes what it is doing and ends with 0', async () => {
  expect(await started.stop('SIGTERM')).toBe(0)
  await started.start()
})

describe('a single refusal within a minute of signing in', () => {
  const refuseOnce = () =>
    started.services.world.faults.inject('site', { match: 'GET /', kind: 'status', status: 401, times: 1 })

  test('is said to be worth another try, with a number that the log knows', async () => {
    const visitor = await started.signedIn('amelie')
    visitor.setCookie('lng', 'en')
    refuseOnce()
    const customer = { tenantId: tenantIdOf(started.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
    const page = await visitor.get(href('customer', customer))
    started.services.world.faults.clear('site')
    expect([page.address.split('?')[0], page.status]).toEqual(['/login', 403])
    expect(page.text).toContain('Sign in once more')
    expect(page.text).not.toContain('Your entries are kept')
    const requestId = /Request reference: ([\w-]{36})/.exec(page.text)?.[1] ?? '-'
    expect(
      started
        .log()
        .split('\n')
        .find((line) => line.includes(requestId)),
    ).toBeTruthy()
    const again = await page.follow('Sign in again')
    expect([again.address, again.status]).toEqual([href('customer', customer), 200])
  })

  test.each([
    ['en', 'Your entries are kept'],
    ['fr', 'Ce que vous aviez saisi est conservé'],
  ])('says that a form is kept, and so does the page of a later one (%s)', async (language, words) => {
    for (const age of [0, 5 * 60_000]) {
      const visitor = await started.signedIn('amelie')
      visitor.setCookie('lng', language)
      const tenantId = tenantIdOf(started.services.world, 'boreal')
      const form = await visitor.get(href('userRoles', { tenantId, userId: userIdOf('hugo.lapointe@boreal.example') }))
      await inStore(started, (db) =>
        db
          .updateTable('session')
          .set((row) => ({ created_at: row('created_at', '-', age) }))
          .execute(),
      )
      started.services.world.faults.inject('tenant', { kind: 'status', status: 401 })
      const page = await form.submit(changeForm, { fill: { level: 'tenant', tenantRole: 'admin' } })
      started.services.world.faults.clear('tenant')
      expect(page.address).toMatch(/^\/login\?errorCode=401/)
      expect(page.text).toContain(words)
    }
  })
})
