/**
 * The console's own store: sessions, pending sign-ins, idempotency keys and the trail (design §10). Small on
 * purpose; the services own everything else. A file in the data folder, or PostgreSQL where several replicas share
 * it. Never await HTTP inside a transaction.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect as Engine, Kysely, Migrator, sql } from 'kysely'
import { config } from '~/config.server'
import { openDataFolder, UnusableFile, UnwritableFolder } from '~/data-folder.server'
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
    const file = join(dataDir, 'console.sqlite')
    const db = new Kysely<Tables>({ dialect: fileIn(dataDir, file) })
    await migrate(db, { dialect: sqlite, name: file }).catch((error) => {
      throw damageIn(file, error) ?? error
    })
    return db
  }
  const unhurried = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl, { hurried: false }) })
  try {
    await migrate(unhurried, { dialect: postgres, name: 'DATABASE_URL' })
  } catch (error) {
    throw error instanceof UnusableFile ? error : new UnreachableDatabase(error)
  }
  await unhurried.destroy()
  return new Kysely<Tables>({ dialect: postgresDialect(databaseUrl, { hurried: true }) })
}

function fileIn(folder: string, file: string): Engine {
  openDataFolder(folder)
  try {
    return sqliteDialect(file)
  } catch (error) {
    throw damageIn(file, error) ?? new UnwritableFolder(folder, error)
  }
}

/** What SQLite says of a file that is no longer what it wrote; null for other trouble. */
function damageIn(file: string, error: unknown): UnusableFile | null {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  const isDamaged = /^SQLITE_(?:NOTADB|CORRUPT|IOERR|CANTOPEN_ISDIR|FORMAT)/.test(code) || isFolder(file)
  return isDamaged
    ? new UnusableFile(
        file,
        `is damaged (${code}); put it back from a backup together with its -wal and -shm files`,
        error,
      )
    : null
}

function isFolder(path: string): boolean {
  return [path, `${path}-wal`, `${path}-shm`].some((one) => statSync(one, { throwIfNoEntry: false })?.isDirectory())
}

/** Whoever comes second waits for the first, and finds nothing left to do. */
async function migrate(db: Kysely<Tables>, { dialect, name }: { dialect: Dialect; name: string }): Promise<void> {
  const provider = migrations(dialect)
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (!error) return
  const unknown = await newerIn(db, Object.keys(await provider.getMigrations())).catch(() => undefined)
  await db.destroy()
  if (unknown) {
    throw new UnusableFile(
      name,
      `holds a store of a newer version (${unknown}); start that version, or put back what was there before`,
      error,
    )
  }
  throw error instanceof Error ? error : new Error(String(error))
}

/** The last step that was taken on a store and that this version does not know. */
async function newerIn(db: Kysely<Tables>, known: string[]): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name).findLast((name) => !known.includes(name))
}

function reasonOf(cause: unknown): string {
  const error = cause instanceof StoreUnavailable ? cause.cause : cause
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  return message || code || 'the server does not answer'
}
