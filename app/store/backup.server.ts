/**
 * Online backup: copies the store as of one moment to a folder that a console can start from. The embedded store copies
 * itself; PostgreSQL is dumped with pg_dump.
 */
import { spawn } from 'node:child_process'
import {
  closeSync,
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
import { basename, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import Database from 'libsql'
import { UnwritableFolder } from '~/data-folder.server'
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
  /** Names of the files in the folder. */
  files: string[]
  /** The newest record of each tenant in the copy; null for a dump. */
  heads: { tenantId: string; sequence: number; hash: string }[] | null
}

/**
 * Files a console needs besides its store, unless variables replace them. Checkpoints are copied first, so that the
 * copy has none for records that the copied store lacks.
 */
const companionFiles = ['checkpoints.jsonl', 'secrets.json', 'trail-signing-key.pem']

/**
 * Copies the store to a new folder, which appears complete or not at all. Throws `BackupFailed` when the folder is not
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
    for (const name of companionFiles) copyCompanion(join(place.dataDir, name), join(draft, name))
    const heads =
      place.databaseUrl === null
        ? copyDatabase(place.dataDir, draft)
        : await dump(place.databaseUrl, draft, environment)
    for (const name of readdirSync(draft)) syncToDisk(join(draft, name))
    syncToDisk(draft)
    // rmdir fails when another process has put something in the folder meanwhile.
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(draft, folder)
    syncToDisk(dirname(folder))
    return { folder, files: readdirSync(folder).sort(), heads }
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

function copyDatabase(dataDir: string, draft: string): StoreBackup['heads'] {
  const [from, to] = [join(dataDir, 'console.sqlite'), join(draft, 'console.sqlite')]
  if (!existsSync(from)) throw new BackupFailed(`there is no store at ${from}`)
  try {
    const store = new Database(from, { readonly: true, timeout: 30_000 })
    store.prepare('vacuum into ?').run([to])
    store.close()
    const copy = new Database(to, { readonly: true })
    const [verdict] = copy.prepare('pragma quick_check').raw().get() as [string]
    if (verdict !== 'ok') throw new BackupFailed(`the copy is damaged: ${verdict}`)
    const heads = copy.prepare('select tenant_id as tenantId, sequence, hash from chain_head order by tenant_id').all()
    copy.close()
    return heads.map((head) => {
      const { tenantId, sequence, hash } = head as NonNullable<StoreBackup['heads']>[number]
      return { tenantId, sequence, hash }
    })
  } catch (error) {
    if (error instanceof BackupFailed) throw error
    throw new BackupFailed(`the store could not be copied: ${error instanceof Error ? error.message : error}`, error)
  }
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
function syncToDisk(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
