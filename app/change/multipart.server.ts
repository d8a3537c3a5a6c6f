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
import { bytesInPage, maxInPageBytes } from '~/door/page-size'
import { type FileField, type FileFields, formatFileLabel, plainFileName } from './file-field'
import { type FileOwner, NoSpace, newFile } from './kept-files.server'
import type { PostedFields } from './posted'

export interface MultipartForm {
  /** Text fields as sent; a file field has the label of its file, or its text. */
  entries: PostedFields
  /** Message keys of problems with the files, by field. */
  problems: Record<string, string[]>
}

const maxFields = 2_000
/** Bytes of one text field, and of all together; they precede the file. */
const maxFieldBytes = 2 * 1024 * 1024
const maxTextBytes = 4 * 1024 * 1024
/** Bytes of all text fields without a text file: the same limit as for any other form. */
const maxPlainTextBytes = 512 * 1024
/** Limits for a sender without the right: only the typed text is returned to them. */
const maxDeniedTextBytes = 256 * 1024
const maxTypistTextBytes = 1_536 * 1024
/** The rest of a form after a refused file is read only below this size, in bytes. */
const smallFormBytes = 2 * 1024 * 1024
/** Time limit for a sender without the right, ms. */
const maxDeniedMs = 30_000

/**
 * The sender of a form: the owner of its file; a known person who may have the right but is signed out, or whose rights
 * cannot be read, and gets back what they typed, the text of a file included; or null without the right.
 */
export type FormSender = FileOwner | 'typist' | null

/**
 * Reads the form. `admit` returns the sender; it is called before anything is read. Throws 400 for a malformed form, 408
 * for a slow sender who is not the owner.
 */
export async function receiveForm(
  request: Request,
  { files, admit }: { files: FileFields; admit: () => Promise<FormSender> },
): Promise<MultipartForm> {
  const contentLength = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  const sender = await admit()
  const owner = sender === 'typist' ? null : sender
  const hasTextFile = Object.values(files).some(({ isText }) => isText)
  const maxTotalTextBytes = maxTextBytesOf(sender, hasTextFile)
  const maxFormInPageBytes = maxInPageBytes.typed + (hasTextFile ? maxInPageBytes.file : 0)
  const parser = parserFor(request, files)
  const source = Readable.fromWeb((request.body ?? new ReadableStream()) as WebStream)
  const entries: PostedFields = []
  const fileValues = new Map<string, string>()
  const problems: Record<string, string[]> = {}
  const work: Promise<void>[] = []
  const streams: BusboyFileStream[] = []
  const maxBodyBytes = Object.values(files).reduce((sum, { maxBytes }) => sum + maxBytes, 2 * maxTextBytes)
  let [textSize, pageSize, size] = [0, 0, 0]
  let timer: NodeJS.Timeout | undefined

  const parsed = new Promise<void>((resolve, reject) => {
    const unreadable = () => reject(new Response(null, { status: 400 }))
    if (owner === null) timer = setTimeout(() => reject(new Response(null, { status: 408 })), maxDeniedMs)

    parser.on('field', (name, value, _, isCut) => {
      textSize += value.length
      pageSize += bytesInPage(Buffer.from(value))
      if (isCut || textSize > maxTotalTextBytes || pageSize > maxFormInPageBytes || !name || !isFieldName(name))
        unreadable()
      else entries.push([name, value])
    })
    parser.on('file', (name, stream, fileName) => {
      stream.on('error', unreadable)
      streams.push(stream)
      const field = name && Object.hasOwn(files, name) ? files[name] : undefined
      // A browser sends an empty part where no file was chosen.
      if (!field || !fileName) stream.resume()
      else work.push(receiveFile(name, { field, stream, fileName }).catch(reject))
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
      if (size > maxBodyBytes || (size > maxTotalTextBytes && streams.length === 0)) unreadable()
    })
    source.pipe(parser)

    async function receiveFile(name: string, part: Part): Promise<void> {
      const result: FileResult = sender === null ? {} : await acceptFile(part, { owner, contentLength })
      if (result.value !== undefined) fileValues.set(name, result.value)
      if (result.problem) problems[name] = [result.problem]
      if (!part.stream.readableEnded) {
        if (contentLength > smallFormBytes) resolve()
        else part.stream.resume()
      }
    }
  })
  try {
    await parsed
    // The form was read to its end; writing to disk may not be finished.
    await Promise.all(work)
  } finally {
    clearTimeout(timer)
    source.unpipe(parser)
    source.destroy()
    for (const stream of streams) stream.destroy()
    await Promise.allSettled(work)
  }
  const typed = entries.filter(([name]) => !fileValues.has(name))
  return { entries: [...typed, ...fileValues], problems }
}

/** Returns the limit of bytes of all text fields together. */
function maxTextBytesOf(sender: FormSender, hasTextFile: boolean): number {
  if (sender === null) return maxDeniedTextBytes
  if (!hasTextFile) return maxPlainTextBytes
  return sender === 'typist' ? maxTypistTextBytes : maxTextBytes
}

interface Part {
  field: FileField
  stream: BusboyFileStream
  fileName: string
}

/** The value of a file field, or the message key of why the file was refused. */
interface FileResult {
  value?: string
  problem?: string
}

/** Stores a file of its owner, or reads its text, within its limits and the space on disk. */
async function acceptFile(
  { field, stream, fileName }: Part,
  { owner, contentLength }: { owner: FileOwner | null; contentLength: number },
): Promise<FileResult> {
  const tooLarge = field.tooLarge ?? 'errors:upload.tooLarge'
  if (Number.isFinite(contentLength) && contentLength > field.maxBytes + maxTextBytes) return { problem: tooLarge }
  try {
    if (!field.isText) return owner ? { value: await store(stream, { owner, fileName, maxBytes: field.maxBytes }) } : {}
    const text = await readText(stream, field.maxBytes)
    if (text === null) return { problem: 'errors:upload.encoding' }
    return bytesInPage(Buffer.from(text)) > maxInPageBytes.file ? { problem: tooLarge } : { value: text }
  } catch (error) {
    if (error instanceof TooLarge) return { problem: tooLarge }
    if (isDiskFull(error)) return { problem: 'errors:upload.noRoom' }
    throw error
  }
}

class TooLarge extends Error {}

const isDiskFull = (error: unknown) =>
  error instanceof NoSpace || ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Yields the pieces of a file. Throws TooLarge beyond `maxBytes`. */
async function* limitedTo(stream: BusboyFileStream, maxBytes: number): AsyncGenerator<Buffer> {
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
  for await (const piece of limitedTo(stream, maxBytes)) pieces.push(piece)
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
  { owner, fileName, maxBytes }: { owner: FileOwner; fileName: string; maxBytes: number },
): Promise<string> {
  const file = await newFile(owner, maxBytes)
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* measured() {
    for await (const piece of limitedTo(stream, maxBytes)) {
      sizeBytes += piece.length
      hash.update(piece)
      yield piece
    }
  }
  try {
    await pipeline(measured, createWriteStream(file.path, { mode: 0o600 }))
    await file.keep()
    return formatFileLabel({ id: file.id, sha256: hash.digest('hex'), sizeBytes, name: plainFileName(fileName) })
  } finally {
    await file.drop()
  }
}

function parserFor(request: Request, files: FileFields) {
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const limits = { fields: maxFields, fieldSize: maxFieldBytes, files: Object.keys(files).length, headerPairs: 20 }
  try {
    return new Busboy({ headers, limits })
  } catch {
    throw new Response(null, { status: 400 })
  }
}
