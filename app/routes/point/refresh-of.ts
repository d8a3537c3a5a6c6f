/** The page anew, and the page that is read again by itself once somebody asked for that. */
import { isAutomatic } from '~/screens/frame/refreshing'
import { refreshSeconds } from '~/ui/refresh'

/** A list that is read again by itself has no boxes: without scripts, what was ticked would be lost each time. */
export function tickedWhileStill<L extends { moves: string[] }>(list: L, { isAuto }: { isAuto: boolean }): L {
  return isAuto ? { ...list, moves: [] } : list
}

export function refreshOf({ request }: { request: Request }) {
  const { pathname, searchParams } = new URL(request.url)
  const others = new URLSearchParams(searchParams)
  others.delete('auto')
  others.delete('changed')
  const query = others.toString()
  const own = query ? `${pathname}?${query}` : pathname
  return {
    isAuto: isAutomatic(searchParams),
    href: own,
    autoHref: `${own}${query ? '&' : '?'}auto=${refreshSeconds}`,
  }
}
