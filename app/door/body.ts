/** Reads the body of a posted form, bounded before anything parses it. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { isFieldName, isTooLongEncoded } from './field-names'
import { isPlainForm } from './form-type'
import { HttpError } from './http-error'
import type { Permit } from './limiter'
import { bytesInPage, maxInPageBytes } from './page-size'

const maxBodyBytes = 512 * 1024
/** A refused body is read up to this size, so that the browser shows the page instead of a reset. */
const maxDrainedBytes = 4 * maxBodyBytes
const maxFields = 2_000
/** Time limit for reading a form, ms; a file may use the time limit of the server's requests. */
const maxReadMs = 30_000
/** After these first ms a body must arrive at the minimum speed, in bytes per ms. */
const formGraceMs = 10_000
const fileGraceMs = 30_000
const minBytesPerMs = 1
/** Time limit, ms, for discarding the rest of a refused file, so that the browser shows the response. */
const maxDiscardMs = 30_000

/**
 * Returns the posted form. Throws HttpError for another content type, for anything above its limit, for a broken
 * encoding and for a body that arrives too slowly.
 */
export async function readFormBody(request: IncomingMessage, permit: Permit): Promise<string> {
  if (!isPlainForm(request.headers['content-type'])) {
    await drain(request)
    throw new HttpError('mediaType')
  }
  const text = utf8(withoutPluses(await readBytes(request, permit)))
  checkFields(text)
  return text
}

/** Returns a body of any type. Throws HttpError like `readFormBody`. */
export async function readBytes(request: IncomingMessage, permit: Permit): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
    await drain(request)
    throw new HttpError('bodyTooLarge')
  }
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of timedChunks(request, { graceMs: formGraceMs, maxMs: maxReadMs })) {
    size += piece.length
    if (size > maxDrainedBytes) break
    if (size > maxBodyBytes) continue
    permit.reserve(piece.length)
    pieces.push(piece)
  }
  if (size > maxBodyBytes) throw new HttpError('bodyTooLarge')
  return Buffer.concat(pieces)
}

/** Reads up to the limit and discards the bytes. */
async function drain(request: IncomingMessage): Promise<void> {
  let size = 0
  for await (const piece of timedChunks(request, { graceMs: formGraceMs, maxMs: maxReadMs })) {
    size += piece.length
    if (size > maxDrainedBytes) return
  }
}

/** Returns the body as a stream, for an action that accepts a file. Cancelling it leaves the connection usable. */
export function bodyStream(request: IncomingMessage): ReadableStream<Uint8Array> {
  const pieces = timedChunks(request, { graceMs: fileGraceMs, maxMs: Number.POSITIVE_INFINITY })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Yields the chunks of a body. Throws HttpError once they arrive below the minimum speed. */
async function* timedChunks(
  request: IncomingMessage,
  { graceMs, maxMs }: { graceMs: number; maxMs: number },
): AsyncGenerator<Buffer> {
  const pieces = request.iterator({ destroyOnReturn: false })
  const began = Date.now()
  let size = 0
  let isWaiting = false
  try {
    for (;;) {
      const timeoutMs = Math.min(graceMs + size / minBytesPerMs, maxMs) - (Date.now() - began)
      isWaiting = true
      const { done, value } = await withDeadline(pieces.next(), timeoutMs)
      isWaiting = false
      if (done) return
      size += value.length
      yield value
    }
  } finally {
    // While the iterator is open, no other code can read the rest. A pending one ends with the request.
    const ended = pieces.return?.(undefined)
    if (!isWaiting) await ended
  }
}

/** Resolves with the promise, within a time limit in ms. Throws HttpError after it. */
async function withDeadline<T>(chunk: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HttpError('slow')), Math.max(0, timeoutMs))
  })
  try {
    return await Promise.race([chunk, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Discards the unread rest of a body: a browser shows a response only once its body was read to the end. Ends at the
 * end of the body, when the client disconnects, or after 30 s; returns whether nothing is left.
 */
export async function discardRest(request: IncomingMessage): Promise<boolean> {
  if (request.complete || request.destroyed) return true
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), maxDiscardMs)
    for (const event of ['end', 'close'] as const)
      request.once(event, () => {
        clearTimeout(timer)
        resolve(true)
      })
    request.resume()
  })
}

/** Returns a form with `%20` for every `+`: `URLSearchParams` reads that ten times faster. */
function withoutPluses(bytes: Buffer): Buffer {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === plus) count += 1
  const written = Buffer.allocUnsafe(bytes.length + 2 * count)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === plus) length += written.write('%20', length, 'latin1')
    else written[length++] = bytes[at] as number
  }
  return written
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new HttpError('form')
  }
}

/** Limits that bound the cost of hostile names: count, length, list indexes, the names of every object. */
function checkFields(text: string): void {
  let fields = 0
  for (let start = 0; start <= text.length; fields++) {
    if (fields > maxFields) throw new HttpError('form')
    const end = text.indexOf('&', start)
    const stop = end === -1 ? text.length : end
    const equals = text.indexOf('=', start)
    checkName(text.slice(start, equals === -1 || equals > stop ? stop : equals))
    start = stop + 1
  }
  if (fields > maxFields) throw new HttpError('form')
  const bytes = decoded(text)
  // Percent-encoded bytes that are not UTF-8 would be stored as something other than was sent.
  if (!isUtf8(bytes)) throw new HttpError('form')
  if (bytesInPage(bytes) > maxInPageBytes.typed) throw new HttpError('bodyTooLarge')
}

function checkName(encoded: string): void {
  if (isTooLongEncoded(encoded)) throw new HttpError('form')
  const name = new URLSearchParams(`${encoded}=`).keys().next().value ?? ''
  if (!isFieldName(name)) throw new HttpError('form')
}

/** Returns the bytes of a form without their percent escapes; invalid escapes remain. */
function decoded(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1, length += 1) {
    const high = bytes[at] === percent ? digitAt(bytes, at + 1) : -1
    const low = high < 0 ? -1 : digitAt(bytes, at + 2)
    bytes[length] = low < 0 ? (bytes[at] ?? 0) : high * 16 + low
    if (low >= 0) at += 2
  }
  return bytes.subarray(0, length)
}

const percent = 0x25
const plus = 0x2b

/** Returns the value of a hexadecimal digit; -1 for anything else. */
function digitAt(bytes: Uint8Array, at: number): number {
  const code = bytes[at] ?? 0
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
