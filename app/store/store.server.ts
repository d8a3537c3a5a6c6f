/**
 * The console's own store: sessions, pending sign-ins, idempotency keys and the trail (design §10). Small on
 * purpose; the services own everything else. A file in the data folder, or PostgreSQL where several replicas share
 * it. Never await HTTP inside a transaction.
 */
import { join } from 'node:path'
import { type Dialect as Engine, Kysely, Migrator } from 'kysely'
import { config } from '~/config.server'
import { openDataFolder, UnwritableFolder } from '~/data-folder.server'
import { type Dialect, postgres, sqlite } from './dialect.server'
import { migrations } from './migrations'
import { postgresDialect } from './postgres.server'
import { sqliteDialect } from './sqlite.server'
import { StoreUnavailable } from './store-unavailable'
import type { Tables } from './tables'

/** Where a store is: in PostgreSQL when there is an address, else `console.sqlite` in the folder. */
export interface StorePlace {
  dataDir: string
  databaseUrl: string | null
}

/** The database of `DATABASE_URL` cannot be used. The message holds no secret. */
export class UnreachableDatabase extends Error {
  constructor(cause: unknown) {
    super(`DATABASE_URL: ${reasonOf(cause)}`, { cause })
    this.name = 'UnreachableDatabase'
  }
}

let opened: { place: StorePlace; db: Kysely<Tables> } | undefined

/**
 * Opens the store and brings it up to date; several replicas may do so at once. Opening again is free. Throws
 * UnwritableFolder when the folder or the file cannot be written, UnreachableDatabase when the server cannot be used.
 */
export async function openStore(place: StorePlace = config()): Promise<Kysely<Tables>> {
  if (opened?.place.dataDir === place.dataDir && opened.place.databaseUrl === place.databaseUrl) return opened.db
  await closeStore()
  const db = await connectStore(place)
  opened = { place: { dataDir: place.dataDir, databaseUrl: place.databaseUrl }, db }
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

/** A store of its own beside the open one, brought up to date. Throws as `openStore`. */
export async function connectStore({ dataDir, databaseUrl }: StorePlace): Promise<Kysely<Tables>> {
  if (databaseUrl === null) {
    const db = new Kysely<Tables>({ dialect: fileIn(dataDir) })
    await migrate(db, sqlite)
    return db
  }
  const unhurried = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl, { hurried: false }) })
  try {
    await migrate(unhurried, postgres)
  } catch (error) {
    throw new UnreachableDatabase(error)
  }
  await unhurried.destroy()
  return new Kysely<Tables>({ dialect: postgresDialect(databaseUrl, { hurried: true }) })
}

function fileIn(folder: string): Engine {
  openDataFolder(folder)
  try {
    return sqliteDialect(join(folder, 'console.sqlite'))
  } catch (error) {
    throw new UnwritableFolder(folder, error)
  }
}

/** Whoever comes second waits for the first, and finds nothing left to do. */
async function migrate(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const migrator = new Migrator({ db, provider: migrations(dialect) })
  const { error } = await migrator.migrateToLatest()
  if (!error) return
  await db.destroy()
  throw error instanceof Error ? error : new Error(String(error))
}

function reasonOf(cause: unknown): string {
  const error = cause instanceof StoreUnavailable ? cause.cause : cause
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  return message || code || 'the server does not answer'
}
