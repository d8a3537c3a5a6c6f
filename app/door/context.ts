/** The door's knowledge of a request, for loaders and actions. */
import { randomUUID } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Logger } from 'pino'
import type { DryRun } from '~/change/dry-run'
import type { FormCheck } from '~/change/form-check'
import type { ReturnedForm } from '~/change/returned'
import { config } from '~/config.server'
import type { SignedInPerson } from '~/session/identity.server'
import type { Session } from '~/session/session.server'
import type { IfUnread } from './if-unread'
import { log } from './log.server'
import type { RefusedNavigation } from './refused-navigation'

export type RequestContext = {
  requestId: string
  /** The nonce of the response's Content-Security-Policy. */
  nonce: string
  /** The browser's address, through trusted proxies only. */
  address: string
  userAgent: string
  /** Pseudonym of the person for the log; set once they are known. */
  person?: string
  /** The person as in their session. */
  signedInPerson?: SignedInPerson
  /** The form that was posted, for an error page in its place; set once it was read. */
  postedForm?: ReturnedForm
  /** The change that was carried out; set once it was. */
  completedChange?: string
  /** What loaders did for the reader, undone if the response does not reach them; absent without a door. */
  ifUnread?: IfUnread
  /** Replaces the session cookie: the session of a designer ticket, or of the console itself. */
  ticketSession?: Session
  /** The console's public origin. */
  origin: string
  log: Logger
  /** Milliseconds since 1970. */
  startedAt: number
  /** A form was posted: the response is about it, at the address of the post. */
  isPosted: boolean
  /** The refusal of an address without a page, to a browser that navigated there: its error page is rendered next. */
  refused?: RefusedNavigation
  /** Whether the page may be returned as bytes without a stream: set by the door. */
  acceptsBytes?: true
  /** Aborted when the console stops: the response may be a stream of events until then. Absent where it may not. */
  stopping?: AbortSignal
  /** Sends a request to the console itself, as a part of this one; absent without a door. */
  dispatch?(request: Request, extra: { dryRun: DryRun }): Promise<Response>
  /** The result of a dry run, for a form that is only planned. */
  dryRun?: DryRun
  /** The result of a check, for a form that is only parsed. */
  formCheck?: FormCheck
}

/**
 * Returns the context of a loader's or action's request, always the same object. Under `remix-serve` there is no
 * door, and one is created on first use.
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
