/** A list below its customer is narrowed to where it stands. */
import { noGroup } from '~/paths'
import type { PlaceParams } from '~/screens/place/mount.server'

/** The places of an address, by the names that filters have for them. */
type PlaceName = 'groupId' | 'siteId' | 'buildingId' | 'spaceId' | 'deviceId' | 'equipmentId'
type PlaceFilter = { [Name in PlaceName]?: string | readonly string[] | undefined }
/** A filter whose place is that of its list, of which there is one. */
export type Within<Filter> = { [Name in keyof Filter]: Filter[Name] | (Name extends PlaceName ? string : never) }

/** The filter with the place that the list itself stands in, which wins over what its address says. */
export function within<Filter extends PlaceFilter>(at: PlaceParams, filter: Filter): Within<Filter> {
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
