/** Replacing a dead controller from its backup: chosen, planned, done, and every state on one page. */
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { trailOf } from '../requests/on-record'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

const device = (key: string) => seedId('device', `montcalm-${key}`)

/** The plant controller of the residences, silent for days, with a backup of before. */
async function deadOne({ services }: Console) {
  const { body } = await services.call('site', `GET /devices/${device('RES-ECY303-1')}`, { as: 'amelie' })
  return {
    hostId: body.hostId as string,
    tenantId: tenantIdOf(services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(43),
    buildingId: body.buildingId,
    spaceId: body.spaceId,
    deviceId: device('RES-ECY303-1'),
  }
}

test('four pages from the customer to a controller that runs with the settings of the dead one', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const at = await deadOne(product)
  const page = await signIn('amelie', href('customer', at, { lng: 'en' }))
  const pages = countPages(page)

  await page.getByRole('banner').getByRole('searchbox').fill(at.hostId)
  await page.keyboard.press('Enter')
  const main = page.getByRole('main')
  await main.locator('summary', { hasText: /^More$/ }).click()
  await main.getByRole('link', { name: 'Replace…' }).click()
  await page.getByLabel('New controller').selectOption(device('GEN-ECY303-1'))
  await expect(page.getByLabel('Backup to restore').locator('option:checked')).toContainText('Avant la panne')
  if (javaScriptEnabled !== false) await expectAccessible(page)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('are not restored while that controller has them')).toBeVisible()
  await page.getByLabel('Reason').fill('The old one is dead')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByRole('heading', { name: '3 · Restore the backup' })).toBeVisible()
  await pages.expect(4)
  if (javaScriptEnabled !== false) await expectAccessible(page)

  product.services.world.clock.advance(300_000)
  await page.reload()
  await expect(page.getByRole('heading', { name: '4 · Check' })).toBeVisible()
  await page.getByRole('link', { name: 'Network', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Send log' })).toBeVisible()
})

test('reads French on a phone, by keyboard', async ({ product, signIn }) => {
  const at = await deadOne(product)
  const page = await signIn('amelie', `${href('deviceReplacing', at, { by: device('GEN-ECY303-1') })}&lng=fr`)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Remplacer')
  const restore = page.getByRole('link', { name: 'Restaurer Avant la panne' })
  await restore.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Restaurer Avant la panne')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('who may not configure is offered no replacement, and refused, on record', async ({ product, signIn }) => {
  const at = await deadOne(product)
  const steps = href('deviceReplacing', at, { by: device('GEN-ECY303-1'), lng: 'en' })
  const amelie = await product.signedIn('amelie')
  const restore = (await amelie.get(steps)).root
    .querySelectorAll('main a')
    .find((one) => /Avant la panne/.test(one.text))
  const restoring = restore?.getAttribute('href') ?? ''
  const page = await signIn('usha', href('device', at, { lng: 'en' }))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator('a', { hasText: 'Replace…' })).toHaveCount(0)
  expect((await page.goto(steps))?.status()).toBe(403)
  await expect(page.getByRole('main')).toContainText('You are not allowed to do this')
  const headers = { origin: product.origin }
  const posted = await page.request.post(restoring, { form: { _stage: 'apply', reason: 'Mine' }, headers })
  expect(posted.status()).toBe(403)
  expect((await trailOf(amelie, at.tenantId)).at(-1)).toMatchObject({
    mutation: 'backup.restore',
    outcome: 'denied',
    actor: { name: expect.stringContaining('Usha') },
  })
})
