/**
 * `npm test`: installs what is missing, builds, then types, lint and form, vitest on both engines of the store and
 * Playwright. Every stage runs whatever came of the one before, so that one run says everything: at its end stand the
 * files that took longest, what passed only when run again, what failed, and in the last line the plain count. What one
 * stage leaves of the processor another one takes: they run beside each other, and each speaks when those before it have
 * ended. What failed runs again when nothing else does.
 * `--fast` runs types, lint and form, and the tests of the house, of units and of the interface.
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
/** What `--fast` runs of vitest. */
const quick = ['tests/house', 'tests/unit', 'tests/ui']
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
/** What the stages of tests found, for what failed to be run again. */
const ran = []

try {
  install()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  // The seed that one stage made is copied by the others.
  process.env.TEST_SEED_FOLDER = resolve(results, 'seed')
  const besides = [beside('types', types), beside('lint and format', lint)]
  if (!isFast && (await isReady())) await allTests(besides)
  else await stage('tests', () => tests('vitest', vitest({ folders: isFast ? quick : withoutConsole() })))
  for (const one of besides) await one()
  for (const one of ran) await again(one)
} catch (error) {
  fail('the test run', error)
}
sayTimes()
sayAll('failed once, then passed on a rerun', unsteady)
sayAll('failed', failures)
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 ? 1 : 0

/** Builds, and installs what the tests need beside packages, before several of them look for it at once. */
async function isReady() {
  const judge = installTshark()
  const isBuilt = await stage('build', build)
  const missing = await judge
  if (missing) fail('packets are not judged', new Error(missing))
  try {
    process.env.CHROMIUM_PATH = chromium()
  } catch {
    // Whoever needs it says so.
  }
  return isBuilt
}

/**
 * The tests of vitest wait for replies and disks: those on PostgreSQL take what that leaves, once the first file has
 * ended and what both import is transformed. The browser keeps the processor busy, and begins when vitest has a place
 * that no file of its own will take, or has ended without one.
 */
async function allTests(besides) {
  let ended
  await new Promise((resolve) => {
    let hasPostgres = skipsPostgres
    const onFile = ({ left, places }) => {
      if (!hasPostgres) besides.push(beside('tests on PostgreSQL', onPostgres))
      hasPostgres = true
      if (left < places) resolve()
    }
    ended = stage('tests', () => tests('vitest', vitest({ onFile }))).then(() => {
      onFile({ left: 0, places: 1 })
    })
  })
  besides.push(beside('browser tests', (say) => tests('playwright', playwright(say))))
  await ended
}

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

/** Begins a stage beside others, which keeps its words; to be called when it may speak, and for what came of it. */
function beside(name, begin) {
  let kept = ''
  let say = (text) => {
    kept += text
  }
  const begun = begin((text) => say(text))
  // Whoever calls is told of it.
  begun.catch(() => undefined)
  return () =>
    stage(name, () => {
      say = aloud
      say(kept)
      return begun
    })
}

function aloud(text) {
  process.stdout.write(text)
}

function onPostgres(say) {
  return tests('vitest-postgres', vitest({ env: { STORE: 'postgres' }, hear: say }))
}

function types(say) {
  const kept = ['--incremental', '--tsBuildInfoFile', typesKept]
  return node('node_modules/typescript-7/bin/tsc', ['--noEmit', '-p', '.', '--pretty', ...kept], { hear: say })
}

function lint(say) {
  const argv = ['check', '--diagnostic-level=error', '--colors=force', '.']
  return node('node_modules/@biomejs/biome/bin/biome', argv, { hear: say })
}

/** What needs no built console. */
function withoutConsole() {
  const door = readdirSync('tests/door')
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `tests/door/${name}`)
    .filter((file) => !/harness\/console'|'build\//.test(readFileSync(file, 'utf8')))
  return [...quick, ...door]
}

/** Runs a stage's tests; what came of them is counted when what failed has run again. */
async function tests(name, run) {
  ran.push({ name, run, first: await run(name, []) })
}

/**
 * Counts a stage's tests, and where few files failed runs these once more, by themselves: what fails twice has failed,
 * and what fails once is named at the end all the same.
 */
async function again({ name, run, first }) {
  const failed = first.files.filter(hasFailed)
  const isAgain = failed.length > 0 && failed.length <= mostAgain
  if (isAgain) console.log(`\n— ${name}, rerun: ${failed.map(({ file }) => file).join(', ')}`)
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

/** What a run of vitest found, by file; `onFile` is told of each that ends (`tests/harness/file-times.ts`). */
function vitest({ folders = [], env = {}, hear, onFile }) {
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
      { env: { ...env, FILE_TIMES: `${results}/${name}-times.json` }, hear, onMessage: onFile },
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
function playwright(hear) {
  return async (name, files) => {
    const report = `${results}/${name}.json`
    const env = {
      CHROMIUM_PATH: chromium(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    }
    const argv = ['test', '--config', browserTests, '--reporter=list,json', ...files]
    const isPassed = await node('node_modules/@playwright/test/cli.js', argv, { env, hear })
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

/** Runs Node on a script that speaks for itself, or to whoever hears it; true when it passed. */
function node(script, argv, { env = {}, hear, onMessage } = {}) {
  const stdio = hear ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit']
  if (onMessage) stdio.push('ipc')
  const child = spawn(process.execPath, [script, ...argv], { stdio, env: { ...process.env, ...env } })
  if (onMessage) child.on('message', onMessage)
  for (const stream of hear ? [child.stdout, child.stderr] : []) stream.on('data', hear)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}
