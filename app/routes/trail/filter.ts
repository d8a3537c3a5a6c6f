/** The filters of the trail as they stand in its address: who, what, where, when and how it ended. */
import { z } from 'zod'
import { outcomes } from '~/audit/record'
import type { TrailFilter } from '~/audit/trail.server'
import { type MutationName, mutations } from '~/mutations'

export const changeNames = Object.keys(mutations) as MutationName[]

/** The kinds of things that have a history of their own, from the widest to the narrowest. */
export const subjectKinds = ['tenant', 'customer', 'user', 'group', 'site', 'building', 'space', 'device'] as const

/** Kinds below which there are others. */
const places: readonly string[] = ['customer', 'group', 'site', 'building', 'space']

const id = z.string().max(200).optional().catch(undefined)
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .optional()
  .catch(undefined)

/** Anything that is not a filter is as if it were not there. */
const Filter = z.object({
  q: z.string().trim().max(100).optional().catch(undefined),
  mutation: z.enum(changeNames).optional().catch(undefined),
  outcome: z.enum(outcomes).optional().catch(undefined),
  kind: z.enum(subjectKinds).optional().catch(undefined),
  id,
  /** A place: what was done to it and to everything below it. */
  under: id,
  actor: id,
  from: day,
  to: day,
  before: z.coerce.number().int().positive().optional().catch(undefined),
})
export type Filter = z.infer<typeof Filter>

export function filterIn(request: Request): Filter {
  return Filter.parse(Object.fromEntries(new URL(request.url).searchParams))
}

/** The filters without the page, as an address writes them. */
export function keptFilter({ before: _, ...kept }: Filter): Omit<Filter, 'before'> {
  return kept
}

export function hasFilter(filter: Filter): boolean {
  return Object.values(keptFilter(filter)).some((value) => value !== undefined && value !== '')
}

/** What the store is asked. */
export function wanted(filter: Filter, tenantId: string): TrailFilter {
  return {
    tenantId,
    search: filter.q || undefined,
    mutation: filter.mutation,
    outcome: filter.outcome,
    subjectKind: filter.kind,
    subjectId: filter.id || undefined,
    under: filter.under || undefined,
    actorId: filter.actor || undefined,
    from: filter.from && `${filter.from}T00:00:00.000Z`,
    to: filter.to && `${filter.to}T00:00:00.000Z`,
    before: filter.before,
  }
}

/** The filter that takes in everything below the thing it is about; null where nothing can be below. */
export function widened(filter: Filter): Filter | null {
  if (!filter.id || !filter.kind || !places.includes(filter.kind)) return null
  return { ...keptFilter(filter), kind: undefined, id: undefined, under: filter.id }
}
