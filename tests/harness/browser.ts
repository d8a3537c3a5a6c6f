/** A real browser for proofs that need one, outside of the browser tests' own runner. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
// @ts-expect-error a command of the project, written without types
import { chromium as installedChromium } from '../../app/commands/chromium.mjs'
import type { Console } from './console'

export async function startBrowser(): Promise<Browser> {
  const executablePath: string = installedChromium()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
}

export interface Signed {
  context: BrowserContext
  page: Page
}

/** Somebody with a window of their own, signed in, reading English; with scripts or without. */
export async function signedInWindow(
  browser: Browser,
  product: Console,
  { login, hasScripts, at = '/' }: { login: string; hasScripts: boolean; at?: string },
): Promise<Signed> {
  const context = await browser.newContext({
    baseURL: product.origin,
    javaScriptEnabled: hasScripts,
    locale: 'en-CA',
    viewport: { width: 1280, height: 900 },
  })
  const page = await context.newPage()
  await page.goto(`/login/start?returnTo=${encodeURIComponent(at)}`)
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('plantroom')
  await page.locator('button[type=submit]').first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/identity') && !url.pathname.startsWith('/login'))
  await context.addCookies([{ name: 'lng', value: 'en', url: product.origin }])
  return { context, page }
}
