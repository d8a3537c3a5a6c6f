/**
 * `npm test`: installs what is missing, builds, then types, lint and form, vitest on both engines of the store and
 * Playwright. Every stage runs whatever came of the one before, so that one run says everything: at its end stand the
 * files that took longest, what passed only when run again, what failed, and in the last line the plain count. What one
 * stage leaves of the processor another one takes: they run beside each other, and each speaks when it has ended.
 * `--fast` leaves out what needs the built console.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build } from './build.mjs'
import { chromium } from './chromium.mjs'
import { install } from './install.mjs'
import { installTshark } from './tshark.mjs'

const isFast = process.argv.includes('--fast')
const skipsPostgres = process.env.SKIP_POSTGRES === '1'
const results = 'tests/results'
const browserTests = 'tests/playwright.config.ts'
const typesKept = 'node_modules/.cache/types-7.tsbuildinfo'
const slowestShown = 15
/** Files that may be run once more; where more fail, something is broken. */
const mostAgain = 3
/** Lines of a failure's message that stand at the end once more. */
const reasonShown = 12

const counts = { passed: 0, failed: 0 }
/** What failed, in words for the end. */
const failures = []
/** What failed at first and passed by itself: something is unsteady there, though it fails nobody's run. */
const unsteady = []
/** Seconds that a file of tests took, by its name and stage. */
const times = []

try {
  install()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  // The seed that one stage made is copied by the others.
  process.env.TEST_SEED_FOLDER = resolve(results, 'seed')
  const besides = [beside('types', types), beside('lint and format', lint)]
  const judge = isFast ? undefined : installTshark()
  const isBuilt = isFast || (await stage('build', build))
  const missing = await judge
  if (missing) fail('packets are not judged', new Error(missing))
  await stage('tests', () => tests('vitest', vitest({ folders: isBuilt && !isFast ? [] : withoutConsole() })))
  for (const one of besides) await one()
  if (isBuilt && !isFast) {
    const postgres = skipsPostgres ? null : beside('tests on PostgreSQL', onPostgres)
    await stage('browser tests', () => tests('playwright', playwright))
    await postgres?.()
  }
} catch (error) {
  fail('the test run', error)
}
sayTimes()
sayAll('failed once, then passed on a rerun', unsteady)
sayAll('failed', failures)
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 ? 1 : 0

/** Does one stage; true when it passed. Work that says false or throws counts as one failure. */
async function stage(name, work) {
  console.log(`\n— ${name}`)
  try {
    if ((await work()) !== false) return true
    fail(name)
  } catch (error) {
    fail(name, error)
  }
  return false
}

/** Begins what others need not wait for; to be called for what it said and what came of it. */
function beside(name, begin) {
  const begun = begin()
  // Whoever calls is told of it.
  begun.catch(() => undefined)
  return () =>
    stage(name, async () => {
      const { passed, said } = await begun
      if (said) process.stdout.write(said)
      return passed
    })
}

async function onPostgres() {
  let said = ''
  const hear = (part) => {
    said += part
  }
  const run = vitest({ env: { STORE: 'postgres' }, hear })
  await tests('vitest-postgres', run, hear)
  return { said }
}

function types() {
  const kept = ['--incremental', '--tsBuildInfoFile', typesKept]
  return quietly('node_modules/typescript-7/bin/tsc', ['--noEmit', '-p', '.', '--pretty', ...kept])
}

function lint() {
  return quietly('node_modules/@biomejs/biome/bin/biome', ['check', '--diagnostic-level=error', '--colors=force', '.'])
}

/** The tests that need no built console: of those of the door, the files that neither start one nor read what is built. */
function withoutConsole() {
  const needsConsole = /(?:harness\/console|console-process)'|\bbuild\//
  const ofDoor = readdirSync('tests/door')
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `tests/door/${name}`)
    .filter((file) => !needsConsole.test(readFileSync(file, 'utf8')))
  return ['tests/house', 'tests/unit', 'tests/ui', ...ofDoor]
}

/**
 * Runs a stage's tests and counts them, and where few files failed these once more by themselves: what fails twice has
 * failed, and what fails once is named at the end all the same.
 */
async function tests(name, run, say = (text) => process.stdout.write(text)) {
  const first = await run(name, [])
  const failed = first.files.filter(hasFailed)
  const isAgain = failed.length > 0 && failed.length <= mostAgain
  if (isAgain) say(`\n— ${name}, rerun: ${failed.map(({ file }) => file).join(', ')}\n`)
  const second = isAgain
    ? await run(
        `${name}-again`,
        failed.map(({ file }) => file),
      )
    : null
  const seen = new Map(first.files.map((one) => [one.file, one]))
  for (const one of second?.files ?? []) seen.set(one.file, one)
  for (const { file, passed, failures: own, isBroken, said, seconds } of seen.values()) {
    counts.passed += passed
    counts.failed += own.length
    failures.push(...own.map((one) => `${name}: ${file} › ${one}`))
    // A file that could not even be loaded counts as one failure.
    if (isBroken) fail(`${name}: ${file}${why(said)}`)
    times.push({ stage: name, file, seconds })
  }
  for (const { file, failures: own, said } of second ? failed : [])
    if (!hasFailed(seen.get(file)))
      unsteady.push(...(own.length > 0 ? own : [why(said)]).map((one) => `${name}: ${file} › ${one}`))
  const isTold = [...seen.values()].some(hasFailed)
  if (!(second ?? first).isPassed && !isTold) fail(name)
}

function hasFailed({ failures: own, isBroken }) {
  return own.length > 0 || isBroken
}

/** What a run of vitest found, by file. */
function vitest({ folders = [], env = {}, hear }) {
  return async (name, files) => {
    const report = `${results}/${name}.json`
    const isPassed = await node(
      'node_modules/vitest/vitest.mjs',
      [
        'run',
        '--config',
        'tests/vitest.config.ts',
        '--reporter=default',
        '--reporter=./tests/harness/file-times.ts',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...(files.length > 0 ? files : folders),
      ],
      { env: { ...env, FILE_TIMES: `${results}/${name}-times.json` }, hear },
    )
    const times = read(`${results}/${name}-times.json`) ?? {}
    const found = (read(report)?.testResults ?? []).map(({ name: path, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      return {
        file: nameOf(path),
        passed: assertionResults.filter((test) => test.status === 'passed').length,
        failures: failed.map((test) => `${test.fullName}${why(test.failureMessages.join('\n'))}`),
        isBroken: status === 'failed' && failed.length === 0,
        said: message,
        seconds: times[path] ?? 0,
      }
    })
    return { isPassed, files: found }
  }
}

/** What a run in the browser found, by file. */
async function playwright(name, files) {
  const report = `${results}/${name}.json`
  const env = {
    CHROMIUM_PATH: chromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  }
  const argv = ['test', '--config', browserTests, '--reporter=list,json', ...files]
  const isPassed = await node('node_modules/@playwright/test/cli.js', argv, { env })
  const found = (read(report)?.suites ?? []).map((suite) => {
    const ran = specsOf(suite).flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test })))
    const failed = ran.filter(({ status }) => status !== 'expected' && status !== 'skipped')
    return {
      file: suite.file,
      passed: ran.filter(({ status }) => status === 'expected').length,
      failures: failed.map(({ title, projectName, status, results: tries }) => {
        const messages = tries.flatMap(({ errors }) => errors.map(({ message }) => message))
        return `${title} (${projectName}): ${status}${why(messages.join('\n'))}`
      }),
      isBroken: false,
      said: '',
      seconds: ran.flatMap((test) => test.results).reduce((sum, { duration }) => sum + duration / 1_000, 0),
    }
  })
  return { isPassed, files: found }
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** The beginning of what was wrong, in plain text below the name of what failed. */
function why(message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line && !line.includes('/node_modules/'))
  return lines
    .slice(0, reasonShown)
    .map((line) => `\n      ${line}`)
    .join('')
}

function fail(what, error) {
  counts.failed += 1
  failures.push(error ? `${what}: ${error.message}` : what)
}

function sayTimes() {
  const slowest = times.sort((one, other) => other.seconds - one.seconds).slice(0, slowestShown)
  if (slowest.length === 0) return
  console.log('\n— slowest test files')
  for (const { stage, file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${stage}: ${file}`)
}

function sayAll(title, all) {
  if (all.length === 0) return
  console.log(`\n— ${title}`)
  for (const one of all) console.log(`  ${one}`)
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
}

function nameOf(file) {
  return relative(process.cwd(), file)
}

/** Runs Node on a script and keeps what it says. */
async function quietly(script, argv) {
  let said = ''
  const hear = (part) => {
    said += part
  }
  return { passed: await node(script, argv, { hear }), said }
}

/** Runs Node on a script that speaks for itself, or to whoever hears it; true when it passed. */
function node(script, argv, { env = {}, hear } = {}) {
  const stdio = hear ? ['ignore', 'pipe', 'pipe'] : 'inherit'
  const child = spawn(process.execPath, [script, ...argv], { stdio, env: { ...process.env, ...env } })
  for (const stream of hear ? [child.stdout, child.stderr] : []) stream.on('data', hear)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}
