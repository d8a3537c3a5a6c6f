/** Links of a page: reload once, or reload automatically. */
import { isAutoRefreshed } from '~/kit/frame/refresh'
import { refreshSeconds } from '~/ui/refresh'

/** A page that reloads automatically has no selection: without scripts it would be lost with each reload. */
export function bulkActionsUnlessAuto<L extends { bulkActions: string[] }>(
  list: L,
  { isAuto }: { isAuto: boolean },
): L {
  return isAuto ? { ...list, bulkActions: [] } : list
}

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
