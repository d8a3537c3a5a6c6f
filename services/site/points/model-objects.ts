/**
 * The objects of a model, as a link lists them whose controllers of a model all have the same. The points of such a
 * controller are written when they are first looked at.
 */
import { fail } from '../../kit/api-error'
import { seedId } from '../../kit/deterministic'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import type { ModelObject, ObjectDescription } from '../../link/port'
import type { DeviceRecord } from '../devices/rows'
import { pointWords } from '../search/search-text'

/** Requests the objects of all models from the links that know them, and stores them; the first link of a model counts. */
export async function learnModelObjects({ store, links }: World): Promise<void> {
  const models = store.all<{ model: string }>('SELECT model_type AS model FROM product ORDER BY model_type')
  const listed = await links.modelObjects(models.map(({ model }) => model))
  store.transaction(() => {
    for (const { protocol, model, objects } of listed)
      store.run(
        `INSERT INTO model_objects (model, protocol, count, objects) VALUES (?,?,?,?)
         ON CONFLICT (model) DO UPDATE SET count = excluded.count, objects = excluded.objects
           WHERE protocol = excluded.protocol AND objects <> excluded.objects`,
        ...[model, protocol, objects.length, JSON.stringify(objects)],
      )
  })
}

/** Returns how many points a controller has: those of its model until they are first looked at. */
export const pointCount = (
  store: Store,
  { point_count, model_type }: Pick<DeviceRecord, 'point_count' | 'model_type'>,
) =>
  point_count ||
  (store.get<{ count: number }>('SELECT count FROM model_objects WHERE model = ?', model_type)?.count ?? 0)

/** Returns how many points controllers of each model have that were not looked at yet. */
export function pointsOfModels(store: Store): ReadonlyMap<string, number> {
  const rows = store.all<{ model: string; count: number }>('SELECT model, count FROM model_objects')
  return new Map(rows.map(({ model, count }) => [model, count]))
}

/** Writes the points of a controller that has none yet, if its link listed those of its model, unless it is not onboarded. */
export function ensurePoints({ store }: World, deviceId: string): void {
  const device = store.get<DeviceRecord>('SELECT * FROM device WHERE id = ?', deviceId) ?? fail(4005)
  if (!device.onboarded || device.point_count > 0) return
  const known = store.get<{ objects: string }>(
    'SELECT objects FROM model_objects WHERE model = ? AND protocol = ?',
    device.model_type,
    device.protocol,
  )
  if (!known) return
  const objects = (JSON.parse(known.objects) as ModelObject[]).map((object) => ({
    ...object,
    name: `${device.name}.${object.name}`,
    displayName: `${device.name} ${object.displayName}`,
  }))
  store.transaction(() => addPoints(store, device, objects))
}

/** Returns the id of the point of an object: the same object keeps it. */
export const pointIdOf = (
  deviceId: string,
  { objectType, objectInstance }: Pick<ModelObject, 'objectType' | 'objectInstance'>,
) => seedId('point', `${deviceId}/${objectType}/${objectInstance}`)

type Owner = Pick<DeviceRecord, 'id' | 'tenant_id' | 'customer_id'>

/** Adds objects of a controller as its points. */
export function addPoints(store: Store, device: Owner, objects: readonly ModelObject[]): void {
  for (const object of objects)
    store.run(
      `INSERT INTO point (id, tenant_id, customer_id, device_id, object_type, object_instance, name, display_name, words,
         own_words, kind, unit, precision, min, max, state_text, cov_increment, is_writable, relinquish_default, behaviour)
       VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
      pointIdOf(device.id, object),
      device.tenant_id,
      device.customer_id,
      device.id,
      ...describedColumns(object),
      object.relinquishDefault === null ? null : JSON.stringify(object.relinquishDefault),
      object.behaviour,
    )
}

/**
 * Returns the values of a point that say what its object is: object_type, object_instance, name, display_name, words,
 * own_words, kind, unit, precision, min, max, state_text, cov_increment, is_writable.
 */
export function describedColumns(object: Omit<ObjectDescription, 'grouping'>) {
  const { words, own_words } = pointWords({ name: object.name, display_name: object.displayName })
  return [
    object.objectType,
    object.objectInstance,
    object.name,
    object.displayName,
    words,
    own_words,
    object.kind,
    object.unit,
    object.precision,
    object.min,
    object.max,
    object.states && JSON.stringify(object.states),
    object.covIncrement,
    object.isWritable ? 1 : 0,
  ]
}
