/** Reads a selection. Above the limit of its change nothing is read: a change never starts on a part of a selection. */
import type { ServiceName } from '#contracts/endpoint'
import type { Counted } from '~/domain/counted'
import { type Selection, type TooMany, tooManyOf } from '~/domain/selection'
import { wholePages } from './pages'

export interface Chosen<Thing> {
  things: Thing[]
  /** How many ids do not exist, or not at this place. */
  missing: number
  /** Set when the selection is above the limit; `things` is empty then. */
  tooMany: TooMany | null
}

/** One page of the matches of a filter. */
export interface Matching<Thing> {
  things: readonly Thing[]
  next: string | null
  /** How many match in all; null where unknown. */
  total: Counted | null
  /** More may match than can be read. */
  isPartial: boolean
}

/** How the things of one kind are read. */
export interface Choosing<Filter, Thing> {
  of: TooMany['of']
  /** The service that reports an error when the matches cannot be read to the end. */
  service: ServiceName
  /** The limit of the change. */
  most: number
  keyOf(thing: Thing): string
  /** The things among these ids that exist. */
  named(ids: readonly string[]): Promise<readonly Thing[]>
  matching(filter: Filter, after: string | undefined): Promise<Matching<Thing>>
  failedIn?(changeId: string): Promise<readonly string[]>
}

/**
 * Returns the things of a selection, or `tooMany` when there are more than one change allows. Throws `ServiceError`.
 */
export async function chosen<Filter, Thing>(
  selection: Selection<Filter> | null,
  choosing: Choosing<Filter, Thing>,
): Promise<Chosen<Thing>> {
  switch (selection?.kind) {
    case undefined:
      return { things: [], missing: 0, tooMany: null }
    case 'these':
      return named(selection.ids, choosing)
    case 'failedIn':
      return named((await choosing.failedIn?.(selection.changeId)) ?? [], choosing)
    case 'all':
      return matching(selection.filter, choosing)
  }
}

async function named<Thing>(ids: readonly string[], choosing: Choosing<never, Thing>): Promise<Chosen<Thing>> {
  const own = [...new Set(ids)]
  const tooMany = tooManyOf(choosing.of, own, choosing.most)
  if (tooMany) return { things: [], missing: 0, tooMany }
  const things = own.length > 0 ? [...(await choosing.named(own))] : []
  return { things, missing: own.length - things.length, tooMany: null }
}

async function matching<Filter, Thing>(filter: Filter, choosing: Choosing<Filter, Thing>): Promise<Chosen<Thing>> {
  const { service, most, keyOf } = choosing
  const things = new Map<string, Thing>()
  const read = (after: string | undefined) => choosing.matching(filter, after)
  const steps = { next: ({ next }: Matching<Thing>) => next, rows: (page: Matching<Thing>) => page.things.length }
  for await (const page of wholePages(service, read, steps)) {
    const { total, isPartial } = page
    const isBeyond = total !== null && (total.isCapped || total.count > most)
    if (isBeyond) return beyond(choosing, total)
    if (isPartial) return beyond(choosing, null)
    for (const thing of page.things) things.set(keyOf(thing), thing)
    if (things.size > most) return beyond(choosing, { count: most, isCapped: true })
  }
  return { things: [...things.values()], missing: 0, tooMany: null }
}

function beyond<Thing>({ of, most }: Pick<TooMany, 'of' | 'most'>, found: Counted | null): Chosen<Thing> {
  return { things: [], missing: 0, tooMany: { of, are: 'matching', found, most } }
}
