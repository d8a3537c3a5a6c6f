/** The folder of the console's own files. */
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The data folder cannot be written. */
export class UnwritableFolder extends Error {
  constructor(folder: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
    super(`DATA_DIR: cannot write to ${folder} (${code})`, { cause })
    this.name = 'UnwritableFolder'
  }
}

/** Makes the folder where it is missing. Throws UnwritableFolder when it cannot be made or written. */
export function openDataFolder(folder: string): void {
  try {
    make(folder)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new UnwritableFolder(folder, error)
  }
}

/** One level at a time: Node's own `recursive` never returns where the parent takes no folders, as in `/proc`. */
function make(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(folder) !== folder) make(dirname(folder))
  mkdirSync(folder)
}
