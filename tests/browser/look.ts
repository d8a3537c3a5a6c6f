/**
 * Looking at pages: no violation that axe knows of, nothing beyond 320 pixels or at 200 %, rows high and many of them in
 * sight, colour only for what is not well, the customer never out of sight, and a first sheet of paper that is not empty.
 * A test meets every seventh of its pages, in turn in each theme and language, and axe the first rows of each table; with
 * `PROVE=1` it meets every page in all four, and all rows.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isFull } from '../promises/size'
import { expect } from './fixtures'

/** Of tests that look at pages and change nothing on the way that others count on: all that `npm run prove` repeats. */
export const looks = { tag: '@looks' }

const manners = [
  { colorScheme: 'light', lng: 'en' },
  { colorScheme: 'dark', lng: 'fr' },
  { colorScheme: 'dark', lng: 'en' },
  { colorScheme: 'light', lng: 'fr' },
] as const

/** A test meets its first page, and every seventh after it. */
const every = 7
if (!isFull) console.log('Looks at every seventh page; npm run prove -- pages at all')

const wide = { width: 1280, height: 900 }
const desk = { width: 1280, height: 800 }
const phone = { width: 375, height: 812 }
/** 1280 pixels at 200 %, and the least a page is asked to keep within. */
const narrowest = [
  { width: 640, height: 400 },
  { width: 320, height: 640 },
]

/**
 * What the drawing asks of a page (px): where the first row of a list stands, how many are whole, how long fifty are, and
 * one line for what can be done with a thing.
 */
const bounds = { firstRow: 240, wholeRows: 15, phoneContent: 112, phoneRow: 90, phoneActions: 48 }

/** What is looked for. How large a target is, axe looks at where it is asked for alone. */
const asked = {
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations' as const],
}

/** Rows of a table are drawn alike, and half of the time of looking is theirs: the first tell of all but in full. */
const furtherRows = 'tbody tr:nth-child(n + 7)'

/** axe without what is only for whoever reads it. Its builder would send all of that to each page, twice for each look. */
const axeScript = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** The page is another while axe looks, or from before it does: it has no axe yet. */
const hasReloaded = /Execution context was destroyed|reading 'run'/

/** No violation in the page as it stands, where axe may look (`tests/firefox.config.ts`). */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  if (page.context().browser()?.browserType().name() === 'firefox') return
  // A page that shows progress may reload by itself meanwhile: then it is read as it is after that.
  const violations = await violationsOn(page).catch((error: Error) => {
    if (!hasReloaded.test(error.message)) throw error
    return violationsOn(page)
  })
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([])
}

async function violationsOn(page: Page) {
  await page.waitForLoadState()
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeScript)
  // The pages have no frames, which is all that the other mode is for: it opens a window for each answer.
  const axe = new AxeBuilder({ page, axeSource: 'void 0' }).options(asked).setLegacyMode()
  const { violations } = await (isFull ? axe : axe.exclude(furtherRows)).analyze()
  return violations
}

/** Nothing of the page as it stands is beyond 320 pixels, nor beyond a desk's at 200 %. */
export async function expectNarrow(page: Page, what = page.url()): Promise<void> {
  const size = page.viewportSize() ?? wide
  for (const narrow of narrowest) {
    await page.setViewportSize(narrow)
    const taken = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(taken, `${what} at ${narrow.width} px`).toBeLessThanOrEqual(narrow.width)
  }
  await page.setViewportSize(size)
}

/** Whoever was in a customer sees it on; a change of a tenant's people, met by itself, is of none. */
const beenInCustomer = new WeakSet<Page>()

/**
 * The page as it stands keeps what the drawing asks of it, on a desk and on a phone. A list is what has its filters or its
 * name above it (`.list-head`); the figures of an overview, and what somebody has to be told first, stand before it.
 */
export async function expectDrawn(page: Page, what = page.url()): Promise<void> {
  const size = page.viewportSize() ?? wide
  await page.setViewportSize(desk)
  const { rows, isTold, isLined, colours, ...seen } = await page.evaluate(measured)
  if (!seen.isFramed) return
  const [, customerId] = new URL(page.url()).pathname.match(/\/customers\/([^/]+)/) ?? []
  if (customerId && customerId !== 'new') {
    expect(seen.scope, `${what}: whose page it is`).toContain(customerId)
    beenInCustomer.add(page)
  }
  if (beenInCustomer.has(page) && /\/changes\//.test(page.url()))
    expect(seen.scope, `${what}: whose change it is`).toMatch(/\/customers\//)
  expect(colours, `${what}: coloured though well`).toEqual([])
  const [first] = rows
  if (first && !isTold) {
    expect(first.top, `${what}: first row`).toBeLessThanOrEqual(bounds.firstRow)
    const whole = rows.filter(({ bottom }) => bottom <= desk.height).length
    if (isLined && rows.length >= bounds.wholeRows)
      expect(whole, `${what}: rows in sight`).toBeGreaterThanOrEqual(bounds.wholeRows)
  }
  await page.setViewportSize(phone)
  const small = await page.evaluate(measured)
  expect(small.content, `${what}: content on a phone`).toBeLessThanOrEqual(bounds.phoneContent)
  expect(small.actions, `${what}: what can be done, on a phone`).toBeLessThanOrEqual(bounds.phoneActions)
  if (small.isLined && small.rows.length >= bounds.wholeRows)
    expect(small.height / small.rows.length, `${what}: a row on a phone`).toBeLessThanOrEqual(bounds.phoneRow)
  await page.setViewportSize(size)
}

/** What is measured of a page, by the browser that shows it. */
function measured() {
  const list = document.querySelector('main .list-head')
  const isAfter = (one: Element, other: Element) =>
    (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const table = [...document.querySelectorAll<HTMLTableElement>('main table.rows')].find(
    (one) => list && isAfter(one, list),
  )
  const boxes = [...(table?.querySelectorAll('tbody > tr:not(.below)') ?? [])].map((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return { top, bottom }
  })
  const root = getComputedStyle(document.documentElement)
  const probe = document.body.appendChild(document.createElement('i'))
  const quiet = ['--ink', '--soft', '--faint'].map((name) => {
    probe.style.color = root.getPropertyValue(name)
    return getComputedStyle(probe).color
  })
  probe.remove()
  // What waits, warns or fails may be coloured, and what leads elsewhere.
  const loud = 'a, button, mark, .state:is(.warn, .high, .danger, .progress), .text-warn, .text-danger'
  const coloured = [...document.querySelectorAll<HTMLElement>('main table.lined tbody :is(th, td, td *, th *)')].filter(
    (one) =>
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
      !one.closest(loud) &&
      !one.closest('.sr-only') &&
      (!quiet.includes(getComputedStyle(one).color) || getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)'),
  )
  return {
    isFramed: document.querySelector('.frame') !== null,
    scope: [...document.querySelectorAll<HTMLAnchorElement>('#navigation .scope a')]
      .filter((link) => link.checkVisibility())
      .map((link) => link.getAttribute('href'))
      .join(' '),
    rows: boxes,
    isTold: [...document.querySelectorAll('main :is(.notice, .figures)')].some((one) => table && isAfter(table, one)),
    isLined: table?.matches('.lined') ?? false,
    colours: coloured.slice(0, 3).map((one) => one.outerHTML.slice(0, 200)),
    // What a change came to and its steps are told above the name of a page.
    content: document.querySelector('main :is(h1, .notice, .steps)')?.getBoundingClientRect().top ?? 0,
    actions: document.querySelector('main .head-actions')?.getBoundingClientRect().height ?? 0,
    height: table?.tBodies[0]?.getBoundingClientRect().height ?? 0,
  }
}

/** The parts of every bar are told apart where the system has colours of its own. */
async function expectForcedParts(page: Page, what: string): Promise<void> {
  if ((await page.locator('svg.segments').count()) === 0) return
  await page.emulateMedia({ forcedColors: 'active' })
  const unclear = await page.locator('svg.segments').evaluateAll((bars) => {
    const ground = getComputedStyle(document.body).backgroundColor
    return bars.filter((bar) => {
      const parts = [...bar.querySelectorAll('g > rect:first-of-type')].map((part) => {
        const { fill, stroke } = getComputedStyle(part)
        return { fill: `${fill} ${part.parentElement?.querySelector('.hatched') ? 'hatched' : ''}`, stroke }
      })
      return (
        new Set(parts.map(({ fill }) => fill)).size < parts.length ||
        parts.some(({ stroke }) => stroke === 'none' || stroke === ground)
      )
    }).length
  })
  expect(unclear, `${what}: bars in forced colours`).toBe(0)
  await page.emulateMedia({ forcedColors: null })
}

/** Fewer letters than this are the line that says who had a page printed, and nothing else. */
const fewestOnPaper = 120

/** A first sheet with less than this part of what the second has was left for it. */
const leastPartOnPaper = 1 / 3

/** The first sheet of paper is not empty but for its head, nor left so that something long can begin on the second. */
async function expectOnPaper(page: Page, what: string): Promise<void> {
  const first = lettersIn(await page.pdf({ format: 'A4', pageRanges: '1' }))
  expect(first, `${what}: letters on the first sheet`).toBeGreaterThan(fewestOnPaper)
  const second = lettersIn(await page.pdf({ format: 'A4', pageRanges: '1-2' })) - first
  expect(first, `${what}: letters on the first sheet, of ${second} on the second`).toBeGreaterThan(
    second * leastPartOnPaper,
  )
}

/** How many letters the pages of a PDF draw: the bytes of the strings that its text operators show. */
function lettersIn(pdf: Buffer): number {
  const text = pdf.toString('latin1')
  let letters = 0
  for (const { index, 0: opening } of text.matchAll(/\/Filter \/FlateDecode[^>]*>>\s*stream\r?\n/g)) {
    const from = index + opening.length
    const drawn = inflated(pdf.subarray(from, text.indexOf('endstream', from)))
    for (const [, shown = ''] of drawn.matchAll(/<([0-9A-Fa-f]+)>\s*Tj/g)) letters += shown.length / 4
  }
  return letters
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    // A font or a picture of another kind.
    return ''
  }
}

export interface Looker {
  /** Looks at the page of an address. */
  at(address: string): Promise<void>
  /** Looks at the page as it stands, in its own language. */
  here(what: string): Promise<void>
}

/** Somebody who looks at one page after the other; the first is light and in English. */
export function looker(page: Page): Looker {
  let met = 0
  let given = 0
  const next = () => {
    const turn = manners[met++ % manners.length] ?? manners[0]
    return isFull ? manners : [turn]
  }
  const expectWhole = async (what: string) => {
    await expectDrawn(page, what)
    await expectNarrow(page, what)
    await expectForcedParts(page, what)
  }

  return {
    async at(address) {
      if (!isFull && given++ % every !== 0) return
      for (const manner of next()) {
        const { colorScheme, lng } = manner
        await page.emulateMedia({ colorScheme })
        const url = new URL(address, 'http://localhost')
        url.searchParams.set('lng', lng)
        await page.goto(`${url.pathname}${url.search}`)
        await expectAccessible(page, `${colorScheme} ${lng} ${address}`)
        await expectWhole(`${lng} ${address}`)
        // Themes and languages leave the first sheet as it is.
        if (manner === manners[0]) await expectOnPaper(page, address)
      }
    },
    async here(what) {
      for (const colorScheme of new Set(next().map((manner) => manner.colorScheme))) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, `${colorScheme} ${what}`)
      }
      await expectWhole(what)
    },
  }
}
