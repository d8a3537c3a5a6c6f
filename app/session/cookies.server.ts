/**
 * The console's cookies (design §9): the session, and the browser that started a sign-in. Both contain a random 256-bit
 * id and nothing else; `__Host-` and Secure on https, plain names for http on loopback. With usage statistics on, a
 * third one identifies the analytics session.
 */
import { createHash, randomBytes } from 'node:crypto'
import { config } from '~/config.server'

export type CookieKind = 'session' | 'signIn'

const names = { session: 'plantroom', signIn: 'plantroom-sign-in' } as const satisfies Record<CookieKind, string>

/** Returns a new random id for a cookie. */
export function newId(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the SHA-256 of an id, which the store keeps instead of the id. */
export function hashOfId(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

/** Returns the id in a request's cookie, or null when there is none of the console's format. */
export function idIn(request: Request, kind: CookieKind): string | null {
  return idInCookieHeader(request.headers.get('cookie') ?? '', kind)
}

/** Returns the id in a `Cookie` header, or null when there is none of the console's format. */
export function idInCookieHeader(cookies: string, kind: CookieKind): string | null {
  const cookieName = nameOf(kind)
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === cookieName && value && /^[\w-]{43}$/.test(value)) return value
  }
  return null
}

/** Returns the Set-Cookie line for an id; without `maxAge` (seconds) the cookie expires with the browser. */
export function cookieFor(kind: CookieKind, id: string, maxAge?: number): string {
  return line(nameOf(kind), id, maxAge)
}

/** Returns the Set-Cookie line that deletes the cookie. */
export function expiredCookie(kind: CookieKind): string {
  return line(nameOf(kind), '', 0)
}

/** Name of the random id that groups one session's usage events; it identifies nobody. */
const analyticsCookieName = 'analytics_session'

export function analyticsIdIn(cookies: string): string | null {
  return /(?:^|;\s*)analytics_session=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:;|$)/.exec(cookies)?.[1] ?? null
}

/** Returns the Set-Cookie line of the analytics session; it expires with the browser. */
export function analyticsCookie(id: string): string {
  return line(analyticsCookieName, id)
}

/**
 * Returns the Set-Cookie lines of a sign-in: the new session, and the analytics session of the previous one deleted.
 */
export function signInCookies(id: string): string[] {
  return [cookieFor('session', id), line(analyticsCookieName, '', 0)]
}

/** Returns the Set-Cookie lines of a sign-out: the analytics session first, then the console's own. */
export function signOutCookies(): string[] {
  return [line(analyticsCookieName, '', 0), expiredCookie('session'), expiredCookie('signIn')]
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
