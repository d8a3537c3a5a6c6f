/** From a customer's home: gateway and name server of twenty controllers (journey 3), and a site's password (journey 15). */
import type { Locator, Page } from '@playwright/test'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

const placeOf = (product: Console) => ({
  tenantId: tenantIdOf(product.services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
})

/** Types a setting and unticks its no-change box, which typing does by itself where scripts run. */
async function change(page: Page, name: string, value: string, hasScripts: boolean) {
  await page.locator(`[name="${name}"]`).fill(value)
  if (!hasScripts) await page.locator(`[name="keep.${name}"]`).uncheck()
}

/** A field that is left says what is wrong with it, and no longer does once it is right. */
async function isCheckedWhenLeft(page: Page, name: string, wrong: string) {
  const field = page.locator(`[name="${name}"]`)
  const right = await field.inputValue()
  await field.fill(wrong)
  await page.keyboard.press('Tab')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  const problem = page.locator(`#${await field.getAttribute('id')}-error`)
  await expect(problem).toHaveText(/^Error: Enter an IPv4 address such as 192\.0\.2\.10/)
  await field.fill(right)
  await page.keyboard.press('Tab')
  await expect(problem).toHaveCount(0)
  await expect(field).not.toHaveAttribute('aria-invalid')
}

test('gateway and name server of twenty controllers in four pages', async ({ product, signIn, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false
  const page = await signIn('amelie', `${href('customer', placeOf(product))}?lng=en`)
  const pages = countPages(page)

  await page.getByRole('navigation').getByRole('link', { name: 'Configuration' }).click()
  await page.getByLabel('Name, host id or place').fill('sciences')
  if (hasScripts) await expectAccessible(page)
  await page.getByRole('button', { name: 'Change network settings…' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Network settings of 20 controllers')
  if (hasScripts) await isCheckedWhenLeft(page, 'primary.gateway', '10.41.1.999')
  await change(page, 'primary.gateway', '10.41.1.254', hasScripts)
  await change(page, 'primary.primaryDns', '10.41.0.60', hasScripts)
  await page.getByRole('button', { name: 'Review change' }).click()
  await expect(page.locator('.folded summary').first()).toContainText(/Gateway 10.41.1.1 → .*10.41.1.254/s)
  await page.getByRole('button', { name: 'Save and send to 20 controllers' }).click()
  await expect(page).toHaveURL(/\/network\?change=/)
  await pages.expect(4)

  product.services.world.clock.advance(200_000)
  await page.getByRole('link', { name: 'Pause' }).click()
  await expect(page.getByRole('img', { name: '17 sent, 0 in progress, 1 waiting, 2 failed' })).toBeVisible()
  await page
    .getByRole('row', { name: /VAV SCI-09/ })
    .getByRole('link', { name: /See why/ })
    .click()
  await expect(page.getByRole('main')).toContainText('ROLLED_BACK')
  await expect(page.getByRole('row', { name: /Primary: Gateway/ })).toContainText('10.41.1.254')
  if (hasScripts) await expectAccessible(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Resend to the 2 that failed…' }).click()
  await page.getByRole('button', { name: 'Send to 2 controllers' }).click()
  await expect(page.getByRole('img', { name: '0 sent, 2 in progress, 0 waiting, 0 failed' })).toBeVisible()
})

test('the same by keyboard alone, in French, within 320 pixels', async ({ product, signIn, javaScriptEnabled }) => {
  const page = await signIn('amelie', `${href('customer', placeOf(product))}?lng=fr`)
  const pages = countPages(page)
  const enter = async (target: Locator) => {
    await target.focus()
    await page.keyboard.press('Enter')
  }
  await enter(page.getByRole('navigation').getByRole('link', { name: 'Configuration' }))
  await page.setViewportSize({ width: 320, height: 700 })
  await page.getByLabel('Nom, identifiant d’hôte ou lieu').focus()
  await page.keyboard.type('sciences')
  await enter(page.getByRole('button', { name: 'Modifier les paramètres réseau…' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paramètres réseau de 20 automates')
  await page.locator('[name="primary.secondaryDns"]').focus()
  await page.keyboard.type('10.41.0.61')
  await page.keyboard.press('Tab')
  const box = page.locator('[name="keep.primary.secondaryDns"]')
  await expect(box).toBeFocused()
  if (javaScriptEnabled === false) await page.keyboard.press('Space')
  await expect(box).not.toBeChecked()
  await enter(page.getByRole('button', { name: 'Vérifier la modification' }))
  // Sends of the test before are in progress: to VAV SCI-06, SCI-09 and SCI-12.
  const label = 'Enregistrer pour 20 automates – Campus Montcalm, envoyer à 17'
  const send = page.getByRole('button', { name: label })
  await expect(send).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await pages.expect(3)
})

test('the password of a whole site in three pages, in French and by keyboard', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const page = await signIn('amelie', `${href('customer', placeOf(product))}?lng=fr`)
  const pages = countPages(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Configuration' }).click()
  await page.getByLabel('Site ou groupe de sites').focus()
  await page.keyboard.type('Campus Montcalm')
  await page.getByRole('button', { name: 'Définir un nouveau mot de passe…' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Définir des mots de passe d’administrateur')
  if (javaScriptEnabled !== false) await expectAccessible(page)
  await page.getByLabel('Nouveau mot de passe').focus()
  await page.keyboard.type('Kx7#vogelnest')
  await page.getByLabel('Répéter le mot de passe').focus()
  await page.keyboard.type('Kx7#vogelnest')
  await page.getByRole('button', { name: 'Définir pour 64 automates – Campus Montcalm, envoyer à 63' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/configuration\/admin-user\?change=/)
  await pages.expect(3)
  expect(await page.content()).not.toContain('Kx7#vogelnest')
})

test('who may not set a password is not offered it', async ({ product, signIn }) => {
  const at = placeOf(product)
  const page = await signIn('usha', `${href('customerConfiguration', at)}?lng=en`)
  await expect(page.getByRole('main')).not.toContainText('Administrator')
  const device = seedId('device', 'montcalm-SCI-ECYVAV-1')
  const answer = await page.goto(href('customerAdminPassword', at, { device }))
  expect(answer?.status()).toBe(403)
})
