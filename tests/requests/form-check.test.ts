/** A form that is checked while it is filled in: it says what is wrong, and nothing is planned, sent or recorded. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formCheckHeader } from '../../app/change/form-check'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { Visitor } from '../harness/visitor'
import { englishReader, watch } from './on-record'

let product: Console
let settings: string

beforeAll(async () => {
  product = await startTestConsole()
  settings = href('siteSettings', {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  })
})
afterAll(() => product.close())

const check = (visitor: Visitor, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  visitor.raw('POST', settings, {
    body: new URLSearchParams(fields),
    headers: { [formCheckHeader]: '1', origin: product.origin, ...headers },
  })

test('every problem is named in the language of the person, and nothing is on record', async () => {
  const amelie = await englishReader(product, 'amelie')
  const seen = await watch(product, amelie)
  const wrong = await check(amelie, { name: '', latitude: '95', longitude: '-71', country: 'CA', _stage: 'apply' })
  expect(wrong.status).toBe(200)
  const problems = await wrong.json()
  expect(problems.name).toBe('Enter a name')
  expect(Object.keys(problems)).toContain('latitude')
  amelie.setCookie('lng', 'fr')
  expect((await (await check(amelie, { name: '' })).json()).name).toBe('Saisissez un nom')
  expect(await seen.records()).toEqual([])
  expect(await seen.performed()).toEqual([])
})

test('who may not make the change, and who is signed out, learns nothing', async () => {
  const seen = await watch(product, await englishReader(product, 'amelie'))
  for (const visitor of [await product.signedIn('usha'), new Visitor(product.origin)]) {
    const answer = await check(visitor, { name: '' })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  }
  expect(await seen.records()).toEqual([])
})

test('a page of another origin is refused', async () => {
  const amelie = await product.signedIn('amelie')
  const answer = await check(
    amelie,
    { name: '' },
    { origin: 'http://elsewhere.example', 'sec-fetch-site': 'cross-site' },
  )
  expect(answer.status).toBe(403)
})
