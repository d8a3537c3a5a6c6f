/** Links of a page: reload once, or reload automatically. */
import { isAutomatic } from '~/screens/frame/refreshing'
import { refreshSeconds } from '~/ui/refresh'

/** A page that reloads automatically has no selection: without scripts it would be lost with each reload. */
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
