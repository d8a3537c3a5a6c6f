/** Removes places and controllers with all their data (domain §10, code 4201). */
import { keepEquipment } from '../../history/earlier-inputs'
import { fail } from '../../kit/api-error'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import { requestConfiguration } from '../../link/configuration'
import { spacesInside } from './counts'

/** Removes a site; one that is not empty only when forced. */
export function removeSite(world: World, id: string, force: boolean): void {
  const { store } = world
  if (!force && store.get('SELECT 1 FROM building WHERE site_id = ? LIMIT 1', id)) fail(4201)
  forgetPlaces(world, 'site_id', [id], deviceIdsIn(store, 'site_id = ?', id))
  store.run('DELETE FROM site WHERE id = ?', id)
}

/** Removes a building; one that is not empty only when forced. */
export function removeBuilding(world: World, id: string, force: boolean): void {
  const { store } = world
  if (!force && store.get('SELECT 1 FROM space WHERE building_id = ? LIMIT 1', id)) fail(4201)
  keepEquipment(world, equipmentIdsIn(store, 'building_id = ?', id))
  forgetPlaces(world, 'building_id', [id], deviceIdsIn(store, 'building_id = ?', id))
  store.run('DELETE FROM building WHERE id = ?', id)
}

/** Removes a space with those inside it; one that is not empty only when forced. */
export function removeSpace(world: World, id: string, force: boolean): void {
  const { store } = world
  const spaceIds = store.all<{ id: string }>(`${spacesInside} SELECT id FROM inside`, id).map((row) => row.id)
  const contains = (table: string) => store.get(`SELECT 1 FROM ${table} WHERE space_id = ? LIMIT 1`, id) !== undefined
  if (!force && (spaceIds.length > 1 || contains('device') || contains('equipment'))) fail(4201)
  const deviceIds = deviceIdsIn(store, 'space_id IN (SELECT value FROM json_each(?))', JSON.stringify(spaceIds))
  keepEquipment(world, equipmentIdsIn(store, 'space_id IN (SELECT value FROM json_each(?))', JSON.stringify(spaceIds)))
  forgetPlaces(world, 'space_id', spaceIds, deviceIds)
  store.run('DELETE FROM space WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(spaceIds))
}

/** Removes controllers. */
export function removeDevices(world: World, ids: readonly string[]): void {
  const { store } = world
  keepEquipment(world, equipmentIdsOn(store, ids))
  deleteRows(store, 'device_id', ids)
  requestConfiguration(world)
  store.run('DELETE FROM device WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
}

const equipmentIdsIn = (store: Store, where: string, parameter: string): string[] =>
  store.all<{ id: string }>(`SELECT id FROM equipment WHERE ${where}`, parameter).map(({ id }) => id)

const equipmentIdsOn = (store: Store, deviceIds: readonly string[]): string[] =>
  store
    .all<{ id: string }>(
      'SELECT DISTINCT equipment_id AS id FROM equipment_device WHERE device_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(deviceIds),
    )
    .map(({ id }) => id)

type Place = 'site_id' | 'building_id' | 'space_id'

function forgetPlaces(world: World, column: Place, ids: readonly string[], deviceIds: readonly string[]): void {
  const { store } = world
  deleteRows(store, 'device_id', deviceIds)
  deleteRows(store, column, ids)
  requestConfiguration(world)
}

function deviceIdsIn(store: Store, where: string, parameter: string): string[] {
  return store.all<{ id: string }>(`SELECT id FROM device WHERE ${where}`, parameter).map(({ id }) => id)
}

/**
 * Deletes the rows of every table with a column for that kind of place or controller, whichever service owns it;
 * dependent rows follow by foreign keys. The order does not matter until the transaction ends.
 */
function deleteRows(store: Store, column: Place | 'device_id', ids: readonly string[]): void {
  store.exec('PRAGMA defer_foreign_keys = ON')
  const tables = store.all<{ name: string }>(
    `SELECT tables.name FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns
     WHERE tables.type = 'table' AND columns.name = ?`,
    column,
  )
  for (const { name } of tables) {
    store.run(`DELETE FROM "${name}" WHERE ${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
  }
}
