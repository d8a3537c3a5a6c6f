/**
 * `npm test`: installs what is missing, builds, then types, lint, vitest on both engines of the store and Playwright,
 * stopping at the first stage that fails. The last line is the plain count. `--fast` leaves out what needs the built
 * console.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { build } from './build.mjs'
import { chromium } from './chromium.mjs'
import { install } from './install.mjs'

const isFast = process.argv.includes('--fast')
const skipsPostgres = process.env.SKIP_POSTGRES === '1'
const results = 'tests/results'
const browserTests = 'tests/playwright.config.ts'
const counts = { passed: 0, failed: 0 }

const stages = [
  ['types', () => run('node_modules/typescript/bin/tsc', ['--noEmit', '-p', '.'])],
  ['lint', () => run('node_modules/@biomejs/biome/bin/biome', ['lint', '--diagnostic-level=error', '.'])],
  ['tests', () => vitest('vitest')],
  ...(isFast ? [] : [...(skipsPostgres ? [] : [['tests on PostgreSQL', onPostgres]]), ['browser tests', playwright]]),
]

try {
  install()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  if (!isFast) await build()
  for (const [name, stage] of stages) {
    console.log(`\n— ${name}`)
    if (stage()) continue
    if (counts.failed === 0) counts.failed = 1
    break
  }
} catch (error) {
  console.error(error.message)
  counts.failed ||= 1
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 ? 1 : 0

/** What its own configuration chooses for that engine. */
function onPostgres() {
  return vitest('vitest-postgres', { STORE: 'postgres' })
}

function vitest(name, env = {}) {
  const report = `${results}/${name}.json`
  const only = isFast
    ? ['tests/house', 'tests/unit', 'tests/ui', 'tests/door'].filter((folder) => existsSync(folder))
    : []
  const passed = run(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...only,
    ],
    env,
  )
  if (existsSync(report)) countVitest(JSON.parse(readFileSync(report, 'utf8')))
  return passed
}

/** A file that could not even be loaded counts as one failure. */
function countVitest({ numPassedTests, numFailedTests, testResults }) {
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  counts.passed += numPassedTests
  counts.failed += numFailedTests + unloaded.length
}

function playwright() {
  if (!existsSync(browserTests)) return true
  const report = `${results}/playwright.json`
  const passed = run(
    'node_modules/@playwright/test/cli.js',
    ['test', '--config', browserTests, '--reporter=list,json'],
    {
      CHROMIUM_PATH: chromium(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  )
  if (existsSync(report)) {
    const { stats } = JSON.parse(readFileSync(report, 'utf8'))
    counts.passed += stats.expected
    counts.failed += stats.unexpected + stats.flaky
  }
  return passed
}

function run(script, argv, env = {}) {
  const done = spawnSync(process.execPath, [script, ...argv], { stdio: 'inherit', env: { ...process.env, ...env } })
  return done.status === 0
}
