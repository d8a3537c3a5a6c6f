/** The breadcrumb of a page. */
import type { PathNode } from '#contracts/scalars'
import { nodeHref, type Place } from '~/hrefs'
import type { Crumb } from '~/ui/breadcrumb'

/** Returns the ancestors below the customer, then the page's own thing. */
export function crumbsOf(place: Place, path: readonly PathNode[], self?: Crumb): Crumb[] {
  const crumbs = path.flatMap((node, at) => {
    const href = nodeHref(place, path.slice(0, at), node)
    return href ? [{ name: node.name, href, ...(node.type === 'site' && { isSite: true }) }] : []
  })
  return self ? [...crumbs, self] : crumbs
}
