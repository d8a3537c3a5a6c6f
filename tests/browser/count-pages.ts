/** How many whole pages a journey takes. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/** Counts the pages that a browser receives from now on: answers to navigations that are no redirect. */
export function countPages(page: Page): PageCount {
  let pages = 0
  page.on('response', (answer) => {
    if (answer.request().isNavigationRequest() && answer.status() < 300) pages += 1
  })
  return {
    restart() {
      pages = 0
    },
    async expect(number, of) {
      await expect.poll(() => pages, { message: of }).toBe(number)
    },
  }
}

interface PageCount {
  /** Counts from nothing again. */
  restart(): void
  /** Fails unless so many pages were answered. The last page may be drawn a moment before its answer is counted. */
  expect(number: number, of?: string): Promise<void>
}
