/**
 * The reader's time zone: the one selected in the profile (cookie `zone=Europe/Paris`), otherwise the one reported by
 * the page's script (cookie `tz=America/Toronto`).
 */
import { timeZoneOrUtc } from './format'

const yearSeconds = 60 * 60 * 24 * 365

/** Returns null until one was selected or reported. */
export function ownTimeZone(request: Request): string | null {
  return selectedTimeZone(request) ?? browserTimeZone(request)
}

/** Returns the selected time zone, from the address or the cookie. */
export function selectedTimeZone(request: Request): string | null {
  const fromUrl = timeZoneFromUrl(request)
  return fromUrl === undefined ? inCookie(request, 'zone') : fromUrl
}

/** Returns the time zone reported by the browser. */
export function browserTimeZone(request: Request): string | null {
  return inCookie(request, 'tz')
}

/** Returns the time zone in the address (`?tz=Europe/Paris`); null for the browser's, undefined if absent. */
export function timeZoneFromUrl(request: Request): string | null | undefined {
  const param = new URL(request.url).searchParams.get('tz')
  if (param === '') return null
  return param !== null && isKnownTimeZone(param) ? param : undefined
}

/** Returns a `Set-Cookie` value that keeps the selection for a year, or deletes it. */
export function timeZoneCookie(zone: string | null, { secure }: { secure: boolean }): string {
  const cookie = zone === null ? 'zone=; Max-Age=0' : `zone=${zone.replaceAll('/', '%2F')}; Max-Age=${yearSeconds}`
  return `${cookie}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** Whether the text is an IANA id that this machine knows. */
export function isKnownTimeZone(text: string): boolean {
  return /^[A-Za-z0-9_+/-]{1,80}$/.test(text) && timeZoneOrUtc(text) === text
}

/** Returns all time zones to select from, including the selected one under whichever of its names. */
export function timeZoneChoices(selected: string | null): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(selected ? [selected] : [])])].sort()
}

function inCookie(request: Request, name: 'zone' | 'tz'): string | null {
  const cookies = request.headers.get('cookie') ?? ''
  const value = cookies.match(new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_+%/-]{1,80})(?:;|$)`))?.[1]
  const zone = value?.replaceAll('%2F', '/')
  return zone && isKnownTimeZone(zone) ? zone : null
}
