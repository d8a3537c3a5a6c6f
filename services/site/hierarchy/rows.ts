/** Reads and writes of single rows of the tree. */
import { fail } from '../../kit/api-error'
import type { SqlValue, Store } from '../../kit/store'
import type { DeviceRecord } from '../devices/rows'
import type { BuildingRecord, GroupRecord, SiteRecord, SpaceRecord } from './tree-rows'

export interface TreeTables {
  site_group: GroupRecord
  site: SiteRecord
  building: BuildingRecord
  space: SpaceRecord
  device: DeviceRecord
}

/** Returns the row with that id. Throws 4005 when there is none. */
export function readRow<Table extends keyof TreeTables>(store: Store, table: Table, id: string): TreeTables[Table] {
  return store.get<TreeTables[Table]>(`SELECT * FROM ${table} WHERE id = ?`, id) ?? fail(4005)
}

/** Inserts one row; the columns are the keys. */
export function insertRow(store: Store, table: string, row: Record<string, SqlValue>): void {
  const columns = Object.keys(row)
  store.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...Object.values(row),
  )
}

/** Saves the defined columns and increments the version; undefined columns keep their value. */
export function saveRow(
  store: Store,
  table: keyof TreeTables,
  id: string,
  columns: Record<string, SqlValue | undefined>,
): void {
  const defined = Object.entries(columns).filter((entry): entry is [string, SqlValue] => entry[1] !== undefined)
  const assignments = [...defined.map(([column]) => `${column} = ?`), 'version = version + 1']
  store.run(`UPDATE ${table} SET ${assignments.join(', ')} WHERE id = ?`, ...defined.map(([, value]) => value), id)
}
