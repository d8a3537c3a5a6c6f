/**
 * `expand` on a list of sites: each level nested in the previous one, rejected when it would be too much (domain §15,
 * §11.3).
 */
import type { Device, Site, Space } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { World } from '../../kit/world'
import type { DeviceRecord } from '../devices/rows'
import { toDevices } from '../devices/rows'
import { buildingsOf, spacesOf } from './nodes'
import { pathFinder } from './paths'

const levels = ['buildings', 'spaces', 'devices'] as const
const maxNodes = 2000

/** Returns sites with their buildings, those with their spaces, those with their controllers, as far as requested. */
export function expandSites(world: World, sites: readonly Site[], expand: string): Site[] {
  const depth = depthOf(expand)
  const nodes = sites.reduce((sum, { counts }) => {
    const below = [counts?.buildings ?? 0, counts?.spaces ?? 0, counts?.devices ?? 0]
    return sum + below.slice(0, depth).reduce((a, b) => a + b, 0)
  }, sites.length)
  if (nodes > maxNodes) fail(4000, { errors: { expand: 'errors.expand.tooLarge' } })

  const paths = pathFinder(world.store)
  return sites.map((site) => ({
    ...site,
    buildings: buildingsOf(world, site.id, paths).map((building) =>
      depth < 2
        ? building
        : {
            ...building,
            spaces: nested(spacesOf(world, building.id, paths), depth < 3 ? undefined : devicesBySpace(building.id)),
          },
    ),
  }))

  function devicesBySpace(buildingId: string): Map<string, Device[]> {
    const rows = world.store.all<DeviceRecord>(
      'SELECT * FROM device WHERE building_id = ? ORDER BY sort_name, id',
      buildingId,
    )
    const devices = new Map<string, Device[]>()
    for (const device of toDevices(world, rows, paths)) {
      devices.set(device.spaceId, [...(devices.get(device.spaceId) ?? []), device])
    }
    return devices
  }
}

/** Returns the number of requested levels; a deep level includes those above it. */
function depthOf(expand: string): number {
  const requested = expand
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  if (!requested.every((word) => (levels as readonly string[]).includes(word))) {
    fail(4000, { errors: { expand: 'errors.expand.unknown' } })
  }
  return Math.max(0, ...requested.map((word) => levels.indexOf(word as (typeof levels)[number]) + 1))
}

function nested(
  spaces: readonly Space[],
  devices: Map<string, Device[]> | undefined,
  parent: string | null = null,
): Space[] {
  return spaces
    .filter((space) => (space.parentSpaceId ?? null) === parent)
    .map((space) => ({
      ...space,
      subSpaces: nested(spaces, devices, space.id),
      ...(devices ? { devices: devices.get(space.id) ?? [] } : {}),
    }))
}
