/** A request on its way through the door, and what all requests of the door share. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { config } from '~/config.server'
import { providerOrigins } from '~/session/provider.server'
import type { RequestContext } from './context'
import type { FairQueue } from './fair-queue'
import type { FirstLane } from './first-lane'
import { securityHeaders } from './headers'
import type { Limiter } from './limiter'
import type { StaticFiles } from './static-files.server'
import type { RequestTarget } from './target'

export type RemixHandler = (request: Request, context: RequestContext & Record<string, unknown>) => Promise<Response>

/** What all requests of a door share. */
export interface DoorState {
  readonly remix: RemixHandler
  readonly files: StaticFiles
  readonly development: boolean
  /** The proxies whose headers name the client and the host. */
  readonly trusted: BlockList
  readonly queue: FairQueue
  /** The lane of sign-outs, ahead of the queue. */
  readonly signOutLane: FirstLane
  readonly bodyLimiters: { people: Limiter; strangers: Limiter; signOuts: Limiter }
  readonly downloadLimiter: Limiter
  readonly eventStreamLimiter: Limiter
  readonly designerLimiter: Limiter
  /** Aborted when the console stops. */
  readonly stopping: AbortController
}

/** A request and its response. */
export interface Exchange {
  readonly door: DoorState
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly context: RequestContext
  readonly target: RequestTarget
  /** Whether the browser named the origin of a form; otherwise its token decides. False until that is checked. */
  isOriginKnown: boolean
}

/** The abort reason of finished requests: created once, since that is slow. */
export const requestOver = new DOMException('The request is over', 'AbortError')

/** Returns the security headers of the response to a request. */
export function headersFor(
  { door, context }: Pick<Exchange, 'door' | 'context'>,
  hasFrame = false,
): Record<string, string> {
  const { secure } = config()
  const { nonce } = context
  return securityHeaders({ nonce, secure, formTargets: providerOrigins(), development: door.development, hasFrame })
}
