/** Looks into an uploaded graphics file: is it an archive, is it safe to unpack, what project does it hold (domain §5.9). */
import { open } from 'node:fs/promises'
import { type Entry, openPromise, validateFileName, type ZipFile } from 'yauzl'
import type { UploadedFile } from '../kit/upload'
import { type GfxProject, isSupportedVersion, readProject } from './gfx-project'

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
    const main = await readEntries(archive)
    if (main === null) return problem('mainMissing')
    const project = readProject(main)
    if (!project) return problem('mainInvalid')
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

/** Main.xml as text, null without it. Every entry is inflated and thrown away, so that none lies about its size. */
async function readEntries(archive: ZipFile): Promise<string | null> {
  if (archive.entryCount > maxEntries) throw new Unfit('bomb')
  let main: string | null = null
  let inflated = 0
  for await (const entry of archive.eachEntry()) {
    if (!isSafe(entry)) throw new Unfit('unsafePath')
    inflated += entry.uncompressedSize
    if (inflated > maxInflated) throw new Unfit('bomb')
    if (entry.fileName.endsWith('/')) continue
    if (!entry.canDecodeFileData()) throw new Unfit('notZip')
    const isMain = entry.fileName === 'Main.xml'
    if (isMain && entry.uncompressedSize > maxMain) throw new Unfit('mainInvalid')
    const bytes = await inflate(archive, entry, isMain)
    if (isMain) main = decoded(bytes)
  }
  return main
}

/** No absolute or climbing path, no backslash, no link to elsewhere. */
function isSafe({ fileName, externalFileAttributes }: Entry): boolean {
  const isLink = ((externalFileAttributes >>> 16) & 0o170000) === 0o120000
  return validateFileName(fileName) === null && !isLink && !fileName.includes('\0')
}

async function inflate(archive: ZipFile, entry: Entry, keep: boolean): Promise<Buffer> {
  const kept: Buffer[] = []
  for await (const chunk of await archive.openReadStreamPromise(entry)) if (keep) kept.push(chunk as Buffer)
  return Buffer.concat(kept)
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Unfit('mainInvalid')
  }
}
