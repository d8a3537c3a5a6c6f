/**
 * Sends one request and buffers the whole response. undici's `request` creates a stream for every response, which
 * costs more than the rest of a small one.
 */
import type { Dispatcher } from 'undici'
import type { Headers } from './reply-text'

export interface Arrival {
  status: number
  headers: Headers
  /** The body as received, still compressed where it was. */
  bytes: Buffer
}

/**
 * The time limit of a request, which may pass before the request starts: an abort signal with one listener, at a
 * tenth of the cost of an AbortSignal.
 */
export interface Ending {
  /** The reason of the abort; null until then. */
  reason: Error | null
  tell: ((reason: Error) => void) | null
}

type Call = Omit<Dispatcher.DispatchOptions, 'origin' | 'path'> & { url: URL; ending: Ending; mostBytes: number }

/** The response is larger than `maxBytes`. */
export class TooLong extends Error {}

/** Returns the raw response. Rejects with undici's error, with the reason of the signal, or with ResponseTooLarge. */
export function arrival(agent: Dispatcher, { url, ending, mostBytes, ...options }: Call): Promise<Arrival> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    let status = 0
    let headers: Headers = {}
    agent.dispatch(
      { ...options, origin: url.origin, path: url.pathname + url.search },
      {
        onRequestStart(controller) {
          ending.tell = (reason) => controller.abort(reason)
          if (ending.reason) controller.abort(ending.reason)
        },
        onResponseStart(_, statusCode, told) {
          status = statusCode
          headers = told
        },
        onResponseData(controller, part) {
          size += part.length
          if (size <= mostBytes) parts.push(part)
          else controller.abort(new TooLong())
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
