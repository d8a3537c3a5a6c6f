/** The objects that a controller lists, stored as its points. */
import { seedOf } from '../../kit/deterministic'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import { requestConfigurationSoon } from '../../link/configuration'
import type { ObjectDescription } from '../../link/port'
import { describedColumns, pointIdOf } from './model-objects'
import { requestTrendLogs } from './trend-logs'

const kind = 'device.inventory'

/** Adds the column of vanished points to a store that was created without it. */
export function addVanishedColumn(store: Store): void {
  const exists = store.get(`SELECT 1 FROM pragma_table_info('point') WHERE name = 'vanished_at'`)
  if (!exists) store.exec('ALTER TABLE point ADD COLUMN vanished_at INTEGER')
}

/** Adds the column of the groups of points to a store that was created without it. */
export function addGroupingColumn(store: Store): void {
  const exists = store.get(`SELECT 1 FROM pragma_table_info('point') WHERE name = 'grouping'`)
  if (!exists) store.exec('ALTER TABLE point ADD COLUMN grouping TEXT')
}

/** So many controllers of a network are asked for their objects at the same time. */
const lanesPerNetwork = 4

/** Requests the objects of a controller from its link, after the current transaction. */
export function requestInventory({ store, intents }: World, deviceId: string): void {
  const row = store.get<{ network_id: string }>('SELECT network_id FROM networked_device WHERE device_id = ?', deviceId)
  const lane = row ? `${row.network_id}:${seedOf(deviceId) % lanesPerNetwork}` : deviceId
  intents.begin(kind, { deviceId }, [`inventory:${lane}`])
}

/** Registers how the objects are requested and stored. */
export function registerInventory(world: World): void {
  world.intents.on<{ deviceId: string }, ObjectDescription[], void>(kind, {
    async perform({ deviceId }) {
      const objects: ObjectDescription[] = []
      for await (const object of world.links.of(deviceId).objects(deviceId)) objects.push(object)
      return objects
    },
    complete({ deviceId }, outcome) {
      if ('error' in outcome) return world.log.warn({ err: outcome.error, deviceId }, 'no objects were listed')
      if (outcome.answer.length > 0 || listsObjects(world, deviceId)) storeInventory(world, deviceId, outcome.answer)
    },
  })
}

/** Whether an empty list is one of the controller: without a link there is none either. */
const listsObjects = ({ store, links }: World, deviceId: string): boolean =>
  store.get('SELECT 1 FROM networked_device WHERE device_id = ?', deviceId) !== undefined &&
  links.of(deviceId).can.has('points')

/** Stores the objects as points; those that are not listed any more are kept, and marked. */
function storeInventory(world: World, deviceId: string, objects: readonly ObjectDescription[]): void {
  const { store, clock } = world
  const ids = objects.map((object) => storePoint(world, deviceId, object))
  store.run(
    `UPDATE point SET vanished_at = ? WHERE device_id = ? AND vanished_at IS NULL
       AND id NOT IN (SELECT value FROM json_each(?))`,
    clock.now(),
    deviceId,
    JSON.stringify(ids),
  )
  store.run('UPDATE networked_device SET objects_read_at = ? WHERE device_id = ?', clock.now(), deviceId)
  requestConfigurationSoon(world)
  requestTrendLogs(world, deviceId)
}

/**
 * Adds or changes one point and returns its id; the same object keeps it. A point of a device has no behaviour in the
 * simulation.
 */
function storePoint({ store }: World, deviceId: string, object: ObjectDescription): string {
  const id = pointIdOf(deviceId, object)
  store.run(
    `INSERT INTO point (id, tenant_id, customer_id, device_id, object_type, object_instance, name, display_name, words,
       own_words, kind, unit, precision, min, max, state_text, cov_increment, is_writable, grouping, behaviour)
     SELECT ?, tenant_id, customer_id, id, ?,?,?,?,?,?,?,?,?,?,?,?,?,?,?, '' FROM device WHERE id = ?
     ON CONFLICT (device_id, object_type, object_instance) DO UPDATE SET name = excluded.name,
       display_name = excluded.display_name, words = excluded.words, own_words = excluded.own_words,
       kind = excluded.kind, unit = excluded.unit, precision = excluded.precision, min = excluded.min,
       max = excluded.max, state_text = excluded.state_text, cov_increment = excluded.cov_increment,
       is_writable = excluded.is_writable, vanished_at = NULL,
       grouping = CASE WHEN ? THEN excluded.grouping ELSE point.grouping END`,
    id,
    ...describedColumns(object),
    object.grouping ? JSON.stringify(object.grouping) : null,
    deviceId,
    object.grouping === null ? 0 : 1,
  )
  return id
}
