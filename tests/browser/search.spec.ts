/** Journey 13: find anything by name, path, host id or address, and share the exact view; others are refused clearly. */
import type { Page, Route } from '@playwright/test'
import { href } from '../../app/hrefs'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { serialOf, sought } from './fleet'
import { expectAccessible } from './look'

async function isWell(page: Page, hasScripts: boolean) {
  if (hasScripts) {
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.locator('body').evaluate((body) => body.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('by name, host id, path and address, one page each', async ({ product, signIn, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled !== false
  const { customer, device, path, site } = sought(product)
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  const pages = countPages(page)
  const main = page.getByRole('main')
  for (const { words, finds, field, isStraight = false } of [
    { words: device.name, finds: device.name, field: 'Name:' },
    { words: device.hostId.toLowerCase(), finds: device.name, field: '', isStraight: true },
    { words: device.hostId.slice(0, -1), finds: device.name, field: `Host id: ${device.hostId}` },
    { words: path.words, finds: device.name, field: 'Path:' },
    { words: site.address, finds: site.name, field: 'Address:' },
  ]) {
    await page.goto(href('customer', customer))
    pages.restart()
    await page.getByRole('banner').getByRole('searchbox').fill(words)
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    const row = main.getByRole('row').filter({ hasText: field }).filter({ hasText: finds })
    // Whatever alone is called so is shown itself.
    const own = page.getByRole('heading', { level: 1, name: finds, exact: true })
    await expect(isStraight ? own : row.or(own).first()).toBeVisible()
    await pages.expect(1, words)
    // Back is where somebody typed.
    await page.goBack()
    await expect(page).toHaveURL((url) => url.pathname === href('customer', customer))
  }
  await page.goto(href('search', customer, { q: path.words }))
  await expect(main.getByRole('row').first()).toBeVisible()
  await isWell(page, hasScripts)
  await page.goto(href('search', customer, { q: device.name }))
  const found = page.getByRole('row', { name: new RegExp(device.name) }).first()
  await expect(found).toContainText(path.place)
  await found.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name)
})

test('in French, by keyboard, and what nobody has says so', async ({ product, signIn, javaScriptEnabled }) => {
  const { customer, device } = sought(product)
  const page = await signIn('amelie', href('customer', customer, { lng: 'fr' }))
  await page.getByRole('banner').getByRole('searchbox').focus()
  await page.keyboard.type(device.hostId)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name)
  await page.goto(href('search', customer, { q: device.hostId.slice(0, -1) }))
  const row = page.getByRole('main').getByRole('row').filter({ hasText: device.hostId }).first()
  await expect(row).toContainText('Automate')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  const words = page.getByRole('main').getByRole('searchbox')
  await words.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('rien de tel nulle part')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('Rien ne correspond chez ce client.')
  await expect(words).toHaveValue('rien de tel nulle part')
  await isWell(page, javaScriptEnabled !== false)
})

test('a controller is found by half its serial number, in five presses', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const { customer, device } = sought(product)
  const serial = serialOf(product, customer.customerId, device.name)
  const half = serial.slice(-Math.ceil(serial.length / 2))
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  const box = page.locator('#search')
  if (javaScriptEnabled === false) {
    await box.fill(half)
    await box.press('Enter')
    await expect(page.getByRole('main')).toContainText(device.name)
    return
  }
  await page.keyboard.press('/')
  await page.keyboard.type(half)
  const option = page.getByRole('option', { name: device.name }).first()
  await expect(option).toContainText(`Serial number ${serial}`)
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  for (let presses = 2; (await option.getAttribute('aria-selected')) !== 'true'; presses += 1) {
    expect(presses).toBeLessThan(5)
    await page.keyboard.press('ArrowDown')
  }
  await expect(box).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name)
})

test('suggestions close by Escape, go to the list, and keep a phone as wide as it is', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'suggestions are made by a script')
  const { customer } = sought(product)
  const page = await signIn('amelie', href('customer', customer, { lng: 'fr' }))
  await page.setViewportSize({ width: 320, height: 640 })
  // A phone has room for the box on the page of the search.
  await page.getByRole('banner').getByRole('button', { name: 'Rechercher' }).click()
  const box = page.getByRole('main').locator('[name=q]')
  await box.focus()
  await page.keyboard.type('VAV')
  await expect(page.getByRole('option')).toHaveCount(9)
  expect(await page.locator('body').evaluate((body) => body.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(box).toHaveValue('VAV')
  await page.keyboard.type(' ')
  await page.getByRole('option', { name: 'Tous les résultats pour' }).click()
  await expect(page).toHaveURL((url) => url.pathname === href('search', customer) && !url.searchParams.has('go'))
})

test('a suggestion that is pressed opens, though newer ones arrive before it is released', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'suggestions are made by a script')
  const { customer } = sought(product)
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  await page.keyboard.press('/')
  await page.keyboard.type('Pavillon des')
  const first = page.getByRole('option').first()
  await expect(first).toContainText('Pavillon des')
  const address = await first.getAttribute('data-href')
  const held = new Promise<Route>((resolve) => void page.route(/\/search\/suggestions/, resolve))
  await page.keyboard.type(' Sciences')
  const route = await held
  await first.hover()
  await page.mouse.down()
  // Whether it is still waited for decides what is there when the button is released.
  await route.fulfill({ json: { suggestions: [], said: '', all: null } }).catch(() => undefined)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.mouse.up()
  await expect(page).toHaveURL((url) => url.pathname + url.search === address || url.href === address)
})

test('the exact view is shared by its address; somebody without rights is told clearly', async ({
  product,
  signIn,
  browser,
}) => {
  const { customer, device } = sought(product)
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  await page.goto(href('search', customer, { q: device.hostId.slice(0, -1) }))
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Controllers/ })
    .click()
  await page.waitForURL(/kind=device/)
  const shared = page.url()
  const rows = await page.getByRole('main').getByRole('row').allInnerTexts()
  expect(rows.length).toBeGreaterThan(1)

  const visit = async (login: string) => {
    const context = await browser.newContext({ locale: 'en-CA' })
    const other = await context.newPage()
    await other.goto(`${product.origin}/login/start?returnTo=${encodeURIComponent(new URL(shared).pathname)}`)
    await other.locator('input[name=login]').fill(login)
    await other.locator('input[name=password]').fill('plantroom')
    await other.locator('button[type=submit]').first().click()
    await other.waitForURL((url) => url.origin === product.origin && url.pathname.startsWith('/tenants/'))
    const answer = await other.goto(`${shared}&lng=en`)
    return { other, status: answer?.status() }
  }
  const usha = await visit('usha')
  expect(usha.status).toBe(200)
  expect(await usha.other.getByRole('main').getByRole('row').allInnerTexts()).toEqual(rows)
  await usha.other.context().close()
  const paul = await visit('paul')
  expect(paul.status).toBe(404)
  await expect(paul.other.getByRole('heading', { level: 1 })).toHaveText(/not found|does not exist|no such page/i)
  await expect(paul.other.getByRole('main')).not.toContainText(device.name)
  await paul.other.context().close()
})
