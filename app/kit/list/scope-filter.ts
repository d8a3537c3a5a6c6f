/** Limits the filter of a list to the place of the list. */

import type { PlaceParams } from '~/kit/place/place-params'
import { noGroup } from '~/paths'

/** The places of an address, by their filter names. */
type PlaceName = 'groupId' | 'siteId' | 'buildingId' | 'spaceId' | 'deviceId' | 'equipmentId'
type PlaceFilter = { [Name in PlaceName]?: string | readonly string[] | undefined }
/** A filter whose place is the single place of its list. */
export type ScopedFilter<Filter> = { [Name in keyof Filter]: Filter[Name] | (Name extends PlaceName ? string : never) }

/** Returns the filter with the place of the list, which wins over the place in the address. */
export function scopeFilter<Filter extends PlaceFilter>(at: PlaceParams, filter: Filter): ScopedFilter<Filter> {
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
