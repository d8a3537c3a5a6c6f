/** Which points a page follows, and by which address (docs/decisions/live-values.md). */
import type { Value } from '#contracts/points'
import { href, type Place } from '~/hrefs'
import type { PointBadge } from './states'

/** Maximum number of points, and of their controllers, that one page follows; its script knows the first one. */
export const maxFollowedPoints = 200
export const maxFollowedControllers = 10

interface Onlooker {
  may(capability: 'point.subscribe'): boolean
  features: { subscriptions: boolean }
}

/**
 * Returns the address of the stream of a page whose points are of these controllers; its script adds the points that the
 * page shows. Null without the permission, while the feature flag is off, or without controllers.
 */
export function liveHref(
  { may, features }: Onlooker,
  { tenantId, customerId }: Place,
  deviceIds: readonly string[],
): string | null {
  if (!features.subscriptions || !may('point.subscribe') || deviceIds.length === 0) return null
  const device = [...new Set(deviceIds)].slice(0, maxFollowedControllers)
  // The stream of an open page is no sign of a person: it does not keep a session alive.
  return href('customerPointsLive', { tenantId, customerId }, { auto: 'live', device })
}

/** A value as an event tells it: in the reader's words and units. */
export interface LiveValue {
  pointId: string
  value: Value | null
  text: string
  /** The value is not current, and why. */
  isOld: boolean
  said: string
  /** Its states; the text of `automatic` where there is none. */
  states: PointBadge[]
  automatic: string
  /** The level that decides the value; null where none is commanded. */
  level: number | null
  at: string
  /** How long ago it was read; '' from a week on. */
  when: string
}

/** Points whose values do not arrive: whether they are out of date by now, and whether the page reads itself again. */
export interface LiveTrouble {
  pointIds: string[]
  isStale: boolean
  said: string
  isPolled: boolean
}
