/** A controller as a row of a list, reduced from the enriched device of spec §3. */
import type { PathNode } from '#contracts/scalars'
import type { Device } from '#contracts/site'
import type { Catalogues } from '~/backend/catalogues.server'
import { listDevice } from '~/domain/device'
import { href, type Place, placeParams } from '~/hrefs'

export interface DeviceRow {
  id: string
  name: string
  href: string
  location: string
  /** Its ancestors, used to name the place that a list is filtered by. */
  places: readonly { id: string; name: string }[]
  hostId: string
  type: string
  model: string
  isConnected: boolean
  isOnboarded: boolean
  isDeploying: boolean
  awaitsDeployment: boolean
  packageStatus: { outdated: number; total: number }
  /** The names of its places; null where the backend sent no path. */
  site: string | null
  building: string | null
  space: string | null
  /** Values of columns that a reader added; null if not known, absent without the column. */
  added?: AddedValues
}

export interface AddedValues {
  description: string | null
  spaceServed: string | null
  /** The addresses of its saved network settings. */
  address: string | null
  /** Its active alarms, with the list of them. */
  alarms: { count: number; href: string | null } | null
}

export function deviceRow(place: Place, device: Device, catalogues: Catalogues): DeviceRow {
  const enriched = listDevice(device, catalogues.controllers, catalogues.packages)
  return {
    id: enriched.id,
    name: enriched.name,
    href: deviceHref(place, device),
    location: enriched.location,
    places: enriched.path,
    hostId: enriched.hostId,
    type: enriched.type,
    model: enriched.product?.name ?? '',
    isConnected: enriched.isConnected,
    isOnboarded: enriched.isOnboarded,
    isDeploying: enriched.isDeployingPackages,
    awaitsDeployment: enriched.awaitsDeployment,
    packageStatus: enriched.packageStatus,
    site: placeName(enriched.path, 'site'),
    building: placeName(enriched.path, 'building'),
    space: placeName(enriched.path, 'space'),
  }
}

/** Returns the name of the innermost place of a type above a controller: that of a space is its own. */
const placeName = (path: readonly PathNode[], type: PathNode['type']): string | null =>
  path.findLast((node) => node.type === type)?.name ?? null

/** Returns the nested address of a controller; without a path from the backend, the address that resolves it. */
function deviceHref(place: Place, { id, path }: Device): string {
  const params = placeParams(place, path ?? [])
  params.deviceId = id
  return params.spaceId ? href('device', params) : href('deviceById', { ...place, deviceId: id })
}
