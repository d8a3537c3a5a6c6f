/** Journey 10: work a fault to its end, with its diagnosis, its trend, a note and a resolution, and see one come back. */
import { href } from '../../app/hrefs'
import { faultIdOf } from '../../services/operations/fault-records'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

const customerOf = ({ services }: Console) => ({
  tenantId: tenantIdOf(services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
})

test('a fault is worked to its end in four pages', async ({ product, signIn, javaScriptEnabled }) => {
  const customer = customerOf(product)
  const unit = javaScriptEnabled === false ? 'AHU GEN-01' : 'AHU REC-02'
  const page = await signIn('amelie', href('customer', customer))
  await page.goto(`${href('customer', customer)}?lng=en`)
  let pages = 0
  page.on('response', (answer) => {
    if (answer.request().isNavigationRequest() && answer.status() < 300) pages += 1
  })
  const main = page.getByRole('main')
  await page.getByRole('link', { name: 'Faults', exact: true }).click()
  await page
    .getByRole('row', { name: new RegExp(unit) })
    .getByRole('link')
    .first()
    .click()
  await expect(main).toContainText('Possible causes')
  await expect(main).toContainText('What the rule saw')
  await expect(main.locator('figure.chart svg .line path').first()).toBeVisible()
  await expect(main.getByRole('table', { name: 'Occurrences' })).toBeVisible()
  if (javaScriptEnabled !== false) await expectAccessible(page)
  await main.locator('[name=resolution][value=fixed]').check()
  await main.locator('[name=comment]').fill('The sensor was replaced')
  await main.getByRole('button', { name: 'Review the change' }).click()
  await main.getByRole('button', { name: 'Resolve 1 fault' }).click()
  await expect(main).toContainText(/Resolved by Amélie Tremblay/)
  expect(pages).toBe(4)
  await expect(main).toContainText('The sensor was replaced')

  await main.getByLabel('Note', { exact: true }).fill('Watched for a day')
  await main.getByRole('button', { name: 'Add note' }).click()
  await expect(main.getByRole('listitem').filter({ hasText: 'Watched for a day' })).toBeVisible()
  expect(pages).toBe(5)
})

test('one that was repaired badly comes back, and says so', async ({ product, signIn, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, 'a repair is undone once')
  const customer = customerOf(product)
  const faultId = faultIdOf(equipmentIdOf('VAV DRO-04'), 'g36-vav-lowflow')
  const page = await signIn('amelie', href('faultsResolving', customer, { fault: faultId, lng: 'en' }))
  const main = page.getByRole('main')
  await main.locator('[name=resolution][value=fixed]').check()
  await main.getByRole('button', { name: 'Review the change' }).click()
  await main.getByRole('button', { name: 'Resolve 1 fault' }).click()
  await expect(main).not.toContainText('Came back')
  product.services.world.clock.advance(8 * 60_000)
  await page.goto(href('customerFaults', customer))
  await expect(page.getByRole('row', { name: /VAV DRO-04/ })).toContainText('Came back')
})

test('in French, by keyboard, while the trends are down', async ({ product, signIn }) => {
  const customer = customerOf(product)
  const faultId = faultIdOf(equipmentIdOf('AHU ART-01'), 'g36-ahu-fc1')
  const page = await signIn('amelie', href('fault', { ...customer, faultId }, { lng: 'fr' }))
  const main = page.getByRole('main')
  product.services.world.faults.inject('operations', { match: 'POST /faults/equipment', kind: 'status', status: 500 })
  await page.reload()
  await expect(main).toContainText('Le service est temporairement indisponible')
  await expect(main).toContainText('Causes possibles')
  product.services.world.faults.clear('operations')
  await main.getByLabel('Fausse alerte').focus()
  await page.keyboard.press('Space')
  await main.getByRole('button', { name: 'Vérifier la modification' }).focus()
  await page.keyboard.press('Enter')
  await expect(main).toContainText('Indiquez ce qui a été fait')
  await expect(main.getByLabel('Fausse alerte')).toBeChecked()
})
