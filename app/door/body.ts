/** Reads the body of a posted form, bounded before anything parses it. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { isFieldName, isTooLongEncoded } from './field-names'
import { isPlainForm } from './form-type'
import { mostInPage, sizeInPage } from './page-size'
import { Refusal } from './refusal'
import type { Held } from './room'

const largest = 512 * 1024
/** A refused body is read up to this size, so that the browser shows the page instead of a reset. */
const drained = 4 * largest
const mostFields = 2_000
/** Time limit for reading a form, ms; a file may use the time limit of the server's requests. */
const longestReading = 30_000
/** After these first ms a body must arrive at the minimum speed, in bytes per ms. */
const formStart = 10_000
const fileStart = 30_000
const leastRate = 1
/** Time limit, ms, for discarding the rest of a refused file, so that the browser shows the response. */
const longestLeftover = 30_000

/**
 * Returns the posted form. Throws HttpError for another content type, for anything above its limit, for a broken
 * encoding and for a body that arrives too slowly.
 */
export async function readForm(request: IncomingMessage, held: Held): Promise<string> {
  if (!isPlainForm(request.headers['content-type'])) {
    await drain(request)
    throw new Refusal('mediaType')
  }
  const text = utf8(withoutPluses(await readBytes(request, held)))
  checkFields(text)
  return text
}

/** Returns a body of any type. Throws HttpError like `readFormBody`. */
export async function readBytes(request: IncomingMessage, held: Held): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > largest) {
    await drain(request)
    throw new Refusal('bodyTooLarge')
  }
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of inTime(request, { start: formStart, longest: longestReading })) {
    size += piece.length
    if (size > drained) break
    if (size > largest) continue
    held.take(piece.length)
    pieces.push(piece)
  }
  if (size > largest) throw new Refusal('bodyTooLarge')
  return Buffer.concat(pieces)
}

/** Reads up to the limit and discards the bytes. */
async function drain(request: IncomingMessage): Promise<void> {
  let size = 0
  for await (const piece of inTime(request, { start: formStart, longest: longestReading })) {
    size += piece.length
    if (size > drained) return
  }
}

/** Returns the body as a stream, for an action that accepts a file. Cancelling it leaves the connection usable. */
export function streamOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  const pieces = inTime(request, { start: fileStart, longest: Number.POSITIVE_INFINITY })
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
async function* inTime(
  request: IncomingMessage,
  { start, longest }: { start: number; longest: number },
): AsyncGenerator<Buffer> {
  const pieces = request.iterator({ destroyOnReturn: false })
  const began = Date.now()
  let size = 0
  let isWaiting = false
  try {
    for (;;) {
      const within = Math.min(start + size / leastRate, longest) - (Date.now() - began)
      isWaiting = true
      const { done, value } = await soon(pieces.next(), within)
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
async function soon<T>(coming: Promise<T>, within: number): Promise<T> {
  let late: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Refusal('slow')), Math.max(0, within))
  })
  try {
    return await Promise.race([coming, tooSlow])
  } finally {
    clearTimeout(late)
  }
}

/**
 * Discards the unread rest of a body: a browser shows a response only once its body was read to the end. Ends at the
 * end of the body, when the client disconnects, or after 30 s; returns whether nothing is left.
 */
export async function discardRest(request: IncomingMessage): Promise<boolean> {
  if (request.complete || request.destroyed) return true
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), longestLeftover)
    for (const event of ['end', 'close'] as const)
      request.once(event, () => {
        clearTimeout(late)
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
    throw new Refusal('form')
  }
}

/** Limits that bound the cost of hostile names: count, length, list indexes, the names of every object. */
function checkFields(text: string): void {
  let fields = 0
  for (let start = 0; start <= text.length; fields++) {
    if (fields > mostFields) throw new Refusal('form')
    const end = text.indexOf('&', start)
    const stop = end === -1 ? text.length : end
    const equals = text.indexOf('=', start)
    checkName(text.slice(start, equals === -1 || equals > stop ? stop : equals))
    start = stop + 1
  }
  if (fields > mostFields) throw new Refusal('form')
  const bytes = decoded(text)
  // Percent-encoded bytes that are not UTF-8 would be stored as something other than was sent.
  if (!isUtf8(bytes)) throw new Refusal('form')
  if (sizeInPage(bytes) > mostInPage.typed) throw new Refusal('bodyTooLarge')
}

function checkName(encoded: string): void {
  if (isTooLongEncoded(encoded)) throw new Refusal('form')
  const name = new URLSearchParams(`${encoded}=`).keys().next().value ?? ''
  if (!isFieldName(name)) throw new Refusal('form')
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
