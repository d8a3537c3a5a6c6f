/**
 * Online backup: copies the data folder to a folder that a console and its services can start from. Every SQLite file
 * copies itself as of one moment; PostgreSQL is dumped with pg_dump.
 */
import { spawn } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import Database from 'libsql'
import { UnwritableFolder } from '~/data-folder.server'
import { consoleFile, databaseFiles, graphicsFiles } from './data-files.server'
import type { StorePlace } from './store.server'

/** Nothing was copied; the message names the reason. */
export class BackupFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'BackupFailed'
  }
}

export interface StoreBackup {
  folder: string
  /** The files in the folder, as paths relative to it. */
  files: string[]
  /** The newest record of each tenant in the copy; null for a dump. */
  heads: { tenantId: string; sequence: number; hash: string }[] | null
}

/**
 * Files a console needs besides its store, unless variables replace them. Checkpoints are copied before the store, so
 * that the copy has none for records that the copied store lacks.
 */
export const companionFiles = ['checkpoints.jsonl', 'secrets.json', 'trail-signing-key.pem']

/**
 * Copies the store to a new folder, which appears complete or not at all. What the services hold is copied before the
 * console's store, so that the copied trail has a record of every change in the copy. Throws `BackupFailed` when the folder is not
 * empty, the store cannot be read, or the copy fails its check. `environment` is that of pg_dump.
 */
export async function backUpStore(place: StorePlace, to: string, environment: NodeJS.ProcessEnv): Promise<StoreBackup> {
  const folder = resolve(to)
  if (existsSync(folder) && !(statSync(folder).isDirectory() && readdirSync(folder).length === 0))
    throw new BackupFailed(`${folder} is not empty: name a folder that does not exist yet`)
  const draft = join(dirname(folder), `.${basename(folder)}.part-${process.pid}`)
  try {
    mkdirSync(draft, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new UnwritableFolder(draft, error)
  }
  try {
    for (const name of databaseFiles(place.dataDir)) if (name !== consoleFile) copyDatabase(name, place.dataDir, draft)
    for (const name of graphicsFiles(place.dataDir)) copyGraphics(join(place.dataDir, name), join(draft, name))
    for (const name of companionFiles) copyCompanion(join(place.dataDir, name), join(draft, name))
    const heads =
      place.databaseUrl === null
        ? copyConsoleStore(place.dataDir, draft)
        : await dump(place.databaseUrl, draft, environment)
    const files = filesIn(draft)
    for (const name of files) syncToDisk(join(draft, name))
    for (const name of new Set(files.map(dirname))) syncToDisk(join(draft, name))
    syncToDisk(draft)
    // rmdir fails when another process has put something in the folder meanwhile.
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(draft, folder)
    syncToDisk(dirname(folder))
    return { folder, files, heads }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** A .jsonl file may be in the middle of a write: an incomplete last line is left out. */
function copyCompanion(from: string, to: string): void {
  if (!existsSync(from)) return
  const content = readFileSync(from, 'utf8')
  writeFileSync(to, from.endsWith('.jsonl') ? content.slice(0, content.lastIndexOf('\n') + 1) : content, {
    mode: 0o600,
  })
}

/** A file that was deleted since the services' records were copied belongs to none of them any more. */
function copyGraphics(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    copyFileSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Returns every file of a folder and of the folders in it, as sorted paths relative to it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/** Copies a SQLite file as of one moment, with its row ids, and checks the copy. */
function copyDatabase(name: string, dataDir: string, draft: string): void {
  const to = join(draft, name)
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    const source = new Database(join(dataDir, name), { readonly: true, timeout: 30_000 })
    source.prepare('vacuum into ?').run([to])
    source.close()
    const copy = new Database(to, { readonly: true })
    const [verdict] = copy.prepare('pragma quick_check').raw().get() as [string]
    copy.close()
    if (verdict !== 'ok') throw new BackupFailed(`the copy of ${name} is damaged: ${verdict}`)
  } catch (error) {
    if (error instanceof BackupFailed) throw error
    throw new BackupFailed(`${name} could not be copied: ${error instanceof Error ? error.message : error}`, error)
  }
}

function copyConsoleStore(dataDir: string, draft: string): StoreBackup['heads'] {
  const from = join(dataDir, consoleFile)
  if (!existsSync(from)) throw new BackupFailed(`there is no store at ${from}`)
  copyDatabase(consoleFile, dataDir, draft)
  const copy = new Database(join(draft, consoleFile), { readonly: true })
  const heads = copy.prepare('select tenant_id as tenantId, sequence, hash from chain_head order by tenant_id').all()
  copy.close()
  return heads.map((head) => {
    const { tenantId, sequence, hash } = head as NonNullable<StoreBackup['heads']>[number]
    return { tenantId, sequence, hash }
  })
}

/** Runs pg_dump; the password is in the environment, so that the process list does not show it. */
async function dump(databaseUrl: string, draft: string, environment: NodeJS.ProcessEnv): Promise<null> {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password) || url.searchParams.get('password')
  url.password = ''
  url.searchParams.delete('password')
  const to = join(draft, 'console.dump')
  const child = spawn('pg_dump', ['--format=custom', '--no-owner', `--file=${to}`, url.href], {
    env: { ...environment, ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<number | null>((done, failed) => {
    child.once('error', failed)
    child.once('close', done)
  })
  const [stderr, code] = await Promise.all([text(child.stderr), ended]).catch((error) => {
    throw new BackupFailed(
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'pg_dump is not on the PATH: install the PostgreSQL client, or back up the database with its own tools'
        : String(error),
      error,
    )
  })
  if (code !== 0) throw new BackupFailed(`pg_dump exited with ${code}: ${stderr.trim()}`)
  return null
}

/** Flushes a file or folder to disk. */
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
