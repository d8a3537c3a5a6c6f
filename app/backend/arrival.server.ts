/**
 * One call and all that it is answered. undici's `request` makes a stream of every answer, which costs more than the
 * rest of a small one.
 */
import type { Dispatcher } from 'undici'
import type { Headers } from './reply-text'

export interface Arrival {
  status: number
  headers: Headers
  /** As it came, packed or not. */
  bytes: Buffer
}

/** The time of a call, which may be over before it has begun: a signal of one listener, which costs a tenth of an AbortSignal. */
export interface Ending {
  /** Why it is over. */
  reason: Error | null
  tell: ((reason: Error) => void) | null
}

type Call = Omit<Dispatcher.DispatchOptions, 'origin' | 'path'> & { url: URL; ending: Ending; mostBytes: number }

/** An answer is longer than anybody reads. */
export class TooLong extends Error {}

/** Rejects with what undici says, with the reason of its ending, or with TooLong. */
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
