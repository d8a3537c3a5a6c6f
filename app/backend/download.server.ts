/**
 * Streams a file from a service with constant memory, however slow the reader is. Uses Node's own client: undici
 * (7.30) ends the process with an assertion when a service closes a connection whose body is paused.
 */
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { ReadEndpoint } from '#contracts/endpoint'
import { ErrorBody } from '#contracts/errors'
import { readReply } from '#contracts/generous'
import { countCall } from '~/meters.server'
import { tracedCall } from '~/traces.server'
import { ServiceError } from './service-error'
import { type Bearer, headersOf, type Input, spared, troubleOf, urlOf } from './transport.server'

export interface Download {
  /** Size in bytes; null where the service does not send one. */
  size: number | null
  /** Ends with an error when the service does not send all of it. Cancelling it ends the call. */
  stream: ReadableStream<Uint8Array>
}

/** Silence of the service, or of the reader, before the call is aborted, ms. */
const longestSilence = 5 * 60_000
/** Maximum size of an error reply, in bytes. */
const longestRefusal = 64 * 1024

/** Returns the file once its first bytes are received. Throws `ServiceError` like every other read. */
export async function download<E extends ReadEndpoint>(
  endpoint: E,
  input: Input<E>,
  bearer: Bearer,
): Promise<Download> {
  const { service } = endpoint
  return spared(service, async () => {
    const message = await told(endpoint, () => asked(endpoint, input, bearer))
    if (message.statusCode !== 200) throw await refusalOf(message, endpoint)
    const pieces: AsyncIterator<Uint8Array> = message[Symbol.asyncIterator]()
    // An error before the first piece can still be an error response; after it, the file is cut short.
    const first = await pieces.next().catch((error: unknown) => {
      throw troubleOf(error, service, true)
    })
    return { size: sizeOf(message), stream: streamOf(message, pieces, first) }
  })
}

async function refusalOf(message: IncomingMessage, { service, area }: ReadEndpoint): Promise<ServiceError> {
  const status = message.statusCode ?? 502
  const text = await textOf(message)
  if (status < 400) return new ServiceError({ service, status: 502, trouble: 'redirect' })
  const body = readReply(ErrorBody, parsed(text))
  return new ServiceError({ service, area, status, body: body.ok ? body.value : null })
}

/** Counts and traces the call up to the response headers: the rest depends on the speed of the reader. */
function told(endpoint: ReadEndpoint, work: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
  return tracedCall(endpoint, async (tell) => {
    const began = performance.now()
    let ended: string | number = 'broken'
    try {
      const message = await work()
      ended = message.statusCode ?? ended
      return message
    } catch (error) {
      if (error instanceof ServiceError && error.trouble) ended = error.trouble
      throw error
    } finally {
      countCall({ service: endpoint.service, outcome: ended }, (performance.now() - began) / 1_000)
      tell(ended)
    }
  })
}

/** Returns the whole file; null when it is larger than `maxBytes`. Rejects when the stream ends with an error. */
export async function wholeFile({ stream }: Pick<Download, 'stream'>, most: number) {
  const parts: Uint8Array[] = []
  let size = 0
  const pieces = stream.getReader()
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
    size += piece.value.length
    if (size > most) {
      await pieces.cancel()
      return null
    }
    parts.push(piece.value)
  }
  return new Uint8Array(Buffer.concat(parts))
}

function asked<E extends ReadEndpoint>(endpoint: E, input: Input<E>, bearer: Bearer): Promise<IncomingMessage> {
  const { service, method } = endpoint
  const url = urlOf(endpoint, input)
  const headers = { ...headersOf(bearer, service, false), accept: '*/*', 'accept-encoding': 'identity' }
  return new Promise((resolve, reject) => {
    const call = url.protocol === 'https:' ? secureRequest : plainRequest
    const request = call(url, { method, headers, timeout: longestSilence }, resolve)
    const late = setTimeout(
      () => request.destroy(new DOMException('The time of the call is over', 'TimeoutError')),
      Math.max(1, bearer.deadline - Date.now()),
    )
    request.on('response', () => clearTimeout(late))
    request.on('timeout', () => request.destroy(new DOMException('Nothing was heard', 'TimeoutError')))
    request.on('error', (error) => {
      clearTimeout(late)
      reject(troubleOf(error, service, true))
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
    if (size > longestRefusal) break
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parsed(text: string): unknown {
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
