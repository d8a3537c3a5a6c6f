/** Equipment: create in a space, change, delete, link to the controllers that serve it (domain §8.1). */
import { randomUUID } from 'node:crypto'
import type { EquipmentType } from '../../contracts/equipment'
import type { site } from '../../contracts/site'
import { keepEquipment, keepServed } from '../../history/earlier-inputs'
import { fail, forEachEntity } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { reachOf, requireSomewhere } from '../../kit/caller'
import { requireCurrent } from '../../kit/etag'
import { languageFrom } from '../../kit/messages'
import { isArchived } from '../../kit/require-on-some-device'
import { scopeOfDevice, scopeOfEquipment, scopeOfSpace } from '../../kit/scope'
import { sortName } from '../../kit/sort-name'
import { wordsOf } from '../../kit/words'
import type { World } from '../../kit/world'
import { wakeDownstream } from '../../link/changes'
import type { DeviceRecord } from '../devices/rows'
import type { SpaceRecord } from '../hierarchy/tree-rows'
import { rowETagOf } from '../hierarchy/tree-rows'
import type { EquipmentRecord } from './rows'
import { equipmentOfDevice, readEquipment, toEquipment } from './rows'
import { equipmentTypeOf, equipmentTypes, isRequired } from './types'

type EquipmentHandlers = Pick<
  Handlers<typeof site>,
  | 'createEquipment'
  | 'listEquipmentTypes'
  | 'getEquipment'
  | 'updateEquipment'
  | 'deleteEquipment'
  | 'listDeviceEquipment'
  | 'linkEquipment'
  | 'unlinkEquipment'
>

export const equipmentHandlers: EquipmentHandlers = {
  createEquipment({ params, body, world, require, touched }) {
    require(scopeOfSpace(world.store, params.id))
    const space = world.store.get<SpaceRecord>('SELECT * FROM space WHERE id = ?', params.id) ?? fail(4005)
    requireWritable(world, space.customer_id)
    const type = knownType(body.type)
    const names =
      body.quantity === 1 ? [body.name] : Array.from({ length: body.quantity }, (_, at) => `${body.name}-${at + 1}`)
    const ids = names.map((name) => insertEquipment(world, space, { name, type, description: body.description ?? '' }))
    touched(...ids)
    return toEquipment(
      world,
      ids.map((id) => readEquipment(world, id)),
    )
  },

  listEquipmentTypes({ caller, headers }) {
    requireSomewhere(caller, 'equipment.read')
    const language = languageFrom(headers['accept-language'])
    return equipmentTypes.map(
      (line): EquipmentType => ({
        id: line.id,
        name: line.name[language],
        parentId: line.parentId,
        icon: line.icon,
        roles: line.roles.map((role) => ({
          role: role.role,
          pointTypeId: role.pointTypeId,
          required: isRequired(role),
        })),
        ruleCodes: [...line.ruleCodes],
        hasFcuFlag: line.id === 'Fan_Coil_Unit',
      }),
    )
  },

  getEquipment({ params, world, require }) {
    require(scopeOfEquipment(world.store, params.id))
    return one(world, params.id)
  },

  updateEquipment(call) {
    const { params, body, headers, world, require } = call
    require(scopeOfEquipment(world.store, params.id))
    const row = readEquipment(world, params.id)
    requireWritable(world, row.customer_id)
    requireCurrent({
      body: body.eTag,
      ifMatch: headers['if-match'],
      current: { ...one(world, row.id), eTag: rowETagOf(row) },
    })
    const changed = { ...row, ...changesOf(call, row) }
    if (changed.space_id !== row.space_id || changed.name !== row.name) requireFreeName(world, changed)
    if (
      changed.parent_equipment_id !== row.parent_equipment_id ||
      changed.name !== row.name ||
      changed.type !== row.type
    )
      keepEquipment(world, [row.id])
    world.store.run(
      `UPDATE equipment SET name = ?, sort_name = ?, words = ?, type = ?, description = ?, space_id = ?, building_id = ?,
         serves_space_ids = ?, parent_equipment_id = ?, properties = ?, version = version + 1 WHERE id = ?`,
      changed.name,
      sortName(changed.name),
      wordsOf(changed.name),
      changed.type,
      changed.description,
      changed.space_id,
      changed.building_id,
      changed.serves_space_ids,
      changed.parent_equipment_id,
      changed.properties,
      row.id,
    )
    if (changed.parent_equipment_id !== row.parent_equipment_id) wakeDownstream(world, [row.id])
    return one(world, row.id)
  },

  deleteEquipment({ params, query, world, require, touched }) {
    require(scopeOfEquipment(world.store, params.id))
    requireWritable(world, readEquipment(world, params.id).customer_id)
    if (!query.force && hasMappedPoints(world, params.id)) fail(4206)
    wakeDownstream(world, fedBy(world, params.id))
    keepEquipment(world, [params.id])
    world.store.run('DELETE FROM equipment WHERE id = ?', params.id)
    touched(params.id)
    return null
  },

  listDeviceEquipment({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return equipmentOfDevice(world, params.id)
  },

  linkEquipment(call) {
    return changeLinks(call, (equipment, device) => {
      if (equipment.site_id !== device.site_id) {
        fail(4207, { errors: { equipmentIds: 'errors.equipment.otherSite' } })
      }
      call.world.store.run(
        'INSERT INTO equipment_device (equipment_id, device_id) VALUES (?,?) ON CONFLICT DO NOTHING',
        equipment.id,
        device.id,
      )
    })
  },

  unlinkEquipment(call) {
    return changeLinks(call, (equipment, device) => {
      call.world.store.run(
        'DELETE FROM equipment_device WHERE equipment_id = ? AND device_id = ?',
        equipment.id,
        device.id,
      )
    })
  },
}

/** Throws 4202 for an archived customer. */
export function requireWritable(world: World, customerId: string): void {
  if (isArchived(world, customerId)) fail(4202)
}

const one = (world: World, id: string) => toEquipment(world, [readEquipment(world, id)])[0] ?? fail(4005)

function knownType(id: string): string {
  return equipmentTypeOf(id)?.id ?? fail(4000, { errors: { type: 'errors.field.choice' } })
}

function requireFreeName({ store }: World, { id, space_id, name }: Pick<EquipmentRecord, 'id' | 'space_id' | 'name'>) {
  const duplicate = store.get(
    'SELECT 1 FROM equipment WHERE space_id = ? AND sort_name = ? AND id <> ?',
    space_id,
    sortName(name),
    id,
  )
  if (duplicate) fail(4008, { errors: { name: 'errors.name.duplicate' } })
}

const fedBy = ({ store }: World, id: string) =>
  store.all<{ id: string }>('SELECT id FROM equipment WHERE parent_equipment_id = ?', id).map((row) => row.id)

const hasMappedPoints = ({ store }: World, id: string) =>
  store.get('SELECT 1 FROM point_mapping WHERE equipment_id = ? LIMIT 1', id) !== undefined

function insertEquipment(
  world: World,
  space: SpaceRecord,
  { name, type, description }: { name: string; type: string; description: string },
): string {
  const id = randomUUID()
  requireFreeName(world, { id, space_id: space.id, name })
  world.store.run(
    `INSERT INTO equipment (id, tenant_id, customer_id, site_id, building_id, space_id, type, name, sort_name, words, description)
     VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
    id,
    space.tenant_id,
    space.customer_id,
    space.site_id,
    space.building_id,
    space.id,
    type,
    name,
    sortName(name),
    wordsOf(name),
    description,
  )
  return id
}

/** Returns the changed columns of a row; omitted fields are not included. */
function changesOf(
  { body, world, caller }: ServiceCall<typeof site.updateEquipment>,
  row: EquipmentRecord,
): Partial<EquipmentRecord> {
  const changes: Partial<EquipmentRecord> = {}
  if (body.name !== undefined) changes.name = body.name
  if (body.description != null) changes.description = body.description
  if (body.additionalProperties != null) changes.properties = JSON.stringify(body.additionalProperties)
  if (body.type !== undefined && body.type !== row.type) {
    if (hasMappedPoints(world, row.id)) fail(4206)
    changes.type = knownType(body.type)
  }
  if (body.spaceId !== undefined && body.spaceId !== row.space_id) {
    const space = visibleSpace(body.spaceId)
    if (space.customer_id !== row.customer_id) fail(4203)
    if (space.site_id !== row.site_id) fail(4207)
    changes.space_id = space.id
    changes.building_id = space.building_id
  }
  if (body.servesSpaceIds !== undefined) {
    const foreign = body.servesSpaceIds.some((id) => visibleSpace(id).site_id !== row.site_id)
    if (foreign) fail(4207, { errors: { servesSpaceIds: 'errors.equipment.otherSite' } })
    changes.serves_space_ids = JSON.stringify([...new Set(body.servesSpaceIds)])
  }
  if (body.parentEquipmentId !== undefined) {
    if (body.parentEquipmentId !== null) requireParent(world, caller, row, body.parentEquipmentId)
    changes.parent_equipment_id = body.parentEquipmentId
  }
  return changes

  function visibleSpace(id: string): SpaceRecord {
    const scope = scopeOfSpace(world.store, id)
    if (!scope || reachOf(caller, 'equipment.write', scope) === undefined) fail(4005)
    return world.store.get<SpaceRecord>('SELECT * FROM space WHERE id = ?', id) ?? fail(4005)
  }
}

const maxDepth = 8

/** Throws unless the parent is in the same site and is not fed by the equipment itself. */
function requireParent(
  world: World,
  caller: ServiceCall<typeof site.updateEquipment>['caller'],
  row: EquipmentRecord,
  id: string,
) {
  const scope = scopeOfEquipment(world.store, id)
  if (!scope || reachOf(caller, 'equipment.write', scope) === undefined) fail(4005)
  if (readEquipment(world, id).site_id !== row.site_id) fail(4207)
  let above: string | null = id
  for (let depth = 1; above !== null; depth++) {
    if (above === row.id || depth > maxDepth) {
      fail(4205, { errors: { parentEquipmentId: 'errors.equipment.cycle' } })
    }
    above = readEquipment(world, above).parent_equipment_id
  }
}

type LinkCall = ServiceCall<typeof site.linkEquipment> | ServiceCall<typeof site.unlinkEquipment>

/** Changes each piece of equipment separately: those that fail do not affect the others. */
function changeLinks(
  { params, body, world, caller, require, touched }: LinkCall,
  change: (equipment: EquipmentRecord, device: DeviceRecord) => void,
) {
  require(scopeOfDevice(world.store, params.id))
  const device = world.store.get<DeviceRecord>('SELECT * FROM device WHERE id = ?', params.id) ?? fail(4005)
  requireWritable(world, device.customer_id)
  const linked = forEachEntity(
    [...new Set(body.equipmentIds)],
    { id: (id) => id, savepoint: world.store.transaction },
    (id) => {
      const scope = scopeOfEquipment(world.store, id)
      const far = scope && reachOf(caller, 'equipment.write', scope)
      if (far === undefined) fail(4005)
      if (far === '-') fail(4003)
      const equipment = readEquipment(world, id)
      keepEquipment(world, [id])
      keepServed(world, [device.id])
      change(equipment, device)
      return { id, eTag: rowETagOf(equipment) }
    },
  )
  wakeDownstream(
    world,
    linked.map(({ id }) => id),
  )
  touched(device.id, ...linked.map(({ id }) => id))
  return equipmentOfDevice(world, device.id)
}
