/** Journey 7: a holiday for every schedule of a site group, and what will happen on that day; and one schedule edited. */
import type { Locator, Page } from '@playwright/test'
import { monthFrom } from '../../app/domain/schedule-dates'
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
  await main.locator('summary').filter({ hasText: 'Paramètres' }).focus()
  await page.keyboard.press('Enter')
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

test('Saturday is opened for one air handler in six presses from the overview, by keyboard alone', async ({
  product,
  signIn,
}) => {
  const { tenantId, customerId } = scheduleOf(product)
  const page = await signIn('amelie', href('customer', { tenantId, customerId }, { lng: 'en' }))
  const main = page.getByRole('main')
  let presses = 0
  /** Follows a link or a button by keyboard, as one press. */
  const press = async (target: Locator) => {
    await target.focus()
    await page.keyboard.press('Enter')
    presses += 1
  }
  await press(page.locator('#navigation').getByRole('link', { name: 'Schedules' }))
  await press(main.locator('tbody th a').filter({ hasText: 'Salles de cours' }).first())
  await press(main.locator('a[href$="/settings"]').filter({ hasText: 'Edit' }).last())
  await page.locator('[name="weekly.5"]').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('8-12')
  presses += 1
  // Enter in a line reviews the form.
  await page.keyboard.press('Enter')
  presses += 1
  await expect(main).toContainText('08:00\u201312:00 Occupied')
  await press(main.getByRole('button', { name: 'Save schedule' }))
  await expect(main.getByRole('img', { name: /^Sat/ })).toHaveAccessibleName(/08:00\u201312:00 Occupied/)
  expect(presses).toBeLessThanOrEqual(6)
})

test('the form of a schedule is a screen high beside its exceptions, with its month and its settings folded', async ({
  product,
  signIn,
}) => {
  const page = await signIn('amelie', href('scheduleSettings', scheduleOf(product), { lng: 'en' }))
  const height = () =>
    page.locator('form:has(.schedule-foot)').evaluate((form) => {
      const exceptions = form.querySelectorAll('section')[1]
      return form.getBoundingClientRect().height - (exceptions?.getBoundingClientRect().height ?? 0)
    })
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await height()).toBeLessThanOrEqual(560)
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await height()).toBeLessThanOrEqual(900)
  await expect(page.locator('main .month')).toBeHidden()
  // What is folded is posted all the same, and a problem unfolds it.
  const priority = page.locator('[name="priorityForWriting"]')
  await expect(priority).toBeHidden()
  await page.locator('summary').filter({ hasText: 'Settings' }).click()
  await priority.fill('99')
  await page.getByRole('button', { name: 'Review change' }).click()
  await expect(page.locator('#error-summary')).toBeVisible()
  await expect(priority).toBeVisible()
})

/** Drags from one hour to another on the strip of a day, Monday first. */
async function dragOnStrip(page: Page, day: number, from: number, to: number) {
  const box = await page.locator('.line-row:not(.line-axis) .day-strip > svg').nth(day).boundingBox()
  if (!box) throw new Error(`no strip of day ${day}`)
  const at = (hour: number) => [box.x + (box.width * hour) / 24, box.y + box.height / 2] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at((from + to) / 2), { steps: 4 })
  await page.mouse.move(...at(to), { steps: 4 })
  await page.mouse.up()
}

const isLive = (page: Page) => expect(page.getByRole('slider').first()).toBeVisible()

test('Saturday is opened from 8 to 12 for one air handler in three pages', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const page = await signIn('amelie', href('deviceSchedule', scheduleOf(product), { lng: 'en' }))
  const pages = countPages(page)
  const main = page.getByRole('main')
  const saturday = page.locator('[name="weekly.5"]')
  await main.locator('a[href$="/settings"]').filter({ hasText: 'Edit' }).last().click()
  if (javaScriptEnabled === false) await saturday.fill('8-12')
  else {
    await isLive(page)
    const [, from = '', to = ''] = /^(\d\d):00–(\d\d):00 Occupied$/.exec(await saturday.inputValue()) ?? []
    await dragOnStrip(page, 5, Number(from), 8)
    await dragOnStrip(page, 5, Number(to), 12)
    await expect(saturday).toHaveValue('08:00–12:00 Occupied')
  }
  await main.getByRole('button', { name: 'Review change' }).click()
  await expect(main).toContainText('08:00–12:00 Occupied')
  await main.getByRole('button', { name: 'Save schedule' }).click()
  await expect(main.getByRole('img', { name: /^Sat/ })).toHaveAccessibleName(/08:00–12:00 Occupied/)
  await pages.expect(3)
})

test('a week is drawn, split, deleted, copied and undone with scripts, and posted as its lines', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'without scripts the lines are typed')
  const page = await signIn('amelie', href('scheduleSettings', scheduleOf(product), { lng: 'en' }))
  const main = page.getByRole('main')
  const line = (day: number) => page.locator(`[name="weekly.${day}"]`)
  await isLive(page)
  await expectAccessible(page)
  await line(0).fill('8-10')
  await line(0).press('Tab')
  await expect(line(0)).toHaveValue('08:00–10:00 Occupied')
  await dragOnStrip(page, 0, 12, 18)
  await expect(line(0)).toHaveValue('08:00–10:00 Occupied; 12:00–18:00 Occupied')
  await main.getByRole('button', { name: 'Monday, 12:00–18:00 Occupied' }).click({ position: { x: 20, y: 10 } })
  await main.getByRole('button', { name: 'Split' }).click()
  await expect(line(0)).toHaveValue('08:00–10:00 Occupied; 12:00–15:00 Occupied; 15:00–18:00 Occupied')
  await main.getByRole('button', { name: 'Undo' }).click()
  await main.getByRole('button', { name: 'Monday, 12:00–18:00 Occupied' }).focus()
  await page.keyboard.press('Delete')
  await expect(line(0)).toHaveValue('08:00–10:00 Occupied')
  await main.getByRole('button', { name: /^Copy Monday to/ }).click()
  await expect(line(4)).toHaveValue('08:00–10:00 Occupied')
  await line(2).fill('8-25')
  await line(2).press('Tab')
  await expect(main).toContainText('“25” is not a time')
  await line(2).fill('8-9')
  await main.getByRole('button', { name: 'Review change' }).click()
  await expect(main).toContainText('08:00–09:00 Occupied')
})

test('an edge is moved and a block typed exactly by keyboard alone', async ({ product, signIn, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, 'without scripts the lines are typed')
  const page = await signIn('amelie', href('scheduleSettings', scheduleOf(product), { lng: 'en' }))
  await isLive(page)
  const saturday = page.locator('[name="weekly.5"]')
  await saturday.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('8-12')
  const end = page.getByRole('slider', { name: /^Saturday.*end$/ })
  await end.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(saturday).toHaveValue('08:00–13:15 Occupied')
  await expect(end).toHaveAttribute('aria-valuetext', '13:15')
  await page.keyboard.press('Enter')
  await page.keyboard.type('07:50')
  await page.keyboard.press('Enter')
  await expect(saturday).toHaveValue('07:50–13:15 Occupied')
  await expect(saturday).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('07:50–13:15 Occupied')
})

test('a kind of exception shows its own fields only, and a day of the month adds one', async ({ product, signIn }) => {
  const page = await signIn('amelie', href('scheduleSettings', scheduleOf(product), { lng: 'en' }))
  const main = page.getByRole('main')
  await main.getByText('Show on a month').click()
  // The days are those of the month that is shown. Scripts show another one in place.
  const twentyEighth = main.getByRole('button', { name: /^Add exception on .*-28$/ })
  const date = async () => (await twentyEighth.getAttribute('value'))?.split(':').at(-1) ?? ''
  const first = await date()
  await main.getByRole('button', { name: 'The month after' }).click()
  await expect.poll(date).toBe(`${monthFrom(first.slice(0, 7), 1)}-28`)
  await main.getByRole('button', { name: 'The month before' }).click()
  await expect.poll(date).toBe(first)
  await twentyEighth.click()
  await expect(page.locator('[name="exception.n-1.date"]')).toHaveValue(/-28$/)
  await expect(page.locator('[name="exception.n-1.start"]')).toBeHidden()
  await page.locator('[name="exception.n-1.type"]').selectOption('weekNDay')
  await expect(page.locator('[name="exception.n-1.date"]')).toBeHidden()
  await expect(page.locator('[name="exception.n-1.week"]')).toBeVisible()
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
