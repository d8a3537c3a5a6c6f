/**
 * I1. Isolation: generated from the table of addresses, every address × person × {own, another customer's, another
 * tenant's, missing} × {page, data of all its loaders, data of its own loader alone, post} is answered as the matrix of
 * permissions says, and no byte of any answer names what somebody cannot see. Figure: 0 unexpected answers, 0 foreign
 * markers; nobody is signed in: no answer at all.
 *
 * No file names what another customer has where its address, under a customer of one's own, names a thing of that
 * customer: in its path, one at a time and all together, or in its query. Figure: 0 foreign markers.
 *
 * A change is made and told nowhere but at the address of its thing: every change, posted to apply with another tenant,
 * customer or site above its thing, by those who may act in both. Figure: 0 effects, 0 records of a change.
 *
 * Seen to fail: with `mutate` not asking whose customer and whose site it is (45 of the posts were carried out), with
 * `reader` taking somebody to whom a place is hidden for one of its users (13 of the 24 walks), and
 * with `permit` letting everybody in (posts that are refused were answered).
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { type ParamsFor, type PathName, paths } from '../../app/paths'
import { customerIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { everyRoute, routeNames } from '../harness/every-route'
import { moduleOf } from '../harness/module-of'
import { performed, trailOf } from '../requests/on-record'
import { anotherOne, type Mixable, mixables } from './mixed'
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

const post = () => new URLSearchParams({ reason: 'x', _stage: 'plan', name: 'x', level: 'tenant', role: 'user' })

/** Every case in full; on every run one kind of request for every sixteenth, another one from address to address. */
function kindsOf(place: number, login: Login, whose: Whose): readonly Kind[] {
  if (isFull) return kinds
  const turn = place + logins.indexOf(login) + whoses.indexOf(whose)
  return turn % 16 === 0 ? [kinds[(turn / 16) % kinds.length] as Kind] : []
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
          const module = modules.get(paths[name])?.id ?? ''
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
  await eachOf([...routeNames.entries()], async ([place, name]) => {
    const both = ['own', 'missing'] as const
    for (const whose of isFull ? both : [both[place % 2] as Whose]) {
      const expected = all.ask(name, 'marcus', whose)
      if (!expected) continue
      const { address } = expected
      const page = await answerOf(stranger, 'GET', address)
      const back = name === 'home' ? '/login' : `/login?returnTo=${encodeURIComponent(address)}`
      if (page.status !== 302 || page.location !== back) wrong.push(`${name}: ${page.status} to ${page.location}`)
      const data = await answerOf(stranger, 'GET', `${address === '/' ? '/_root' : address}.data`)
      const posted = await answerOf(stranger, 'POST', address, { body: post() })
      const { changes, isOwn } = everyRoute[name]
      if (posted.status !== (changes ? 401 : isOwn ? 303 : 405)) wrong.push(`${name}: posted ${posted.status}`)
      for (const { text } of [page, data, posted])
        if (foreign.some((marker) => text.includes(marker))) wrong.push(`${name} names something`)
      asked += 3
    }
  })
  expect(wrong).toEqual([])
})

test('no file tells what another customer has, wherever its address names it', async () => {
  const wrong: string[] = []
  let [read, written] = [0, 0]
  const files = routeNames.filter((name) => name.endsWith('Csv'))
  for (const login of isFull ? (['claire', 'paul'] as const) : (['claire'] as const)) {
    const foreign = all.foreignTo(login)
    await eachOf(files, async (name) => {
      for (const address of all.mixed(name, login)) {
        const { status, text } = await answerOf(all.visitors[login], 'GET', address)
        read += 1
        if (status === 200) written += 1
        if (status >= 500) wrong.push(`${name}: ${status} at ${address}`)
        const seen = foreign.filter((marker) => text.includes(marker))
        if (seen.length > 0) wrong.push(`${name} shows ${seen.slice(0, 3).join(', ')} at ${address}`)
      }
    })
  }
  expect(wrong).toEqual([])
  expect(written).toBeGreaterThan(files.length)
  asked += read
  tell('I1', `${read} files asked for with another customer's things in their address, ${written} written`)
}, 600_000)

/** Who could act both where the address leads and where the thing is: above all tenants, in the tenant, in two customers. */
const inBoth = ['marcus', 'amelie', 'claire'] as const

/** Whoever may act everywhere posts every change; on every run the others one in eight, each another one. */
const postsIn = (row: number, login: (typeof inBoth)[number]) =>
  isFull || login === 'marcus' || row % 8 === inBoth.indexOf(login)

test('no change is made, nor told, under an address that its thing does not have', async () => {
  const { marcus, amelie } = all.visitors
  const claire = {
    roleInCustomer: 'customer-admin',
    userIds: [userIdOf('claire')],
    customerId: customerIdOf('CUS1004'),
  }
  const path = `POST /tenants/${all.tenantId}/customer-permissions`
  expect((await product.services.call('tenant', path, { as: 'amelie', body: claire })).status).toBeLessThan(300)
  const changes = await mixables(product, marcus)
  const lakeshore = anotherOne(product, 'tenantId')
  const told = async () => [...(await trailOf(amelie, all.tenantId)), ...(await trailOf(marcus, lakeshore))]
  const [before, toldBefore] = [await performed(product), (await told()).map(({ hash }) => hash)]
  const wrong: string[] = []
  let posted = 0
  const rows = Object.entries(changes).flatMap(([name, change]) =>
    'why' in change ? [] : [change, ...(change.also ?? [])].map((one) => [name, one] as const),
  )
  for (const [row, [name, change]] of rows.entries()) {
    const right = href(change.page, change.params as ParamsFor<PathName>, change.search)
    for (const login of inBoth.filter((one) => postsIn(row, one))) {
      const visitor = all.visitors[login]
      const plan = await visitor.post(right, [...Object.entries(change.fields), ['_stage', 'plan']], filesOf(change))
      const isOffered = plan.root.querySelector('main [name=_stage][value=apply]') !== null
      if (login === 'marcus' && !(plan.status === 200 && isOffered))
        wrong.push(`${name} could not be done at its own address: ${plan.status} ${plan.text.slice(0, 200)}`)
      const machinery = ['_plan', '_rows'].map((field): [string, string] => [
        field,
        plan.root.querySelector(`main [name=${field}]`)?.getAttribute('value') ?? '',
      ])
      for (const ancestor of change.above) {
        const params = { ...change.params, [ancestor]: anotherOne(product, ancestor) }
        const fields = { ...change.fields, reason: 'Mixed', _key: randomUUID(), _stage: 'apply' }
        const address = href(change.page, params as ParamsFor<PathName>, change.search)
        const body = change.file ? new FormData() : new URLSearchParams()
        for (const [field, value] of [...Object.entries(fields), ...machinery]) body.append(field, value)
        if (body instanceof FormData && change.file) body.append('file', change.file)
        const { status, headers } = await visitor.raw('POST', address, { body })
        // A refused form leads to the page of its thing where it is.
        const isLedHome = status === 303 && headers.get('location') === right
        posted += 1
        if (!isLedHome && ![403, 404, 409, 422].includes(status))
          wrong.push(`${name} with another ${ancestor} by ${login}: ${status}`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect((await performed(product)).slice(before.length)).toEqual([])
  done += before.length - done
  const records = (await told()).filter(({ hash }) => !toldBefore.includes(hash))
  expect(records.filter(({ entry }) => entry !== 'refusal')).toEqual([])
  // What is refused there tells of an id that somebody typed, never of a name. Of the customer itself another site is
  // named with what it stands in, where that customer's people read it, and nothing of the thing.
  const names = /Montcalm|Pavillon|SCI-|BIB-|Lapointe/
  const namesOfThings = /Pavillon|SCI-|BIB-|Lapointe/
  const montcalm = customerIdOf('CUS1004')
  const elsewhere = records.filter(({ tenantId, customerId }) => tenantId === lakeshore || customerId !== null)
  const isTold = (record: (typeof records)[number]) =>
    (record.customerId === montcalm ? namesOfThings : names).test(JSON.stringify(record))
  expect(elsewhere.filter(isTold)).toEqual([])
  // Of a place that is not the customer's, nothing stands under the customer.
  expect(elsewhere.filter(({ customerId, detail }) => customerId !== null && detail?.because === 'hidden')).toEqual([])
  tell('I1', `${posted} changes posted where their thing is not, 0 effects, 0 records of a change`)
}, 600_000)

const filesOf = ({ file }: Mixable) => (file ? ([['file', file]] as const) : undefined)

test('nothing was changed by any of it', async () => {
  expect((await performed(product)).slice(done)).toEqual([])
})
