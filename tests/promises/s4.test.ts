/**
 * S4. No fixation: an id that was set before a sign-in is worth nothing after it. Figure: a new id at each sign-in, and
 * the one before opens nothing.
 *
 * Seen to fail: with `startSession` taking over the id the browser brought along.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startTestConsole } from '../harness/console'
import { size, tell } from './size'

let product: Console

beforeAll(async () => {
  product = await startTestConsole()
})
afterAll(() => product.close())

const opens = async (id: string) => {
  const visitor = product.visitor()
  visitor.setCookie('plantroom', id)
  return (await visitor.raw('GET', '/profile')).status === 200
}

test('whatever a browser brought along, it gets another id, and only that one opens anything', async () => {
  const times = size({ smoke: 3, full: 50 })
  const ids = new Set<string>()
  for (let time = 0; time < times; time += 1) {
    const brought = time % 2 === 0 ? randomBytes(32).toString('base64url') : ([...ids].at(-1) ?? '')
    const visitor = product.visitor()
    visitor.setCookie('plantroom', brought)
    await visitor.signIn('usha')
    const given = visitor.cookie('plantroom') ?? ''
    expect(given).toMatch(/^[\w-]{43}$/)
    expect(given).not.toBe(brought)
    expect(await opens(given)).toBe(true)
    expect(await opens(brought)).toBe(false)
    ids.add(given)
  }
  expect(ids.size).toBe(times)
  tell('S4', `${times} sign-ins, ${ids.size} ids, 0 of those brought along open anything`)
}, 300_000)

test('a sign-in that was begun in another browser signs nobody in here', async () => {
  const attacker = product.visitor()
  const victim = product.visitor()
  const asked = await attacker.raw('GET', '/login/start')
  const state = new URL(asked.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const answer = await victim.raw('GET', `/login/callback?${new URLSearchParams({ code: 'stolen', state })}`)
  expect(answer.status).toBe(400)
  expect(victim.cookie('plantroom')).toBeUndefined()
})

test('signing in as somebody else ends the session before', async () => {
  const visitor = await product.signedIn('usha')
  const before = visitor.cookie('plantroom') ?? ''
  const other = product.visitor()
  other.setCookie('plantroom', before)
  await other.signIn('paul')
  expect(await opens(before)).toBe(false)
})
