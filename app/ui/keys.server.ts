/** Single-key shortcuts: on unless the reader switched them off in the profile. Stored in a cookie. */

const yearSeconds = 60 * 60 * 24 * 365

/** Returns the setting in the address (`?keys=off`); undefined if absent. */
export function keysFromUrl(request: Request): 'on' | 'off' | undefined {
  const setting = new URL(request.url).searchParams.get('keys')
  return setting === 'on' || setting === 'off' ? setting : undefined
}

/** Whether shortcuts are on, by the address or the cookie. */
export function hasKeys(request: Request): boolean {
  const setting = keysFromUrl(request)
  return setting ? setting === 'on' : !/(?:^|;\s*)keys=off(?:;|$)/.test(request.headers.get('cookie') ?? '')
}

/** Returns a `Set-Cookie` value that keeps the setting for a year, or deletes it. */
export function keysCookie(keys: 'on' | 'off', { secure }: { secure: boolean }): string {
  const cookie = keys === 'on' ? 'keys=; Max-Age=0' : `keys=off; Max-Age=${yearSeconds}`
  return `${cookie}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}
