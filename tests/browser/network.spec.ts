/** Journey 3: change gateway and name server on twenty controllers, send, read why one failed, send again. */
import type { Page } from '@playwright/test'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { trailOf } from '../requests/on-record'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

const device = (key: string) => seedId('device', `montcalm-${key}`)

/** The campus whose science building holds the twenty. */
async function campus({ services }: Console) {
  const { body } = await services.call('site', `GET /devices/${device('SCI-ECYVAV-1')}`, { as: 'amelie' })
  const node = (type: string) => body.path.find((one: { type: string }) => one.type === type).id as string
  const tenantId = tenantIdOf(services.world, 'boreal')
  return { tenantId, customerId: customerIdOf('CUS1004'), groupId: node('group'), siteId: node('site') }
}

/** Types a setting and unticks its no-change box, which typing does by itself where scripts run. */
async function change(page: Page, name: string, value: string, hasScripts: boolean) {
  await page.locator(`[name="${name}"]`).fill(value)
  const box = page.locator(`[name="keep.${name}"]`)
  if (hasScripts) await expect(box).not.toBeChecked()
  else await box.uncheck()
}

async function isAccessible(page: Page, hasScripts: boolean) {
  if (!hasScripts) return
  await expectAccessible(page)
}

test('gateway and name server of twenty controllers', async ({ product, signIn, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false
  const page = await signIn('amelie', href('siteNetwork', await campus(product), { q: 'sciences', lng: 'en' }))
  await expect(page.getByRole('row')).toHaveCount(21)
  await isAccessible(page, hasScripts)

  await page.getByLabel('Select all 20 matching controllers').check()
  await page.getByRole('button', { name: 'Change settings of the selected…' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Network settings of 20 controllers')
  await isAccessible(page, hasScripts)
  await change(page, 'primary.gateway', '10.99.0.1', hasScripts)
  await change(page, 'primary.primaryDns', '10.41.0.60', hasScripts)
  await page.getByRole('button', { name: 'Review change' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a gateway inside the subnet')
  await expect(page.locator('[name="primary.primaryDns"]')).toHaveValue('10.41.0.60')
  await isAccessible(page, hasScripts)

  await page.locator('[name="primary.gateway"]').fill('10.41.1.254')
  await page.getByRole('button', { name: 'Review change' }).click()
  await expect(page.locator('.folded summary')).toContainText(
    /Primary: Gateway 10.41.1.1 → .*10.41.1.254.*20 controllers/s,
  )
  await isAccessible(page, hasScripts)
  await page.getByRole('button', { name: 'Save for 20 controllers of Campus Montcalm', exact: true }).click()
  await expect(page).toHaveURL(/\/changes\//)
  await expect(page.getByRole('main')).toContainText('20 of 20 done')

  await page.getByRole('button', { name: /Send to 20 controllers now/ }).click()
  await expect(page.locator('.folded summary').first()).toContainText(/Waits for the controller.*VAV SCI-06/)
  await page.getByRole('button', { name: 'Send to 20 controllers' }).click()
  await expect(page).toHaveURL(/\/network\?change=/)
  product.services.world.clock.advance(200_000)
  await page.getByRole('link', { name: 'Pause' }).click()
  await expect(page.getByRole('img', { name: '17 sent, 0 in progress, 1 waiting, 2 failed' })).toBeVisible()
  await isAccessible(page, hasScripts)

  await page
    .getByRole('row', { name: /VAV SCI-09/ })
    .getByRole('link', { name: /See why/ })
    .click()
  await expect(page.getByRole('main')).toContainText('ROLLED_BACK')
  await isAccessible(page, hasScripts)
  await page.goBack()
  await page.getByRole('button', { name: 'Resend to the 2 that failed…' }).click()
  await page.getByRole('button', { name: 'Send to 2 controllers' }).click()
  await expect(page.getByRole('img', { name: '0 sent, 2 in progress, 0 waiting, 0 failed' })).toBeVisible()
})

test('network pages on a narrow screen, in French', async ({ product, signIn }) => {
  const at = await campus(product)
  const page = await signIn('amelie', href('siteNetwork', at, { lng: 'fr' }))
  await page.setViewportSize({ width: 320, height: 700 })
  const chosen = { device: [device('SCI-ECYVAV-1'), device('SCI-ECYVAV-2')] }
  for (const address of [
    href('siteNetwork', at),
    href('siteNetworkSettings', at, chosen),
    href('siteNetworkSending', at),
    href('deviceById', { ...at, deviceId: device('SCI-ECYVAV-1') }),
  ]) {
    await page.goto(address)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    const box = await page.locator('body').evaluate((body) => [body.scrollWidth, window.innerWidth])
    expect(box[0], address).toBeLessThanOrEqual(box[1] ?? 0)
  }
})

test('the settings by keyboard alone', async ({ product, signIn, javaScriptEnabled }) => {
  const at = await campus(product)
  const page = await signIn('amelie', href('siteNetworkSettings', at, { device: [device('SCI-ECYVAV-10')], lng: 'en' }))
  const input = page.locator('[name="primary.secondaryDns"]')
  await input.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('10.41.0.90')
  await page.keyboard.press('Tab')
  const box = page.locator('[name="keep.primary.secondaryDns"]')
  await expect(box).toBeFocused()
  if (javaScriptEnabled === false) await page.keyboard.press('Space')
  await expect(box).not.toBeChecked()
  await input.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Secondary DNS server/ })).toContainText('10.41.0.90')
  await page.getByRole('button', { name: 'Save for 1 controller', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('1 of 1 done')
})

test('the settings form, with scripts beside it, is still really sent', async ({
  product,
  signIn,
  javaScriptEnabled,
  browserName,
}) => {
  test.skip(javaScriptEnabled === false, 'it is about scripts')
  const at = await campus(product)
  const page = await signIn('amelie', href('siteNetwork', at, { lng: 'en' }))
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(href('siteNetworkSettings', at, { device: [device('SCI-ECYVAV-11')] }))
  const form = page.locator('#network')
  const review = page.getByRole('button', { name: 'Review change' })

  await form.evaluate(() => document.addEventListener('submit', (event) => event.preventDefault(), { once: true }))
  await review.click()
  await expect(form).not.toHaveAttribute('aria-busy', 'true')

  // What was sent is seen at its button, until somebody comes back to the page.
  await page.evaluate(() => addEventListener('submit', (event) => event.preventDefault(), { once: true }))
  await review.click()
  await expect(review).toHaveClass(/pending/)
  await page.evaluate(() => dispatchEvent(new Event('pageshow')))
  await expect(review).not.toHaveClass(/pending/)

  const gateway = page.locator('[name="primary.gateway"]')
  await gateway.fill('10.99.0.1')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && !request.headers()['x-form-check']),
    review.click(),
  ])
  expect(sent.isNavigationRequest()).toBe(true)
  // Of Firefox, what is posted is not heard.
  if (browserName === 'chromium')
    expect(new URLSearchParams(sent.postData() ?? '').get('primary.gateway')).toBe('10.99.0.1')
  await expect(page).toHaveTitle(/^Error:/)
  await expect(page.locator('#error-summary')).toBeFocused()
  await expect(gateway).toHaveValue('10.99.0.1')
  await expect(gateway).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('[name="keep.primary.gateway"]')).not.toBeChecked()
  await expect(page.locator('[name="keep.primary.primaryDns"]')).toBeChecked()

  await page.locator('#error-summary a').click()
  await expect(gateway).toBeFocused()
  await gateway.fill('10.41.1.254')
  await review.click()
  await expect(page.getByRole('row', { name: /Primary: Gateway/ })).toContainText('10.41.1.254')
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
})

test('who may not configure is refused the settings, on record', async ({ product, signIn }) => {
  const at = await campus(product)
  const settings = href('siteNetworkSettings', at, { device: device('SCI-ECYVAV-1'), lng: 'en' })
  const page = await signIn('usha')
  expect((await page.goto(settings))?.status()).toBe(403)
  await expect(page.getByRole('main')).toContainText('You are not allowed to do this')
  const form = { _stage: 'apply', 'primary.primaryDns': '10.41.0.99' }
  const posted = await page.request.post(settings, { form, headers: { origin: product.origin } })
  expect(posted.status()).toBe(403)
  expect((await trailOf(await product.signedIn('amelie'), at.tenantId)).at(-1)).toMatchObject({
    mutation: 'network.save',
    outcome: 'denied',
    actor: { name: expect.stringContaining('Usha') },
  })
})
