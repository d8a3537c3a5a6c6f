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
import { readReply } from '#contracts/generous'
import { config } from '~/config.server'
import { countCall } from '~/meters.server'
import { tracedCall, traceHeaders } from '~/traces.server'
import { type Arrival, arrival, type Ending, TooLong } from './arrival.server'
import { tellMisfits } from './misfits.server'
import { fillPath, isHeaderId } from './path'
import { readJson } from './reply-text'
import { ServiceError } from './service-error'
import { writeAnswer } from './write-answer'

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

export interface Answer<E extends AnyEndpoint> {
  reply: ReplyOf<E>
  status: number
  /** `X-Total-Count` and the token of the next page, of bare lists (domain §0). */
  totalCount: number | null
  continuationToken: string | null
  /** The raw response, to be cached and parsed again. */
  came: Arrival
  /** Rows of a list that could not be parsed and were left out. */
  unreadRows: number
}

/** Time limit of one call, ms (spec §7, §9). */
const timeouts: Partial<Record<ServiceName, number>> = { operations: 15_000 }
/** Time limit of a page that reads from such a service, ms from the start of its request. */
const pageBudgets: Partial<Record<ServiceName, number>> = { operations: 16_000 }
const defaultTimeout = 8_000
/** Uploading and inspecting a file is slower than any other call. */
const uploadTimeout = 5 * 60_000
const largestReply = 8 * 1024 * 1024

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
export function ask<E extends AnyEndpoint>(endpoint: E, input: Input<E>, bearer: Bearer): Promise<Answer<E>> {
  const guard = guardOf(endpoint.service)
  guard.budget.earn()
  const attempt = () => guard.breaker.execute(() => patiently(() => send(endpoint, input, bearer), bearer))
  // The first attempt runs without a retry policy: most calls need none, and creating one costs time.
  let begun: Promise<Answer<E>> | undefined = attempt()
  const next = () => {
    const first = begun
    begun = undefined
    return first ?? attempt()
  }
  return begun
    .catch(() =>
      retry(
        handleWhen(
          (error) => isTransient(error) && Date.now() < deadlineOf(endpoint.service, bearer) && guard.budget.spend(),
        ),
        { maxAttempts: 3, backoff: new ExponentialBackoff({ initialDelay: 80, maxDelay: 30_000 }) },
      ).execute(next),
    )
    .catch((error) => {
      throw openly(error, endpoint.service)
    })
}

/** Runs one call behind the circuit breaker of its service, for callers with a client of their own. */
export function spared<T>(service: ServiceName, work: () => Promise<T>): Promise<T> {
  return guardOf(service)
    .breaker.execute(work)
    .catch((error) => {
      throw openly(error, service)
    })
}

/** Returns the error of an open circuit as a service that is unreachable. */
function openly(error: unknown, service: ServiceName): unknown {
  return error instanceof BrokenCircuitError
    ? new ServiceError({ service, status: 503, trouble: 'unreachable' })
    : error
}

/** Retries once after a 429 with `Retry-After`, where the time limit of the page allows it. */
async function patiently<T>(work: () => Promise<T>, { deadline }: Bearer): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 429 || error.retryAfter === null) throw error
    const wait = error.retryAfter * 1000
    if (Date.now() + wait >= deadline) throw error
    await pause(wait)
    return work()
  }
}

const deadlineOf = (service: ServiceName, { startedAt, deadline }: Bearer) =>
  Math.max(deadline, startedAt + (pageBudgets[service] ?? 0))

/** Returns the URL of a call. */
export function urlOf<E extends AnyEndpoint>({ service, path }: E, input: Input<E>): URL {
  const url = new URL(
    basePaths[service] + fillPath(path, (input.path ?? {}) as Record<string, string>),
    config().service(service),
  )
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== null && value !== '') url.searchParams.set(key, String(value))
  return url
}

/** Sends one request, once. */
export function send<E extends AnyEndpoint>(endpoint: E, input: Input<E>, bearer: Bearer): Promise<Answer<E>> {
  return tracedCall(endpoint, (tell) => sendAndTell(endpoint, { input, bearer, tell }))
}

async function sendAndTell<E extends AnyEndpoint>(
  endpoint: E,
  { input, bearer, tell }: { input: Input<E>; bearer: Bearer; tell(outcome: string | number): void },
): Promise<Answer<E>> {
  const { service } = endpoint
  const url = urlOf(endpoint, input)
  const timeout = input.file
    ? uploadTimeout
    : Math.max(1, Math.min(timeouts[service] ?? defaultTimeout, deadlineOf(service, bearer) - Date.now()))
  const isRead = endpoint.effect === 'read'
  const body = await payloadOf(input).catch(() => {
    throw new ServiceError({ service, status: 503, trouble: 'unreachable' })
  })
  const headers = headersOf(bearer, service, input.body !== undefined && !input.file)
  const began = performance.now()
  let ended: string | number = 'broken'
  try {
    return await within(timeout, async (ending) => {
      const came = await arrival(agent, {
        url,
        ending,
        mostBytes: largestReply,
        method: endpoint.method,
        headers,
        body,
        bodyTimeout: timeout,
        headersTimeout: timeout,
      })
      ended = came.status
      return await answerIn(endpoint, came)
    })
  } catch (error) {
    const trouble = error instanceof ServiceError ? error : troubleOf(error, service, isRead)
    if (trouble.trouble) ended = trouble.trouble
    throw trouble
  } finally {
    countCall({ service, outcome: ended }, (performance.now() - began) / 1_000)
    tell(ended)
  }
}

/**
 * Rejects at the time limit, whether or not the work reacts to its signal: a call that waits for a connection does
 * not.
 */
async function within<T>(milliseconds: number, work: (ending: Ending) => Promise<T>): Promise<T> {
  const ending: Ending = { reason: null, tell: null }
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const late = new DOMException('The time of the call is over', 'TimeoutError')
      reject(late)
      ending.reason = late
      ending.tell?.(late)
    }, milliseconds)
  })
  try {
    return await Promise.race([work(ending), over])
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
export function headersOf(bearer: Bearer, service: ServiceName, hasBody: boolean): Record<string, string> {
  if (![bearer.tenantId, bearer.customerId].every((id) => !id || isHeaderId(id))) throw notAsked(service)
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
export async function answerIn<E extends AnyEndpoint>(endpoint: E, came: Arrival): Promise<Answer<E>> {
  const { service } = endpoint
  const { status, headers } = came
  const { json, text } = await readJson(came.bytes, headers, largestReply).catch(() => {
    throw new TooLong()
  })
  if (isWrite(endpoint)) {
    const reply = writeAnswer(endpoint, { status, type: [headers['content-type']].flat()[0], text })
    return { reply: reply as ReplyOf<E>, status, totalCount: null, continuationToken: null, came, unreadRows: 0 }
  }
  if (status >= 300 && status < 400) throw new ServiceError({ service, status: 502, trouble: 'redirect' })
  if (status >= 400) {
    const body = readReply(ErrorBody, json)
    const retryAfter = secondsIn(headers['retry-after'])
    throw new ServiceError({ service, area: endpoint.area, status, body: body.ok ? body.value : null, retryAfter })
  }
  const read = readReply(endpoint.reply, status === 204 ? undefined : json)
  const isNoJson = json === undefined && status !== 204 && !isUnchecked(endpoint)
  tellMisfits(endpoint, isNoJson ? [{ at: '', expected: 'JSON', isRow: false }] : read.misfits)
  if (!read.ok || isNoJson) throw new ServiceError({ service, status: 502, trouble: 'garbage' })
  return {
    reply: read.value as ReplyOf<E>,
    status,
    totalCount: countIn(headers['x-total-count']),
    continuationToken: nextToken(headers.link),
    came,
    unreadRows: read.misfits.filter(({ isRow }) => isRow).length,
  }
}

const isWrite = (endpoint: AnyEndpoint): endpoint is WriteEndpoint => endpoint.effect === 'write'

/** Returns the seconds of `Retry-After`, which is a number or a date. */
function secondsIn(written: string | string[] | undefined): number | null {
  const text = [written].flat()[0]
  if (!text) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

/** A contract that accepts anything is not checked. */
const isUnchecked = ({ reply }: AnyEndpoint) => reply.safeParse(undefined).success

/** Returns `X-Total-Count`; null where it is absent or impossible. */
function countIn(written: string | string[] | undefined): number | null {
  const count = Number([written].flat()[0] || Number.NaN)
  return Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Returns the continuation token of `Link: <…?continuationToken=…>; rel="next"`. */
function nextToken(link: string | string[] | undefined): string | null {
  const written = [link].flat().find((one) => one?.includes('rel="next"'))
  const target = written?.match(/<([^<>]*)>/)?.[1]
  return target ? (new URLSearchParams(target.split('?')[1] ?? '').get('continuationToken') ?? null) : null
}

/** The error for an id that no service can have: refused before sending. */
function notAsked(service: ServiceName): ServiceError {
  return new ServiceError({ service, status: 404, body: { errorCode: 4000 } })
}

/** Returns a network error as `ServiceError`. Whether the request was sent decides between "failed" and "unknown". */
export function troubleOf(error: unknown, service: ServiceName, isRead: boolean): ServiceError {
  const code = (error as { code?: string }).code ?? ''
  const name = (error as { name?: string }).name ?? ''
  if (code === 'UND_ERR_INVALID_ARG') return notAsked(service)
  if (error instanceof TooLong)
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
