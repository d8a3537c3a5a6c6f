/** Reads and writes of single rows of the tree. */
import { refuse } from '../../kit/refusal'
import type { Store, Value } from '../../kit/store'
import type { DeviceRow } from '../devices/rows'
import type { BuildingRow, GroupRow, SiteRow, SpaceRow } from './tree-rows'

export interface Tables {
  site_group: GroupRow
  site: SiteRow
  building: BuildingRow
  space: SpaceRow
  device: DeviceRow
}

/** Returns the row with that id. Throws 4005 when there is none. */
export function readRow<Table extends keyof Tables>(store: Store, table: Table, id: string): Tables[Table] {
  return store.get<Tables[Table]>(`SELECT * FROM ${table} WHERE id = ?`, id) ?? refuse(4005)
}

/** Inserts one row; the columns are the keys. */
export function insertRow(store: Store, table: string, row: Record<string, Value>): void {
  const columns = Object.keys(row)
  store.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...Object.values(row),
  )
}

/** Saves the defined columns and increments the version; undefined columns keep their value. */
export function saveRow(
  store: Store,
  table: keyof Tables,
  id: string,
  columns: Record<string, Value | undefined>,
): void {
  const given = Object.entries(columns).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  const assignments = [...given.map(([column]) => `${column} = ?`), 'version = version + 1']
  store.run(`UPDATE ${table} SET ${assignments.join(', ')} WHERE id = ?`, ...given.map(([, value]) => value), id)
}
