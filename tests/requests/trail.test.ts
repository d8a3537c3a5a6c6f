/** The trail: nothing is sent that it did not take first, and whatever was done to it afterwards is found. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ChainCheck } from '../../app/audit/chain.server'
import type { TrailRecord } from '../../app/audit/record'
import { chainOf } from '../../app/audit/trail.server'
import { href } from '../../app/hrefs'
import { closeStore, openStore } from '../../app/store/store.server'
import { tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, fieldsOf, trailOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let tenantId: string
const apply = '_stage=apply'

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
})
afterAll(() => product.close())

const person = (name: string) => ({ tenantId, userId: userIdOf(`${name}@boreal.example`) })

async function rolePlan(name: string, tenantRole: string): Promise<Page> {
  const page = await amelie.get(href('userRoles', person(name)))
  return page.submit(changeForm, { fill: { level: 'tenant', tenantRole } })
}

/** The console's own file, from outside. */
function storeFile<T>(work: (file: InstanceType<typeof Database>) => T): T {
  const file = new Database(join(product.dataDir, 'console.sqlite'))
  try {
    return work(file)
  } finally {
    file.close()
  }
}

const refuseRecords = (when = '1') =>
  storeFile((file) =>
    file.exec(`CREATE TRIGGER refuse BEFORE INSERT ON trail WHEN ${when} BEGIN SELECT RAISE(ABORT, 'disk full'); END`),
  )
const takeRecords = () => storeFile((file) => file.exec('DROP TRIGGER IF EXISTS refuse'))

describe('a trail that cannot be written', () => {
  afterEach(() => takeRecords())

  test('keeps a change from being sent, and the form as it was; it heals by itself', async () => {
    const plan = await rolePlan('hugo.lapointe', 'admin')
    const seen = await watch(product, amelie)
    refuseRecords()
    const answer = await plan.submit(changeForm, { press: apply, fill: { reason: 'Kept words' } })
    expect(answer.status).toBe(503)
    expect(answer.text).toContain('The trail cannot be written, so nothing was sent')
    expect(answer.root.querySelector('textarea[name=reason]')?.text.trim()).toBe('Kept words')
    expect(await seen.performed()).toEqual([])
    takeRecords()
    const done = await answer.submit(changeForm, { press: apply })
    expect(done.status).toBe(200)
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    expect((await seen.records())[0]?.reason).toBe('Kept words')
  })

  test('does not turn a refusal into anything else', async () => {
    const seen = await watch(product, amelie)
    const usha = await englishReader(product, 'usha')
    refuseRecords()
    const invalid = await amelie.post(href('userRoles', person('mei.chen')), [
      ['level', 'galaxy'],
      ['tenantRole', 'admin'],
    ])
    expect(invalid.status).toBe(422)
    expect(invalid.root.querySelectorAll('#error-summary a')).toHaveLength(1)
    const denied = await usha.post(href('userRoles', person('mei.chen')), [
      ['level', 'tenant'],
      ['tenantRole', 'admin'],
    ])
    expect(denied.status).toBe(403)
    expect(await seen.performed()).toEqual([])
    expect(product.log()).toContain('a refusal is not on record')
  })

  test('after the sending does not say that it was done, and no second click does it again', async () => {
    const plan = await rolePlan('mei.chen', 'admin')
    const seen = await watch(product, amelie)
    refuseRecords(`NEW.entry = 'outcome'`)
    const fields = new URLSearchParams([...fieldsOf(plan), ['_stage', 'apply']])
    const answer = await amelie.raw('POST', plan.address, { body: fields })
    expect(answer.status).toBe(503)
    expect(await seen.performed()).toHaveLength(2)
    expect(await seen.outcomes()).toEqual(['intent pending'])
    takeRecords()
    const again = await rolePlan('mei.chen', 'admin')
    expect(again.text).toContain('Nothing would change')
    await vi.waitFor(async () => expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done']), {
      timeout: 15_000,
      interval: 200,
    })
    expect(await seen.performed()).toHaveLength(2)
  })

  test('because another process holds it gives up in time, with the form kept', async () => {
    const plan = await rolePlan('sofia.marchetti', 'admin')
    const seen = await watch(product, amelie)
    const holder = new Database(join(product.dataDir, 'console.sqlite'))
    holder.exec('BEGIN IMMEDIATE')
    const answer = await plan.submit(changeForm, { press: apply, fill: { reason: 'Kept words' } })
    holder.exec('ROLLBACK')
    holder.close()
    expect(answer.status).toBe(503)
    expect(await seen.performed()).toEqual([])
    expect(answer.root.querySelector('textarea[name=reason]')?.text.trim()).toBe('Kept words')
    expect(await seen.outcomes()).toEqual([])
  }, 60_000)
})

describe('the stored trail', () => {
  const verify = (...files: string[]) =>
    spawnSync(process.execPath, ['app/commands/run.mjs', 'app/commands/audit-verify.ts', ...files], {
      env: { ...process.env, DATA_DIR: product.dataDir, PUBLIC_ORIGIN: product.origin },
      encoding: 'utf8',
    })

  test('is whole by the command, in the store and as its export', async () => {
    const stored = verify()
    expect(stored.stdout).toMatch(new RegExp(`tenant ${tenantId}: whole, \\d+ records`))
    expect(stored.status).toBe(0)
    const file = join(product.dataDir, 'trail.jsonl')
    const records = await trailOf(amelie, tenantId)
    const write = (lines: TrailRecord[]) => writeFileSync(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
    write(records)
    expect(verify(file)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`whole, ${records.length} records`),
    })
    write(records.with(2, { ...(records[2] as TrailRecord), reason: 'Forged' }))
    expect(verify(file)).toMatchObject({ status: 1, stdout: expect.stringContaining('BROKEN at record 3 (hash)') })
  }, 60_000)

  test('edited in any column is found, and the record is named', async () => {
    await product.stop()
    await openStore(product.dataDir)
    const columns = storeFile((file) => file.prepare('SELECT name FROM pragma_table_info(?)').all('trail')) as {
      name: string
    }[]
    expect(columns.length).toBeGreaterThan(20)
    const missed: string[] = []
    for (const { name } of columns) {
      const before = storeFile((file) =>
        file.prepare(`SELECT "${name}" AS was FROM trail WHERE tenant_id = ? AND sequence = 2`).get(tenantId),
      ) as { was: unknown }
      const set = (value: unknown, where = 'sequence = 2') =>
        storeFile((file) =>
          file.prepare(`UPDATE trail SET "${name}" = ? WHERE tenant_id = ? AND ${where}`).run(value, tenantId),
        )
      if (name === 'tenant_id' || name === 'sequence') continue
      set(otherColumn(before.was))
      if ((await firstWrongStored()) !== 2) missed.push(name)
      set(before.was)
    }
    expect(missed).toEqual([])
    expect(await firstWrongStored()).toBeNull()
    storeFile((file) => file.prepare('DELETE FROM trail WHERE tenant_id = ? AND sequence = 2').run(tenantId))
    expect(await firstWrongStored()).toBe(2)
    await closeStore()
    expect(verify()).toMatchObject({ status: 1, stdout: expect.stringContaining('BROKEN at record 2 (gap)') })
  }, 60_000)

  async function firstWrongStored(): Promise<number | null> {
    const check = new ChainCheck()
    for await (const record of chainOf(tenantId)) {
      const verdict = check.add(record)
      if (verdict && !verdict.ok) return verdict.sequence
    }
    return null
  }
})

/** Something else of the same kind, as somebody who edits would write it. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return `${value}x`
  if (Array.isArray(value)) return [...value, { method: 'DELETE', path: '/', status: 200, ms: 1 }]
  return value === null ? 'x' : { ...(value as object), more: 1 }
}

function otherColumn(stored: unknown): unknown {
  if (typeof stored === 'number') return stored + 1
  if (typeof stored !== 'string') return stored === null ? '1' : stored
  try {
    return JSON.stringify(other(JSON.parse(stored)))
  } catch {
    return `${stored}x`
  }
}
