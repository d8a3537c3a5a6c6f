/**
 * The console's own store: sessions, pending sign-ins, idempotency keys and the trail (design §10). Deliberately small;
 * the services own everything else. A file in the data folder, or PostgreSQL shared by several replicas. Never await
 * HTTP inside a transaction.
 */
import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dialect as Engine, Kysely, Migrator, sql } from 'kysely'
import { config } from '~/config.server'
import { openDataFolder, UnusableFile, UnwritableFolder } from '~/data-folder.server'
import { type Dialect, postgres, sqlite } from './dialect.server'
import { migrations } from './migrations'
import { openThread } from './store-thread.server'
import { StoreUnavailable } from './store-unavailable'
import type { Tables } from './tables'
import { withUnblockedReads } from './unblocked-reads.server'
import { withWriteTraces } from './write-traces.server'

/** Location of a store: PostgreSQL when there is a URL, else `console.sqlite` in the folder. */
export interface StorePlace {
  dataDir: string
  databaseUrl: string | null
}

/** The database of `DATABASE_URL` cannot be used. The message contains no secret. */
export class UnreachableDatabase extends Error {
  constructor(cause: unknown) {
    super(`DATABASE_URL: ${reasonOf(cause)}`, { cause })
    this.name = 'UnreachableDatabase'
  }
}

interface OpenStore {
  place: StorePlace
  db: Kysely<Tables>
  reading: Promise<Kysely<Tables>> | undefined
  /** For single reads while the other connection writes; searches do not use it. */
  beside: Promise<Kysely<Tables>> | undefined
  /** Device and inode of the file, for the embedded store. */
  file: string | null
}

let opened: OpenStore | undefined

/**
 * Opens the store and migrates it; several replicas may do so at once, and opening it again is free. Throws
 * `UnwritableFolder` when the folder or the file cannot be written, `UnreachableDatabase` when the server cannot be
 * used, `UnusableFile` when the store must not be used.
 */
export async function openStore(place: StorePlace = config()): Promise<Kysely<Tables>> {
  if (opened?.place.dataDir === place.dataDir && opened.place.databaseUrl === place.databaseUrl) return opened.db
  await closeStore()
  const db = await connectStore(place)
  const file = place.databaseUrl === null ? await fileIdentity(fileIn(place.dataDir)) : null
  opened = {
    place: { dataDir: place.dataDir, databaseUrl: place.databaseUrl },
    db,
    reading: undefined,
    beside: undefined,
    file,
  }
  return db
}

/** Returns the open store. */
export function database(): Kysely<Tables> {
  if (!opened) throw new Error('The store is not open: call openStore() at start')
  return opened.db
}

/**
 * Returns the open store for slow reads: the embedded store has a separate connection for them, in a thread of its own,
 * so that no page waits for a search.
 */
export function searchDatabase(): Promise<Kysely<Tables>> {
  const store = opened
  if (!store) throw new Error('The store is not open: call openStore() at start')
  if (store.place.databaseUrl !== null) return Promise.resolve(store.db)
  return readerOf(store, 'reading')
}

/** Returns a read-only connection, opened at first use and reopened after an error. */
function readerOf(store: OpenStore, name: 'reading' | 'beside'): Promise<Kysely<Tables>> {
  const reader = store[name] ?? openReader(store.place.dataDir)
  store[name] = reader
  reader.catch(() => {
    store[name] = undefined
  })
  return reader
}

/** Opening a deleted file would create an empty one. */
async function openReader(dataDir: string): Promise<Kysely<Tables>> {
  await requireStoreFile()
  return new Kysely<Tables>({ dialect: await openThread(fileIn(dataDir), { isReader: true }) })
}

/** Closes the store; acknowledged writes are on disk already. */
export async function closeStore(): Promise<void> {
  const { db, reading, beside } = opened ?? {}
  opened = undefined
  for (const reader of [reading, beside]) await (await reader?.catch(() => undefined))?.destroy()
  await db?.destroy()
}

/** Longest wait for the probe write, and how long its result is reused, in milliseconds. */
const maxWriteMs = 3_000
const reuseWriteMs = 500
let lastWrite: { store: unknown; at: number; isWritten: Promise<boolean> } | undefined

/** Returns whether a row can be written and would survive a restart; used by `/readyz`. */
export function isStoreWritable(): Promise<boolean> {
  const now = performance.now()
  const isFresh = lastWrite !== undefined && lastWrite.store === opened && now - lastWrite.at <= reuseWriteMs
  const check = isFresh && lastWrite ? lastWrite : { store: opened, at: now, isWritten: writeProbe() }
  lastWrite = check
  return check.isWritten
}

async function writeProbe(): Promise<boolean> {
  // A new value each time: SQLite writes nothing when nothing changes.
  const until = Date.now()
  const written = requireStoreFile().then(() =>
    database()
      .insertInto('process_lease')
      .values({ owner: 'readiness', until })
      .onConflict((conflict) => conflict.column('owner').doUpdateSet({ until }))
      .execute(),
  )
  let waiting: NodeJS.Timeout | undefined
  const tooLong = new Promise<boolean>((resolve) => {
    waiting = setTimeout(() => resolve(false), maxWriteMs)
  })
  const answer = await Promise.race([
    written.then(
      () => true,
      () => false,
    ),
    tooLong,
  ])
  clearTimeout(waiting)
  return answer
}

/**
 * Throws `StoreUnavailable` when the embedded store's file is no longer the one that was opened: after it is deleted or
 * replaced, everything written to it is lost when the process ends.
 */
export async function requireStoreFile(): Promise<void> {
  if (!opened || opened.place.databaseUrl !== null) return
  const file = fileIn(opened.place.dataDir)
  const now = await fileIdentity(file)
  if (now !== opened.file)
    throw new StoreUnavailable(
      new Error(`${file} was ${now === null ? 'deleted' : 'replaced'}: restore it unchanged, or restart the console`),
    )
}

/** Returns device and inode of a file; null when it does not exist. */
async function fileIdentity(file: string): Promise<string | null> {
  const stats = await stat(file, { bigint: true }).catch(() => null)
  return stats && `${stats.dev} ${stats.ino}`
}

/** Opens and migrates a store independent of the open one. Throws the errors of `openStore`. */
export async function connectStore({ dataDir, databaseUrl }: StorePlace): Promise<Kysely<Tables>> {
  if (databaseUrl === null) {
    const file = fileIn(dataDir)
    // Only the open store has a second connection.
    const beside = () =>
      opened?.file && opened.place.dataDir === dataDir
        ? readerOf(opened, 'beside')
        : Promise.reject(new Error('this is not the open store'))
    const db = new Kysely<Tables>({
      dialect: withUnblockedReads(withWriteTraces(await openEngine(dataDir), 'sqlite'), beside),
    })
    await migrate(db, { dialect: sqlite, name: file }).catch((error) => {
      throw damageError(file, error) ?? error
    })
    return db
  }
  // Its client loads Node's own fetch, which nothing else needs.
  const { postgresDialect } = await import('./postgres.server')
  const migrationDb = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl, { isInteractive: false }) })
  try {
    await migrate(migrationDb, { dialect: postgres, name: 'DATABASE_URL' })
    await requireDurableCommits(migrationDb)
  } catch (error) {
    throw error instanceof UnusableFile ? error : new UnreachableDatabase(error)
  } finally {
    await migrationDb.destroy()
  }
  return new Kysely<Tables>({
    dialect: withWriteTraces(postgresDialect(databaseUrl, { isInteractive: true }), 'postgresql'),
  })
}

const fileIn = (folder: string) => join(folder, 'console.sqlite')

async function openEngine(folder: string): Promise<Engine> {
  openDataFolder(folder)
  const file = fileIn(folder)
  try {
    return await openThread(file)
  } catch (error) {
    throw damageError(file, error) ?? new UnwritableFolder(folder, causeOf(error))
  }
}

/** Returns the error for a damaged file; null for other errors. */
function damageError(file: string, error: unknown): UnusableFile | null {
  const code = String((causeOf(error) as { code?: unknown } | null)?.code ?? '')
  const isDamaged = /^SQLITE_(?:NOTADB|CORRUPT|IOERR|CANTOPEN_ISDIR|FORMAT)/.test(code) || isFolder(file)
  return isDamaged
    ? new UnusableFile(
        file,
        `is damaged (${code}); restore it from a backup together with its -wal and -shm files`,
        error,
      )
    : null
}

/** Returns the cause of a `StoreUnavailable`, and any other error as it is. */
function causeOf(error: unknown): unknown {
  return error instanceof StoreUnavailable ? error.cause : error
}

function isFolder(path: string): boolean {
  return [path, `${path}-wal`, `${path}-shm`].some((one) => statSync(one, { throwIfNoEntry: false })?.isDirectory())
}

/** Each session sets synchronous_commit; a pooler between session and server may reset it. */
async function requireDurableCommits(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ is: string }>`select current_setting('synchronous_commit') as is`.execute(db)
  if (!['on', 'remote_apply'].includes(rows[0]?.is ?? ''))
    throw new UnusableFile(
      'DATABASE_URL',
      `has synchronous_commit ${rows[0]?.is}, so the server confirms commits before they are durable; ` +
        'a pooler in between must keep sessions',
    )
}

/** A second process waits for the first, and then has nothing left to migrate. */
async function migrate(db: Kysely<Tables>, { dialect, name }: { dialect: Dialect; name: string }): Promise<void> {
  const provider = migrations(dialect)
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (!error) return
  const unknown = await unknownMigration(db, Object.keys(await provider.getMigrations())).catch(() => undefined)
  await db.destroy()
  if (unknown) {
    throw new UnusableFile(
      name,
      `contains a store of a newer version (${unknown}); start that version, or restore the previous store`,
      error,
    )
  }
  throw error instanceof Error ? error : new Error(String(error))
}

/** Returns the last applied migration that this version does not know. */
async function unknownMigration(db: Kysely<Tables>, knownNames: string[]): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name).findLast((name) => !knownNames.includes(name))
}

function reasonOf(cause: unknown): string {
  const error = causeOf(cause)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  return message || code || 'the server does not respond'
}
