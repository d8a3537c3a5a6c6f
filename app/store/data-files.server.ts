/**
 * The files of the data folder that belong in a copy of it: every SQLite file, whoever writes it, and the graphics files
 * that the services refer to. The folder may contain other folders, such as copies.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folder, within the data folder, of what a restore replaced. */
export const replacedPrefix = 'before-restore-'

/** The console's own store. */
export const consoleFile = 'console.sqlite'

/** Graphics files, named after their content. */
export const graphicsFolder = 'gfx'

/**
 * Returns every `*.sqlite` of the data folder and of the folders in it, as paths relative to it. Folders with a store of
 * a console are copies, and are left out.
 */
export function databaseFiles(dataDir: string): string[] {
  const entries = readdirSync(dataDir, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && isDatabase(entry.name)).map(({ name }) => name)
  const below = entries.filter((entry) => entry.isDirectory() && isPartOfStore(dataDir, entry.name))
  return [
    ...names,
    ...below.flatMap(({ name: folder }) =>
      readdirSync(join(dataDir, folder), { withFileTypes: true })
        .filter((entry) => entry.isFile() && isDatabase(entry.name))
        .map(({ name }) => join(folder, name)),
    ),
  ].sort()
}

/** Returns the names of the graphics files. */
export function graphicsFiles(dataDir: string): string[] {
  const folder = join(dataDir, graphicsFolder)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.gfx'))
    .map((name) => join(graphicsFolder, name))
}

function isDatabase(name: string): boolean {
  return name.endsWith('.sqlite') && !name.startsWith('.')
}

function isPartOfStore(dataDir: string, folder: string): boolean {
  const isOther = folder.startsWith('.') || folder.startsWith(replacedPrefix)
  return !isOther && !existsSync(join(dataDir, folder, consoleFile))
}
