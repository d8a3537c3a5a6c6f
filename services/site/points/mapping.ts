/** Mappings of points to roles of equipment: one point per role; a point may serve several pieces (domain §4.6). */

import type { MappedPoint, PointMappings } from '../../contracts/points'
import type { site } from '../../contracts/site'
import { ApiError, fail, forEachEntity } from '../../kit/api-error'
import { type Handlers, replyWith, type ServiceCall } from '../../kit/call'
import { type Caller, listTerritory, reachOf, requireSomewhere, territorySql } from '../../kit/caller'
import { timestamp } from '../../kit/clock'
import { requireCurrent } from '../../kit/etag'
import { scopeOfDevice, scopeOfEquipment, scopeOfPoint } from '../../kit/scope'
import type { SqlValue } from '../../kit/store'
import type { World } from '../../kit/world'
import { wakeRules } from '../../link/changes'
import { requireWritable } from '../equipment/equipment'
import type { EquipmentRecord } from '../equipment/rows'
import { readEquipment } from '../equipment/rows'
import type { PointRole } from '../equipment/types'
import { equipmentTypeOf, isRequired } from '../equipment/types'
import { readRow } from '../hierarchy/rows'
import { rowETagOf } from '../hierarchy/tree-rows'
import { licencesOf } from '../onboarding/licences'
import { groupShares } from './group-equipment'
import { ensurePoints } from './model-objects'
import { suggestType } from './suggestion'
import { matchesType, pointTypeOf } from './types'
import { groupsIn, type PointRecord } from './values'

type Mappings = Pick<
  Handlers<typeof site>,
  'setMappedPoints' | 'mappedPoints' | 'pointMappings' | 'mapPoints' | 'unmapPoints'
>

export const pointMapping: Mappings = {
  setMappedPoints(call) {
    const { body, headers, world, caller, touched } = call
    const equipment = equipmentToMap(call)
    requireCurrent({ body: body.eTag, ifMatch: headers['if-match'], current: { eTag: rowETagOf(equipment) } })
    for (const [at, { role, pointTypeId, pointId }] of body.mappings.entries()) {
      try {
        release(world, equipment.id, role)
        if (pointId !== null) assign(world, caller, equipment, { role, pointTypeId, pointId })
      } catch (error) {
        throw error instanceof ApiError ? atRow(error, at) : error
      }
    }
    touched(equipment.id)
    return mappingsAfter(world, equipment)
  },

  mappedPoints({ body, world, caller, customerId, require }) {
    requireSomewhere(caller, 'point.read')
    for (const id of body.equipmentIds) require(scopeOfEquipment(world.store, id))
    for (const id of body.deviceIds) require(scopeOfDevice(world.store, id))
    const { sql, parameters } = territorySql(listTerritory(caller, 'point.read'), 'm.customer_id')
    const conditions: [string, ...SqlValue[]][] = [[sql.replace('tenant_id', 'm.tenant_id'), ...parameters]]
    const oneOf = (column: string, ids: readonly string[]) => {
      if (ids.length) conditions.push([`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(ids)])
    }
    oneOf('m.equipment_id', body.equipmentIds)
    oneOf('p.device_id', body.deviceIds)
    oneOf('m.point_type_id', body.pointTypeIds)
    if (customerId !== undefined) conditions.push(['m.customer_id = ?', customerId])
    return readMappings(
      world,
      conditions.map(([condition]) => condition).join(' AND '),
      conditions.flatMap(([, ...values]) => values),
    )
  },

  pointMappings({ body, world, require }) {
    require(scopeOfEquipment(world.store, body.equipmentId))
    return needsOf(world, readEquipment(world, body.equipmentId))
  },

  mapPoints(call) {
    const { body, world, caller, touched } = call
    const equipment = equipmentToMap(call)
    forEachEntity(body.points, { id: ({ pointId }) => pointId, savepoint: world.store.transaction }, (point) => {
      assign(world, caller, equipment, point)
      return { pointId: point.pointId, role: point.role }
    })
    touched(equipment.id)
    return mappingsAfter(world, equipment)
  },

  unmapPoints(call) {
    const { body, world, touched } = call
    const equipment = equipmentToMap(call)
    forEachEntity([...new Set(body.pointIds)], { id: (id) => id, savepoint: world.store.transaction }, (pointId) => {
      const deletedRows = world.store.run(
        'DELETE FROM point_mapping WHERE equipment_id = ? AND point_id = ?',
        equipment.id,
        pointId,
      )
      if (!deletedRows) fail(4005)
      return { pointId }
    })
    touched(equipment.id)
    return mappingsAfter(world, equipment)
  },
}

type MapCall =
  | ServiceCall<typeof site.setMappedPoints>
  | ServiceCall<typeof site.mapPoints>
  | ServiceCall<typeof site.unmapPoints>

function equipmentToMap({ body, world, require }: MapCall): EquipmentRecord {
  require(scopeOfEquipment(world.store, body.equipmentId))
  const equipment = readEquipment(world, body.equipmentId)
  requireWritable(world, equipment.customer_id)
  wakeRules(world, equipment.id)
  return equipment
}

/** Replies with the equipment's new eTag as a header. */
function mappingsAfter(world: World, equipment: EquipmentRecord) {
  world.store.run('UPDATE equipment SET version = version + 1 WHERE id = ?', equipment.id)
  const list = readMappings(world, 'm.equipment_id = ?', [equipment.id])
  return replyWith(list, { headers: { etag: `"${rowETagOf({ id: equipment.id, version: equipment.version + 1 })}"` } })
}

interface Assignment {
  role: string
  pointTypeId: string
  pointId: string
}

/**
 * Maps a point to a role. Throws 4605 for a role that the type does not have or that is in use, and for a point that
 * does not measure the required quantity.
 */
function assign(world: World, caller: Caller, equipment: EquipmentRecord, { role, pointTypeId, pointId }: Assignment) {
  const { store, clock } = world
  const scope = scopeOfPoint(store, pointId)
  const far = scope && reachOf(caller, 'point.map', scope)
  if (far === undefined) fail(4005)
  if (far === '-') fail(4003)
  const point =
    store.get<PointRecord & { site_id: string }>(
      'SELECT point.*, site_id FROM point JOIN device ON device.id = device_id WHERE point.id = ?',
      pointId,
    ) ?? fail(4005)
  if (point.site_id !== equipment.site_id) fail(4207, { errors: { pointId: 'errors.equipment.otherSite' } })

  if (licencesOf(world, readRow(store, 'device', point.device_id)).some(({ state }) => state === 'exceeded'))
    fail(4305, { errors: { pointId: 'errors.licence.points' } })

  const needed = equipmentTypeOf(equipment.type)?.roles.find((one) => one.role === role)
  if (!needed) return fail(4605, { errors: { role: 'errors.mapping.role' } })
  const type = pointTypeOf(pointTypeId)
  const usual = pointTypeOf(needed.pointTypeId)
  if (!type || type.kind !== usual?.kind || type.quantity !== usual.quantity) {
    return fail(4605, { errors: { pointTypeId: 'errors.mapping.type' } })
  }
  if (!matchesType(point, type)) fail(4605, { errors: { pointId: 'errors.mapping.unit' } })

  const holder = store.get<{ point_id: string }>(
    'SELECT point_id FROM point_mapping WHERE equipment_id = ? AND role = ?',
    equipment.id,
    role,
  )
  if (holder && holder.point_id !== pointId) fail(4605, { errors: { role: 'errors.mapping.conflict' } })
  store.run(
    `INSERT INTO point_mapping (equipment_id, role, point_type_id, point_id, tenant_id, customer_id, mapped_at,
       mapped_by_id, mapped_by_name) VALUES (?,?,?,?,?,?,?,?,?)
     ON CONFLICT (equipment_id, role) DO UPDATE SET point_type_id = excluded.point_type_id`,
    equipment.id,
    role,
    pointTypeId,
    pointId,
    equipment.tenant_id,
    equipment.customer_id,
    clock.now(),
    caller.records.get(equipment.tenant_id) ?? caller.personId ?? caller.subject,
    caller.fullName,
  )
}

const release = ({ store }: World, equipmentId: string, role: string) =>
  void store.run('DELETE FROM point_mapping WHERE equipment_id = ? AND role = ?', equipmentId, role)

/** Returns the same error with its fields prefixed by the row. */
function atRow(refusal: ApiError, at: number): ApiError {
  const errors = Object.fromEntries(
    Object.entries(refusal.details.errors ?? {}).map(([field, keys]) => [`mappings.${at}.${field}`, keys]),
  )
  return new ApiError(refusal.code, { ...refusal.details, errors })
}

interface MappingRow {
  equipment_id: string
  point_type_id: string
  role: string
  point_id: string
  point_name: string
  device_id: string
  unit: string | null
  mapped_at: number
  mapped_by_id: string | null
  mapped_by_name: string | null
}

/** Maximum reply of a query without equipment or controllers. */
const maxMappings = 10_000

function readMappings({ store }: World, where: string, parameters: SqlValue[]): MappedPoint[] {
  return store
    .all<MappingRow>(
      `SELECT m.*, p.name AS point_name, p.device_id, p.unit FROM point_mapping m JOIN point p ON p.id = m.point_id
       WHERE ${where} ORDER BY m.equipment_id, m.role LIMIT ${maxMappings}`,
      ...parameters,
    )
    .map((row) => ({
      equipmentId: row.equipment_id,
      pointTypeId: row.point_type_id,
      role: row.role,
      pointId: row.point_id,
      pointName: row.point_name,
      deviceId: row.device_id,
      unit: row.unit,
      mappedAt: timestamp(row.mapped_at),
      mappedBy: row.mapped_by_name === null ? null : { id: row.mapped_by_id, fullName: row.mapped_by_name },
    }))
}

function needsOf(world: World, equipment: EquipmentRecord): PointMappings {
  const { store } = world
  const roles = equipmentTypeOf(equipment.type)?.roles ?? []
  const holders = new Map(
    store
      .all<{ role: string; point_id: string }>(
        'SELECT role, point_id FROM point_mapping WHERE equipment_id = ?',
        equipment.id,
      )
      .map(({ role, point_id }) => [role, point_id]),
  )
  const need = (role: PointRole) => ({
    role: role.role,
    pointTypeId: role.pointTypeId,
    rules: [...role.rules],
    pointId: holders.get(role.role) ?? null,
  })
  const mappedIds = new Set(holders.values())
  const points = pointsOnLinkedDevices(world, equipment.id)
  const shareOf = groupShares(points, equipment, equipmentOnSameDevices(world, equipment.id))
  return {
    equipmentId: equipment.id,
    eTag: rowETagOf(equipment),
    equipmentType: equipment.type,
    required: roles.filter(isRequired).map(need),
    optional: roles.filter((role) => !isRequired(role)).map(need),
    unmapped: points
      .filter((point) => !mappedIds.has(point.id))
      .map((point) => {
        const { pointTypeId, confidence } = suggestType(point)
        const share = shareOf(point)
        const free = share > 0 && roles.find((role) => role.pointTypeId === pointTypeId && !holders.has(role.role))
        return {
          pointId: point.id,
          pointName: point.name,
          deviceId: point.device_id,
          unit: point.unit,
          kind: point.kind,
          suggestedPointTypeId: pointTypeId,
          suggestedRole: (free && free.role) || null,
          confidence: Math.round(confidence * (share || 1) * 100) / 100,
          ...groupsIn(point),
        }
      }),
  }
}

/** Returns the other equipment that is linked to the same controllers. */
const equipmentOnSameDevices = ({ store }: World, equipmentId: string) =>
  store.all<{ id: string; name: string }>(
    `SELECT DISTINCT equipment.id, equipment.name FROM equipment_device AS own
     JOIN equipment_device AS other ON other.device_id = own.device_id AND other.equipment_id <> own.equipment_id
     JOIN equipment ON equipment.id = other.equipment_id WHERE own.equipment_id = ?`,
    equipmentId,
  )

function pointsOnLinkedDevices(world: World, equipmentId: string): PointRecord[] {
  const linked = world.store.all<{ device_id: string }>(
    'SELECT device_id FROM equipment_device WHERE equipment_id = ?',
    equipmentId,
  )
  for (const { device_id } of linked) ensurePoints(world, device_id)
  return world.store.all<PointRecord>(
    `SELECT point.* FROM equipment_device JOIN point ON point.device_id = equipment_device.device_id
     WHERE equipment_id = ? AND vanished_at IS NULL ORDER BY point.name, point.id`,
    equipmentId,
  )
}
