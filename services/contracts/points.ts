/** Points: objects of a controller, their values, priority arrays, and roles for equipment (spec §7, domain §4). */
import { z } from 'zod'
import { read, write } from './endpoint'
import { ETag, ExcludedProducts, freeText, Id, oneOrMany, Paging, PathNode, page, Timestamp } from './scalars'

export const ObjectType = z.enum([
  'analogInput',
  'analogOutput',
  'analogValue',
  'binaryInput',
  'binaryOutput',
  'binaryValue',
  'multiStateInput',
  'multiStateOutput',
  'multiStateValue',
  'accumulator',
  'pulseConverter',
  'loop',
  'characterStringValue',
  'integerValue',
  'largeAnalogValue',
  'positiveIntegerValue',
  'lightingOutput',
  'binaryLightingOutput',
])
export type ObjectType = z.infer<typeof ObjectType>

export const PointKind = z.enum(['number', 'boolean', 'enum', 'string'])
export type PointKind = z.infer<typeof PointKind>

/** A number in the canonical unit, a boolean, the number of a state from 1, or text. */
export const Value = z.union([z.number(), z.boolean(), z.string()])
export type Value = z.infer<typeof Value>

/** `overridden` is the manual switch on the hardware; an override by software is in `override`. */
export const StatusFlags = z.looseObject({
  inAlarm: z.boolean(),
  fault: z.boolean(),
  overridden: z.boolean(),
  outOfService: z.boolean(),
})

const Person = z.looseObject({ id: z.string().nullish(), fullName: z.string() })

/**
 * Level 1 is emergency, level 8 operator; without `expiresAt` there is no end date, without `by` the person is unknown.
 */
export const Override = z.looseObject({
  level: z.number().int(),
  value: Value,
  by: Person.nullable(),
  at: Timestamp,
  expiresAt: Timestamp.nullable(),
})
export type Override = z.infer<typeof Override>

const PriorityArray = z.array(Value.nullable()).length(16)
const Priority = z.number().int().min(1).max(16)

/**
 * What a controller answered to a write: `accepted`, or `found` when a service that was interrupted found the level as
 * requested. The priority array before and after is null where it could not be read.
 */
const ControllerAnswer = z.looseObject({
  answer: z.enum(['accepted', 'found']),
  before: PriorityArray.nullable(),
  after: PriorityArray.nullable(),
})
export type ControllerAnswer = z.infer<typeof ControllerAnswer>

/** A group in which a controller lists points. */
const PointGroup = z.looseObject({ name: z.string(), description: z.string().nullish(), subtype: z.string().nullish() })
export type PointGroup = z.infer<typeof PointGroup>

export const Point = z.looseObject({
  id: Id,
  eTag: ETag.optional(),
  deviceId: Id,
  hostId: z.string().nullish(),
  /** The object's name on the controller. */
  name: z.string(),
  displayName: z.string().nullish(),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  objectType: ObjectType.or(z.string()),
  objectInstance: z.number().int(),
  kind: PointKind,
  unit: z.string().nullish(),
  precision: z.number().int().optional(),
  min: z.number().nullish(),
  max: z.number().nullish(),
  /** States of an enum, from state 1. */
  stateText: z.array(z.string()).optional(),
  trueText: z.string().optional(),
  falseText: z.string().optional(),
  covIncrement: z.number().optional(),
  isWritable: z.boolean(),
  presentValue: Value.nullish(),
  timestamp: Timestamp.nullish(),
  statusFlags: StatusFlags.optional(),
  reliability: z.string().optional(),
  eventState: z.string().optional(),
  /** 1..16; null while no level is commanded. */
  activePriority: Priority.nullish(),
  priorityArray: PriorityArray.optional(),
  relinquishDefault: Value.nullish(),
  override: Override.nullish(),
  /** Brick class; null while unmapped. */
  pointTypeId: z.string().nullish(),
  equipmentId: Id.nullish(),
  /** Since when its controller does not list it any more; absent while it does. */
  vanishedAt: Timestamp.nullish(),
  /** The groups in which its controller lists it, the outermost first; absent in none. */
  groups: z.array(PointGroup).optional(),
  historian: z
    .looseObject({ enabled: z.boolean(), mode: z.enum(['cov', 'interval']), intervalSec: z.number().int() })
    .optional(),
})
export type Point = z.infer<typeof Point>

/** A point with its controller and its place in the tree. */
export const PlacedPoint = Point.extend({
  deviceName: z.string(),
  /** The model of the controller. */
  productId: z.string().nullish(),
  siteId: Id,
  path: z.array(PathNode).optional(),
})
export type PlacedPoint = z.infer<typeof PlacedPoint>

export const PointType = z.looseObject({
  id: z.string(),
  name: z.string(),
  kind: PointKind,
  unitQuantity: z.string().nullable(),
  function: z.enum(['sensor', 'setpoint', 'command', 'status', 'alarm', 'parameter']),
  equipmentTypes: z.array(z.string()),
  roles: z.array(z.string()),
  defaultUnit: z.string().nullable(),
  aliases: z.array(z.string()),
})
export type PointType = z.infer<typeof PointType>

/** The point in a role of a piece of equipment. */
export const MappedPoint = z.looseObject({
  equipmentId: Id,
  pointTypeId: z.string(),
  role: z.string(),
  pointId: Id,
  pointName: z.string(),
  deviceId: Id,
  unit: z.string().nullish(),
  mappedAt: Timestamp.nullish(),
  mappedBy: Person.nullish(),
})
export type MappedPoint = z.infer<typeof MappedPoint>

const RoleNeed = z.looseObject({
  role: z.string(),
  pointTypeId: z.string(),
  rules: z.array(z.string()),
  pointId: Id.nullable(),
})

export const PointMappings = z.looseObject({
  equipmentId: Id,
  eTag: ETag.optional(),
  equipmentType: z.string(),
  required: z.array(RoleNeed),
  optional: z.array(RoleNeed),
  /** Points of the linked controllers that have no role yet. */
  unmapped: z.array(
    z.looseObject({
      pointId: Id,
      pointName: z.string(),
      deviceId: Id,
      unit: z.string().nullish(),
      kind: PointKind,
      suggestedPointTypeId: z.string().nullable(),
      suggestedRole: z.string().nullable(),
      confidence: z.number().min(0).max(1),
      /** The groups in which its controller lists it, the outermost first; absent in none. */
      groups: z.array(PointGroup).optional(),
    }),
  ),
})
export type PointMappings = z.infer<typeof PointMappings>

export const Catalog = z.looseObject({
  id: Id,
  name: z.string(),
  source: z.enum(['gfx', 'bacnet', 'niagara']),
  pointCount: z.number().int(),
  discoveredAt: Timestamp.nullish(),
  entries: z.array(
    z.looseObject({
      objectType: ObjectType.or(z.string()),
      objectInstance: z.number().int(),
      name: z.string(),
      description: z.string(),
      unit: z.string().nullable(),
      kind: PointKind,
      isWritable: z.boolean(),
      suggestedPointTypeId: z.string().nullable(),
      confidence: z.number().min(0).max(1),
      mappedPointId: Id.nullable(),
    }),
  ),
})
export type Catalog = z.infer<typeof Catalog>

/** `stale` while heartbeats are missing, `offline` once the controller counts as silent. */
export const PointValue = z.looseObject({
  pointId: Id,
  kind: PointKind,
  presentValue: Value.nullable(),
  timestamp: Timestamp,
  statusFlags: StatusFlags,
  activePriority: Priority.nullable(),
  reliability: z.string(),
  override: Override.nullable(),
  quality: z.enum(['good', 'stale', 'offline']),
  /** The states of an enum. */
  enumeration: z.array(z.looseObject({ value: z.number().int(), label: z.string() })).optional(),
})
export type PointValue = z.infer<typeof PointValue>

/** Result of a write: `effective` is false when a stronger level overrides the value. */
export const WrittenPoint = z.looseObject({
  pointId: Id,
  presentValue: Value.nullable(),
  activePriority: Priority.nullable(),
  priorityArray: PriorityArray,
  override: Override.nullable(),
  effective: z.boolean(),
  controller: ControllerAnswer.optional(),
})
export type WrittenPoint = z.infer<typeof WrittenPoint>

export const ActiveOverride = z.looseObject({
  pointId: Id,
  pointName: z.string(),
  displayName: z.string().nullish(),
  kind: PointKind,
  unit: z.string().nullish(),
  deviceId: Id,
  deviceName: z.string(),
  hostId: z.string().nullish(),
  siteId: Id,
  equipmentId: Id.nullish(),
  equipmentName: z.string().nullish(),
  level: z.number().int(),
  value: Value,
  by: Person.nullable(),
  at: Timestamp,
  expiresAt: Timestamp.nullable(),
  /** Whether this installation wrote it: false for a level of another workstation or of a program. */
  isOurs: z.boolean().optional(),
  /** Whether its end has passed and the controller has not released it yet. */
  isOverdue: z.boolean().optional(),
  /** Why it was set, when a reason was entered. */
  reason: z.string().nullish(),
  /** The text of its value, where the point has texts for its states. */
  state: z.string().nullish(),
  path: z.array(PathNode).optional(),
})
export type ActiveOverride = z.infer<typeof ActiveOverride>

/**
 * A change of one level of a point: a write or a release by a person, or an expiry. `old` and `new` are the values of
 * the level before and after, null for none; an expiry has no person.
 */
export const WriteOfPoint = z.looseObject({
  at: Timestamp,
  level: Priority,
  action: z.enum(['write', 'release', 'expiry']),
  by: Person.nullable(),
  old: Value.nullable(),
  new: Value.nullable(),
  /** Of a temporary write. */
  expiresAt: Timestamp.nullable(),
  reason: z.string().nullable(),
  controller: ControllerAnswer.optional(),
})
export type WriteOfPoint = z.infer<typeof WriteOfPoint>

/** Why a person writes or releases; stored with the write where the service supports it. */
const Reason = freeText(500).nullish()

const PriorityText = z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16'])

const Flagged = z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional()

const idList = z.array(Id).max(500).default([])
const PointWrite = z.object({ pointValue: Value, subscriptionId: Id, deviceId: Id, reason: Reason })
/** A release only needs the point. */
const PointRelease = z.object({ subscriptionId: Id.nullish(), deviceId: Id.nullish(), reason: Reason })
const Mapping = z.object({ role: z.string().min(1).max(40), pointTypeId: z.string().min(1).max(100) })

const writing = [4009, 4202, 4303, 4304, 4601, 4602, 4604, 4606] as const
const releasing = [4202, 4303, 4304, 4601, 4604, 4606] as const

export const pointCalls = {
  setMappedPoints: write('PUT /points/mapped-points', {
    area: 'points',
    capability: 'point.map',
    body: z.object({
      equipmentId: Id,
      eTag: ETag.nullish(),
      mappings: z
        .array(Mapping.extend({ pointId: Id.nullable() }))
        .min(1)
        .max(200),
    }),
    reply: z.array(MappedPoint),
    errors: [4009, 4202, 4207, 4605],
    meaning: 'Map roles of a piece of equipment to points, all or none; a role without a point is cleared.',
  }),
  mappedPoints: read('POST /points/mapped-points', {
    area: 'points',
    capability: 'point.read',
    body: z.object({ equipmentIds: idList, deviceIds: idList, pointTypeIds: z.array(z.string()).max(200).default([]) }),
    reply: z.array(MappedPoint),
    meaning: 'List the points mapped to a role, by equipment, controllers or types.',
  }),
  pointMappings: read('POST /points/point-mappings', {
    area: 'points',
    capability: 'point.read',
    body: z.object({ equipmentId: Id }),
    reply: PointMappings,
    meaning: 'List the points that a piece of equipment needs, has and could have.',
  }),
  listPointTypes: read('GET /points/types', {
    area: 'points',
    capability: 'point.read',
    reply: z.array(PointType),
    meaning: 'List the point types, with the roles they can have in equipment.',
  }),
  mapPoints: write('POST /points/map-points', {
    area: 'points',
    capability: 'point.map',
    body: z.object({
      equipmentId: Id,
      points: z
        .array(Mapping.extend({ pointId: Id }))
        .min(1)
        .max(200),
    }),
    reply: z.array(MappedPoint),
    errors: [4100, 4202, 4207, 4605],
    meaning: 'Map points to free roles of a piece of equipment, each independently.',
  }),
  unmapPoints: write('DELETE /points/map-points', {
    area: 'points',
    capability: 'point.map',
    body: z.object({ equipmentId: Id, pointIds: z.array(Id).min(1).max(200) }),
    reply: z.array(MappedPoint),
    errors: [4100, 4202],
    meaning: 'Unmap points from their roles of a piece of equipment; returns those that remain mapped.',
  }),
  listDevicePoints: read('GET /devices/{id}/points', {
    area: 'points',
    capability: 'point.read',
    paged: true,
    query: z.object({ ...Paging }),
    reply: z.array(Point),
    meaning: 'List the points of a controller with their present values.',
  }),
  listCatalogs: read('GET /devices/{id}/catalogs', {
    area: 'points',
    capability: 'point.read',
    reply: z.array(Catalog),
    meaning: 'List the objects that a controller offers, each with its probable type.',
  }),
  subscribe: read('PUT /points/subscribe', {
    area: 'points',
    capability: 'point.subscribe',
    body: z.object({
      deviceId: Id,
      pointIds: z.array(Id).max(200, { error: 'errors.points.tooMany' }).default([]),
      /** Extends this subscription; without points it keeps its own. */
      subscriptionId: Id.nullish(),
      leaseSec: z.number().int().min(30).max(900).default(300),
    }),
    reply: z.looseObject({
      subscriptionId: Id,
      deviceId: Id,
      leaseSec: z.number().int(),
      expiresAt: Timestamp,
      cursor: z.string(),
      points: z.array(PointValue),
      rejected: z.array(z.looseObject({ pointId: Id, message: z.string() })),
    }),
    errors: [4011, 4304, 4604],
    meaning: 'Subscribe to the values of points for the length of the lease, or renew a subscription.',
  }),
  unsubscribe: read('PUT /points/unsubscribe', {
    area: 'points',
    capability: 'point.subscribe',
    status: 204,
    body: z.object({ subscriptionId: Id, deviceId: Id, pointIds: z.array(Id).max(200).nullish() }),
    reply: z.unknown(),
    meaning: 'Remove some or all of the points of a subscription.',
  }),
  enumeratePoints: read('GET /devices/{id}/subscriptions/{subscriptionId}/enumeration-points', {
    area: 'points',
    capability: 'point.subscribe',
    query: z.object({
      cursor: z
        .string()
        .regex(/^\d{1,12}$/)
        .optional(),
      waitMs: z.coerce.number().int().min(0).max(10_000).default(0),
    }),
    reply: z.looseObject({
      subscriptionId: Id,
      cursor: z.string(),
      expiresAt: Timestamp,
      deviceConnected: z.boolean(),
      points: z.array(PointValue),
    }),
    errors: [4604],
    meaning: 'List the values of a subscription, or the changes since the cursor; every call renews the lease.',
  }),
  writePoint: write('PUT /points/{id}/value', {
    area: 'points',
    capability: 'point.write',
    body: PointWrite,
    reply: WrittenPoint,
    errors: writing,
    meaning: 'Write the value of a point at priority 16, the lowest.',
  }),
  emergencyPoint: write('PUT /points/{id}/emergency', {
    area: 'points',
    capability: 'point.emergency',
    body: PointWrite,
    reply: WrittenPoint,
    errors: writing,
    meaning: 'Override a point in an emergency at priority 1, the highest, until it is released.',
  }),
  overridePoint: write('PUT /points/{id}/override', {
    area: 'points',
    capability: 'point.overridePermanent',
    body: PointWrite,
    reply: WrittenPoint,
    errors: writing,
    meaning: 'Override a point manually at priority 8, until it is released.',
  }),
  overridePointFor: write('PUT /points/{id}/timed-override', {
    area: 'points',
    capability: 'point.override',
    /** `duration` in minutes. */
    body: PointWrite.extend({ duration: z.number().default(60) }),
    reply: WrittenPoint,
    errors: [...writing, 4603],
    meaning: 'Override a point manually at priority 8, for a number of minutes.',
  }),
  endEmergency: write('PUT /points/{id}/emergency-auto', {
    area: 'points',
    capability: 'point.emergency',
    body: PointRelease.default({}),
    reply: WrittenPoint,
    errors: [4009, ...releasing],
    meaning: 'End an emergency: release priority 1.',
  }),
  releasePoint: write('PUT /points/{id}/auto', {
    area: 'points',
    capability: 'point.override',
    body: PointRelease.default({}),
    reply: WrittenPoint,
    errors: [4009, ...releasing],
    meaning: 'End an override: release priority 8.',
  }),

  findPoints: read('GET /x/points', {
    area: 'points',
    capability: 'point.read',
    extension: true,
    query: z.object({
      ...Paging,
      ...ExcludedProducts,
      customerId: Id.optional(),
      groupId: Id.optional(),
      siteId: Id.optional(),
      buildingId: Id.optional(),
      /** Includes the spaces inside it. */
      spaceId: Id.optional(),
      deviceId: Id.optional(),
      /** Points in a role of this equipment. */
      equipmentId: Id.optional(),
      /** Only this point. */
      pointId: Id.optional(),
      /** Words of the point, of its controller or of its place. */
      search: z.string().trim().max(200).optional(),
      kind: oneOrMany(PointKind),
      unit: oneOrMany(z.string().max(40)),
      pointTypeId: oneOrMany(z.string().max(100)),
      role: z.string().max(40).optional(),
      /** Overridden by an operator or an emergency. */
      overridden: Flagged,
      inAlarm: Flagged,
      fault: Flagged,
      writable: Flagged,
      /** In at least one of these states. */
      anyState: oneOrMany(z.enum(['overridden', 'inAlarm', 'fault', 'writable'])),
      sort: z.string().max(40).optional(),
    }),
    reply: page(PlacedPoint),
    meaning:
      'List the points below a place, of a controller or of equipment, with their present values; sorted by name, a ' +
      'leading - reverses it. A controller whose points have never been listed is included only when it is named.',
  }),
  findOverrides: read('GET /x/overrides', {
    area: 'points',
    capability: 'point.read',
    extension: true,
    query: z.object({
      ...Paging,
      ...ExcludedProducts,
      customerId: Id.optional(),
      groupId: Id.optional(),
      siteId: Id.optional(),
      buildingId: Id.optional(),
      deviceId: Id.optional(),
      /** Set before this moment. */
      olderThan: Timestamp.optional(),
      /** Set at this moment or after it. */
      since: Timestamp.optional(),
      /** All but 16 by default, which is a permanent write to the weakest level. */
      level: oneOrMany(PriorityText),
      /** Written by this installation, or by others: another workstation, or a program. */
      isOurs: Flagged,
      /** With or without an end date. */
      endless: Flagged,
      byUserId: Id.optional(),
      /** Expires before this moment. */
      endsBefore: Timestamp.optional(),
      /** Words of the controller, of its place or of the point. */
      search: z.string().trim().max(200).optional(),
      sort: z.string().max(40).optional(),
    }),
    reply: page(ActiveOverride),
    meaning:
      'List the overridden points, oldest first; sort by at, expiresAt, level or deviceName, a leading - reverses it.',
  }),
  releaseOverrides: write('POST /x/overrides/release', {
    area: 'points',
    capability: 'point.override',
    extension: true,
    body: z.object({
      points: z
        .array(z.object({ pointId: Id, level: z.union([z.literal(1), z.literal(8), z.literal(16)]) }))
        .min(1)
        .max(200),
      reason: Reason,
    }),
    reply: z.array(WrittenPoint.extend({ level: Priority })),
    errors: [...releasing, 4100],
    meaning:
      'Release priority levels of many points, the lowest included; each requires the right to write at its level.',
  }),

  listPointWrites: read('GET /x/points/{id}/writes', {
    area: 'points',
    capability: 'point.read',
    extension: true,
    query: z.object({ ...Paging }),
    reply: page(WriteOfPoint),
    meaning:
      'List the writes and releases of a point, newest first: who, when, at which priority, from which value to ' +
      'which and why.',
  }),
}
