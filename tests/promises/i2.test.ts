/**
 * I2. No existence oracle: what is hidden from somebody and what is not there get the same answer, as a page, as data
 * and to a post. Figure: 0 differences, byte for byte but for ids and nonces.
 *
 * Seen to fail: with `reader` answering 403 for a place that is hidden.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startTestConsole } from '../harness/console'
import { everyRoute, routeNames } from '../harness/every-route'
import { isFull, tell } from './size'
import { answerOf, type Everybody, eachOf, everybody } from './whose'

let product: Console
let all: Everybody
let compared = 0

beforeAll(async () => {
  product = await startTestConsole()
  all = await everybody(product)
})
afterAll(async () => {
  await product.close()
  tell('I2', `${compared} pairs of answers compared, 0 differences`)
})

const people = ['claire', 'paul', 'nadia'] as const

test.each(people)(
  '%s cannot tell what is hidden from what is missing',
  async (login) => {
    const visitor = all.visitors[login]
    const wrong: string[] = []
    // Every address in full; on every run one in six, for each of them another one.
    const turn = people.indexOf(login)
    const some = routeNames.filter((_, place) => isFull || place % 6 === turn)
    await eachOf(some, async (name) => {
      const hidden = all.ask(name, login, 'another customer')
      if (hidden?.status !== 404) return
      const missing = all.missing(name)
      const body = () => new URLSearchParams({ reason: 'x', _stage: 'plan', name: 'x' })
      const pairs = await Promise.all([
        Promise.all([hidden.address, missing].map((address) => answerOf(visitor, 'GET', address))),
        Promise.all([hidden.address, missing].map((address) => answerOf(visitor, 'GET', `${address}.data`))),
        Promise.all([hidden.address, missing].map((address) => answerOf(visitor, 'POST', address, { body: body() }))),
      ])
      for (const [kind, [one, other]] of [...pairs.entries()]) {
        compared += 1
        const told = `${name} ${['page', 'data', 'post'][kind]}`
        const wanted = kind === 2 && !everyRoute[name].changes ? 405 : kind === 1 ? one?.status : 404
        if (one?.status !== wanted || other?.status !== wanted) wrong.push(`${told}: ${one?.status}, ${other?.status}`)
        if (one?.still !== other?.still) wrong.push(`${told}: the answers differ`)
      }
    })
    expect(wrong).toEqual([])
  },
  120_000,
)
