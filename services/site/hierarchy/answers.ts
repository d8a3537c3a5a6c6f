/** Replies with single nodes of the tree (domain §15). */
import type { Building, Device, Site, SiteGroup, Space } from '../../contracts/site'
import type { LeftOut } from '../../kit/left-out'
import { refuse } from '../../kit/refusal'
import type { World } from '../../kit/world'
import { toDevices } from '../devices/rows'
import { equipmentInSpace } from '../equipment/rows'
import { countsOf } from './counts'
import { pathFinder } from './paths'
import { projectsOf } from './projects'
import { readRow } from './rows'
import { toBuilding, toGroup, toSite, toSpace } from './tree-rows'

export function groupAnswer(world: World, id: string, models?: LeftOut, isCounted = true): SiteGroup {
  const siteIds = world.store
    .all<{ id: string }>('SELECT id FROM site WHERE site_group_id = ? ORDER BY sort_name, id', id)
    .map((row) => row.id)
  const counts = isCounted ? countsOf(world, { type: 'group', id, models }) : undefined
  return toGroup(readRow(world.store, 'site_group', id), siteIds, counts)
}

export function siteAnswer(world: World, id: string, models?: LeftOut): Site {
  const row = readRow(world.store, 'site', id)
  return toSite(row, {
    path: pathFinder(world.store).ofSite(row),
    counts: countsOf(world, { type: 'site', id, models }),
    projects: projectsOf(world.store, id),
  })
}

export function buildingAnswer(world: World, id: string, models?: LeftOut): Building {
  const row = readRow(world.store, 'building', id)
  return toBuilding(row, pathFinder(world.store).ofBuilding(row), countsOf(world, { type: 'building', id, models }))
}

export function spaceAnswer(world: World, id: string, models?: LeftOut): Space {
  const row = readRow(world.store, 'space', id)
  const space = toSpace(row, pathFinder(world.store).ofSpace(row), countsOf(world, { type: 'space', id, models }))
  return { ...space, equipment: equipmentInSpace(world, id) }
}

export function deviceAnswer(world: World, id: string): Device {
  const [device] = toDevices(world, [readRow(world.store, 'device', id)], pathFinder(world.store))
  return device ?? refuse(4005)
}
