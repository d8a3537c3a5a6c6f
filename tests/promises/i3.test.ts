/**
 * I3. Header confusion: whatever a browser says of tenant, customer or token is ignored. Every call that reaches a
 * service carries the token of the session, and tenant and customer of the address; the page is the same.
 * Figure: every address with forged headers, 0 calls with anything of them, 0 pages that differ.
 *
 * Seen to fail: with the bearer's tenant taken from `x-organization` where a browser sends it (105 lines: calls in
 * another tenant, and pages that differ).
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../../app/paths'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { routeNames } from '../harness/every-route'
import { listenUpstream, type Upstream } from '../harness/upstream'
import { isFull, tell } from './size'
import { answerOf, type Everybody, everybody } from './whose'

/** The answer without headers and the one with them. */
type Pair = [{ readonly still: string }, { readonly still: string }]

let product: Console
let all: Everybody
let upstream: Upstream

beforeAll(async () => {
  product = await startTestConsole()
  all = await everybody(product)
  upstream = listenUpstream(product.services)
})
afterAll(async () => {
  upstream.stop()
  await product.close()
})

const ofServices = () => upstream.heard().filter(({ service }) => service !== 'identity' && service !== 'control')

/**
 * The first words in which the answers differ, '' once they are alike: both are requested again, twice at most, since
 * what headers do is always the same, and what was counted too late for one answer is there the next time.
 */
async function lastingDifference(answers: Pair, askAgain: () => Promise<Pair>, left = 2): Promise<string> {
  const [plain, forged] = answers.map(({ still }) => still) as [string, string]
  if (forged === plain) return ''
  if (left > 0) return lastingDifference(await askAgain(), askAgain, left - 1)
  const at = [...plain].findIndex((letter, place) => letter !== forged[place])
  return `${forged.slice(at - 40, at + 80)} instead of ${plain.slice(at - 40, at + 80)}`
}

test.each(['claire', 'amelie'] as const)(
  '%s sends headers of somebody else, and nobody hears them',
  async (login) => {
    const lakeshore = tenantIdOf(product.services.world, 'lakeshore')
    const montcalm = customerIdOf('CUS1004')
    const stolen = await product.services.tokenFor('marcus')
    const headers = {
      'x-organization': lakeshore,
      'x-tenant-id': lakeshore,
      'x-customer-id': montcalm,
      'x-request-id': 'forged',
      'idempotency-key': 'forged',
      authorization: `Bearer ${stolen}`,
    }
    const visitor = all.visitors[login]
    const wrong: string[] = []
    let calls = 0
    let pages = 0
    for (const [place, name] of routeNames.entries()) {
      const asked = all.ask(name, login, 'own')
      if (asked?.status !== 200 || (!isFull && place % 6 !== 0)) continue
      ofServices()
      const plain = await answerOf(visitor, 'GET', asked.address)
      const own = new Set(ofServices().map((call) => call.headers.authorization))
      const forged = await answerOf(visitor, 'GET', asked.address, { headers })
      const heard = ofServices()
      pages += 1
      calls += heard.length
      const isOfCustomer = paths[name].includes(':customerId')
      const [, customer = undefined] = (isOfCustomer && asked.address.match(/\/customers\/([^/?]+)/)) || []
      const [, tenant = undefined] = asked.address.match(/\/tenants\/([^/?]+)/) ?? []
      for (const call of heard) {
        const said = call.headers
        const told = `${name}: ${call.method} ${call.url}`
        if (said.authorization === headers.authorization || (own.size > 0 && !own.has(said.authorization)))
          wrong.push(`${told} with another token`)
        // Who somebody is, is asked of no place; the page that tells of a refusal looks up without one where to lead.
        const isOfNoPlace = call.url.includes('/users/info') || forged.status >= 400
        const isIn = (header: string, place: string | undefined) =>
          said[header] === place || (isOfNoPlace && said[header] === undefined)
        if (!isIn('x-organization', tenant) || !isIn('x-tenant-id', tenant)) wrong.push(`${told} in another tenant`)
        if (!isIn('x-customer-id', customer)) wrong.push(`${told} for another customer`)
        if (said.cookie || said['x-request-id'] === 'forged' || said['idempotency-key'])
          wrong.push(`${told} with headers of the browser`)
      }
      if (forged.status !== plain.status) wrong.push(`${name}: ${forged.status} instead of ${plain.status}`)
      // An export says when it was made.
      const askAgain = async (): Promise<Pair> => [
        await answerOf(visitor, 'GET', asked.address),
        await answerOf(visitor, 'GET', asked.address, { headers }),
      ]
      const difference = name === 'trailExport' ? '' : await lastingDifference([plain, forged], askAgain)
      if (difference) wrong.push(`${name} differs: ${difference}`)
    }
    expect(calls).toBeGreaterThan(20)
    expect(wrong).toEqual([])
    tell('I3', `${login}: ${pages} pages with forged headers, ${calls} calls heard, 0 with anything of them`)
  },
  120_000,
)

test('forged headers open nothing that is hidden', async () => {
  const hidden = all.ask('customer', 'claire', 'another customer')
  const headers = {
    'x-customer-id': customerIdOf('CUS1004'),
    authorization: `Bearer ${await product.services.tokenFor('marcus')}`,
  }
  expect((await answerOf(all.visitors.claire, 'GET', hidden?.address ?? '/', { headers })).status).toBe(404)
  expect((await product.visitor().raw('GET', hidden?.address ?? '/', { headers })).status).toBe(302)
})
