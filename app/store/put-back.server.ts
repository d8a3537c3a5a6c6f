/** Puts a copy of `npm run store:backup` back into the data folder, and keeps what it replaces. */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'libsql'
import { openDataFolder } from '~/data-folder.server'
import { companionFiles, syncToDisk } from './backup.server'
import { consoleFile, databaseFiles, graphicsFiles, graphicsFolder, replacedPrefix } from './data-files.server'
import type { StorePlace } from './store.server'

/** Nothing was put back; the message names the reason. */
export class PutBackFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'PutBackFailed'
  }
}

export interface PutBack {
  /** The files that were put back, as paths relative to the data folder. */
  files: string[]
  /** The folder of what was there before; null when there was nothing. */
  replaced: string | null
}

/** Files that SQLite keeps beside a database. They belong to the database they were written with. */
const besideDatabase = ['-wal', '-shm', '-journal']

/**
 * Replaces every SQLite file of the data folder, and the graphics files, by those of a copy. Checkpoints, secrets and
 * signing keys stay where there are some. Throws `PutBackFailed` when the folder is no copy, a file of it is damaged, or
 * a console or its services are running; nothing was changed then.
 */
export function putBackStore({ dataDir, databaseUrl }: StorePlace, from: string): PutBack {
  const source = resolve(from)
  const databases = copiedDatabases(source, databaseUrl)
  for (const name of databases) requireIntact(join(source, name))
  openDataFolder(dataDir)
  for (const name of databaseFiles(dataDir)) requireUnused(join(dataDir, name))

  const graphics = graphicsFiles(source)
  const companions = companionFiles.filter((name) => existsSync(join(source, name)) && !existsSync(join(dataDir, name)))
  const draft = join(dataDir, `.restore-${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  try {
    for (const name of [...databases, ...graphics, ...companions]) copyTo(join(source, name), join(draft, name))
    if (databases.includes(identityFile)) endProviderSessions(join(draft, identityFile))
    const replaced = setAside(dataDir, databaseUrl)
    for (const name of [...databases, ...graphics, ...companions]) {
      mkdirSync(dirname(join(dataDir, name)), { recursive: true, mode: 0o700 })
      renameSync(join(draft, name), join(dataDir, name))
    }
    syncToDisk(dataDir)
    return { files: [...databases, ...graphics, ...companions], replaced }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** The built-in sign-in: its keys, accounts and sessions. */
const identityFile = 'identity.sqlite'

/** Returns the SQLite files of a copy; that of the console only while it keeps its store in a file. */
function copiedDatabases(source: string, databaseUrl: string | null): string[] {
  if (!statSync(source, { throwIfNoEntry: false })?.isDirectory()) throw new PutBackFailed(`${source} is not a folder`)
  const names = databaseFiles(source).filter((name) => name !== consoleFile || databaseUrl === null)
  if (databaseUrl === null && !names.includes(consoleFile))
    throw new PutBackFailed(`${source} is no copy of a store: there is no ${consoleFile} in it`)
  if (names.length === 0) throw new PutBackFailed(`${source} has no files to put back; pg_restore reads its dump`)
  return names
}

function requireIntact(file: string): void {
  try {
    const copy = new Database(file, { readonly: true })
    const [verdict] = copy.prepare('pragma quick_check').raw().get() as [string]
    copy.close()
    if (verdict === 'ok') return
    throw new PutBackFailed(`${file} is damaged: ${verdict}`)
  } catch (error) {
    if (error instanceof PutBackFailed) throw error
    throw new PutBackFailed(`${file} cannot be read: ${error instanceof Error ? error.message : error}`, error)
  }
}

/**
 * Throws when another process has the file open: SQLite leaves WAL mode only without one. A damaged file is in nobody's
 * use.
 */
function requireUnused(file: string): void {
  const inUse = new PutBackFailed(`${file} is in use: stop the console and its services first`)
  let mode: unknown
  try {
    const database = new Database(file, { timeout: 0 })
    try {
      mode = (database.prepare('pragma journal_mode = delete').raw().get() as [unknown])[0]
    } finally {
      database.close()
    }
  } catch (error) {
    if (/^SQLITE_(?:NOTADB|CORRUPT|IOERR)/.test(String((error as { code?: unknown }).code))) return
    throw inUse
  }
  if (mode !== 'delete') throw inUse
}

/** Moves what a copy replaces to a folder of its own, and returns that. */
function setAside(dataDir: string, databaseUrl: string | null): string | null {
  const databases = databaseFiles(dataDir).filter((name) => name !== consoleFile || databaseUrl === null)
  const names = [
    ...databases.flatMap((name) => [name, ...besideDatabase.map((suffix) => name + suffix)]),
    ...(existsSync(join(dataDir, graphicsFolder)) ? [graphicsFolder] : []),
  ].filter((name) => existsSync(join(dataDir, name)))
  if (names.length === 0) return null
  const folder = join(dataDir, replacedPrefix + new Date().toISOString().replaceAll(':', '-'))
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
    renameSync(join(dataDir, name), join(folder, name))
  }
  syncToDisk(folder)
  return folder
}

/** Deletes the sessions and tokens of the built-in sign-in: people may have signed out or lost access since the copy. */
function endProviderSessions(file: string): void {
  const database = new Database(file)
  database.exec('delete from artifact')
  database.close()
}

function copyTo(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  copyFileSync(from, to)
  syncToDisk(to)
}
