/**
 * The reader's own time zone: the one they chose in their profile (`zone=Europe/Paris`, by cookie), else the one that
 * the page's script told (`tz=America/Toronto`).
 */
import { knownZone } from './format'

const aYear = 60 * 60 * 24 * 365

/** Null until somebody chose or the browser told. */
export function ownTimeZone(request: Request): string | null {
  return chosenTimeZone(request) ?? toldTimeZone(request)
}

/** What was chosen, by this request or before it. */
export function chosenTimeZone(request: Request): string | null {
  const asked = timeZoneAskedFor(request)
  return asked === undefined ? inCookie(request, 'zone') : asked
}

/** What the browser told. */
export function toldTimeZone(request: Request): string | null {
  return inCookie(request, 'tz')
}

/** The time zone a request's address chooses (`?tz=Europe/Paris`); null for the browser's, undefined where it chooses none. */
export function timeZoneAskedFor(request: Request): string | null | undefined {
  const asked = new URL(request.url).searchParams.get('tz')
  if (asked === '') return null
  return asked !== null && isTimeZone(asked) ? asked : undefined
}

/** A `Set-Cookie` value that remembers a choice for a year, or forgets it. */
export function timeZoneCookie(zone: string | null, { secure }: { secure: boolean }): string {
  const kept = zone === null ? 'zone=; Max-Age=0' : `zone=${zone.replaceAll('/', '%2F')}; Max-Age=${aYear}`
  return `${kept}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** Whether it is an IANA id that this machine knows. */
export function isTimeZone(text: string): boolean {
  return /^[A-Za-z0-9_+/-]{1,80}$/.test(text) && knownZone(text) === text
}

/** Every zone there is to choose; the one that was chosen is among them, by whichever of its names. */
export function timeZones(chosen: string | null): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])].sort()
}

function inCookie(request: Request, name: 'zone' | 'tz'): string | null {
  const cookies = request.headers.get('cookie') ?? ''
  const told = cookies.match(new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_+%/-]{1,80})(?:;|$)`))?.[1]
  const zone = told?.replaceAll('%2F', '/')
  return zone && isTimeZone(zone) ? zone : null
}
