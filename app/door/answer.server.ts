/** Sends what Remix answered: compressed, with the door's headers, a form's redirect as 303. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const quality = { [constants.BROTLI_PARAM_QUALITY]: 4 }
const worthCompressing = 1_024
const whole = /^(?:text\/html|text\/x-script|application\/json)/
const compressible = /^(?:text\/|application\/(?:json|javascript|xml))/

type Encoding = 'br' | 'gzip' | null

/** Sends a web Response. Pages and data go whole, with their length; anything else is streamed. */
export async function sendResponse(from: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isForm = request.method === 'POST' && from.status === 302
  response.statusCode = isForm ? 303 : from.status
  for (const [name, value] of from.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  const cookies = from.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  const type = from.headers.get('content-type') ?? ''
  const encoding = compressible.test(type) && !from.headers.has('content-encoding') ? encodingFor(request) : null
  if (compressible.test(type)) response.appendHeader('vary', 'accept-encoding')
  if (!from.body || request.method === 'HEAD') {
    await from.body?.cancel()
    response.end()
  } else if (whole.test(type)) {
    await sendWhole(Buffer.from(await from.arrayBuffer()), encoding, response)
  } else {
    await sendStream(from.body, encoding, response)
  }
}

async function sendWhole(bytes: Buffer, encoding: Encoding, response: ServerResponse): Promise<void> {
  const used = bytes.length < worthCompressing ? null : encoding
  const sent =
    used === 'br' ? await brotli(bytes, { params: quality }) : used === 'gzip' ? await zip(bytes, { level: 5 }) : bytes
  if (used) response.setHeader('content-encoding', used)
  response.setHeader('content-length', sent.length)
  response.end(sent)
}

async function sendStream(
  body: ReadableStream<Uint8Array>,
  encoding: Encoding,
  response: ServerResponse,
): Promise<void> {
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
  if (encoding) response.setHeader('content-encoding', encoding).removeHeader('content-length')
  if (encoding === 'br') await pipeline(source, createBrotliCompress({ params: quality }), response)
  else if (encoding === 'gzip') await pipeline(source, createGzip({ level: 5 }), response)
  else await pipeline(source, response)
}

function encodingFor(request: IncomingMessage): Encoding {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}
