/**
 * Files that arrive as multipart/form-data: streamed to disk in constant memory, limits enforced on the way (design
 * §11).
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../contracts/endpoint'
import { toNfc } from '../contracts/plain-text'
import { ApiError, fail } from './api-error'
import { createFolder } from './folder'
import type { ServiceSettings } from './settings'

/** A received file. Its copy on disk is deleted after the reply unless the handler moved it. */
export interface UploadedFile {
  /** Its current path. */
  path: string
  /** The sender's file name, without folders. */
  name: string
  /** Bytes. */
  size: number
  /** Hexadecimal. */
  sha256: string
}

export interface ReceivedUpload {
  file: UploadedFile
  /** The text fields; a repeated one is a list. */
  fields: Record<string, string | string[]>
}

type Upload = NonNullable<AnyEndpoint['upload']>
type Fields = ReceivedUpload['fields']

const maxFields = 200
const maxFieldBytes = 10_000

/**
 * Receives a form with one file. Throws 4006 for other content types, 4002 or 4000 for a broken form or another number
 * of files, and 4007 for a file larger than `maxBytes`, as soon as that is known. `admit` gets the text fields before
 * the file, and may throw.
 */
export async function receiveUpload(
  settings: ServiceSettings,
  request: FastifyRequest,
  { upload, admit }: { upload: Upload; admit: (fields: Fields) => void },
): Promise<ReceivedUpload> {
  const { maxBytes } = upload
  if (!request.isMultipart()) fail(4006, { status: 415 })
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + maxFields * maxFieldBytes) throw tooLarge(upload)
  const fields = new Map<string, string[]>()
  let file: UploadedFile | undefined
  try {
    const limits = { files: 1, fileSize: maxBytes, fields: maxFields, fieldSize: maxFieldBytes }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        admit(fieldsOf(fields))
        file = await storeFile(settings, part)
      }
      if (part.type === 'field') fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), String(part.value)])
    }
    if (!file) fail(4000, { errors: { file: 'errors.field.required' } })
  } catch (error) {
    if (file) await discard(file)
    throw toUploadError(error, upload)
  }
  return { file, fields: fieldsOf(fields) }
}

const fieldsOf = (fields: ReadonlyMap<string, string[]>): Fields =>
  Object.fromEntries([...fields].map(([name, [first = '', ...more]]) => [name, more.length ? [first, ...more] : first]))

const folderOf = ({ dataDir }: Pick<ServiceSettings, 'dataDir'>) => join(dataDir, 'uploads')

/** Deletes files of calls that a killed process never finished. */
export function clearUploads(settings: ServiceSettings): void {
  rmSync(folderOf(settings), { recursive: true, force: true })
}

/** Deletes the rest of an upload. */
export function discard(file: UploadedFile): Promise<void> {
  return rm(file.path, { force: true })
}

async function storeFile(settings: ServiceSettings, part: MultipartFile): Promise<UploadedFile> {
  createFolder(folderOf(settings))
  const path = join(folderOf(settings), randomUUID())
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(part.file, measure, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  const name = (part.filename ?? '').split(/[\\/]/).at(-1) ?? ''
  return { path, name: toNfc(name).slice(0, 255), size, sha256: hash.digest('hex') }
}

const tooLarge = ({ tooLarge: key }: Upload) => new ApiError(4007, key ? { errors: { file: key } } : {})

function toUploadError(error: unknown, upload: Upload): unknown {
  if (error instanceof ApiError) return error
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(upload)
  if (code === 'FST_FILES_LIMIT') return new ApiError(4000, { errors: { file: 'errors.upload.oneFile' } })
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return new ApiError(4007)
  if (statusCode !== undefined && statusCode < 500) return error
  // Busboy's errors for an incomplete or invalid form have no status.
  return code?.startsWith('E') ? error : new ApiError(4002)
}
