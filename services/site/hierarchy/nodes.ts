/** Whole levels of the tree, for lists and for `expand` (spec §7). */
import type { Building, Space } from '../../contracts/site'
import type { ExcludedModels } from '../../kit/excluded-models'
import type { World } from '../../kit/world'
import { nodeCountsOf } from './counts'
import type { PathFinder } from './paths'
import type { BuildingRecord, SpaceRecord } from './tree-rows'
import { toBuilding, toSpace } from './tree-rows'

/** Returns the buildings of a site. */
export function buildingsOf(world: World, siteId: string, paths: PathFinder, models?: ExcludedModels): Building[] {
  return world.store
    .all<BuildingRecord>('SELECT * FROM building WHERE site_id = ? ORDER BY sort_name, id', siteId)
    .map((row) => toBuilding(row, paths.ofBuilding(row), nodeCountsOf(world, { type: 'building', id: row.id, models })))
}

/** Returns every space of a building, as a flat list. */
export function spacesOf(world: World, buildingId: string, paths: PathFinder, models?: ExcludedModels): Space[] {
  const rows = world.store.all<SpaceRecord>(
    'SELECT * FROM space WHERE building_id = ? ORDER BY sort_name, id',
    buildingId,
  )
  return toSpaces(world, rows, paths, models)
}

/** Returns spaces as the service returns them. */
export function toSpaces(
  world: World,
  rows: readonly SpaceRecord[],
  paths: PathFinder,
  models?: ExcludedModels,
): Space[] {
  return rows.map((row) => toSpace(row, paths.ofSpace(row), nodeCountsOf(world, { type: 'space', id: row.id, models })))
}
