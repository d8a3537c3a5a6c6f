/**
 * The only way to a service (design §6); imported only by the reader and by `mutate`. A call sends the session's
 * token and the tenant of the address, never anything from the browser; it follows no redirect; its reply is parsed
 * against the contract. Reads are retried within a budget, writes never.
 */

import { openAsBlob } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  SamplingBreaker,
} from 'cockatiel'
import { Agent, Client, type Dispatcher, FormData, Pool } from 'undici'
import {
  type AnyEndpoint,
  type BodyOf,
  basePaths,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type ServiceName,
  type WriteEndpoint,
} from '#contracts/endpoint'
import { ErrorBody } from '#contracts/errors'
import { parseReply } from '#contracts/lenient'
import { config } from '~/config.server'
import { countCall } from '~/meters.server'
import { traceCall, traceHeaders } from '~/traces.server'
import { reportViolations } from './contract-violations.server'
import { type CallSignal, fetchRaw, type RawResponse, ResponseTooLarge } from './fetch-raw.server'
import { fillPath, isHeaderId } from './path'
import { readJson } from './reply-text'
import { ServiceError } from './service-error'
import { parseWriteReply } from './write-reply'

export interface Input<E extends AnyEndpoint> {
  path?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  /** The file of an upload: its path on disk, and its name for the service. */
  file?: { path: string; name: string }
}

/** On whose behalf, and for which place, a call is sent. */
export interface Bearer {
  token: string
  tenantId?: string | undefined
  customerId?: string | undefined
  requestId: string
  language: string
  /** Epoch ms at which the page started to read, and by which it must be complete. */
  startedAt: number
  deadline: number
  idempotencyKey?: string
}

export interface ServiceAnswer<E extends AnyEndpoint> {
  reply: ReplyOf<E>
  status: number
  /** `X-Total-Count` and the token of the next page, of bare lists (domain §0). */
  totalCount: number | null
  continuationToken: string | null
  /** The raw response, to be cached and parsed again. */
  raw: RawResponse
  /** Rows of a list that could not be parsed and were left out. */
  unreadRows: number
}

/** Time limit of one call, ms (spec §7, §9). */
const timeoutsMs: Partial<Record<ServiceName, number>> = { operations: 15_000 }
/** Time limit of a page that reads from such a service, ms from the start of its request. */
const pageBudgetsMs: Partial<Record<ServiceName, number>> = { operations: 16_000 }
const defaultTimeoutMs = 8_000
/** Uploading and inspecting a file is slower than any other call. */
const uploadTimeoutMs = 5 * 60_000
const maxReplyBytes = 8 * 1024 * 1024

/** Stays available when a call failed before it was sent: otherwise its pool would wait for it forever. */
class Connection extends Client {
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return super.dispatch(options, handler) || this.stats.size === 0
  }
}

const agent = new Agent({
  connections: 64,
  keepAliveTimeout: 30_000,
  connect: { timeout: 3_000 },
  factory: (origin, options) =>
    new Pool(origin, { ...options, factory: (to: URL, one: Client.Options) => new Connection(to, one) }),
})

/** Sends a read, with retries on connection errors, 502, 503 and 504, behind the circuit breaker of its service. */
export function callWithRetry<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  bearer: Bearer,
): Promise<ServiceAnswer<E>> {
  const guard = guardOf(endpoint.service)
  guard.budget.earn()
  const mayRetry = (error: unknown) =>
    isTransient(error) && Date.now() < deadlineOf(endpoint.service, bearer) && guard.budget.spend()
  return retry(handleWhen(mayRetry), { maxAttempts: 3, backoff })
    .execute(() => guard.breaker.execute(() => retryAfter429(() => sendOnce(endpoint, input, bearer), bearer)))
    .catch((error) => {
      throw toServiceError(error, endpoint.service)
    })
}

const backoff = new ExponentialBackoff({ initialDelay: 80, maxDelay: 30_000 })

/** Runs one call behind the circuit breaker of its service, for callers with a client of their own. */
export function withBreaker<T>(service: ServiceName, work: () => Promise<T>): Promise<T> {
  return guardOf(service)
    .breaker.execute(work)
    .catch((error) => {
      throw toServiceError(error, service)
    })
}

/** Returns the error of an open circuit as a service that is unreachable. */
function toServiceError(error: unknown, service: ServiceName): unknown {
  return error instanceof BrokenCircuitError
    ? new ServiceError({ service, status: 503, trouble: 'unreachable' })
    : error
}

/** Retries once after a 429 with `Retry-After`, where the time limit of the page allows it. */
async function retryAfter429<T>(work: () => Promise<T>, { deadline }: Bearer): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 429 || error.retryAfterSeconds === null) throw error
    const waitMs = error.retryAfterSeconds * 1000
    if (Date.now() + waitMs >= deadline) throw error
    await pause(waitMs)
    return work()
  }
}

const deadlineOf = (service: ServiceName, { startedAt, deadline }: Bearer) =>
  Math.max(deadline, startedAt + (pageBudgetsMs[service] ?? 0))

/** Returns the URL of a call. */
export function urlOf<E extends AnyEndpoint>({ service, path }: E, input: Input<E>): URL {
  const filledPath = basePaths[service] + fillPath(path, (input.path ?? {}) as Record<string, string>)
  // Collected first: a URL is written again for every parameter that is set on it.
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  return new URL(search.size > 0 ? `${filledPath}?${search}` : filledPath, config().service(service))
}

/** Sends one request, once. */
export function sendOnce<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  bearer: Bearer,
): Promise<ServiceAnswer<E>> {
  return traceCall(endpoint, (report) => sendMeasured(endpoint, { input, bearer, report }))
}

async function sendMeasured<E extends AnyEndpoint>(
  endpoint: E,
  { input, bearer, report }: { input: Input<E>; bearer: Bearer; report(outcome: string | number): void },
): Promise<ServiceAnswer<E>> {
  const { service } = endpoint
  const url = urlOf(endpoint, input)
  const timeoutMs = input.file
    ? uploadTimeoutMs
    : Math.max(1, Math.min(timeoutsMs[service] ?? defaultTimeoutMs, deadlineOf(service, bearer) - Date.now()))
  const isRead = endpoint.effect === 'read'
  const body = await payloadOf(input).catch(() => {
    throw new ServiceError({ service, status: 503, trouble: 'unreachable' })
  })
  const headers = callHeaders(bearer, service, input.body !== undefined && !input.file)
  const startedMs = performance.now()
  let outcome: string | number = 'broken'
  try {
    return await withTimeout(timeoutMs, async (signal) => {
      const raw = await fetchRaw(agent, {
        url,
        signal,
        maxBytes: maxReplyBytes,
        method: endpoint.method,
        headers,
        body,
        bodyTimeout: timeoutMs,
        headersTimeout: timeoutMs,
      })
      outcome = raw.status
      return await parseAnswer(endpoint, raw)
    })
  } catch (error) {
    const trouble = error instanceof ServiceError ? error : networkError(error, service, isRead)
    if (trouble.trouble) outcome = trouble.trouble
    throw trouble
  } finally {
    countCall({ service, outcome: outcome }, (performance.now() - startedMs) / 1_000)
    report(outcome)
  }
}

/**
 * Rejects at the time limit, whether or not the work reacts to its signal: a call that waits for a connection does
 * not.
 */
async function withTimeout<T>(timeoutMs: number, work: (signal: CallSignal) => Promise<T>): Promise<T> {
  const signal: CallSignal = { reason: null, onAbort: null }
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const timeoutError = new DOMException('The call timed out', 'TimeoutError')
      reject(timeoutError)
      signal.reason = timeoutError
      signal.onAbort?.(timeoutError)
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(signal), timedOut])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the body: JSON, or a form with the file last, read from disk while it is sent. */
async function payloadOf<E extends AnyEndpoint>({ body, file }: Input<E>): Promise<string | FormData | null> {
  if (!file) return body === undefined ? null : JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
    for (const one of [value].flat()) form.append(name, typeof one === 'string' ? one : JSON.stringify(one))
  form.append('file', await openAsBlob(file.path), file.name)
  return form
}

/**
 * Returns the headers of a call, with the ids of the address. Throws 404 with 4000, before anything is sent, for an
 * id that no header can contain.
 */
export function callHeaders(bearer: Bearer, service: ServiceName, hasBody: boolean): Record<string, string> {
  if (![bearer.tenantId, bearer.customerId].every((id) => !id || isHeaderId(id))) throw unknownIdError(service)
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'gzip, br, deflate',
    authorization: `Bearer ${bearer.token}`,
    'accept-language': bearer.language,
    'x-request-id': bearer.requestId,
    ...traceHeaders(),
  }
  if (hasBody) headers['content-type'] = 'application/json'
  if (bearer.tenantId) {
    headers['x-organization'] = bearer.tenantId
    headers[config().tenantIdHeader] = bearer.tenantId
  }
  if (bearer.customerId) headers[config().customerIdHeader] = bearer.customerId
  if (bearer.idempotencyKey) headers['idempotency-key'] = bearer.idempotencyKey
  return headers
}

/** Returns a raw response parsed against its contract. Throws ResponseTooLarge, and `ServiceError` for a refusal. */
export async function parseAnswer<E extends AnyEndpoint>(endpoint: E, raw: RawResponse): Promise<ServiceAnswer<E>> {
  const { service } = endpoint
  const { status, headers } = raw
  const { json, text } = await readJson(raw.bytes, headers, maxReplyBytes).catch(() => {
    throw new ResponseTooLarge()
  })
  const retryAfterSeconds = secondsIn(headers['retry-after'])
  if (isWrite(endpoint)) {
    const type = [headers['content-type']].flat()[0]
    const reply = parseWriteReply(endpoint, { status, type, text, retryAfterSeconds })
    return { reply: reply as ReplyOf<E>, status, totalCount: null, continuationToken: null, raw, unreadRows: 0 }
  }
  if (status >= 300 && status < 400) throw new ServiceError({ service, status: 502, trouble: 'redirect' })
  if (status >= 400) {
    const body = parseReply(ErrorBody, json)
    throw new ServiceError({
      service,
      area: endpoint.area,
      status,
      body: body.ok ? body.value : null,
      retryAfterSeconds,
    })
  }
  const read = parseReply(endpoint.reply, status === 204 ? undefined : json)
  const isNoJson = json === undefined && status !== 204 && !acceptsAnything(endpoint)
  reportViolations(endpoint, isNoJson ? [{ at: '', expected: 'JSON', isRow: false }] : read.violations)
  if (!read.ok || isNoJson) throw new ServiceError({ service, status: 502, trouble: 'garbage' })
  return {
    reply: read.value as ReplyOf<E>,
    status,
    totalCount: countIn(headers['x-total-count']),
    continuationToken: nextToken(headers.link),
    raw,
    unreadRows: read.violations.filter(({ isRow }) => isRow).length,
  }
}

const isWrite = (endpoint: AnyEndpoint): endpoint is WriteEndpoint => endpoint.effect === 'write'

/** Returns the seconds of `Retry-After`, which is a number or a date. */
function secondsIn(header: string | string[] | undefined): number | null {
  const text = [header].flat()[0]
  if (!text) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

/** A contract that accepts anything is not checked. */
const acceptsAnything = ({ reply }: AnyEndpoint) => reply.safeParse(undefined).success

/** Returns `X-Total-Count`; null where it is absent or impossible. */
function countIn(header: string | string[] | undefined): number | null {
  const count = Number([header].flat()[0] || Number.NaN)
  return Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Returns the continuation token of `Link: <…?continuationToken=…>; rel="next"`. */
function nextToken(link: string | string[] | undefined): string | null {
  const header = [link].flat().find((one) => one?.includes('rel="next"'))
  const target = header?.match(/<([^<>]*)>/)?.[1]
  return target ? (new URLSearchParams(target.split('?')[1] ?? '').get('continuationToken') ?? null) : null
}

/** The error for an id that no service can have: refused before sending. */
function unknownIdError(service: ServiceName): ServiceError {
  return new ServiceError({ service, status: 404, body: { errorCode: 4000 } })
}

/** Returns a network error as `ServiceError`. Whether the request was sent decides between "failed" and "unknown". */
export function networkError(error: unknown, service: ServiceName, isRead: boolean): ServiceError {
  const code = (error as { code?: string }).code ?? ''
  const name = (error as { name?: string }).name ?? ''
  if (code === 'UND_ERR_INVALID_ARG') return unknownIdError(service)
  if (error instanceof ResponseTooLarge)
    return new ServiceError({ service, status: 502, trouble: 'tooLarge', mayHaveHappened: !isRead })
  const neverSent = [
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
  ].includes(code)
  if (neverSent) return new ServiceError({ service, status: 503, trouble: 'unreachable' })
  if (name === 'TimeoutError' || name === 'AbortError' || code.includes('TIMEOUT'))
    return new ServiceError({ service, status: 504, trouble: 'timeout', mayHaveHappened: !isRead })
  return new ServiceError({ service, status: 502, trouble: 'interrupted', mayHaveHappened: !isRead })
}

/** Returns whether a retry is useful: never for a time-out, never for a 4xx (design §6). */
function isTransient(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false
  if (error.trouble === 'unreachable' || error.trouble === 'interrupted') return true
  return error.trouble === null && [502, 503, 504].includes(error.status)
}

/** Limits retries to a fifth of the requests of a service, so that an outage causes no retry storm. */
class RetryBudget {
  private tokens = 10
  earn() {
    this.tokens = Math.min(10, this.tokens + 0.2)
  }
  spend(): boolean {
    if (this.tokens < 1) return false
    this.tokens -= 1
    return true
  }
}

const guards = new Map<ServiceName, { breaker: CircuitBreakerPolicy; budget: RetryBudget }>()

function guardOf(service: ServiceName) {
  let guard = guards.get(service)
  if (!guard) {
    const breaker = circuitBreaker(
      handleWhen((error) => error instanceof ServiceError && (isTransient(error) || error.trouble === 'timeout')),
      { halfOpenAfter: 3_000, breaker: new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 2 }) },
    )
    guard = { breaker, budget: new RetryBudget() }
    guards.set(service, guard)
  }
  return guard
}
