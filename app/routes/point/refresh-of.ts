/** The page anew, and the page that is read again by itself once somebody asked for that. */
import { isAutomatic } from '~/screens/frame/refreshing'
import { refreshSeconds } from '~/ui/refresh'

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
