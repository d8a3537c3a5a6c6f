/** Sets of trends: views of the trends page that the person saved, and those shared with the customer, each an address. */
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { parseListAddress } from '~/kit/list/list-address'
import { listSavedViews, type SavedView } from '~/kit/list/own-lists.server'
import { listSharedViews } from '~/kit/list/shared-views.server'
import type { ParamsFor } from '~/paths'

export interface TrendSet {
  id: string
  name: string
  href: string
  isCurrent: boolean
  /** The name of the person who shared it; null for an own set. */
  author: string | null
}

/** Returns the sets, and whether the current address is one of the person's own. */
export async function trendSets({ session }: Reader, at: ParamsFor<'customerTrends'>, currentHref: string) {
  const list = href('customerTrends', at)
  const current = parseListAddress(currentHref)?.search
  const setOf = ({ id, name, search, author = null }: SavedView & { author?: string | null }): TrendSet => ({
    id,
    name,
    author,
    href: `${list}?${search}`,
    isCurrent: search === current,
  })
  const [saved, shared] = await Promise.all([listSavedViews(session.person, list), listSharedViews(at, list)])
  const own = saved.map(setOf)
  return { list, own, shared: shared.map(setOf), isSaved: own.some(({ isCurrent }) => isCurrent) }
}
