/**
 * C2. Back and refresh are safe: in a real browser, with scripts and without, a change is submitted (by a double click),
 * its page reloaded, the browser sent back, that page reloaded, and the button pressed once more.
 * Figure: a post that changes something leads on by 303; 0 repeats.
 *
 * Seen to fail: with the redirect of `mutate` replaced by an answer of 200 in its place (none of the walks led on).
 */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { signedInWindow, startBrowser } from '../harness/browser'
import { type Console, startTestConsole } from '../harness/console'
import { performed } from '../requests/on-record'
import { type Places, placesOf } from './forms'
import { isFull, tell } from './size'

let product: Console
let browser: Browser
let at: Places
let walks = 0

beforeAll(async () => {
  product = await startTestConsole()
  browser = await startBrowser()
  at = placesOf(product)
})
afterAll(async () => {
  await browser.close()
  await product.close()
  tell('C2', `${walks} walks back and forth, each with a double click and four repeats, 0 repeated effects`)
})

interface Walk {
  /** Where the form is; filled in, and up to the button that does it. */
  fill(page: Page, unique: string): Promise<void>
  address(at: Places): string
  /** The button that does it, where there are several. */
  press?: string
  /** How many calls one change makes. */
  calls: number
}

/** Settings for two controllers, up to their plan. */
async function fillSettings(page: Page, server: string): Promise<void> {
  await page.locator('[name="keep.primary.primaryDns"]').uncheck()
  await page.locator('[name="primary.primaryDns"]').fill(server)
  await page.locator(submit).click()
  await page.waitForSelector('button[value=apply]')
  // Looking at the plan once more sends the form once more: it changes nothing.
  await page.reload()
}

const changes: Record<string, Walk> = {
  'an edit': {
    address: ({ montcalm }) => href('customerSettings', montcalm),
    fill: (page, unique) => page.locator('[name=description]').fill(`Edited ${unique}`),
    calls: 1,
  },
  'a creation': {
    address: ({ tenantId }) => href('newCustomer', { tenantId }),
    fill: (page, unique) => page.locator('[name=name]').fill(`Port of Sorel ${unique}`),
    calls: 1,
  },
  'a planned change': {
    address: ({ campus, controllers }) =>
      href('siteNetworkSettings', campus, { device: controllers('SCI-ECYVAV-3', 'SCI-ECYVAV-4') }),
    fill: (page, unique) => fillSettings(page, `10.2.${unique.length}.${unique.charCodeAt(0) % 200}`),
    press: 'main button[value=apply]',
    calls: 1,
  },
  'saving and sending': {
    address: ({ campus, controllers }) =>
      href('siteNetworkSettings', campus, { device: controllers('SCI-ECYVAV-7', 'SCI-ECYVAV-8') }),
    fill: (page, unique) => fillSettings(page, `10.3.${unique.length}.${unique.charCodeAt(0) % 200}`),
    press: 'main button[value=applyAndSend]',
    calls: 2,
  },
}

const submit = 'main form[method=post] button:not([value=edit])'

/** What a browser keeps of a post it came back to may be an error of its own: that is an answer too. */
const anyway = (step: Promise<unknown>) => step.then(() => undefined).catch(() => undefined)

async function pressAgain(page: Page, press: string): Promise<void> {
  const button = page.locator(press).first()
  if (!(await button.isVisible().catch(() => false))) return
  await button.click()
  await page.waitForLoadState('load')
}

/** Every walk in full; on every run each with scripts or without, by turns. */
const walksOf = (turn: number) => Object.entries(changes).filter((_, place) => isFull || place % 2 === turn)

describe.each([
  ['with scripts', true, 0],
  ['without scripts', false, 1],
] as const)('%s', (words, hasScripts, turn) => {
  test.each(walksOf(turn))('%s is done once, whatever buttons the browser has', async (_, walk) => {
    const { context, page } = await signedInWindow(browser, product, {
      login: 'amelie',
      hasScripts,
      at: walk.address(at),
    })
    const before = (await performed(product)).length
    const effects = async () => (await performed(product)).length - before
    await page.goto(walk.address(at))
    await walk.fill(page, words)
    expect(await effects()).toBe(0)

    const posts: number[] = []
    page.on('response', (response) => {
      if (response.request().method() === 'POST') posts.push(response.status())
    })
    const press = walk.press ?? submit
    await page.locator(press).first().dblclick()
    // The second click may cut off where the first one led; what counts is where both end.
    const isLed = (url: URL) => url.pathname !== walk.address(at).split('?')[0]
    await vi.waitFor(() => page.waitForURL(isLed, { timeout: 5_000 }), { timeout: 30_000 })
    await page.waitForLoadState('load')
    expect(await effects()).toBe(walk.calls)
    const done = page.url()

    await page.reload()
    expect(page.url()).toBe(done)
    await anyway(page.goBack())
    expect(await effects()).toBe(walk.calls)
    await anyway(page.reload())
    expect(await effects()).toBe(walk.calls)
    await pressAgain(page, press)
    expect(await effects()).toBe(walk.calls)
    // The answer to the last press may still be arriving, and interrupts whoever goes elsewhere meanwhile.
    await vi.waitFor(() => page.goto(done), { timeout: 20_000 })
    await anyway(page.goBack())
    await anyway(page.goForward())
    expect(await effects()).toBe(walk.calls)
    expect(posts.filter((status) => status === 303 || status === 202).length).toBeGreaterThan(0)
    expect(posts.filter((status) => status >= 500)).toEqual([])
    walks += 1
    // What was sent has arrived when the next walk begins.
    product.services.world.clock.advance(600_000)
    await context.close()
  })
})
