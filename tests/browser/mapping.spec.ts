/** Journey 14: map points so that rules start, from what is missing to coverage that has risen. */
import { href } from '../../app/hrefs'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

const customerOf = ({ services }: Console) => ({
  tenantId: tenantIdOf(services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
})

/** Nine of the twelve whose airflow nobody has mapped; each run takes its own. */
const likeUnits = { scripts: ['01', '02', '03', '04', '05', '07', '08', '10', '11'], none: ['13', '14', '15'] }

test('a missing point is mapped on all like equipment in four pages, and coverage rises', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const customer = customerOf(product)
  const own = javaScriptEnabled === false ? likeUnits.none : likeUnits.scripts
  const page = await signIn('amelie', `${href('customer', customer)}?lng=en`)
  const pages = countPages(page)
  const main = page.getByRole('main')
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  const row = main.getByRole('row', { name: /Low airflow/ })
  await row.getByRole('link').nth(1).click()
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Map the points')
  await expect(main).toContainText('% confidence')
  if (javaScriptEnabled !== false) await expectAccessible(page)
  for (const box of await main.locator('input[name=equipment]').all()) {
    const id = await box.getAttribute('value')
    if (!own.some((number) => equipmentIdOf(`VAV SCI-${number}`) === id)) await box.uncheck()
  }
  await main.getByRole('button', { name: 'Review change' }).click()
  await expect(main).toContainText('5 of 5 rules ready')
  await main.getByRole('button', { name: `Map on ${own.length} pieces of equipment` }).click()
  await expect(main).toContainText('100% covered')
  await pages.expect(4)
})

test('by keyboard, in French with US units, on a phone: taking a point away says which rules stop', async ({
  product,
  signIn,
}) => {
  const equipment = equipmentIdOf('VAV ART-07')
  const page = await signIn('marcus', href('pointsMapping', customerOf(product), { equipment, lng: 'fr' }))
  await page.setViewportSize({ width: 320, height: 700 })
  const main = page.getByRole('main')
  const select = main.getByLabel('Point pour Débit d’air', { exact: true })
  if (!(await select.isVisible())) {
    await main.locator('summary').first().focus()
    await page.keyboard.press('Enter')
  }
  await select.selectOption({ label: 'Aucun point : le retirer' })
  await main.getByRole('button', { name: 'Vérifier la modification' }).focus()
  await page.keyboard.press('Enter')
  await expect(main).toContainText('ne peuvent plus fonctionner')
})

test('is refused for a role that may only look', async ({ product, signIn }) => {
  const page = await signIn('usha', href('pointsMapping', customerOf(product), { rule: 'g36-vav-lowflow', lng: 'en' }))
  await expect(page.getByRole('main')).toContainText('You are not allowed to do this')
})
