/** The body of a posted form, bounded before anything parses it. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { isFieldName, isTooLongEncoded } from './field-names'
import { isPlainForm } from './form-type'
import { mostInPage, sizeInPage } from './page-size'
import { Refusal } from './refusal'
import type { Held } from './room'

const largest = 512 * 1024
/** A body refused for its size is read this far, so that the browser shows the page instead of a reset. */
const drained = 4 * largest
const mostFields = 2_000
/** A form is read in less than this, ms; a file may take the time that the server allows a request. */
const longestReading = 30_000
/** After its first seconds, ms, a body arrives no more slowly than so many bytes each ms. */
const formStart = 10_000
const fileStart = 30_000
const leastRate = 1
/** What is left of a file that was not taken in is thrown away for so long, ms, so that the browser shows the answer. */
const longestLeftover = 30_000

/**
 * The form as it was posted. Throws Refusal for another content type, too much of anything, broken encoding, or one
 * that arrives too slowly.
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

/** A body of any kind, whole. Throws Refusal as `readForm`. */
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

/** Reads on up to the bound and throws the bytes away. */
async function drain(request: IncomingMessage): Promise<void> {
  let size = 0
  for await (const piece of inTime(request, { start: formStart, longest: longestReading })) {
    size += piece.length
    if (size > drained) return
  }
}

/** The body as it arrives, for an action that takes a file in. Whoever stops reading leaves the connection whole. */
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

/** The pieces of a body as they come. Throws Refusal once they come more slowly than anybody's line is. */
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
    // As long as the iterator stands, nobody else can take what is left. One that waits ends with the request.
    const ended = pieces.return?.(undefined)
    if (!isWaiting) await ended
  }
}

/** What comes within so many ms. Throws Refusal. */
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
 * Throws away what nobody read: a browser shows an answer only once its body was taken to the end. Ends when all of it
 * came, when the sender went away, and after 30 s; returns whether nothing is left.
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

/** Returns a form with `%20` for every `+`, which `URLSearchParams` reads in a tenth of the time. */
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

/** Bounds that keep hostile names from costing time: count, length, list indexes, the names every object has. */
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
  // Percent-encoded bytes that are no UTF-8 would be stored as something else than was sent.
  if (!isUtf8(bytes)) throw new Refusal('form')
  if (sizeInPage(bytes) > mostInPage.typed) throw new Refusal('bodyTooLarge')
}

function checkName(encoded: string): void {
  if (isTooLongEncoded(encoded)) throw new Refusal('form')
  const name = new URLSearchParams(`${encoded}=`).keys().next().value ?? ''
  if (!isFieldName(name)) throw new Refusal('form')
}

/** Returns the bytes of a form without their percent escapes; what is no escape stays. */
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
