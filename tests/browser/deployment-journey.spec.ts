/** Rolling a package out over a customer (journey 2): chosen by filter, planned, followed, retried where it failed. */
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

const placeOf = (product: Console) => ({
  tenantId: tenantIdOf(product.services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
})

function hostIdOf({ services }: Console, key: string): string {
  const id = seedId('device', `montcalm-${key}`)
  return services.world.store.get<{ host_id: string }>('SELECT host_id FROM device WHERE id = ?', id)?.host_id ?? ''
}

test('four pages for all controllers of a model, and two more for the one that failed', async ({ product, signIn }) => {
  const page = await signIn('amelie', `${href('customer', placeOf(product))}?lng=en`)
  await product.services.control(`POST /devices/${hostIdOf(product, 'ART-ECYVAV-2')}/inject`, {
    kind: 'failInstall',
    params: { package: 'weather' },
  })
  const pages = countPages(page)

  await page.getByRole('main').getByRole('link', { name: 'Deploy packages' }).click()
  await page.getByRole('group', { name: 'Model' }).getByLabel('ECYVAV', { exact: true }).check()
  await page.getByRole('button', { name: 'Continue with matching controllers' }).click()
  await expect(page.getByRole('heading', { name: '90 controllers' })).toBeVisible()
  await page.getByRole('table', { name: 'Packages' }).getByLabel('Weather').selectOption('2.0.0')
  await page.getByRole('button', { name: 'Review deployment' }).click()
  await expect(page.getByRole('link', { name: 'Download plan as CSV' })).toBeVisible()
  await page.getByLabel('Reason').fill('Forecast points for the heating curve')
  await page.getByRole('button', { name: /^Deploy to \d+ controllers$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Install Weather 2.0.0')
  await pages.expect(4)

  product.services.world.clock.advance(180_000)
  await page.getByRole('link', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('1 failed', { exact: true })).toBeVisible()
  const csv = await page.request.get(
    (await page.getByRole('link', { name: 'Download results as CSV' }).getAttribute('href')) ?? '',
  )
  expect((await csv.text()).split('\r\n').filter((line) => line.includes('Installation failed'))).toHaveLength(1)

  pages.restart()
  await page.getByRole('button', { name: 'Retry the failed controller' }).click()
  await page.getByRole('button', { name: 'Deploy to 1 controller' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Install Weather 2.0.0')
  await pages.expect(2)
})

test('a few go first and the others follow, by keyboard and in French', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const search = { all: 1, q: 'FCU', wish: ['install:weather@2.0.0'], lng: 'fr' }
  const page = await signIn('amelie', href('newDeployment', placeOf(product), search))
  const accessible = async () => {
    if (javaScriptEnabled === false) return
    await expectAccessible(page)
  }
  await page.getByLabel('Commencer par ce nombre d’automates').focus()
  await page.keyboard.type('2')
  await page.getByRole('button', { name: 'Vérifier le déploiement' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('attend que les premiers réussissent').first()).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Déployer vers 2 automates' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/automates attendent ceux-ci/)).toBeVisible()
  await accessible()

  product.services.world.clock.advance(180_000)
  await page.reload()
  const goOn = page.getByRole('button', { name: /^Poursuivre avec les \d+ autres$/ })
  await accessible()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await goOn.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Déployer vers \d+ automates$/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Le déploiement continue de lui-même')).toBeVisible()
})

test('somebody who may not deploy is offered nothing and refused', async ({ product, signIn }) => {
  const at = placeOf(product)
  const page = await signIn('usha', `${href('customer', at)}?lng=en`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Deploy packages' })).toHaveCount(0)
  const answer = await page.goto(href('newDeployment', at, { all: 1 }))
  expect(answer?.status()).toBe(403)
})
