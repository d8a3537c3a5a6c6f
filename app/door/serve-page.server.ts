/** Everything that is no file and no answer of the door itself: a page, its data, or a form. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FormCheck, formCheckHeader } from '~/change/form-check'
import { metaFields } from '~/change/plan'
import { embedsDesigner, hasFileForm, isSignOut } from '~/paths'
import { formToken, isFormToken } from '~/session/form-token.server'
import { isSecret } from '~/trail/redact'
import { formTokenField } from '~/ui/form-token'
import { reportUsage } from '~/usage/report-usage.server'
import { bodyStream, discardRest, readFormBody } from './body'
import { type Exchange, headersFor, requestOver } from './exchange.server'
import { isMultipart } from './form-type'
import { HttpError } from './http-error'
import { IfUnread } from './if-unread'
import type { Permit } from './limiter'
import { errorPageRequest, refusedNavigation } from './refused-navigation'
import { ClientDisconnected, isEventStream, isStreamed, sendResponse } from './send-response.server'
import { browserOf, claimedSender, senderOf } from './sender.server'
import type { RequestTarget } from './target'

/** Answers with the response of Remix. Throws HttpError for a form that is refused before. */
export async function servePage(exchange: Exchange): Promise<void> {
  const { door, request, response, context, target, isOriginKnown } = exchange
  if (embedsDesigner(target.pathname)) {
    const { 'content-security-policy': policy = '' } = headersFor(exchange, true)
    response.setHeader('content-security-policy', policy)
  }
  if (new URLSearchParams(target.search).has('_data')) throw new HttpError(isOriginKnown ? 'notFound' : 'crossSite')
  const waitInQueue = () => door.queue.acquire(claimedSender(request, context.address), () => response.destroyed)
  if (request.method !== 'POST') return serveAfter(waitInQueue, exchange, null)
  const sender = await senderOf(request, context.address)
  // Overload never keeps anyone signed in. Each session can do this once: later posts are those of a stranger.
  const isSigningOut = sender.isSignedIn && isSignOut(target.pathname)
  const { people, strangers, signOuts } = door.bodyLimiters
  const permit = (isSigningOut ? signOuts : sender.isSignedIn ? people : strangers).acquire(sender.key)
  try {
    if (isFileUpload(request, target)) await serveStreamed(exchange)
    else {
      const body = await readFormBody(request, permit)
      if (!isSigningOut) permit.freeSlot()
      if (!isOriginKnown) checkFormToken(body, request, target)
      await serveAfter(isSigningOut ? () => door.signOutLane.acquire() : waitInQueue, exchange, body)
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
async function serveStreamed(exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  try {
    const answer = await runRemix(exchange, bodyStream(request))
    if (!response.shouldKeepAlive || response.getHeader('connection') === 'close') await discardRest(request)
    await send(answer, exchange)
  } finally {
    void discardRest(request).then((isOver) => isOver || request.destroy())
  }
}

/** Answers once `acquire` gives a permit, which the request holds until its response. */
async function serveAfter(acquire: () => Promise<() => void>, exchange: Exchange, body: string | null): Promise<void> {
  const { request } = exchange
  const release = await acquire()
  try {
    const answer = await runRemix(exchange, body)
    if (isStreamed(answer, request)) release()
    await send(answer, exchange)
  } finally {
    release()
  }
}

type Body = string | ReadableStream<Uint8Array> | null

/** Returns the response of Remix; for a refused browser navigation without a page, its error page. */
async function runRemix({ door, request, response, context, target }: Exchange, body: Body): Promise<Response> {
  const { remix } = door
  const controller = new AbortController()
  const ifUnread = new IfUnread((error) => context.log.error({ err: error }, 'an unread effect was not undone'))
  context.ifUnread = ifUnread
  response.once('close', () => {
    controller.abort(requestOver)
    ifUnread.settle(isRead(request, response))
  })
  const url = context.origin + target.pathname + target.search
  const web = webRequest(request, { url, body, signal: controller.signal })
  if (!target.pathname.endsWith('.data')) context.stopping = door.stopping.signal
  context.dispatch = (inner, extra) => remix(inner, { ...context, dispatch: undefined, ...extra })
  if (request.method === 'POST' && web.headers.has(formCheckHeader)) {
    context.formCheck = { problems: {}, isChecked: false }
    return checkReply(await remix(web, context), context.formCheck)
  }
  const answer = await remix(web, context)
  const refused = await refusedNavigation(request, answer, target.pathname + target.search)
  return refused ? remix(errorPageRequest(web), Object.assign(context, { refused })) : answer
}

/** Returns whether a closed response reached its reader whole, and is no error page: a refused form shows its page. */
function isRead({ method }: IncomingMessage, { writableFinished, statusCode }: ServerResponse): boolean {
  return writableFinished && (method === 'POST' || (method === 'GET' && statusCode < 400))
}

/** Returns what is wrong with a form, in place of the response of its action; the cookies of that are kept. */
async function checkReply(answer: Response, { isChecked, problems }: FormCheck): Promise<Response> {
  await answer.body?.cancel()
  const headers = new Headers({ 'cache-control': 'no-store' })
  for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie)
  return isChecked ? Response.json(problems, { headers }) : new Response(null, { status: 204, headers })
}

/**
 * A download waits for its client: each sender has a few, and a disconnected client none. A stream of events is counted
 * apart.
 */
async function send(answer: Response, { door, request, response, context, target }: Exchange): Promise<void> {
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
      const hasEvents = isEventStream(answer.headers.get('content-type') ?? '')
      const person = hasEvents ? context.signedInPerson : undefined
      const key = person ? `${person.issuer} ${person.subject}` : (await senderOf(request, context.address)).key
      if (response.destroyed) throw new ClientDisconnected()
      permit = (hasEvents ? door.eventStreamLimiter : door.downloadLimiter).acquire(key)
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

/** Returns whether the request is a form with a file, at an address that accepts files; the action limits its size. */
function isFileUpload(request: IncomingMessage, { pathname }: RequestTarget): boolean {
  return isMultipart(request.headers['content-type']) && hasFileForm(pathname)
}

/** Returns the request for Remix: under the public origin, without forwarding headers from the client. */
function webRequest(request: IncomingMessage, given: { url: string; body: Body; signal: AbortSignal }): Request {
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
