/** Names and ancestors of the places of alarms and faults, read for a whole page at once (domain §1.2, §15). */
import type { PathNode } from '../contracts/scalars'
import type { Store } from '../kit/store'

/** The place of a row. */
export interface LocatedRow {
  site_id: string
  space_id: string
  device_id: string | null
  equipment_id: string | null
}

export interface PlaceNames {
  siteName: string | null
  deviceName: string | null
  hostId: string | null
  equipmentName: string | null
  equipmentType: string | null
  /** The equipment that feeds it. */
  parentEquipmentId: string | null
  path: PathNode[]
  /** Names of the ancestors below the first, joined by ` / `. */
  location: string
}

interface Named {
  id: string
  name: string
}

export function placesOf(store: Store, rows: readonly LocatedRow[]): (row: LocatedRow) => PlaceNames {
  const ids = (pick: (row: LocatedRow) => string | null) => JSON.stringify([...new Set(rows.map(pick))].filter(Boolean))
  const byId = <Row extends Named>(sql: string, list: string) =>
    new Map(store.all<Row>(`${sql} IN (SELECT value FROM json_each(?))`, list).map((row) => [row.id, row]))
  const sites = byId<Named>(
    'SELECT id, name FROM site WHERE id',
    ids((row) => row.site_id),
  )
  const devices = byId<Named & { host_id: string }>(
    'SELECT id, name, host_id FROM device WHERE id',
    ids((row) => row.device_id),
  )
  const equipment = byId<Named & { type: string; parent_id: string | null }>(
    'SELECT id, name, type, parent_equipment_id AS parent_id FROM equipment WHERE id',
    ids((row) => row.equipment_id),
  )
  const paths = new Map<string, PathNode[]>()
  const nodes = store.all<PathNode & { space_id: string }>(
    ancestors,
    ids((row) => row.space_id),
  )
  for (const { space_id, id, name, type } of nodes) {
    const path = paths.get(space_id) ?? []
    path.push({ id, name, type })
    paths.set(space_id, path)
  }

  return (row) => {
    const device = row.device_id === null ? undefined : devices.get(row.device_id)
    const unit = row.equipment_id === null ? undefined : equipment.get(row.equipment_id)
    const path = paths.get(row.space_id) ?? []
    return {
      siteName: sites.get(row.site_id)?.name ?? null,
      deviceName: device?.name ?? null,
      hostId: device?.host_id ?? null,
      equipmentName: unit?.name ?? null,
      equipmentType: unit?.type ?? null,
      parentEquipmentId: unit?.parent_id ?? null,
      path,
      location: path
        .slice(1)
        .map(({ name }) => name)
        .join(' / '),
    }
  }
}

/** Spaces and all their ancestors, from the customer's group down. */
const ancestors = `
  WITH RECURSIVE up (space_id, id, parent_space_id, building_id, name, depth) AS (
    SELECT id, id, parent_space_id, building_id, name, 0 FROM space WHERE id IN (SELECT value FROM json_each(?))
    UNION ALL
    SELECT up.space_id, space.id, space.parent_space_id, space.building_id, space.name, depth + 1
    FROM up CROSS JOIN space ON space.id = up.parent_space_id
  ),
  home AS (
    SELECT up.space_id, building.id AS building_id, building.name AS building_name, site.id AS site_id,
      site.name AS site_name, site.site_group_id
    FROM up CROSS JOIN building ON building.id = up.building_id CROSS JOIN site ON site.id = building.site_id
    WHERE up.depth = 0
  )
  SELECT space_id, id, name, 'space' AS type, depth FROM up
  UNION ALL SELECT space_id, building_id, building_name, 'building', 1000 FROM home
  UNION ALL SELECT space_id, site_id, site_name, 'site', 1001 FROM home
  UNION ALL SELECT space_id, site_group.id, site_group.name, 'group', 1002
    FROM home CROSS JOIN site_group ON site_group.id = home.site_group_id
  ORDER BY depth DESC`
