/** Equipment: what the controllers serve, in the classes of the Brick ontology (spec §3, §7, domain §8.1). */
import { z } from 'zod'
import { read, write } from './endpoint'
import { ETag, Flag, freeLine, freeText, Id, oneOrMany, Paging, PathNode, page } from './scalars'

/** A point that equipment of a type needs: one point per role. */
export const EquipmentRole = z.looseObject({ role: z.string(), pointTypeId: z.string(), required: z.boolean() })
export type EquipmentRole = z.infer<typeof EquipmentRole>

export const EquipmentType = z.looseObject({
  /** Brick class. */
  id: z.string(),
  /** In the caller's language. */
  name: z.string(),
  parentId: z.string().nullable(),
  icon: z.string(),
  roles: z.array(EquipmentRole),
  /** The fault rules for this type. */
  ruleCodes: z.array(z.string()),
  /** Whether its rules are behind the flag `fanCoilUnitRules`. */
  hasFcuFlag: z.boolean(),
})
export type EquipmentType = z.infer<typeof EquipmentType>

export const Equipment = z.looseObject({
  id: Id,
  eTag: ETag.optional(),
  spaceId: Id,
  siteId: Id.optional(),
  buildingId: Id.optional(),
  customerId: Id.optional(),
  name: z.string(),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  type: z.string(),
  servesSpaceIds: z.array(Id).default([]),
  deviceIds: z.array(Id).default([]),
  /** The equipment that feeds it. */
  parentEquipmentId: Id.nullish(),
  pointsMapped: z.number().int().optional(),
  pointsRequired: z.number().int().optional(),
  /** Fault rules that have all their points, out of those for the type. */
  ruleReadiness: z.looseObject({ ready: z.number().int(), total: z.number().int() }).optional(),
  faultCount: z.number().int().optional(),
  alarmCount: z.number().int().optional(),
  additionalProperties: z.record(z.string(), z.unknown()).nullish(),
  path: z.array(PathNode).optional(),
})
export type Equipment = z.infer<typeof Equipment>

const Name = freeLine(128).refine((name) => name.length > 0, { error: 'errors.field.required' })
const Description = freeText(2000)
const TypeId = z.string().min(1).max(100)

/** Omitted fields keep their value. */
export const EquipmentChange = z.object({
  eTag: ETag.nullish(),
  name: Name.optional(),
  type: TypeId.optional(),
  description: Description.nullish(),
  /** A space of the same site. */
  spaceId: Id.optional(),
  servesSpaceIds: z.array(Id).max(200).optional(),
  parentEquipmentId: Id.nullish(),
  additionalProperties: z.record(z.string().max(100), z.unknown()).nullish(),
})
export type EquipmentChange = z.infer<typeof EquipmentChange>

const Link = z.object({ equipmentIds: z.array(Id).min(1).max(100) })

export const equipmentCalls = {
  createEquipment: write('POST /spaces/{id}/equipment', {
    area: 'equipment',
    capability: 'equipment.write',
    status: 201,
    body: z.object({
      name: Name,
      type: TypeId,
      description: Description.nullish(),
      quantity: z.number().int().min(1).max(50).default(1),
    }),
    reply: z.array(Equipment),
    errors: [4008, 4202],
    meaning: 'Create equipment in a space; several pieces created at once are numbered.',
  }),
  listEquipmentTypes: read('GET /equipment/types', {
    area: 'equipment',
    capability: 'equipment.read',
    reply: z.array(EquipmentType),
    meaning: 'List the equipment types, with their point roles and fault rules.',
  }),
  getEquipment: read('GET /equipment/{id}', {
    area: 'equipment',
    capability: 'equipment.read',
    reply: Equipment,
    meaning: 'Get one piece of equipment.',
  }),
  updateEquipment: write('PUT /equipment/{id}', {
    area: 'equipment',
    capability: 'equipment.write',
    body: EquipmentChange,
    reply: Equipment,
    errors: [4008, 4009, 4202, 4203, 4205, 4206, 4207],
    meaning: 'Update a piece of equipment: change it, move it to another space of its site, or set what feeds it.',
  }),
  deleteEquipment: write('DELETE /equipment/{id}', {
    area: 'equipment',
    capability: 'equipment.write',
    status: 204,
    query: z.object({ force: Flag }),
    reply: z.unknown(),
    errors: [4202, 4206],
    meaning: 'Delete a piece of equipment; with mapped points only when forced, which unmaps them.',
  }),
  listDeviceEquipment: read('GET /devices/{id}/equipment', {
    area: 'deviceEquipment',
    capability: 'equipment.read',
    reply: z.array(Equipment),
    meaning: 'List the equipment that a controller serves.',
  }),
  linkEquipment: write('POST /equipment/devices/{id}/link', {
    area: 'deviceEquipment',
    capability: 'equipment.write',
    body: Link,
    reply: z.array(Equipment),
    errors: [4100, 4202, 4207],
    meaning: 'Link equipment to a controller of the same site; returns everything linked to it.',
  }),
  unlinkEquipment: write('POST /equipment/devices/{id}/unlink', {
    area: 'deviceEquipment',
    capability: 'equipment.write',
    body: Link,
    reply: z.array(Equipment),
    errors: [4100, 4202],
    meaning: 'Unlink equipment from a controller; returns what is still linked to it.',
  }),
  findEquipment: read('GET /x/equipment', {
    area: 'equipment',
    capability: 'equipment.read',
    extension: true,
    query: z.object({
      ...Paging,
      customerId: Id.optional(),
      groupId: Id.optional(),
      siteId: Id.optional(),
      buildingId: Id.optional(),
      /** Includes the spaces inside it. */
      spaceId: Id.optional(),
      /** Linked to this controller. */
      deviceId: Id.optional(),
      type: oneOrMany(TypeId),
      /** Words of its name, type, space or site. */
      search: z.string().trim().max(200).optional(),
      /** Whether every point that its rules need is mapped. */
      readiness: z.enum(['ready', 'missing']).optional(),
      hasFaults: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
      hasAlarms: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
      /** Whether it has active faults or alarms. */
      hasTrouble: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
      sort: z.string().max(40).optional(),
    }),
    reply: page(Equipment),
    meaning:
      'List the equipment below a place or linked to a controller; sort by name or type, a leading - reverses it.',
  }),
}
