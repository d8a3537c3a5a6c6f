/** Alarms: BACnet event states, acknowledgement per transition, occurrences (spec §3, domain §1). */

import { z } from 'zod'
import { ackStates, eventStates, severities, transitionNames } from './alarm-names'
import { read, write } from './endpoint'
import { ETag, ExcludedProductsInBody, freeText, Id, PathNode, Timestamp } from './scalars'

/** More events than this in a minute from one controller are collected in one alarm. */
export const floodLimit = 200

export const EventState = z.enum(eventStates)
export type EventState = z.infer<typeof EventState>

export const Transition = z.enum(transitionNames)
export type Transition = z.infer<typeof Transition>

/** The event types of BACnet, those of vendors as `extended`, and two of the services about a controller as a whole. */
export const EventType = z.enum([
  'changeOfBitstring',
  'changeOfState',
  'changeOfValue',
  'commandFailure',
  'floatingLimit',
  'outOfRange',
  'complexEventType',
  'changeOfLifeSafety',
  'extended',
  'bufferReady',
  'unsignedRange',
  'accessEvent',
  'doubleOutOfRange',
  'signedOutOfRange',
  'unsignedOutOfRange',
  'changeOfCharacterString',
  'changeOfStatusFlags',
  'changeOfReliability',
  'changeOfDiscreteValue',
  'changeOfTimer',
  'none',
  'deviceOffline',
  'deviceFlood',
])
export type EventType = z.infer<typeof EventType>

/** By priority: 0–63, 64–127, 128–191, 192–255 (domain §1.1). */
export const Severity = z.enum(severities)
export type Severity = z.infer<typeof Severity>

export const AckState = z.enum(ackStates)
export type AckState = z.infer<typeof AckState>

/** One flag per transition. */
export const PerTransition = z.looseObject({ toOffnormal: z.boolean(), toFault: z.boolean(), toNormal: z.boolean() })
export type PerTransition = z.infer<typeof PerTransition>

export const PersonRef = z.looseObject({ id: z.string(), fullName: z.string() })
export type PersonRef = z.infer<typeof PersonRef>

const Value = z.union([z.number(), z.string(), z.boolean()]).nullish()

/**
 * One pair of point or device and event type. It reopens under its id within 24 h of its return to normal; later it is
 * a new alarm.
 */
export const Alarm = z.looseObject({
  id: Id,
  tenantId: Id.optional(),
  customerId: Id.optional(),
  siteId: Id,
  siteName: z.string().nullish(),
  location: z.string().nullish(),
  path: z.array(PathNode).optional(),
  deviceId: Id.nullish(),
  deviceName: z.string().nullish(),
  hostId: z.string().nullish(),
  equipmentId: Id.nullish(),
  equipmentName: z.string().nullish(),
  equipmentType: z.string().nullish(),
  /** The equipment that feeds it, when the backend reports it. */
  parentEquipmentId: Id.nullish(),
  pointId: Id.nullish(),
  pointName: z.string().nullish(),
  objectType: z.string().nullish(),
  objectInstance: z.number().int().nullish(),
  eventState: EventState,
  previousEventState: EventState.nullish(),
  eventType: z.string().nullish(),
  notifyType: z.string().nullish(),
  notificationClass: z.number().int().nullish(),
  priority: z.number().int().min(0).max(255),
  severity: Severity,
  messageText: z.string().nullish(),
  presentValue: Value,
  unit: z.string().nullish(),
  limit: z
    .looseObject({ kind: z.enum(['high', 'low', 'state']), value: Value, deadband: z.number().nullish() })
    .nullish(),
  statusFlags: z
    .looseObject({ inAlarm: z.boolean(), fault: z.boolean(), overridden: z.boolean(), outOfService: z.boolean() })
    .optional(),
  isActive: z.boolean(),
  ackRequired: PerTransition.optional(),
  ackedTransitions: PerTransition.optional(),
  ackState: AckState,
  acknowledgedBy: PersonRef.nullish(),
  acknowledgedAt: Timestamp.nullish(),
  ackComment: z.string().nullish(),
  raisedAt: Timestamp,
  normalAt: Timestamp.nullish(),
  updatedAt: Timestamp.optional(),
  /** The newest transition by the controller's own clock, where it reported one. */
  controllerTime: Timestamp.nullish(),
  durationSec: z.number().int().optional(),
  occurrenceCount: z.number().int().min(1).optional(),
  eTag: ETag.optional(),
})
export type Alarm = z.infer<typeof Alarm>

export const AlarmOccurrence = z.looseObject({
  id: Id,
  alarmId: Id,
  sequence: z.number().int(),
  eventState: EventState,
  raisedAt: Timestamp,
  normalAt: Timestamp.nullish(),
  durationSec: z.number().int().optional(),
  peakValue: Value,
  presentValue: Value,
  unit: z.string().nullish(),
  messageText: z.string().nullish(),
  ackState: AckState.optional(),
  acknowledgedBy: PersonRef.nullish(),
  acknowledgedAt: Timestamp.nullish(),
  transitions: z
    .array(
      z.looseObject({
        from: EventState,
        to: EventState,
        at: Timestamp,
        priority: z.number().int(),
        messageText: z.string().nullish(),
      }),
    )
    .optional(),
})
export type AlarmOccurrence = z.infer<typeof AlarmOccurrence>

/** Filter by a list of ids: any of them matches; absent or empty means no restriction. */
export const Ids = z.array(Id).max(500, { error: 'errors.alarms.tooManyIds' }).nullish()
const choices = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.array(z.enum(names, { error: 'errors.alarms.enum' })).nullish()

/** Lower bound inclusive, upper bound exclusive. */
export const Moment = z.iso.datetime({ offset: true, error: 'errors.field.invalid' }).nullish()
/** Whether a period begins before it ends; an open period always does. */
export const isOrderedPeriod = ({ from, to }: { from?: string | null; to?: string | null }) =>
  !from || !to || Date.parse(from) < Date.parse(to)

/** At most three sort keys; the id is the tie-breaker (domain §0). */
export const sortBy = <const T extends readonly [string, ...string[]]>(fields: T) =>
  z
    .array(
      z.object({
        field: z.enum(fields, { error: 'errors.sort.field' }),
        direction: z.enum(['asc', 'desc']).default('asc'),
      }),
    )
    .max(3, { error: 'errors.sort.field' })
    .nullish()

/** `continuationToken` wins over `page`; pages count from 1 (domain §0). */
export const ListPaging = {
  page: z.number().int().min(1).max(100_000).nullish(),
  pageSize: z
    .number({ error: 'errors.alarms.pageSize' })
    .int({ error: 'errors.alarms.pageSize' })
    .min(1, { error: 'errors.alarms.pageSize' })
    .max(200, { error: 'errors.alarms.pageSize' })
    .nullish(),
  continuationToken: z.string().max(2000).nullish(),
}

/** The envelope of this service's lists (domain §0). */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.looseObject({
    data: z.array(item),
    totalCount: z.number().int(),
    /** Whether counting stopped at `totalCount` and there are more. */
    isTotalCapped: z.boolean().optional(),
    page: z.number().int().optional(),
    pageSize: z.number().int().optional(),
    continuationToken: z.string().nullish(),
  })

export const alarmSorts = [
  'severity',
  'priority',
  'raisedAt',
  'normalAt',
  'updatedAt',
  'siteName',
  'deviceName',
  'eventState',
  'ackState',
  'occurrenceCount',
] as const

const Priority = z
  .number({ error: 'errors.alarms.priority' })
  .int({ error: 'errors.alarms.priority' })
  .min(0, { error: 'errors.alarms.priority' })
  .max(255, { error: 'errors.alarms.priority' })

const searchSpanMs = 400 * 86_400_000

/**
 * Arrays are OR inside and AND across; `from`/`to` bound `raisedAt`, at most 400 days apart with a search (domain
 * §1.3).
 */
export const AlarmFilter = z
  .object({
    siteIds: Ids,
    siteGroupIds: Ids,
    buildingIds: Ids,
    deviceIds: Ids,
    equipmentIds: Ids,
    /** Alarms of these points only; an extension that other backends may ignore. */
    pointIds: Ids,
    /** As in lists of controllers; an extension too. */
    ...ExcludedProductsInBody,
    eventStates: choices(eventStates),
    severities: choices(severities),
    priority: z
      .object({ min: Priority.nullish(), max: Priority.nullish() })
      .refine(({ min, max }) => (min ?? 0) <= (max ?? 255), { error: 'errors.alarms.priority' })
      .nullish(),
    ackStates: choices(ackStates),
    isActive: z.boolean().nullish(),
    from: Moment,
    to: Moment,
    search: freeText(200).nullish(),
    sort: sortBy(alarmSorts),
    ...ListPaging,
  })
  .refine(isOrderedPeriod, { error: 'errors.alarms.range', path: ['from'] })
  .refine(({ search, from, to }) => !search || !from || !to || Date.parse(to) - Date.parse(from) <= searchSpanMs, {
    error: 'errors.alarms.span',
    path: ['to'],
  })
export type AlarmFilter = z.infer<typeof AlarmFilter>

/** Number of matches per value of a field, ignoring that field's own filter. */
export const Tally = z.record(z.string(), z.number().int())

/** A site that alarms and faults can be filtered by (domain §1.6). */
export const OperationsSite = z.looseObject({
  id: Id,
  name: z.string(),
  siteGroupId: Id.nullish(),
  city: z.string().nullish(),
  state: z.string().nullish(),
  country: z.string().nullish(),
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
  activeAlarmCount: z.number().int().optional(),
  openFaultCount: z.number().int().optional(),
})
export type OperationsSite = z.infer<typeof OperationsSite>

/**
 * `transitions` names what is acknowledged; by default everything pending. `eTags` may name the state that was read.
 */
export const Acknowledgement = z.object({
  alarmIds: z.array(Id).min(1).max(500, { error: 'errors.alarms.tooManyIds' }),
  comment: freeText(500, 'errors.alarms.comment').nullish(),
  transitions: z.array(Transition).min(1).nullish(),
  eTags: z.record(Id, ETag).nullish(),
})
export type Acknowledgement = z.infer<typeof Acknowledgement>

export const alarmCalls = {
  findAlarms: read('POST /alarms', {
    area: 'alarms',
    capability: 'alarm.read',
    body: AlarmFilter,
    reply: listOf(Alarm).extend({
      facets: z.looseObject({ severity: Tally, ackState: Tally, eventState: Tally }).optional(),
      /** Whether counting stopped and the real numbers are higher. */
      areFacetsCapped: z.boolean().optional(),
    }),
    meaning: 'List the alarms that match a filter, active ones first, with the number of alarms of each kind.',
  }),
  namedAlarms: read('POST /x/alarms/named', {
    area: 'alarms',
    capability: 'alarm.read',
    extension: true,
    body: z.object({
      ...ExcludedProductsInBody,
      alarmIds: z.array(Id).min(1).max(500, { error: 'errors.alarms.tooManyIds' }),
    }),
    reply: z.looseObject({ data: z.array(Alarm) }),
    meaning: 'List alarms by id; ids that do not exist are omitted.',
  }),
  acknowledgeAlarms: write('POST /alarms/acknowledge', {
    area: 'ackAlarms',
    capability: 'alarm.ack',
    body: Acknowledgement,
    reply: z.looseObject({
      data: z.array(
        z.looseObject({
          id: Id,
          ackState: AckState,
          acknowledgedBy: PersonRef.nullish(),
          acknowledgedAt: Timestamp.nullish(),
          ackedTransitions: PerTransition.optional(),
          eTag: ETag.optional(),
        }),
      ),
      totalCount: z.number().int(),
    }),
    errors: [4100, 4202, 4701, 4702],
    meaning: 'Acknowledge alarms, with one comment for all of them.',
  }),
  operationsSites: read('GET /sites', {
    area: 'sites',
    capability: 'hierarchy.read',
    reply: z.array(OperationsSite),
    meaning: 'List the sites that alarms and faults can be filtered by, with the number of open ones at each.',
  }),
  findAlarmOccurrences: read('POST /alarms/{id}/occurrences', {
    area: 'occurrences',
    capability: 'alarm.read',
    body: z
      .object({ sort: sortBy(['sequence', 'raisedAt', 'normalAt']), from: Moment, to: Moment, ...ListPaging })
      .refine(isOrderedPeriod, { error: 'errors.alarms.range', path: ['from'] }),
    reply: listOf(AlarmOccurrence),
    meaning: 'List every time an alarm left the normal state, newest first.',
  }),
}
