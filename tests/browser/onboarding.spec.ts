/** Journey 8: onboard a controller on site by phone: find by host id, test, onboard, read why it failed, try again. */
import type { Page } from '@playwright/test'
import { href } from '../../app/hrefs'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { labelCode, waiting } from './fleet'
import { expectAccessible } from './look'

test.use({ viewport: { width: 360, height: 740 } })

async function isWell(page: Page, hasScripts: boolean) {
  expect(await page.locator('body').evaluate((body) => body.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  if (!hasScripts) return
  await expectAccessible(page)
}

test('a controller by phone, from its label to its first connection', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  const { customer, first } = waiting(product)
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  const pages = countPages(page)
  const menu = page.locator('summary', { hasText: /menu/i }).first()
  const entry = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Onboarding' })
  if (!(await entry.isVisible())) await menu.click()
  await entry.click()
  await isWell(page, hasScripts)
  await page.getByRole('textbox', { name: 'Host id' }).fill(first.hostId.toLowerCase())
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('main')).toContainText('The controller answers')
  await isWell(page, hasScripts)
  await page.getByLabel('Activation code').fill(labelCode(product, first))
  await page.getByRole('button', { name: 'Onboard', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('Onboarding in progress')
  await pages.expect(3)
  await isWell(page, hasScripts)
  product.services.world.clock.advance(90_000)
  await page.getByRole('link', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('The controller is onboarded')
  await isWell(page, hasScripts)
})

test('one that does not connect says why, in French, by keyboard, and is tried again', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const { store, clock } = product.services.world
  const { customer, second } = waiting(product)
  const hold = `INSERT INTO injection (id, device_id, kind, params, from_at, until_at) VALUES ('cable', ?, 'offline', '{}', ?, NULL)`
  store.run(hold, second.id, clock.now())
  const page = await signIn('amelie', href('customerOnboarding', customer, { lng: 'fr' }))
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.locator('main [name=q]').focus()
  await page.keyboard.type(second.hostId)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('L’automate est injoignable')
  const field = page.locator('[name=activationCode]')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${page.url()}#content`)
  await field.focus()
  await page.keyboard.type('AAAA-BBBB')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^Erreur/)
  await expect(page.locator('#error-summary')).toBeInViewport()
  if (javaScriptEnabled !== false) await expect(page.locator('#error-summary')).toBeFocused()
  await expect(page.locator('[name=hostId]')).toHaveValue(second.hostId)
  await expect(field).toHaveValue('AAAA-BBBB')
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(labelCode(product, second))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('La mise en service est en cours')
  if (javaScriptEnabled !== false) expect(page.url()).not.toContain('#')
  clock.advance(20 * 60_000)
  await page.getByRole('link', { name: 'Actualiser', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('L’automate ne s’est pas connecté à temps')
  await isWell(page, javaScriptEnabled !== false)

  store.run(`DELETE FROM injection WHERE id = 'cable'`)
  await page.locator('[name=hostId]').fill(second.hostId)
  await field.fill(labelCode(product, second))
  await field.press('Enter')
  await expect(page.getByRole('main')).toContainText('La mise en service est en cours')
})

test('a person of the tenant without the right sees how it stands and gets no form', async ({ product, signIn }) => {
  const { customer, onboarded } = waiting(product)
  const page = await signIn('usha', href('customerOnboarding', customer, { q: onboarded, lng: 'en' }))
  await expect(page.getByRole('main')).toContainText('The controller is onboarded')
  await expect(page.getByRole('button', { name: /Onboard|Remove/ })).toHaveCount(0)
  const refused = await page.goto(page.url().replace(/\/onboarding.*/, '/onboarding/removal'))
  expect(refused?.status()).toBe(403)
})
