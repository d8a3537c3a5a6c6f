/** Journey 4: override a fan for two hours with a reason, and see it return. Journey 5: find and clear forgotten overrides. */
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { tell } from '../promises/size'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

async function fanOf({ services }: Console) {
  const deviceId = deviceIdOf('story-1')
  const { body } = await services.call('site', `GET /devices/${deviceId}`, { as: 'marcus' })
  const node = (type: string) => body.path.findLast((one: { type: string }) => one.type === type)?.id ?? 'none'
  return {
    tenantId: tenantIdOf(services.world, 'boreal'),
    customerId: customerIdOf('CUS1001'),
    groupId: node('group'),
    siteId: body.siteId,
    buildingId: node('building'),
    spaceId: body.spaceId,
    deviceId,
    pointId: seedId('point', `${deviceId}/analogOutput/4`),
  }
}

test('a fan is overridden for two hours in two pages from its customer, and returns to automatic', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const at = await fanOf(product)
  const page = await signIn('amelie', href('customer', at, { lng: 'en' }))
  const pages = countPages(page)
  await page.getByRole('banner').getByRole('searchbox').fill('AHU-1 fan speed command')
  await page.keyboard.press('Enter')
  await page.getByText('Override…').click()
  await page.getByLabel('Value (%)').fill('45')
  await page.getByLabel('Duration').fill('2')
  await page.getByLabel('Reason').fill('The belt is changed')
  await page.getByRole('button', { name: 'Override', exact: true }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('Held at 45 % by Amélie Tremblay, at level 8')
  await expect(main).toContainText('The belt is changed')
  await expect(main).toContainText('2026-03-09 10:00')
  await pages.expect(2)
  if (javaScriptEnabled !== false) await expectAccessible(page)
  product.services.world.clock.advance(2 * 3_600_000 + 1_000)
  await page.getByRole('link', { name: 'Refresh', exact: true }).click()
  await expect(main).toContainText('Level 8 released on expiry')
  await expect(main).not.toContainText('Held at')
})

test('in French with US units, by keyboard, refused with everything kept', async ({ product, signIn }) => {
  const at = await fanOf(product)
  const setpoint = { ...at, pointId: seedId('point', `${at.deviceId}/analogValue/1`) }
  const page = await signIn('marcus', href('pointOverride', setpoint, { lng: 'fr' }))
  await expect(page.getByRole('main')).toContainText('De 50 °F (10 °C) à 86 °F (30 °C)')
  await page.locator('[name=pointValue]').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('145')
  await page.locator('[name=reason]').focus()
  await page.keyboard.type('Courroie')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Forcer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('Cette valeur est hors des limites de ce point')
  await expect(page.locator('[name=pointValue]')).toHaveValue('145')
  await expect(page.locator('[name=reason]')).toHaveValue('Courroie')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.locator('body').evaluate((body) => body.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test('who may not give back a level is told so, and nothing is offered', async ({ product, signIn }) => {
  const customer = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await signIn('usha', href('overridesClearing', customer, { all: 1, level: '1', lng: 'en' }))
  const main = page.getByRole('main')
  await expect(main).toContainText('You are not allowed to release this level')
  await expect(main.getByRole('button', { name: /^Release \d+ overrides?$/ })).toHaveCount(0)
})

test('forgotten overrides of a customer are found and cleared in three pages', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const customer = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await signIn('amelie', `${href('customer', customer)}?lng=en`)
  const pages = countPages(page)
  await page.getByRole('link', { name: /old overrides/ }).click()
  if (javaScriptEnabled !== false) await expectAccessible(page)
  await page.getByRole('link', { name: /^Release (all )?\d+ override/ }).click()
  await page.getByRole('textbox', { name: /Reason/ }).fill('Nobody needs them any more')
  await page.getByRole('button', { name: /^Release \d+ overrides?$/ }).click()
  await expect(page.getByRole('main')).toContainText('Release overrides')
  await pages.expect(3)
  await page.goto(href('customerOverrides', customer, { end: 'endless', age: '7', level: '8' }))
  await expect(page.getByRole('main')).toContainText('No override matches')
})

test('forgotten overrides are cleared in French with US units, by keyboard', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const customer = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await signIn('marcus', href('customerOverrides', customer, { level: '8', end: 'timed', lng: 'fr' }))
  const main = page.getByRole('main')
  await expect(main.locator('tbody')).toContainText(/\d\s°F/)
  const boxes = main.locator('input[name=override]')
  const box = javaScriptEnabled === false ? boxes.last() : boxes.first()
  await box.focus()
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
  await main.getByRole('button', { name: 'Libérer…' }).focus()
  await page.keyboard.press('Enter')
  await main.getByRole('textbox', { name: /Motif/ }).focus()
  await page.keyboard.type('Plus personne n’en a besoin')
  await page.keyboard.press('Tab')
  const clear = main.getByRole('button', { name: /^Libérer 1 forçage$/ })
  await clear.focus()
  await page.keyboard.press('Enter')
  await expect(main).toContainText('1 sur 1 effectué')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.locator('body').evaluate((body) => body.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test('who may not hold a point without an end is refused there', async ({ product, signIn }) => {
  const at = await fanOf(product)
  const page = await signIn('usha', href('point', at, { lng: 'en' }))
  await expect(page.getByRole('link', { name: 'Override until released' })).toHaveCount(0)
  const refused = await page.goto(href('pointHold', at, { lng: 'en' }))
  expect(refused?.status()).toBe(403)
  await expect(page.getByRole('main')).toContainText('You are not allowed to do this')
})

/** Sets a value as somebody beside the console does. */
async function write({ services }: Console, { deviceId, pointId }: Awaited<ReturnType<typeof fanOf>>, value: number) {
  const lease = { deviceId, pointIds: [pointId], leaseSec: 60 }
  const { body } = await services.call('site', 'PUT /points/subscribe', { as: 'marcus', body: lease })
  const { subscriptionId } = body
  const written = { pointValue: value, subscriptionId, deviceId }
  await services.call('site', `PUT /points/${pointId}/override`, { as: 'marcus', body: written })
  await services.call('site', 'PUT /points/unsubscribe', { as: 'marcus', body: { subscriptionId, deviceId } })
}

test('a value written elsewhere shows in its place, is marked, and moves neither the focus nor the page', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const at = await fanOf(product)
  const page = await signIn('amelie', href('devicePoints', at, { lng: 'en' }))
  await page.setViewportSize({ width: 1280, height: 500 })
  const reading = page.locator(`main [data-point="${at.pointId}"]`)
  const before = await reading.locator('bdi').textContent()
  if (javaScriptEnabled === false) {
    await write(product, at, 61)
    await expect(page.getByText('Live', { exact: true })).toBeHidden()
    await expect(reading.locator('bdi')).toHaveText(before ?? '')
    await page.getByRole('link', { name: 'Refresh', exact: true }).click()
    await expect(reading).toContainText(/^61(\.0)?\s%/)
    return
  }
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const search = page.getByRole('main').getByRole('searchbox')
  await search.focus()
  await page.keyboard.type('fa')
  await page.evaluate(() => scrollTo(0, 120))
  const scrolled = await page.evaluate(() => scrollY)
  const begun = Date.now()
  await write(product, at, 62)
  await expect(reading).toContainText(/^62(\.0)?\s%/)
  tell('live', `a value written elsewhere shows in its place after ${Date.now() - begun} ms`)
  await expect(reading).toHaveClass(/\bmoved\b/)
  const row = page.getByRole('row').filter({ has: page.locator(`[data-point="${at.pointId}"]`) })
  await expect(row).toContainText('Overridden')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('fa')
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await expect(reading).not.toHaveClass(/\bmoved\b/)
  // What the bar at the top covers of a row is no target.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await write(product, at, 63)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(reading).toContainText(/^63(\.0)?\s%/)
})

test('the page of a point shows its value first, and who holds it as soon as somebody does', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const at = await fanOf(product)
  await product.services.call('site', `PUT /points/${at.pointId}/auto`, { as: 'marcus', body: {} })
  const page = await signIn('amelie', href('point', at, { lng: 'en' }))
  const main = page.getByRole('main')
  const value = main.locator('.present-value')
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    const box = await value.boundingBox()
    expect(box?.y).toBeLessThan(width > 400 ? 200 : 300)
    const chart = await main.getByText('Last 24 hours', { exact: true }).first().boundingBox()
    expect(chart?.y).toBeLessThan(700)
  }
  expect(await value.evaluate((one) => getComputedStyle(one).fontSize)).toBe('40px')
  await expect(main.getByLabel('Duration')).toBeHidden()
  await main.getByText('Override…').click()
  await main.getByLabel('Reason').fill('The belt')
  await write(product, at, 64)
  if (javaScriptEnabled === false) await page.reload()
  await expect(main).toContainText('by Marcus')
  await expect(value).toContainText(/^64(\.0)?\s%/)
  await expect(main.getByRole('table', { name: 'Priority array' })).toContainText('In effect')
  if (javaScriptEnabled !== false) await expect(main.getByLabel('Reason')).toHaveValue('The belt')
})

test('a reading that is not renewed looks old and says so, and is followed again', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'values are followed by a script')
  const at = await fanOf(product)
  const page = await signIn('amelie')
  await page.route('**/points/live**', (route) => route.fulfill({ status: 502 }))
  await page.goto(href('point', at, { lng: 'en' }))
  const reading = page.locator(`main [data-point="${at.pointId}"]`)
  await expect(reading).toHaveClass(/\bold\b/)
  await expect(reading).toContainText('Stale: no update since')
  await expect(page.getByRole('main')).toContainText('Stale: no update since')
  await page.unroute('**/points/live**')
  await expect(reading).not.toHaveClass(/\bold\b/, { timeout: 30_000 })
  await expect(reading).not.toContainText('Old')
})
