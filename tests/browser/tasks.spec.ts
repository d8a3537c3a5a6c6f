/**
 * Everyday tasks done from the overview of a customer, counted in presses: clicks, and the Enter that sends a search;
 * what is typed is not counted. The other tasks of this kind are counted beside what they are about: alarms, search,
 * schedules, trends and the wall.
 */
import type { Locator, Page } from '@playwright/test'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { noon } from '../harness/services'
import { expect, test } from './fixtures'

const maxPresses = 6
const dayMs = 24 * 3_600_000

const overviewOf = ({ services }: Console, customer = 'CUS1004') =>
  href(
    'customer',
    { tenantId: tenantIdOf(services.world, 'boreal'), customerId: customerIdOf(customer) },
    { lng: 'en' },
  )

/** The customer whose values are stored. */
const stored = 'CUS1001'

function countPresses() {
  let presses = 0
  return {
    press(target: Locator) {
      presses += 1
      return target.click()
    },
    enter(field: Locator) {
      presses += 1
      return field.press('Enter')
    },
    count: () => presses,
  }
}

/** A suggestion by its whole name and its kind: while somebody types, there are others of what was typed so far. */
const suggestion = (page: Page, name: string, kind: string) =>
  page.getByRole('option').filter({ hasText: new RegExp(`^${name}\\s*${kind}`) })

test('a cold room is explained by its drawing, and its damper is overridden for an hour', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'the search suggests with scripts; without, its results are a page more')
  const page = await signIn('amelie', overviewOf(product))
  const { press, count } = countPresses()
  await press(page.locator('#search'))
  await page.keyboard.type('VAV ART-03')
  await press(suggestion(page, 'VAV ART-03', 'Equipment'))
  const drawing = page.getByRole('group', { name: /^Drawing of VAV ART-03/ }).locator('visible=true')
  await expect(drawing).toContainText('Heat below')
  await press(drawing.getByRole('link', { name: /^Damper/ }))
  await press(page.getByText('Override…'))
  await page.getByLabel('Value (%)').fill('80')
  await page.getByLabel('Duration').fill('1')
  await page.getByLabel('Reason').fill('The room is cold')
  await press(page.getByRole('button', { name: 'Override', exact: true }))
  await expect(page.getByRole('main')).toContainText('Held at 80 % by Amélie Tremblay, at level 8')
  expect(count()).toBeLessThanOrEqual(maxPresses)
})

test('the points in alarm of a floor are found', async ({ product, signIn, javaScriptEnabled }) => {
  const page = await signIn('amelie', overviewOf(product))
  const { press, enter, count } = countPresses()
  const main = page.getByRole('main')
  await press(page.locator('#search'))
  await page.keyboard.type('Pavillon des Sciences')
  if (javaScriptEnabled === false) {
    await enter(page.locator('#search'))
    await press(main.getByRole('link', { name: 'Pavillon des Sciences', exact: true }))
  } else await press(suggestion(page, 'Pavillon des Sciences', 'Building'))
  await press(main.getByRole('link', { name: 'Toiture', exact: true }))
  await press(main.getByRole('link', { name: 'Points', exact: true }))
  await press(main.getByRole('link', { name: 'In alarm 4', exact: true }))
  const states = main.locator('tbody td').filter({ hasText: 'In alarm' })
  await expect(states).not.toHaveCount(0)
  expect(await states.count()).toBe(await main.locator('tbody tr').count())
  expect(count()).toBeLessThanOrEqual(maxPresses)
})

test('all overrides of a building are cleared', async ({ product, signIn }) => {
  const page = await signIn('amelie', overviewOf(product))
  const { press, enter, count } = countPresses()
  const main = page.getByRole('main')
  await press(page.getByRole('link', { name: 'Overrides', exact: true }).first())
  const words = main.getByRole('searchbox')
  await words.fill('Faculté de droit')
  await enter(words)
  await press(main.getByRole('link', { name: 'Release all 7 overrides…', exact: true }))
  await main.getByRole('textbox', { name: /Reason/ }).fill('The building is back in order')
  await press(main.getByRole('button', { name: 'Release 7 overrides', exact: true }))
  await expect(main).toContainText('7 of 7 done')
  expect(count()).toBeLessThanOrEqual(maxPresses)
  await page.goto(`${overviewOf(product).split('?')[0]}/overrides?q=Facult%C3%A9+de+droit&lng=en`)
  await expect(main).toContainText('No override matches')
})

test('five points are compared with yesterday, and the address is sent to a colleague', async ({ product, signIn }) => {
  const page = await signIn('amelie', overviewOf(product, stored))
  const { press, enter, count } = countPresses()
  const main = page.getByRole('main')
  await press(page.getByRole('link', { name: 'Trends', exact: true }).first())
  // The clock of the services stands still: their last day in place of today.
  const [from, to] = [noon - dayMs, noon].map((at) => new Date(at).toISOString())
  await page.goto(`${new URL(page.url()).pathname}?${new URLSearchParams({ from: `${from}`, to: `${to}`, lng: 'en' })}`)
  await press(main.getByRole('searchbox'))
  await page.keyboard.type('AHU-1 temperature')
  await enter(main.getByRole('searchbox'))
  await press(main.getByRole('link', { name: 'Add all 5', exact: true }))
  await expect(page).toHaveURL(/point=/)
  await press(main.getByRole('button', { name: 'The day before' }))
  await expect(page).toHaveURL(/compare=day/)
  expect(count()).toBeLessThanOrEqual(maxPresses)
  const rows = page.locator('.trend-legend tbody tr')
  const earlier = rows.filter({ hasText: 'a day before' })
  await expect(earlier.nth(4)).toBeVisible()
  const lines = await rows.count()
  const colleague = await signIn('usha', page.url())
  await expect(colleague.locator('.trend-legend tbody tr')).toHaveCount(lines)
})

test('the value of a point yesterday at 14:35 is read', async ({ product, signIn, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, 'the search suggests with scripts; without, its results are a page more')
  const page = await signIn('amelie', overviewOf(product, stored))
  const { press, enter, count } = countPresses()
  await press(page.locator('#search'))
  await page.keyboard.type('AHU-1 supply air temperature')
  await press(suggestion(page, 'AHU-1 Supply air temperature', 'Point'))
  const field = page.getByLabel('Value at (site time)')
  await press(field)
  await field.fill('2026-03-08T14:35')
  await enter(field)
  await expect(page.locator('figure.chart .marked').first()).toHaveText(/^[\d.]+\s°C/)
  await expect(page.getByRole('columnheader', { name: '2026-03-08 14:35' })).toBeVisible()
  expect(count()).toBeLessThanOrEqual(maxPresses)
})

test('the values of a chart are saved as a file', async ({ product, signIn, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, 'the search suggests with scripts; without, its results are a page more')
  const page = await signIn('amelie', overviewOf(product, stored))
  const { press, count } = countPresses()
  await press(page.locator('#search'))
  await page.keyboard.type('AHU-1 supply air temperature')
  await press(suggestion(page, 'AHU-1 Supply air temperature', 'Point'))
  const file = page.waitForEvent('download')
  await press(page.getByRole('link', { name: 'Download CSV' }).first())
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  expect(count()).toBeLessThanOrEqual(maxPresses)
})
