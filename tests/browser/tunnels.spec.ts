/** Journey 9: open a tunnel with a reason, see its end, close it, and list every open tunnel of the customer. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { expect, test } from './fixtures'

test.use({ area: 'tunnels' })

const laurier = ({ services }: Console) => ({
  tenantId: tenantIdOf(services.world, 'boreal'),
  customerId: customerIdOf('CUS1001'),
})
const link = /https:\/\/[0-9a-z]+\.tunnels\.local\//

async function isWell(page: Page, hasScripts: boolean) {
  if (!hasScripts) return
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

test('a tunnel for a quarter of an hour, opened in two pages and closed in one', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  const page = await signIn('amelie', href('customer', laurier(product)))
  await page.goto(`${href('customer', laurier(product))}?lng=en`)
  let pages = 0
  page.on('response', (answer) => {
    if (answer.request().isNavigationRequest() && answer.status() < 300) pages += 1
  })
  await page.getByRole('link', { name: 'Tunnels', exact: true }).click()
  await expect(page.getByRole('row', { name: /AHU-1 Controller/ })).toContainText('Look at the sequence')
  await isWell(page, hasScripts)
  await page.getByRole('textbox', { name: 'Host id' }).fill('ECY600-0A1001')
  await page.getByLabel('15 minutes').check()
  await page.getByLabel('Reason').fill('Read the trend of the supply fan')
  await page.getByRole('button', { name: 'Open the tunnel' }).click()
  await expect(page.getByRole('main')).toContainText(link)
  await expect(page.getByRole('main')).toContainText('Open until')
  expect(pages).toBe(2)
  await isWell(page, hasScripts)
  const opened = page.url()
  await page.reload()
  await expect(page.getByRole('main')).not.toContainText(link)

  await page.getByRole('link', { name: 'All tunnels of the customer' }).click()
  const row = page.getByRole('row', { name: /Read the trend of the supply fan/ })
  await expect(row).toContainText('Amélie Tremblay')
  pages = 0
  await row.getByRole('button', { name: /^Close/ }).click()
  await expect(page.getByRole('main')).toContainText('The tunnel is closed')
  expect(pages).toBe(1)
  await expect(row).toHaveCount(0)
  await page.goto(opened)
  await expect(page.getByRole('main')).toContainText('Closed')
})

test('one that cannot be opened is told why, in French, by keyboard, with everything kept', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const page = await signIn('amelie', href('customerTunnels', laurier(product), { lng: 'fr' }))
  await page.locator('[name=hostId]').focus()
  await page.keyboard.type('ECY303-0A2001')
  await page.locator('[name=deleteAfterMin][value="30"]').focus()
  await page.keyboard.press('Space')
  await page.locator('[name=reason]').focus()
  await page.keyboard.type('Lire les tendances')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Ouvrir le tunnel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('L’automate est hors ligne')
  await expect(page.locator('[name=hostId]')).toHaveValue('ECY303-0A2001')
  await expect(page.locator('[name=deleteAfterMin][value="30"]')).toBeChecked()
  await expect(page.locator('[name=reason]')).toHaveValue('Lire les tendances')
  await isWell(page, javaScriptEnabled !== false)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.locator('body').evaluate((body) => body.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test('a person of the tenant without the right gets a clear refusal', async ({ product, signIn }) => {
  const page = await signIn('usha')
  const refused = await page.goto(href('customerTunnels', laurier(product), { lng: 'en' }))
  expect(refused?.status()).toBe(403)
  await expect(page.getByRole('main')).toContainText('You are not allowed to do this')
  await expect(page.getByRole('link', { name: 'Tunnels', exact: true })).toHaveCount(0)
})
