/**
 * Ten everyday tasks done from the overview of a customer by somebody who knows the names of things and no address,
 * counted in presses and pages: a click is a press, so is Enter, and so is a field that is filled in. Each takes at
 * most six, with scripts and without.
 */
import type { Locator, Page } from '@playwright/test'
import { href } from '../../app/hrefs'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { noon } from '../harness/beginnings'
import type { Console } from '../harness/console'
import { isFull } from '../promises/size'
import { test as base, expect } from './fixtures'
import { serialOf, sought } from './fleet'

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

interface Hand {
  page: Page
  press(target: Locator): Promise<void>
  enter(field: Locator): Promise<void>
  /** Fills in a field, which is one press however much it is. */
  type(field: Locator, text: string): Promise<void>
  /** Searches the customer and opens what has the name: among the suggestions, or the results where there are none. */
  open(name: string, kind: string): Promise<void>
}

/** Does a task from the overview, and fails if it took too many presses. */
const test = base.extend<{ task: (customer?: string) => Promise<Hand> }>({
  task: async ({ product, signIn, javaScriptEnabled }, use, { title }) => {
    let [presses, pages] = [0, 0]
    await use(async (customer) => {
      const page = await signIn('amelie', overviewOf(product, customer))
      page.on('response', (answer) => {
        if (answer.request().isNavigationRequest() && answer.status() < 300) pages += 1
      })
      const hand: Hand = {
        page,
        async press(target) {
          presses += 1
          await target.click()
        },
        async enter(field) {
          presses += 1
          await field.press('Enter')
        },
        async type(field, text) {
          presses += 1
          await field.click()
          await field.fill('')
          await page.keyboard.type(text)
        },
        async open(name, kind) {
          const box = page.locator('#search')
          await hand.type(box, name)
          if (javaScriptEnabled !== false) return hand.press(suggestion(page, name, kind))
          const heading = page.getByRole('heading', { level: 1 })
          const before = await heading.innerText()
          await hand.enter(box)
          await expect(heading).not.toHaveText(before)
          // What is named exactly so opens at once.
          if ((await heading.innerText()) !== 'Search') return undefined
          const rows = page.locator('main tbody tr').filter({ hasText: kind })
          await hand.press(rows.getByRole('link', { name, exact: true }).first())
        },
      }
      return hand
    })
    if (isFull) console.log(`${title}: ${presses} presses, ${pages} pages`)
    expect(presses, `${title}: presses`).toBeLessThanOrEqual(maxPresses)
  },
})

/** A suggestion by its whole name and its kind: while somebody types, there are others of what was typed so far. */
const suggestion = (page: Page, name: string, kind: string) =>
  page.getByRole('option').filter({ hasText: new RegExp(`^${name}\\s*${kind}`, 'i') })

test('the critical alarms of a site are acknowledged with a note', async ({ product, task }) => {
  const { page, press, type } = await task()
  const main = page.getByRole('main')
  const waiting = () =>
    product.services.world.store.get<{ n: number }>(
      `SELECT count(*) AS n FROM alarm WHERE site_id = ? AND severity = 'critical' AND event_state <> 'normal'
         AND ack_state = 'unacknowledged'`,
      siteIdOf(41),
    )?.n ?? 0
  const count = waiting()
  const site = main.locator('section', { hasText: 'Sites by state' }).getByRole('row', { name: 'Campus Montcalm' })
  await press(site.locator('td a').first())
  await press(main.getByRole('link', { name: `Critical (${count})`, exact: true }))
  await press(main.getByRole('link', { name: `Acknowledge all ${count} alarms…`, exact: true }))
  await type(main.getByRole('textbox', { name: /^Note/ }), 'Heating is being repaired')
  await press(main.getByRole('button', { name: 'Acknowledge…' }))
  await press(main.getByRole('button', { name: `Acknowledge ${count} alarms`, exact: true }))
  await expect(main).toContainText(`${count} of ${count} done`)
  expect(waiting()).toBe(0)
})

test('a cold room is explained by its drawing, and its damper is overridden for an hour', async ({ task }) => {
  const { page, press, type, open } = await task()
  await open('VAV ART-03', 'Equipment')
  const drawing = page.getByRole('group', { name: /^Drawing of VAV ART-03/ }).locator('visible=true')
  await expect(drawing).toContainText('Heat below')
  const damper = page.getByRole('row').filter({ hasText: /^Damper/ })
  await press(damper.getByRole('link', { name: /^Override…/ }))
  await expect(page.getByLabel('Duration')).toHaveValue('1')
  await expect(page.getByLabel('Unit of time')).toHaveValue('hours')
  await type(page.getByLabel('Value (%)'), '80')
  await type(page.getByLabel('Reason'), 'The room is cold')
  await press(page.getByRole('button', { name: 'Override', exact: true }))
  await expect(page.getByRole('main')).toContainText('Held at 80 % by Amélie Tremblay, at level 8')
})

test('five points are compared with yesterday, and the address is sent to a colleague', async ({ task, signIn }) => {
  const { page, press, type, enter } = await task(stored)
  const main = page.getByRole('main')
  await press(page.getByRole('link', { name: 'Trends', exact: true }).first())
  // The clock of the services stands still: their last day in place of today.
  const [from, to] = [noon - dayMs, noon].map((at) => new Date(at).toISOString())
  await page.goto(`${new URL(page.url()).pathname}?${new URLSearchParams({ from: `${from}`, to: `${to}`, lng: 'en' })}`)
  await type(main.getByRole('searchbox'), 'AHU-1 temperature')
  await enter(main.getByRole('searchbox'))
  await press(main.getByRole('link', { name: 'Add all 5', exact: true }))
  await expect(page).toHaveURL(/point=/)
  await press(main.getByRole('button', { name: 'The day before' }))
  await expect(page).toHaveURL(/compare=day/)
  const rows = page.locator('.trend-legend tbody tr')
  const earlier = rows.filter({ hasText: 'a day before' })
  await expect(earlier.nth(4)).toBeVisible()
  const lines = await rows.count()
  const colleague = await signIn('usha', page.url())
  await expect(colleague.locator('.trend-legend tbody tr')).toHaveCount(lines)
})

test('Saturday is opened from 8 to 12 for one air handler', async ({ task }) => {
  const { page, press, type } = await task()
  const main = page.getByRole('main')
  await press(page.locator('#navigation').getByRole('link', { name: 'Schedules' }))
  const row = main.locator('tbody tr').filter({ hasText: 'AHU BIB-01' })
  await press(row.getByRole('link', { name: /Salles de cours/ }).first())
  await press(main.getByRole('link', { name: /^Edit/ }).last())
  await type(page.locator('[name="weekly.5"]'), '8-12')
  await press(main.getByRole('button', { name: 'Review change' }))
  await expect(main).toContainText('08:00–12:00 Occupied')
  await press(main.getByRole('button', { name: 'Save schedule' }))
  await expect(main.getByRole('img', { name: /^Sat/ })).toHaveAccessibleName(/08:00–12:00 Occupied/)
})

test('the points in alarm of a floor are found', async ({ task }) => {
  const { page, press, open } = await task()
  const main = page.getByRole('main')
  await open('Pavillon des Sciences', 'Building')
  await press(main.getByRole('link', { name: 'Toiture', exact: true }))
  await press(main.getByRole('link', { name: 'Points', exact: true }))
  await press(main.getByRole('link', { name: 'In alarm 4', exact: true }))
  const states = main.locator('tbody td').filter({ hasText: 'In alarm' })
  await expect(states).not.toHaveCount(0)
  expect(await states.count()).toBe(await main.locator('tbody tr').count())
})

test('the value of a point yesterday at 14:35 is read', async ({ task, javaScriptEnabled }) => {
  const { page, press, enter, open } = await task(stored)
  await open('AHU-1 Supply air temperature', 'Point')
  const field = page.getByLabel('Value at (site time)')
  await press(field)
  await field.fill('2026-03-08T14:35')
  await enter(field)
  if (javaScriptEnabled !== false) await expect(page.locator('figure.chart .marked').first()).toHaveText(/^[\d.]+\s°C/)
  await expect(page.getByRole('columnheader', { name: '2026-03-08 14:35' })).toBeVisible()
})

test('a wall view is put up', async ({ task }) => {
  const { page, press } = await task()
  await press(page.getByRole('link', { name: 'Wall view' }).first())
  await press(page.getByRole('link', { name: 'Turn over sites' }))
  await expect(page).toHaveURL(/wall=1.*turn=sites|turn=sites.*wall=1/)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
})

test('the values of a chart are saved as a file', async ({ task }) => {
  const { page, press, open } = await task(stored)
  await open('AHU-1 Supply air temperature', 'Point')
  const file = page.waitForEvent('download')
  await press(page.getByRole('link', { name: 'Download CSV' }).first())
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
})

test('a controller is found by half its serial number', async ({ product, task, javaScriptEnabled }) => {
  const { page, press, type, enter } = await task()
  const { customer, device } = sought(product)
  const serial = serialOf(product, customer.customerId, device.name)
  const box = page.locator('#search')
  await type(box, serial.slice(-Math.ceil(serial.length / 2)))
  if (javaScriptEnabled === false) await enter(box)
  else await press(page.getByRole('option', { name: device.name }).first())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(device.name)
})

test('all overrides of a building are cleared', async ({ product, task }) => {
  const { page, press, type, enter } = await task()
  const main = page.getByRole('main')
  await press(page.getByRole('link', { name: 'Overrides', exact: true }).first())
  const words = main.getByRole('searchbox')
  await type(words, 'Faculté de droit')
  await enter(words)
  await press(main.getByRole('link', { name: 'Release all 7 overrides…', exact: true }))
  await type(main.getByRole('textbox', { name: /Reason/ }), 'The building is back in order')
  await press(main.getByRole('button', { name: 'Release 7 overrides', exact: true }))
  await expect(main).toContainText('7 of 7 done')
  await page.goto(`${overviewOf(product).split('?')[0]}/overrides?q=Facult%C3%A9+de+droit&lng=en`)
  await expect(main).toContainText('No override matches')
})
