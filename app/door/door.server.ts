/**
 * Everything that happens to a request before and after Remix: guards, static files, health, headers, logging.
 * Nothing malformed, cross-site or oversized passes (traps of the stack: bad Host, TRACE, absolute targets, broken
 * encodings and forged origins were errors ≥ 500 without it).
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { metaFields } from '~/change/plan'
import { config } from '~/config.server'
import { featuresNow } from '~/features.server'
import { countRequest } from '~/meters.server'
import { embedsDesigner, isDesignerCall, isDesignersOwn, takesFiles } from '~/paths'
import { formToken, isFormToken } from '~/session/form-token.server'
import { providerOrigins } from '~/session/provider.server'
import { storeIsWritable } from '~/store/store.server'
import { type RequestEnded, tracedRequest, traceInLog } from '~/traces.server'
import { isSecret } from '~/trail/redact'
import { formTokenField } from '~/ui/form-token'
import { tellUse } from '~/usage/tell.server'
import { hurry, isStreamed, ReaderGone, sendResponse } from './answer.server'
import { backendsMet } from './backends.server'
import { discardRest, readBytes, readForm, streamOf } from './body'
import type { RequestContext } from './context'
import { checkSameSite } from './cross-site'
import { designerCallHeaders, designerFile, designerHeaders } from './designer.server'
import { isMultipart } from './form-type'
import { securityHeaders } from './headers'
import { checkHost } from './host'
import { isIdentityPath, type Passage, passToIdentity } from './identity.server'
import { log } from './log.server'
import { Places } from './places'
import { origins, trustedPeers } from './proxies'
import { Refusal } from './refusal'
import { refusalPage } from './refusal-page'
import { refusedNavigation, tellingRequest } from './refused-navigation'
import { type Held, Room } from './room'
import { browserOf, claimOf, senderOf } from './sender.server'
import { type StaticFiles, serveFile } from './static-files.server'
import { readTarget, type Target } from './target'

const methods = ['GET', 'HEAD', 'POST']
/** The abort reason of finished requests: created once, since that is slow. */
const answered = new DOMException('The request is over', 'AbortError')
const mebibyte = 1024 * 1024
/** Bodies in transit, and their bytes in memory until the response. */
const bodies = { most: 512, mostOfOne: 16, mostBytes: 96 * mebibyte, mostBytesOfOne: 8 * mebibyte }
/** Of people who are not signed in, all together. */
const strangersBodies = { most: 128, mostOfOne: 32, mostBytes: 16 * mebibyte, mostBytesOfOne: 4 * mebibyte }
/** Files of the designer, in memory from their first byte until they are read. */
const designers = { most: 256, mostOfOne: 64, mostBytes: 96 * mebibyte, mostBytesOfOne: 48 * mebibyte }
/** Responses that are written while they are read. */
const downloads = { most: 128, mostOfOne: 4 }

export type RemixHandler = (request: Request, context: RequestContext & Record<string, unknown>) => Promise<Response>

export interface Door {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** From now on `/readyz` fails and connections are closed after their response. */
  drain(): void
}

/** Creates the door in front of a Remix handler. */
export function createDoor(given: { remix: RemixHandler; files: StaticFiles; development?: boolean }): Door {
  const { remix, files, development = false } = given
  const trusted = trustedPeers(config().trustedProxies)
  const places = new Places()
  const arriving = { people: new Room(bodies), strangers: new Room(strangersBodies) }
  const leaving = new Room(downloads)
  const embedded = new Room(designers)
  let draining = false

  function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pathname = pathOf(request)
    if (isProbe(pathname) || isAsset(pathname)) return handleAndTell(request, response, () => {})
    const method = methods.includes(request.method ?? '') ? String(request.method) : 'OTHER'
    return tracedRequest({ method, pathname }, (ended) => handleAndTell(request, response, ended))
  }

  async function handleAndTell(request: IncomingMessage, response: ServerResponse, ended: RequestEnded): Promise<void> {
    const context = contextFor(request)
    response.setHeader('x-request-id', context.requestId)
    if (draining) response.setHeader('connection', 'close')
    for (const [name, value] of Object.entries(headersFor(context))) response.setHeader(name, value)
    response.once('close', () => record(request, response, { context, ended }))
    response.on('error', (error) => context.log.debug({ err: error }, 'an answer was not taken'))
    try {
      await answer(request, response, context)
    } catch (error) {
      refuse(request, response, { context, error })
    }
    hurry(response)
  }

  async function answer(request: IncomingMessage, response: ServerResponse, context: RequestContext): Promise<void> {
    const method = request.method ?? ''
    // A frame without an origin sends a preflight request first.
    const isAskedBefore = method === 'OPTIONS' && isDesignerCall(request.url ?? '')
    if (!methods.includes(method) && !isAskedBefore) throw new Refusal('method')
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
    if (isDesignersOwn(target.pathname)) return designer(request, response, target, context)
    if (isDesignerCall(target.pathname)) {
      if (method === 'POST') throw new Refusal('method')
      for (const [name, value] of Object.entries(designerCallHeaders)) response.setHeader(name, value)
      if (isAskedBefore) {
        response.writeHead(204).end()
        return
      }
    }
    const isTold = checkSameSite(method, request.headers, publicOrigin)
    const file = files.get(target.pathname)
    if (!isTold && (file || target.pathname === '/features.json')) throw new Refusal('crossSite')
    if (file) {
      if (method === 'POST') throw new Refusal('method')
      serveFile(file, request, response)
      return
    }
    if (target.pathname === '/features.json') return sendFeatures(request, response)
    await page(request, response, { context, target, isTold })
  }

  /** The provider's pages and forms, for people who are not signed in yet. */
  async function identity(request: IncomingMessage, response: ServerResponse, passage: Passage): Promise<void> {
    const held = request.method === 'POST' ? arriving.strangers.enter(passage.address) : null
    try {
      const body = held && (await readBytes(request, held))
      held?.arrived()
      await passToIdentity(request, response, { ...passage, body })
    } finally {
      held?.leave()
    }
  }

  /** The browser files of the designer, the same for all people. */
  async function designer(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target,
    { address }: RequestContext,
  ): Promise<void> {
    const { method = 'GET', headers } = request
    const { designerAssets: assets, publicOrigin } = config()
    if (method === 'POST') throw new Refusal('method')
    if (assets === null) throw new Refusal('notFound')
    const gone = new AbortController()
    const held = embedded.enter(address)
    response.once('close', () => {
      gone.abort(answered)
      held.leave()
    })
    const file = await designerFile({ assets, target, method, headers, signal: gone.signal, held })
    held.arrived()
    for (const [name, value] of Object.entries(designerHeaders(publicOrigin))) response.setHeader(name, value)
    response.removeHeader('pragma')
    await sendResponse(file, request, response)
  }

  /** Everything else: a page, its data, or a form. */
  async function page(request: IncomingMessage, response: ServerResponse, given: Asked): Promise<void> {
    if (embedsDesigner(given.target.pathname)) {
      const { 'content-security-policy': policy = '' } = headersFor(given.context, true)
      response.setHeader('content-security-policy', policy)
    }
    if (new URLSearchParams(given.target.search).has('_data'))
      throw new Refusal(given.isTold ? 'notFound' : 'crossSite')
    if (request.method !== 'POST') return placed(request, response, { ...given, body: null })
    const sender = await senderOf(request, given.context.address)
    const held = arriving[sender.isSignedIn ? 'people' : 'strangers'].enter(sender.key)
    try {
      if (takesStream(request, given.target)) await streamed(request, response, given)
      else {
        const body = await readForm(request, held)
        held.arrived()
        if (!given.isTold) checkFormToken(body, request, given.target)
        await placed(request, response, { ...given, body })
      }
    } finally {
      held.leave()
    }
  }

  /**
   * Runs the action of a form with a file while the file arrives; it keeps its permit for that time. The unread rest
   * is discarded, before the response when the connection closes after it: closing a connection with unread bytes
   * resets it, and the response is lost.
   */
  async function streamed(request: IncomingMessage, response: ServerResponse, given: Asked): Promise<void> {
    try {
      const answer = await ask(request, response, { ...given, body: streamOf(request) })
      if (!response.shouldKeepAlive || response.getHeader('connection') === 'close') await discardRest(request)
      await send(answer, request, response, given)
    } finally {
      void discardRest(request).then((isOver) => isOver || request.destroy())
    }
  }

  /** Queues a request from the arrival of its whole body until its response. */
  async function placed(request: IncomingMessage, response: ServerResponse, given: Asked & { body: string | null }) {
    const leave = await places.enter(claimOf(request, given.context.address), () => response.destroyed)
    try {
      const answer = await ask(request, response, given)
      if (isStreamed(answer, request)) leave()
      await send(answer, request, response, given)
    } finally {
      leave()
    }
  }

  /** Returns the response of Remix; for a refused browser navigation without a page, its error page. */
  async function ask(
    request: IncomingMessage,
    response: ServerResponse,
    { context, target, body }: Asked & { body: string | ReadableStream<Uint8Array> | null },
  ): Promise<Response> {
    const gone = new AbortController()
    response.once('close', () => gone.abort(answered))
    const url = context.origin + target.pathname + target.search
    const web = webRequest(request, { url, body, signal: gone.signal })
    context.aside = (inner, told) => remix(inner, { ...context, aside: undefined, ...told })
    const answer = await remix(web, context)
    const refused = await refusedNavigation(request, answer, target.pathname + target.search)
    return refused ? remix(tellingRequest(web), Object.assign(context, { refused })) : answer
  }

  /** A download waits for its client: each sender has a few, and a disconnected client none. */
  async function send(
    answer: Response,
    request: IncomingMessage,
    response: ServerResponse,
    { context, target }: Asked,
  ): Promise<void> {
    let held: Held | null = null
    try {
      const used = {
        method: request.method ?? '',
        pathname: target.pathname,
        headers: request.headers,
        status: answer.status,
        contentType: answer.headers.get('content-type') ?? '',
        person: context.signedIn,
        change: context.carriedOut,
      }
      const counting = await tellUse(used)
      if (counting) answer.headers.append('set-cookie', counting)
      if (isStreamed(answer, request)) {
        const { key } = await senderOf(request, context.address)
        if (response.destroyed) throw new ReaderGone()
        held = leaving.enter(key)
        response.once('close', held.leave)
      }
      await sendResponse(answer, request, response)
    } catch (error) {
      if (answer.body && !answer.body.locked) await answer.body.cancel()
      throw error
    } finally {
      held?.leave()
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
      takesBytes: true,
    }
  }

  function headersFor({ nonce }: RequestContext, hasFrame = false): Record<string, string> {
    return securityHeaders({ nonce, secure: config().secure, formTargets: providerOrigins(), development, hasFrame })
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    given: { context: RequestContext; error: unknown },
  ): void {
    const { context, error } = given
    const refusal = error instanceof Refusal ? error : new Refusal('broken')
    if (!(error instanceof Refusal) && !isGone(response, error))
      context.log.error({ problem: problemOf(error) }, 'unexpected')
    if (response.headersSent || response.destroyed) {
      response.destroy()
      return
    }
    for (const name of response.getHeaderNames())
      if (/^(?:content-|location|set-cookie)/.test(name)) response.removeHeader(name)
    for (const [name, value] of Object.entries(headersFor(context))) response.setHeader(name, value)
    if (refusal.reason === 'method') response.setHeader('allow', allowed(request.url ?? '').join(', '))
    if (refusal.status === 503) response.setHeader('retry-after', '2')
    if (!request.complete) response.setHeader('connection', 'close')
    const page = refusalPage({
      ...context,
      reason: refusal.reason,
      form: refusal.form,
      status: refusal.status,
      acceptLanguage: String(request.headers['accept-language'] ?? ''),
    })
    response.writeHead(refusal.status, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(page),
    })
    response.end(request.method === 'HEAD' ? undefined : page)
  }

  async function sendReadiness(response: ServerResponse): Promise<void> {
    const ready = !draining && (await storeIsWritable()) && (await backendsMet())
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
  const isDesigner = isDesignersOwn(url) || isDesignerCall(url)
  return isDesigner ? methods.filter((method) => method !== 'POST') : methods
}

interface Asked {
  context: RequestContext
  target: Target
  /** Whether the browser named the origin of a form; otherwise its token decides. */
  isTold: boolean
}

/** Throws HttpError, with the form to review and send again, where its token is not of this browser. */
function checkFormToken(body: string, request: IncomingMessage, { pathname, search }: Target): void {
  const fields = [...new URLSearchParams(body)]
  const token = fields.find(([name]) => name === formTokenField)?.[1] ?? ''
  const browser = browserOf(request)
  if (isFormToken(token, browser)) return
  throw new Refusal('crossSite', {
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
  if (request.method === 'POST') throw new Refusal('method')
  const text = JSON.stringify(featuresNow())
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(request.method === 'HEAD' ? undefined : text)
}

/** Returns whether the request is a form with a file, at an address that accepts files; the action limits its size. */
function takesStream(request: IncomingMessage, { pathname }: Target): boolean {
  return isMultipart(request.headers['content-type']) && takesFiles(pathname)
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
    throw new Refusal('headers')
  }
}

const pathOf = (request: IncomingMessage) => (request.url ?? '').split('?')[0]?.slice(0, 300) ?? ''
const isProbe = (path: string) => path === '/healthz' || path === '/readyz'
const isAsset = (path: string) => path.startsWith('/assets/')

/** Logs one line per request: the path without its query, never a header or a body. */
function record(
  request: IncomingMessage,
  response: ServerResponse,
  { context, ended }: { context: RequestContext; ended: RequestEnded },
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
function isGone(response: ServerResponse, error: unknown): boolean {
  return response.destroyed || error instanceof ReaderGone || (error instanceof Error && error.name === 'AbortError')
}

function problemOf(error: unknown): { name: string; message: string; stack?: string | undefined } {
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack }
  return { name: 'thrown', message: String(error) }
}
