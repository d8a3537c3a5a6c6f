/** What somebody who can write to the store does to the trail is found, told, and signed by nobody. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encodePublicKey, keyIdOf, newPrivateKey, privateKeyFrom, publicKeyFrom } from '../../app/ed25519.server'
import { href } from '../../app/hrefs'
import { closeStore, openStore } from '../../app/store/store.server'
import { recordHash } from '../../app/trail/chain.server'
import { chainOf } from '../../app/trail/chain-of.server'
import { type CheckpointLine, signCheckpoint } from '../../app/trail/checkpoint.server'
import { toRow } from '../../app/trail/rows.server'
import { tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { inStore } from '../harness/store'
import type { Visitor } from '../harness/visitor'
import { changeForm, englishReader, trailOf } from './on-record'
import { restoreStore, verify } from './verify'

let product: Console
let amelie: Visitor
let marcus: Visitor
let tenantId: string
let kept: string
let mark: number
let tenantRole = 'user'

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  marcus = await englishReader(product, 'marcus')
  tenantId = tenantIdOf(product.services.world, 'boreal')
  kept = join(product.dataDir, 'checkpoints.jsonl')
  for (let turn = 0; turn < 3; turn += 1) await changeRoles()
})
afterAll(() => product.close())

/** Gives Hugo the other role. */
async function changeRoles(): Promise<void> {
  tenantRole = tenantRole === 'admin' ? 'user' : 'admin'
  const form = await amelie.get(href('userRoles', { tenantId, userId: userIdOf('hugo.lapointe@boreal.example') }))
  const plan = await form.submit(changeForm, { fill: { level: 'tenant', tenantRole } })
  expect((await plan.submit(changeForm, { press: '_stage=apply' })).status).toBe(200)
}

/** One more change, and its checkpoint, which is made when the console stops. */
async function signOneMore(): Promise<void> {
  await product.stop()
  await product.start()
  await changeRoles()
  await product.stop()
}

const operator = async () => (await marcus.get(href('operator', {}))).text
const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
/** What the log says since the last look. */
const logSince = () => product.log().slice(mark)

/** What is in tables and file now; the answer puts it back. */
async function keepStore(): Promise<() => Promise<void>> {
  const file = readFileSync(kept)
  const tables = ['trail', 'trail_state', 'chain_head', 'checkpoint', 'signing_key', 'set_aside'] as const
  const rows = await inStore(product, async (db) =>
    Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())),
  )
  return async () => {
    writeFileSync(kept, file)
    await inStore(product, (db) =>
      db.transaction().execute(async (trx) => {
        for (const [at, table] of tables.entries()) {
          await trx.deleteFrom(table).execute()
          for (const row of rows[at] ?? [])
            await trx
              .insertInto(table)
              .values(row as never)
              .execute()
        }
      }),
    )
  }
}

let restore: () => Promise<void>

beforeEach(async () => {
  await product.stop()
  restore = await keepStore()
  return async () => {
    await product.stop()
    await restore()
  }
})

beforeEach(() => {
  mark = product.log().length
})

/** The chain of the tenant with another reason from a record on, every hash made to fit, and the head with it. */
async function makeAnew(from: number): Promise<void> {
  const db = await openStore(product)
  let previousHash = ''
  for await (const record of chainOf(tenantId)) {
    if (record.sequence >= from) {
      const { hash: _, ...lie } = { ...record, reason: 'Never said', previousHash }
      previousHash = recordHash(lie)
      const { tenant_id, sequence, ...columns } = toRow({ ...lie, hash: previousHash })
      await db
        .updateTable('trail')
        .set(columns)
        .where('tenant_id', '=', tenant_id)
        .where('sequence', '=', sequence)
        .execute()
    } else previousHash = record.hash
  }
  await db.updateTable('chain_head').set({ hash: previousHash }).where('tenant_id', '=', tenantId).execute()
  await db.deleteFrom('checkpoint').execute()
  await closeStore()
}

/** The store as it was before its newest two records, as a copy of that time has it. */
const putBackOlder = () =>
  inStore(product, async (db) => {
    const records = await db
      .selectFrom('trail')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .orderBy('sequence')
      .execute()
    const last = records.at(-3)
    if (!last) throw new Error('Too few records')
    for (const table of ['trail', 'trail_state', 'checkpoint'] as const)
      await db.deleteFrom(table).where('tenant_id', '=', tenantId).where('sequence', '>', last.sequence).execute()
    await db
      .updateTable('chain_head')
      .set({ sequence: last.sequence, hash: last.hash })
      .where('tenant_id', '=', tenantId)
      .execute()
  })

describe('a store that is not the one its kept checkpoints speak for', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['made anew, its checkpoints deleted', () => makeAnew(2), 'checkpoint'],
    ['put back from an older copy', putBackOlder, 'tail'],
  ])(
    '%s, is told at start and to the operator, and is not signed; changes go on',
    async (_, tamper, why) => {
      await tamper()
      const before = linesOf(kept)
      await product.start()
      await expect.poll(logSince, { timeout: 20_000 }).toContain(`(${why})`)
      expect(logSince()).toContain('does not match checkpoints.jsonl at record')
      expect(await operator()).toContain('does not match checkpoints.jsonl')
      await changeRoles()
      await product.stop()
      expect(linesOf(kept)).toEqual(before)
      expect(await verify(product)).toMatchObject({ status: 1, stdout: expect.stringContaining('BROKEN at record') })
    },
    60_000,
  )
})

describe('npm run audit:verify on a store', () => {
  const checkpointsDeleted = (keep: (line: CheckpointLine, place: number) => boolean) => async () => {
    const lines = linesOf(kept).map((line) => JSON.parse(line) as CheckpointLine)
    const left = lines.filter(keep)
    const gone = lines.filter((line) => !left.includes(line))
    writeFileSync(kept, left.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await inStore(product, async (db) => {
      for (const { signature } of gone) await db.deleteFrom('checkpoint').where('signature', '=', signature).execute()
    })
  }
  const stranger = () => {
    const key = publicKeyFrom(privateKeyFrom(newPrivateKey()) as never)
    if (!key) throw new Error('no key')
    return key
  }
  /** Another row, or none, to search the first record by. */
  const inState = (set: Record<string, unknown> | null) => () =>
    inStore(product, async (db) => {
      const mine = db.selectFrom('trail_state').selectAll().where('tenant_id', '=', tenantId)
      const row = await mine.where('sequence', '=', 1).executeTakeFirstOrThrow()
      if (!set?.sequence)
        await db.deleteFrom('trail_state').where('tenant_id', '=', tenantId).where('sequence', '=', 1).execute()
      if (set)
        await db
          .insertInto('trail_state')
          .values({ ...row, ...set })
          .execute()
    })
  const inTrail =
    (set: Record<string, unknown>, sequence = 2) =>
    () =>
      inStore(product, (db) =>
        db.updateTable('trail').set(set).where('tenant_id', '=', tenantId).where('sequence', '=', sequence).execute(),
      )
  /** A copy of a record under another number, or in a tenant without a chain. */
  const forge = (at: (head: number) => { sequence: number; tenant_id?: string }) => () =>
    inStore(product, async (db) => {
      const head = await db
        .selectFrom('chain_head')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .executeTakeFirstOrThrow()
      const row = await db.selectFrom('trail').selectAll().where('sequence', '=', 1).executeTakeFirstOrThrow()
      await db
        .insertInto('trail')
        .values({ ...row, subject_name: 'Forged', ...at(Number(head.sequence)) })
        .execute()
    })

  beforeAll(signOneMore)

  test('nobody touched is whole; given keys count, and options that nothing reads are refused', async () => {
    const whole = await verify(product)
    expect(whole).toMatchObject({ status: 0, stdout: expect.stringContaining(`tenant ${tenantId}: intact`) })
    const pem = join(product.dataDir, 'stranger.pem')
    writeFileSync(pem, stranger().export({ format: 'pem', type: 'spki' }).toString())
    expect(await verify(product, '--key', pem)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('signed by an untrusted key'),
    })
    expect((await verify(product, '--keys', pem)).status).toBe(64)
    expect((await verify(product, '--tenant', tenantId)).status).toBe(0)
  }, 60_000)

  test.each<[string, () => Promise<unknown>, number, string | RegExp]>([
    ['without any checkpoint', checkpointsDeleted(() => false), 3, 'UNSIGNED, anyone can create such a chain'],
    ['without one checkpoint', checkpointsDeleted((_, place) => place > 0), 1, '(missing): its checkpoint is missing'],
    [
      'with another public key',
      () =>
        inStore(product, (db) =>
          db
            .updateTable('signing_key')
            .set({ public_key: encodePublicKey(stranger()) })
            .execute(),
        ),
      1,
      'REPLACED, the public key in the store does not match its id',
    ],
    ['with a row above the head', forge((head) => ({ sequence: head + 1 })), 1, 'FORGED, the console did not write it'],
    ['with a row of number 0', forge(() => ({ sequence: 0 })), 1, 'with the number 0'],
    ['with a row of number −5', forge(() => ({ sequence: -5 })), 1, 'with the number -5'],
    [
      'with a row of a tenant without a chain',
      forge(() => ({ sequence: 1, tenant_id: 'none' })),
      1,
      'tenant none: a row outside',
    ],
    [
      'with another actor inside the JSON',
      inTrail({ actor: '{"id":"x","issuer":"","name":"","role":""}' }),
      1,
      'BROKEN at record 2 (hash)',
    ],
    ['with JSON that is none', inTrail({ calls: '[{' }), 1, 'BROKEN at record 2 (hash)'],
    ['with an actor that is no JSON', inTrail({ actor: 'nobody' }), 1, 'BROKEN at record 2 (hash)'],
    ['with another outcome to filter by', inState({ outcome: 'failed' }), 1, 'MISLED at record 1 (outcome)'],
    ['with other names to search by', inState({ names: 'nobody' }), 1, 'MISLED at record 1 (names)'],
    ['with nothing to search a record by', inState(null), 1, 'MISLED at record 1 (missing)'],
    ['with a search that finds what is no record', inState({ sequence: 2 }), 1, 'MISLED at record 2 (extra)'],
  ])(
    '%s says so',
    async (_, tamper, status, told) => {
      await tamper()
      const found = await verify(product)
      expect(found.stdout).toMatch(typeof told === 'string' ? new RegExp(escaped(told)) : told)
      expect(found.status).toBe(status)
    },
    60_000,
  )

  test('whose row above the head is in the way: it is no record, is shown as what it is, and changes go on', async () => {
    await forge((head) => ({ sequence: head + 1 }))()
    await forge(() => ({ sequence: 0 }))()
    await product.start()
    const before = (await trailOf(amelie, tenantId)).length
    const list = await amelie.get(href('trail', { tenantId }))
    expect(list.text).not.toContain('Forged')
    expect((await amelie.get(href('trailRecord', { tenantId, sequence: String(before + 1) }))).status).toBe(404)
    expect(await operator()).toContain('Rows outside the chains')
    expect(await operator()).toContain('Still in the table')
    await changeRoles()
    const records = await trailOf(amelie, tenantId)
    expect(records.length).toBeGreaterThan(before)
    expect(JSON.stringify(records)).not.toContain('Forged')
    expect(await operator()).toContain('Set aside, because a record needed its number')
    await product.stop()
    const found = await verify(product, '--tenant', tenantId)
    expect(found.stdout).toContain('was set aside')
    expect(found.stdout).toContain('with the number 0, ')
  }, 60_000)
})

describe('a store that was put back from a copy', () => {
  beforeAll(signOneMore)
  beforeEach(putBackOlder)
  const why = ['--reason', 'Copy of the night']

  test('is whole again once whoever put it back has signed so, and goes on', async () => {
    const before = linesOf(kept)
    expect((await restoreStore(product)).status).toBe(3)
    expect(linesOf(kept)).toEqual(before)
    const told = await restoreStore(product, ...why)
    expect(told.status).toBe(0)
    expect(linesOf(kept)).toEqual([...before, told.stdout.trim()])
    const { sequence } = JSON.parse(told.stdout) as CheckpointLine
    expect(sequence).toBeGreaterThan(0)
    expect((await restoreStore(product, ...why)).stdout).toBe('')

    await product.start()
    expect((await marcus.get(href('operator', {}))).address).toMatch(/^\/login/)
    amelie = await englishReader(product, 'amelie')
    marcus = await englishReader(product, 'marcus')
    const shown = await operator()
    expect(shown).toContain('was restored from a copy')
    expect(shown).toContain('Copy of the night')
    expect(shown).not.toContain('does not match checkpoints.jsonl')
    await changeRoles()
    await product.stop()
    expect(linesOf(kept)).toHaveLength(before.length + 2)
    const found = await verify(product)
    expect(found.stdout).toContain(`tenant ${tenantId}: RESTORED from record ${sequence} `)
    expect(found.stdout).toContain('Copy of the night')
    expect(found.status).toBe(0)
    await makeAnew(2)
    expect((await verify(product)).status).toBe(1)
  }, 60_000)

  test('is not whole by the word of somebody without the key', async () => {
    const privateKey = privateKeyFrom(newPrivateKey())
    const publicKey = privateKey && publicKeyFrom(privateKey)
    if (!publicKey) throw new Error('no key')
    const at = new Date().toISOString()
    const restored = { lostUpTo: 99, reason: 'Trust me' }
    const { sequence, hash } = JSON.parse(linesOf(kept)[0] ?? '') as CheckpointLine
    const line = signCheckpoint({ tenantId, sequence, hash, at, keyId: keyIdOf(publicKey), restored }, privateKey)
    const forged = { type: 'checkpoint', ...line, publicKey: encodePublicKey(publicKey) }
    writeFileSync(kept, `${[...linesOf(kept), JSON.stringify(forged)].join('\n')}\n`)
    const found = await verify(product)
    expect(found.status).toBe(1)
    expect(found.stdout).not.toContain('RESTORED')
    await product.start()
    const shown = await operator()
    expect(shown).toContain('does not match checkpoints.jsonl')
    expect(shown).not.toContain('Trust me')
  }, 60_000)

  test('and is broken by itself is no copy', async () => {
    await inStore(product, (db) =>
      db.updateTable('trail').set({ reason: 'Never said' }).where('sequence', '=', 1).execute(),
    )
    const before = linesOf(kept)
    expect((await restoreStore(product, ...why)).status).toBe(1)
    expect(linesOf(kept)).toEqual(before)
  }, 60_000)
})

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
