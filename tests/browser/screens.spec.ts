/** The graphics of a site: found by the menu, gone through screen by screen, live in place where scripts run. */
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

const campusOf = ({ services }: Console) => ({
  tenantId: tenantIdOf(services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
  groupId: seedId('group', 'Montcalm campuses'),
  siteId: siteIdOf(41),
})

/** Overrides a point elsewhere: a write needs a subscription. */
async function overridden(
  { services }: Console,
  { deviceId, pointId, value }: { deviceId: string; pointId: string; value: number },
) {
  const subscription = { deviceId, pointIds: [pointId], leaseSec: 60 }
  const { body } = await services.call('site', 'PUT /points/subscribe', { as: 'marcus', body: subscription })
  const { subscriptionId } = body
  const written = { pointValue: value, subscriptionId, deviceId }
  const { status } = await services.call('site', `PUT /points/${pointId}/override`, { as: 'marcus', body: written })
  expect(status).toBe(200)
  await services.call('site', 'PUT /points/unsubscribe', { as: 'marcus', body: { subscriptionId, deviceId } })
}

test('are found by the menu, and lead from screen to screen to a point', async ({ product, signIn }) => {
  const page = await signIn('amelie', href('customer', campusOf(product), { lng: 'en' }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Graphics' }).click()
  await page.getByRole('heading', { name: 'Campus Montcalm' }).getByRole('link').click()
  const drawing = page.locator('.schematic.screen svg')
  await expect(drawing.locator('[data-point]').first()).toHaveText(/\d/)
  await drawing.getByRole('link', { name: 'Bibliothèque' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=cta-bib-01\.dg5/)
  await expect(page.locator('.screens [aria-current=page]')).toHaveText('Centrale BIB-01')
  await drawing.getByRole('link', { name: /^Soufflage: .*Température de soufflage/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Température de soufflage')
})

test('is live in place, also its symbols', async ({ product, signIn, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, 'without scripts a page has Refresh')
  const at = campusOf(product)
  const page = await signIn('amelie', href('siteDesigner', at, { page: 'cta-art-01.dg5', lng: 'en' }))
  await expect(page.locator('.live')).toHaveAttribute('data-state', 'on')
  const id = await page.locator('[data-symbol]').first().getAttribute('data-symbol')
  const values = page.locator(`[data-point="${id}"]`)
  await expect(values).toHaveCount(2)
  await overridden(product, { deviceId: deviceIdOf('montcalm-ART-ECY303-1'), pointId: id ?? '', value: 37 })
  await expect(values.first()).toHaveText(/^37/, { timeout: 15_000 })
  await expect(page.locator('.schematic.screen .note .is-warn').first()).toHaveText('Overridden', { timeout: 15_000 })
})

test('keeps its letters readable and its page as wide as the window', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const at = campusOf(product)
  const page = await signIn('amelie', href('siteDesigner', at, { lng: 'en' }))
  for (const width of [320, 375, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const { letters, overflow } = await page.evaluate(() => {
      const svg = document.querySelector<SVGSVGElement>('.schematic.screen svg')
      const scale = (svg?.getBoundingClientRect().width ?? 0) / (svg?.viewBox.baseVal.width ?? 1)
      const label = svg?.querySelector('.label')
      const own = label ? Number.parseFloat(getComputedStyle(label).fontSize) : 0
      return { letters: own * 1.22 * scale, overflow: document.documentElement.scrollWidth - innerWidth }
    })
    expect(letters, `${width}`).toBeGreaterThanOrEqual(10)
    expect(overflow, `${width}`).toBeLessThanOrEqual(0)
  }
  if (javaScriptEnabled !== false) await expectAccessible(page)
})
