/** The wall view: put up in a few presses, readable from afar, turning by itself with and without scripts. */
import { href } from '../../app/hrefs'
import { siteIdOf } from '../../services/seed/fleet-write'
import { expect, test } from './fixtures'
import { sought } from './fleet'
import { expectAccessible } from './look'

test('is put up in two presses from the overview, and turns over the sites', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const { customer } = sought(product)
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  await page.getByRole('link', { name: 'Wall view' }).first().click()
  await page.getByRole('link', { name: 'Turn over sites' }).click()
  const name = page.getByRole('heading', { level: 1 })
  await expect(name).toHaveText('Université Montcalm')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  // Sooner than a wall turns, so that nobody waits for it here.
  await page.goto(href('customer', customer, { wall: 1, every: 5, turn: 'sites' }))
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.locator('#wall-leave').focus()
  await expect(name).not.toHaveText('Université Montcalm', { timeout: 20_000 })
  await expect(page).toHaveURL(/\/sites\/[^/]+\?wall=1&every=5&turn=sites/)
  if (javaScriptEnabled === false) return
  expect(loads).toBe(0)
  await expect(page.locator('#wall-leave')).toBeFocused()
  // Seen to fail: with a wall that left for the page of a refusal that passes.
  let refusals = 0
  await page.route(/wall=1/, (route) => {
    refusals += 1
    return refusals === 1
      ? route.fulfill({ status: 429, contentType: 'text/html', body: '<main>Later' })
      : route.abort()
  })
  await expect(page.getByText('Not current: the console does not answer')).toBeVisible({ timeout: 20_000 })
})

test('keeps large letters and its width on every screen, and is accessible', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const { customer } = sought(product)
  const page = await signIn('amelie', href('customer', customer, { wall: 1, lng: 'en' }))
  for (const [width, height, figures] of [
    [375, 812, 36],
    [1280, 720, 48],
    [1920, 1080, 64],
    [2560, 1440, 96],
  ] as const) {
    await page.setViewportSize({ width, height })
    const { size, overflow, below } = await page.evaluate(() => ({
      size: Math.min(
        ...[...document.querySelectorAll('.wall-figures b')].map((one) =>
          Number.parseFloat(getComputedStyle(one).fontSize),
        ),
      ),
      overflow: document.documentElement.scrollWidth - window.innerWidth,
      below: document.documentElement.scrollHeight - window.innerHeight,
    }))
    expect(size, `${width}`).toBeGreaterThanOrEqual(figures)
    expect(overflow, `${width}`).toBeLessThanOrEqual(0)
    if (width > 1000) expect(below, `${width}`).toBeLessThanOrEqual(0)
  }
  if (javaScriptEnabled !== false) await expectAccessible(page)
})

test('keeps its numbers in sight beside a name without a space', async ({ product, signIn }) => {
  const { customer } = sought(product)
  const { store } = product.services.world
  const siteId = siteIdOf(41)
  const name = store.get<{ name: string }>('SELECT name FROM site WHERE id = ?', siteId)?.name ?? ''
  store.run('UPDATE site SET name = ? WHERE id = ?', 'S'.repeat(200), siteId)
  const page = await signIn('amelie')
  for (const turn of [{}, { turn: 'ranking' }]) {
    await page.goto(href('customer', customer, { wall: 1, ...turn, lng: 'en' }))
    await expect(page.locator('.wall tbody th').filter({ hasText: 'SSS' })).toBeVisible()
    for (const count of await page.locator('.wall tbody td').all()) await expect(count).toBeInViewport({ ratio: 1 })
    const height = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    expect(height).toBeLessThanOrEqual(0)
  }
  store.run('UPDATE site SET name = ? WHERE id = ?', name, siteId)
})

test('turns over the drawings of equipment in large letters, and stays live', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const { customer } = sought(product)
  const page = await signIn('amelie', href('customer', customer, { wall: 1, lng: 'en' }))
  await page.getByRole('link', { name: 'Turn over equipment' }).click()
  const names = page.locator('.wall-drawings li > p a')
  await expect(names).toHaveCount(3)
  for (const [width, height, letters] of [
    [1280, 720, 15],
    [1920, 1080, 24],
  ] as const) {
    await page.setViewportSize({ width, height })
    const { scale, below } = await page.evaluate(() => ({
      scale: Math.min(
        ...[...document.querySelectorAll('.wall-drawings svg')].map((one) => one.getBoundingClientRect().width / 264),
      ),
      below: document.documentElement.scrollHeight - window.innerHeight,
    }))
    expect(scale * 11, `${width}`).toBeGreaterThanOrEqual(letters)
    expect(below, `${width}`).toBeLessThanOrEqual(0)
  }
  const before = await names.allTextContents()
  await page.goto(href('customer', customer, { wall: 1, every: 5, turn: 'equipment' }))
  if (javaScriptEnabled !== false) await expect(page.locator('.live')).toHaveAttribute('data-state', 'on')
  await expect(names.first()).not.toHaveText(before[0] ?? '', { timeout: 20_000 })
  if (javaScriptEnabled === false) return
  await expect(page.locator('.live')).toHaveAttribute('data-state', 'on')
  await expectAccessible(page)
})

test('is seen by a guest of an evaluation, who leaves it for the sign-in page', async ({ product, page }) => {
  await page.goto(`${product.origin}/login?lng=en`)
  await page.getByRole('link', { name: 'See it on a wall' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Université Montcalm')
  await page.getByRole('link', { name: 'Leave wall view' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
})
