/** Replies with single nodes of the tree (domain §15). */
import type { Building, Device, Site, SiteGroup, Space } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { ExcludedModels } from '../../kit/excluded-models'
import type { World } from '../../kit/world'
import { toDevices } from '../devices/rows'
import { equipmentInSpace } from '../equipment/rows'
import { nodeCountsOf } from './counts'
import { pathFinder } from './paths'
import { projectsOf } from './projects'
import { readRow } from './rows'
import { toBuilding, toGroup, toSite, toSpace } from './tree-rows'

export function groupReply(world: World, id: string, models?: ExcludedModels, isCounted = true): SiteGroup {
  const siteIds = world.store
    .all<{ id: string }>('SELECT id FROM site WHERE site_group_id = ? ORDER BY sort_name, id', id)
    .map((row) => row.id)
  const counts = isCounted ? nodeCountsOf(world, { type: 'group', id, models }) : undefined
  return toGroup(readRow(world.store, 'site_group', id), siteIds, counts)
}

export function siteReply(world: World, id: string, models?: ExcludedModels): Site {
  const row = readRow(world.store, 'site', id)
  return toSite(row, {
    path: pathFinder(world.store).ofSite(row),
    counts: nodeCountsOf(world, { type: 'site', id, models }),
    projects: projectsOf(world.store, [id]).get(id) ?? [],
  })
}

export function buildingReply(world: World, id: string, models?: ExcludedModels): Building {
  const row = readRow(world.store, 'building', id)
  return toBuilding(row, pathFinder(world.store).ofBuilding(row), nodeCountsOf(world, { type: 'building', id, models }))
}

export function spaceReply(world: World, id: string, models?: ExcludedModels): Space {
  const row = readRow(world.store, 'space', id)
  const space = toSpace(row, pathFinder(world.store).ofSpace(row), nodeCountsOf(world, { type: 'space', id, models }))
  return { ...space, equipment: equipmentInSpace(world, id) }
}

export function deviceReply(world: World, id: string): Device {
  const [device] = toDevices(world, [readRow(world.store, 'device', id)], pathFinder(world.store))
  return device ?? fail(4005)
}
