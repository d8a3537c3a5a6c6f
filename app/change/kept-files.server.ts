/**
 * Uploaded files in the data folder, each under a name derived from its form and its sender: the next post of the
 * form finds the file again, and no one else does. They are deleted after an hour.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { config } from '~/config.server'
import { type FileLabel, parseFileLabel } from './file-field'

/** The owner of a file: a person, in one form. The limit is per person, whatever the number of forms. */
export interface FileOwner {
  person: string
  form: string
}

/** A stored file of the current form. */
export interface KeptFile extends FileLabel {
  /** Its current path. */
  path: string
}

/** A file that is being received. */
export interface IncomingFile {
  id: string
  /** Its temporary path. */
  path: string
  /** Moves it to its final path, where its field finds it. */
  keep(): Promise<void>
  /** Removes the partial file. Does nothing once it is kept. */
  drop(): Promise<void>
}

const maxAgeMs = 60 * 60_000
/** Bytes of all files, those being received counted at their maximum size. */
const maxTotalBytes = 4 * 1024 ** 3
/** Files per person: the oldest is deleted first. */
const maxPerPerson = 4

const folderOf = () => join(config().dataDir, 'uploads')

/** Files being received by this process, by path, with their owner and maximum size. */
const incoming = new Map<string, { prefix: string; size: number }>()

/** The disk or the limit of stored files has no space for another file. */
export class NoSpace extends Error {}

/**
 * Reserves a file of at most `maxBytes`. Throws NoSpace when too much is stored, or arriving from one person,
 * already.
 */
export async function newFile(owner: FileOwner, maxBytes: number): Promise<IncomingFile> {
  const folder = folderOf()
  const id = randomUUID()
  const path = join(folder, `${id}.part`)
  const prefix = prefixOf(owner)
  if ([...incoming.values()].filter((one) => one.prefix === prefix).length >= maxPerPerson) throw new NoSpace()
  incoming.set(path, { prefix, size: maxBytes })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await dropOldest(owner)
    const stored = (await filesIn(folder)).filter((file) => !incoming.has(file.path))
    const sizes = [...stored.map(({ size }) => size), ...[...incoming.values()].map(({ size }) => size)]
    if (sizes.reduce((sum, size) => sum + size, 0) > maxTotalBytes) throw new NoSpace()
  } catch (error) {
    incoming.delete(path)
    throw error
  }
  return {
    id,
    path,
    async keep() {
      await rename(path, pathOf(owner, id))
      incoming.delete(path)
    },
    async drop() {
      incoming.delete(path)
      await rm(path, { force: true })
    },
  }
}

/** Returns the file named by a field; null when it does not exist or belongs to another person. */
export async function findKeptFile(owner: FileOwner, value: string): Promise<KeptFile | null> {
  const label = parseFileLabel(value)
  if (!label) return null
  const path = pathOf(owner, label.id)
  const stats = await stat(path).catch(() => null)
  return stats && { ...label, sizeBytes: stats.size, path }
}

export async function dropKeptFile({ path }: KeptFile): Promise<void> {
  await rm(path, { force: true })
}

/** Deletes files older than an hour. */
export async function forgetOldFiles(now = Date.now()): Promise<void> {
  const old = (await filesIn(folderOf())).filter(({ path, at }) => at < now - maxAgeMs && !incoming.has(path))
  await Promise.all(old.map(({ path }) => rm(path, { force: true })))
}

/** Deletes the oldest files of a person, to allow one more. */
async function dropOldest(owner: FileOwner): Promise<void> {
  const own = (await filesIn(folderOf())).filter(({ name }) => name.startsWith(prefixOf(owner)))
  const newestFirst = own.sort((one, other) => other.at - one.at)
  await Promise.all(newestFirst.slice(maxPerPerson - 1).map(({ path }) => rm(path, { force: true })))
}

function pathOf(owner: FileOwner, id: string): string {
  return join(folderOf(), `${prefixOf(owner)}${short(`${owner.person} ${owner.form} ${id}`)}`)
}

const prefixOf = ({ person }: FileOwner) => `${short(person)}-`
const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40)

async function filesIn(folder: string): Promise<{ name: string; path: string; size: number; at: number }[]> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const stats = await stat(path).catch(() => null)
      return stats ? [{ name, path, size: stats.size, at: stats.mtimeMs }] : []
    }),
  )
  return files.flat()
}
