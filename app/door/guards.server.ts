/** What the door checks and answers before a page, in this order. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { config } from '~/config.server'
import { featuresNow } from '~/flags.server'
import { isDesignerAsset, isDesignerCall } from '~/paths'
import { isStoreWritable } from '~/store/store.server'
import { backendsReached } from './backends.server'
import { readBytes } from './body'
import { checkSameSite } from './cross-site'
import { designerCallHeaders, designerFile, designerHeaders } from './designer.server'
import { type Exchange, requestOver } from './exchange.server'
import { checkHost } from './host'
import { HttpError } from './http-error'
import { type IdentityProxy, isIdentityPath, proxyToIdentity } from './identity.server'
import { origins } from './proxies'
import { sendResponse } from './send-response.server'
import { servePage } from './serve-page.server'
import { serveFile } from './static-files.server'

/** Answers a request, or returns null to pass it on to the next guard. Throws HttpError to refuse it. */
type Guard = (exchange: Exchange) => Promise<void> | 'answered' | null

/** The last one answers everything. */
const guards: readonly Guard[] = [
  answerHealth,
  answerReadiness,
  checkHostName,
  passToIdentity,
  answerDesignerAsset,
  checkDesignerCall,
  checkOrigin,
  answerStaticFile,
  answerFeatures,
  servePage,
]

/** Answers a request by the first guard that does. Throws HttpError for one that is refused. */
export async function answerByGuards(exchange: Exchange): Promise<void> {
  for (const guard of guards) {
    const answer = guard(exchange)
    if (answer === null) continue
    await answer
    return
  }
}

const methods = ['GET', 'HEAD', 'POST']

/** Returns the method of a request for traces: `OTHER` for one that is refused. */
export function knownMethod({ method = '' }: IncomingMessage): string {
  return methods.includes(method) ? method : 'OTHER'
}

/** Returns the methods of an address: the designer accepts no posts. */
export function allowedMethods(url: string): readonly string[] {
  const isDesigner = isDesignerAsset(url) || isDesignerCall(url)
  return isDesigner ? methods.filter((method) => method !== 'POST') : methods
}

/** Throws HttpError for a method that no address has. A frame without an origin sends a preflight request first. */
export function checkMethod({ method = '', url = '' }: IncomingMessage): void {
  const isPreflight = method === 'OPTIONS' && isDesignerCall(url)
  if (!methods.includes(method) && !isPreflight) throw new HttpError('method')
}

function refusePost({ method }: IncomingMessage): void {
  if (method === 'POST') throw new HttpError('method')
}

function answerHealth({ target, response }: Exchange) {
  if (target.pathname !== '/healthz') return null
  sendText(response, 200, 'ok')
  return 'answered'
}

function answerReadiness({ door, target, response }: Exchange) {
  return target.pathname === '/readyz' ? sendReadiness(response, door.stopping.signal.aborted) : null
}

async function sendReadiness(response: ServerResponse, isDraining: boolean): Promise<void> {
  const ready = !isDraining && (await isStoreWritable()) && (await backendsReached())
  sendText(response, ready ? 200 : 503, ready ? 'ready' : 'not ready')
}

/** Redirects from a loopback name to the public origin; no other name is accepted. */
function checkHostName({ door, request, response, target }: Exchange) {
  const { publicOrigin, port, evaluation } = config()
  const { host } = origins(request, door.trusted)
  const names = { publicOrigin, port, evaluation: evaluation !== null }
  if (checkHost(host, request.method ?? '', names) === 'ours') return null
  response.writeHead(307, { location: publicOrigin + target.pathname + target.search }).end()
  return 'answered'
}

/** The built-in provider's pages have their own policies for content and caching. */
const providersOwnHeaders = ['content-security-policy', 'cache-control', 'pragma', 'referrer-policy']

/** Passes on the built-in provider's pages and forms, for people who are not signed in yet. */
function passToIdentity(exchange: Exchange) {
  const { response, context, target } = exchange
  const { publicOrigin, builtInIdentity } = config()
  if (!builtInIdentity || !isIdentityPath(target.pathname)) return null
  for (const name of providersOwnHeaders) response.removeHeader(name)
  return proxyWithBody(exchange, { identityUrl: builtInIdentity.url, publicOrigin, ...context })
}

async function proxyWithBody({ door, request, response }: Exchange, proxy: IdentityProxy): Promise<void> {
  const permit = request.method === 'POST' ? door.bodyLimiters.strangers.acquire(proxy.address) : null
  try {
    const body = permit && (await readBytes(request, permit))
    permit?.freeSlot()
    await proxyToIdentity(request, response, { ...proxy, body })
  } finally {
    permit?.release()
  }
}

/** Answers with the browser files of the designer, the same for all people. */
function answerDesignerAsset(exchange: Exchange) {
  return isDesignerAsset(exchange.target.pathname) ? sendDesignerFile(exchange) : null
}

async function sendDesignerFile({ door, request, response, target, context }: Exchange): Promise<void> {
  const { method = 'GET', headers } = request
  const { designerAssets: assets, publicOrigin } = config()
  refusePost(request)
  if (assets === null) throw new HttpError('notFound')
  const controller = new AbortController()
  const permit = door.designerLimiter.acquire(context.address)
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

/** Opens the calls of the designer to its document, and answers their preflight requests. */
function checkDesignerCall({ request, response, target }: Exchange) {
  if (!isDesignerCall(target.pathname)) return null
  refusePost(request)
  for (const [name, value] of Object.entries(designerCallHeaders)) response.setHeader(name, value)
  if (request.method !== 'OPTIONS') return null
  response.writeHead(204).end()
  return 'answered'
}

const featuresPath = '/features.json'

/** Refuses what comes from another site; a form without an origin is left to its token. */
function checkOrigin(exchange: Exchange) {
  const { door, request, target } = exchange
  exchange.isOriginKnown = checkSameSite(request.method ?? '', request.headers, config().publicOrigin)
  const hasForm = !door.files.has(target.pathname) && target.pathname !== featuresPath
  if (!exchange.isOriginKnown && !hasForm) throw new HttpError('crossSite')
  return null
}

function answerStaticFile({ door, request, response, target }: Exchange) {
  const file = door.files.get(target.pathname)
  if (!file) return null
  refusePost(request)
  serveFile(file, request, response)
  return 'answered'
}

function answerFeatures({ request, response, target }: Exchange) {
  if (target.pathname !== featuresPath) return null
  refusePost(request)
  const text = JSON.stringify(featuresNow())
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(request.method === 'HEAD' ? undefined : text)
  return 'answered'
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'content-length': text.length }).end(text)
}
