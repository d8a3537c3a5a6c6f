/** Moves an embedded store to PostgreSQL, all of it or nothing (promise V6). */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { connectStore } from './store.server'
import type { Tables } from './tables'

/** Nothing was moved; the message names the reason. */
export class MoveFailed extends Error {}

export interface MoveSummary {
  tables: { name: string; rows: number }[]
  /** The newest record of each tenant's chain, identical in both stores. */
  heads: { tenantId: string; sequence: number; hash: string }[]
}

type Row = Record<string, unknown>

const batchSize = 500

/**
 * Copies every table in one transaction, and compares rows and chain heads before it commits. Throws `MoveFailed` when
 * the folder has no store, when a console is running on it, when the target is not empty, or when the copied rows
 * differ from the source.
 */
export async function moveStore(folder: string, databaseUrl: string): Promise<MoveSummary> {
  if (!existsSync(join(folder, 'console.sqlite'))) throw new MoveFailed(`There is no console.sqlite in ${folder}`)
  const from = await connectStore({ dataDir: folder, databaseUrl: null })
  try {
    await requireExclusive(from)
    const to = await connectStore({ dataDir: folder, databaseUrl })
    try {
      return await from.transaction().execute((source) => to.transaction().execute((target) => copy(source, target)))
    } finally {
      await to.destroy()
    }
  } finally {
    await from.destroy()
  }
}

/** SQLite leaves WAL mode only while nobody else has the file open, which reveals a running console. */
async function requireExclusive(from: Kysely<Tables>): Promise<void> {
  const inUse = new MoveFailed('The store is in use: stop the console first')
  const result = await sql<{ journal_mode: string }>`pragma journal_mode = delete`.execute(from).catch(() => {
    throw inUse
  })
  if (result.rows[0]?.journal_mode !== 'delete') throw inUse
}

async function copy(source: Kysely<Tables>, target: Kysely<Tables>): Promise<MoveSummary> {
  // SQLite begins a transaction without a lock: this write acquires it, so that no console can start meanwhile.
  await source.deleteFrom('process_lease').where('owner', '=', 'readiness').execute()
  // SQLite's search tables have no counterpart: PostgreSQL has its own index.
  const targetNames = await tableNames(target)
  const names = (await tableNames(source)).filter((name) => targetNames.includes(name))
  for (const name of names) {
    await sql`lock table ${sql.table(name)} in exclusive mode`.execute(target)
    if ((await countOf(target, name)) > 0) throw new MoveFailed(`The target is not empty: it has rows in ${name}`)
  }
  const tables = []
  for (const name of names) tables.push({ name, rows: await copyTable(name, source, target) })
  const heads = await headsOf(source)
  if (JSON.stringify(heads) !== JSON.stringify(await headsOf(target)))
    throw new MoveFailed('The heads of the chains differ: nothing was moved')
  return { tables, heads }
}

async function copyTable(name: string, source: Kysely<Tables>, target: Kysely<Tables>): Promise<number> {
  const expected = new Contents()
  for (let after = 0; ; ) {
    const { rows } = await sql<Row & { place: number }>`
      select rowid as place, * from ${sql.table(name)} where rowid > ${after} order by rowid limit ${batchSize}
    `.execute(source)
    const last = rows.at(-1)
    if (!last) break
    after = last.place
    const values = rows.map(({ place: _, ...row }) => row)
    expected.add(values)
    await target
      .insertInto(name as keyof Tables)
      .values(values as never)
      .execute()
  }
  const actual = await contentsOf(name, target)
  if (expected.sum !== actual.sum || expected.rows !== actual.rows)
    throw new MoveFailed(`${name}: ${actual.rows} of ${expected.rows} rows arrived unchanged; nothing was moved`)
  return actual.rows
}

async function contentsOf(name: string, target: Kysely<Tables>): Promise<Contents> {
  const contents = new Contents()
  await sql`declare arrived no scroll cursor for select * from ${sql.table(name)}`.execute(target)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from arrived`.execute(target)
    if (rows.length === 0) break
    contents.add(rows)
  }
  await sql`close arrived`.execute(target)
  return contents
}

/** A checksum of rows that does not depend on their order. */
class Contents {
  rows = 0
  sum = 0n

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const text = JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
      this.sum += BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
      this.rows += 1
    }
  }
}

async function tableNames(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.map(({ name }) => name).sort()
}

async function countOf(db: Kysely<Tables>, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
  return rows[0]?.count ?? 0
}

async function headsOf(db: Kysely<Tables>): Promise<MoveSummary['heads']> {
  const rows = await db.selectFrom('chain_head').selectAll().orderBy('tenant_id').execute()
  const heads = []
  for (const { tenant_id, sequence, hash } of rows) {
    const last = await db
      .selectFrom('trail')
      .select(['sequence', 'hash'])
      .where('tenant_id', '=', tenant_id)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last && (last.sequence !== sequence || last.hash !== hash))
      throw new MoveFailed(
        `The chain of tenant ${tenant_id} ends with record ${last.sequence}, but its head is ${sequence}`,
      )
    heads.push({ tenantId: tenant_id, sequence, hash })
  }
  return heads
}
