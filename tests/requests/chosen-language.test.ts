/** The language somebody chose stays, whatever page they pass and whatever their profile says. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { type Console, startTestConsole } from '../harness/console'

let product: Console
beforeAll(async () => {
  product = await startTestConsole()
})
afterAll(() => product.close())

test('on the way from the first address to where somebody was', async () => {
  const amelie = await product.signedIn('amelie')
  const page = await amelie.get(href('home', {}, { lng: 'en' }))
  expect(page.address).toContain('lng=en')
  expect((await amelie.get(href('profile', {}))).root.querySelector('html')?.getAttribute('lang')).toBe('en')
})

test('after a profile is saved whose language stays', async () => {
  const amelie = await product.signedIn('amelie')
  const form = await amelie.get(href('profile', {}, { lng: 'en' }))
  const saved = await form.submit('main form[method=post]', { fill: { lastName: 'Tremblay-Roy' } })
  expect(saved.text).toContain('Saved')
  expect(saved.root.querySelector('html')?.getAttribute('lang')).toBe('en')
  const french = await saved.submit('main form[method=post]', { fill: { language: 'en' } })
  expect(french.root.querySelector('html')?.getAttribute('lang')).toBe('en')
})
