/** The place of an overview. */
import type { Placement } from '~/kit/place/lists'

/** The levels below a tenant that have an overview. */
export type OverviewScope = Exclude<Placement, { level: 'space' }>

/** Returns the place as a query of the controller calls. */
export function deviceScopeQuery({ level, at }: OverviewScope) {
  const { customerId } = at
  if (level === 'group') return { customerId, groupId: at.groupId }
  if (level === 'site') return { customerId, siteId: at.siteId }
  return level === 'building' ? { customerId, siteId: at.siteId, buildingId: at.buildingId } : { customerId }
}

/** Returns the place as a query of the alarm calls. */
export function alarmScopeQuery({ level, at }: OverviewScope) {
  if (level === 'group') return { siteGroupIds: [at.groupId] }
  if (level === 'site') return { siteIds: [at.siteId] }
  return level === 'building' ? { buildingIds: [at.buildingId] } : {}
}

/** Returns the place as a query of the fault calls, which know no buildings. */
export function faultScopeQuery({ level, at }: OverviewScope) {
  if (level === 'group') return { siteGroupIds: [at.groupId] }
  return level === 'site' ? { siteIds: [at.siteId] } : {}
}

/** Returns the node whose trail is shown; undefined for the customer, which every record names. */
export function overviewPlaceId({ level, at }: OverviewScope): string | undefined {
  if (level === 'group') return at.groupId
  if (level === 'site') return at.siteId
  return level === 'building' ? at.buildingId : undefined
}
