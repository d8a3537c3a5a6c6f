/** Every form that is made of a declaration: what is true of all of them is proved here once, in a row each. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangeName } from '../../app/changes'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { askedChange, changesAsked } from '../harness/every-change'
import type { Visitor } from '../harness/visitor'
import { changeForm, englishReader, summaryOf, watch } from './on-record'

let product: Console
/** May everything. */
let marcus: Visitor
/** Reads French. */
let marcusInFrench: Visitor
/** May change nothing of this. */
let usha: Visitor
let montcalm: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole()
  ;[marcus, usha] = (await Promise.all(['marcus', 'usha'].map((login) => englishReader(product, login)))) as [
    Visitor,
    Visitor,
  ]
  marcusInFrench = await product.signedIn('marcus')
  marcusInFrench.setCookie('lng', 'fr')
  montcalm = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())

const kinds = /^(tenant|customer|user|group|site|building|space|device|template)\./
const many: readonly ChangeName[] = ['user.offboard', 'user.delete', 'device.delete', 'device.offboard']
const verbs = (pattern: RegExp) =>
  changesAsked.filter((name) => kinds.test(name) && pattern.test(name) && !many.includes(name))

const edits = verbs(/\.edit$/)
const forms = verbs(/\.(create|edit|archive|restore|delete|offboard)$/)
const addressOf = (name: ChangeName) => askedChange(name).address(montcalm)

test('there are as many of them as there are kinds of things', () => {
  expect([edits.length, forms.length]).toEqual([9, 9 + 9 + 4 + 6 + 1])
})

test.each(edits)('%s is filled in with what there is: sent as it stands, it changes nothing', async (name) => {
  const seen = await watch(product, marcus)
  const form = await marcus.get(addressOf(name))
  const answer = await form.submit(changeForm, {})
  expect([form.status, answer.status, answer.text]).toEqual([200, 422, expect.stringContaining('Nothing would change')])
  expect(await seen.performed()).toEqual([])
})

test.each(verbs(/\.(create|edit)$/))(
  '%s says of what is left empty what to enter, at the field as above the form',
  async (name) => {
    for (const [visitor, bare] of [
      [marcus, /This field is required|Fill in/],
      [marcusInFrench, /Ce champ est obligatoire|Remplissez/],
    ] as const) {
      const form = await visitor.get(addressOf(name))
      const texts = form.root.querySelectorAll(`${changeForm} :is(input[type=text], input[type=email], textarea)`)
      const fill = Object.fromEntries(texts.map((input) => [input.getAttribute('name') ?? '', '']))
      const refused = await form.submit(changeForm, { fill })
      expect(refused.text).not.toMatch(bare)
      const problems = summaryOf(refused).filter(({ field }) => field !== '')
      for (const { text, field } of problems)
        expect(refused.root.querySelector(`#field-${field}-error`)?.text, field).toContain(text)
    }
  },
)

test.each(changesAsked.filter((name) => !verbs(/\.(create|edit)$/).includes(name)))(
  '%s asks for what is left empty in a sentence of its own, in both languages',
  async (name) => {
    const fill = Object.fromEntries(Object.keys(askedChange(name).fields).map((field) => [field, '']))
    for (const [visitor, bare] of [
      [marcus, /This field is required|Fill in “/],
      [marcusInFrench, /Ce champ est obligatoire|Remplissez « /],
    ] as const) {
      const form = await visitor.get(addressOf(name))
      if (form.status !== 200 || !form.root.querySelector(changeForm)) continue
      const posted = Object.fromEntries(
        Object.entries(fill).filter(([field]) => form.root.querySelector(`${changeForm} [name="${field}"]`)),
      )
      const refused = await form.submit(changeForm, { fill: posted })
      expect(refused.text).not.toMatch(bare)
    }
  },
)

test.each(forms)('%s reads French, is refused to who may not, and is not there of what is not', async (name) => {
  const address = addressOf(name)
  const [english, french, refused] = await Promise.all([
    marcus.get(address),
    marcusInFrench.get(address),
    usha.get(address),
  ])
  expect([english.status, french.status, refused.status]).toEqual([200, 200, 403])
  expect(french.title).not.toBe(english.title)
  expect(`${english.text} ${french.text}`).not.toMatch(/\b(main|errors):/)
  const unknown = address.replace(lastId, seedId('site', 'nowhere'))
  if (unknown !== address) expect((await marcus.get(unknown)).status).toBe(404)
})

/** The last id in a path. */
const lastId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!.*[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/

test('a value that has words reads in them: to who chooses between two, and on the trail', async () => {
  const campus = { ...montcalm, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
  const address = href('siteSettings', campus)
  const seen = await watch(product, marcus)
  const late = await marcusInFrench.get(address)
  const saved = await (await marcus.get(address)).submit(changeForm, { fill: { usage: 'DataCentre' } })
  expect(saved.status).toBe(200)
  const conflict = await late.submit(changeForm, { fill: { usage: 'Healthcare' } })
  expect([conflict.status, conflict.text]).toEqual([409, expect.stringContaining('Centre de données')])
  const record = (await seen.records()).find(({ entry }) => entry === 'intent')
  const told = await marcus.get(href('trailRecord', { ...montcalm, sequence: String(record?.sequence) }))
  expect(told.text).toContain('Data centre')
  expect(told.text).not.toContain('DataCentre')
})
