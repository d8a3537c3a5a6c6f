/**
 * What the embedded designer brings for the browser (`DESIGNER_ASSETS_URL`), answered under `/designer/`. The same for
 * everybody: nothing of who asks goes along, and nothing but a file comes back. It runs in a frame without an origin,
 * and in none of ours where somebody opens it by itself.
 */
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Refusal } from './refusal'
import type { Held } from './room'
import type { Target } from './target'
import { wholeAnswer } from './whole-answer'

/** Bytes of one file, and ms until all of it is there. */
const largest = 16 * 1024 * 1024
const longest = 10_000

/** What of a request says how a file is wanted. */
const asked = ['accept', 'accept-language', 'if-none-match', 'if-modified-since'] as const
/** What of an answer says which file it is. */
const told = ['etag', 'last-modified', 'cache-control'] as const
/** Everything else is saved, and never run. */
const known =
  /^(?:text\/(?:html|css|plain|javascript)|application\/(?:javascript|json|manifest\+json|wasm)|(?:image|font|audio|video)\/[\w.+-]+)\s*(?:;|$)/i

/** What a file is sent with. A document without an origin may only be given what everybody may have. */
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

/** What a call of the designer is answered with beside its answer: it comes from a document without an origin. */
export const designerCallHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'authorization',
  'access-control-expose-headers': 'x-designer-ticket',
  'access-control-max-age': '600',
} as const

interface Wanted {
  /** The folder of its files. */
  assets: string
  target: Target
  method: string
  headers: IncomingHttpHeaders
  /** Ends with whoever asks. */
  signal: AbortSignal
  held: Held
}

/** One file as it is there. Throws Refusal where it is not, and where what answers is no file. */
export async function designerFile(wanted: Wanted): Promise<Response> {
  const late = AbortSignal.timeout(longest)
  try {
    const message = await answerOf(wanted, AbortSignal.any([wanted.signal, late]))
    return await fileIn(message, wanted)
  } catch (error) {
    if (error instanceof Refusal || wanted.signal.aborted) throw error
    throw new Refusal('noDesigner')
  }
}

function answerOf({ assets, target, method, headers }: Wanted, signal: AbortSignal): Promise<IncomingMessage> {
  const url = new URL(`${assets}/${pathIn(target.pathname)}${target.search}`)
  const kept = asked.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]))
  const call = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const onward = call(url, {
      method,
      headers: { ...Object.fromEntries(kept), 'accept-encoding': 'identity' },
      signal,
    })
    onward.once('response', resolve)
    onward.once('error', reject)
    onward.end()
  })
}

/** The path below its folder, each part written anew: none of them climbs, however it was encoded. */
function pathIn(pathname: string): string {
  const parts = pathname.split('/').slice(2).map(decodeURIComponent)
  if (parts.slice(0, -1).includes('') || parts.some((part) => /[/%]/.test(part))) throw new Refusal('target')
  return parts.map(encodeURIComponent).join('/')
}

async function fileIn(message: IncomingMessage, { method, held }: Wanted): Promise<Response> {
  const { statusCode = 502, headers } = message
  const kept = new Headers(told.flatMap((name) => (headers[name] ? [[name, headers[name]] as [string, string]] : [])))
  if (statusCode === 304) {
    message.resume()
    return new Response(null, { status: 304, headers: kept })
  }
  if (statusCode !== 200) {
    message.destroy()
    throw new Refusal([401, 403, 404, 410].includes(statusCode) ? 'notFound' : 'noDesigner')
  }
  const type = headers['content-type'] ?? ''
  kept.set('content-type', known.test(type) ? type : 'application/octet-stream')
  if (!known.test(type)) kept.set('content-disposition', 'attachment')
  if (method === 'HEAD') return new Response(null, { headers: kept })
  return wholeAnswer(await bytesIn(message, held), { headers: kept })
}

async function bytesIn(message: IncomingMessage, held: Held): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largest) throw new Refusal('noDesigner')
    held.take(part.length)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
