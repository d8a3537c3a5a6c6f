/**
 * What the past of points depends on, as it was before a change: the place of a controller, what it serves, and what
 * feeds that. Only what ever changed has rows; everything else has always been as it is.
 */
import type { Clock } from '../kit/clock'
import type { ReadById } from '../kit/read-memory'
import type { Store } from '../kit/store'

export const earlierInputSchema = `
-- what held until a moment, by the id of a site, a controller or a piece of equipment
CREATE TABLE IF NOT EXISTS earlier_input (
  subject TEXT NOT NULL,
  until_at INTEGER NOT NULL,
  -- as JSON
  value TEXT NOT NULL,
  PRIMARY KEY (subject, until_at)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS earlier_input_of_site AFTER DELETE ON site BEGIN
  DELETE FROM earlier_input WHERE subject = OLD.id;
END;
CREATE TRIGGER IF NOT EXISTS earlier_input_of_device AFTER DELETE ON device BEGIN
  DELETE FROM earlier_input WHERE subject = OLD.id;
END;
`

interface Keeper {
  store: Store
  clock: Clock
}

/** Keeps the coordinates and the time zone of a site as they were, before they change. */
export function keepSite({ store, clock }: Keeper, siteId: string): void {
  store.run(
    `INSERT OR IGNORE INTO earlier_input (subject, until_at, value)
     SELECT id, ?, json_object('timeZone', time_zone, 'latitude', latitude, 'longitude', longitude)
     FROM site WHERE id = ?`,
    clock.now(),
    siteId,
  )
}

/** Keeps what controllers serve as it was, before it changes. */
export function keepServed({ store, clock }: Keeper, deviceIds: readonly string[]): void {
  store.run(
    `INSERT OR IGNORE INTO earlier_input (subject, until_at, value)
     SELECT device.id, ?, (SELECT json_group_array(equipment_id) FROM equipment_device WHERE device_id = device.id)
     FROM device WHERE id IN (SELECT value FROM json_each(?))`,
    clock.now(),
    JSON.stringify(deviceIds),
  )
}

/** Keeps equipment, the links to its controllers and the equipment it feeds as they were, before any of it changes. */
export function keepEquipment(keeper: Keeper, equipmentIds: readonly string[]): void {
  const { store, clock } = keeper
  const ids = JSON.stringify(equipmentIds)
  store.run(
    `INSERT OR IGNORE INTO earlier_input (subject, until_at, value)
     SELECT id, ?, json_object('name', name, 'type', type, 'parentId', parent_equipment_id, 'deviceIds', json(
       (SELECT json_group_array(device_id) FROM equipment_device WHERE equipment_id = equipment.id)))
     FROM equipment WHERE id IN (SELECT value FROM json_each(?))
       OR parent_equipment_id IN (SELECT value FROM json_each(?))`,
    clock.now(),
    ids,
    ids,
  )
  const devices = store.all<{ id: string }>(
    'SELECT DISTINCT device_id AS id FROM equipment_device WHERE equipment_id IN (SELECT value FROM json_each(?))',
    ids,
  )
  keepServed(
    keeper,
    devices.map(({ id }) => id),
  )
}

/** Where a controller stands, for its weather and its days. */
export interface DevicePlace {
  timeZone: string
  latitude: number | null
  longitude: number | null
}

/** A piece of equipment as simulated days depend on it. */
export interface ServedEquipment {
  id: string
  name: string
  type: string
  parentId: string | null
  /** In order. */
  deviceIds: string[]
}

/** The value of a subject that held at a moment, if it has changed since; bind the moment. */
const earlierOf = (subject: string) =>
  `(SELECT value FROM earlier_input WHERE subject = ${subject} AND until_at > ? ORDER BY until_at LIMIT 1)`

const ofList = '(SELECT value FROM json_each(?))'

const place = (condition: string) => `
  SELECT device.id, time_zone AS timeZone, latitude, longitude, ${earlierOf('site.id')} AS earlier
  FROM device JOIN site ON site.id = site_id WHERE device.id ${condition}`
/** Reads the place of a controller; bind the moment first. */
export const placeRead: ReadById = { one: place('= ?'), many: place(`IN ${ofList}`), column: 'id' }

/** Returns the place of a controller at a moment. */
export function placeAt(store: Store, deviceId: string, at: number): DevicePlace | undefined {
  const row = store.get<DevicePlace & { id: string; earlier: string | null }>(placeRead.one, at, deviceId)
  if (!row) return undefined
  const { earlier, timeZone, latitude, longitude } = row
  return earlier === null ? { timeZone, latitude, longitude } : (JSON.parse(earlier) as DevicePlace)
}

const served = (condition: string) => `
  SELECT id, coalesce(${earlierOf('device.id')},
    (SELECT json_group_array(equipment_id) FROM equipment_device WHERE device_id = device.id)) AS ids
  FROM device WHERE id ${condition}`
/** Reads the equipment that a controller serves; bind the moment first. */
export const servedRead: ReadById = { one: served('= ?'), many: served(`IN ${ofList}`), column: 'id' }

/** Returns the ids of the equipment that a controller served at a moment, in order. */
export function servedIdsAt(store: Store, deviceId: string, at: number): string[] {
  const links = store.get<{ ids: string }>(servedRead.one, at, deviceId)
  return (JSON.parse(links?.ids ?? '[]') as string[]).sort()
}

/** Returns the equipment that a controller served at a moment, in order of its id. */
export const equipmentServedAt = (store: Store, deviceId: string, at: number): ServedEquipment[] =>
  servedIdsAt(store, deviceId, at).flatMap((id) => equipmentAt(store, id, at) ?? [])

const equipment = (ids: string) => `
  SELECT id, coalesce(${earlierOf('one.id')},
    (SELECT json_object('name', name, 'type', type, 'parentId', parent_equipment_id, 'deviceIds', json(
       (SELECT json_group_array(device_id) FROM equipment_device WHERE equipment_id = equipment.id)))
     FROM equipment WHERE id = one.id)) AS value
  FROM (${ids}) AS one`
/** Reads a piece of equipment; bind the moment first. */
export const equipmentRead: ReadById = {
  one: equipment('SELECT ? AS id'),
  many: equipment('SELECT value AS id FROM json_each(?)'),
  column: 'id',
}

/** Returns a piece of equipment at a moment, also one that was deleted since. */
export function equipmentAt(store: Store, id: string, at: number): ServedEquipment | undefined {
  const row = store.get<{ value: string | null }>(equipmentRead.one, at, id)
  if (!row?.value) return undefined
  const equipment = { id, ...(JSON.parse(row.value) as Omit<ServedEquipment, 'id'>) }
  equipment.deviceIds.sort()
  return equipment
}

/** Returns the moments within a window at which a controller's place or equipment changed, in order. */
export function inputChangesOf(store: Store, deviceId: string, { from, to }: { from: number; to: number }): number[] {
  return store
    .all<{ at: number }>(
      `WITH subject (id) AS (
         SELECT ? UNION SELECT site_id FROM device WHERE id = ?
         UNION SELECT equipment_id FROM equipment_device WHERE device_id = ?
         UNION SELECT linked.value FROM earlier_input, json_each(earlier_input.value) AS linked WHERE subject = ?
       )
       SELECT DISTINCT until_at AS at FROM subject JOIN earlier_input ON subject = subject.id
       WHERE until_at > ? AND until_at < ? ORDER BY until_at`,
      deviceId,
      deviceId,
      deviceId,
      deviceId,
      from,
      to,
    )
    .map(({ at }) => at)
}

const changes = (condition: string) => `
  SELECT subject, until_at AS at FROM earlier_input WHERE until_at > ? AND until_at < ? AND subject ${condition}
  ORDER BY until_at`
/** Reads when a subject changed; bind the window first. */
export const changesRead: ReadById = { one: changes('= ?'), many: changes(`IN ${ofList}`), column: 'subject' }

/** Returns the moments within a window at which a piece of equipment changed, in order. */
export const equipmentChangesOf = (store: Store, id: string, { from, to }: { from: number; to: number }): number[] =>
  store.all<{ at: number }>(changesRead.one, from, to, id).map(({ at }) => at)
