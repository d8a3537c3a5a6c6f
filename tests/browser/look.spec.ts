/** What a list shows at once: most of a screen is rows, and what is well stays grey. */
import { href } from '../../app/hrefs'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { expect, test } from './fixtures'

test('rows begin high and many of them are in sight, on a desk and on a phone', async ({ product, signIn }) => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await signIn('amelie')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${href('customerDevices', at)}?lng=en`)
  const rows = page.locator('tbody tr')
  const boxes = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()))
  expect(boxes).toHaveLength(50)
  expect(boxes[0].top).toBeLessThanOrEqual(240)
  expect(boxes.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(15)
  await page.setViewportSize({ width: 375, height: 812 })
  expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.y).toBeLessThanOrEqual(112)
  expect((await page.locator('tbody').boundingBox())?.height).toBeLessThanOrEqual(4_500)
})

test('colour is for what is not well, and the customer stays in sight wherever its tenant is opened', async ({
  product,
  signIn,
}) => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await signIn('amelie', `${href('customerDevices', at)}?lng=en`)
  const soft = await page
    .locator('tbody td:not(:has(.state))')
    .nth(2)
    .evaluate((cell) => getComputedStyle(cell).color)
  const fine = await page.locator('.state.ok').evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
  expect(fine.length).toBeGreaterThan(50)
  expect(new Set(fine)).toEqual(new Set([soft]))
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  for (const name of ['People', 'Audit trail', 'Controller models', 'Customers']) {
    await menu.getByRole('link', { name, exact: true }).click()
    await expect(menu.getByRole('link', { name: 'Customer: Université Montcalm' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Controllers', exact: true })).toBeVisible()
  }
})

test('a long reason leaves every column of the trail its room, and stands whole on its record', async ({
  product,
  signIn,
}) => {
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  const reason =
    `Night shift of the east wing until the new people are trained ${'and their keys are ready '.repeat(15)}`.trim()
  const page = await signIn('amelie')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${href('userRoles', { tenantId, userId: userIdOf('etienne.roy@boreal.example') })}?lng=en`)
  await page.getByRole('radio').first().check()
  await page.getByLabel(/^Role in /).selectOption('admin')
  await page.getByRole('button', { name: 'Review change' }).click()
  await page.getByLabel('Reason').fill(reason)
  await page.locator('button[value=apply]').click()
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible()
  await page.goto(href('trail', { tenantId }))
  const row = page.locator('tbody tr').first()
  const widths = await row.locator('td, th').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(80)
  expect(Math.max(...widths)).toBeLessThanOrEqual(600)
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(150)
  const [time] = await row.locator('time > span').all()
  expect((await time?.boundingBox())?.height).toBeLessThanOrEqual(24)
  await expect(row.getByTitle(reason)).toBeVisible()
  await row.getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByText(reason)).toBeVisible()
})

test('how many rows are selected is counted, with scripts or without', async ({ product, signIn }) => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await signIn('amelie', `${href('customerDevices', at)}?lng=en`)
  const selected = page.locator('.selected')
  await expect(selected).toBeHidden()
  await page.getByLabel('Select AHU ART-01').check()
  await page.getByLabel('Select AHU SCI-02').check()
  await expect(selected).toBeVisible()
  const before = await page.screenshot({ clip: (await selected.boundingBox()) ?? undefined })
  await page.getByLabel('Select AHU SCI-01').check()
  expect((await page.screenshot({ clip: (await selected.boundingBox()) ?? undefined })).equals(before)).toBe(false)
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(selected).toBeHidden()
})

test('a plan of equal changes is one screen high, however many they are, and its button is in sight', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await signIn('amelie')
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [q, least] of [
    ['sciences', 20],
    ['', 100],
    ['annexe', 500],
  ] as const) {
    if (least === 500) addAnnexe(product, least)
    await page.goto(href('customerNetworkSettings', at, { q, all: 1, lng: 'en' }))
    await page.locator('[name="primary.primaryDns"]').fill('10.41.0.61')
    if (javaScriptEnabled === false) await page.locator('[name="keep.primary.primaryDns"]').uncheck()
    await page.getByRole('button', { name: 'Review change' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Review' })).toHaveAttribute('aria-current', 'step')
    const [, count] = /changes? on (\d+) controllers/.exec(await page.locator('main').innerText()) ?? []
    expect(Number(count)).toBeGreaterThanOrEqual(least)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
    await expect(page.getByRole('button', { name: /^Save .*send to/ })).toBeInViewport()
    const alike = page.locator('main .folded > li').last()
    await expect(alike.locator('table')).toBeHidden()
    await alike.locator('summary').click()
    await expect(alike.locator('table')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Save .*send to/ })).toBeInViewport()
  }
  product.services.world.store.run(`DELETE FROM network_setting WHERE device_id LIKE 'annexe-%'`)
  product.services.world.store.run(`DELETE FROM device WHERE id LIKE 'annexe-%'`)
})

/** More controllers than the demonstration has, like one of the sciences: called "Annexe 1" and so on, each with its own address. */
function addAnnexe({ services: { world } }: Console, count: number): void {
  const like = deviceIdOf('montcalm-SCI-ECYVAV-1')
  const own = ['id', 'host_id', 'name', 'sort_name', 'search_text']
  const columns = world.store
    .all<{ name: string }>(`SELECT name FROM pragma_table_info('device')`)
    .map(({ name }) => name)
    .filter((name) => !own.includes(name))
    .join(', ')
  const numbers = `(WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ${count}) SELECT value FROM number)`
  world.store.run(
    `INSERT INTO device (${own.join(', ')}, ${columns})
     SELECT 'annexe-' || value, 'ECYVAV-' || printf('9%05d', value), 'Annexe ' || value, printf('annexe %06d', value), 'annexe ' || value, ${columns}
     FROM device, ${numbers} WHERE device.id = ?`,
    like,
  )
  world.store.run(
    `INSERT INTO network_setting (device_id, tenant_id, customer_id, saved, sent)
     SELECT 'annexe-' || value, tenant_id, customer_id, json_set(saved, '$.primary.ipAddress', printf('10.99.%d.%d', value / 200, value % 200 + 1)), sent
     FROM network_setting, ${numbers} WHERE device_id = ?`,
    like,
  )
}

test('the way to a deep page stays within its room, each part of it beside the other', async ({ product, signIn }) => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const chosen = { device: [1, 2].map((number) => deviceIdOf(`montcalm-SCI-ECYVAV-${number}`)), lng: 'fr' }
  const page = await signIn('amelie', href('customerNetworkSettings', at, chosen))
  const visitor = await product.signedIn('amelie')
  const form = await visitor.get(href('customerNetworkSettings', at, chosen))
  const fill = { 'primary.primaryDns': '10.41.9.9', 'keep.primary.primaryDns': null }
  const plan = await form.submit('main form[method=post]', { fill })
  const change = await plan.submit('main form[method=post]', { press: '_stage=apply' })
  const deep = `${new URL(change.address, product.origin).pathname}?lng=fr`
  for (const width of [375, 640, 1280]) {
    await page.setViewportSize({ width, height: 812 })
    await page.goto(deep)
    const way = page.locator('.crumbs')
    const beyond = await way.evaluate((nav) =>
      [...nav.querySelectorAll('li:not(details li)')].flatMap((part) => {
        const [own, link, room] = [part, part.querySelector(':scope > a'), nav].map((one) =>
          one?.getBoundingClientRect(),
        )
        if (!own || !link || !room || own.width === 0) return []
        const isWithin = link.right <= own.right + 1 && own.right <= room.right + 1
        return isWithin ? [] : [part.textContent]
      }),
    )
    expect(beyond, `at ${width}`).toEqual([])
  }
})

test('the parts of a bar are told apart where the system has colours of its own', async ({ product, signIn }) => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await signIn('amelie', `${href('deployments', at)}?status=PackageInstallationFailure&lng=en`)
  await page.locator('tbody th a').first().click()
  await page.emulateMedia({ forcedColors: 'active' })
  const drawn = await page.locator('svg.segments g > rect:first-of-type').evaluateAll((all) =>
    all.map((one) => {
      const { fill, stroke } = getComputedStyle(one)
      return {
        fill,
        stroke,
        ground: getComputedStyle(document.body).backgroundColor,
        width: one.getBoundingClientRect().width,
      }
    }),
  )
  expect(drawn.length).toBeGreaterThan(0)
  expect(new Set(drawn.map(({ fill }) => fill)).size).toBe(drawn.length)
  for (const { stroke, ground, width } of drawn) {
    expect(stroke).not.toBe(ground)
    expect(width).toBeGreaterThanOrEqual(3)
  }
})

test('single keys, ranges of rows and copies are comfort of the script, and keys are switched off in the profile', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'the page is whole without them')
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await signIn('amelie', `${href('customerDevices', at)}?lng=en`)
  const search = page.locator('#search')
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.getByRole('link', { name: 'Sort by Name' }).or(page.locator('thead a').first()).focus()
  const boxes = page.locator('[data-choice] > input')
  await boxes.nth(1).check()
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  await expect(page.locator('[data-choice] > input:checked')).toHaveCount(4)
  await expect(page.getByRole('status').filter({ hasText: 'Selected' })).toHaveText('Selected: 4')
  await page.keyboard.press('/')
  await expect(search).not.toBeFocused()
  await page.goto(`${href('profile', {})}?lng=en`)
  await page.getByRole('button', { name: 'Switch shortcuts off' }).click()
  await page.goto(href('customerDevices', at))
  await page.keyboard.press('/')
  await expect(search).not.toBeFocused()
  await page.goto(`${href('profile', {})}?lng=en`)
  await page.getByRole('button', { name: 'Switch shortcuts on' }).click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(href('deviceById', { ...at, deviceId: deviceIdOf('montcalm-SCI-ECYVAV-1') }))
  const copy = page.getByRole('button', { name: 'Copy Host id' })
  await copy.click()
  await expect(page.getByRole('button', { name: 'Copied: Host id' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^ECY/)
})

test('what is seldom done with a thing opens and closes by keyboard', async ({ product, signIn }, { project }) => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await signIn('amelie', `${href('customer', at)}?lng=en`)
  const more = page.locator('main summary', { hasText: 'More' })
  const last = page.getByRole('link', { name: 'Delete', exact: true })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(last).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Edit customer' })).toBeFocused()
  // Escape needs a script; the disclosure itself closes as it opened.
  if (project.name === 'plain') await more.press('Enter')
  else await page.keyboard.press('Escape')
  await expect(last).toBeHidden()
  await expect(more).toBeFocused()
})

test('five questions of a newcomer are answered within two presses of an overview', async ({ product, signIn }) => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const overview = `${href('customer', at)}?lng=en`
  const page = await signIn('amelie', overview)
  const main = page.getByRole('main')
  const press = async (...names: string[]) => {
    await page.goto(overview)
    for (const name of names) await page.getByRole('link', { name, exact: true }).first().click()
  }
  // What needs somebody, and what changed lately.
  await expect(main.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Recent changes' })).toBeVisible()
  // Who may do what.
  await press('People')
  await expect(main.getByRole('columnheader', { name: 'Role' })).toBeVisible()
  // Where to deploy.
  await press('Deploy packages')
  await expect(page).toHaveURL(/\/deployments\/new/)
  // Where to change a network.
  await press('Configuration', 'Network')
  await expect(page).toHaveURL(/\/network/)
})
