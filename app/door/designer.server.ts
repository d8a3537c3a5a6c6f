/**
 * Serves the browser files of the embedded designer (`DESIGNER_ASSETS_URL`) under `/designer/`. They are the same for
 * all people: nothing about the person is forwarded, and only files are returned. They run in a frame without an
 * origin, also where one is opened by itself.
 */
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { bufferedResponse } from './buffered-response'
import { HttpError } from './http-error'
import type { Permit } from './limiter'
import type { RequestTarget } from './target'

/** Maximum size of a file in bytes, and time limit for all of it, ms. */
const maxFileBytes = 16 * 1024 * 1024
const timeoutMs = 10_000

/** Request headers that select the representation of a file. */
const requestHeaders = ['accept', 'accept-language', 'if-none-match', 'if-modified-since'] as const
/** Response headers that identify the version of a file. */
const responseHeaders = ['etag', 'last-modified', 'cache-control'] as const
/** Types that a browser may run; anything else is a download. */
const servedTypes =
  /^(?:text\/(?:html|css|plain|javascript)|application\/(?:javascript|json|manifest\+json|wasm)|(?:image|font|audio|video)\/[\w.+-]+)\s*(?:;|$)/i

/** Returns the headers of a file. A document without an origin may only receive public content. */
export function designerHeaders(publicOrigin: string): Record<string, string> {
  const own = `${publicOrigin}/designer/`
  const policy = [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} data: blob:`,
    `font-src ${own} data:`,
    `media-src ${own}`,
    `connect-src ${own}`,
    "webrtc 'block'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache',
  }
}

/** Headers of the response to a call of the designer, whose document has no origin. */
export const designerCallHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'authorization',
  'access-control-expose-headers': 'x-designer-ticket',
  'access-control-max-age': '600',
} as const

interface DesignerRequest {
  /** The URL of the folder of its files. */
  assets: string
  target: RequestTarget
  method: string
  headers: IncomingHttpHeaders
  /** Aborts with the client's connection. */
  signal: AbortSignal
  permit: Permit
}

/** Returns a file. Throws HttpError where it does not exist, and where the response is not a file. */
export async function designerFile(request: DesignerRequest): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const message = await responseOf(request, AbortSignal.any([request.signal, timeout]))
    return await fileIn(message, request)
  } catch (error) {
    if (error instanceof HttpError || request.signal.aborted) throw error
    throw new HttpError('noDesigner')
  }
}

function responseOf(
  { assets, target, method, headers }: DesignerRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(`${assets}/${pathIn(target.pathname)}${target.search}`)
  const forwarded = requestHeaders.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]] as const],
  )
  const call = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const onward = call(url, {
      method,
      headers: { ...Object.fromEntries(forwarded), 'accept-encoding': 'identity' },
      signal,
    })
    onward.once('response', resolve)
    onward.once('error', reject)
    onward.end()
  })
}

/** Returns the path below the folder, each part re-encoded: none escapes it, however it was encoded. */
function pathIn(pathname: string): string {
  const parts = pathname.split('/').slice(2).map(decodeURIComponent)
  if (parts.slice(0, -1).includes('') || parts.some((part) => /[/%]/.test(part))) throw new HttpError('target')
  return parts.map(encodeURIComponent).join('/')
}

async function fileIn(message: IncomingMessage, { method, permit }: DesignerRequest): Promise<Response> {
  const { statusCode = 502, headers } = message
  const kept = new Headers(
    responseHeaders.flatMap((name) => (headers[name] ? [[name, headers[name]] as [string, string]] : [])),
  )
  if (statusCode === 304) {
    message.resume()
    return new Response(null, { status: 304, headers: kept })
  }
  if (statusCode !== 200) {
    message.destroy()
    throw new HttpError([401, 403, 404, 410].includes(statusCode) ? 'notFound' : 'noDesigner')
  }
  const type = headers['content-type'] ?? ''
  kept.set('content-type', servedTypes.test(type) ? type : 'application/octet-stream')
  if (!servedTypes.test(type)) kept.set('content-disposition', 'attachment')
  if (method === 'HEAD') return new Response(null, { headers: kept })
  return bufferedResponse(await bytesIn(message, permit), { headers: kept })
}

async function bytesIn(message: IncomingMessage, permit: Permit): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxFileBytes) throw new HttpError('noDesigner')
    permit.reserve(part.length)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
