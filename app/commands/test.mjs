/**
 * `npm test`: installs what is missing, builds, then types, lint and form, vitest on both engines of the store and
 * Playwright. Every stage runs whatever came of the one before, so that one run says everything: at its end stand the
 * files that took longest, what failed, and in the last line the plain count. `--fast` leaves out what needs the built
 * console.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { build } from './build.mjs'
import { chromium } from './chromium.mjs'
import { install } from './install.mjs'

const isFast = process.argv.includes('--fast')
const skipsPostgres = process.env.SKIP_POSTGRES === '1'
const results = 'tests/results'
const browserTests = 'tests/playwright.config.ts'
const typesKept = 'node_modules/.cache/types.tsbuildinfo'
const slowestShown = 15

const counts = { passed: 0, failed: 0 }
/** What failed, in words for the end. */
const failures = []
/** Seconds that a file of tests took, by its name and stage. */
const times = []

try {
  install()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const besides = [beside('types', types), beside('lint and form', lint)]
  const isBuilt = isFast || (await stage('build', build))
  await stage('tests', () => vitest('vitest', isBuilt && !isFast ? [] : withoutConsole()))
  for (const one of besides) await one()
  if (isBuilt && !isFast) {
    if (!skipsPostgres) await stage('tests on PostgreSQL', () => vitest('vitest-postgres', [], { STORE: 'postgres' }))
    await stage('browser tests', playwright)
  }
} catch (error) {
  fail('the run itself', error)
}
sayTimes()
sayFailures()
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 ? 1 : 0

/** Does one stage; true when it passed. What ends badly without a test that failed counts as one failure. */
async function stage(name, work) {
  console.log(`\n— ${name}`)
  const failedBefore = counts.failed
  try {
    if ((await work()) !== false) return true
    if (counts.failed === failedBefore) fail(name)
  } catch (error) {
    fail(name, error)
  }
  return false
}

/** Begins what needs no build while others work; to be called for what it said and what came of it. */
function beside(name, begin) {
  const begun = begin()
  return () =>
    stage(name, async () => {
      const { passed, said } = await begun
      if (said) process.stdout.write(said)
      return passed
    })
}

function types() {
  const kept = ['--incremental', '--tsBuildInfoFile', typesKept]
  return quietly('node_modules/typescript/bin/tsc', ['--noEmit', '-p', '.', '--pretty', ...kept])
}

function lint() {
  return quietly('node_modules/@biomejs/biome/bin/biome', ['check', '--diagnostic-level=error', '--colors=force', '.'])
}

/** The folders whose tests need no built console. */
function withoutConsole() {
  return ['tests/house', 'tests/unit', 'tests/ui', 'tests/door']
}

async function vitest(name, only, env = {}) {
  const report = `${results}/${name}.json`
  const passed = await aloud(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--reporter=default',
      '--reporter=./tests/harness/file-times.ts',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...only,
    ],
    { ...env, FILE_TIMES: `${results}/${name}-times.json` },
  )
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read(report) ?? {}
  counts.passed += numPassedTests
  counts.failed += numFailedTests
  for (const file of testResults) {
    const tests = file.assertionResults.filter((test) => test.status === 'failed')
    for (const test of tests) failures.push(`${name}: ${nameOf(file.name)} › ${test.fullName}`)
    // A file that could not even be loaded counts as one failure.
    if (file.status === 'failed' && tests.length === 0) fail(`${name}: ${nameOf(file.name)}`)
  }
  for (const [file, seconds] of Object.entries(read(`${results}/${name}-times.json`) ?? {}))
    times.push({ stage: name, file: nameOf(file), seconds })
  return passed
}

async function playwright() {
  const report = `${results}/playwright.json`
  const passed = await aloud(
    'node_modules/@playwright/test/cli.js',
    ['test', '--config', browserTests, '--reporter=list,json'],
    {
      CHROMIUM_PATH: chromium(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  )
  const { stats, suites = [] } = read(report) ?? {}
  counts.passed += stats?.expected ?? 0
  counts.failed += (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  for (const suite of suites) {
    const ran = specsOf(suite).flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test })))
    for (const { title, projectName, status } of ran)
      if (status !== 'expected' && status !== 'skipped')
        failures.push(`playwright: ${suite.file} › ${title} (${projectName}): ${status}`)
    const seconds = ran.flatMap((test) => test.results).reduce((sum, { duration }) => sum + duration / 1_000, 0)
    times.push({ stage: 'playwright', file: suite.file, seconds })
  }
  return passed
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

function fail(what, error) {
  counts.failed += 1
  failures.push(error ? `${what}: ${error.message}` : what)
}

function sayTimes() {
  const slowest = times.sort((one, other) => other.seconds - one.seconds).slice(0, slowestShown)
  if (slowest.length === 0) return
  console.log('\n— what took longest')
  for (const { stage, file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${stage}: ${file}`)
}

function sayFailures() {
  if (failures.length === 0) return
  console.log('\n— what failed')
  for (const one of failures) console.log(`  ${one}`)
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
}

function nameOf(file) {
  return relative(process.cwd(), file)
}

/** Runs Node on a script that speaks for itself; true when it passed. */
function aloud(script, argv, env = {}) {
  const child = spawn(process.execPath, [script, ...argv], { stdio: 'inherit', env: { ...process.env, ...env } })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}

/** Runs Node on a script and keeps what it says. */
function quietly(script, argv) {
  const child = spawn(process.execPath, [script, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += part
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ passed: code === 0, said }))
  })
}
