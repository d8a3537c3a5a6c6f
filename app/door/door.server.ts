/**
 * Everything that happens to a request before and after Remix: headers, the guards, errors, logging. Nothing
 * malformed, cross-site or oversized passes (traps of the stack: bad Host, TRACE, absolute targets, broken encodings
 * and forged origins were errors ≥ 500 without it).
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { config } from '~/config.server'
import { countRequest } from '~/meters.server'
import { type ReportResult, traceInLog, traceRequest } from '~/traces.server'
import type { RequestContext } from './context'
import { doorErrorPage } from './error-page'
import { type DoorState, type Exchange, headersFor, type RemixHandler } from './exchange.server'
import { FairQueue } from './fair-queue'
import { FirstLane } from './first-lane'
import { allowedMethods, answerByGuards, checkMethod, knownMethod } from './guards.server'
import { HttpError } from './http-error'
import { Limiter } from './limiter'
import { log } from './log.server'
import { origins, trustedPeers } from './proxies'
import { ClientDisconnected, flushSocket, isEventStream } from './send-response.server'
import type { StaticFiles } from './static-files.server'
import { readTarget } from './target'

const mebibyte = 1024 * 1024
/** Bodies in transit, and their bytes in memory until the response. */
const bodies = { max: 512, maxPerSender: 16, maxBytes: 96 * mebibyte, maxBytesPerSender: 8 * mebibyte }
/** Of people who are not signed in, all together. */
const strangersBodies = { max: 128, maxPerSender: 32, maxBytes: 16 * mebibyte, maxBytesPerSender: 4 * mebibyte }
/** Sign-outs, from their first byte until their response; their form is small. */
const signOuts = { max: 512, maxPerSender: 4, maxBytes: mebibyte, maxBytesPerSender: 16 * 1024 }
/** Sign-outs that run at the same time. */
const maxSignOutsRunning = 4
/** Files of the designer, in memory from their first byte until they are read. */
const designers = { max: 256, maxPerSender: 64, maxBytes: 96 * mebibyte, maxBytesPerSender: 48 * mebibyte }
/** Responses that are written while they are read. */
const downloads = { max: 128, maxPerSender: 4 }
/** Streams of events, each for as long as somebody looks at its page; the sender is the person in all their browsers. */
const eventStreams = { max: 2_000, maxPerSender: 100 }

export interface Door {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** From now on `/readyz` fails, streams of events end, and connections are closed after their response. */
  drain(): void
}

/** Creates the door in front of a Remix handler. */
export function createDoor(options: { remix: RemixHandler; files: StaticFiles; development?: boolean }): Door {
  const { remix, files, development = false } = options
  const door: DoorState = {
    remix,
    files,
    development,
    trusted: trustedPeers(config().trustedProxies),
    queue: new FairQueue(),
    signOutLane: new FirstLane(maxSignOutsRunning),
    bodyLimiters: {
      people: new Limiter(bodies),
      strangers: new Limiter(strangersBodies),
      signOuts: new Limiter(signOuts),
    },
    downloadLimiter: new Limiter(downloads),
    designerLimiter: new Limiter(designers),
    eventStreamLimiter: new Limiter(eventStreams),
    stopping: new AbortController(),
  }
  setMaxListeners(0, door.stopping.signal)
  return {
    handle: (request, response) => handle(door, request, response),
    drain() {
      door.stopping.abort()
    },
  }
}

/** A request before its address is read. */
type Incoming = Omit<Exchange, 'target' | 'isOriginKnown'>

function handle(door: DoorState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pathname = pathOf(request)
  const work = (ended: ReportResult) => handleTraced({ door, request, response }, ended)
  if (isProbe(pathname) || isAsset(pathname)) return work(() => {})
  return traceRequest({ method: knownMethod(request), pathname }, work)
}

async function handleTraced(
  { door, request, response }: Omit<Incoming, 'context'>,
  ended: ReportResult,
): Promise<void> {
  const context = contextFor(door, request)
  const incoming = { door, request, response, context }
  response.setHeader('x-request-id', context.requestId)
  if (door.stopping.signal.aborted) response.setHeader('connection', 'close')
  for (const [name, value] of Object.entries(headersFor(incoming))) response.setHeader(name, value)
  response.once('close', () => logRequest(incoming, ended))
  response.on('error', (error) => context.log.debug({ err: error }, 'a response could not be sent'))
  try {
    checkMethod(request)
    await answerByGuards({ ...incoming, target: readTarget(request.url), isOriginKnown: false })
  } catch (error) {
    sendError(incoming, error)
  }
  flushSocket(response)
}

function contextFor({ trusted }: DoorState, request: IncomingMessage): RequestContext {
  const requestId = randomUUID()
  return {
    requestId,
    nonce: randomBytes(18).toString('base64'),
    address: origins(request, trusted).address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    origin: config().publicOrigin,
    log: log().child({ requestId, ...traceInLog() }),
    startedAt: Date.now(),
    isPosted: request.method === 'POST',
    acceptsBytes: true,
  }
}

function sendError({ door, request, response, context }: Incoming, error: unknown): void {
  const httpError = error instanceof HttpError ? error : new HttpError('broken')
  if (!(error instanceof HttpError) && !isDisconnected(response, error))
    context.log.error({ problem: problemOf(error) }, 'unexpected')
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  for (const name of response.getHeaderNames())
    if (/^(?:content-|location|set-cookie)/.test(name)) response.removeHeader(name)
  for (const [name, value] of Object.entries(headersFor({ door, context }))) response.setHeader(name, value)
  if (httpError.reason === 'method') response.setHeader('allow', allowedMethods(request.url ?? '').join(', '))
  if (httpError.status === 503) response.setHeader('retry-after', '2')
  if (!request.complete) response.setHeader('connection', 'close')
  const page = doorErrorPage({
    ...context,
    reason: httpError.reason,
    form: httpError.form,
    status: httpError.status,
    acceptLanguage: String(request.headers['accept-language'] ?? ''),
  })
  response.writeHead(httpError.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(page),
  })
  response.end(request.method === 'HEAD' ? undefined : page)
}

const pathOf = (request: IncomingMessage) => (request.url ?? '').split('?')[0]?.slice(0, 300) ?? ''
const isProbe = (path: string) => path === '/healthz' || path === '/readyz'
const isAsset = (path: string) => path.startsWith('/assets/')

/** Logs one line per request: the path without its query, never a header or a body. */
function logRequest({ request, response, context }: Incoming, ended: ReportResult): void {
  const path = pathOf(request)
  if (isProbe(path)) return
  const level = isAsset(path) ? 'debug' : 'info'
  const status = response.headersSent ? response.statusCode : 499
  const ms = Date.now() - context.startedAt
  const kind = kindOf(request, response)
  countRequest({ kind, status }, ms / 1_000)
  ended({ kind, status })
  context.log[level](
    {
      method: request.method,
      path,
      status,
      ms,
      address: context.address,
      person: context.person,
    },
    'request',
  )
}

function kindOf(request: IncomingMessage, response: ServerResponse): string {
  const path = pathOf(request)
  if (isAsset(path)) return 'asset'
  if (request.method === 'POST') return 'form'
  if (isEventStream(String(response.getHeader('content-type') ?? ''))) return 'stream'
  return path.endsWith('.data') ? 'data' : 'page'
}

/** Returns whether the browser disconnected: there is no recipient for an error. */
function isDisconnected(response: ServerResponse, error: unknown): boolean {
  return (
    response.destroyed || error instanceof ClientDisconnected || (error instanceof Error && error.name === 'AbortError')
  )
}

function problemOf(error: unknown): { name: string; message: string; stack?: string | undefined } {
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack }
  return { name: 'thrown', message: String(error) }
}
