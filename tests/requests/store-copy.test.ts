/** What `store:backup` copies of a data folder, and that `store:restore --from` puts the same back. */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../harness/ports'

let home: string
let dataDir: string
let services: ChildProcess | null = null

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plantroom-copy-'))
  dataDir = join(home, 'data')
  await startServices()
  mkdirSync(join(dataDir, 'samples'))
  change(
    'samples/2026-03.sqlite',
    'create table sample (point text, at integer, value real, primary key (point, at)) without rowid',
  )
  change('samples/2026-03.sqlite', "insert into sample values ('zone', 1, 21.5)")
  mkdirSync(join(dataDir, 'gfx'), { recursive: true })
  writeFileSync(join(dataDir, 'gfx', 'abc.gfx'), 'a program')
  // Opens the console's store, which creates it.
  await command('store-restore')
})
afterAll(async () => {
  await stopServices()
  await rm(home, { recursive: true, force: true })
})

async function startServices(): Promise<void> {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT_BASE: String(await freePorts()),
    LOG_LEVEL: 'error',
    SEED: 'none',
    OIDC_CLIENT_SECRET: 'x'.repeat(32),
  }
  services = fork('build/services/main.js', { env })
  await once(services, 'message')
}

async function stopServices(): Promise<void> {
  const ending = services
  services = null
  ending?.kill()
  if (ending) await once(ending, 'exit')
}

/** Runs code on a database in a process of its own: this one would keep the file open. */
function onDatabase(file: string, code: string): string {
  const script = `const Database = require('libsql'); const database = new Database(process.argv[1]); ${code}`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', script, file], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

const change = (name: string, sql: string) => onDatabase(join(dataDir, name), `database.exec(${JSON.stringify(sql)})`)

async function command(name: string, ...argv: string[]) {
  const child = spawn(process.execPath, ['app/commands/run.mjs', `app/commands/${name}.ts`, ...argv], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status, said: out + errors }
}

/** Every row of every table, with the row id where the table has one. */
function rowsIn(file: string): Record<string, unknown[]> {
  return JSON.parse(
    onDatabase(
      file,
      `const tables = database.prepare("select name, sql from sqlite_master where type = 'table'").all()
      const rows = tables.map(({ name, sql }) => {
        const hasRowId = !name.startsWith('search_index') && !/without rowid/i.test(sql)
        return [name, database.prepare('select ' + (hasRowId ? 'rowid as row_id, ' : '') + '* from "' + name + '"').raw().all()]
      })
      process.stdout.write(JSON.stringify(Object.fromEntries(rows)))`,
    ),
  )
}

const held = ['console.sqlite', 'identity.sqlite', 'samples/2026-03.sqlite', 'services.sqlite']

test('a copy of a running installation has every database and puts the same back', async () => {
  // Row ids have gaps, which a copy that numbers rows anew would close.
  change(
    'services.sqlite',
    "CREATE TABLE gap (word TEXT); INSERT INTO gap VALUES ('a'), ('b'), ('c'); DELETE FROM gap WHERE word = 'a'",
  )
  const before = Object.fromEntries(held.map((name) => [name, rowsIn(join(dataDir, name))]))
  expect(before['services.sqlite']?.gap).toHaveLength(2)

  const copy = join(home, 'copy')
  const copied = await command('store-backup', '--to', copy)
  expect(copied.said).toContain('samples/2026-03.sqlite')
  expect(copied.status).toBe(0)
  const files = readdirSync(copy, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const entry of files) expect(statSync(join(entry.parentPath, entry.name)).mode & 0o077).toBe(0)
  for (const name of held) expect(rowsIn(join(copy, name)), name).toEqual(before[name])

  const why = ['--from', copy, '--reason', 'The disk was replaced']
  const refused = await command('store-restore', ...why)
  expect(refused.said).toContain('is in use: stop the console and its services first')
  expect(refused.status).toBe(1)

  await stopServices()
  change('services.sqlite', "UPDATE tenant SET name = 'Somebody else'")
  change('samples/2026-03.sqlite', 'delete from sample')
  writeFileSync(join(dataDir, 'samples', '2026-04.sqlite'), '')
  await rm(join(dataDir, 'gfx', 'abc.gfx'))

  expect((await command('store-restore', '--from', copy)).status, 'without a reason').toBe(64)
  expect((await command('store-restore', '--from', home, '--reason', 'x')).said).toContain('is no copy of a store')
  const restored = await command('store-restore', ...why)
  expect(restored.said).toContain('What was there before is in')
  expect(restored.status).toBe(0)
  for (const name of held.filter((name) => name !== 'identity.sqlite'))
    expect(rowsIn(join(dataDir, name)), name).toEqual(before[name])
  expect({ ...rowsIn(join(dataDir, 'identity.sqlite')), artifact: [] }).toEqual({
    ...before['identity.sqlite'],
    artifact: [],
  })
  expect(readdirSync(join(dataDir, 'samples'))).toEqual(['2026-03.sqlite'])
  expect(readFileSync(join(dataDir, 'gfx', 'abc.gfx'), 'utf8')).toBe('a program')

  const replaced = readdirSync(dataDir).find((name) => name.startsWith('before-restore-')) ?? ''
  const changed = rowsIn(join(dataDir, replaced, 'services.sqlite'))
  expect(JSON.stringify(changed.tenant)).toContain('Somebody else')

  await startServices()
  // A copy in the data folder is not copied again.
  const again = await command('store-backup', '--to', join(dataDir, 'nightly'))
  expect(again.said).not.toContain('before-restore')
  expect((await command('store-backup', '--to', join(home, 'second'))).said).not.toContain('nightly')
})

test('a damaged copy is refused, and nothing is changed', async () => {
  await stopServices()
  const copy = join(home, 'damaged')
  await command('store-backup', '--to', copy)
  writeFileSync(join(copy, 'services.sqlite'), 'no such thing. '.repeat(1_000))
  const before = rowsIn(join(dataDir, 'services.sqlite'))
  const refused = await command('store-restore', '--from', copy, '--reason', 'x')
  expect(refused.said).toContain('services.sqlite cannot be read')
  expect(refused.status).toBe(1)
  expect(rowsIn(join(dataDir, 'services.sqlite'))).toEqual(before)
})
