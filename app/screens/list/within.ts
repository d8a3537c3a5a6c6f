/** A list below its customer is narrowed to where it stands. */
import { noGroup } from '~/paths'
import type { PlaceParams } from '~/screens/place/mount.server'

/** The places of an address, by the names that filters have for them. */
type PlaceFilter = {
  [Name in 'groupId' | 'siteId' | 'buildingId' | 'spaceId' | 'deviceId' | 'equipmentId']?: string | undefined
}

/** The filter with the place that the list itself stands in, which wins over what its address says. */
export function within<Filter extends PlaceFilter>(at: PlaceParams, filter: Filter): Filter {
  const { groupId, siteId, buildingId, spaceId, deviceId, equipmentId } = at
  return {
    ...filter,
    ...(groupId && groupId !== noGroup && { groupId }),
    ...(siteId && { siteId }),
    ...(buildingId && { buildingId }),
    ...(spaceId && { spaceId }),
    ...(deviceId && { deviceId }),
    ...(equipmentId && { equipmentId }),
  }
}
