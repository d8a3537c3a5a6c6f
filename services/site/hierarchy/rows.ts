/** Reading and writing single rows of the tree. */
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

/** The row with that id; refuses with 4005 when there is none. */
export function readRow<Table extends keyof Tables>(store: Store, table: Table, id: string): Tables[Table] {
  return store.get<Tables[Table]>(`SELECT * FROM ${table} WHERE id = ?`, id) ?? refuse(4005)
}

/** Adds one row; the columns are the keys. */
export function insertRow(store: Store, table: string, row: Record<string, Value>): void {
  const columns = Object.keys(row)
  store.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...Object.values(row),
  )
}

/** Saves the columns that are given and raises the version; what is undefined stays. */
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
