/** The folder of the console's own files, accessible to its owner only. */
import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The data folder is not writable. */
export class UnwritableFolder extends Error {
  constructor(folder: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
    super(code === 'EEXIST' ? `DATA_DIR: ${folder} is not a folder` : `DATA_DIR: cannot write to ${folder} (${code})`, {
      cause,
    })
    this.name = 'UnwritableFolder'
  }
}

/** A file of the folder has unexpected content; the message names it and the remedy. Commands exit 78 on it. */
export class UnusableFile extends Error {
  constructor(file: string, remedy: string, cause?: unknown) {
    super(`${file}: ${remedy}`, { cause })
    this.name = 'UnusableFile'
  }
}

/**
 * Creates the folder when it is missing. Sets the umask of this process, so that its files are accessible to the owner
 * only, and restricts existing files in the same way. Throws `UnwritableFolder` when the folder cannot be created or
 * written.
 */
export function openDataFolder(folder: string): void {
  process.umask(0o077)
  try {
    createFolder(folder)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new UnwritableFolder(folder, error)
  }
  for (const path of [folder, ...ownFilesIn(folder)]) restrictToOwner(path)
}

/** Matched by name, because the folder may contain files of others. */
const ownFolders = new Set(['uploads', 'gfx'])
const ownFile = /^secrets\.json$|\.(?:sqlite(?:-wal|-shm|-journal)?|pem|key|jsonl)$/

function ownFilesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && ownFolders.has(entry.name))
      return [path, ...readdirSync(path).map((name) => join(path, name))]
    return entry.isFile() && ownFile.test(entry.name) ? [path] : []
  })
}

/** Folders that are shared by design (sticky), such as `/tmp`, and files of another user are left unchanged. */
function restrictToOwner(path: string): void {
  const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  const isShared = (mode & 0o1000) !== 0
  if ((mode & 0o077) === 0 || isShared) return
  try {
    chmodSync(path, mode & 0o700)
  } catch (error) {
    if (!['EPERM', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Creates one level at a time: Node's `recursive` never returns where the parent accepts no folders, as in `/proc`. */
function createFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(folder) !== folder) createFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
