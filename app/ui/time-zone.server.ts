/**
 * The reader's time zone: the one selected in the profile (cookie `zone=Europe/Paris`), otherwise the one reported by
 * the page's script (cookie `tz=America/Toronto`).
 */
import { knownZone } from './format'

const aYear = 60 * 60 * 24 * 365

/** Returns null until one was selected or reported. */
export function ownTimeZone(request: Request): string | null {
  return chosenTimeZone(request) ?? toldTimeZone(request)
}

/** Returns the selected time zone, from the address or the cookie. */
export function chosenTimeZone(request: Request): string | null {
  const asked = timeZoneAskedFor(request)
  return asked === undefined ? inCookie(request, 'zone') : asked
}

/** Returns the time zone reported by the browser. */
export function toldTimeZone(request: Request): string | null {
  return inCookie(request, 'tz')
}

/** Returns the time zone in the address (`?tz=Europe/Paris`); null for the browser's, undefined if absent. */
export function timeZoneAskedFor(request: Request): string | null | undefined {
  const asked = new URL(request.url).searchParams.get('tz')
  if (asked === '') return null
  return asked !== null && isTimeZone(asked) ? asked : undefined
}

/** Returns a `Set-Cookie` value that keeps the selection for a year, or deletes it. */
export function timeZoneCookie(zone: string | null, { secure }: { secure: boolean }): string {
  const kept = zone === null ? 'zone=; Max-Age=0' : `zone=${zone.replaceAll('/', '%2F')}; Max-Age=${aYear}`
  return `${kept}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** Whether the text is an IANA id that this machine knows. */
export function isTimeZone(text: string): boolean {
  return /^[A-Za-z0-9_+/-]{1,80}$/.test(text) && knownZone(text) === text
}

/** Returns all time zones to select from, including the selected one under whichever of its names. */
export function timeZones(chosen: string | null): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])].sort()
}

function inCookie(request: Request, name: 'zone' | 'tz'): string | null {
  const cookies = request.headers.get('cookie') ?? ''
  const told = cookies.match(new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_+%/-]{1,80})(?:;|$)`))?.[1]
  const zone = told?.replaceAll('%2F', '/')
  return zone && isTimeZone(zone) ? zone : null
}
