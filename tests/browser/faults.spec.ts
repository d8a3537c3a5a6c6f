/** Journey 10: work a fault to its end, with its diagnosis, its trend, a note and a resolution, and see one come back. */
import { href } from '../../app/hrefs'
import errors from '../../app/i18n/en/errors'
import { faultIdOf } from '../../services/operations/faults/fault-records'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { inVain } from '../harness/upstream'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'
import { patience } from './troubles'

const customerOf = ({ services }: Console) => ({
  tenantId: tenantIdOf(services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
})

const statusOf = ({ services }: Console, id: string) =>
  services.world.store.get<{ status: string }>('SELECT status FROM fault WHERE id = ?', id)?.status

test('a fault is worked to its end in four pages', async ({ product, signIn, javaScriptEnabled }) => {
  const customer = customerOf(product)
  const unit = javaScriptEnabled === false ? 'AHU GEN-01' : 'AHU REC-02'
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  const pages = countPages(page)
  const main = page.getByRole('main')
  await page.getByRole('link', { name: 'Faults', exact: true }).click()
  await page
    .getByRole('row', { name: new RegExp(unit) })
    .getByRole('link')
    .first()
    .click()
  await expect(main).toContainText('Possible causes')
  await expect(main).toContainText('Evidence')
  await expect(main.locator('figure.chart svg .line path').first()).toBeVisible()
  await expect(main.getByRole('table', { name: 'Occurrences' })).toBeVisible()
  if (javaScriptEnabled !== false) await expectAccessible(page)
  await main.locator('[name=resolution][value=fixed]').check()
  await main.locator('[name=comment]').fill('The sensor was replaced')
  await main.getByRole('button', { name: 'Review change' }).click()
  await main.getByRole('button', { name: 'Resolve 1 fault' }).click()
  await expect(main).toContainText(/Resolved by Amélie Tremblay/)
  await pages.expect(4)
  await expect(main).toContainText('The sensor was replaced')

  await main.getByLabel('Note', { exact: true }).fill('Watched for a day')
  await main.getByRole('button', { name: 'Add note' }).click()
  await expect(main.getByRole('listitem').filter({ hasText: 'Watched for a day' })).toBeVisible()
  await pages.expect(5)
})

test('one that was repaired badly comes back, and says so', async ({ product, signIn, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, 'a repair is undone once')
  const customer = customerOf(product)
  const faultId = faultIdOf(equipmentIdOf('VAV DRO-04'), 'g36-vav-lowflow')
  const page = await signIn('amelie', href('faultsResolving', customer, { fault: faultId, lng: 'en' }))
  const main = page.getByRole('main')
  await main.locator('[name=resolution][value=fixed]').check()
  await main.getByRole('button', { name: 'Review change' }).click()
  await main.getByRole('button', { name: 'Resolve 1 fault' }).click()
  await expect(main).not.toContainText('Recurred')
  product.services.world.clock.advance(8 * 60_000)
  await page.goto(href('customerFaults', customer))
  await expect(page.getByRole('row', { name: /VAV DRO-04/ })).toContainText('Recurred')
})

test('in French with US units, by keyboard, while the trends are down', async ({ product, signIn }) => {
  const customer = customerOf(product)
  const faultId = faultIdOf(equipmentIdOf('AHU ART-01'), 'g36-ahu-fc1')
  const page = await signIn('usha', '/profile?lng=en')
  const main = page.getByRole('main')
  await page.getByLabel('Units').selectOption('us')
  await main.getByRole('button', { name: 'Save' }).click()
  await page.goto(href('fault', { ...customer, faultId }, { lng: 'fr' }))
  await expect(main.locator('figure.chart').first()).toContainText(/\d,\d+\s(in\.w\.c\.|po c\.e\.)/)
  product.services.world.faults.inject('operations', { match: 'POST /faults/equipment', kind: 'status', status: 500 })
  await page.reload()
  await expect(main).toContainText('Le service est temporairement indisponible')
  await expect(main).toContainText('Causes possibles')
  product.services.world.faults.clear('operations')
  await main.getByLabel('Fausse alerte').focus()
  await page.keyboard.press('Space')
  await main.getByRole('button', { name: 'Vérifier la modification' }).focus()
  await page.keyboard.press('Enter')
  await expect(main).toContainText('Saisissez un commentaire')
  await expect(main.getByLabel('Fausse alerte')).toBeChecked()
})

test('somebody without a role there is refused', async ({ product, signIn }) => {
  const customer = customerOf(product)
  const faultId = faultIdOf(equipmentIdOf('AHU BIB-01'), 'g36-ahu-fc6')
  const page = await signIn('paul')
  for (const address of [href('customerFaults', customer), href('fault', { ...customer, faultId })])
    expect((await page.goto(address))?.status()).toBe(404)
  const form = { 'fault[0]': faultId, resolution: 'accepted', comment: 'x', _stage: 'apply', _key: 'x' }
  const headers = { origin: product.origin }
  const answer = await page.request.post(href('faultsResolving', customer), { form, headers })
  expect(answer.status()).toBe(404)
  expect(statusOf(product, faultId)).toBe('active')
})

test('trouble of every kind is told, nothing typed is lost and nothing is done twice', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.slow()
  const customer = customerOf(product)
  const { faults } = product.services.world
  const page = await signIn('amelie')
  const main = page.getByRole('main')
  const resolve = main.getByRole('button', { name: /^Resolve \d+ fault/ })
  const match = 'POST /faults/resolve'
  /** Says how, with a comment, and goes to the plan. */
  const planned = async (ids: string[], comment: string) => {
    await page.goto(href('faultsResolving', customer, { fault: ids, lng: 'en' }))
    await main.locator('[name=resolution][value=accepted]').check()
    await main.locator('[name=comment]').fill(comment)
    await main.getByRole('button', { name: 'Review change' }).click()
  }
  const isTyped = (comment: string) => expect(main.locator('[name=comment]')).toHaveValue(comment)

  await test.step('a 500: the plan stays, with its comment', async () => {
    const id = faultIdOf(equipmentIdOf('VAV MED-02'), 'g36-vav-flowcal')
    await planned([id], 'After a 500')
    faults.inject('operations', { match, kind: 'status', status: 500, errorCode: 5003, times: 1 })
    await resolve.click()
    await expect(main).toContainText('Service is temporarily unavailable')
    await isTyped('After a 500')
    expect(statusOf(product, id)).toBe('active')
    await resolve.click()
    await expect(main).toContainText('Resolved by Amélie Tremblay')
  })

  await test.step('a session that ended: the comment is there after signing in again', async () => {
    const id = faultIdOf(equipmentIdOf('VAV ART-05'), 'g36-vav-dmpleak')
    await planned([id], 'After a 401')
    faults.inject('operations', { match, kind: 'status', status: 401, times: 1 })
    await resolve.click()
    await main.getByRole('link', { name: 'Sign in' }).first().click()
    await isTyped('After a 401')
    expect(statusOf(product, id)).toBe('active')
  })

  await test.step('a fault that somebody else resolved meanwhile: told, and planned anew', async () => {
    const [other, mine] = [
      faultIdOf(equipmentIdOf('VAV RES-07'), 'g36-vav-lowdat'),
      faultIdOf(equipmentIdOf('FCU RES-02'), 'g36-fcu-fc5'),
    ]
    await planned([other, mine], 'Until spring')
    await product.services.call('operations', 'POST /faults/resolve', {
      as: 'marcus',
      body: { faultIds: [other], resolution: 'accepted', comment: 'Meanwhile' },
    })
    await resolve.click()
    await expect(main).toContainText('The fault is already resolved')
    await isTyped('Until spring')
    expect(statusOf(product, mine)).toBe('active')
    await resolve.click()
    await expect(page).not.toHaveURL(/\/faults\/resolving/)
    expect(statusOf(product, mine)).toBe('resolved')
  })

  await test.step('one that is refused among several: told by itself, and the rest can be tried again', async () => {
    const ids = [
      faultIdOf(equipmentIdOf('FCU MED-01'), 'g36-fcu-fc3'),
      faultIdOf(equipmentIdOf('AHU MED-01'), 'g36-ahu-fc2'),
    ]
    await planned(ids, 'Both')
    const refused = { entityId: ids[0], message: 'no', key: 'errors.catalogue.faultActive', details: { type: 'fault' } }
    const body = JSON.stringify({ errorCode: 4100, message: 'x', errors: [refused], data: [] })
    faults.inject('operations', { match, kind: 'answer', status: 422, body, times: 1 })
    await resolve.click()
    await expect(main).toContainText('1 of 2 done')
    await expect(main).toContainText('Not all changes were made')
  })

  await test.step('a list that its service does not give: told in its place', async () => {
    const body = JSON.stringify({ errorCode: 4004, message: 'none' })
    faults.inject('operations', { match: 'POST /faults', kind: 'answer', status: 404, body })
    const answer = await page.goto(href('customerFaults', customer, { severity: 'high', lng: 'en' }))
    faults.clear('operations')
    expect(answer?.status()).toBe(200)
    await expect(main).toContainText('This part cannot be shown now')
    await expect(main).toContainText(errors.trouble.missing)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Faults')
  })

  // One of them in either run.
  await test.step('what takes more than fifteen seconds', async () => {
    const faultId = faultIdOf(equipmentIdOf('AHU BIB-01'), 'g36-ahu-fc6')
    const [match, address] =
      javaScriptEnabled === false
        ? ['POST /faults', href('customerFaults', customer, { severity: 'low', lng: 'en' })]
        : ['POST /faults/equipment', href('fault', { ...customer, faultId }, { lng: 'en' })]
    faults.inject('operations', { match, kind: 'delay', delayMs: 60_000 })
    const path = match.replace('POST ', '')
    const answer = await inVain(product, { path, waits: patience }, () => page.goto(address))
    faults.clear('operations')
    expect(answer?.status()).toBe(200)
    await expect(main).toContainText('The request to the operations API timed out')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    if (javaScriptEnabled !== false) await expect(main).toContainText('Possible causes')
  })
})
