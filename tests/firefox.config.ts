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

/** The journeys, by the same tests as in Chromium, with scripts: browsers for text walk them without. */
export default defineConfig({
  ...chromium,
  testMatch: [...new Set(Object.values(journeys).flat())].map((name) => `**/${name}.spec.ts`),
  outputDir: './results/firefox',
  reporter: [['list'], ['json', { outputFile: 'results/firefox.json' }]],
  projects: [{ name: 'scripted', use: { ...firefox, launchOptions: { executablePath } } }],
})
