/** Paths of nodes: their ancestors from the customer's group down, without the node itself (domain §15). */
import type { PathNode } from '../../contracts/scalars'
import type { Store } from '../../kit/store'

interface Ancestor {
  name: string
  type: 'group' | 'site' | 'building' | 'space'
  parent: string | null
  parentType: Ancestor['type'] | null
}

/** Looks up ancestors, each once: a page of fifty controllers of one building costs a handful of lookups. */
export interface PathFinder {
  /** Loads many nodes and all their ancestors together, one level at a time. */
  load(type: Ancestor['type'], ids: readonly (string | null)[]): void
  ofSite(site: { site_group_id: string | null }): PathNode[]
  ofBuilding(building: { site_id: string }): PathNode[]
  ofSpace(space: { building_id: string; parent_space_id: string | null }): PathNode[]
  ofDevice(device: { space_id: string }): PathNode[]
}

export function pathFinder(store: Store): PathFinder {
  const pathCache = new Map<string, PathNode[]>()
  const ancestors = new Map<string, Ancestor>()

  const load = (type: Ancestor['type'], ids: readonly (string | null)[]): void => {
    const missing = [...new Set(ids)].filter((id): id is string => Boolean(id) && !ancestors.has(id as string))
    if (missing.length === 0) return
    const nodes = loadAncestors(store, type, missing)
    for (const { id, ...node } of nodes) ancestors.set(id, node)
    for (const parentType of new Set(nodes.map((node) => node.parentType))) {
      if (!parentType) continue
      const parents = nodes.filter((node) => node.parentType === parentType).map(({ parent }) => parent)
      load(parentType, parents)
    }
  }

  const downTo = (type: Ancestor['type'], id: string | null): PathNode[] => {
    if (id === null) return []
    const before = pathCache.get(id)
    if (before) return before
    const node = ancestors.get(id) ?? loadAncestors(store, type, [id])[0]
    const path = node
      ? [...(node.parentType ? downTo(node.parentType, node.parent) : []), { id, name: node.name, type }]
      : []
    pathCache.set(id, path)
    return path
  }

  return {
    load,
    ofSite: (site) => downTo('group', site.site_group_id),
    ofBuilding: (building) => downTo('site', building.site_id),
    ofSpace: (space) =>
      space.parent_space_id ? downTo('space', space.parent_space_id) : downTo('building', space.building_id),
    ofDevice: (device) => downTo('space', device.space_id),
  }
}

const queries = {
  group: 'SELECT id, name, NULL AS parent, NULL AS parentType FROM site_group WHERE id',
  site: `SELECT id, name, site_group_id AS parent, CASE WHEN site_group_id IS NULL THEN NULL ELSE 'group' END AS parentType
         FROM site WHERE id`,
  building: `SELECT id, name, site_id AS parent, 'site' AS parentType FROM building WHERE id`,
  space: `SELECT id, name, coalesce(parent_space_id, building_id) AS parent,
            CASE WHEN parent_space_id IS NULL THEN 'building' ELSE 'space' END AS parentType
          FROM space WHERE id`,
} as const satisfies Record<Ancestor['type'], string>

function loadAncestors(store: Store, type: Ancestor['type'], ids: readonly string[]): (Ancestor & { id: string })[] {
  return store
    .all<Omit<Ancestor, 'type'> & { id: string }>(
      `${queries[type]} IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    )
    .map((row) => ({ ...row, type }))
}
