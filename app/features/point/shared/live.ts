/** How a page follows its points. */
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'

/** Seconds between two polls of a page. */
export const liveSeconds = 3
/** Maximum number of points that one page follows. */
const maxFollowed = 100

interface Onlooker {
  may(capability: 'point.subscribe'): boolean
  features: { subscriptions: boolean }
}

/**
 * Returns the address of live values; null without the permission, while the feature flag is off, or without points.
 */
export function liveHref(
  { may, features }: Onlooker,
  at: ParamsFor<'device'>,
  pointIds: readonly string[],
): string | null {
  if (!features.subscriptions || !may('point.subscribe') || pointIds.length === 0) return null
  return href('devicePointsLive', at, { auto: liveSeconds, point: pointIds.slice(0, maxFollowed) })
}
