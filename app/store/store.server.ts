/**
 * The console's own store: sessions, pending sign-ins, idempotency keys and the trail (design §10). Small on
 * purpose; the services own everything else. Never await HTTP inside a transaction.
 */
import { join } from 'node:path'
import { Kysely, Migrator } from 'kysely'
import { config } from '~/config.server'
import { openDataFolder, UnwritableFolder } from '~/data-folder.server'
import { sqlite, sqliteDialect } from './dialect.server'
import { migrations } from './migrations'
import type { Tables } from './tables'

let opened: { folder: string; db: Kysely<Tables> } | undefined

/**
 * Opens `console.sqlite` in the data folder and brings it up to date. Opening again is free. Throws
 * UnwritableFolder when the folder or the file cannot be written.
 */
export async function openStore(folder: string = config().dataDir): Promise<Kysely<Tables>> {
  if (opened?.folder === folder) return opened.db
  await closeStore()
  const db = connect(folder)
  await migrate(db)
  opened = { folder, db }
  return db
}

/** The open store. */
export function database(): Kysely<Tables> {
  if (!opened) throw new Error('The store is not open: call openStore() at start')
  return opened.db
}

/** Closes the store; what was acknowledged is on disk already. */
export async function closeStore(): Promise<void> {
  const { db } = opened ?? {}
  opened = undefined
  await db?.destroy()
}

/** Whether a line could be written now: what `/readyz` asks. */
export async function storeIsWritable(): Promise<boolean> {
  try {
    await database()
      .insertInto('process_lease')
      .values({ owner: 'readiness', until: 0 })
      .onConflict((conflict) => conflict.column('owner').doUpdateSet({ until: 0 }))
      .execute()
    return true
  } catch {
    return false
  }
}

function connect(folder: string): Kysely<Tables> {
  openDataFolder(folder)
  try {
    return new Kysely<Tables>({ dialect: sqliteDialect(join(folder, 'console.sqlite')) })
  } catch (error) {
    throw new UnwritableFolder(folder, error)
  }
}

async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: migrations(sqlite) })
  const { error } = await migrator.migrateToLatest()
  if (!error) return
  await db.destroy()
  throw error instanceof Error ? error : new Error(String(error))
}
