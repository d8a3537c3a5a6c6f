/** What `npm run release` makes: an archive that starts by one command, as another user, beside nothing but Node. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf } from '../../services/seed/people'
import { freePort, freePorts } from '../harness/ports'
import { Visitor } from '../harness/visitor'
import { changeForm } from './on-record'

const tenantId = seedId('tenant', 'boreal')
const mostUnpacked = 120_000_000
/** Somebody who owns nothing, where this run may become somebody else. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let folder: string
/** The code, which nobody may write. */
let code: string
/** Where the console is started and keeps its data. */
let home: string
let environment: NodeJS.ProcessEnv
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-release-'))
  chmodSync(folder, 0o755)
  const made = spawnSync(process.execPath, ['app/commands/release.mjs', '--to', join(folder, 'archive')], {
    encoding: 'utf8',
  })
  expect([made.status, made.stderr]).toEqual([0, ''])
  const [archive] = readdirSync(join(folder, 'archive'))
  expect(archive).toBe(`plantroom-${versionIn('package.json')}-${process.platform}-${process.arch}.tar.gz`)
  expect(spawnSync('tar', ['-xzf', join(folder, 'archive', archive ?? ''), '-C', folder]).status).toBe(0)
  code = join(folder, `plantroom-${versionIn('package.json')}`)
  spawnSync('chmod', ['-R', 'a-w', code])
  home = join(folder, 'home')
  mkdirSync(home)
  if (nobody.uid) chownSync(home, nobody.uid, nobody.gid)
  const port = await freePort()
  origin = `http://localhost:${port}`
  // No npm, no compiler, no shell: nothing is on the path.
  environment = {
    NODE_ENV: 'production',
    PATH: join(home, 'nothing'),
    PORT: String(port),
    PORT_BASE: String(await freePorts()),
    DATA_DIR: join(home, 'data'),
    // What is loaded only where it is asked for is in the archive too; nobody takes what is sent there.
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  }
})
afterAll(async () => {
  spawnSync('chmod', ['-R', 'u+w', folder])
  await rm(folder, { recursive: true, force: true })
})

const versionIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')).version as string

/** Every file below a folder, by its path in it. */
function filesIn(from: string): string[] {
  const entries = readdirSync(from, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(from.length))
}

function plantroom(...argv: string[]): { child: ChildProcess; output(): string; ended: Promise<number | null> } {
  const child = spawn(process.execPath, [join(code, 'plantroom.mjs'), ...argv], {
    cwd: home,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...nobody,
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (written += part))
  return { child, output: () => written, ended: once(child, 'close').then(([status]) => status) }
}

test('it holds the build and what the build imports, and is small', () => {
  const files = filesIn(code)
  expect(files.reduce((sum, file) => sum + statSync(join(code, file)).size, 0)).toBeLessThan(mostUnpacked)
  expect(readdirSync(code).sort()).toEqual([
    '.env.example',
    'build',
    'docs',
    'node_modules',
    'package.json',
    'plantroom.mjs',
    'plantroom.mjs.map',
  ])
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages as Record<string, { dev?: boolean }>
  const packages = files.flatMap((file) => /^\/(node_modules\/.*)\/package\.json$/.exec(file)?.[1] ?? [])
  const known = packages.filter((one) => lock[one])
  expect(known.length).toBeGreaterThan(20)
  expect(known.filter((one) => lock[one]?.dev)).toEqual([])
  expect(readdirSync(join(code, 'build')).sort()).toEqual(['client', 'commands', 'server', 'services'])
})

test('its server is written in letters of one byte, and what libraries say of their licences stands beside it', () => {
  const server = join(code, 'build/server')
  const texts = filesIn(server).filter((file) => file.endsWith('.js'))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((file) => readFileSync(join(server, file)).some((byte) => byte > 127))).toEqual([])
  expect(readFileSync(join(server, 'licences.txt'), 'utf8')).toMatch(/@license React\s[\s\S]*MIT license/)
})

test('it starts as somebody who may write nothing of it, signs people in, and is backed up and checked by the same command', async () => {
  const before = filesIn(code)
  const started = plantroom()
  const status = (path: string) =>
    fetch(origin + path, { redirect: 'manual' }).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect
    .poll(() => (started.child.exitCode === null ? status('/readyz') : started.output()), { timeout: 90_000 })
    .toBe(200)
  expect(await status('/healthz')).toBe(200)
  expect(await status('/designer/viewer.html')).toBe(200)
  expect(started.output()).toContain(`Plantroom is at ${origin}`)

  const visitor = new Visitor(origin)
  expect((await visitor.get('/login')).status).toBe(200)
  await visitor.signIn('amelie')
  const settings = await visitor.get(href('customerSettings', { tenantId, customerId: customerIdOf('CUS1004') }))
  expect((await settings.submit(changeForm, { fill: { description: 'Changed' } })).status).toBe(200)

  const copy = plantroom('store:backup', '--to', join(home, 'copy'))
  expect([await copy.ended, copy.output()]).toEqual([0, expect.stringContaining('console.sqlite')])

  started.child.kill('SIGTERM')
  expect(await started.ended).toBe(0)
  const checked = plantroom('audit:verify')
  expect([await checked.ended, checked.output()]).toEqual([0, expect.stringContaining(`tenant ${tenantId}: intact`)])
  expect(filesIn(code)).toEqual(before)
  if (nobody.uid) expect(statSync(join(home, 'data/console.sqlite')).uid).toBe(nobody.uid)
})

test('what it does not know it says in one line', async () => {
  const asked = plantroom('release')
  expect(await asked.ended).toBe(64)
  expect(asked.output()).toContain('usage: node plantroom.mjs [start | config | audit:verify | store:backup')
})
