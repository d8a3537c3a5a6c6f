/** Sends the response of Remix: compressed, with the door's headers, and with 303 for the redirect of a form. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib'
import { bytesOf, isBuffered } from './buffered-response'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const quality = { [constants.BROTLI_PARAM_QUALITY]: 4 }
const minCompressedBytes = 1_024
/** A client that reads nothing of a download for this long, ms, counts as disconnected. */
const maxStallMs = 30_000
/** Minimum speed of a client, in bytes per ms, for a response that is already written. */
const minBytesPerMs = 1
const bufferedTypes = /^(?:text\/html|text\/x-script|application\/json)/
/** Events are not compressed: each is read as soon as it is written. */
const compressible = /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:json|javascript|wasm|xml))/

type Encoding = 'br' | 'gzip' | null

/** The client stopped reading: there is no recipient for an error. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client disconnected')
    this.name = 'ReaderGone'
  }
}

/** Returns whether a content type is that of a stream of events, which lasts as long as somebody reads it. */
export const isEventStream = (type: string): boolean => type.startsWith('text/event-stream')

/** Returns whether a response is written while it is read. */
export function isStreamed(from: Response, request: IncomingMessage): boolean {
  if (from.body === null || request.method === 'HEAD' || isBuffered(from)) return false
  return !bufferedTypes.test(from.headers.get('content-type') ?? '')
}

/** Closes the connection when a written response is not read within a time that is enough for any line. */
export function flushSocket(response: ServerResponse): void {
  if (response.writableFinished || response.destroyed) return
  const timer = setTimeout(() => response.destroy(), maxStallMs + response.writableLength / minBytesPerMs)
  response.once('close', () => clearTimeout(timer))
}

/**
 * Sends a web Response. Pages and data are sent whole, with their length; anything else is streamed, gzipped since
 * that needs little memory. Throws ClientDisconnected.
 */
export async function sendResponse(from: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isForm = request.method === 'POST' && from.status === 302
  response.statusCode = isForm ? 303 : from.status
  for (const [name, value] of from.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  const cookies = from.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  const type = from.headers.get('content-type') ?? ''
  const isCompressible = compressible.test(type) && !from.headers.has('content-encoding')
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (compressible.test(type)) response.appendHeader('vary', 'accept-encoding')
  if (request.method === 'HEAD' || !(from.body || isBuffered(from))) {
    await from.body?.cancel()
    response.end()
  } else if (from.body && isStreamed(from, request)) {
    await sendStream(from.body, /\bgzip\b/.test(accepted) && isCompressible, response)
  } else {
    await sendWhole(await bytesOf(from), isCompressible ? encodingIn(accepted) : null, response)
  }
}

async function sendWhole(bytes: Uint8Array, encoding: Encoding, response: ServerResponse): Promise<void> {
  const used = bytes.length < minCompressedBytes ? null : encoding
  const sent =
    used === 'br' ? await brotli(bytes, { params: quality }) : used === 'gzip' ? await zip(bytes, { level: 5 }) : bytes
  if (used) response.setHeader('content-encoding', used)
  response.setHeader('content-length', sent.length)
  response.end(sent)
}

/** Writes at the speed of the client, and rejects with the error of the side that fails first. */
async function sendStream(body: ReadableStream<Uint8Array>, isZipped: boolean, response: ServerResponse) {
  const write = (pieces: AsyncIterable<Uint8Array>) => writeAll(pieces, response)
  if (isZipped) {
    response.setHeader('content-encoding', 'gzip').removeHeader('content-length')
    await pipeline(piecesOf(body, response), createGzip({ level: 5 }), write)
  } else {
    await pipeline(piecesOf(body, response), write)
  }
}

/** The pieces end when the client disconnects, also while there is none to write. */
async function* piecesOf(body: ReadableStream<Uint8Array>, response: ServerResponse): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  const leave = () => reader.cancel().catch(() => {})
  response.once('close', leave)
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    response.off('close', leave)
    await reader.cancel()
  }
}

async function writeAll(pieces: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> {
  for await (const piece of pieces) {
    if (response.destroyed) throw new ClientDisconnected()
    if (!response.write(piece)) await drained(response)
  }
  if (response.destroyed) throw new ClientDisconnected()
  response.end()
}

/** Resolves when the written bytes are read. Rejects with ClientDisconnected. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      clearTimeout(timer)
      response.off('drain', settle)
      response.off('close', close)
      if (error) reject(error)
      else resolve()
    }
    const close = () => settle(new ClientDisconnected())
    const timer = setTimeout(close, maxStallMs)
    response.once('drain', settle)
    response.once('close', close)
  })
}

function encodingIn(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}
