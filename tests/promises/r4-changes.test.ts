/**
 * R4, the part about changes at somebody else's backend: whatever way it writes the answer to a write that it performed,
 * the person sees a page that says how it ended, and what cannot be relied on is on record as not known, unless a read
 * shows it. Figure: changes × ways of answering, 0 answers of 500 and above that say nothing, 0 false successes.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Change, type ChangingProxy, startChangingProxy, withJson } from '../harness/changing-proxy'
import { type Console, startTestConsole } from '../harness/console'
import { askedChange, changesAsked } from '../harness/every-change'
import { strangeJson } from '../harness/strange-replies'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, trailOf } from '../requests/on-record'
import { isFull, tell } from './size'
import { apply, campusOf } from './trails'

let proxy: ChangingProxy
let product: Console
let marcus: Visitor

beforeAll(async () => {
  proxy = await startChangingProxy()
  product = await startTestConsole({ env: proxy.env })
  proxy.lead(product.services.origin)
  marcus = await englishReader(product, 'marcus')
})
afterAll(async () => {
  await product.close()
  await proxy.close()
})

const json = { 'content-type': 'application/json' }
const answer =
  (text: string, headers: Record<string, string> = json): Change =>
  () => ({ status: 200, headers, body: Buffer.from(text) })
const rewritten =
  (name: keyof typeof strangeJson): Change =>
  (answered) =>
    withJson(answered, strangeJson[name] as (body: unknown) => unknown)

/** What comes back of a write that was performed. */
const ways: Record<string, Change> = {
  'an empty body': answer(''),
  null: answer('null'),
  'an array': answer('[]'),
  HTML: answer('<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }),
  'lists that are missing': rewritten('null for lists inside'),
  'states nobody knows': rewritten('words nobody knows'),
}

/** What takes its customer or its people away comes last, so that the others find them. */
const last = ['customer.archive', 'customer.restore', 'customer.delete', 'user.offboard', 'user.delete']
const inOrder = changesAsked
  .filter((name) => name !== 'tenant.offboard')
  .sort((one, other) => last.indexOf(one) - last.indexOf(other))

/** Whether an answer is that of the write which was performed last. */
function isOfWrite({ method, url }: { method: string; url: string }): boolean {
  const written = product.services.world.store.get<{ method: string; path: string }>(
    'SELECT method, path FROM journal ORDER BY seq DESC LIMIT 1',
  )
  return written?.method === method && written.path === url.split('?')[0]
}

const noValue = /\bNaN\b|\bundefined\b|\[object|\bInfinity\b|Invalid Date/
const hasApply = (page: Page) => page.root.querySelectorAll('main button[value=apply]').length > 0

test.each(Object.entries(ways))(
  'changes that are answered with %s end with a page that says how',
  async (way, change) => {
    const turn = Object.keys(ways).indexOf(way)
    const wrong: string[] = []
    let written = 0
    const { tenantId } = campusOf(product)
    for (const [place, name] of inOrder.entries()) {
      if (!isFull && place % 18 !== turn) continue
      const asked = askedChange(name)
      const form = await marcus.get(asked.address(campusOf(product)))
      if (!form.root.querySelector(changeForm)) continue
      const recordsBefore = way === 'HTML' ? (await trailOf(marcus, tenantId)).length : 0
      let changed = 0
      proxy.change = (answered) => {
        if (!isOfWrite(answered)) return undefined
        changed += 1
        return change(answered)
      }
      let page = await form.submit(changeForm, { fill: asked.fields })
      if (hasApply(page)) page = await page.submit(changeForm, { press: apply, fill: { reason: 'x' } })
      proxy.change = null
      written += changed
      const said = `${name}: ${page.status} ${page.address} ${page.text.slice(0, 200)}`
      if (page.status >= 500) wrong.push(said)
      if (noValue.test(page.text)) wrong.push(said)
      if (way !== 'HTML' || changed === 0) continue
      const records = (await trailOf(marcus, tenantId)).slice(recordsBefore)
      const falsely = records.filter(
        ({ outcome, detail }) => outcome === 'done' && (detail as { because?: string } | null)?.because !== 'lookedUp',
      )
      if (falsely.length > 0) wrong.push(`done, though nobody knows: ${said}`)
    }
    expect(wrong).toEqual([])
    tell('R4', `${written} writes answered with ${way}: each has a page that says how it ended`)
  },
  600_000,
)
