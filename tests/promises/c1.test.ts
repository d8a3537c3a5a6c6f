/**
 * C1. Double submit, one effect: the same form twice, ten times at once and after a restart is done once, and every
 * click gets the same answer. Figure: effect = 1 for every kind of change; replays get the same answer.
 *
 * Seen to fail: with `claim` answering `mine` to everybody (later clicks were answered 409 and 422, and some creations
 * were made anew), and with `settle` left out (a later click was answered 409).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { englishReader, watch } from '../requests/on-record'
import { click, kinds, type Places, placesOf, type Ready } from './forms'
import { isFull, size, tell } from './size'

let product: Console
let amelie: Visitor
let at: Places
let sent = 0
let effects = 0

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  at = placesOf(product)
})
afterAll(async () => {
  await product.close()
  tell('C1', `${Object.keys(kinds).length} kinds of change, ${sent} clicks, ${effects} effects, 0 doubled`)
})

let round = 0
function nextRound(): number {
  round += 1
  return round
}

/** How many calls one click makes, and where it leads. */
async function expectOnce(form: Ready, clicks: (one: () => Promise<Response>) => Promise<Response[]>): Promise<void> {
  const seen = await watch(product, amelie)
  const answers = await clicks(() => {
    sent += 1
    return click(amelie, form)
  })
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303))
  expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
  const outcomes = await seen.outcomes()
  const intents = (await seen.records()).filter(({ entry }) => entry === 'intent')
  expect(new Set(intents.map(({ changeId }) => changeId)).size).toBe(1)
  expect(new Set(intents.map(({ subject }) => subject.id)).size).toBe(intents.length)
  expect(outcomes.filter((one) => one === 'outcome done')).toHaveLength(intents.length)
  const calls = (await seen.performed()).map(
    ({ method, path, idempotencyKey }) => `${method} ${path} ${idempotencyKey}`,
  )
  expect(calls.length).toBeGreaterThan(0)
  expect(new Set(calls).size).toBe(calls.length)
  expect(calls.every((call) => call.includes(intents[0]?.changeId ?? '-'))).toBe(true)
  effects += 1
}

describe.each(Object.entries(kinds))('%s', (_, prepare) => {
  const times = size({ smoke: 1, full: 20 })

  const place = Object.values(kinds).indexOf(prepare)

  test.each([2, 10].filter((_, at) => isFull || at === place % 2))(
    'sent %i times at once is done once',
    async (clicks) => {
      for (let time = 0; time < times; time += 1) {
        const form = await prepare(amelie, at, nextRound())
        await expectOnce(form, (one) => Promise.all(Array.from({ length: clicks }, one)))
      }
    },
    600_000,
  )
})

test('sent again later, and again after a restart of the console, each is done once', async () => {
  const forms = await Promise.all(Object.values(kinds).map((prepare) => prepare(amelie, at, nextRound())))
  const before: Response[][] = []
  for (const form of forms)
    await expectOnce(form, async (one) => before[before.push([await one(), await one()]) - 1] ?? [])
  await product.stop()
  await product.start()
  const seen = await watch(product, amelie)
  for (const [place, form] of forms.entries()) {
    const late = await click(amelie, form)
    expect([late.status, late.headers.get('location')]).toEqual([303, before[place]?.[0]?.headers.get('location')])
    sent += 1
  }
  expect(await seen.performed()).toEqual([])
})
