/** Journey 9: open a tunnel with a reason, see its end, close it, and list every open tunnel of the customer. */
import type { Page } from '@playwright/test'
import { href } from '../../app/hrefs'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { tunnelled } from './fleet'
import { expectAccessible } from './look'

const link = /https:\/\/[0-9a-z]+\.tunnels\.local\//

async function isWell(page: Page, hasScripts: boolean) {
  if (!hasScripts) return
  await expectAccessible(page)
}

test('a tunnel for a quarter of an hour, opened in two pages and closed in one', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  const { customer, open, reason } = await tunnelled(product)
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  const pages = countPages(page)
  await page.getByRole('link', { name: 'Tunnels', exact: true }).click()
  await expect(page.getByRole('row', { name: new RegExp(open.name) })).toContainText(reason)
  await isWell(page, hasScripts)
  await page.getByRole('textbox', { name: 'Host id' }).fill(open.hostId)
  await page.getByLabel('15 minutes').check()
  await page.getByLabel('Reason').fill('Read the trend of the supply fan')
  await page.getByRole('button', { name: 'Open tunnel' }).click()
  await expect(page.getByRole('main')).toContainText(link)
  await expect(page.getByRole('main')).toContainText('Open until')
  await pages.expect(2)
  await isWell(page, hasScripts)
  const opened = page.url()
  await page.reload()
  await expect(page.getByRole('main')).toContainText(link)
  product.services.world.clock.advance(3_000)
  await page.reload()
  await expect(page.getByRole('main')).toContainText('shown only once')
  await page.reload()
  await expect(page.getByRole('main')).not.toContainText(link)

  await page.getByRole('link', { name: 'All tunnels of the customer' }).click()
  const row = page.getByRole('row', { name: /Read the trend of the supply fan/ })
  await expect(row).toContainText('Amélie Tremblay')
  pages.restart()
  await row.getByRole('button', { name: /^Close/ }).click()
  await expect(page.getByRole('main')).toContainText('The tunnel is closed')
  await pages.expect(1)
  await expect(row).toHaveCount(0)
  await page.goto(opened)
  await expect(page.getByRole('main')).toContainText('Closed')
})

test('one that cannot be opened is told why, in French, by keyboard, with everything kept', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const { customer, offline } = await tunnelled(product)
  const page = await signIn('amelie', href('customerTunnels', customer, { lng: 'fr' }))
  await page.locator('[name=hostId]').focus()
  await page.keyboard.type(offline.hostId)
  await page.locator('[name=deleteAfterMin][value="30"]').focus()
  await page.keyboard.press('Space')
  await page.locator('[name=reason]').focus()
  await page.keyboard.type('Lire les tendances')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Ouvrir un tunnel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('L’automate est hors ligne')
  await expect(page.locator('[name=hostId]')).toHaveValue(offline.hostId)
  await expect(page.locator('[name=deleteAfterMin][value="30"]')).toBeChecked()
  await expect(page.locator('[name=reason]')).toHaveValue('Lire les tendances')
  await isWell(page, javaScriptEnabled !== false)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.locator('body').evaluate((body) => body.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test('a person of the tenant without the right gets a clear refusal', async ({ product, signIn }) => {
  const { customer } = await tunnelled(product)
  const page = await signIn('usha')
  const refused = await page.goto(href('customerTunnels', customer, { lng: 'en' }))
  expect(refused?.status()).toBe(403)
  await expect(page.getByRole('main')).toContainText('You are not allowed to do this')
  await expect(page.getByRole('link', { name: 'Tunnels', exact: true })).toHaveCount(0)
})
