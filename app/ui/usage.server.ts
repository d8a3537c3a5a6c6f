/** Whether the pages and changes of a reader are counted: not where they, or their browser, asked not to be followed. */
import type { IncomingHttpHeaders } from 'node:http'

const aYear = 60 * 60 * 24 * 365

/** What the request's address asks (`?usage=off`), of a page of ours: nobody else switches it on again. */
export function usageAskedFor(request: Request): 'on' | 'off' | undefined {
  const asked = new URL(request.url).searchParams.get('usage')
  const from = request.headers.get('sec-fetch-site') ?? 'same-origin'
  if (asked === 'on' && from !== 'same-origin') return undefined
  return asked === 'on' || asked === 'off' ? asked : undefined
}

/** As the reader chose, by cookie; a `Set-Cookie` value that remembers it for a year, or forgets it. */
export function usageCookie(usage: 'on' | 'off', { secure }: { secure: boolean }): string {
  const kept = usage === 'on' ? 'usage=; Max-Age=0' : `usage=off; Max-Age=${aYear}`
  return `${kept}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** Whether the reader switched it off. */
export function isUsageOff(request: Request): boolean {
  const asked = usageAskedFor(request)
  return asked ? asked === 'off' : hasRefused(request.headers.get('cookie') ?? '')
}

/** Neither refused here nor by the browser (Do Not Track, Global Privacy Control). */
export function isCounted({ dnt, 'sec-gpc': gpc, cookie = '' }: IncomingHttpHeaders): boolean {
  return dnt !== '1' && gpc !== '1' && !hasRefused(cookie)
}

const hasRefused = (cookies: string) => /(?:^|;\s*)usage=off(?:;|$)/.test(cookies)
