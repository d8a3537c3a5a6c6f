/**
 * Reads a multipart form: text fields are bounded, the file is streamed to disk with constant memory and its limit
 * enforced while it arrives. The sender's rights are checked before the first byte of it is stored.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { isFieldName } from '~/door/field-names'
import { mostInPage, sizeInPage } from '~/door/page-size'
import { type FileField, type FileFields, plainFileName, writeFileLabel } from './file-field'
import { NoRoom, newFile, type Owner } from './kept-files.server'
import type { Fields } from './posted'

export interface Received {
  /** Text fields as sent; a file field has the label of its file, or its text. */
  entries: Fields
  /** Message keys of problems with the files, by field. */
  problems: Record<string, string[]>
}

const mostFields = 2_000
/** Bytes of one text field, and of all together; they precede the file. */
const longestField = 2 * 1024 * 1024
const mostText = 4 * 1024 * 1024
/** Bytes of all text fields without a text file: the same limit as for any other form. */
const mostPlainText = 512 * 1024
/** Limit for a sender without the right: only the typed text is returned to them. */
const mostTextOfOthers = 256 * 1024
/** The rest of a form after a refused file is read only below this size, in bytes. */
const smallForm = 2 * 1024 * 1024
/** Time limit for a sender without the right, ms. */
const longestUnknown = 30_000

/**
 * Reads the form. `admit` returns the sender, who owns the file then, or null for a sender without the right; it is
 * called before anything is read. Throws 400 for a malformed form, 408 for a slow sender without the right.
 */
export async function receiveForm(
  request: Request,
  { files, admit }: { files: FileFields; admit: () => Promise<Owner | null> },
): Promise<Received> {
  const announced = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  const owner = await admit()
  const holdsText = Object.values(files).some(({ isText }) => isText)
  const longestText = owner === null ? mostTextOfOthers : holdsText ? mostText : mostPlainText
  const longestInPage = mostInPage.typed + (holdsText ? mostInPage.file : 0)
  const parser = parserFor(request, files)
  const source = Readable.fromWeb((request.body ?? new ReadableStream()) as WebStream)
  const entries: Fields = []
  const taken = new Map<string, string>()
  const problems: Record<string, string[]> = {}
  const work: Promise<void>[] = []
  const streams: BusboyFileStream[] = []
  const mostBytes = Object.values(files).reduce((sum, { maxBytes }) => sum + maxBytes, 2 * mostText)
  let [textSize, pageSize, size] = [0, 0, 0]
  let late: NodeJS.Timeout | undefined

  const parsed = new Promise<void>((resolve, reject) => {
    const unreadable = () => reject(new Response(null, { status: 400 }))
    if (owner === null) late = setTimeout(() => reject(new Response(null, { status: 408 })), longestUnknown)

    parser.on('field', (name, value, _, isCut) => {
      textSize += value.length
      pageSize += sizeInPage(Buffer.from(value))
      if (isCut || textSize > longestText || pageSize > longestInPage || !name || !isFieldName(name)) unreadable()
      else entries.push([name, value])
    })
    parser.on('file', (name, stream, fileName) => {
      stream.on('error', unreadable)
      streams.push(stream)
      const field = name && Object.hasOwn(files, name) ? files[name] : undefined
      // A browser sends an empty part where no file was chosen.
      if (!field || !fileName) stream.resume()
      else work.push(take(name, { field, stream, fileName }).catch(reject))
    })
    parser.on('filesLimit', () => {
      for (const name of Object.keys(files)) problems[name] = ['errors:upload.oneFile']
    })
    parser.on('fieldsLimit', unreadable)
    parser.on('partsLimit', unreadable)
    parser.on('error', unreadable)
    parser.on('finish', resolve)
    source.on('error', unreadable)
    source.on('data', (piece: Buffer) => {
      size += piece.length
      if (size > mostBytes || (size > longestText && streams.length === 0)) unreadable()
    })
    source.pipe(parser)

    async function take(name: string, part: Part): Promise<void> {
      const found: Taken = owner === null ? {} : await takeIn(part, { owner, announced })
      if (found.value !== undefined) taken.set(name, found.value)
      if (found.problem) problems[name] = [found.problem]
      if (!part.stream.readableEnded) {
        if (announced > smallForm) resolve()
        else part.stream.resume()
      }
    }
  })
  try {
    await parsed
    // The form was read to its end; writing to disk may not be finished.
    await Promise.all(work)
  } finally {
    clearTimeout(late)
    source.unpipe(parser)
    source.destroy()
    for (const stream of streams) stream.destroy()
    await Promise.allSettled(work)
  }
  const typed = entries.filter(([name]) => !taken.has(name))
  return { entries: [...typed, ...taken], problems }
}

interface Part {
  field: FileField
  stream: BusboyFileStream
  fileName: string
}

/** The value of a file field, or the message key of why the file was refused. */
interface Taken {
  value?: string
  problem?: string
}

/** Stores a file, within its limits and the space on disk. */
async function takeIn(
  { field, stream, fileName }: Part,
  { owner, announced }: { owner: Owner; announced: number },
): Promise<Taken> {
  const tooLarge = field.tooLarge ?? 'errors:upload.tooLarge'
  if (Number.isFinite(announced) && announced > field.maxBytes + mostText) return { problem: tooLarge }
  try {
    if (!field.isText) return { value: await store(stream, { owner, fileName, maxBytes: field.maxBytes }) }
    const text = await readText(stream, field.maxBytes)
    if (text === null) return { problem: 'errors:upload.encoding' }
    return sizeInPage(Buffer.from(text)) > mostInPage.file ? { problem: tooLarge } : { value: text }
  } catch (error) {
    if (error instanceof TooLarge) return { problem: tooLarge }
    if (isFull(error)) return { problem: 'errors:upload.noRoom' }
    throw error
  }
}

class TooLarge extends Error {}

const isFull = (error: unknown) =>
  error instanceof NoRoom || ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Yields the pieces of a file. Throws TooLarge beyond `maxBytes`. */
async function* atMost(stream: BusboyFileStream, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of stream.iterator({ destroyOnReturn: false })) {
    size += piece.length
    if (size > maxBytes) throw new TooLarge()
    yield piece
  }
}

/** Returns the file as text with the line ends of a posted form; null when it is not UTF-8. */
async function readText(stream: BusboyFileStream, maxBytes: number): Promise<string | null> {
  const pieces: Buffer[] = []
  for await (const piece of atMost(stream, maxBytes)) pieces.push(piece)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
    return text.replace(/\r\n?|\n/g, '\r\n')
  } catch {
    return null
  }
}

/** Streams the file to disk and returns the value of its field. */
async function store(
  stream: BusboyFileStream,
  { owner, fileName, maxBytes }: { owner: Owner; fileName: string; maxBytes: number },
): Promise<string> {
  const file = await newFile(owner, maxBytes)
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    for await (const piece of atMost(stream, maxBytes)) {
      size += piece.length
      hash.update(piece)
      yield piece
    }
  }
  try {
    await pipeline(measured, createWriteStream(file.path, { mode: 0o600 }))
    await file.keep()
    return writeFileLabel({ id: file.id, sha256: hash.digest('hex'), size, name: plainFileName(fileName) })
  } finally {
    await file.drop()
  }
}

function parserFor(request: Request, files: FileFields) {
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const limits = { fields: mostFields, fieldSize: longestField, files: Object.keys(files).length, headerPairs: 20 }
  try {
    return new Busboy({ headers, limits })
  } catch {
    throw new Response(null, { status: 400 })
  }
}
