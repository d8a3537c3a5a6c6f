/** Whether single keys do something for the reader: unless they switched it off in their profile, by cookie. */

const aYear = 60 * 60 * 24 * 365

/** What the request's address asks (`?keys=off`); undefined where it asks nothing. */
export function keysAskedFor(request: Request): 'on' | 'off' | undefined {
  const asked = new URL(request.url).searchParams.get('keys')
  return asked === 'on' || asked === 'off' ? asked : undefined
}

/** As this request asks, or one before it. */
export function hasKeys(request: Request): boolean {
  const asked = keysAskedFor(request)
  return asked ? asked === 'on' : !/(?:^|;\s*)keys=off(?:;|$)/.test(request.headers.get('cookie') ?? '')
}

/** A `Set-Cookie` value that remembers it for a year, or forgets it. */
export function keysCookie(keys: 'on' | 'off', { secure }: { secure: boolean }): string {
  const kept = keys === 'on' ? 'keys=; Max-Age=0' : `keys=off; Max-Age=${aYear}`
  return `${kept}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}
