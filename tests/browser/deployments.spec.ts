/** Rolling a package out to many controllers in a browser: chosen by filter, planned, followed, retried where it failed. */
import type { Page } from '@playwright/test'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { expect, test } from './fixtures'
import { looker, looks } from './look'

const placeOf = (product: Console) => ({
  tenantId: tenantIdOf(product.services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
})
const controllers = (page: Page) => page.getByRole('table', { name: 'Controllers' }).locator('tbody tr')

test('a package goes to all controllers that match, and again to the one that failed', async ({ product, signIn }) => {
  const page = await signIn('amelie', `${href('customerDevices', placeOf(product))}?lng=en`)
  await page.getByRole('searchbox', { name: 'Search' }).last().fill('ART')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('link', { name: 'Deploy packages to all 14 matching…' }).click()

  await expect(page.getByRole('heading', { name: '14 controllers' })).toBeVisible()
  await page.getByRole('table', { name: 'Packages' }).getByLabel('Weather').selectOption('2.1.0')
  await page.getByRole('button', { name: 'Review deployment' }).click()

  const plan = page.getByRole('list', { name: 'Changes' })
  await plan.locator('summary', { hasText: 'Weather' }).last().click()
  await expect(plan.getByRole('row', { name: /VAV ART-01 Weather .* 2\.1\.0/ })).toBeVisible()
  await page.getByLabel('Reason').fill('Forecast points for the heating curve')
  await page.getByRole('button', { name: 'Deploy to 14 controllers' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Install Weather 2.1.0')
  await expect(page.getByText('The deployment continues in the background')).toBeVisible()
  await expect(controllers(page)).toHaveCount(14)
  product.services.world.clock.advance(120_000)
  await page.reload()
  await expect(page.getByText('13 succeeded')).toBeVisible()
  await page.getByRole('navigation', { name: 'State' }).getByText('Installation failed').click()
  await expect(controllers(page)).toHaveCount(1)
  await expect(controllers(page)).toContainText('MISSING_LIBRARY')

  await page.getByRole('button', { name: 'Retry the failed controller' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { name: '1 controller' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Packages' }).getByLabel('Weather')).toHaveValue('install:weather@2.1.0')
  await page.getByRole('table', { name: 'Packages' }).getByLabel('Weather').selectOption('2.0.0')
  await page.getByRole('button', { name: 'Review deployment' }).click()
  await page.getByRole('button', { name: 'Deploy to 1 controller' }).click()
  product.services.world.clock.advance(120_000)
  await page.reload()
  await expect(page.getByText('Every controller succeeded.')).toBeVisible()
})

test('reloading the page that a deployment leads to starts nothing new', async ({ product, signIn }) => {
  const at = placeOf(product)
  const device = [seedId('device', 'montcalm-MED-ECYVAV-2')]
  const page = await signIn(
    'amelie',
    `${href('newDeployment', at, { device, wish: ['install:weather@2.0.0'], lng: 'en' })}`,
  )
  await page.getByRole('button', { name: 'Review deployment' }).click()
  await page.getByRole('button', { name: 'Deploy to 1 controller' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Install Weather 2.0.0')
  const first = new URL(page.url()).pathname
  await page.reload()
  expect(new URL(page.url()).pathname).toBe(first)
  const { body } = await product.services.call('site', `GET /devices/${device[0]}/deployments`, { as: 'amelie' })
  expect(body).toHaveLength(1)
})

/** Starts a deployment to one controller and ends at its page. */
async function startOne(product: Console, signIn: (login: string, address?: string) => Promise<Page>, key: string) {
  const search = { device: [seedId('device', key)], wish: ['install:weather@2.0.0'], lng: 'en' }
  const page = await signIn('amelie', href('newDeployment', placeOf(product), search))
  await page.getByRole('button', { name: 'Review deployment' }).click()
  await page.getByRole('button', { name: 'Deploy to 1 controller' }).click()
  await expect(page.getByText('The deployment continues in the background')).toBeVisible()
  return page
}

/** Lets time pass for the controller until it has its package, and installs it. */
async function installing({ services }: Console, key: string) {
  const at = async () => {
    services.world.clock.advance(1_000)
    const { body } = await services.call('site', `GET /devices/${seedId('device', key)}/deployments`, { as: 'amelie' })
    return body[0].status
  }
  await expect.poll(at, { intervals: [0] }).toBe('PackageInstallationInProgress')
}

test('without scripts a deployment that runs is loaded again by itself, and stops when told', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled !== false, 'with scripts it is read again in place')
  const page = await startOne(product, signIn, 'montcalm-MED-ECYVAV-3')
  const request = page.locator('meta[http-equiv=refresh]')
  await expect(request).toHaveAttribute('content', /^10; url=\/.*[?&]auto=10/)
  await page.getByRole('link', { name: 'Pause' }).click()
  await expect(request).toHaveCount(0)
  await page.getByRole('link', { name: 'Refresh', exact: true }).click()
  await expect(request).toHaveCount(0)
  await page.getByRole('link', { name: 'Refresh every 10 seconds' }).click()
  await expect(request).toHaveCount(1)
})

test('with scripts a deployment is followed in place until it ends, unless it is paused', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'it is about scripts')
  const page = await startOne(product, signIn, 'montcalm-MED-ECYVAV-3')
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  const unreached: string[] = []
  page.on('requestfailed', (request) => unreached.push(request.url()))
  const reads: string[] = []
  page.on('request', (request) => new URL(request.url()).pathname.endsWith('.data') && reads.push(request.url()))
  await page.clock.install()

  await page.reload()
  await hasScripts(page)
  await expect(page.locator('meta[http-equiv=refresh]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Pause' }).click()
  await hasScripts(page)
  await page.clock.runFor(30_000)
  expect(reads).toEqual([])

  // From here on time passes only when it is told to, however slow the machine is.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await page.getByRole('link', { name: 'Refresh every 10 seconds' }).click()
  await hasScripts(page)
  await page.evaluate(() => document.body.setAttribute('data-same', ''))
  await expect(controllers(page)).not.toContainText('Installing')
  await installing(product, 'montcalm-MED-ECYVAV-3')
  /** Lets time pass second by second: the page counts from when it has come to life, or has what it read last. */
  const passUntil = (isSo: () => void) =>
    expect(async () => {
      await page.clock.runFor(1_000)
      isSo()
    }).toPass({ intervals: [50] })
  await passUntil(() => expect(reads.length).toBe(1))
  await expect(controllers(page)).toContainText('Installing')
  expect(reads.length).toBe(1)

  await page.context().setOffline(true)
  await passUntil(() => expect(unreached.some((url) => url.includes('/healthz'))).toBe(true))
  await expect(page.getByText('The deployment continues in the background')).toBeVisible()
  await page.context().setOffline(false)
  product.services.world.clock.advance(120_000)
  await passUntil(() => expect(reads.length).toBe(2))
  await expect(page.locator('[aria-live=polite]', { hasText: 'Every controller succeeded.' })).toBeVisible()
  await expect(page.locator('[aria-live=polite]', { hasText: '1 succeeded' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pause' })).toHaveCount(0)
  await expect(page.locator('body[data-same]')).toHaveCount(1)
  await page.clock.runFor(30_000)
  expect(reads.length).toBe(2)
  expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test(
  'every page of a deployment is accessible in both themes and fits 320 pixels',
  looks,
  async ({ product, signIn, javaScriptEnabled }) => {
    test.skip(javaScriptEnabled === false, 'axe runs as a script')
    const at = placeOf(product)
    const page = await signIn('amelie', `${href('deployments', at)}?lng=en`)
    const look = looker(page)
    await look.here('list')
    await page.goto(href('newDeployment', at))
    await look.here('nothing chosen')
    await page.goto(href('newDeployment', at, { all: 1, q: 'RES' }))
    await look.here('form')
    await page.getByRole('button', { name: 'Review deployment' }).click()
    await look.here('refused form')
    await page.getByRole('table', { name: 'Packages' }).getByLabel('Modbus').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Review deployment' }).click()
    await look.here('plan')
    await page.getByRole('button', { name: /^Deploy to/ }).click()
    await look.here('progress')
    await page.goto(href('deviceById', { ...at, deviceId: seedId('device', 'montcalm-RES-ECYVAV-1') }))
    await page.getByRole('navigation', { name: 'Views of' }).getByRole('link', { name: 'Packages' }).click()
    await look.here('history')
  },
)

/** Waits until React answers: from then on a menu that is pointed at is replaced with one of arrow keys. */
const hasScripts = (page: Page) =>
  expect(async () => {
    await page.waitForLoadState()
    await page.mouse.move(0, 0)
    await page.getByRole('banner').locator('[data-menu], button[aria-haspopup=menu]').last().hover({ timeout: 1_000 })
    await expect(page.locator('button[aria-haspopup=menu]').first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
