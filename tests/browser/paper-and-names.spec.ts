/** Lists on paper begin on the first page and say whose they are; names without a space keep inside their page. */
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { expect, test } from './fixtures'

test.use({ area: 'paper-and-names' })

test('a list on paper begins on the first page, with its place, its filter and who had it printed', async ({
  product,
  signIn,
}) => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await signIn('amelie')
  await page.goto(`${href('customerDevices', at, { onboarded: 'true' })}&lng=en`)
  await page.emulateMedia({ media: 'print' })
  const panel = page.locator('.panel').filter({ has: page.getByRole('table') })
  expect(await panel.evaluate((one) => getComputedStyle(one).breakInside)).toBe('auto')
  expect(
    await panel
      .locator('tbody tr')
      .first()
      .evaluate((one) => getComputedStyle(one).breakInside),
  ).toBe('avoid')
  await expect(page.getByText(/Université Montcalm · Plantroom, for Amélie Tremblay, \d{4}-/)).toBeVisible()
  await expect(page.locator('.filters select[name=onboarded]')).toBeVisible()
  await expect(page.locator('main input[type=checkbox]:visible')).toHaveCount(0)
  await expect(page.locator('main button:visible, main .button:visible')).toHaveCount(0)
  await expect(page.locator('.filters select:visible')).toHaveCount(1)
})

test('names of a hundred letters without a space keep inside their page', async ({ product, signIn }) => {
  const { store } = product.services.world
  const long = (letter: string) => letter.repeat(100)
  const at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
    buildingId: seedId('building', '41-1'),
    spaceId: seedId('space', '41-1-1'),
    deviceId: deviceIdOf('montcalm-SCI-ECYVAV-1'),
  }
  const rename = (table: string, name: string, id: string) =>
    store.run(`UPDATE ${table} SET name = ? WHERE id = ?`, name, id)
  rename('site_group', long('G'), at.groupId)
  rename('site', long('S'), at.siteId)
  rename('building', long('B'), at.buildingId)
  rename('space', long('P'), at.spaceId)
  rename('device', long('D'), at.deviceId)
  const page = await signIn('amelie')
  const wide: string[] = []
  for (const address of [
    href('customer', at),
    href('search', at, { q: 'DDDD' }),
    href('customerMap', at),
    href('customerSites', at),
    href('customerDevices', at),
    href('deployments', at),
    href('group', at),
    href('site', at),
    href('siteDevices', at),
    href('siteNetwork', at),
    href('building', at),
    href('space', at),
    href('spaceDevices', at),
    href('device', at),
    href('deviceNetwork', at),
    href('deviceDeployments', at),
    href('deviceOnboarding', at),
    href('siteMoves', at, { site: [at.siteId] }),
    href('devicesDeletion', at, { device: at.deviceId }),
    href('newDeployment', at, { device: at.deviceId }),
  ]) {
    await page.goto(address)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const taken = await page.evaluate(() => document.documentElement.scrollWidth)
      if (taken > width) wide.push(`${address.split('?')[0]?.split('/').slice(-2).join('/')}: ${taken} at ${width}`)
    }
  }
  expect(wide).toEqual([])
})
