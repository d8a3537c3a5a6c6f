/** The addresses of the lists of a place. */
import { href, type Place, type QueryParams } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { Viewer } from '~/views'
import type { PlaceRow } from './place-table'

/** A customer or a place below it. */
export type Placement =
  | { level: 'customer'; at: Place }
  | { level: 'group'; at: ParamsFor<'group'> }
  | { level: 'site'; at: ParamsFor<'site'> }
  | { level: 'building'; at: ParamsFor<'building'> }
  | { level: 'space'; at: ParamsFor<'space'> }

/** Returns the filtered list of a place's controllers. */
export function devicesHref({ level, at }: Placement, filter: QueryParams): string {
  if (level === 'site') return href('siteDevices', at, filter)
  if (level === 'building') return href('buildingDevices', at, filter)
  if (level === 'space') return href('spaceDevices', at, filter)
  return href('customerDevices', at, { ...filter, groupId: level === 'group' ? at.groupId : undefined })
}

/** Returns the filtered list of a place's alarms. */
export function alarmsHref({ level, at }: Placement, filter: QueryParams): string {
  if (level === 'group') return href('groupAlarms', at, filter)
  if (level === 'site') return href('siteAlarms', at, filter)
  if (level === 'building') return href('buildingAlarms', at, filter)
  return level === 'space' ? href('spaceAlarms', at, filter) : href('customerAlarms', at, filter)
}

/** Returns the filtered list of a place's faults; active ones unless the filter says otherwise. */
export function faultsHref({ level, at }: Placement, filter: QueryParams): string {
  if (level === 'group') return href('groupFaults', at, filter)
  if (level === 'site') return href('siteFaults', at, filter)
  if (level === 'building') return href('buildingFaults', at, filter)
  return level === 'space' ? href('spaceFaults', at, filter) : href('customerFaults', at, filter)
}

/** Returns the filtered list of a place's overrides. */
export function overridesHref({ level, at }: Placement, filter: QueryParams): string {
  if (level === 'customer') return href('customerOverrides', at, filter)
  if (level === 'group') return href('groupOverrides', at, filter)
  return level === 'building' ? href('buildingOverrides', at, filter) : href('siteOverrides', at, filter)
}

/** Returns the lists that the counts of a row link to, as far as the reader may see them. */
export function listsOf({ may, features }: Viewer, placement: Placement): PlaceRow['lists'] {
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
