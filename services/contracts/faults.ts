/** Faults that rules detect in trend data: occurrences, notes, trends and resolution (spec §3, domain §2.1, §2.2). */

import { z } from 'zod'
import { Ids, isOrderedPeriod, ListPaging, listOf, Moment, PersonRef, sortBy, Tally } from './alarms'
import { read, write } from './endpoint'
import { faultCategories, faultSeverities, faultStatuses, resolutions } from './fault-names'
import { ETag, ExcludedProductsInBody, freeText, Id, PathNode, Timestamp } from './scalars'

export const FaultStatus = z.enum(faultStatuses)
export type FaultStatus = z.infer<typeof FaultStatus>

/** Guideline 36 levels 2, 3 and 4. */
export const FaultSeverity = z.enum(faultSeverities)
export type FaultSeverity = z.infer<typeof FaultSeverity>

export const FaultCategory = z.enum(faultCategories)
export type FaultCategory = z.infer<typeof FaultCategory>

export const Resolution = z.enum(resolutions)
export type Resolution = z.infer<typeof Resolution>

/** One (equipment, rule) pair; `detectedAt` is the start plus the rule's delay; diagnoses are separated by newlines. */
export const Fault = z.looseObject({
  id: Id,
  faultRuleId: z.string(),
  equipmentId: Id,
  ruleName: z.string().nullish(),
  possibleDiagnosis: z.string().nullish(),
  description: z.string().nullish(),
  equipmentName: z.string().nullish(),
  equipmentType: z.string().nullish(),
  siteId: Id,
  siteName: z.string().nullish(),
  location: z.string().nullish(),
  path: z.array(PathNode).optional(),
  deviceId: Id.nullish(),
  hostId: z.string().nullish(),
  status: FaultStatus,
  severity: FaultSeverity,
  category: FaultCategory.nullish(),
  startedAt: Timestamp,
  detectedAt: Timestamp.nullish(),
  endedAt: Timestamp.nullish(),
  lastSeenAt: Timestamp.nullish(),
  durationMin: z.number().int().optional(),
  occurrenceCount: z.number().int().optional(),
  noteCount: z.number().int().optional(),
  lastNote: z.looseObject({ text: z.string(), author: PersonRef, createdAt: Timestamp }).nullish(),
  resolvedBy: PersonRef.nullish(),
  resolvedAt: Timestamp.nullish(),
  resolution: Resolution.nullish(),
  resolutionComment: z.string().nullish(),
  eTag: ETag.optional(),
})
export type Fault = z.infer<typeof Fault>

export const faultSorts = [
  'severity',
  'startedAt',
  'lastSeenAt',
  'durationMin',
  'occurrenceCount',
  'siteName',
  'equipmentName',
  'ruleName',
  'status',
] as const

const Words = z.array(z.string().max(200)).max(500, { error: 'errors.alarms.tooManyIds' }).nullish()

/** `from`/`to` bound `startedAt`; the singular names are lists of one (domain §2.1). */
export const FaultFilter = z
  .object({
    siteIds: Ids,
    siteGroupIds: Ids,
    equipmentIds: Ids,
    equipmentId: Id.nullish(),
    equipmentTypes: Words,
    faultRuleIds: Words,
    faultRuleId: z.string().max(200).nullish(),
    deviceIds: Ids,
    statuses: z.array(z.enum(faultStatuses, { error: 'errors.alarms.enum' })).nullish(),
    severities: z.array(z.enum(faultSeverities, { error: 'errors.alarms.enum' })).nullish(),
    categories: z.array(z.enum(faultCategories, { error: 'errors.alarms.enum' })).nullish(),
    /** Faults that were resolved and whose condition is active again; an extension (domain §17). */
    returned: z.boolean().nullish(),
    /** As in lists of controllers; an extension too. */
    ...ExcludedProductsInBody,
    from: Moment,
    to: Moment,
    search: freeText(200).nullish(),
    sort: sortBy(faultSorts),
    ...ListPaging,
  })
  .refine(isOrderedPeriod, { error: 'errors.alarms.range', path: ['from'] })
export type FaultFilter = z.infer<typeof FaultFilter>

export const FaultNote = z.looseObject({
  id: Id,
  faultId: Id,
  /** Whether it is a note or the comment of a resolution. */
  kind: z.enum(['note', 'resolution']).nullish(),
  text: z.string(),
  resolution: Resolution.nullish(),
  author: PersonRef.extend({ initials: z.string().nullish() }),
  createdAt: Timestamp,
  editedAt: Timestamp.nullish(),
})
export type FaultNote = z.infer<typeof FaultNote>

/** A continuous violation; `evidence` has the readings at the greatest deviation, by point role. */
export const FaultOccurrence = z.looseObject({
  id: Id,
  faultId: Id,
  startedAt: Timestamp,
  detectedAt: Timestamp.nullish(),
  endedAt: Timestamp.nullish(),
  durationMin: z.number().int(),
  operatingState: z.number().int().min(1).max(5).nullish(),
  peakDeviation: z.number().nullish(),
  deviationUnit: z.string().nullish(),
  evidence: z.record(z.string(), z.union([z.number(), z.boolean(), z.null()])).nullish(),
})
export type FaultOccurrence = z.infer<typeof FaultOccurrence>

/** A sample is `[when, value]`; null is a gap, and in `state` series a value is valid until the next sample. */
export const TrendSeries = z.looseObject({
  pointId: Id.nullish(),
  role: z.string(),
  name: z.string(),
  unit: z.string().nullish(),
  kind: z.enum(['numeric', 'state']),
  /** Stored on change: a value is valid until the next sample. */
  isHeld: z.boolean().optional(),
  samples: z.array(z.tuple([Timestamp, z.union([z.number(), z.boolean(), z.string()]).nullable()])),
})
export type TrendSeries = z.infer<typeof TrendSeries>

export const TrendBand = z.looseObject({
  type: z.enum(['fault', 'modeDelay', 'operatingState']),
  value: z.number().int().optional(),
  from: Timestamp,
  to: Timestamp,
})
export type TrendBand = z.infer<typeof TrendBand>

/** `value` is the threshold at the worst minute; `samples` exist when the threshold moves, in the form of a series. */
export const TrendThreshold = z.looseObject({
  role: z.string(),
  value: z.number(),
  unit: z.string().nullish(),
  samples: z.array(z.tuple([Timestamp, z.number().nullable()])).nullish(),
})

export const Trends = z.looseObject({
  equipmentId: Id,
  faultRuleId: z.string(),
  from: Timestamp,
  to: Timestamp,
  extendedFrom: Timestamp,
  extendedTo: Timestamp,
  intervalSec: z.number().int(),
  series: z.array(TrendSeries),
  bands: z.array(TrendBand),
  thresholds: z.array(TrendThreshold),
  truncated: z.boolean(),
})
export type Trends = z.infer<typeof Trends>

export const faultCalls = {
  findFaults: read('POST /faults', {
    area: 'faults',
    capability: 'fault.read',
    body: FaultFilter,
    /** Facets count the matches of each kind, each without its own filter. */
    reply: listOf(Fault).extend({
      facets: z.looseObject({ status: Tally, severity: Tally, category: Tally, faultRuleId: Tally }).optional(),
      /** Whether counting stopped and the real numbers are higher. */
      areFacetsCapped: z.boolean().optional(),
    }),
    meaning: 'List the faults that match a filter; only active ones unless other states are requested.',
  }),
  namedFaults: read('POST /x/faults/named', {
    area: 'faults',
    capability: 'fault.read',
    extension: true,
    body: z.object({
      ...ExcludedProductsInBody,
      faultIds: z.array(Id).min(1).max(500, { error: 'errors.alarms.tooManyIds' }),
    }),
    reply: z.looseObject({ data: z.array(Fault) }),
    meaning: 'List faults by id, in any state; ids that do not exist are omitted.',
  }),
  countFaults: read('POST /faults/equipmenttype', {
    area: 'faults',
    capability: 'fault.read',
    body: FaultFilter,
    reply: listOf(
      z.looseObject({
        equipmentType: z.string(),
        label: z.string(),
        equipmentCount: z.number().int(),
        faultyEquipmentCount: z.number().int(),
        faultCount: z.number().int(),
        bySeverity: z.looseObject({ high: z.number().int(), medium: z.number().int(), low: z.number().int() }),
      }),
    ),
    meaning: 'Count the faults that match a filter, by equipment type.',
  }),
  resolveFaults: write('POST /faults/resolve', {
    area: 'faults',
    capability: 'fault.resolve',
    body: z
      .object({
        faultIds: z.array(Id).min(1).max(500, { error: 'errors.alarms.tooManyIds' }),
        resolution: Resolution,
        comment: freeText(1000).nullish(),
      })
      .refine(({ resolution, comment }) => resolution === 'fixed' || Boolean(comment), {
        error: 'errors.faults.commentRequired',
        path: ['comment'],
      }),
    reply: z.looseObject({
      data: z.array(Fault),
      totalCount: z.number().int(),
      warnings: z.array(z.looseObject({ entityId: Id, details: z.looseObject({ type: z.string() }) })).optional(),
    }),
    errors: [4100, 4202, 4703],
    meaning: 'Resolve faults and record how; a fault becomes active again when its condition recurs.',
  }),
  findFaultOccurrences: read('POST /faults/occurrences/equipment/{equipmentId}/rules/{faultRuleId}', {
    area: 'occurrences',
    capability: 'fault.read',
    body: z
      .object({ sort: sortBy(['startedAt', 'endedAt', 'durationMin']), from: Moment, to: Moment, ...ListPaging })
      .refine(isOrderedPeriod, { error: 'errors.alarms.range', path: ['from'] }),
    reply: listOf(FaultOccurrence),
    meaning: 'List every time the condition of a rule was met on a piece of equipment, newest first.',
  }),
  listFaultNotes: read('GET /faults/{id}/notes', {
    area: 'notes',
    capability: 'fault.read',
    reply: listOf(FaultNote),
    meaning: 'List the notes on a fault and its resolutions, newest first.',
  }),
  addFaultNote: write('POST /faults/{id}/notes', {
    area: 'notes',
    capability: 'fault.note',
    status: 201,
    body: z.object({
      text: freeText(2000, 'errors.notes.text').refine((text) => text.length > 0, { error: 'errors.notes.text' }),
    }),
    reply: FaultNote,
    errors: [4202],
    meaning: 'Add a note to a fault.',
  }),
  faultTrends: read('POST /faults/equipment/{equipmentId}/rules/{faultRuleId}/trends', {
    area: 'trends',
    capability: 'fault.read',
    body: z
      .object({
        occurrenceId: Id.nullish(),
        from: Moment,
        to: Moment,
        /** Minutes before `from` and after `to` to include. */
        extensionDuration: z.number().int().min(0).max(1440).nullish(),
        maxSamples: z.number().int().min(10).max(10_000).nullish(),
      })
      .refine(isOrderedPeriod, { error: 'errors.alarms.range', path: ['from'] }),
    reply: Trends,
    errors: [4712],
    meaning:
      'Get the trends of the points of a rule around an occurrence, with the results of the rule. The values that ' +
      'rules evaluated are kept with them for 13 months, regardless of the historian settings of the controllers.',
  }),
}
