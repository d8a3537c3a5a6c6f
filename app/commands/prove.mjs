/**
 * `npm run prove [-- a1 a4 … moves large services outage postgres pages plain bacnet-journeys troubles firefox]`: proves
 * the promises at their full size (minutes to an hour), then what `npm test` proves by a choice: ten thousand sequences
 * of events over a fleet, the causes of as many faults as a large fleet has, every call and every list of the services,
 * every trouble of a service on every page, every request on PostgreSQL, every page in both themes and both languages,
 * every journey without scripts and in each trouble of the backend, the journeys of those who look after BACnet devices,
 * and the journeys in Firefox. Prints the table of what was found. Exit 1 when one did not hold.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { build } from './build.mjs'
import { chromium } from './chromium.mjs'
import { firefox as installedFirefox } from './firefox.mjs'
import { install } from './install.mjs'
import { installTshark } from './tshark.mjs'

const further = {
  ...{ moves, large, services, outage, postgres, pages, plain },
  'bacnet-journeys': bacnetJourneys,
  ...{ troubles, firefox },
}

const requested = process.argv.slice(2).filter((one) => one !== '--')
const promises = requested.filter((one) => !(one in further))
const figures = []

install()
await installTshark()
await build()
const stages = [
  ...(requested.length === 0 || promises.length > 0 ? [() => prove(promises)] : []),
  ...Object.keys(further).flatMap((name) =>
    requested.length === 0 || requested.includes(name) ? [further[name]] : [],
  ),
]
for (const stage of stages) if (!(await stage())) process.exitCode = 1

console.log('\nResults')
figures.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
for (const [promise, figure] of figures) console.log(`  ${promise.padEnd(4)} ${figure}`)

/** The promises named, or all: one after the other, so that each has the machine to itself. */
function prove(names) {
  const files = names.length > 0 ? names.map((one) => `tests/promises/${one}`) : ['tests/promises']
  return vitest(['--no-file-parallelism', ...files])
}

function moves() {
  return vitest(['tests/services/legal-moves.test.ts'])
}

function large() {
  return vitest(['tests/services/large.test.ts'])
}

function services() {
  return vitest(
    ['alarm-words', 'every-call', 'bacnet/damaged-datagrams', 'bacnet-kills', 'killed-work'].map(
      (name) => `tests/services/${name}.test.ts`,
    ),
  )
}

function outage() {
  return vitest(['tests/requests/outage.test.ts'])
}

function postgres() {
  return vitest([], { STORE: 'postgres' })
}

function pages() {
  return playwright('tests/playwright.config.ts', ['--reporter=list', '--grep=@looks'], { CHROMIUM_PATH: chromium() })
}

function plain() {
  const others = ['troubles.spec.ts', 'bacnet-journeys.spec.ts']
  const files = readdirSync('tests/browser').filter((name) => name.endsWith('.spec.ts') && !others.includes(name))
  const argv = ['--project=plain', '--grep-invert=@looks', '--reporter=list', ...files]
  return playwright('tests/playwright.config.ts', argv, { CHROMIUM_PATH: chromium() })
}

/** With scripts and without. */
function bacnetJourneys() {
  const argv = ['tests/browser/bacnet-journeys.spec.ts', '--reporter=list']
  return playwright('tests/playwright.config.ts', argv, { CHROMIUM_PATH: chromium() })
}

function troubles() {
  const argv = ['tests/browser/troubles.spec.ts', '--reporter=list']
  return playwright('tests/playwright.config.ts', argv, { CHROMIUM_PATH: chromium() })
}

/** The same journeys in a browser of another make. */
async function firefox() {
  const { path, version, missing } = installedFirefox()
  if (missing) {
    figures.push(['FIREFOX', `skipped: ${missing}`])
    return true
  }
  const isPassed = await playwright('tests/firefox.config.ts', [], { FIREFOX_PATH: path })
  const { expected, unexpected } = JSON.parse(readFileSync('tests/results/firefox.json', 'utf8')).stats
  figures.push(['FIREFOX', `${version}: ${expected} journey tests passed, ${unexpected} failed`])
  return isPassed
}

function playwright(config, argv, env) {
  return run('node_modules/@playwright/test/cli.js', ['test', '--config', config, ...argv], env)
}

function vitest(argv, env = {}) {
  return run('node_modules/vitest/vitest.mjs', ['run', '--config', 'tests/vitest.config.ts', ...argv], env)
}

/** Runs Node on a script, hearing the figures it tells; true when it passed. */
async function run(script, argv, env) {
  const child = spawn(process.execPath, [script, ...argv], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, PROVE: '1', ...env },
  })
  let rest = ''
  child.stdout.on('data', (bytes) => {
    process.stdout.write(bytes)
    const lines = (rest + bytes).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, promise, figure] = line.match(/PROMISE (\w+): (.*)/) ?? []
      if (promise) figures.push([promise, figure])
    }
  })
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)))
}
