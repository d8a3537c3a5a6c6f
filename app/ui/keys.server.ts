/** Single-key shortcuts: on unless the reader switched them off in the profile. Stored in a cookie. */

const aYear = 60 * 60 * 24 * 365

/** Returns the setting in the address (`?keys=off`); undefined if absent. */
export function keysAskedFor(request: Request): 'on' | 'off' | undefined {
  const asked = new URL(request.url).searchParams.get('keys')
  return asked === 'on' || asked === 'off' ? asked : undefined
}

/** Whether shortcuts are on, by the address or the cookie. */
export function hasKeys(request: Request): boolean {
  const asked = keysAskedFor(request)
  return asked ? asked === 'on' : !/(?:^|;\s*)keys=off(?:;|$)/.test(request.headers.get('cookie') ?? '')
}

/** Returns a `Set-Cookie` value that keeps the setting for a year, or deletes it. */
export function keysCookie(keys: 'on' | 'off', { secure }: { secure: boolean }): string {
  const kept = keys === 'on' ? 'keys=; Max-Age=0' : `keys=off; Max-Age=${aYear}`
  return `${kept}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}
