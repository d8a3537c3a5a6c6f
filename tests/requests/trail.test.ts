/** The trail: nothing is sent that it did not take first, and whatever was done to it afterwards is found. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { closeStore, openStore } from '../../app/store/store.server'
import { ChainCheck } from '../../app/trail/chain.server'
import { chainOf } from '../../app/trail/chain-of.server'
import type { TrailRecord } from '../../app/trail/record'
import { tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { refuseRecords, takeRecords, whileHeld } from '../harness/store'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, fieldsOf, trailOf, watch } from './on-record'
import { verify } from './verify'

let product: Console
let amelie: Visitor
let tenantId: string
const apply = '_stage=apply'

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
})
afterAll(() => product.close())

const person = (name: string) => ({ tenantId, userId: userIdOf(`${name}@boreal.example`) })

async function rolePlan(name: string, tenantRole: string): Promise<Page> {
  const page = await amelie.get(href('userRoles', person(name)))
  return page.submit(changeForm, { fill: { level: 'tenant', tenantRole } })
}

describe('a trail that cannot be written', () => {
  afterEach(() => takeRecords(product))

  test('keeps a change from being sent, and the form as it was; it heals by itself', async () => {
    const plan = await rolePlan('hugo.lapointe', 'admin')
    const seen = await watch(product, amelie)
    await refuseRecords(product)
    const answer = await plan.submit(changeForm, { press: apply, fill: { reason: 'Kept words' } })
    expect(answer.status).toBe(503)
    expect(answer.text).toContain('The audit trail cannot be written, so nothing was sent')
    expect(answer.root.querySelector('textarea[name=reason]')?.text.trim()).toBe('Kept words')
    expect(await seen.performed()).toEqual([])
    await takeRecords(product)
    const done = await answer.submit(changeForm, { press: apply })
    expect(done.status).toBe(200)
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    expect((await seen.records())[0]?.reason).toBe('Kept words')
  })

  test('does not turn a refusal into anything else', async () => {
    const seen = await watch(product, amelie)
    const usha = await englishReader(product, 'usha')
    await refuseRecords(product)
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
    expect(product.log()).toContain('a refusal could not be recorded')
  })

  test('after the sending does not say that it was done, and no second click does it again', async () => {
    const plan = await rolePlan('mei.chen', 'admin')
    const seen = await watch(product, amelie)
    await refuseRecords(product, `NEW.entry = 'outcome'`)
    const answer = await amelie.post(plan.address, [...fieldsOf(plan), ['_stage', 'apply']])
    expect(answer.address).toContain('/changes/')
    expect(answer.text).toContain('This change is still in progress')
    expect(answer.text).toContain('0 of 1 done')
    expect(await seen.performed()).toHaveLength(2)
    expect(await seen.outcomes()).toEqual(['intent pending'])
    await takeRecords(product)
    const again = await rolePlan('mei.chen', 'admin')
    expect(again.text).toContain('Nothing would change')
    await product.keepHouse()
    await vi.waitFor(async () => expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done']), {
      timeout: 15_000,
      interval: 100,
    })
    expect(await seen.performed()).toHaveLength(2)
  })

  test('because another process holds it gives up in time, with the form kept', async () => {
    const plan = await rolePlan('sofia.marchetti', 'admin')
    const seen = await watch(product, amelie)
    const answer = await whileHeld(product, () =>
      plan.submit(changeForm, { press: apply, fill: { reason: 'Kept words' } }),
    )
    expect(answer.status).toBe(503)
    expect(await seen.performed()).toEqual([])
    expect(answer.root.querySelector('textarea[name=reason]')?.text.trim()).toBe('Kept words')
    expect(await seen.outcomes()).toEqual([])
  }, 60_000)
})

describe('the stored trail', () => {
  test('is whole by the command, in the store and as its export', async () => {
    // Stopping signs every head.
    await product.stop()
    await product.start()
    const stored = await verify(product)
    expect(stored.stdout).toMatch(new RegExp(`tenant ${tenantId}: intact, \\d+ records`))
    expect(stored.status).toBe(0)
    const file = join(product.dataDir, 'trail.jsonl')
    const records = await trailOf(amelie, tenantId)
    const write = (lines: TrailRecord[]) => writeFileSync(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
    write(records)
    expect(await verify(product, file)).toMatchObject({
      status: 3,
      stdout: expect.stringMatching(new RegExp(`intact, ${records.length} records, .*UNSIGNED`)),
    })
    write(records.with(2, { ...(records[2] as TrailRecord), reason: 'Forged' }))
    expect(await verify(product, file)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('BROKEN at record 3 (hash)'),
    })
  }, 60_000)

  test('edited in any column is found, and the record is named', async () => {
    await product.stop()
    const db = await openStore(product)
    const columns = (await db.introspection.getTables()).find(({ name }) => name === 'trail')?.columns ?? []
    expect(columns.length).toBeGreaterThan(20)
    const missed: string[] = []
    for (const { name } of columns) {
      if (name === 'tenant_id' || name === 'sequence') continue
      const column = sql.ref(name)
      const second = sql`tenant_id = ${tenantId} and sequence = 2`
      const stored = await sql<{ was: unknown }>`select ${column} as was from trail where ${second}`.execute(db)
      const was = stored.rows[0]?.was
      const set = (value: unknown) => sql`update trail set ${column} = ${value} where ${second}`.execute(db)
      await set(otherColumn(was))
      if ((await firstWrongStored()) !== 2) missed.push(name)
      await set(was)
    }
    expect(missed).toEqual([])
    expect(await firstWrongStored()).toBeNull()
    await db.deleteFrom('trail').where('tenant_id', '=', tenantId).where('sequence', '=', 2).execute()
    expect(await firstWrongStored()).toBe(2)
    await closeStore()
    expect(await verify(product)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('BROKEN at record 2 (gap)'),
    })
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
