/**
 * Streams a file from a service with constant memory, however slow the reader is. Uses Node's own client: undici
 * (7.30) ends the process with an assertion when a service closes a connection whose body is paused.
 */
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { ReadEndpoint } from '#contracts/endpoint'
import { ErrorBody } from '#contracts/errors'
import { parseReply } from '#contracts/lenient'
import { countCall } from '~/meters.server'
import { traceCall } from '~/traces.server'
import { ServiceError } from './service-error'
import { type Bearer, callHeaders, type Input, networkError, urlOf, withBreaker } from './transport.server'

export interface FileDownload {
  /** Size in bytes; null where the service does not send one. */
  sizeBytes: number | null
  /** Ends with an error when the service does not send all of it. Cancelling it ends the call. */
  stream: ReadableStream<Uint8Array>
}

/** Silence of the service, or of the reader, before the call is aborted, ms. */
const maxSilenceMs = 5 * 60_000
/** Maximum size of an error reply, in bytes. */
const maxErrorBytes = 64 * 1024

/** Returns the file once its first bytes are received. Throws `ServiceError` like every other read. */
export async function download<E extends ReadEndpoint>(
  endpoint: E,
  input: Input<E>,
  bearer: Bearer,
): Promise<FileDownload> {
  const { service } = endpoint
  return withBreaker(service, async () => {
    const message = await measured(endpoint, () => openResponse(endpoint, input, bearer))
    if (message.statusCode !== 200) throw await errorFrom(message, endpoint)
    const pieces: AsyncIterator<Uint8Array> = message[Symbol.asyncIterator]()
    // An error before the first piece can still be an error response; after it, the file is cut short.
    const first = await pieces.next().catch((error: unknown) => {
      throw networkError(error, service, true)
    })
    return { sizeBytes: sizeOf(message), stream: streamOf(message, pieces, first) }
  })
}

async function errorFrom(message: IncomingMessage, { service, area }: ReadEndpoint): Promise<ServiceError> {
  const status = message.statusCode ?? 502
  const text = await textOf(message)
  if (status < 400) return new ServiceError({ service, status: 502, trouble: 'redirect' })
  const body = parseReply(ErrorBody, parseJson(text))
  return new ServiceError({ service, area, status, body: body.ok ? body.value : null })
}

/** Counts and traces the call up to the response headers: the rest depends on the speed of the reader. */
function measured(endpoint: ReadEndpoint, work: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
  return traceCall(endpoint, async (report) => {
    const began = performance.now()
    let outcome: string | number = 'broken'
    try {
      const message = await work()
      outcome = message.statusCode ?? outcome
      return message
    } catch (error) {
      if (error instanceof ServiceError && error.trouble) outcome = error.trouble
      throw error
    } finally {
      countCall({ service: endpoint.service, outcome: outcome }, (performance.now() - began) / 1_000)
      report(outcome)
    }
  })
}

/** Returns the whole file; null when it is larger than `maxBytes`. Rejects when the stream ends with an error. */
export async function readWholeFile({ stream }: Pick<FileDownload, 'stream'>, maxBytes: number) {
  const parts: Uint8Array[] = []
  let size = 0
  const pieces = stream.getReader()
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
    size += piece.value.length
    if (size > maxBytes) {
      await pieces.cancel()
      return null
    }
    parts.push(piece.value)
  }
  return new Uint8Array(Buffer.concat(parts))
}

function openResponse<E extends ReadEndpoint>(endpoint: E, input: Input<E>, bearer: Bearer): Promise<IncomingMessage> {
  const { service, method } = endpoint
  const url = urlOf(endpoint, input)
  const headers = { ...callHeaders(bearer, service, false), accept: '*/*', 'accept-encoding': 'identity' }
  return new Promise((resolve, reject) => {
    const call = url.protocol === 'https:' ? secureRequest : plainRequest
    const request = call(url, { method, headers, timeout: maxSilenceMs }, resolve)
    const timer = setTimeout(
      () => request.destroy(new DOMException('The call timed out', 'TimeoutError')),
      Math.max(1, bearer.deadline - Date.now()),
    )
    request.on('response', () => clearTimeout(timer))
    request.on('timeout', () => request.destroy(new DOMException('Nothing was heard', 'TimeoutError')))
    request.on('error', (error) => {
      clearTimeout(timer)
      reject(networkError(error, service, true))
    })
    request.end()
  })
}

/** Reads a piece only when the previous one was consumed. */
function streamOf(
  message: IncomingMessage,
  pieces: AsyncIterator<Uint8Array>,
  first: IteratorResult<Uint8Array>,
): ReadableStream<Uint8Array> {
  let next: IteratorResult<Uint8Array> | null = first
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = next ?? (await pieces.next())
        next = null
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        message.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of message) {
    size += (part as Buffer).length
    if (size > maxErrorBytes) break
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sizeOf({ headers }: IncomingMessage): number | null {
  const size = Number(headers['content-length'] ?? Number.NaN)
  return Number.isSafeInteger(size) ? size : null
}
