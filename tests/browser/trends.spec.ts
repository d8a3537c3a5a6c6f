/** Charts as somebody works with them: letters of one size at any width, values read off, a part enlarged, a set saved. */
import type { Page } from '@playwright/test'
import { href } from '../../app/hrefs'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { noon } from '../harness/beginnings'
import type { Console } from '../harness/console'
import { isFull } from '../promises/size'
import { expect, test } from './fixtures'
import { expectAccessible, expectNarrow, looks } from './look'

const hour = 3_600_000
const window = { from: new Date(noon - 6 * hour).toISOString(), to: new Date(noon).toISOString() }

async function placeOf({ services }: Console) {
  const { body } = await services.call('site', `GET /devices/${deviceIdOf('story-1')}/points`, { as: 'amelie' })
  const idOf = (name: string) => body.find((point: { name: string }) => point.name.endsWith(`.${name}`))?.id ?? ''
  const at = { tenantId: tenantIdOf(services.world, 'boreal'), customerId: customerIdOf('CUS1001') }
  return { at, point: ['SupplyAirTemp', 'DuctPressure', 'FanStatus'].map(idOf) }
}

/** The sizes of all letters of the charts, and how far anything of them is out of sight. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('figure.chart svg text, figure.chart .strip .name')].filter(
      (one) => one.getBoundingClientRect().width > 0,
    )
    const scaleOf = (text: Element) => (text instanceof SVGGraphicsElement ? (text.getScreenCTM()?.a ?? 1) : 1)
    const sizes = texts.map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * scaleOf(text))
    const figures = [...document.querySelectorAll('figure.chart')]
    const beyond = figures.flatMap((figure) => {
      const box = figure.getBoundingClientRect()
      return [...figure.querySelectorAll('svg text, path, .name')]
        .map((part) => part.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ left, right }) => Math.max(box.left - left, right - box.right))
    })
    const isWide = document.documentElement.scrollWidth > document.documentElement.clientWidth
    return {
      count: sizes.length,
      least: Math.min(...sizes),
      most: Math.max(...sizes),
      beyond: Math.max(...beyond),
      isWide,
    }
  })

test('letters are of one size at every width, and nothing is out of sight', async ({ product, signIn }) => {
  const { at, point } = await placeOf(product)
  const page = await signIn('amelie', href('customerTrends', at, { ...window, point, lng: 'en' }))
  for (const width of isFull ? [320, 375, 768, 1280, 1920, 2560] : [375, 1280, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const { count, least, most, beyond, isWide } = await measure(page)
    expect(count, `${width} px`).toBeGreaterThan(15)
    expect(
      [least >= 10, most <= 14, beyond <= 1, isWide],
      `${width} px: ${least} to ${most}, ${beyond} beyond`,
    ).toEqual([true, true, true, false])
  }
})

test('values are read off by pointer and keyboard at one moment of all charts, and a part is enlarged', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'without scripts there are titles, a table and fields')
  const { at, point } = await placeOf(product)
  const page = await signIn('amelie', href('customerTrends', at, { ...window, point, lng: 'en' }))
  const readers = page.getByRole('slider')
  await expect(readers).toHaveCount(2)
  const first = readers.first()
  await first.scrollIntoViewIfNeeded()
  const box = (await first.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + box.width / 2, box.y + 40)
  await expect(page.locator('.readout')).toContainText('2026-03-09 05:00')
  await expect(page.locator('.readout')).toContainText(/SupplyAirTemp\s[\d.]+\s°C/)
  await expect(page.locator('.cross')).toHaveCount(2)

  await first.focus()
  await page.keyboard.press('End')
  const last = await first.getAttribute('aria-valuetext')
  expect(last).toMatch(/^2026-03-09 07:58, AHU-1 Supply air temperature\s[\d.]+\s°C/)
  await page.keyboard.press('Home')
  await expect(first).toHaveAttribute('aria-valuetext', /^2026-03-09 02:00, /)
  await page.keyboard.press('ArrowRight')
  await expect(first).toHaveAttribute('aria-valuetext', /^2026-03-09 02:02, /)
  await page.keyboard.press('Escape')
  await expect(page.locator('.cross')).toHaveCount(0)
  await expectAccessible(page)

  // A part is selected with the keyboard, and again with the pointer; Escape gives it up.
  await page.keyboard.press('Home')
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Shift+PageUp')
  await expect(page.locator('.selected')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('.selected')).toHaveCount(0)
  const numbers = page.locator('.numbers table')
  const ofWindow = await numbers.allTextContents()
  await page.mouse.move(box.x + box.width / 4, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 4 })
  await expect(page.locator('.selected')).toHaveCount(1)
  await page.mouse.up()
  await page.waitForURL(/from=2026-03-09T07(%3A|:)(2|3)\d/)
  await expect(page.locator('figure.chart').first()).toContainText(/2026-03-09 03:\d\d – 2026-03-09 0[45]:\d\d/)
  for (const id of point) expect(page.url()).toContain(id)
  // The tables below the drawings are those of the part too, as the server writes them.
  const ofPart = await numbers.allTextContents()
  expect(ofPart).toHaveLength(ofWindow.length)
  for (const [at, text] of ofPart.entries()) expect(text).not.toBe(ofWindow[at])
  await page.reload()
  expect(await numbers.allTextContents()).toEqual(ofPart)
  await page.goBack()
  await expect(page.locator('figure.chart').first()).toContainText('2026-03-09 02:00 – 2026-03-09 08:00')
})

test('values are read off the charts of a point, an alarm and a fault, and a part is enlarged, without React', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'without scripts there are titles, a table and fields')
  const { at, point } = await placeOf(product)
  const device = await product.services.call('site', `GET /devices/${deviceIdOf('story-1')}`, { as: 'amelie' })
  const node = (type: string) => device.body.path.findLast((one: { type: string }) => one.type === type)?.id ?? 'none'
  const params = {
    ...at,
    groupId: node('group'),
    siteId: device.body.siteId,
    buildingId: node('building'),
    spaceId: device.body.spaceId,
    deviceId: device.body.id,
    pointId: point[0] ?? '',
  }
  const alarms = await product.services.call('operations', 'POST /alarms', {
    as: 'amelie',
    body: { siteIds: [device.body.siteId], pageSize: 50 },
  })
  const faults = await product.services.call('operations', 'POST /faults', {
    as: 'amelie',
    body: { siteIds: [device.body.siteId], pageSize: 5 },
  })
  const alarmId = alarms.body.data.find((one: { pointId?: string }) => one.pointId)?.id ?? ''
  const faultId = faults.body.data[0]?.id ?? ''
  const addresses = [
    href('point', params),
    href('alarm', { ...at, alarmId }),
    href('fault', { ...at, faultId }),
    href('faultTrends', { ...at, faultId }),
  ]
  const page = await signIn('amelie', href('customer', at, { lng: 'en' }))
  for (const address of addresses) {
    await page.goto(address)
    expect(await page.locator('script[type=module]').count(), address).toBe(0)
    const reader = page.getByRole('slider').first()
    await reader.focus()
    await expect(page.locator('.readout'), address).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d.*\d/)
    const last = await reader.getAttribute('aria-valuetext')
    await page.keyboard.press('PageDown')
    await expect(reader, address).not.toHaveAttribute('aria-valuetext', last ?? '')
    await expect(reader).toHaveAttribute('aria-valuetext', /^\d{4}-\d\d-\d\d \d\d:\d\d, .*\d/)
    await page.keyboard.press('Escape')
    await expect(page.locator('.cross')).toHaveCount(0)
  }
  await page.goto(addresses[0] ?? '')
  const box = (await page.getByRole('slider').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + box.width / 4, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 4 })
  await expect(page.locator('.selected')).toHaveCount(1)
  await page.mouse.up()
  await page.waitForURL(/\/trends\?.*from=/)
  await expect(page.locator('figure.chart')).toHaveCount(1)
})

test('points are found, compared with the day before and saved as a set', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const { at } = await placeOf(product)
  const page = await signIn('amelie', href('customerTrends', at, { ...window, lng: 'en' }))
  const main = page.getByRole('main')
  await main.getByRole('searchbox').fill('supply air temperature')
  await page.keyboard.press('Enter')
  await main
    .getByRole('checkbox', { name: /AHU-1 Supply air temperature/ })
    .first()
    .click()
  // With scripts the tick is enough.
  if (javaScriptEnabled === false) await main.getByRole('button', { name: 'Add to trends' }).first().click()
  await expect(main.locator('figure.chart')).toHaveCount(1)
  await main.getByRole('button', { name: 'The day before' }).click()
  await expect(main.locator('figure.chart .trend-legend tbody tr')).toHaveCount(2)
  if (javaScriptEnabled !== false) {
    await expectAccessible(page)
    await expectNarrow(page)
  }
  await main.getByText('+ Save this set').click()
  await main.getByLabel('Name of the set').fill('Supply air')
  await main.getByRole('button', { name: 'Save set' }).click()
  await expect(main.getByRole('link', { name: 'Supply air', exact: true })).toHaveAttribute('aria-current', 'true')
  await main.getByRole('button', { name: /^Remove AHU-1 Supply air/ }).click()
  await expect(main).toContainText('No points selected')
  await main.getByRole('link', { name: 'Supply air', exact: true }).click()
  await expect(main.locator('figure.chart .trend-legend tbody tr')).toHaveCount(2)
})

test('five points of the tree are compared with yesterday, and the address is a link for a colleague', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const { at } = await placeOf(product)
  const device = await product.services.call('site', `GET /devices/${deviceIdOf('story-1')}`, { as: 'amelie' })
  const page = await signIn('amelie', href('customerTrends', at, { ...window, lng: 'en' }))
  const tree = page.getByRole('region', { name: 'Places' })
  const path = [...device.body.path, { name: device.body.name }].filter(
    ({ type }: { type?: string }) => type !== 'customer',
  )
  for (const { name } of path) {
    const place = tree.getByRole('link', { name, exact: true }).last()
    await place.click()
    await expect(place).toHaveAttribute('aria-expanded', 'true')
  }
  const boxes = tree.getByRole('checkbox')
  const rows = page.locator('figure.chart .trend-legend tbody tr')
  if (javaScriptEnabled === false) {
    for (let box = 0; box < 5; box += 1) await boxes.nth(box).check()
    await tree.getByRole('button', { name: 'Add to trends' }).click()
  } else {
    await expect(tree.getByRole('button', { name: 'Add to trends' })).toHaveCount(0)
    for (let box = 0; box < 5; box += 1) {
      await boxes.nth(box).focus()
      await page.keyboard.press('Space')
      await page.waitForURL((url) => url.searchParams.getAll('point').length === box + 1)
      // A tick leaves the focus where it is.
      await expect(boxes.nth(box)).toBeFocused()
    }
  }
  await page.getByRole('button', { name: 'The day before' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/compare=day/)
  expect(new URL(page.url()).searchParams.getAll('point')).toHaveLength(5)
  await expect(rows.filter({ hasText: 'a day before' }).first()).toBeVisible()
  const shown = await rows.count()
  if (javaScriptEnabled !== false) await expectAccessible(page)

  const colleague = await signIn('usha', page.url())
  await expect(colleague.locator('figure.chart .trend-legend tbody tr')).toHaveCount(shown)
  await page.goto(href('customerTrends', at))
  const recent = page.getByRole('group', { name: 'Recent points' }).getByRole('checkbox')
  await expect(recent).toHaveCount(5)
})

test('a point that was ticked a moment ago is kept by what is pressed next', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'without scripts a tick is sent by its button')
  const {
    at,
    point: [one = '', other = ''],
  } = await placeOf(product)
  const page = await signIn(
    'amelie',
    href('customerTrends', at, { ...window, lng: 'en', point: [one], q: 'duct static' }),
  )
  await expect(page.getByText('1 of 20 points').first()).toBeVisible()
  // The answer to the tick is not there yet.
  await page.route(/_data=/, () => undefined)
  const box = page.locator(`input[name=point][value="${other}"][type=checkbox]`).first()
  await box.click()
  await expect(box).toBeChecked()
  await page.getByRole('button', { name: 'The day before' }).click()
  await page.waitForURL(/compare=day/)
  expect(new URL(page.url()).searchParams.getAll('point')).toEqual([one, other])
})

test('a value at a typed moment is shown beside each line, with and without scripts', async ({ product, signIn }) => {
  const { at, point } = await placeOf(product)
  const page = await signIn('amelie', href('customerTrends', at, { ...window, point, lng: 'en' }))
  await page.getByLabel('Value at (site time)').first().fill('2026-03-08T14:35')
  await page.keyboard.press('Enter')
  await page.waitForURL(/at=2026-03-08T18(%3A|:)35/)
  const heads = page.locator('.trend-legend').first().getByRole('columnheader')
  await expect(heads.nth(1)).toHaveText('2026-03-08 14:35')
  await expect(page.locator('.trend-legend .marked').first()).toHaveText(/[\d.]+\s°C/)
  await expect(page.locator('figure.chart .mark')).toHaveCount(2)
})

test('a day is chosen in the calendar of the browser, and its time stays', async ({ product, signIn }) => {
  const { at, point } = await placeOf(product)
  const page = await signIn('amelie', href('customerTrends', at, { ...window, point, lng: 'en' }))
  const from = page.getByLabel('From (site time)')
  await expect(from).toHaveValue('2026-03-09 02:00')
  const calendar = page.locator('input[type=date]')
  await expect(calendar).toHaveCount(0)
  await page.getByRole('button', { name: 'Choose a day in the calendar' }).first().click()
  await expect(calendar).toHaveValue('2026-03-09')
  // As the browser does when a day is pressed in what it opens.
  await calendar.evaluate((input: HTMLInputElement) => {
    input.value = '2026-03-08'
    input.dispatchEvent(new Event('change'))
  })
  await expect(from).toHaveValue('2026-03-08 02:00')
  await expect(from).toBeFocused()
})

test('the points of the trends are followed by the event stream while somebody wants it', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'without scripts there is Refresh')
  const { at, point } = await placeOf(product)
  const page = await signIn('amelie', href('customerTrends', at, { range: '1h', point: point[0], lng: 'en' }))
  await page.getByRole('main').getByRole('link', { name: 'Live', exact: true }).click()
  await page.waitForURL(/live=1/)
  await expect(page.locator('.live')).toHaveAttribute('data-state', 'on')
  // A search and another window keep following.
  await page.getByRole('main').getByRole('searchbox').fill('return air')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=return/)
  await page.getByRole('link', { name: '8 h', exact: true }).click()
  await page.waitForURL(/range=8h/)
  await expect(page.locator('.live')).toHaveAttribute('data-state', 'on')
  await page.getByRole('main').getByRole('link', { name: 'Stop live' }).click()
  await expect(page.locator('.live')).toHaveCount(0)
})

test(
  'twenty lines of thirty days are drawn, and a drag in them is answered, within 100 ms on a slow machine',
  looks,
  async ({ product, signIn, javaScriptEnabled }) => {
    test.skip(javaScriptEnabled === false || !isFull, 'npm run prove -- pages measures it')
    const { at } = await placeOf(product)
    const { body } = await product.services.call('site', `GET /devices/${deviceIdOf('story-1')}/points`, {
      as: 'amelie',
    })
    const twenty = body
      .filter(({ unit }: { unit: string | null }) => unit)
      .slice(0, 20)
      .map(({ id }: { id: string }) => id)
    const address = href('customerTrends', at, { range: '30d', to: window.to, point: twenty, lng: 'en' })
    const page = await signIn('amelie', address)
    const session = await page.context().newCDPSession(page)
    const readers = page.getByRole('slider')
    await expect(readers.first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const first = readers.first()
    await first.scrollIntoViewIfNeeded()
    const box = (await first.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.evaluate(() => {
      const times: number[] = []
      Object.assign(globalThis, { times })
      document.addEventListener(
        'pointermove',
        ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
        true,
      )
    })
    await page.mouse.move(box.x + 20, box.y + 40)
    await page.mouse.down()
    for (let step = 1; step <= 10; step += 1) await page.mouse.move(box.x + 20 + step * 20, box.y + 40)
    await expect(page.locator('.selected')).toHaveCount(1)
    const drags = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times)
    const longest = Math.max(...drags)
    // The charts as the page has them: parsed, laid out and painted once more.
    const drawing = await page.evaluate(async () => {
      const html = [...document.querySelectorAll('figure.chart .plot')].map((plot) => plot.outerHTML).join('')
      const host = document.createElement('figure')
      host.className = 'chart fluid'
      const begin = performance.now()
      document.querySelector('main')?.prepend(host)
      host.innerHTML = html
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return performance.now() - begin
    })
    console.log(
      `drawn in ${drawing.toFixed(0)} ms, drag answered in at most ${longest.toFixed(0)} ms, of ${drags.length}`,
    )
    expect([drags.length > 5, drawing <= 100, longest <= 100], `${drawing}, ${drags}`).toEqual([true, true, true])
  },
)
