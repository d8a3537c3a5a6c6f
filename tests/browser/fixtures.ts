/**
 * A console of its own for each file of tests, and people who are signed in: their browser is given what the provider's
 * pages left with another visitor. Those pages themselves are met in a browser by a journey of the walk and by one of
 * the search.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { type Console, startTestConsole } from '../harness/console'
import { copyLargeStore } from '../harness/large-store'
import { isLarge } from './fleet'
import { forgiving } from './stock-firefox'

interface Fixtures {
  /** The console of the file that runs. */
  product: Console
  /** Signs somebody in, as the provider's own page would, and opens `address` where one is given. */
  signIn: (login: string, address?: string) => Promise<Page>
}

interface WorkerFixtures {
  /** The console of a file of tests: nobody has changed it before the first of them. */
  consoleOf: (file: string) => Promise<Console>
}

interface Started {
  product: Console
  close(): Promise<void>
}

async function startOne(): Promise<Started> {
  const large = isLarge ? await largeStore() : null
  const product = await startTestConsole({
    hasMovableClock: true,
    ...(large && { services: { dataDir: large.folder, start: large.writtenAt, env: { SEED: 'large' } } }),
  })
  return {
    product,
    async close() {
      await product.close()
      if (large) await rm(large.folder, { recursive: true, force: true })
    },
  }
}

/**
 * A store of `large` for one worker, to change as it likes, and when it was last written, in milliseconds: what its
 * controllers do depends on the day, so that its clock goes on from there.
 */
async function largeStore(): Promise<{ folder: string; writtenAt: number }> {
  const kept = process.env.DATA_DIR_LARGE
  if (!kept) throw new Error('DATA_DIR_LARGE names no folder with a built store: npm run services -- --seed large')
  const folder = await mkdtemp(join(tmpdir(), 'plantroom-large-'))
  await copyLargeStore(kept, folder)
  return { folder, writtenAt: Math.floor((await stat(join(kept, 'services.sqlite'))).mtimeMs) }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  consoleOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture is made of
    async ({}, use) => {
      let kept: { file: string; started: Started } | null = null
      await use(async (file) => {
        if (kept?.file === file) return kept.started.product
        await kept?.started.close()
        kept = null
        kept = { file, started: await startOne() }
        return kept.started.product
      })
      await (kept as { started: Started } | null)?.started.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  browser: [
    async ({ browser, browserName }, use) => use(browserName === 'firefox' ? forgiving(browser) : browser),
    { scope: 'worker' },
  ],
  product: [async ({ consoleOf }, use, { file }) => use(await consoleOf(file)), { timeout: 180_000 }],
  baseURL: async ({ product }, use) => use(product.origin),
  locale: 'en-CA',
  signIn: async ({ page, context, product }, use) => {
    await use(async (login, address) => {
      const visitor = await product.signedIn(login)
      const kept = visitor.cookieNames().map((name) => ({ name, value: visitor.cookie(name) ?? '' }))
      await context.addCookies(kept.map((cookie) => ({ ...cookie, url: product.origin, httpOnly: true })))
      if (address !== undefined) await page.goto(address)
      return page
    })
  },
})

export { expect } from '@playwright/test'
