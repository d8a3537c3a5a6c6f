/**
 * Looking at pages: no violation that axe knows of, and nothing beyond 320 pixels. A test meets its pages in turn in
 * each theme and language, and of each table its first rows; with `PROVE=1` it meets every page in all four, and all rows.
 */
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

const wide = { width: 1280, height: 900 }
const narrow = { width: 320, height: 640 }

/** What is looked for. How large a target is, axe looks at where it is asked for alone. */
const asked = {
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations' as const],
}

/** Rows of a table are drawn alike, and half of the time of looking is theirs: the first tell of all but in full. */
const furtherRows = 'tbody tr:nth-child(n + 11)'

/** No violation in the page as it stands, where axe may look (`tests/firefox.config.ts`). */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  if (page.context().browser()?.browserType().name() === 'firefox') return
  // The pages have no frames, which is all that the other mode is for: it opens a window for each answer.
  const axe = new AxeBuilder({ page }).options(asked).setLegacyMode()
  const { violations } = await (isFull ? axe : axe.exclude(furtherRows)).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([])
}

/** Nothing of the page as it stands is beyond 320 pixels. */
export async function expectNarrow(page: Page, what = page.url()): Promise<void> {
  const size = page.viewportSize() ?? wide
  await page.setViewportSize(narrow)
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${what} at 320 px`).toBeLessThanOrEqual(320)
  await page.setViewportSize(size)
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
  const next = () => {
    const turn = manners[met++ % manners.length] ?? manners[0]
    return isFull ? manners : [turn]
  }

  return {
    async at(address) {
      for (const { colorScheme, lng } of next()) {
        await page.emulateMedia({ colorScheme })
        const url = new URL(address, page.url())
        url.searchParams.set('lng', lng)
        await page.goto(url.href)
        await expectAccessible(page, `${colorScheme} ${lng} ${address}`)
        await expectNarrow(page, `${lng} ${address}`)
      }
    },
    async here(what) {
      for (const colorScheme of new Set(next().map((manner) => manner.colorScheme))) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, `${colorScheme} ${what}`)
      }
      await expectNarrow(page, what)
    },
  }
}
