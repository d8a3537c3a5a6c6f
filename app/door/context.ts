/** What the door knows of a request, for loaders and actions. */
import { randomUUID } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Logger } from 'pino'
import type { Looking } from '~/change/looking'
import { config } from '~/config.server'
import type { SignedInPerson } from '~/session/identity.server'
import type { Session } from '~/session/session.server'
import { log } from './log.server'
import type { RefusedNavigation } from './refused-navigation'

export type RequestContext = {
  requestId: string
  /** The nonce of this answer's Content-Security-Policy. */
  nonce: string
  /** The browser's address, through trusted proxies only. */
  address: string
  userAgent: string
  /** Who asks, as a word that tells nobody their name; set once they are known. */
  person?: string
  /** The same as their session names them. */
  signedIn?: SignedInPerson
  /** The change that was carried out, once it was. */
  carriedOut?: string
  /** In place of a cookie: the session whose ticket came with a call of the designer, or that of the console itself. */
  ticketed?: Session
  /** The console's public origin. */
  origin: string
  log: Logger
  /** Milliseconds since 1970. */
  startedAt: number
  /** A form was sent: what is answered is about that, at the address it was sent to. */
  isPosted: boolean
  /** What an address without a page answered to a browser that went there: the page that tells it is drawn next. */
  refused?: RefusedNavigation
  /** Whether a page goes to who takes its bytes as they are, and needs no stream of them: the door does. */
  takesBytes?: true
  /** Asks the console itself, as part of this request; absent where there is no door. */
  aside?(request: Request, told: { looking: Looking }): Promise<Response>
  /** For a form that is only asked what it would do now: where it says so. */
  looking?: Looking
}

/**
 * The context of a loader's or action's request, the same object all through it. Under `remix-serve` there is no
 * door, and one is made on the spot.
 */
export function contextOf(args: { request: Request; context: AppLoadContext }): RequestContext {
  const { context } = args
  if (isComplete(context)) return context
  const requestId = randomUUID()
  return Object.assign(context, {
    requestId,
    nonce: '',
    address: '',
    userAgent: args.request.headers.get('user-agent') ?? '',
    origin: config().publicOrigin,
    log: log().child({ requestId }),
    startedAt: Date.now(),
    isPosted: args.request.method === 'POST',
  })
}

function isComplete(context: AppLoadContext): context is RequestContext {
  return context.requestId !== undefined && context.log !== undefined
}
