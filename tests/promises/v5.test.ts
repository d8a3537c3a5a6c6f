/**
 * V5, backup and restore: one command copies the store while changes are written to it, one puts the copy in its place.
 * Figures: every change acknowledged before the backup began is in it, 0 flaws in its chains, 0 changes lost or held up
 * meanwhile.
 *
 * Seen to fail: with the file of the store copied as it lies, without what is in its log, the command found no chain in
 * the copy and ended with 1.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { type Database, newDatabase, onPostgres } from '../harness/postgres'
import type { Visitor } from '../harness/visitor'
import { changeForm, englishReader, trailOf } from '../requests/on-record'
import { backUp, verify } from '../requests/verify'
import { size, tell } from './size'

const before = size({ smoke: 5, full: 100 })
let product: Console
let amelie: Visitor
let tenantId: string
let folder: string
let target: Database | null = null

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
  folder = await mkdtemp(join(tmpdir(), 'plantroom-backup-'))
})
afterAll(async () => {
  await product.close()
  await target?.drop()
  await rm(folder, { recursive: true, force: true })
})

const settings = () =>
  href('groupSettings', {
    tenantId,
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
  })

async function rename(name: string): Promise<void> {
  const form = await amelie.get(settings())
  const done = await form.submit(changeForm, { fill: { name } })
  expect(done.status).toBe(200)
}

const namesIn = (records: Awaited<ReturnType<typeof trailOf>>) => [
  ...new Set(records.flatMap(({ after }) => (after as { name?: string } | null)?.name ?? [])),
]

test('a copy made while changes are written has all that were acknowledged before, and a console goes on from it', async () => {
  for (let at = 0; at < before; at += 1) await rename(`Before ${at}`)

  // Signs them.
  await product.keepHouse()

  let isOver = false
  let meanwhile = 0
  const writing = (async () => {
    while (!isOver) {
      await rename(`Meanwhile ${meanwhile}`)
      meanwhile += 1
    }
  })()
  const copy = join(folder, 'copy')
  const made = await backUp(product, copy)
  isOver = true
  await writing
  expect(made.status).toBe(0)
  expect(meanwhile).toBeGreaterThan(0)
  expect((await stat(copy)).mode & 0o077).toBe(0)
  for (const name of await readdir(copy)) expect((await stat(join(copy, name))).mode & 0o077).toBe(0)

  await rename('After')
  await product.stop()
  const restored = join(folder, 'restored')
  await cp(copy, restored, { recursive: true })
  if (onPostgres) {
    target = await newDatabase()
    const child = spawn('pg_restore', ['--no-owner', `--dbname=${target.url}`, join(restored, 'console.dump')], {
      stdio: 'inherit',
    })
    expect((await once(child, 'close'))[0]).toBe(0)
  }
  const there = { ...product, dataDir: restored, databaseUrl: target?.url ?? null }
  const { status, stdout } = await verify(there)
  expect([stdout, status]).toEqual([stdout, 0])

  await product.start({ DATA_DIR: restored, DATABASE_URL: target?.url ?? '' })
  const kept = namesIn(await trailOf(amelie, tenantId))
  expect(kept.filter((name) => name.startsWith('Before'))).toHaveLength(before)
  expect(kept).not.toContain('After')
  await rename('Goes on')
  expect(namesIn(await trailOf(amelie, tenantId))).toContain('Goes on')
  tell('V5', `${before} changes before, ${meanwhile} meanwhile; ${kept.length} names in the copy, 0 flaws`)
})

test('a folder that holds something is left as it is', async () => {
  const { status } = await backUp(product, folder)
  expect(status).toBe(1)
  expect((await readdir(folder)).sort()).toEqual(['copy', 'restored'])
  const file = join(folder, 'copy', 'console.dump')
  const there = onPostgres ? file : join(folder, 'copy', 'console.sqlite')
  const before = await stat(there)
  expect((await backUp(product, there)).status).toBe(1)
  expect((await stat(there)).size).toBe(before.size)
})
