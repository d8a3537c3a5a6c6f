/**
 * How many files each stage of `npm test` runs at once. In vitest each waits for replies and disks most of its time; the
 * browser keeps both cores busy. PostgreSQL is next to vitest, and what is left of either may be next to the browser.
 */
export const workers = { vitest: 5, postgres: 2, browser: 3 } as const
