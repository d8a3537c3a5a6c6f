/**
 * I1. Isolation: generated from the table of addresses, every address × person × {own, another customer's, another
 * tenant's, missing} × {page, data of all its loaders, data of its own loader alone, post} is answered as the matrix of
 * permissions says, and no byte of any answer names what somebody cannot see. Figure: 0 unexpected answers, 0 foreign
 * markers; nobody is signed in: no answer at all.
 *
 * Seen to fail: with `reader` taking somebody to whom a place is hidden for one of its users (13 of the 24 walks), and
 * with `permit` letting everybody in (posts that are refused were answered).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '../../app/paths'
import routes from '../../app/routes'
import { type Console, startTestConsole } from '../harness/console'
import { everyRoute, routeNames } from '../harness/every-route'
import { performed } from '../requests/on-record'
import { isFull, tell } from './size'
import { answerOf, type Everybody, eachOf, everybody, type Login, logins, type Whose, whoses } from './whose'

let product: Console
let all: Everybody
let asked = 0
let done = 0

beforeAll(async () => {
  product = await startTestConsole()
  all = await everybody(product)
  done = (await performed(product)).length
})
afterAll(async () => {
  await product.close()
  tell('I1', `${routeNames.length} addresses, ${asked} answers, 0 unexpected, 0 foreign markers`)
})

const kinds = ['page', 'data', 'own data', 'post'] as const
type Kind = (typeof kinds)[number]

interface Mounted {
  id?: string
  path?: string | undefined
  file: string
  children?: Mounted[] | undefined
}

/** The module that answers an address, as a data request names it. */
async function moduleOf(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const walk = (entries: readonly Mounted[], above: string) => {
    for (const entry of entries) {
      const full = entry.path ? `${above}/${entry.path}` : above
      found.set(full || '/', entry.file.replace(/\.[jt]sx?$/, ''))
      walk(entry.children ?? [], full)
    }
  }
  walk((await routes) as Mounted[], '')
  return found
}

const post = () => new URLSearchParams({ reason: 'x', _stage: 'plan', name: 'x', level: 'tenant', role: 'user' })

/** Every case in full; on every run one kind of request for every other, another one from address to address. */
function kindsOf(place: number, login: Login, whose: Whose): readonly Kind[] {
  if (isFull) return kinds
  const turn = place + logins.indexOf(login) + whoses.indexOf(whose)
  return turn % 2 === 0 ? [kinds[(turn / 2) % kinds.length] as Kind] : []
}

describe.each(logins)('%s', (login) => {
  test.each(whoses)(
    '%s',
    async (whose) => {
      const visitor = all.visitors[login]
      const foreign = all.foreignTo(login)
      const modules = await moduleOf()
      const wrong: string[] = []
      await eachOf([...routeNames.entries()], async ([place, name]) => {
        const expected = all.ask(name, login, whose)
        if (!expected) return
        const { address, status, refusal } = expected
        for (const kind of kindsOf(place, login, whose)) {
          const module = modules.get(paths[name]) ?? ''
          const data = `${address === '/' ? '/_root' : address}.data`
          const answer =
            kind === 'post'
              ? await answerOf(visitor, 'POST', address, { body: post() })
              : await answerOf(
                  visitor,
                  'GET',
                  kind === 'page' ? address : kind === 'data' ? data : `${data}?_routes=${encodeURIComponent(module)}`,
                )
          asked += 1
          const told = `${name} as ${kind}: ${answer.status}`
          if (kind === 'page' && answer.status !== status) wrong.push(`${told} instead of ${status}`)
          // A redirect travels as data with a status of its own; files have no data of their own.
          if (kind.endsWith('data') && (answer.status >= 500 || (status >= 400 && answer.status === 200)))
            wrong.push(`${told} instead of ${status}`)
          if (kind === 'post' && (refusal === null ? answer.status >= 500 : answer.status !== refusal))
            wrong.push(`${told} instead of ${refusal ?? 'an answer'}`)
          const seen = foreign.filter((marker) => answer.text.includes(marker))
          if (seen.length > 0) wrong.push(`${told} shows ${seen.slice(0, 3).join(', ')}`)
        }
      })
      expect(wrong).toEqual([])
    },
    600_000,
  )
})

test('somebody who is not signed in is answered nowhere, and is told nothing of it', async () => {
  const stranger = product.visitor()
  const foreign = [...all.foreignTo('nadia')]
  const wrong: string[] = []
  await eachOf(routeNames, async (name) => {
    for (const whose of ['own', 'missing'] as const) {
      const expected = all.ask(name, 'marcus', whose)
      if (!expected) continue
      const { address } = expected
      const page = await answerOf(stranger, 'GET', address)
      const back = name === 'home' ? '/login' : `/login?returnTo=${encodeURIComponent(address)}`
      if (page.status !== 302 || page.location !== back) wrong.push(`${name}: ${page.status} to ${page.location}`)
      const data = await answerOf(stranger, 'GET', `${address === '/' ? '/_root' : address}.data`)
      const posted = await answerOf(stranger, 'POST', address, { body: post() })
      if (posted.status !== (everyRoute[name].changes ? 401 : 405)) wrong.push(`${name}: posted ${posted.status}`)
      for (const { text } of [page, data, posted])
        if (foreign.some((marker) => text.includes(marker))) wrong.push(`${name} names something`)
      asked += 3
    }
  })
  expect(wrong).toEqual([])
})

test('nothing was changed by any of it', async () => {
  expect((await performed(product)).slice(done)).toEqual([])
})
