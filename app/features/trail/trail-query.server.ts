/** Parses the filters of the trail from an address, and builds the query of the store. */
import { z } from 'zod'
import { startOfDay } from '~/domain/zoned-day'
import { parseMoment, parseValues } from '~/kit/list/filter'
import { fromMoment } from '~/kit/list/from-moment'
import { type RefusedParams, unknownParams } from '~/kit/list/unknown-params'
import { changeNames, subjectKinds } from '~/trail/filter-choices'
import type { TrailFilter } from '~/trail/matching.server'
import { outcomes } from '~/trail/record'
import { isKnownTimeZone } from '~/ui/time-zone.server'

const id = z.string().max(200).optional().catch(undefined)
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .optional()
  .catch(undefined)

/** Single-value parameters; an invalid value counts as absent. */
const FilterParams = z.object({
  q: z.string().trim().max(100).optional().catch(undefined),
  id,
  /** A place: changes to it and to everything below it. */
  under: id,
  /** An identity, or the id of a record. */
  actor: z.string().max(2_000).optional().catch(undefined),
  /** A moment in ISO time. */
  since: z
    .string()
    .max(40)
    .transform((text, context) => parseMoment(text) ?? (context.addIssue({ code: 'custom' }), z.NEVER))
    .optional()
    .catch(undefined),
  from: day,
  to: day,
  /** The time zone of these days. */
  zone: z.string().refine(isKnownTimeZone).optional().catch(undefined),
  /** The last record of the previous page. */
  after: z.coerce.number().int().positive().optional().catch(undefined),
})
export type TrailQuery = ReturnType<typeof parseTrailQuery>

export function parseTrailQuery(request: Request) {
  const empty = Object.fromEntries(Object.keys(FilterParams.shape).map((name) => [name, undefined]))
  const search = new URL(request.url).searchParams
  // The first value of a repeated parameter counts.
  const { before, ...params } = Object.fromEntries([...search].reverse())
  return {
    ...empty,
    ...FilterParams.parse({ after: before, ...params }),
    mutation: parseValues(search.getAll('mutation'), { values: changeNames }),
    outcome: parseValues(search.getAll('outcome'), { values: outcomes }),
    kind: parseValues(search.getAll('kind'), { values: subjectKinds }),
  }
}

/** Returns the invalid parameters of an address; old links say `before` for `after`. */
export function invalidParams(request: Request, filter: TrailQuery): string[] {
  const refused: RefusedParams = filter.after === undefined ? { after: 'field.invalid' } : {}
  return unknownParams(request, { ...filter, before: filter.after }, { ...refused, ...refusedParams(filter) })
}

/** Returns the start of a period that ends before it starts, refused as by the services: nothing is searched. */
export function refusedParams(filter: TrailQuery): RefusedParams {
  const { from, to } = periodOf(filter)
  return from && to && from >= to ? { [filter.from ? 'from' : 'since']: 'alarms.range' } : {}
}

function periodOf(filter: TrailQuery): Pick<TrailFilter, 'from' | 'to'> {
  const zone = timeZoneOfQuery(filter, null)
  return { from: fromMoment(filter, zone), to: filter.to && startOfDay(filter.to, zone) }
}

/**
 * Returns the time zone of the list: that of the address, so that a shared link means the same to everyone; the
 * reader's own while the address has no days. Days without a zone are in UTC.
 */
export function timeZoneOfQuery({ zone, from, to }: TrailQuery, own: string | null): string {
  return zone ?? (from || to ? null : own) ?? 'UTC'
}

/** Returns the query of the store. */
export function storeFilter(filter: TrailQuery, tenantId: string): TrailFilter {
  return {
    tenantId,
    search: filter.q || undefined,
    mutation: filter.mutation,
    outcome: filter.outcome,
    subjectKind: filter.kind,
    subjectId: filter.id || undefined,
    under: filter.under || undefined,
    actor: filter.actor || undefined,
    ...periodOf(filter),
    before: filter.after,
  }
}
