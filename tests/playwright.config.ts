import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

/** The system's Chromium where there is one, else Playwright's own. */
const systemChromium = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path))

const chromium = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1280, height: 900 },
  launchOptions: {
    ...(systemChromium ? { executablePath: systemChromium } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page lives for a second or two: nothing is compiled for speed that is not used again.
      ...(process.env.PROVE === '1' ? [] : ['--js-flags=--no-opt --single-threaded']),
    ],
  },
}

/**
 * What is walked without scripts on every run: what is about that, and of the journeys some. All that they post and read
 * without scripts is proved by requests; `npm run prove -- plain` walks them all.
 */
const plainly = ['back', 'designer', 'onboarding', 'put-back', 'screens', 'troubles', 'walk']

/** Takes minutes: `npm run prove -- bacnet-journeys`. */
const bacnetJourneys = '**/bacnet-journeys.spec.ts'

/** Every journey runs with scripts, and without. */
export default defineConfig({
  testDir: './browser',
  testIgnore: process.env.PROVE === '1' ? [] : bacnetJourneys,
  globalSetup: './harness/run-folder.ts',
  outputDir: './results/browser',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  workers: 3,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: 'results/browser.json' }]],
  projects: [
    { name: 'scripted', use: chromium },
    {
      name: 'plain',
      use: { ...chromium, javaScriptEnabled: false },
      ...(process.env.PROVE === '1' ? {} : { testMatch: plainly.map((name) => `**/${name}.spec.ts`) }),
    },
  ],
})
