/** Saved sets of points: views of the trends page that a person saved, each an address. */
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { parseListAddress } from '~/kit/list/list-address'
import { listSavedViews } from '~/kit/list/own-lists.server'
import type { ParamsFor } from '~/paths'

export interface TrendSet {
  id: string
  name: string
  href: string
  isCurrent: boolean
}

/** Returns the person's own sets, and whether the current address is not one of them. */
export async function trendSets({ session }: Reader, at: ParamsFor<'customerTrends'>, currentHref: string) {
  const list = href('customerTrends', at)
  const current = parseListAddress(currentHref)?.search
  const own = (await listSavedViews(session.person, list)).map(
    ({ id, name, search }): TrendSet => ({ id, name, href: `${list}?${search}`, isCurrent: search === current }),
  )
  return { list, own, isSaved: own.some(({ isCurrent }) => isCurrent) }
}
