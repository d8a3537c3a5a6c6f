/**
 * A service derived from its contract: routes, tokens, tenant headers, parsing of input and output, errors with the
 * catalogue's codes, idempotency keys, the journal, injected faults (design §11, domain §0, §10).
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type AnyEndpoint, basePaths, type ServiceName } from '../contracts/endpoint'
import { ApiError, fail } from './api-error'
import { applyFault } from './apply-fault'
import {
  type Admissions,
  type Consultation,
  type Consultations,
  ExtendedReply,
  type Handlers,
  type Inspections,
  type LinkedWrite,
  type ServiceCall,
} from './call'
import { type Caller, require, requireSomewhere, wasChecked } from './caller'
import { fieldErrorsOf } from './field-errors'
import { findSavedReply, hashOfRequest, type IdempotentRequest, saveReply } from './idempotency'
import { headerOf, identify, requestedScopeOf } from './identify'
import { journalWrite } from './journal'
import { performLinkedWrite, registerLinkedWrite } from './linked-write'
import { openApi } from './openapi'
import { idsIn, isPersistent } from './outcome'
import { errorReply, type Reply, replyOf, requesterOf, sendReply } from './reply'
import { discard, type ReceivedUpload, receiveUpload } from './upload'
import type { World } from './world'

const bodyLimit = 2 * 1024 * 1024
/** Maximum nesting of lists and objects in JSON: serialization is recursive, and no call needs a dozen levels. */
const maxDepth = 64

export interface ServeOptions<Contract extends Record<string, AnyEndpoint>> {
  service: ServiceName
  contract: Contract
  handlers: Handlers<Contract>
  /** For calls that accept a file. */
  inspections?: Inspections<Contract>
  admissions?: Admissions<Contract>
  /** For writes that controllers may refuse. */
  consultations?: Consultations<Contract>
  world: World
}

type SimpleHandler = (call: ServiceCall<AnyEndpoint>) => unknown
type AnyHandler = SimpleHandler | LinkedWrite<AnyEndpoint>
type Inspection = Inspections<Record<string, AnyEndpoint>>[string]
type Admission = Admissions<Record<string, AnyEndpoint>>[string]
type Consult = Consultations<Record<string, AnyEndpoint>>[string]

/** How long (ms) the rest of a rejected body is read. */
const maxDrainMs = 30_000

/** Reads the rest of a body, so that the client receives the error and not a broken connection. */
function drainBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.complete || request.destroyed) return resolve()
    const timer = setTimeout(resolve, maxDrainMs)
    const ended = () => {
      clearTimeout(timer)
      resolve()
    }
    for (const event of ['end', 'close', 'error']) request.once(event, ended)
    request.resume()
  })
}

/** Returns the server of one service; the caller listens on it and closes it. */
export function serve<Contract extends Record<string, AnyEndpoint>>(options: ServeOptions<Contract>): FastifyInstance {
  const { service, contract, handlers, inspections, admissions, consultations, world } = options
  const base = basePaths[service]
  const app = fastify({
    bodyLimit,
    genReqId: (request) => String(request.headers['x-request-id'] ?? '').slice(0, 100) || randomUUID(),
    routerOptions: { maxParamLength: 400 },
    frameworkErrors: (error, request, reply) => void sendError(request, reply, translate(error)),
    forceCloseConnections: true,
  })
  const paths = Object.values(contract).map((call) => ({ method: call.method, pattern: patternOf(base + call.path) }))
  let document: object | undefined
  void app.register(multipart)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, outcome) => {
    const text = textOf(bytes as Buffer)
    if (text === null || isDeeperThan(maxDepth, text)) return outcome(new ApiError(4002))
    parseJson(request, text, outcome)
  })

  // Building it takes a quarter of a second for all services, and it is rarely requested.
  const linked = new Set(Object.keys(contract).filter((name) => typeof handlers[name] !== 'function'))
  app.get('/openapi.json', () => {
    document ??= openApi(service, contract, { headers: world.settings.headers, linked })
    return document
  })

  for (const [name, endpoint] of Object.entries<AnyEndpoint>(contract)) {
    const handler = handlers[name] as AnyHandler
    const inspect = inspections?.[name]
    const admit = admissions?.[name]
    const consult = consultations?.[name]
    if (typeof handler !== 'function') registerLinkedWrite(world, endpoint, handler)
    app.route({
      method: endpoint.method,
      url: base + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) =>
        world.inFlight.track(async () => {
          const { shutdown } = world.inFlight
          const fault = world.faults.next(service, request.method, pathOf(request).slice(base.length))
          if (fault && !fault.after && (await applyFault(fault, { reply, shutdown }))) return reply
          const completed = await perform({ service, endpoint, handler, inspect, admit, consult, world, request })
          const appliesNow = fault && (fault.after || fault.kind === 'truncate')
          if (appliesNow && (await applyFault(fault, { reply, shutdown, completed }))) return reply
          return sendReply(reply, completed)
        }),
    })
  }

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    const allowed = paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (!allowed.length) return sendError(request, reply, new ApiError(4005))
    return sendError(request, reply.header('allow', [...new Set(allowed)].join(', ')), new ApiError(4006))
  })

  app.setErrorHandler(async (error, request, reply) => {
    const refusal = translate(error)
    if (refusal.status === 413) await drainBody(request.raw)
    if (refusal.code === 5099)
      world.log.error({ err: error, service, path: pathOf(request), traceId: request.id }, 'unexpected')
    return sendError(request, reply, refusal)
  })

  return app
}

/** Returns the text of a body; null when it is not UTF-8, which would be stored differently than it was sent. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns whether JSON is nested deeper than `max`. */
function isDeeperThan(max: number, json: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length && depth <= max; at += 1) {
    const letter = json[at]
    if (letter === '"') isText = !isText
    else if (isText && letter === '\\') at += 1
    else if (!isText && (letter === '[' || letter === '{')) depth += 1
    else if (!isText && (letter === ']' || letter === '}')) depth -= 1
  }
  return depth > max
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? ''
const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)

interface Performance {
  service: ServiceName
  endpoint: AnyEndpoint
  handler: AnyHandler
  inspect: Inspection
  admit: Admission
  consult: Consult
  world: World
  request: FastifyRequest
}

/**
 * Performs one call from token to reply. Reads may be asynchronous; a write is one transaction with its journal entry.
 */
async function perform(performance: Performance): Promise<Reply> {
  const { world, request } = performance
  const identified = await identify(world, request)
  const caller = { ...identified, requestedScope: requestedScopeOf(world, identified, request) }
  const form = await receiveForm(performance, caller)
  try {
    return await performWith(performance, { caller, form })
  } finally {
    if (form) await discard(form.file)
  }
}

/** Returns the form of a call that accepts a file; the file is read only if the caller may send it. */
async function receiveForm(
  { endpoint, admit, world, request }: Performance,
  caller: Caller,
): Promise<ReceivedUpload | undefined> {
  const { upload, capability } = endpoint
  if (!upload) return request.isMultipart() ? fail(4006, { status: 415 }) : undefined
  return receiveUpload(world.settings, request, {
    upload,
    admit(fields) {
      const body = endpoint.body?.safeParse(fields)
      if (!body?.success) return requireSomewhere(caller, capability)
      admit?.({ body: body.data, caller, world, require: (target) => require(caller, capability, target) })
    },
  })
}

interface CallInput {
  caller: Caller
  form: ReceivedUpload | undefined
}

async function performWith(performance: Performance, { caller, form }: CallInput): Promise<Reply> {
  const { endpoint, handler, inspect, consult, world, request } = performance
  if (caller.isGuest && endpoint.effect === 'write') fail(4003)
  const touched: string[] = []
  const input = inputOf({ endpoint, caller, query: request.query, body: form?.fields ?? request.body })
  const call: ServiceCall<AnyEndpoint> = {
    params: request.params as ServiceCall<AnyEndpoint>['params'],
    ...input,
    caller,
    world,
    headers: request.headers,
    upload: form && { file: form.file, facts: await inspect?.(form.file) },
    consulted:
      (await consult?.({ ...input, caller, params: request.params as never, headers: request.headers, world })) ??
      noConsultation,
    customerId: caller.requestedScope.customerId,
    require: (target) => require(caller, endpoint.capability, target),
    touched: (...ids) => void touched.push(...ids),
  }
  const attempt = attemptOf(performance, call)
  if (typeof handler !== 'function') {
    return performLinkedWrite(world, { endpoint, write: handler, call, request, attempt, touched })
  }
  if (endpoint.effect === 'read') return checkedReplyOf(performance, caller, await handler(call))
  return write(performance, { call, handler, attempt, touched })
}

const noConsultation: Consultation = { refusals: new Map() }

/** Returns the request under its idempotency key, if it has one. */
function attemptOf({ service, request }: Performance, call: ServiceCall<AnyEndpoint>): IdempotentRequest | undefined {
  const key = headerOf(request, 'idempotency-key')
  if (!key) return undefined
  const body = call.upload ? [call.body, call.upload.file.sha256] : (request.body ?? null)
  return {
    service,
    actor: call.caller.subject,
    key: key.slice(0, 200),
    request: `${request.method} ${request.url}\n${JSON.stringify(body)}`,
  }
}

interface SimpleWrite {
  call: ServiceCall<AnyEndpoint>
  handler: SimpleHandler
  attempt: IdempotentRequest | undefined
  touched: string[]
}

/** Performs effect, journal entry and stored reply together, or none of them. */
function write(performance: Performance, { call, handler, attempt, touched }: SimpleWrite): Reply {
  const { service, world, request } = performance
  return world.store.transaction(() => {
    const before = attempt && findSavedReply(world, attempt)
    if (before) return before
    const { reply, outcome } = outcomeOf(performance, call, handler)
    const entityIds = touched.length ? touched : idsIn(outcome, call.params as Record<string, string>)
    if (reply.status < 400 || (Array.isArray(outcome) && outcome.length)) {
      journalWrite(world, {
        service,
        method: request.method,
        path: pathOf(request),
        idempotencyKey: headerOf(request, 'idempotency-key') ?? null,
        actor: call.caller.subject,
        entityIds,
        status: reply.status,
      })
      if (attempt) saveReply(world, { ...attempt, hash: hashOfRequest(world, attempt.request) }, reply)
    }
    return reply
  })
}

function outcomeOf(
  performance: Performance,
  call: ServiceCall<AnyEndpoint>,
  handler: SimpleHandler,
): { reply: Reply; outcome: unknown } {
  try {
    const result = handler(call)
    return {
      reply: checkedReplyOf(performance, call.caller, result),
      outcome: result instanceof ExtendedReply ? result.reply : result,
    }
  } catch (error) {
    if (!isPersistent(error)) throw error
    return { reply: errorReply(requesterOf(performance.request), error), outcome: error.details.data ?? [] }
  }
}

function checkedReplyOf({ endpoint, world, request }: Performance, caller: Caller, result: unknown): Reply {
  if (!wasChecked(caller))
    throw new Error(`${endpoint.service}.${endpoint.name} replied without checking the caller’s permission`)
  return replyOf(endpoint, { world, url: request.url, result })
}

interface RawInput {
  endpoint: AnyEndpoint
  caller: Caller
  query: unknown
  body: unknown
}

/** Returns the parsed input. Its errors are reported only to callers who may make the call in some scope. */
function inputOf({ endpoint, caller, query, body }: RawInput): Pick<ServiceCall<AnyEndpoint>, 'query' | 'body'> {
  try {
    return {
      query: parse(endpoint.query, rejectNul(rejectUnknown(endpoint, query))) as never,
      body: parse(endpoint.body, requiredBody(endpoint, body)) as never,
    }
  } catch (error) {
    requireSomewhere(caller, endpoint.capability)
    throw error
  }
}

/** Rejects parameters an extension does not know: a client that expects more must be notified. */
function rejectUnknown({ extension, query }: AnyEndpoint, input: unknown): unknown {
  if (!extension) return input
  const knownNames = Object.keys((query as { shape?: object } | undefined)?.shape ?? {})
  const unknown = Object.keys((input ?? {}) as object).filter((name) => !knownNames.includes(name))
  if (unknown.length) fail(4000, { errors: Object.fromEntries(unknown.map((name) => [name, 'errors.field.invalid'])) })
  return input
}

/** Returns the query when no value has a NUL, which no stored text has. Throws 4000 otherwise. */
function rejectNul(query: unknown): unknown {
  const wrong = Object.entries((query ?? {}) as object).filter(([, value]) => [value].flat().join('').includes('\0'))
  if (wrong.length) fail(4000, { errors: Object.fromEntries(wrong.map(([name]) => [name, 'errors.text.control'])) })
  return query
}

/** Returns the body of a call that accepts one; rejects `null`, and a missing body where it is required. */
function requiredBody({ body: schema }: AnyEndpoint, body: unknown): unknown {
  const isOptional = !schema || (body === undefined && schema.safeParse(undefined).success)
  return isOptional ? body : (body ?? fail(4000, { errors: { body: 'errors.field.required' } }))
}

function parse(schema: AnyEndpoint['query'], input: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(input ?? {}, { reportInput: true })
  if (!parsed.success) fail(4000, { errors: fieldErrorsOf(parsed.error) })
  return parsed.data
}

function translate(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { statusCode } = (error ?? {}) as { statusCode?: number }
  if (statusCode === 413) return new ApiError(4007)
  if (statusCode === 415) return new ApiError(4006, { status: 415 })
  return new ApiError(statusCode && statusCode < 500 ? 4002 : 5099)
}

const sendError = (request: FastifyRequest, reply: FastifyReply, refusal: ApiError) =>
  sendReply(reply, errorReply(requesterOf(request), refusal))
