/** Identifies the sender of a request for the limits, before any body or download is in memory. */
import type { IncomingMessage } from 'node:http'
import { config } from '~/config.server'
import { idInCookieHeader } from '~/session/cookies.server'
import { currentSession } from '~/session/session.server'

export interface Sender {
  /** The session's id in the store, or the address of a sender who is not signed in. */
  key: string
  isSignedIn: boolean
}

/** Returns the sender; one who is not signed in when the store does not respond. */
export async function senderOf(request: IncomingMessage, address: string): Promise<Sender> {
  const session = request.headers.cookie ? await currentSession(browserOf(request)).catch(() => null) : null
  return session ? { key: session.id, isSignedIn: true } : { key: address, isSignedIn: false }
}

/** Returns the claimed sender without a lookup: the session id in the cookie, or the address without one. */
export function claimedSender(request: IncomingMessage, address: string): string {
  return idInCookieHeader(request.headers.cookie ?? '', 'session') ?? address
}

/** Returns a request with only the cookies of the browser. */
export function browserOf(request: IncomingMessage): Request {
  return new Request(config().publicOrigin, { headers: { cookie: request.headers.cookie ?? '' } })
}
