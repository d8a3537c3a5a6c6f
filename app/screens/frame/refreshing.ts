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
