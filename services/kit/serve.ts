/**
 * A service derived from its contract: routes, tokens, tenant headers, parsing of input and output, errors with the
 * catalogue's codes, idempotency keys, the journal, injected faults (design §11, domain §0, §10).
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type AnyEndpoint, basePaths, type ServiceName } from '../contracts/endpoint'
import { type Admissions, Answer, type Call, type Handlers, type Inspections } from './call'
import { type Caller, require, requireSomewhere, wasAsked } from './caller'
import { fieldErrorsOf } from './field-errors'
import { answerBefore, type Given, keepAnswer } from './idempotency'
import { addressedBy, headerOf, identify } from './identify'
import { note } from './journal'
import { meet } from './mishap'
import { openApi } from './openapi'
import { Refusal, refuse } from './refusal'
import { type Reply, refusalReply, replyOf, send } from './reply'
import { discard, type Received, receive } from './upload'
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
  world: World
}

type AnyHandler = (call: Call<AnyEndpoint>) => unknown
type Inspection = Inspections<Record<string, AnyEndpoint>>[string]
type Admission = Admissions<Record<string, AnyEndpoint>>[string]

/** How long (ms) the rest of a rejected body is read. */
const longestDrain = 30_000

/** Reads the rest of a body, so that the client receives the error and not a broken connection. */
function drained(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.complete || request.destroyed) return resolve()
    const timer = setTimeout(resolve, longestDrain)
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
  const { service, contract, handlers, inspections, admissions, world } = options
  const base = basePaths[service]
  const app = fastify({
    bodyLimit,
    genReqId: (request) => String(request.headers['x-request-id'] ?? '').slice(0, 100) || randomUUID(),
    routerOptions: { maxParamLength: 400 },
    frameworkErrors: (error, request, reply) => void sendRefusal(request, reply, translate(error)),
    forceCloseConnections: true,
  })
  const paths = Object.values(contract).map((call) => ({ method: call.method, pattern: patternOf(base + call.path) }))
  let document: object | undefined
  void app.register(multipart)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = textOf(bytes as Buffer)
    if (text === null || isDeeperThan(maxDepth, text)) return done(new Refusal(4002))
    parseJson(request, text, done)
  })

  // Building it takes a quarter of a second for all services, and it is rarely requested.
  app.get('/openapi.json', () => {
    document ??= openApi(service, contract, world.settings.headers)
    return document
  })

  for (const [name, endpoint] of Object.entries<AnyEndpoint>(contract)) {
    const handler = handlers[name] as AnyHandler
    const inspect = inspections?.[name]
    const admit = admissions?.[name]
    app.route({
      method: endpoint.method,
      url: base + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) =>
        world.underWay.during(async () => {
          const { ending } = world.underWay
          const fault = world.faults.take(service, request.method, pathOf(request).slice(base.length))
          if (fault && !fault.after && (await meet(fault, { reply, ending }))) return reply
          const answered = await perform({ service, endpoint, handler, inspect, admit, world, request })
          const isMetNow = fault && (fault.after || fault.kind === 'truncate')
          if (isMetNow && (await meet(fault, { reply, ending, answered }))) return reply
          return send(reply, answered)
        }),
    })
  }

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    const allowed = paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (!allowed.length) return sendRefusal(request, reply, new Refusal(4005))
    return sendRefusal(request, reply.header('allow', [...new Set(allowed)].join(', ')), new Refusal(4006))
  })

  app.setErrorHandler(async (error, request, reply) => {
    const refusal = translate(error)
    if (refusal.status === 413) await drained(request.raw)
    if (refusal.code === 5099)
      world.log.error({ err: error, service, path: pathOf(request), traceId: request.id }, 'unexpected')
    return sendRefusal(request, reply, refusal)
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
  world: World
  request: FastifyRequest
}

/**
 * Performs one call from token to reply. Reads may be asynchronous; a write is one transaction with its journal entry.
 */
async function perform(performance: Performance): Promise<Reply> {
  const { world, request } = performance
  const known = await identify(world, request)
  const caller = { ...known, addressed: addressedBy(world, known, request) }
  const received = await receivedWith(performance, caller)
  try {
    return await performWith(performance, { caller, received })
  } finally {
    if (received) await discard(received.file)
  }
}

/** Returns the form of a call that accepts a file; the file is read only if the caller may send it. */
async function receivedWith(
  { endpoint, admit, world, request }: Performance,
  caller: Caller,
): Promise<Received | undefined> {
  const { upload, capability } = endpoint
  if (!upload) return request.isMultipart() ? refuse(4006, { status: 415 }) : undefined
  return receive(world.settings, request, {
    upload,
    admit(fields) {
      const body = endpoint.body?.safeParse(fields)
      if (!body?.success) return requireSomewhere(caller, capability)
      admit?.({ body: body.data, caller, world, require: (target) => require(caller, capability, target) })
    },
  })
}

interface Known {
  caller: Caller
  received: Received | undefined
}

async function performWith(performance: Performance, { caller, received }: Known): Promise<Reply> {
  const { endpoint, handler, inspect, world, request } = performance
  const touched: string[] = []
  const call: Call<AnyEndpoint> = {
    params: request.params as Call<AnyEndpoint>['params'],
    ...inputOf({ endpoint, caller, query: request.query, body: received?.fields ?? request.body }),
    caller,
    world,
    headers: request.headers,
    upload: received && { file: received.file, facts: await inspect?.(received.file) },
    customerId: caller.addressed.customerId,
    require: (target) => require(caller, endpoint.capability, target),
    touched: (...ids) => void touched.push(...ids),
  }
  if (endpoint.effect === 'read') return answerOf(performance, caller, await handler(call))
  return write(performance, call, touched)
}

/** Performs effect, journal entry and stored reply together, or none of them. */
function write(performance: Performance, call: Call<AnyEndpoint>, touched: string[]): Reply {
  const { service, handler, world, request } = performance
  const { store } = world
  const { subject } = call.caller
  const key = headerOf(request, 'idempotency-key')
  const given: Given | undefined = key
    ? {
        service,
        actor: subject,
        key: key.slice(0, 200),
        request: `${request.method} ${request.url}\n${JSON.stringify(call.upload ? [call.body, call.upload.file.sha256] : (request.body ?? null))}`,
      }
    : undefined

  return store.transaction(() => {
    const before = given && answerBefore(world, given)
    if (before) return before
    const { reply, done } = outcomeOf(performance, call, handler)
    const entityIds = touched.length ? touched : idsIn(done, call.params as Record<string, string>)
    if (reply.status < 400 || (Array.isArray(done) && done.length)) {
      note(world, {
        service,
        method: request.method,
        path: pathOf(request),
        idempotencyKey: key ?? null,
        actor: subject,
        entityIds,
        status: reply.status,
      })
      if (given) keepAnswer(world, given, reply)
    }
    return reply
  })
}

/** Errors whose effects persist: of 4100 the results in its `data`; of 4307 the counted attempt. */
const standing: readonly number[] = [4100, 4307]

function outcomeOf(
  performance: Performance,
  call: Call<AnyEndpoint>,
  handler: AnyHandler,
): { reply: Reply; done: unknown } {
  try {
    const result = handler(call)
    return { reply: answerOf(performance, call.caller, result), done: result instanceof Answer ? result.reply : result }
  } catch (error) {
    if (!(error instanceof Refusal) || !standing.includes(error.code)) throw error
    return { reply: refusalReply(performance.request, error), done: error.details.data ?? [] }
  }
}

function idsIn(done: unknown, params: Record<string, string>): string[] {
  const rows = Array.isArray(done) ? done : (done as { data?: unknown } | null)?.data
  const ids = (Array.isArray(rows) ? rows : [done]).flatMap((row) => {
    if (typeof row === 'string') return [row]
    const { userId, deviceId, id } = (row ?? {}) as { userId?: unknown; deviceId?: unknown; id?: unknown }
    return [userId ?? deviceId ?? id].filter((found): found is string => typeof found === 'string')
  })
  return ids.length ? [...new Set(ids)] : Object.values(params)
}

function answerOf({ endpoint, world, request }: Performance, caller: Caller, result: unknown): Reply {
  if (!wasAsked(caller))
    throw new Error(`${endpoint.service}.${endpoint.name} answered without asking whether the caller may`)
  return replyOf(endpoint, { world, url: request.url, result })
}

interface Sent {
  endpoint: AnyEndpoint
  caller: Caller
  query: unknown
  body: unknown
}

/** Returns the parsed input. Its errors are reported only to callers who may make the call in some scope. */
function inputOf({ endpoint, caller, query, body }: Sent): Pick<Call<AnyEndpoint>, 'query' | 'body'> {
  try {
    return {
      query: parse(endpoint.query, printable(knownOnly(endpoint, query))) as never,
      body: parse(endpoint.body, given(endpoint, body)) as never,
    }
  } catch (error) {
    requireSomewhere(caller, endpoint.capability)
    throw error
  }
}

/** Rejects parameters an extension does not know: a client that expects more must be notified. */
function knownOnly({ extension, query }: AnyEndpoint, given: unknown): unknown {
  if (!extension) return given
  const known = Object.keys((query as { shape?: object } | undefined)?.shape ?? {})
  const unknown = Object.keys((given ?? {}) as object).filter((name) => !known.includes(name))
  if (unknown.length)
    refuse(4000, { errors: Object.fromEntries(unknown.map((name) => [name, 'errors.field.invalid'])) })
  return given
}

/** Returns the query when no value has a NUL, which no stored text has. Throws 4000 otherwise. */
function printable(query: unknown): unknown {
  const wrong = Object.entries((query ?? {}) as object).filter(([, value]) => [value].flat().join('').includes('\0'))
  if (wrong.length) refuse(4000, { errors: Object.fromEntries(wrong.map(([name]) => [name, 'errors.text.control'])) })
  return query
}

/** Returns the body of a call that accepts one; rejects `null`, and a missing body where it is required. */
function given({ body: schema }: AnyEndpoint, body: unknown): unknown {
  const mayLack = !schema || (body === undefined && schema.safeParse(undefined).success)
  return mayLack ? body : (body ?? refuse(4000, { errors: { body: 'errors.field.required' } }))
}

function parse(schema: AnyEndpoint['query'], given: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(given ?? {}, { reportInput: true })
  if (!parsed.success) refuse(4000, { errors: fieldErrorsOf(parsed.error) })
  return parsed.data
}

function translate(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { statusCode } = (error ?? {}) as { statusCode?: number }
  if (statusCode === 413) return new Refusal(4007)
  if (statusCode === 415) return new Refusal(4006, { status: 415 })
  return new Refusal(statusCode && statusCode < 500 ? 4002 : 5099)
}

const sendRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) =>
  send(reply, refusalReply(request, refusal))
