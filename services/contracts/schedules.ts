/** Schedules of a controller: one document per host (spec §3, §7, domain §3). Part of the operations contract. */
import { z } from 'zod'
import { read, write } from './endpoint'
import {
  ETag,
  ExcludedProducts,
  Flag,
  freeLine,
  freeText,
  Id,
  oneOrMany,
  Paging,
  PathNode,
  page,
  Timestamp,
} from './scalars'
import { fixedParts, syncStates, valueTypes } from './schedule-names'

export const SyncState = z.enum(syncStates)
export type SyncState = z.infer<typeof SyncState>

export const ValueType = z.enum(valueTypes)
export type ValueType = z.infer<typeof ValueType>

/** Null defers to what follows: another exception, the week, the default. */
export const ScheduleValue = z.union([z.boolean(), z.number(), z.null()])
export type ScheduleValue = z.infer<typeof ScheduleValue>

/**
 * `start` is inclusive, `end` exclusive; `HH:MM` or `HH:MM:SS` in the controller's local time, `24:00` only as an end.
 */
export const Interval = z.looseObject({ start: z.string(), end: z.string(), value: ScheduleValue })
export type Interval = z.infer<typeof Interval>

const LocalDate = z.string().max(40).nullable()
const CountedOr = <Word extends string>(...words: [Word, ...Word[]]) => z.union([z.number(), z.enum(words)])

/** A day or days: a date (`*-12-25` is every year), a range (null is open), or the n-th weekday of a month. */
export const CalendarEntry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('date'), date: z.string().max(40) }),
  z.object({ type: z.literal('dateRange'), start: LocalDate, end: LocalDate }),
  z.object({
    type: z.literal('weekNDay'),
    month: CountedOr('any', 'odd', 'even'),
    week: CountedOr('last', 'any'),
    dayOfWeek: CountedOr('any'),
  }),
])
export type CalendarEntry = z.infer<typeof CalendarEntry>

/** When an exception applies: on days of its own, or on those of a calendar of the document. */
export const Period = z.discriminatedUnion('type', [
  ...CalendarEntry.options,
  z.object({ type: z.literal('calendarReference'), calendarKey: z.string().max(40) }),
])
export type Period = z.infer<typeof Period>

/** Without intervals the whole day has the default value. `eventPriority` 1 is the highest. */
export const ScheduleException = z.looseObject({
  key: z.string(),
  name: z.string(),
  eventPriority: z.number(),
  period: Period,
  intervals: z.array(Interval),
})
export type ScheduleException = z.infer<typeof ScheduleException>

/** Texts of a boolean, states of an enum, or unit and bounds of a number. */
export const Facets = z.looseObject({
  trueText: z.string().max(40).optional(),
  falseText: z.string().max(40).optional(),
  range: z
    .array(z.object({ value: z.number(), label: z.string().max(64) }))
    .max(256)
    .optional(),
  unit: z.string().max(40).nullish(),
  min: z.number().nullish(),
  max: z.number().nullish(),
  precision: z.number().int().min(0).max(4).nullish(),
})
export type Facets = z.infer<typeof Facets>

/** A target of a schedule; without a device instance, an object of its own controller. */
export const ScheduleTarget = z.looseObject({
  deviceInstance: z.number().nullish(),
  objectType: z.string(),
  objectInstance: z.number(),
  propertyIdentifier: z.string().nullish(),
  pointId: Id.nullish(),
})
export type ScheduleTarget = z.infer<typeof ScheduleTarget>

/** What an object of a controller has that a document cannot express: it stays there as it is. */
export const ObjectOnController = z.looseObject({
  /** Parts that cannot be changed from here. */
  fixed: z.array(z.enum(fixedParts)),
  /** Exceptions, or days of a calendar, that the document leaves out. */
  keptEntries: z.number().int(),
  /** Targets that the document leaves out, in words. */
  keptTargets: z.array(z.string()),
})
export type ObjectOnController = z.infer<typeof ObjectOnController>

export const Calendar = z.looseObject({
  key: z.string(),
  objectInstance: z.number(),
  name: z.string(),
  dateList: z.array(CalendarEntry),
  /** Absent where the document is all there is. */
  onController: ObjectOnController.optional(),
  /** Whether this installation may write it; absent where that needs no permission. */
  isWritable: z.boolean().optional(),
})
export type Calendar = z.infer<typeof Calendar>

export const ScheduleStatusFlags = z.looseObject({
  inAlarm: z.boolean(),
  fault: z.boolean(),
  overridden: z.boolean(),
  outOfService: z.boolean(),
})

export const Schedule = z.looseObject({
  key: z.string(),
  objectInstance: z.number(),
  name: z.string(),
  description: z.string(),
  valueType: ValueType,
  facets: Facets,
  /** Null is open. */
  effectivePeriod: z.object({ start: LocalDate, end: LocalDate }),
  /** Seven days, Monday first. */
  weeklySchedule: z.array(z.array(Interval)),
  exceptionSchedule: z.array(ScheduleException),
  scheduleDefault: ScheduleValue,
  listOfObjectPropertyReferences: z.array(ScheduleTarget),
  priorityForWriting: z.number(),
  outOfService: z.boolean(),
  presentValue: ScheduleValue.optional(),
  statusFlags: ScheduleStatusFlags.optional(),
  reliability: z.string().optional(),
  /** Absent where the document is all there is. */
  onController: ObjectOnController.optional(),
  /** Whether this installation may write it; absent where that needs no permission. */
  isWritable: z.boolean().optional(),
})
export type Schedule = z.infer<typeof Schedule>

/** A schedule or calendar of a controller that cannot be shown, and why. */
export const UnreadableSchedule = z.looseObject({
  objectType: z.enum(['schedule', 'calendar']),
  objectInstance: z.number().int(),
  name: z.string(),
  reason: z.enum(['valueType', 'damaged', 'refused']),
})
export type UnreadableSchedule = z.infer<typeof UnreadableSchedule>

/** How a controller answered the last save of one object. */
export const ScheduleDelivery = z.looseObject({
  objectType: z.enum(['schedule', 'calendar']),
  objectInstance: z.number().int(),
  name: z.string(),
  /** `changedThere`: it was changed on the controller after it was read, and is not written. */
  outcome: z.enum(['written', 'refused', 'changedThere', 'notPermitted']),
  /** The part that was refused, and the word of the controller; null where it gave none. */
  part: z.string().nullable(),
  answer: z.string().nullable(),
})
export type ScheduleDelivery = z.infer<typeof ScheduleDelivery>

/** What is known of schedules that a controller of another maker has. */
export const SchedulesOfController = z.looseObject({
  /** Whether this installation may write to the controller, at least to some of its objects. */
  isWritingOn: z.boolean(),
  /** Null before the first reading. */
  readAt: Timestamp.nullable(),
  unreadable: z.array(UnreadableSchedule),
  /** Of the last save; empty when all of it was written. */
  deliveries: z.array(ScheduleDelivery),
})
export type SchedulesOfController = z.infer<typeof SchedulesOfController>

/** All schedules and calendars of a host. `timeZone` is its site's; local times are in it. */
export const ScheduleDocument = z.looseObject({
  hostId: z.string(),
  deviceId: Id,
  timeZone: z.string(),
  eTag: ETag,
  syncState: SyncState,
  lastSyncedAt: Timestamp.nullish(),
  updatedAt: Timestamp.nullish(),
  updatedBy: z.looseObject({ id: Id, fullName: z.string() }).nullish(),
  calendars: z.array(Calendar),
  schedules: z.array(Schedule),
  /** Warnings of the last save: a field and a message key each. */
  warnings: z.array(z.looseObject({ field: z.string(), key: z.string() })).optional(),
  /** Absent for a controller that accepts the whole document. */
  controller: SchedulesOfController.optional(),
})
export type ScheduleDocument = z.infer<typeof ScheduleDocument>

export const ScheduleSummary = z.looseObject({
  hostId: z.string(),
  deviceId: Id,
  key: z.string(),
  objectInstance: z.number(),
  name: z.string(),
  valueType: ValueType,
  /** Absent when it is not known. */
  presentValue: ScheduleValue.optional(),
  nextTransition: z.looseObject({ at: Timestamp, value: ScheduleValue }).nullable(),
  /** False when its next change is not known; absent when it is. */
  isForecast: z.boolean().optional(),
  /** In its effective period and in service. */
  isActive: z.boolean(),
  targetCount: z.number().int(),
  syncState: SyncState,
})
export type ScheduleSummary = z.infer<typeof ScheduleSummary>

/** A value as entered; one that does not fit the schedule is an error of its field. */
const EnteredValue = z.union([z.boolean(), z.number(), z.string().max(200), z.null()])
const EnteredInterval = z.object({
  start: z.string().max(40),
  end: z.string().max(40),
  value: EnteredValue.default(null),
})

/** The document as saved; keys, instances and everything with a default may be omitted. */
export const ScheduleSave = z.object({
  eTag: ETag.nullish(),
  calendars: z
    .array(
      z.object({
        key: z.string().optional(),
        objectInstance: z.number().nullish(),
        name: freeLine(400),
        dateList: z.array(CalendarEntry).max(400),
      }),
    )
    .max(50)
    .default([]),
  schedules: z
    .array(
      z.object({
        key: z.string().optional(),
        objectInstance: z.number().nullish(),
        name: freeLine(400),
        description: freeText(2000).nullish(),
        valueType: ValueType.default('boolean'),
        facets: Facets.nullish(),
        effectivePeriod: z.object({ start: LocalDate.default(null), end: LocalDate.default(null) }).nullish(),
        weeklySchedule: z.array(z.array(EnteredInterval).max(200)).max(50).optional(),
        exceptionSchedule: z
          .array(
            z.object({
              key: z.string().optional(),
              name: freeLine(400).optional(),
              eventPriority: z.number().default(10),
              period: Period,
              intervals: z.array(EnteredInterval).max(200).default([]),
            }),
          )
          .max(100)
          .default([]),
        scheduleDefault: EnteredValue.optional(),
        listOfObjectPropertyReferences: z.array(ScheduleTarget).max(50).default([]),
        priorityForWriting: z.number().default(15),
        outOfService: z.boolean().default(false),
      }),
    )
    .max(200),
})
export type ScheduleSave = z.output<typeof ScheduleSave>

/** The controller of something and its place in the tree. */
const ControllerPlace = { deviceName: z.string(), siteId: Id, path: z.array(PathNode) }

/** A schedule in a list across controllers. */
export const ListedSchedule = ScheduleSummary.extend({
  ...ControllerPlace,
  facets: Facets,
  scheduleDefault: ScheduleValue,
  timeZone: z.string(),
})
export type ListedSchedule = z.infer<typeof ListedSchedule>

/** A document with the place of its controller. */
export const PlacedDocument = ScheduleDocument.extend(ControllerPlace)
export type PlacedDocument = z.infer<typeof PlacedDocument>

/** Below this node; everything the caller may read by default. */
const BelowNode = {
  customerId: Id.optional(),
  groupId: Id.optional(),
  siteId: Id.optional(),
  buildingId: Id.optional(),
  spaceId: Id.optional(),
}

/** Spread into the contract of the operations service. */
export const scheduleCalls = {
  listSchedules: read('GET /schedules/controllers/{id}', {
    area: 'schedules',
    capability: 'schedule.read',
    reply: z.looseObject({ data: z.array(ScheduleSummary), totalCount: z.number().int() }),
    meaning:
      'List the schedules of a controller with their present value and next change; accepts its id or its host id.',
  }),
  getSchedules: read('GET /schedules/{id}', {
    area: 'scheduler',
    capability: 'schedule.read',
    reply: ScheduleDocument,
    errors: [4304],
    meaning: 'Get the complete schedule document of a host; accepts the host id or the controller’s id.',
  }),
  findSchedules: read('GET /x/schedules', {
    area: 'schedules',
    capability: 'schedule.read',
    extension: true,
    query: z.object({
      ...Paging,
      ...ExcludedProducts,
      ...BelowNode,
      /** Words of its name, or of the name or the host id of its controller. */
      search: z.string().max(200).optional(),
      syncState: oneOrMany(SyncState),
      isActive: Flag,
      valueType: oneOrMany(ValueType),
      /** `name` or `device`; `-` reverses it. */
      sort: z.string().max(40).optional(),
    }),
    reply: page(ListedSchedule),
    meaning:
      'List the schedules of a place with their present value, their next change and whether their controller has ' +
      'them.',
  }),
  scheduleDocuments: read('GET /x/schedules/documents', {
    area: 'scheduler',
    capability: 'schedule.read',
    extension: true,
    query: z.object({
      ...Paging,
      ...ExcludedProducts,
      ...BelowNode,
      /** Also returns the tokens of this many of the pages that follow. */
      ahead: z.coerce.number().int().min(0).max(20).optional(),
    }),
    reply: page(PlacedDocument).extend({
      /** Tokens of the next pages, for clients that read them in parallel. */
      ahead: z.array(z.string()).optional(),
    }),
    meaning: 'List the schedule documents of a place, so that a day can be shown across all of them.',
  }),
  saveSchedules: write('PUT /schedules/{hostId}', {
    area: 'schedules',
    capability: 'schedule.write',
    body: ScheduleSave,
    reply: ScheduleDocument,
    errors: [4009, 4010, 4202, 4304, 4801, 4802, 4803],
    meaning: 'Replace the schedule document of a host; the controller applies it a few seconds later.',
  }),
}
