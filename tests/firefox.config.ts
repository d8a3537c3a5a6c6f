import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { usual } from '../app/commands/firefox.mjs'
import { journeys } from './browser/journeys'
import chromium from './playwright.config'

/** The system's own Firefox, as people have it, driven by the protocol that browsers share. */
const firefox = {
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  viewport: { width: 1280, height: 900 },
}
const executablePath = process.env.FIREFOX_PATH ?? usual.find((path) => existsSync(path))

/**
 * Firefox 153 ends by itself (its process of the page, signal 11) where Playwright looks for a field by its label in a
 * page that axe has looked through; without axe it finds it, whatever the page. So axe does not look here: it looks at
 * the same pages in Chromium.
 */
if (process.env.TEST_WORKER_INDEX === undefined)
  console.log('Firefox is walked without axe, after which it crashes when a label is looked for: axe looks in Chromium')

/** The journeys, by the same tests as in Chromium, with scripts: browsers for text walk them without. */
export default defineConfig({
  ...chromium,
  testMatch: [...new Set(Object.values(journeys).flat())].map((name) => `**/${name}.spec.ts`),
  outputDir: './results/firefox',
  reporter: [['list'], ['json', { outputFile: 'results/firefox.json' }]],
  projects: [{ name: 'scripted', use: { ...firefox, launchOptions: { executablePath } } }],
})
