/** Journey 7: a holiday for every schedule of a site group, and what will happen on that day; and one schedule edited. */
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

const customerOf = ({ services }: Console) => ({
  tenantId: tenantIdOf(services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
})

const scheduleOf = (product: Console) => ({
  ...customerOf(product),
  groupId: seedId('group', 'Montcalm campuses'),
  siteId: siteIdOf(41),
  buildingId: seedId('building', '41-1'),
  spaceId: seedId('space', '41-1-5'),
  deviceId: deviceIdOf('montcalm-SCI-ECY303-1'),
  scheduleId: 'sch-1',
})

test('a holiday is added to every schedule of a group, and its day looked at, in four pages', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const page = await signIn('amelie', `${href('customer', customerOf(product))}?lng=en`)
  const pages = countPages(page)
  const main = page.getByRole('main')
  await page.getByRole('navigation').getByRole('link', { name: 'Schedules' }).first().click()
  await main.getByRole('link', { name: 'Add holiday to all' }).click()
  await main.getByLabel('Site group').selectOption({ label: 'Montcalm campuses' })
  const name = javaScriptEnabled === false ? 'Fête' : 'Congé'
  await main.getByLabel('Name').fill(name)
  await main.getByLabel('Date', { exact: true }).fill(javaScriptEnabled === false ? '*-06-23' : '*-06-22')
  if (javaScriptEnabled !== false) await expectAccessible(page)
  await main.getByRole('button', { name: /Review/ }).click()
  await expect(main).toContainText('24 schedules')
  await main.getByRole('button', { name: /^Change 24 schedules/ }).click()
  await expect(main).toContainText(`24 have the exception “${name}”`)
  await pages.expect(4)
})

test('a holiday is added by keyboard in French, what is wrong told first', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const at = customerOf(product)
  const [name, date] = javaScriptEnabled === false ? ['Fête du Travail', '*-05-01'] : ['Armistice', '*-11-08']
  const page = await signIn('amelie', href('customerScheduleExceptions', at, { lng: 'fr' }))
  const main = page.getByRole('main')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.locator('[name=name]').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#error-summary')).toContainText('Saisissez un nom')
  await page.locator('[name=name]').focus()
  await page.keyboard.type(name)
  await page.locator('[name=date]').focus()
  await page.keyboard.type(date)
  await page.keyboard.press('Enter')
  await expect(main).toContainText('24 horaires')
  expect(await page.locator('body').evaluate((body) => body.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await main.getByRole('button', { name: /^Modifier 24 horaires/ }).focus()
  await page.keyboard.press('Enter')
  await expect(main).toContainText(`24 ont l’exception « ${name} »`)
  expect(await page.locator('body').evaluate((body) => body.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test('a schedule is edited by keyboard in French, refused with everything kept, then saved', async ({
  product,
  signIn,
}) => {
  const at = scheduleOf(product)
  const page = await signIn('amelie', href('scheduleSettings', at, { lng: 'fr' }))
  const main = page.getByRole('main')
  const field = (name: string) => page.locator(`[name="${name}"]`)
  await field('description').focus()
  await page.keyboard.type('Cours du soir')
  await field('weekly.6').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('25 h 00 à 26')
  await page.keyboard.press('Enter')
  await expect(main).toContainText('saisissez-en une comme 06:30')
  await expect(field('description')).toHaveValue(/Cours du soir/)
  await expect(field('weekly.6')).toHaveValue('25 h 00 à 26')
  await field('weekly.6').fill('8 h à 12')
  await main.getByRole('button', { name: 'Ajouter une plage dimanche' }).click()
  await expect(field('weekly.6')).toHaveValue(/^08:00–12:00 \S+; 12:00–13:00 \S+$/)
  await field('weekly.6').fill('8-12')
  await field('weekly.6').focus()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.locator('body').evaluate((body) => body.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.keyboard.press('Enter')
  await expect(main).toContainText('08:00–12:00')
  await main.getByRole('button', { name: 'Enregistrer l’horaire' }).click()
  await expect(main).toContainText('Cours du soir')
  await expect(main).toContainText('08:00')
})

test('who may only look is offered no change, and refused', async ({ product, signIn }) => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1001') }
  const page = await signIn('claire', href('customerSchedules', at, { lng: 'en' }))
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Day view' })).toHaveCount(1)
  await expect(main.getByRole('link', { name: 'Add holiday to all' })).toHaveCount(0)
  const refused = await page.goto(href('customerScheduleExceptions', at))
  expect(refused?.status()).toBe(403)
  await expect(main).toContainText('You are not allowed to do this')
})
