/**
 * Everything that happens to a request before and after Remix: guards, static files, health, headers, logging.
 * Nothing malformed, cross-site or oversized passes (traps of the stack: bad Host, TRACE, absolute targets, broken
 * encodings and forged origins were errors ≥ 500 without it).
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { metaFields } from '~/change/plan'
import { config } from '~/config.server'
import { featuresNow } from '~/flags.server'
import { countRequest } from '~/meters.server'
import { embedsDesigner, hasFileForm, isDesignerAsset, isDesignerCall } from '~/paths'
import { formToken, isFormToken } from '~/session/form-token.server'
import { providerOrigins } from '~/session/provider.server'
import { isStoreWritable } from '~/store/store.server'
import { type ReportResult, traceInLog, traceRequest } from '~/traces.server'
import { isSecret } from '~/trail/redact'
import { formTokenField } from '~/ui/form-token'
import { reportUsage } from '~/usage/report-usage.server'
import { backendsReached } from './backends.server'
import { bodyStream, discardRest, readBytes, readFormBody } from './body'
import type { RequestContext } from './context'
import { checkSameSite } from './cross-site'
import { designerCallHeaders, designerFile, designerHeaders } from './designer.server'
import { doorErrorPage } from './error-page'
import { FairQueue } from './fair-queue'
import { isMultipart } from './form-type'
import { securityHeaders } from './headers'
import { checkHost } from './host'
import { HttpError } from './http-error'
import { type IdentityProxy, isIdentityPath, proxyToIdentity } from './identity.server'
import { Limiter, type Permit } from './limiter'
import { log } from './log.server'
import { origins, trustedPeers } from './proxies'
import { errorPageRequest, refusedNavigation } from './refused-navigation'
import { ClientDisconnected, flushSocket, isStreamed, sendResponse } from './send-response.server'
import { browserOf, claimedSender, senderOf } from './sender.server'
import { type StaticFiles, serveFile } from './static-files.server'
import { type RequestTarget, readTarget } from './target'

const methods = ['GET', 'HEAD', 'POST']
/** The abort reason of finished requests: created once, since that is slow. */
const requestOver = new DOMException('The request is over', 'AbortError')
const mebibyte = 1024 * 1024
/** Bodies in transit, and their bytes in memory until the response. */
const bodies = { max: 512, maxPerSender: 16, maxBytes: 96 * mebibyte, maxBytesPerSender: 8 * mebibyte }
/** Of people who are not signed in, all together. */
const strangersBodies = { max: 128, maxPerSender: 32, maxBytes: 16 * mebibyte, maxBytesPerSender: 4 * mebibyte }
/** Files of the designer, in memory from their first byte until they are read. */
const designers = { max: 256, maxPerSender: 64, maxBytes: 96 * mebibyte, maxBytesPerSender: 48 * mebibyte }
/** Responses that are written while they are read. */
const downloads = { max: 128, maxPerSender: 4 }

export type RemixHandler = (request: Request, context: RequestContext & Record<string, unknown>) => Promise<Response>

export interface Door {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** From now on `/readyz` fails and connections are closed after their response. */
  drain(): void
}

/** Creates the door in front of a Remix handler. */
export function createDoor(options: { remix: RemixHandler; files: StaticFiles; development?: boolean }): Door {
  const { remix, files, development = false } = options
  const trusted = trustedPeers(config().trustedProxies)
  const queue = new FairQueue()
  const bodyLimiters = { people: new Limiter(bodies), strangers: new Limiter(strangersBodies) }
  const downloadLimiter = new Limiter(downloads)
  const designerLimiter = new Limiter(designers)
  let draining = false

  function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pathname = pathOf(request)
    if (isProbe(pathname) || isAsset(pathname)) return handleTraced(request, response, () => {})
    const method = methods.includes(request.method ?? '') ? String(request.method) : 'OTHER'
    return traceRequest({ method, pathname }, (ended) => handleTraced(request, response, ended))
  }

  async function handleTraced(request: IncomingMessage, response: ServerResponse, ended: ReportResult): Promise<void> {
    const context = contextFor(request)
    response.setHeader('x-request-id', context.requestId)
    if (draining) response.setHeader('connection', 'close')
    for (const [name, value] of Object.entries(headersFor(context))) response.setHeader(name, value)
    response.once('close', () => logRequest(request, response, { context, ended }))
    response.on('error', (error) => context.log.debug({ err: error }, 'an answer was not taken'))
    try {
      await answer(request, response, context)
    } catch (error) {
      sendError(request, response, { context, error })
    }
    flushSocket(response)
  }

  async function answer(request: IncomingMessage, response: ServerResponse, context: RequestContext): Promise<void> {
    const method = request.method ?? ''
    // A frame without an origin sends a preflight request first.
    const isPreflight = method === 'OPTIONS' && isDesignerCall(request.url ?? '')
    if (!methods.includes(method) && !isPreflight) throw new HttpError('method')
    const target = readTarget(request.url)
    if (target.pathname === '/healthz') return sendText(response, 200, 'ok')
    if (target.pathname === '/readyz') return sendReadiness(response)
    const { publicOrigin, port, evaluation } = config()
    const { host } = origins(request, trusted)
    if (checkHost(host, method, { publicOrigin, port, evaluation: evaluation !== null }) === 'elsewhere') {
      response.writeHead(307, { location: publicOrigin + target.pathname + target.search }).end()
      return
    }
    if (evaluation && isIdentityPath(target.pathname)) {
      for (const name of providersOwnHeaders) response.removeHeader(name)
      await identity(request, response, { ...evaluation, publicOrigin, ...context })
      return
    }
    if (isDesignerAsset(target.pathname)) return designer(request, response, target, context)
    if (isDesignerCall(target.pathname)) {
      if (method === 'POST') throw new HttpError('method')
      for (const [name, value] of Object.entries(designerCallHeaders)) response.setHeader(name, value)
      if (isPreflight) {
        response.writeHead(204).end()
        return
      }
    }
    const isOriginKnown = checkSameSite(method, request.headers, publicOrigin)
    const file = files.get(target.pathname)
    if (!isOriginKnown && (file || target.pathname === '/features.json')) throw new HttpError('crossSite')
    if (file) {
      if (method === 'POST') throw new HttpError('method')
      serveFile(file, request, response)
      return
    }
    if (target.pathname === '/features.json') return sendFeatures(request, response)
    await servePage(request, response, { context, target, isOriginKnown })
  }

  /** The provider's pages and forms, for people who are not signed in yet. */
  async function identity(request: IncomingMessage, response: ServerResponse, passage: IdentityProxy): Promise<void> {
    const permit = request.method === 'POST' ? bodyLimiters.strangers.acquire(passage.address) : null
    try {
      const body = permit && (await readBytes(request, permit))
      permit?.freeSlot()
      await proxyToIdentity(request, response, { ...passage, body })
    } finally {
      permit?.release()
    }
  }

  /** The browser files of the designer, the same for all people. */
  async function designer(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
    { address }: RequestContext,
  ): Promise<void> {
    const { method = 'GET', headers } = request
    const { designerAssets: assets, publicOrigin } = config()
    if (method === 'POST') throw new HttpError('method')
    if (assets === null) throw new HttpError('notFound')
    const controller = new AbortController()
    const permit = designerLimiter.acquire(address)
    response.once('close', () => {
      controller.abort(requestOver)
      permit.release()
    })
    const file = await designerFile({ assets, target, method, headers, signal: controller.signal, permit })
    permit.freeSlot()
    for (const [name, value] of Object.entries(designerHeaders(publicOrigin))) response.setHeader(name, value)
    response.removeHeader('pragma')
    await sendResponse(file, request, response)
  }

  /** Everything else: a page, its data, or a form. */
  async function servePage(
    request: IncomingMessage,
    response: ServerResponse,
    pageRequest: PageRequest,
  ): Promise<void> {
    if (embedsDesigner(pageRequest.target.pathname)) {
      const { 'content-security-policy': policy = '' } = headersFor(pageRequest.context, true)
      response.setHeader('content-security-policy', policy)
    }
    if (new URLSearchParams(pageRequest.target.search).has('_data'))
      throw new HttpError(pageRequest.isOriginKnown ? 'notFound' : 'crossSite')
    if (request.method !== 'POST') return serveQueued(request, response, { ...pageRequest, body: null })
    const sender = await senderOf(request, pageRequest.context.address)
    const permit = bodyLimiters[sender.isSignedIn ? 'people' : 'strangers'].acquire(sender.key)
    try {
      if (isFileUpload(request, pageRequest.target)) await serveStreamed(request, response, pageRequest)
      else {
        const body = await readFormBody(request, permit)
        permit.freeSlot()
        if (!pageRequest.isOriginKnown) checkFormToken(body, request, pageRequest.target)
        await serveQueued(request, response, { ...pageRequest, body })
      }
    } finally {
      permit.release()
    }
  }

  /**
   * Runs the action of a form with a file while the file arrives; it keeps its permit for that time. The unread rest
   * is discarded, before the response when the connection closes after it: closing a connection with unread bytes
   * resets it, and the response is lost.
   */
  async function serveStreamed(
    request: IncomingMessage,
    response: ServerResponse,
    pageRequest: PageRequest,
  ): Promise<void> {
    try {
      const answer = await runRemix(request, response, { ...pageRequest, body: bodyStream(request) })
      if (!response.shouldKeepAlive || response.getHeader('connection') === 'close') await discardRest(request)
      await send(answer, request, response, pageRequest)
    } finally {
      void discardRest(request).then((isOver) => isOver || request.destroy())
    }
  }

  /** Queues a request from the arrival of its whole body until its response. */
  async function serveQueued(
    request: IncomingMessage,
    response: ServerResponse,
    pageRequest: PageRequest & { body: string | null },
  ) {
    const release = await queue.acquire(claimedSender(request, pageRequest.context.address), () => response.destroyed)
    try {
      const answer = await runRemix(request, response, pageRequest)
      if (isStreamed(answer, request)) release()
      await send(answer, request, response, pageRequest)
    } finally {
      release()
    }
  }

  /** Returns the response of Remix; for a refused browser navigation without a page, its error page. */
  async function runRemix(
    request: IncomingMessage,
    response: ServerResponse,
    { context, target, body }: PageRequest & { body: string | ReadableStream<Uint8Array> | null },
  ): Promise<Response> {
    const controller = new AbortController()
    response.once('close', () => controller.abort(requestOver))
    const url = context.origin + target.pathname + target.search
    const web = webRequest(request, { url, body, signal: controller.signal })
    context.dispatch = (inner, extra) => remix(inner, { ...context, dispatch: undefined, ...extra })
    const answer = await remix(web, context)
    const refused = await refusedNavigation(request, answer, target.pathname + target.search)
    return refused ? remix(errorPageRequest(web), Object.assign(context, { refused })) : answer
  }

  /** A download waits for its client: each sender has a few, and a disconnected client none. */
  async function send(
    answer: Response,
    request: IncomingMessage,
    response: ServerResponse,
    { context, target }: PageRequest,
  ): Promise<void> {
    let permit: Permit | null = null
    try {
      const usage = {
        method: request.method ?? '',
        pathname: target.pathname,
        headers: request.headers,
        status: answer.status,
        contentType: answer.headers.get('content-type') ?? '',
        person: context.signedInPerson,
        change: context.completedChange,
      }
      const usageCookie = await reportUsage(usage)
      if (usageCookie) answer.headers.append('set-cookie', usageCookie)
      if (isStreamed(answer, request)) {
        const { key } = await senderOf(request, context.address)
        if (response.destroyed) throw new ClientDisconnected()
        permit = downloadLimiter.acquire(key)
        response.once('close', permit.release)
      }
      await sendResponse(answer, request, response)
    } catch (error) {
      if (answer.body && !answer.body.locked) await answer.body.cancel()
      throw error
    } finally {
      permit?.release()
    }
  }

  function contextFor(request: IncomingMessage): RequestContext {
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

  function headersFor({ nonce }: RequestContext, hasFrame = false): Record<string, string> {
    return securityHeaders({ nonce, secure: config().secure, formTargets: providerOrigins(), development, hasFrame })
  }

  function sendError(
    request: IncomingMessage,
    response: ServerResponse,
    given: { context: RequestContext; error: unknown },
  ): void {
    const { context, error } = given
    const httpError = error instanceof HttpError ? error : new HttpError('broken')
    if (!(error instanceof HttpError) && !isDisconnected(response, error))
      context.log.error({ problem: problemOf(error) }, 'unexpected')
    if (response.headersSent || response.destroyed) {
      response.destroy()
      return
    }
    for (const name of response.getHeaderNames())
      if (/^(?:content-|location|set-cookie)/.test(name)) response.removeHeader(name)
    for (const [name, value] of Object.entries(headersFor(context))) response.setHeader(name, value)
    if (httpError.reason === 'method') response.setHeader('allow', allowed(request.url ?? '').join(', '))
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

  async function sendReadiness(response: ServerResponse): Promise<void> {
    const ready = !draining && (await isStoreWritable()) && (await backendsReached())
    sendText(response, ready ? 200 : 503, ready ? 'ready' : 'not ready')
  }

  return {
    handle,
    drain() {
      draining = true
    },
  }
}

/** The designer accepts no posts. */
function allowed(url: string): readonly string[] {
  const isDesigner = isDesignerAsset(url) || isDesignerCall(url)
  return isDesigner ? methods.filter((method) => method !== 'POST') : methods
}

interface PageRequest {
  context: RequestContext
  target: RequestTarget
  /** Whether the browser named the origin of a form; otherwise its token decides. */
  isOriginKnown: boolean
}

/** Throws HttpError, with the form to review and send again, where its token is not of this browser. */
function checkFormToken(body: string, request: IncomingMessage, { pathname, search }: RequestTarget): void {
  const fields = [...new URLSearchParams(body)]
  const token = fields.find(([name]) => name === formTokenField)?.[1] ?? ''
  const browser = browserOf(request)
  if (isFormToken(token, browser)) return
  throw new HttpError('crossSite', {
    action: pathname + search,
    fields: [
      ...fields.filter(([name]) => !isSecret(name) && name !== metaFields.stage),
      [metaFields.stage, 'edit'],
      [formTokenField, formToken(browser)],
    ],
  })
}

/** The evaluation provider's pages have their own policies for content and caching. */
const providersOwnHeaders = ['content-security-policy', 'cache-control', 'pragma', 'referrer-policy']

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'content-length': text.length }).end(text)
}

function sendFeatures(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'POST') throw new HttpError('method')
  const text = JSON.stringify(featuresNow())
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(request.method === 'HEAD' ? undefined : text)
}

/** Returns whether the request is a form with a file, at an address that accepts files; the action limits its size. */
function isFileUpload(request: IncomingMessage, { pathname }: RequestTarget): boolean {
  return isMultipart(request.headers['content-type']) && hasFileForm(pathname)
}

/** Returns the request for Remix: under the public origin, without forwarding headers from the client. */
function webRequest(
  request: IncomingMessage,
  given: { url: string; body: string | ReadableStream<Uint8Array> | null; signal: AbortSignal },
): Request {
  const headers = new Headers()
  try {
    for (let position = 0; position < request.rawHeaders.length; position += 2) {
      const name = (request.rawHeaders[position] ?? '').toLowerCase()
      if (name !== 'host' && !name.startsWith('x-forwarded-'))
        headers.append(name, request.rawHeaders[position + 1] ?? '')
    }
    headers.set('host', new URL(given.url).host)
    const { body, signal } = given
    // HEAD is answered as GET, without its body: Remix treats it as an action where it requests data.
    const method = request.method === 'POST' ? 'POST' : 'GET'
    return new Request(given.url, { method, headers, body, signal, duplex: 'half' })
  } catch {
    throw new HttpError('headers')
  }
}

const pathOf = (request: IncomingMessage) => (request.url ?? '').split('?')[0]?.slice(0, 300) ?? ''
const isProbe = (path: string) => path === '/healthz' || path === '/readyz'
const isAsset = (path: string) => path.startsWith('/assets/')

/** Logs one line per request: the path without its query, never a header or a body. */
function logRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { context, ended }: { context: RequestContext; ended: ReportResult },
): void {
  const path = pathOf(request)
  if (isProbe(path)) return
  const level = isAsset(path) ? 'debug' : 'info'
  const status = response.headersSent ? response.statusCode : 499
  const ms = Date.now() - context.startedAt
  const kind = isAsset(path) ? 'asset' : request.method === 'POST' ? 'form' : path.endsWith('.data') ? 'data' : 'page'
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
