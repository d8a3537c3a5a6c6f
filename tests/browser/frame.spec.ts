/** The frame around every page, and its lists: what stays in sight, what is cut, what the keys do, and what a sheet holds. */
import type { Page } from '@playwright/test'
import { href } from '../../app/hrefs'
import type { PathName } from '../../app/paths'
import { viewNames, views } from '../../app/views'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { isFull } from '../promises/size'
import { expect, test } from './fixtures'

const placeOf = (product: Console) => ({
  tenantId: tenantIdOf(product.services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
  groupId: seedId('group', 'Montcalm campuses'),
  siteId: siteIdOf(41),
})

const desk = { width: 1280, height: 800 }

/** The part of the cells of a list that are cut, and words that are broken in its other tables. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const cells = [
      ...document.querySelectorAll('main table.lined tbody > tr:not(.below) > :is(td, th):not([data-choice])'),
    ].filter((cell) => cell.checkVisibility() && cell.textContent?.trim())
    const isCut = (one: Element) => one.scrollWidth > one.clientWidth + 1
    const isWithin = (one: Element) => !one.closest('.sr-only') && getComputedStyle(one).overflowX !== 'visible'
    const cut = cells.filter(
      (cell) => isCut(cell) || [...cell.querySelectorAll('*')].some((one) => isWithin(one) && isCut(one)),
    )
    const broken: string[] = []
    const texts = document.createTreeWalker(document.querySelector('main') as Node, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!node.parentElement?.closest('.rows:not(.lined) tbody') || !node.parentElement.checkVisibility()) continue
      for (const { index, 0: word } of node.textContent?.matchAll(/\p{L}{2,25}/gu) ?? []) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    }
    return { cells: cells.length, cut: cut.map((cell) => cell.textContent), broken }
  })

/** Every page of the table of views at the places of the demo, and pages of the lists that are in no view. */
function everyList(product: Console): string[] {
  const device = deviceIdOf('montcalm-SCI-ECY303-1')
  const { store } = product.services.world
  const idIn = (table: string, column: string) =>
    store.get<{ id: string }>(`SELECT min(${column}) AS id FROM ${table} WHERE device_id = ?`, device)?.id ?? ''
  const everything = {
    ...placeOf(product),
    buildingId: seedId('building', '41-1'),
    spaceId: store.get<{ id: string }>('SELECT space_id AS id FROM device WHERE id = ?', device)?.id ?? '',
    deviceId: device,
    equipmentId: idIn('equipment_device', 'equipment_id'),
  }
  const pages = viewNames.flatMap((name) => Object.values(views[name].at) as PathName[])
  return [
    ...pages.map((name) => href(name, everything as never)),
    href('search', everything, { q: 'vav' }),
    href('customerFaults', everything, { status: 'all' }),
  ]
}

test('at most a tenth of the cells of a list are cut on a desk, and no word is broken', async ({ product, signIn }) => {
  test.slow(isFull)
  const at = placeOf(product)
  const some = [
    href('customerOverrides', at),
    href('customerDevices', at, { show: 'alarms,address' }),
    href('siteLicences', at),
    href('siteFaults', at),
  ]
  const page = await signIn('amelie')
  await page.setViewportSize(desk)
  /** What needs attention has a sentence in each row, which is cut. */
  const overviews = [href('site', at), href('customer', at)]
  const excess: string[] = []
  const sentences = [href('customerFaults', at, { status: 'all', lng: 'fr' }), href('customerRules', at, { lng: 'fr' })]
  for (const address of isFull ? [...some, ...sentences, ...everyList(product)] : [...some, ...sentences]) {
    await page.goto(address.includes('lng=') ? address : `${address}${address.includes('?') ? '&' : '?'}lng=en`)
    const { cells, cut, broken } = await seen(page)
    const share = cut.length / Math.max(1, cells)
    if (share > 0.1 && !overviews.includes(address)) excess.push(`${address}: ${share} ${cut.slice(0, 5)}`)
    if (broken.length > 0) excess.push(`${address}: broken ${broken.slice(0, 5)}`)
  }
  expect(excess).toEqual([])
})

const watched = ['customerAlarms', 'customerFaults', 'customerOverrides'] as const

test('the place of a controller names its building and ends whole, and is cut between them', async ({
  product,
  signIn,
}) => {
  const page = await signIn('amelie')
  for (const [name, size] of [
    ['customerDevices', desk],
    ...([320, 375] as const).flatMap((width) =>
      (['customerDevices', ...watched] as const).map((one) => [one, { width, height: 812 }] as const),
    ),
    ...watched.map((one) => [one, desk] as const),
  ] as const) {
    await page.setViewportSize(size)
    await page.goto(href(name, placeOf(product), { lng: name === 'customerAlarms' ? 'fr' : 'en' }))
    expect(await page.locator('tbody td:has(.up)').count(), name).toBeGreaterThan(5)
    const hidden = await page.locator('tbody td:has(.up)').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const path = cell.textContent ?? ''
        const levels = path.split(' / ')
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        /** The letters of the path that are seen. */
        const isSeen: boolean[] = []
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const clips: DOMRect[] = []
          for (let one = node.parentElement; one && one !== cell.parentElement; one = one.parentElement)
            if (getComputedStyle(one).overflowX !== 'visible') clips.push(one.getBoundingClientRect())
          for (let at = 0; at < (node.textContent?.length ?? 0); at += 1) {
            const range = document.createRange()
            range.setStart(node, at)
            range.setEnd(node, at + 1)
            const letter = range.getBoundingClientRect()
            const isSpace = range.toString() === ' '
            isSeen.push(
              isSpace ||
                (letter.width > 0 &&
                  clips.every(({ left, right }) => letter.left >= left && letter.right <= right + 1)),
            )
          }
        }
        if (levels.length < 3) return []
        const [site = '', building = ''] = levels
        const begins = site.length + ' / '.length
        const last = isSeen.slice(-(levels.at(-1) ?? '').length)
        const ofBuilding = isSeen.slice(begins, begins + building.length).filter(Boolean).length
        // With a floor and a wing a desk may cut the name of the building, and is sure to show half of it.
        const needed = levels.length > 3 && innerWidth > 600 ? building.length / 2 : building.length
        return last.every(Boolean) && ofBuilding >= needed ? [] : [path]
      }),
    )
    expect(hidden, `${name} at ${size.width} px`).toEqual([])
  }
})

test('the name of an overridden point is whole on a desk, and a row is as high as before', async ({
  product,
  signIn,
}) => {
  const page = await signIn('amelie')
  await page.setViewportSize(desk)
  for (const lng of ['en', 'fr']) {
    await page.goto(href('customerOverrides', placeOf(product), { lng }))
    const names = await page
      .locator('tbody th')
      .evaluateAll((all) => all.map((one) => ({ name: one.textContent, isCut: one.scrollWidth > one.clientWidth + 1 })))
    expect(names.length).toBeGreaterThan(20)
    expect(
      names.filter(({ isCut }) => isCut),
      lng,
    ).toEqual([])
  }
  for (const name of watched) {
    await page.goto(href(name, placeOf(product), { lng: 'fr' }))
    const heights = await page
      .locator('tbody tr:not(.below)')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(Math.max(...heights), name).toBeLessThanOrEqual(name === 'customerFaults' ? 44 : 34)
  }
})

/** Whether a line of links that goes on out of sight fades where it is cut, and does not where it ends. */
async function expectFade(page: Page): Promise<void> {
  const line = page.locator('.list-head .views').first()
  const fades = (part: '::before' | '::after') =>
    line.evaluate((one, name) => {
      const { position, opacity, backgroundImage } = getComputedStyle(one, name)
      return position === 'sticky' && Number(opacity) > 0.9 && backgroundImage.startsWith('linear-gradient')
    }, part)
  await line.evaluate((one) => one.scrollTo(0, 0))
  expect(await line.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
  expect(await fades('::after')).toBe(true)
  await expect.poll(() => fades('::before')).toBe(false)
  await line.evaluate((one) => one.scrollTo(one.scrollWidth, 0))
  await expect.poll(() => fades('::before')).toBe(true)
  // The end has room for what would cover it.
  const gap = await line.evaluate((one) => {
    const last = [...one.querySelectorAll('a, summary')].at(-1) as Element
    return one.getBoundingClientRect().right - last.getBoundingClientRect().right
  })
  expect(gap).toBeGreaterThanOrEqual(30)
  await line.evaluate((one) => one.scrollTo(0, 0))
}

test('the first alarm is high on a phone, below every view and count', async ({ product, signIn }) => {
  const page = await signIn('amelie')
  for (const lng of ['en', 'fr']) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(href('customerAlarms', placeOf(product), { lng }))
    const parts = page.locator('.list-head .views a, .list-head .views summary, .list-head .list-aside :is(a, summary)')
    const offered = await parts.allInnerTexts()
    for (const width of [320, 375]) {
      await page.setViewportSize({ width, height: 812 })
      const first = await page.locator('tbody tr').first().boundingBox()
      expect(first?.y, `${lng} at ${width}`).toBeLessThanOrEqual(width === 375 ? 240 : 270)
      await expectFade(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect((await parts.allTextContents()).length).toBe(offered.length)
      for (const link of await page.locator('.list-head .views a').all()) {
        await link.scrollIntoViewIfNeeded()
        await expect(link).toBeInViewport({ ratio: 0.99 })
      }
    }
  }
})

test('the word of a state is whole on a desk, in English and French', async ({ product, signIn }) => {
  const at = placeOf(product)
  const page = await signIn('amelie')
  await page.setViewportSize(desk)
  for (const name of ['customer', 'customerOverrides', 'customerFaults', 'customerAlarms', 'customerRules'] as const)
    for (const lng of ['en', 'fr']) {
      await page.goto(href(name, at, { lng }))
      const words = await page.locator('main table.lined tbody td > .state').evaluateAll((all) =>
        all.map((state) => {
          const cell = state.parentElement as Element
          return { word: state.textContent, isCut: cell.scrollWidth > cell.clientWidth }
        }),
      )
      expect(words.length, name).toBeGreaterThan(1)
      expect(
        words.filter(({ isCut }) => isCut),
        `${name} in ${lng}`,
      ).toEqual([])
    }
})

test('the search and the filters of a list are one row on a phone', async ({ product, signIn }) => {
  const at = placeOf(product)
  const page = await signIn('amelie')
  const lists = [
    ...(['customerAlarms', 'customerDevices', 'customerPoints', 'customerOverrides', 'users'] as const).map((name) =>
      href(name, at),
    ),
    href('customerFaults', at, { severity: 'medium' }),
  ]
  for (const width of [320, 375])
    for (const lng of ['en', 'fr'])
      for (const address of lists) {
        await page.setViewportSize({ width, height: 700 })
        await page.goto(`${address}${address.includes('?') ? '&' : '?'}lng=${lng}`)
        const parts = page.locator('.filters > .field, .filters > .more-filters, .filters > button')
        const boxes = await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
        expect(boxes.length, address).toBe(3)
        const middles = boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2))
        expect(new Set(middles).size, `${address} at ${width} in ${lng}`).toBe(1)
        expect(boxes[0]?.width, `${address} at ${width} in ${lng}`).toBeGreaterThanOrEqual(100)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
})

test('columns that a reader adds stay inside the page, and on a phone each says what it is', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  // The columns are kept for whoever added them: the other tests are of other people.
  const page = await signIn(
    'usha',
    href('customerDevices', placeOf(product), { show: 'alarms,address,site', lng: 'en' }),
  )
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await expect(page.locator('thead th').nth(1)).toHaveText('Alarms')
  // The name stays beside them, however far they are scrolled.
  const name = page.locator('tbody th').first()
  await page.locator('.wide-room').evaluate((room) => room.scrollTo(room.scrollWidth, 0))
  await expect(name).toBeInViewport()
  // So does the head at the end of the list.
  await page.locator('.wide-room').evaluate((room) => room.scrollTo(0, 0))
  await page.locator('tbody tr').last().scrollIntoViewIfNeeded()
  if (javaScriptEnabled !== false) await expect(page.locator('thead th').nth(1)).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  await page.locator('.looks summary').click()
  await page.getByRole('checkbox', { name: 'Site', exact: true }).uncheck()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/show=alarms%2Caddress$/)
  await page.setViewportSize({ width: 320, height: 800 })
  const label = await page
    .locator('tbody tr')
    .first()
    .locator('td.added')
    .evaluate((cell) => getComputedStyle(cell, '::before').content)
  expect(label).toContain('IP address')
})

test('the rail names the customer whole', async ({ product, signIn }) => {
  const page = await signIn('amelie')
  await page.setViewportSize(desk)
  await page.goto(href('customer', placeOf(product), { lng: 'fr' }))
  const name = page.locator('.scope p a').first()
  await expect(name).toHaveText(/Université Montcalm/)
  expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
})

test('the whole menu fits a screen of 800 pixels, and the search stays in sight at the end of a list', async ({
  product,
  signIn,
}) => {
  // A super-admin has every entry.
  const page = await signIn('marcus')
  await page.setViewportSize(desk)
  await page.goto(`${href('customerDevices', placeOf(product))}?lng=en`)
  const menu = await page.locator('#navigation').evaluate((one) => one.scrollHeight)
  expect(menu).toBeLessThanOrEqual(desk.height)
  await page.locator('tbody tr').last().scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await expect(page.locator('#search')).toBeInViewport()
  await expect(page.locator('thead th').nth(1)).toBeInViewport()
  // What has the focus is not behind the bar, nor behind the head of the table.
  await page.locator('tbody th a').nth(2).focus()
  const link = await page.locator('tbody th a').nth(2).boundingBox()
  const head = await page.locator('thead th').nth(1).boundingBox()
  expect(link?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))
})

test('a list is few presses of Tab away', async ({ product, signIn }) => {
  const page = await signIn('amelie')
  await page.setViewportSize(desk)
  await page.goto(`${href('customerDevices', placeOf(product))}?lng=en`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the list' })).toBeFocused()
  await page.keyboard.press('Enter')
  let presses = 2
  while (!(await page.evaluate(() => document.activeElement?.closest('tbody tr') !== null)) && presses < 40) {
    await page.keyboard.press('Tab')
    presses++
  }
  expect(presses).toBeLessThanOrEqual(20)
})

test('single keys walk the rows, tick them, start the first action, and open pages of the menu', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'the page is whole without them')
  const at = placeOf(product)
  const page = await signIn('amelie', `${href('customerOverrides', at)}?lng=en`)
  const link = (row: number) => page.locator('tbody th a').nth(row)
  await page.keyboard.press('j')
  await expect(link(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(link(1)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.locator('[data-choice] > input:checked')).toHaveCount(1)
  await expect(page.locator('[data-choice] > input').nth(1)).toBeChecked()
  await page.keyboard.press('?')
  const overlay = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(overlay).toContainText('Previous row')
  await expect(overlay).toContainText('g d Deployments')
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await expect(link(1)).toBeFocused()
  // Typing is typing.
  await page.keyboard.press('Control+k')
  await expect(page.locator('#search')).toBeFocused()
  await page.keyboard.type('jxga?')
  await expect(page.locator('#search')).toHaveValue('jxga?')
  await expect(page.locator('[data-choice] > input:checked')).toHaveCount(1)
  await link(1).focus()
  await page.keyboard.press('a')
  await expect(page).toHaveURL(/overrides\/clearing\?/)
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL(new RegExp(`${href('customerSites', at)}$`), { timeout: 30_000 })
  // Switched off, the page neither lists nor hears them.
  await page.goto(`${href('customerOverrides', at)}?keys=off`)
  await page.keyboard.press('j')
  await expect(page.locator('tbody tr :focus')).toHaveCount(0)
  await expect(page.locator('#keys')).toHaveCount(0)
  await page.goto(`${href('customerOverrides', at)}?keys=on`)
})

test('the server learns the time zone of the reader, and a time under the pointer shows the local time', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'only scripts know the zone')
  const page = await signIn('amelie', href('customerAlarms', placeOf(product), { lng: 'en' }))
  const here = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const stored = async () =>
    (await page.context().cookies()).flatMap(({ name, value }) => (name === 'tz' ? [decodeURIComponent(value)] : []))
  await expect.poll(stored).toEqual([here])
  await page.locator('main tbody a[href*="/alarms/"], main tbody a[href^="alarms/"]').first().click()
  const time = page.locator('main dd time:not([title])').first()
  const title = await time.evaluate((one) => new Date((one as HTMLTimeElement).dateTime).toLocaleString('en'))
  await time.hover()
  await expect(page.locator(`main dd time[title="${title}"]`).first()).toBeVisible()
})

test('a page that takes its time is marked after a moment, by a line at the top', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'a browser without scripts marks it itself')
  const at = placeOf(product)
  const page = await signIn('amelie', `${href('customerDevices', at)}?lng=en`)
  // The page stays where it is: what is looked at is what shows meanwhile.
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  const line = () =>
    page.evaluate(() => {
      const { content, height, animationName, animationDelay } = getComputedStyle(document.body, '::before')
      return { content, height, animationName, animationDelay }
    })
  expect((await line()).content).toBe('none')
  await page.getByRole('link', { name: 'Sites', exact: true }).click()
  await expect.poll(line).toEqual({ content: '""', height: '2px', animationName: 'wait', animationDelay: '0.3s' })
  await page.evaluate(() => dispatchEvent(new Event('pageshow')))
  await expect(page.locator('html[data-waiting]')).toHaveCount(0)
})

test('what is hard to undo is last in the bar of a selection, in a menu', async ({ product, signIn }) => {
  const at = placeOf(product)
  const page = await signIn('amelie', `${href('customerDevices', at, { q: 'VAV' })}&lng=en`)
  const bar = page.locator('.bulk')
  await page.locator('[data-choice] > input').nth(1).check()
  await expect(bar.getByRole('button', { name: 'Delete…' })).toBeHidden()
  await bar.locator('summary', { hasText: 'More' }).click()
  const total = Number.parseInt((await page.locator('.list-head h2').textContent()) ?? '', 10)
  await expect(bar.getByRole('link', { name: `Delete all ${total} matching…`, exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'Delete…' }).click()
  await expect(page).toHaveURL(/devices\/deletion\?.*device=/)
})

/** A sheet of A4 within its margins, at 96 pixels an inch. */
const sheet = { width: 718, height: 1047 }

test('a sheet of paper holds 25 rows of the lists that are watched', async ({ product, signIn }) => {
  const at = placeOf(product)
  const page = await signIn('amelie')
  await page.setViewportSize(sheet)
  await page.emulateMedia({ media: 'print' })
  for (const list of ['customerAlarms', 'customerRules', 'customerSchedules', 'customerOverrides'] as const) {
    await page.goto(`${href(list, at)}?lng=en`)
    const rows = await page
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom))
    const fitting = rows.filter((bottom) => bottom <= sheet.height).length
    expect(fitting, list).toBeGreaterThanOrEqual(Math.min(25, rows.length))
    expect(await page.evaluate(() => document.documentElement.scrollWidth), list).toBeLessThanOrEqual(sheet.width)
  }
})

test('a sheet of paper holds 25 rows of a list, with whole paths', async ({ product, signIn }) => {
  const page = await signIn('amelie', `${href('customerDevices', placeOf(product))}?lng=en`)
  await page.setViewportSize(sheet)
  await page.emulateMedia({ media: 'print' })
  const rows = await page.locator('tbody tr').evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom))
  expect(rows.filter((bottom) => bottom <= sheet.height).length).toBeGreaterThanOrEqual(25)
  await expect(page.locator('thead th')).toHaveText(['Name', 'Location', 'Host id', 'Model', 'State', 'Packages'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(sheet.width)
  const { cut } = await seen(page)
  expect(cut).toEqual([])
  await expect(page.locator('tbody .far').first()).toHaveCSS('font-size', '10px')
})

test('a page that does not exist has a search that can be used at 320 pixels', async ({ product, signIn }) => {
  const page = await signIn('amelie')
  await page.setViewportSize({ width: 320, height: 700 })
  const answer = await page.goto(`${href('customer', placeOf(product))}/nothing-here?lng=fr`)
  expect(answer?.status()).toBe(404)
  for (const part of [page.locator('main [type=search]'), page.locator('main form button')])
    expect((await part.boundingBox())?.width).toBeGreaterThanOrEqual(100)
})

test.describe('for a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } })

  test('what is pressed is 44 pixels high', async ({ product, signIn }) => {
    const page = await signIn('amelie')
    for (const name of ['customerAlarms', 'customerDevices', 'site', 'siteSettings'] as const) {
      await page.goto(href(name, placeOf(product)))
      const low = await page
        .locator(
          ':is(main, .bar) :is(button, select, summary, .button, .tabs a, .branch, label:has(> [type=checkbox]))',
        )
        .evaluateAll((all) =>
          all
            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
            .filter((one) => one.getBoundingClientRect().height < 44)
            .map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`),
        )
      expect(low, name).toEqual([])
    }
  })

  test('the first alarm is high, and what reads the list again is beside its heading', async ({ product, signIn }) => {
    const page = await signIn('amelie')
    for (const lng of ['en', 'fr']) {
      await page.goto(href('customerAlarms', placeOf(product), { lng }))
      const first = await page.locator('tbody tr').first().boundingBox()
      expect(first?.y, lng).toBeLessThanOrEqual(280)
      const menu = page.locator('.auto-menu')
      await menu.locator('summary').tap()
      const start = menu.getByRole('link')
      await expect(start).toBeInViewport({ ratio: 0.99 })
      expect((await start.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await start.tap()
      await expect(page).toHaveURL(/auto=15/)
      await page.getByRole('link', { name: lng === 'fr' ? 'Mettre en pause' : 'Pause' }).tap()
      await expect(page).not.toHaveURL(/auto=15/)
    }
  })

  test('a row is selected by a press near its box', async ({ product, signIn }) => {
    const page = await signIn('amelie')
    await page.goto(href('customerAlarms', placeOf(product)))
    const box = page.locator('[data-choice] > input').first()
    const { x = 0, y = 0 } = (await box.boundingBox()) ?? {}
    await page.touchscreen.tap(x - 10, y - 4)
    await expect(box).toBeChecked()
  })
})
