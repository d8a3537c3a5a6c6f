/**
 * The console's two cookies: who is signed in, and which browser started a sign-in. Both hold a random 256-bit
 * id and nothing else; `__Host-` and Secure on https, plain names for http on loopback (design §9). Beside them, where
 * what is used is told, the word under which it is.
 */
import { createHash, randomBytes } from 'node:crypto'
import { config } from '~/config.server'

export type CookieKind = 'session' | 'signIn'

const names = { session: 'plantroom', signIn: 'plantroom-sign-in' } as const satisfies Record<CookieKind, string>

/** A new id for a cookie. */
export function newId(): string {
  return randomBytes(32).toString('base64url')
}

/** What the store keeps in an id's place. */
export function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

/** The id a request carries, or null when it carries none that we could have made. */
export function idIn(request: Request, kind: CookieKind): string | null {
  return idAmong(request.headers.get('cookie') ?? '', kind)
}

/** The same of the cookies themselves, as a browser sends them. */
export function idAmong(cookies: string, kind: CookieKind): string | null {
  const wanted = nameOf(kind)
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === wanted && value && /^[\w-]{43}$/.test(value)) return value
  }
  return null
}

/** The Set-Cookie line that gives a browser its id; without `maxAge` (seconds) until the browser closes. */
export function cookieFor(kind: CookieKind, id: string, maxAge?: number): string {
  return line(nameOf(kind), id, maxAge)
}

/** The Set-Cookie line that takes the id away. */
export function expired(kind: CookieKind): string {
  return line(nameOf(kind), '', 0)
}

/** The random word under which one session's use is counted, while there is one; of no other meaning. */
const analytics = 'analytics_session'

export function analyticsIdIn(cookies: string): string | null {
  return /(?:^|;\s*)analytics_session=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:;|$)/.exec(cookies)?.[1] ?? null
}

/** The Set-Cookie line that gives it, until the browser closes. */
export function analyticsSession(id: string): string {
  return line(analytics, id)
}

/** What a sign-in gives the browser: a session, and nothing by which its use was counted in the one before. */
export function signInCookies(id: string): string[] {
  return [cookieFor('session', id), line(analytics, '', 0)]
}

/** What a sign-out takes from the browser: the analytics session first, then ours. */
export function signOutCookies(): string[] {
  return [line(analytics, '', 0), expired('session'), expired('signIn')]
}

function nameOf(kind: CookieKind): string {
  return config().secure ? `__Host-${names[kind]}` : names[kind]
}

function line(name: string, value: string, maxAge?: number): string {
  const parts = [`${name}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (config().secure) parts.push('Secure')
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`)
  return parts.join('; ')
}
