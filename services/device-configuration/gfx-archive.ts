/**
 * Inspects an uploaded graphics file: whether it is an archive, whether it is safe to unpack, and its project (domain
 * §5.9).
 */
import { open } from 'node:fs/promises'
import { type Entry, openPromise, validateFileName, type ZipFile } from 'yauzl'
import type { UploadedFile } from '../kit/upload'
import { type GfxProject, isSupportedVersion, ProjectReader } from './gfx-project'

/** Either the message key of a problem or the project. */
export type GfxFacts = { problem: string } | { project: GfxProject }

const maxEntries = 5000
const maxInflated = 500 * 1024 * 1024
const maxMain = 10 * 1024 * 1024
const problem = (rule: string): GfxFacts => ({ problem: `errors.gfx.${rule}` })

class Unfit extends Error {}

/** Reads the whole archive as a stream; at most one entry's window in memory besides Main.xml. */
export async function inspectGfx({ path, name }: UploadedFile): Promise<GfxFacts> {
  if (!/\.(gfx|zip)$/i.test(name)) return problem('extension')
  if (!(await hasZipSignature(path))) return problem('notZip')
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

async function hasZipSignature(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return ['PK\x03\x04', 'PK\x05\x06'].includes(buffer.toString('latin1'))
  } finally {
    await file.close()
  }
}

/**
 * Returns the project of Main.xml, null when it is invalid, undefined when it is missing. Every entry is inflated and
 * discarded, so that none can misstate its size.
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

/** Whether an entry has no absolute or climbing path, no backslash, and is not a link. */
function isSafe({ fileName, externalFileAttributes }: Entry): boolean {
  const isLink = ((externalFileAttributes >>> 16) & 0o170000) === 0o120000
  return validateFileName(fileName) === null && !isLink && !fileName.includes('\0')
}

/** Reads the file piece by piece: other requests are served in between. */
async function readMain(stream: AsyncIterable<unknown>): Promise<GfxProject | null> {
  const reader = new ProjectReader()
  let decoder: TextDecoder | undefined
  let isProject = true
  for await (const chunk of stream) {
    const bytes = chunk as Buffer
    decoder ??= new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8', { fatal: true })
    if (isProject) isProject = isAccepted(() => reader.write(decoder?.decode(bytes, { stream: true }) ?? ''))
  }
  return isProject && isAccepted(() => reader.write(decoder?.decode() ?? '')) ? reader.end() : null
}

/** Whether `read` finished without throwing `NoProject`. */
function isAccepted(read: () => void): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
