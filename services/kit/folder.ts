/** The data folder, created when it is missing, accessible by its owner only. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Throws the system's error when it cannot be created or written. */
export function createFolder(path: string): void {
  const folder = resolve(path)
  createLevels(folder)
  readdirSync(folder)
  accessSync(folder, constants.W_OK)
}

/** Creates the folders level by level: Node's own recursive mkdir never returns below /proc. */
function createLevels(folder: string): void {
  if (existsSync(folder)) return
  createLevels(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
