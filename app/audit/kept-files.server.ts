/**
 * Files that came with a form, on disk in the data folder: named by whose they are and by what is in them, so that
 * the next post of the same form finds the file again and nobody else can. An hour later they are gone.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { config } from '~/config.server'
import { type FileLabel, readFileLabel } from './file-field'

/** A file of the form that is being worked on. */
export interface KeptFile extends FileLabel {
  /** Where it lies now. */
  path: string
}

const kept = 60 * 60_000
/** Bytes of all kept files together. */
const mostKept = 2 * 1024 ** 3

const folderOf = () => join(config().dataDir, 'uploads')

/** A path nobody else writes to. Throws NoRoom when too much is kept already. */
export async function newFilePath(): Promise<string> {
  const folder = folderOf()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const sizes = await Promise.all((await filesIn(folder)).map(({ size }) => size))
  if (sizes.reduce((sum, size) => sum + size, 0) > mostKept) throw new NoRoom()
  return join(folder, `${randomUUID()}.part`)
}

/** Neither the disk nor the bound on what is kept has room for another file. */
export class NoRoom extends Error {}

/** Gives a received file its place, where its field finds it. */
export async function keepFile(owner: string, partPath: string, { sha256 }: FileLabel): Promise<void> {
  await rename(partPath, pathOf(owner, sha256))
}

/** The file a field tells of; null when it is not there, or somebody else's. */
export async function findKeptFile(owner: string, value: string): Promise<KeptFile | null> {
  const label = readFileLabel(value)
  if (!label) return null
  const path = pathOf(owner, label.sha256)
  const found = await stat(path).catch(() => null)
  if (!found) return null
  const now = new Date()
  await utimes(path, now, now)
  return { ...label, size: found.size, path }
}

export async function dropKeptFile({ path }: KeptFile): Promise<void> {
  await rm(path, { force: true })
}

/** Removes what nobody came back for. */
export async function forgetOldFiles(now = Date.now()): Promise<void> {
  const old = (await filesIn(folderOf())).filter(({ at }) => at < now - kept)
  await Promise.all(old.map(({ path }) => rm(path, { force: true })))
}

function pathOf(owner: string, sha256: string): string {
  return join(folderOf(), createHash('sha256').update(`${owner} ${sha256}`).digest('hex'))
}

async function filesIn(folder: string): Promise<{ path: string; size: number; at: number }[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const facts = await stat(path).catch(() => null)
      return facts ? [{ path, size: facts.size, at: facts.mtimeMs }] : []
    }),
  )
  return found.flat()
}
