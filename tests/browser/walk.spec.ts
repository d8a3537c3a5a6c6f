/** The walk as somebody sees it in a browser: down the tree to a controller, in both themes, and on a narrow screen. */
import { href } from '../../app/hrefs'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { expect, test } from './fixtures'
import { looker, looks } from './look'

const placeOf = (product: Console, code: string) => ({
  tenantId: tenantIdOf(product.services.world, 'boreal'),
  customerId: customerIdOf(code),
})

test('a person signs in, walks by the tree from the customer to a controller and back by the breadcrumb', async ({
  product,
  page,
}) => {
  const start = href('customer', placeOf(product, 'CUS1001'))
  await page.goto(`/login/start?returnTo=${encodeURIComponent(start)}`)
  await page.locator('input[name=login]').fill('usha')
  await page.locator('input[name=password]').fill('plantroom')
  await page.locator('button[type=submit]').first().click()
  await page.waitForURL((url) => url.pathname === start)
  const tree = page.getByRole('navigation', { name: 'Site tree' })
  await page.getByRole('table').getByRole('link', { name: 'Québec offices', exact: true }).click()
  for (const name of ['Place Boréale', 'Tower A', 'Rooftop', 'AHU-1 Controller'])
    await tree.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AHU-1 Controller')
  const packages = page.getByRole('table', { name: 'Packages of AHU-1 Controller' })
  if (!(await packages.isVisible())) await page.locator('summary', { hasText: 'up to date' }).click()
  await expect(packages).toBeVisible()
  await page.getByText('12 supported packages').click()
  await expect(page.getByText('1.19.24031.902, ').or(page.getByText(', 1.19.24031.902'))).toBeVisible()
  await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Place Boréale' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Place Boréale')
})

test('somebody narrows the controllers of a site, ticks two and goes on with them', async ({ product, signIn }) => {
  const page = await signIn(
    'amelie',
    `${href('siteDevices', { ...placeOf(product, 'CUS1004'), groupId: 'none', siteId: siteIdOf(41) })}?lng=en`,
  )
  await page.getByText('More filters').click()
  await page.getByRole('group', { name: 'Model' }).getByLabel('ECY303', { exact: true }).check()
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('heading', { name: '5 controllers' })).toBeVisible()
  await page.getByLabel('Select AHU ART-01').check()
  await page.getByLabel('Select AHU SCI-02').check()
  await page.getByRole('button', { name: 'Change network settings…' }).click()
  await expect(page).toHaveURL(/network\/settings\?device=[^&]+&device=[^&]+$/)
})

test(
  'every page of the walk is accessible in both themes and fits 320 pixels',
  looks,
  async ({ product, signIn, javaScriptEnabled }) => {
    test.skip(javaScriptEnabled === false, 'axe runs as a script')
    const at = placeOf(product, 'CUS1001')
    const page = await signIn('amelie', `${href('customer', at)}?lng=en`)
    const site = { ...at, groupId: 'none', siteId: siteIdOf(1) }
    const addresses = [href('customer', at), href('customerDevices', at), href('site', site), href('siteDevices', site)]
    await page.goto(href('site', site))
    await page.getByRole('link', { name: 'Québec offices' }).first().click()
    addresses.push(page.url())
    await page.goto(href('site', site))
    for (const name of ['Tower A', 'Rooftop', 'AHU-1 Controller']) {
      await page.getByRole('main').getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      addresses.push(page.url())
    }
    const look = looker(page)
    for (const address of addresses) await look.at(address)
  },
)
