import { defineConfig } from '@playwright/test'
import base from './playwright.config'

/** The pictures of the README: no test of anything, and no part of `npm test`. */
export default defineConfig({
  ...base,
  testDir: './pictures',
  outputDir: './results/pictures',
  reporter: 'list',
  projects: base.projects?.slice(0, 1),
})
