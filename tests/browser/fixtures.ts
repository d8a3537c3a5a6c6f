/** A console of its own for each file of tests, and people who are signed in. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { type Console, startTestConsole } from '../harness/console'
import { copyLargeStore } from '../harness/large-store'
import { isLarge } from './fleet'

interface Fixtures {
  /** Signs somebody in through the provider's own page and ends at `address`. */
  signIn: (login: string, address?: string) => Promise<Page>
}

interface WorkerFixtures {
  /** What a file is about: files with another area get another worker, and so a console nobody has changed. */
  area: string
  product: Console
}

/** A store of `large` for one worker, to change as it likes. */
async function largeFolder(): Promise<string> {
  const kept = process.env.DATA_DIR_LARGE
  if (!kept) throw new Error('DATA_DIR_LARGE names no folder with a built store: npm run services -- --seed large')
  const folder = await mkdtemp(join(tmpdir(), 'plantroom-large-'))
  await copyLargeStore(kept, folder)
  return folder
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  area: ['', { option: true, scope: 'worker' }],
  product: [
    async ({ area: _ }, use) => {
      const folder = isLarge ? await largeFolder() : null
      const product = await startTestConsole(folder ? { services: { dataDir: folder, env: { SEED: 'large' } } } : {})
      await use(product)
      await product.close()
      if (folder) await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.origin),
  locale: 'en-CA',
  signIn: async ({ page }, use) => {
    await use(async (login, address = '/') => {
      await page.goto(`/login/start?returnTo=${encodeURIComponent(address)}`)
      await page.locator('input[name=login]').fill(login)
      await page.locator('input[name=password]').fill('plantroom')
      await page.locator('button[type=submit]').first().click()
      await page.waitForURL((url) => !url.pathname.startsWith('/identity') && !url.pathname.startsWith('/login'))
      return page
    })
  },
})

export { expect } from '@playwright/test'
