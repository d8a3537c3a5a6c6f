/**
 * Proxies `/identity/*` to the built-in provider, so that a browser has a single origin (design
 * §2). Nothing is inspected here; responses are streamed.
 */
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { HttpError } from './http-error'

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const timeoutMs = 15_000

export interface IdentityProxy {
  identityUrl: string
  publicOrigin: string
  address: string
  requestId: string
}

/** Returns whether a path belongs to the provider. */
export function isIdentityPath(pathname: string): boolean {
  return pathname === '/identity' || pathname.startsWith('/identity/')
}

/** Proxies one request and its response. Throws HttpError when the provider does not respond. */
export function proxyToIdentity(
  request: IncomingMessage,
  response: ServerResponse,
  proxy: IdentityProxy & { body: Buffer | null },
): Promise<void> {
  const url = new URL(proxy.identityUrl)
  return new Promise((resolve, reject) => {
    const onward = ask(
      {
        host: url.hostname,
        port: url.port,
        method: request.method,
        path: request.url,
        headers: headersFor(request, proxy),
        timeout: timeoutMs,
      },
      (answer) => {
        response.statusCode = answer.statusCode ?? 502
        for (const [name, value] of Object.entries(answer.headers)) {
          if (value !== undefined && !hopByHop.has(name)) response.setHeader(name, value)
        }
        answer.pipe(response)
        answer.on('error', () => response.destroy())
        response.on('close', resolve)
      },
    )
    onward.on('timeout', () => onward.destroy(new Error('timeout')))
    onward.on('error', () => {
      if (response.headersSent) response.destroy()
      else reject(new HttpError('unavailable'))
    })
    response.on('close', () => onward.destroy())
    onward.end(proxy.body ?? undefined)
  })
}

function headersFor(
  request: IncomingMessage,
  proxy: IdentityProxy & { body: Buffer | null },
): Record<string, string | string[]> {
  const url = new URL(proxy.publicOrigin)
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !hopByHop.has(name) && !name.startsWith('x-forwarded-')) headers[name] = value
  }
  if (proxy.body) headers['content-length'] = String(proxy.body.length)
  return {
    ...headers,
    host: url.host,
    'x-forwarded-host': url.host,
    'x-forwarded-proto': url.protocol.slice(0, -1),
    'x-forwarded-for': proxy.address,
    'x-request-id': proxy.requestId,
  }
}
