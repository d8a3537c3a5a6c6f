/** Whose request it is, as far as bounds are concerned: asked before a body or a download is held for anybody. */
import type { IncomingMessage } from 'node:http'
import { config } from '~/config.server'
import { idAmong } from '~/session/cookies.server'
import { currentSession } from '~/session/session.server'

export interface Sender {
  /** The session's id in the store, or the address of somebody who is not signed in. */
  key: string
  isSignedIn: boolean
}

/** A store that does not answer vouches for nobody. */
export async function senderOf(request: IncomingMessage, address: string): Promise<Sender> {
  const session = request.headers.cookie ? await currentSession(browserOf(request)).catch(() => null) : null
  return session ? { key: session.id, isSignedIn: true } : { key: address, isSignedIn: false }
}

/** Whose request it says it is, before anything is asked: the browser's session, or the address of one without. */
export function claimOf(request: IncomingMessage, address: string): string {
  return idAmong(request.headers.cookie ?? '', 'session') ?? address
}

/** What identifies the browser of a request, and nothing else of it. */
export function browserOf(request: IncomingMessage): Request {
  return new Request(config().publicOrigin, { headers: { cookie: request.headers.cookie ?? '' } })
}
