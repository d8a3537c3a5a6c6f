/** Reading a page again without scripts, once somebody asked for it (spec §9, WCAG 2.2.1). */
import { refreshSeconds } from '~/ui/refresh'

/** Seconds after which the state of a controller is read again, once, when it was asked for (spec §9: 5000 ms). */
export const rereadSeconds = 5

/** The header that has a browser ask for an address after so many seconds. */
export function refreshTo(address: string, seconds: number = refreshSeconds): HeadersInit {
  return { Refresh: `${seconds}; url=${address}` }
}

/** Whether the address asks to be refreshed by itself. */
export function isAutomatic(search: URLSearchParams): boolean {
  return search.get('auto') === String(refreshSeconds)
}

/** What the address of a page that is live says once somebody paused it. */
export const paused = 'off'

/** Whether a page is live: while something runs that ends by itself, unless somebody paused it. */
export function isLive(search: URLSearchParams, isRunning: boolean): boolean {
  return isRunning && search.get('auto') !== paused
}
