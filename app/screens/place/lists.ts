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

/** The lists that the numbers of a row lead to. */
export function listsOf({ may }: Pick<Onlooker, 'may'>, placement: Placement): PlaceRow['lists'] {
  const alarms = may('alarm.read') ? { alarms: alarmsHref(placement, { state: 'active' }) } : {}
  if (!may('device.read')) return alarms
  return {
    ...alarms,
    devices: devicesHref(placement, {}),
    offline: devicesHref(placement, { connected: 'false', onboarded: 'true' }),
  }
}
