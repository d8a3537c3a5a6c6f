/** A console of its own for each file of tests, and people who are signed in. */
import { test as base, type Page } from '@playwright/test'
import { type Console, startTestConsole } from '../harness/console'

interface Fixtures {
  /** Signs somebody in through the provider's own page and ends at `address`. */
  signIn: (login: string, address?: string) => Promise<Page>
}

interface WorkerFixtures {
  /** What a file is about: files with another area get another worker, and so a console nobody has changed. */
  area: string
  product: Console
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  area: ['', { option: true, scope: 'worker' }],
  product: [
    async ({ area: _ }, use) => {
      const product = await startTestConsole()
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 90_000 },
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
