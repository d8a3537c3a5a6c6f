/**
 * Sends one request and buffers the whole response. undici's `request` creates a stream for every response, which
 * costs more than the rest of a small one.
 */
import type { Dispatcher } from 'undici'
import type { RawHeaders } from './reply-text'

export interface RawResponse {
  status: number
  headers: RawHeaders
  /** The body as received, still compressed where it was. */
  bytes: Buffer
}

/**
 * The time limit of a request, which may pass before the request starts: an abort signal with one listener, at a
 * tenth of the cost of an AbortSignal.
 */
export interface CallSignal {
  /** The reason of the abort; null until then. */
  reason: Error | null
  onAbort: ((reason: Error) => void) | null
}

type RawRequest = Omit<Dispatcher.DispatchOptions, 'origin' | 'path'> & {
  url: URL
  signal: CallSignal
  maxBytes: number
}

/** The response is larger than `maxBytes`. */
export class ResponseTooLarge extends Error {}

/** Returns the raw response. Rejects with undici's error, with the reason of the signal, or with ResponseTooLarge. */
export function fetchRaw(agent: Dispatcher, { url, signal, maxBytes, ...options }: RawRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    let status = 0
    let headers: RawHeaders = {}
    agent.dispatch(
      { ...options, origin: url.origin, path: url.pathname + url.search },
      {
        onRequestStart(controller) {
          signal.onAbort = (reason) => controller.abort(reason)
          if (signal.reason) controller.abort(signal.reason)
        },
        onResponseStart(_, statusCode, responseHeaders) {
          status = statusCode
          headers = responseHeaders
        },
        onResponseData(controller, part) {
          size += part.length
          if (size <= maxBytes) parts.push(part)
          else controller.abort(new ResponseTooLarge())
        },
        onResponseEnd() {
          const [first] = parts
          resolve({ status, headers, bytes: first && parts.length === 1 ? first : Buffer.concat(parts) })
        },
        onResponseError(_, error) {
          reject(error)
        },
      },
    )
  })
}
