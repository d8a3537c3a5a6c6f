/** One's own profile: it counts at once and at the next sign-in (spec §3, §5, §7). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { type Console, startTestConsole } from '../harness/console'
import { englishReader, watch } from './on-record'

let product: Console
beforeAll(async () => {
  product = await startTestConsole()
})
afterAll(() => product.close())

const form = 'main form[method=post]'
const profile = href('profile', {})

test('names, initials, language and units are saved in one post, shown at once, and on record', async () => {
  const usha = await englishReader(product, 'usha')
  const amelie = await englishReader(product, 'amelie')
  const seen = await watch(product, amelie)
  const page = await usha.get(profile)
  expect(page.text).toContain('Applies in Boréal Facilities')
  const done = await page.submit(form, { fill: { lastName: 'Raman-Lee', initials: '', language: 'fr', unit: 'us' } })
  expect(done.status).toBe(200)
  expect(done.root.querySelector('html')?.getAttribute('lang')).toBe('fr')
  expect(done.text).toContain('Usha Raman-Lee')
  expect(done.root.querySelector('select[name=unit] option[selected]')?.getAttribute('value')).toBe('us')
  expect((await usha.get('/')).root.querySelector('html')?.getAttribute('lang')).toBe('fr')
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
  const [intent] = await seen.records()
  expect(intent?.mutation).toBe('user.editProfile')
  expect(intent?.before).toMatchObject({ lastName: 'Raman', language: 'en' })
})

test('the language counts at the next sign-in, in a browser that knows nothing of it', async () => {
  const again = await product.signedIn('usha')
  expect((await again.get('/')).root.querySelector('html')?.getAttribute('lang')).toBe('fr')
})

test('somebody without access edits their profile too', async () => {
  const nadia = await englishReader(product, 'nadia')
  const done = await (await nadia.get(profile)).submit(form, { fill: { firstName: 'Nadja' } })
  expect(done.status).toBe(200)
  expect(done.text).toContain('Nadja Haddad')
})

test('a time zone is chosen without scripts, shown at once, remembered, and given up again', async () => {
  const usha = await englishReader(product, 'usha')
  usha.setCookie('tz', 'America/Toronto')
  const choose = 'main #time-zone form'
  const page = await usha.get(profile)
  expect(page.root.querySelector(`${choose} option`)?.text).toBe('From this browser: America/Toronto')
  expect(page.root.querySelector(choose)?.text).toMatch(/It is .* E[SD]T there now/)
  const chosen = await page.submit(choose, { fill: { tz: 'Asia/Kolkata' } })
  expect(chosen.root.querySelector(choose)?.text).toMatch(/It is .* (IST|GMT\+5:30|UTC\+5:30) there now/)
  const later = await usha.get(profile)
  expect(later.root.querySelector(`${choose} option[selected]`)?.getAttribute('value')).toBe('Asia/Kolkata')
  await later.submit(choose, { fill: { tz: '' } })
  expect((await usha.get(profile)).root.querySelector(choose)?.text).toMatch(/ E[SD]T there now/)
})

test('a name that is none is told at its field, and nothing typed is lost', async () => {
  const nadia = await englishReader(product, 'nadia')
  const refused = await (await nadia.get(profile)).submit(form, { fill: { firstName: '', lastName: 'Haddad-Roy' } })
  expect(refused.status).toBe(422)
  expect(refused.root.querySelector('#error-summary a')?.getAttribute('href')).toBe('#field-firstName')
  expect(refused.root.querySelector('input[name=lastName]')?.getAttribute('value')).toBe('Haddad-Roy')
})

test('a profile saved elsewhere meanwhile asks which value to keep', async () => {
  const [one, other] = [await englishReader(product, 'paul'), await englishReader(product, 'paul')]
  const [mine, theirs] = [await one.get(profile), await other.get(profile)]
  await theirs.submit(form, { fill: { lastName: 'Gagné-Roy' } })
  const conflict = await mine.submit(form, { fill: { lastName: 'Gagné-Côté' } })
  expect(conflict.status).toBe(409)
  expect((await conflict.submit(form, { fill: { '_take.lastName': 'yours' } })).text).toContain('Paul Gagné-Côté')
})

test('somebody without a record in a tenant is offered their own', async () => {
  const marcus = await englishReader(product, 'marcus')
  const page = await marcus.get(profile)
  expect(page.text).toContain('Applies in Nordhaven Platform')
  const done = await page.submit(form, { fill: { unit: 'metric' } })
  expect(done.status).toBe(200)
})

test('what was typed is there again after a session that ended meanwhile, and for nobody else', async () => {
  const usha = await englishReader(product, 'usha')
  const page = await usha.get(profile)
  const id = usha.cookie('plantroom') ?? ''
  await usha.raw('POST', '/logout', { body: new URLSearchParams() })
  usha.setCookie('plantroom', id)
  const signIn = await page.submit(form, { fill: { lastName: 'Raman-Typed' } })
  expect(signIn.address).toMatch(/^\/login\?.*draft/)
  const draft = decodeURIComponent(signIn.address).match(/draft=[\w-]+/)?.[0]
  const typedIn = ({ root }: typeof page) => root.querySelector('input[name=lastName]')?.getAttribute('value')
  const amelie = await englishReader(product, 'amelie')
  expect(typedIn(await amelie.get(`${profile}?${draft}`))).toBe('Tremblay')
  const again = await signIn.follow('Sign in')
  expect(again.address).toContain(draft)
  expect(typedIn(again)).toBe('Raman-Typed')
})
