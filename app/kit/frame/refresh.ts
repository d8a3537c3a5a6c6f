/** Refreshing a page without scripts, on request of the person (spec §9, WCAG 2.2.1). */
import { refreshSeconds } from '~/ui/refresh'

/** Seconds until a requested state of a controller is read again, once (spec §9: 5000 ms). */
export const rereadSeconds = 5

/** Returns the `Refresh` header for an address; the interval is in seconds. */
export function refreshHeader(address: string, seconds: number = refreshSeconds): HeadersInit {
  return { Refresh: `${seconds}; url=${address}` }
}

/** Whether the address requests automatic refresh. */
export function isAutoRefreshed(search: URLSearchParams): boolean {
  return search.get('auto') === String(refreshSeconds)
}

/** The value of `auto` on a page whose refresh is paused. */
export const autoPaused = 'off'

/** Whether a page refreshes itself: while work runs that ends by itself, unless the person paused it. */
export function isLivePage(search: URLSearchParams, isRunning: boolean): boolean {
  return isRunning && search.get('auto') !== autoPaused
}

/** Returns the links of a page that reloads once, or automatically. */
export function reloadLinks({ request }: { request: Request }) {
  const { pathname, searchParams } = new URL(request.url)
  const others = new URLSearchParams(searchParams)
  others.delete('auto')
  others.delete('changed')
  const query = others.toString()
  const ownHref = query ? `${pathname}?${query}` : pathname
  return {
    isAuto: isAutoRefreshed(searchParams),
    href: ownHref,
    autoHref: `${ownHref}${query ? '&' : '?'}auto=${refreshSeconds}`,
  }
}
