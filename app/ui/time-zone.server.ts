import { knownZone } from './format'

/** The reader's own time zone, as the page's script told by cookie (`tz=America/Toronto`); null until then. */
export function ownTimeZone(request: Request): string | null {
  const told = request.headers.get('cookie')?.match(/(?:^|;\s*)tz=([A-Za-z0-9_+%/-]{1,80})(?:;|$)/)?.[1]
  const zone = told?.replaceAll('%2F', '/')
  return zone && knownZone(zone) === zone ? zone : null
}
