/** The lists of what is in a place, for who may see them. */
import { href, type Place, type Search } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { Onlooker } from '~/views'
import type { PlaceRow } from './place-table'

/** A customer or a place below it. */
export type Placement =
  | { level: 'customer'; at: Place }
  | { level: 'group'; at: ParamsFor<'group'> }
  | { level: 'site'; at: ParamsFor<'site'> }
  | { level: 'building'; at: ParamsFor<'building'> }
  | { level: 'space'; at: ParamsFor<'space'> }

/** The controllers of a place that match. */
export function devicesHref({ level, at }: Placement, filter: Search): string {
  if (level === 'site') return href('siteDevices', at, filter)
  if (level === 'building') return href('buildingDevices', at, filter)
  if (level === 'space') return href('spaceDevices', at, filter)
  return href('customerDevices', at, { ...filter, groupId: level === 'group' ? at.groupId : undefined })
}

/** The alarms of a place that match. */
export function alarmsHref({ level, at }: Placement, filter: Search): string {
  if (level === 'group') return href('groupAlarms', at, filter)
  if (level === 'site') return href('siteAlarms', at, filter)
  if (level === 'building') return href('buildingAlarms', at, filter)
  return level === 'space' ? href('spaceAlarms', at, filter) : href('customerAlarms', at, filter)
}

/** The faults of a place that match; those that hold now unless the filter says otherwise. */
export function faultsHref({ level, at }: Placement, filter: Search): string {
  if (level === 'group') return href('groupFaults', at, filter)
  if (level === 'site') return href('siteFaults', at, filter)
  if (level === 'building') return href('buildingFaults', at, filter)
  return level === 'space' ? href('spaceFaults', at, filter) : href('customerFaults', at, filter)
}

/** The points of a place that somebody holds. */
export function overridesHref({ level, at }: Placement, filter: Search): string {
  if (level === 'customer') return href('customerOverrides', at, filter)
  return level === 'group' ? href('groupOverrides', at, filter) : href('siteOverrides', at, filter)
}

/** The lists that the numbers of a row lead to. */
export function listsOf({ may, features }: Onlooker, placement: Placement): PlaceRow['lists'] {
  const watched = {
    ...(may('alarm.read') && { alarms: alarmsHref(placement, { state: 'active' }) }),
    ...(may('fault.read') && features.faults && { faults: faultsHref(placement, {}) }),
  }
  if (!may('device.read')) return watched
  return {
    ...watched,
    devices: devicesHref(placement, {}),
    offline: devicesHref(placement, { connected: 'false', onboarded: 'true' }),
  }
}
