/** Looks into an uploaded graphics file: is it an archive, is it safe to unpack, what project does it hold (domain §5.9). */
import { open } from 'node:fs/promises'
import { type Entry, openPromise, validateFileName, type ZipFile } from 'yauzl'
import type { UploadedFile } from '../kit/upload'
import { type GfxProject, isSupportedVersion, ProjectReader } from './gfx-project'

/** Either what is wrong with it, as a message key, or what is inside. */
export type GfxFacts = { problem: string } | { project: GfxProject }

const maxEntries = 5000
const maxInflated = 500 * 1024 * 1024
const maxMain = 10 * 1024 * 1024
const problem = (rule: string): GfxFacts => ({ problem: `errors.gfx.${rule}` })

class Unfit extends Error {}

/** Reads the whole archive as a stream; never more than one entry's window in memory beside Main.xml. */
export async function inspectGfx({ path, name }: UploadedFile): Promise<GfxFacts> {
  if (!/\.(gfx|zip)$/i.test(name)) return problem('extension')
  if (!(await beginsAsZip(path))) return problem('notZip')
  let archive: ZipFile
  try {
    archive = await openPromise(path, { decodeStrings: true, strictFileNames: false, validateEntrySizes: true })
  } catch {
    return problem('notZip')
  }
  try {
    const project = await readEntries(archive)
    if (project === undefined) return problem('mainMissing')
    if (project === null) return problem('mainInvalid')
    if (project.version !== null && !isSupportedVersion(project.version)) return problem('version')
    return { project }
  } catch (error) {
    if (error instanceof Unfit) return problem(error.message)
    const { message = '' } = error as Error
    return problem(/^(absolute path|invalid relative path|invalid characters)/.test(message) ? 'unsafePath' : 'notZip')
  } finally {
    archive.close()
  }
}

async function beginsAsZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return ['PK\x03\x04', 'PK\x05\x06'].includes(buffer.toString('latin1'))
  } finally {
    await file.close()
  }
}

/**
 * Returns the project of Main.xml, null where that is none, undefined without one. Every entry is inflated and thrown
 * away, so that none lies about its size.
 */
async function readEntries(archive: ZipFile): Promise<GfxProject | null | undefined> {
  if (archive.entryCount > maxEntries) throw new Unfit('bomb')
  let project: GfxProject | null | undefined
  let inflated = 0
  for await (const entry of archive.eachEntry()) {
    if (!isSafe(entry)) throw new Unfit('unsafePath')
    inflated += entry.uncompressedSize
    if (inflated > maxInflated) throw new Unfit('bomb')
    if (entry.fileName.endsWith('/')) continue
    if (!entry.canDecodeFileData()) throw new Unfit('notZip')
    const isMain = entry.fileName === 'Main.xml'
    if (isMain && entry.uncompressedSize > maxMain) throw new Unfit('mainInvalid')
    const stream = await archive.openReadStreamPromise(entry)
    if (isMain) project = await readMain(stream)
    else for await (const _ of stream);
  }
  return project
}

/** No absolute or climbing path, no backslash, no link to elsewhere. */
function isSafe({ fileName, externalFileAttributes }: Entry): boolean {
  const isLink = ((externalFileAttributes >>> 16) & 0o170000) === 0o120000
  return validateFileName(fileName) === null && !isLink && !fileName.includes('\0')
}

/** Reads one piece of the file after the other: between two of them whoever else waits is answered. */
async function readMain(stream: AsyncIterable<unknown>): Promise<GfxProject | null> {
  const reader = new ProjectReader()
  let decoder: TextDecoder | undefined
  let isProject = true
  for await (const chunk of stream) {
    const bytes = chunk as Buffer
    decoder ??= new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8', { fatal: true })
    if (isProject) isProject = takes(() => reader.write(decoder?.decode(bytes, { stream: true }) ?? ''))
  }
  return isProject && takes(() => reader.write(decoder?.decode() ?? '')) ? reader.end() : null
}

/** Whether something was taken without a complaint about what it is. */
function takes(read: () => void): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
