/** How a page follows the points it shows. */
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'

/** Seconds until a page asks again. */
export const liveSeconds = 3
/** As many points of one page as are followed. */
const mostFollowed = 100

interface Onlooker {
  may(capability: 'point.subscribe'): boolean
  features: { subscriptions: boolean }
}

/** Where a page hears of its points; null for who may not follow them, and while the flag is off. */
export function liveHref(
  { may, features }: Onlooker,
  at: ParamsFor<'device'>,
  pointIds: readonly string[],
): string | null {
  if (!features.subscriptions || !may('point.subscribe') || pointIds.length === 0) return null
  return href('devicePointsLive', at, { auto: liveSeconds, point: pointIds.slice(0, mostFollowed) })
}
