/**
 * Files that came with a form, on disk in the data folder, each under a name that only its form and its sender lead
 * to: the next post of the form finds the file again, and nobody else does. An hour later they are gone.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { config } from '~/config.server'
import { type FileLabel, readFileLabel } from './file-field'

/** Whose a file is: a person's, in one form. What a person may keep does not grow with the forms they name. */
export interface Owner {
  person: string
  form: string
}

/** A file of the form that is being worked on. */
export interface KeptFile extends FileLabel {
  /** Where it lies now. */
  path: string
}

/** A file that is arriving. */
export interface ArrivingFile {
  id: string
  /** Where it is written to meanwhile. */
  path: string
  /** Gives it its place, where its field finds it. */
  keep(): Promise<void>
  /** Removes what there is of it. Does nothing once it is kept. */
  drop(): Promise<void>
}

const kept = 60 * 60_000
/** Bytes of all files together, those that are arriving counted as large as they may become. */
const mostKept = 4 * 1024 ** 3
/** Of one person: the oldest goes first. */
const mostOfOne = 4

const folderOf = () => join(config().dataDir, 'uploads')

/** The files that are arriving in this process, by their paths: whose they are, and what they may come to. */
const arriving = new Map<string, { shelf: string; size: number }>()

/** Neither the disk nor the bound on what is kept has room for another file. */
export class NoRoom extends Error {}

/** A place for a file of at most so many bytes. Throws NoRoom when too much is kept, or arriving from one person, already. */
export async function newFile(owner: Owner, maxBytes: number): Promise<ArrivingFile> {
  const folder = folderOf()
  const id = randomUUID()
  const path = join(folder, `${id}.part`)
  const shelf = shelfOf(owner)
  if ([...arriving.values()].filter((one) => one.shelf === shelf).length >= mostOfOne) throw new NoRoom()
  arriving.set(path, { shelf, size: maxBytes })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await dropOldest(owner)
    const there = (await filesIn(folder)).filter((file) => !arriving.has(file.path))
    const sizes = [...there.map(({ size }) => size), ...[...arriving.values()].map(({ size }) => size)]
    if (sizes.reduce((sum, size) => sum + size, 0) > mostKept) throw new NoRoom()
  } catch (error) {
    arriving.delete(path)
    throw error
  }
  return {
    id,
    path,
    async keep() {
      await rename(path, pathOf(owner, id))
      arriving.delete(path)
    },
    async drop() {
      arriving.delete(path)
      await rm(path, { force: true })
    },
  }
}

/** The file a field tells of; null when it is not there, or somebody else's. */
export async function findKeptFile(owner: Owner, value: string): Promise<KeptFile | null> {
  const label = readFileLabel(value)
  if (!label) return null
  const path = pathOf(owner, label.id)
  const found = await stat(path).catch(() => null)
  return found && { ...label, size: found.size, path }
}

export async function dropKeptFile({ path }: KeptFile): Promise<void> {
  await rm(path, { force: true })
}

/** Removes what nobody came back for. */
export async function forgetOldFiles(now = Date.now()): Promise<void> {
  const old = (await filesIn(folderOf())).filter(({ path, at }) => at < now - kept && !arriving.has(path))
  await Promise.all(old.map(({ path }) => rm(path, { force: true })))
}

/** Makes room for one more of the same person's. */
async function dropOldest(owner: Owner): Promise<void> {
  const own = (await filesIn(folderOf())).filter(({ name }) => name.startsWith(shelfOf(owner)))
  const newestFirst = own.sort((one, other) => other.at - one.at)
  await Promise.all(newestFirst.slice(mostOfOne - 1).map(({ path }) => rm(path, { force: true })))
}

function pathOf(owner: Owner, id: string): string {
  return join(folderOf(), `${shelfOf(owner)}${short(`${owner.person} ${owner.form} ${id}`)}`)
}

const shelfOf = ({ person }: Owner) => `${short(person)}-`
const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40)

async function filesIn(folder: string): Promise<{ name: string; path: string; size: number; at: number }[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const facts = await stat(path).catch(() => null)
      return facts ? [{ name, path, size: facts.size, at: facts.mtimeMs }] : []
    }),
  )
  return found.flat()
}
